// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/frequencies_p.h"

#include "plots/canvas/tickers_p.h"
#include "raster/hues.h"
#include "words/summaries.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phasor {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kMostDots = 400; // more pairs than that are a line

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

} // namespace

FrequenciesPlot::FrequenciesPlot(Store& store, QWidget* parent)
    : CanvasPlot("frequencies", store, parent)
    , m_rect(makeRect(1, 0))
    , m_key(new KeyRow(&canvas()))
    , m_trained(makeGraph())
    , m_used(makeGraph())
    , m_unseen(makeGraph())
    , m_second(makeGraph())
    , m_trainedTurn(makeLine())
    , m_targetTurn(makeLine())
    , m_cursor(canvas().addOverlay<CrossHair>(*m_rect, *m_rect->axis(QCPAxis::atBottom)))
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    canvas().plotLayout()->setRowStretchFactors({0.001, 1});
    QCPAxis* frequency = m_rect->axis(QCPAxis::atLeft);
    QCPAxis* wavelength = m_rect->axis(QCPAxis::atRight);
    wavelength->setVisible(true);
    wavelength->setTickLabels(true);
    wavelength->setRangeReversed(true);
    for (QCPAxis* axis : {frequency, wavelength}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<LogTicker>::create(*axis));
    }
    frequency->setLabel(tr("θ, rad per position"));
    wavelength->setLabel(tr("wavelength, positions"));
    QCPAxis* pairs = m_rect->axis(QCPAxis::atBottom);
    pairs->setLabel(tr("pair"));
    pairs->setTicker(QSharedPointer<ValueTicker>::create(*pairs));
    m_trained->setName(QStringLiteral("trained"));
    m_used->setName(QStringLiteral("used"));
    m_unseen->setName(QStringLiteral("unseen"));
    m_second->setName(QStringLiteral("second"));
    setTheme(Theme::light());
    show(nullptr);
}

QCPGraph* FrequenciesPlot::makeGraph()
{
    return canvas().addGraph(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
}

QCPItemStraightLine* FrequenciesPlot::makeLine()
{
    auto* line = new QCPItemStraightLine(&canvas()); // the canvas's own
    line->setClipAxisRect(m_rect);
    for (QCPItemPosition* point : {line->point1, line->point2}) {
        point->setAxes(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
        point->setAxisRect(m_rect);
        point->setTypeX(QCPItemPosition::ptAxisRectRatio);
        point->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    line->setSelectable(false);
    return line;
}

ViewRequest FrequenciesPlot::requestAt(const ViewState&, Resolution) const
{
    return FrequenciesRequest{};
}

void FrequenciesPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const FrequenciesData>(newData);
    for (QCPGraph* graph : {m_trained, m_used, m_unseen, m_second})
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
        }
        for (std::size_t i = 0; m_data->b && i < m_data->b->pairs.size(); ++i)
            add(*m_second, i, m_data->b->pairs[i].used);
    }
    showRanges();
    showBands();
    applyTheme(); // dots or a line, by how many pairs there are
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts({.title = tr("Frequencies"),
              .summary = summary,
              .line = summary,
              .detail = m_data ? words::detail(*m_data) : QString()});
}

void FrequenciesPlot::showRanges()
{
    const bool some = m_data != nullptr;
    showLine(*m_trainedTurn, some ? m_data->a.trainedLength : 1, some && !m_data->a.grid);
    showLine(*m_targetTurn, some ? m_data->a.target : 1,
             some && m_data->a.rotation && m_data->a.target != m_data->a.trainedLength);
    if (!some)
        return;
    const std::size_t count = std::max(m_data->a.pairs.size(), m_data->b ? m_data->b->pairs.size() : 0);
    m_rect->axis(QCPAxis::atBottom)->setRange(-0.5, static_cast<double>(count) - 0.5);
    const QCPRange range = rangeOf(*m_data);
    m_rect->axis(QCPAxis::atLeft)->setRange(range);
    m_rect->axis(QCPAxis::atRight)->setRange(kTurn / range.upper, kTurn / range.lower);
}

