// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/waves/wavelengths_p.h"

#include "raster/hues.h"
#include "words/compare.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Of all finite wavelengths and of the lines of the lengths.
QCPRange wavelengthRange(const WavelengthsData& data)
{
    double low = static_cast<double>(data.a.positions);
    double high = low;
    for (const PairWavelengths* of : {&data.a, data.b ? &*data.b : nullptr}) {
        if (of == nullptr)
            continue;
        high = std::max(high, static_cast<double>(of->positions));
        for (const double wavelength : of->wavelengths) {
            if (!std::isfinite(wavelength))
                continue;
            low = std::min(low, wavelength);
            high = std::max(high, wavelength);
        }
    }
    return {low / 2, high * 2};
}

} // namespace

WavelengthsPlot::WavelengthsPlot(Store& store, QWidget* parent)
    : PairsPlot("wavelengths", store, parent)
    , m_turning(makeGraph(QStringLiteral("turning")))
    , m_dead(makeGraph(QStringLiteral("dead")))
    , m_frozen(makeGraph(QStringLiteral("frozen")))
    , m_second(makeGraph(QStringLiteral("second")))
    , m_length(makeLevel())
    , m_lengthOfB(makeLevel())
{
    valueAxis().setLabel(tr("wavelength λ, positions"));
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest WavelengthsPlot::requestAt(const ViewState&, Resolution) const
{
    return WavelengthsRequest{};
}

void WavelengthsPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const WavelengthsData>(newData);
    fill();
    applyTheme(); // dots or a line, by how many pairs there are
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Wavelengths"), summary, m_data ? words::detail(*m_data) : QString());
}

bool WavelengthsPlot::isDead(std::size_t pair) const
{
    return m_data && pair < m_data->a.lives.size() && m_data->a.lives[pair] != PairLife::Turning;
}

void WavelengthsPlot::fill()
{
    for (QCPGraph* graph : {m_turning, m_dead, m_frozen, m_second})
        graph->data()->clear();
    setLevel(*m_length, m_data ? static_cast<double>(m_data->a.positions) : 1, m_data && !m_data->a.grid);
    const bool other = m_data && m_data->b && !m_data->b->grid && m_data->b->positions != m_data->a.positions;
    setLevel(*m_lengthOfB, other ? static_cast<double>(m_data->b->positions) : 1, other);
    if (!m_data)
        return showPairs({}, 0);
    const auto add = [](QCPGraph& graph, std::size_t pair, double wavelength) {
        graph.addData(static_cast<double>(pair), std::isfinite(wavelength) ? wavelength : std::nan(""));
    };
    const PairWavelengths& a = m_data->a;
    for (std::size_t i = 0; i < a.wavelengths.size(); ++i) {
        add(a.lives[i] == PairLife::Turning ? *m_turning : *m_dead, i, a.wavelengths[i]);
        if (a.lives[i] == PairLife::Frozen)
            add(*m_frozen, i, a.wavelengths[i]);
    }
    for (std::size_t i = 0; m_data->b && i < m_data->b->wavelengths.size(); ++i)
        add(*m_second, i, m_data->b->wavelengths[i]);
    showPairs(a.columns, std::max(a.wavelengths.size(), m_data->b ? m_data->b->wavelengths.size() : 0));
    valueAxis().setRange(wavelengthRange(*m_data));
}

void WavelengthsPlot::showKey()
{
    std::vector<KeyRow::Entry> entries;
    const auto add = [&entries](const QCPGraph& graph, const QString& name) {
        if (!graph.data()->isEmpty())
            entries.push_back({graph.pen(), name});
    };
    if (m_data) {
        add(*m_turning, tr("pairs that turn"));
        add(*m_dead, tr("dead: no full period"));
        add(*m_frozen, tr("frozen: less than 0.1 rad"));
        if (m_length->visible())
            entries.push_back({m_length->pen(), words::lengthName(m_data->a.positions)});
        add(*m_second, words::ofSide(Side::B, QStringLiteral("λ")));
        if (m_lengthOfB->visible())
            entries.push_back({m_lengthOfB->pen(), words::ofSide(Side::B, words::lengthName(m_data->b->positions))});
    }
    key().setEntries(std::move(entries));
}

void WavelengthsPlot::applyTheme()
{
    const QColor dead = theme().line(colourOf(Hue::Dropped).full);
    styleDots(*m_turning, theme().line(colourOf(Hue::Position).full));
    styleDots(*m_dead, dead);
    styleRings(*m_frozen, dead);
    styleDots(*m_second, theme().line(colourOf(Hue::Second).full));
    m_length->setPen(levelPen(theme().foreground));
    m_lengthOfB->setPen(levelPen(theme().line(colourOf(Hue::Second).full)));
    PairsPlot::applyTheme();
    difference().show(m_data ? m_data->difference() : DataTable(),
                      {{.column = "wavelength", .pen = m_turning->pen(), .dots = true}});
    showKey();
}

} // namespace phasor
