// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/waves/frequencies_p.h"

#include "analysis/waves/pairs.h"
#include "plots/canvas/labels/tickers_p.h"
#include "raster/hues.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Of the frequencies that are shown and above 0, and of the lines that mark a turn.
QCPRange rangeOf(const FrequenciesData& data)
{
    double low = INFINITY;
    double high = 0;
    const auto add = [&](double value) {
        if (value > 0 && std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    };
    for (const PairFrequencies* of : {&data.a, data.b ? &*data.b : nullptr}) {
        if (of == nullptr)
            continue;
        for (const PairFrequencies::Pair& pair : of->pairs) {
            add(pair.trained);
            add(pair.used);
        }
        add(kTurn / static_cast<double>(of->target));
        add(kTurn / static_cast<double>(of->trainedLength));
    }
    return high > 0 ? QCPRange(low / 2, high * 2) : QCPRange(0.1, 10);
}

double turnWithin(std::int64_t positions)
{
    return kTurn / static_cast<double>(std::max<std::int64_t>(1, positions));
}

} // namespace

FrequenciesPlot::FrequenciesPlot(Store& store, QWidget* parent)
    : PairsPlot("frequencies", store, parent)
    , m_trained(makeGraph(QStringLiteral("trained")))
    , m_used(makeGraph(QStringLiteral("used")))
    , m_dead(makeGraph(QStringLiteral("dead")))
    , m_unseen(makeGraph(QStringLiteral("unseen")))
    , m_second(makeGraph(QStringLiteral("second")))
    , m_trainedTurn(makeLevel())
    , m_targetTurn(makeLevel())
{
    QCPAxis* wavelength = rect().axis(QCPAxis::atRight);
    wavelength->setVisible(true);
    wavelength->setTickLabels(true);
    wavelength->setRangeReversed(true);
    wavelength->setScaleType(QCPAxis::stLogarithmic);
    wavelength->setTicker(QSharedPointer<LogTicker>::create(*wavelength));
    valueAxis().setLabel(tr("θ, rad per position"));
    wavelength->setLabel(tr("wavelength, positions"));
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest FrequenciesPlot::requestAt(const ViewState&, Resolution) const
{
    return FrequenciesRequest{};
}

void FrequenciesPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const FrequenciesData>(newData);
    for (QCPGraph* graph : {m_trained, m_used, m_dead, m_unseen, m_second})
        graph->data()->clear();
    const auto add = [](QCPGraph& graph, std::size_t pair, double value) {
        graph.addData(static_cast<double>(pair), value > 0 ? value : std::nan(""));
    };
    if (m_data) {
        const auto& pairs = m_data->a.pairs;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (m_data->a.scaled)
                add(*m_trained, i, pairs[i].trained);
            add(*m_used, i, pairs[i].used);
            if (pairs[i].unseen)
                add(*m_unseen, i, pairs[i].used);
            if (pairs[i].life != PairLife::Turning)
                add(*m_dead, i, pairs[i].used);
        }
        for (std::size_t i = 0; m_data->b && i < m_data->b->pairs.size(); ++i)
            add(*m_second, i, m_data->b->pairs[i].used);
    }
    showRanges();
    showBands();
    applyTheme(); // dots or a line, by how many pairs there are
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Frequencies"), summary, m_data ? words::detail(*m_data) : QString());
}

bool FrequenciesPlot::isDead(std::size_t pair) const
{
    return m_data && pair < m_data->a.pairs.size() && m_data->a.pairs[pair].life != PairLife::Turning;
}

void FrequenciesPlot::showRanges()
{
    const bool some = m_data != nullptr;
    setLevel(*m_trainedTurn, turnWithin(some ? m_data->a.trainedLength : 1), some && !m_data->a.grid);
    setLevel(*m_targetTurn, turnWithin(some ? m_data->a.target : 1),
             some && m_data->a.rotation && m_data->a.target != m_data->a.trainedLength);
    if (!some)
        return showPairs({}, 0);
    Columns columns;
    for (const PairFrequencies::Pair& pair : m_data->a.pairs)
        columns.push_back(pair.columns);
    showPairs(std::move(columns), std::max(m_data->a.pairs.size(), m_data->b ? m_data->b->pairs.size() : 0));
    const QCPRange range = rangeOf(*m_data);
    valueAxis().setRange(range);
    rect().axis(QCPAxis::atRight)->setRange(kTurn / range.upper, kTurn / range.lower);
}

// Runs of pairs that the scaling changes: light where they are between, darker where they are divided.
void FrequenciesPlot::showBands()
{
    for (QCPItemRect* band : m_bands)
        canvas().removeItem(band);
    m_bands.clear();
    if (!m_data || !m_data->a.scaled)
        return;
    const auto& pairs = m_data->a.pairs;
    for (std::size_t begin = 0; begin < pairs.size();) {
        std::size_t end = begin + 1;
        while (end < pairs.size() && pairs[end].band == pairs[begin].band)
            ++end;
        if (pairs[begin].band != PairBand::Kept) {
            auto* band = new QCPItemRect(&canvas());
            band->setLayer(QStringLiteral("background"));
            band->setSelectable(false);
            band->setClipAxisRect(&rect());
            for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
                corner->setAxes(&pairAxis(), &valueAxis());
                corner->setAxisRect(&rect());
                corner->setTypeX(QCPItemPosition::ptPlotCoords);
                corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
            }
            band->topLeft->setCoords(static_cast<double>(begin) - 0.5, 0);
            band->bottomRight->setCoords(static_cast<double>(end) - 0.5, 1);
            QColor shade = theme().muted;
            shade.setAlpha(pairs[begin].band == PairBand::Divided ? 48 : 22);
            band->setBrush(shade);
            band->setPen(Qt::NoPen);
            m_bands.push_back(band);
        }
        begin = end;
    }
}

void FrequenciesPlot::showKey()
{
    std::vector<KeyRow::Entry> entries;
    if (m_data) {
        const PairFrequencies& a = m_data->a;
        if (a.scaled)
            entries.push_back({m_trained->pen(), tr("θ as trained")});
        entries.push_back({m_used->pen(), a.scaled ? tr("θ′ as used") : QStringLiteral("θ")});
        if (!m_dead->data()->isEmpty())
            entries.push_back({m_dead->pen(), tr("dead: no full period")});
        if (a.unseen() > 0)
            entries.push_back({m_unseen->pen(), tr("angle never reached in training")});
        if (m_trainedTurn->visible())
            entries.push_back({m_trainedTurn->pen(), words::turnName(a, a.trainedLength)});
        if (m_targetTurn->visible())
            entries.push_back({m_targetTurn->pen(), words::turnName(a, a.target)});
        if (m_data->b)
            entries.push_back({m_second->pen(), tr("θ′ of B")});
    }
    key().setEntries(std::move(entries));
}

void FrequenciesPlot::applyTheme()
{
    const HueColours position = colourOf(Hue::Position);
    styleDots(*m_trained, toColor(position.light));
    styleDots(*m_used, toColor(position.full));
    styleDots(*m_second, toColor(colourOf(Hue::Second).full));
    const QColor warning = toColor(colourOf(Hue::Dropped).full);
    styleDots(*m_dead, warning);
    styleRings(*m_unseen, warning);
    m_trainedTurn->setPen(levelPen(theme().foreground));
    m_targetTurn->setPen(levelPen(warning));
    PairsPlot::applyTheme();
    difference().show(m_data ? m_data->difference() : DataTable(),
                      {{.column = "theta_used", .pen = m_used->pen(), .dots = true}});
    showBands();
    showKey();
}

} // namespace phasor