void FrequenciesPlot::showLine(QCPItemStraightLine& line, std::int64_t positions, bool shown) const
{
    const double turn = kTurn / static_cast<double>(std::max<std::int64_t>(1, positions));
    line.point1->setCoords(0, turn);
    line.point2->setCoords(1, turn);
    line.setVisible(shown);
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
            band->setClipAxisRect(m_rect);
            for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
                corner->setAxes(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
                corner->setAxisRect(m_rect);
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
        if (a.unseen() > 0)
            entries.push_back({m_unseen->pen(), tr("angle never reached in training")});
        if (m_trainedTurn->visible())
            entries.push_back({m_trainedTurn->pen(), words::turnName(a, a.trainedLength)});
        if (m_targetTurn->visible())
            entries.push_back({m_targetTurn->pen(), words::turnName(a, a.target)});
        if (m_data->b)
            entries.push_back({m_second->pen(), tr("θ′ of B")});
    }
    m_key->setEntries(std::move(entries));
}

void FrequenciesPlot::showCursor(const Cursor& cursor)
{
    const auto& dimension = cursor[AxisKind::Dimension];
    std::vector<double> at;
    if (dimension && m_data) {
        for (std::size_t pair = 0; pair < m_data->a.pairs.size(); ++pair) {
            const auto& columns = m_data->a.pairs[pair].columns;
            if (std::find(columns.begin(), columns.end(), *dimension) != columns.end())
                at.push_back(static_cast<double>(pair));
        }
    }
    m_cursor.moveTo(std::move(at));
}

// The pair under the pointer, as the first of its columns.
std::optional<Cursor> FrequenciesPlot::cursorAt(const QPoint& pixel) const
{
    if (!m_data || m_data->a.pairs.empty() || !m_rect->rect().contains(pixel))
        return std::nullopt;
    const double at = coordinateAt(*m_rect->axis(QCPAxis::atBottom), pixel);
    const auto last = static_cast<double>(m_data->a.pairs.size() - 1);
    const auto& pair = m_data->a.pairs[static_cast<std::size_t>(std::clamp(std::round(at), 0.0, last))];
    if (pair.columns.empty())
        return std::nullopt;
    Cursor cursor = view().cursor;
    cursor[AxisKind::Key].reset();
    cursor[AxisKind::Dimension] = pair.columns.front();
    return cursor;
}

QPen FrequenciesPlot::dotted(const QColor& colour) const
{
    return QPen(colour, theme().axisWidth, Qt::DashLine, Qt::FlatCap);
}

void FrequenciesPlot::applyTheme()
{
    const bool dots = m_data == nullptr || static_cast<double>(m_data->a.pairs.size()) <= kMostDots;
    const auto style = [&](QCPGraph& graph, const QColor& colour, double size) {
        graph.setPen(QPen(colour, theme().lineWidth));
        graph.setLineStyle(dots ? QCPGraph::lsNone : QCPGraph::lsLine);
        graph.setScatterStyle(dots ? QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colour), QBrush(colour), size)
                                   : QCPScatterStyle());
    };
    const HueColours position = colourOf(Hue::Position);
    style(*m_trained, toColor(position.light), 2 + theme().lineWidth);
    style(*m_used, toColor(position.full), 2 + theme().lineWidth);
    style(*m_second, toColor(colourOf(Hue::Second).full), 2 + theme().lineWidth);
    const QColor warning = toColor(colourOf(Hue::Dropped).full);
    m_unseen->setPen(QPen(warning, theme().lineWidth));
    m_unseen->setLineStyle(QCPGraph::lsNone);
    m_unseen->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(warning, theme().lineWidth), QBrush(), 6 + theme().lineWidth));
    m_trainedTurn->setPen(dotted(theme().foreground));
    m_targetTurn->setPen(dotted(warning));
    m_cursor.setTheme(theme());
    m_key->setTheme(theme());
    showBands();
    showKey();
}

} // namespace phasor
