// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/dropout/recoverability_p.h"

#include "raster/hues.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kLeastShare = -0.02; // room for a disc at 0 and at 1
constexpr double kGreatestShare = 1.04;

double discOf(const Theme& theme)
{
    return 4 + 3 * theme.lineWidth;
}

std::vector<double> sharesOf(const std::vector<Recovered>& of, double Recovered::*member)
{
    std::vector<double> values;
    for (const Recovered& one : of)
        values.push_back(one.*member);
    return values;
}

} // namespace

RecoverabilityPlot::RecoverabilityPlot(Store& store, QWidget* parent)
    : CanvasPlot("recoverability", store, parent)
    , m_byProbability(canvas(), *makeRect(1, 0))
    , m_byScale(canvas(), *makeRect(1, 1))
    , m_lessByProbability(canvas(), *makeRect(2, 0), m_byProbability.rect())
    , m_lessByScale(canvas(), *makeRect(2, 1), m_byScale.rect())
    , m_key(new KeyRow(&canvas()))
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    auto* both = new QCPLayoutGrid;
    grid->take(&m_byProbability.rect());
    grid->take(&m_byScale.rect());
    m_lessByProbability.placeIn(*both, 1, 0);
    m_lessByScale.placeIn(*both, 1, 1);
    grid->simplify();
    both->addElement(0, 0, &m_byProbability.rect());
    both->addElement(0, 1, &m_byScale.rect());
    both->setColumnStretchFactors({1.5, 1});
    grid->addElement(0, 0, m_key);
    grid->addElement(1, 0, both);
    grid->setRowStretchFactors({0.001, 1});
    auto* sides = new QCPMarginGroup(&canvas());
    for (const LineChart* chart : {&m_byProbability, &m_byScale}) {
        chart->rect().setMarginGroup(QCP::msTop | QCP::msBottom, sides);
        chart->up().setRange(kLeastShare, kGreatestShare);
    }
    m_byProbability.across().setLabel(tr("dropout p"));
    m_byProbability.across().setRange(-0.02, 1.02);
    m_byProbability.up().setLabel(tr("share of rows read right"));
    m_byScale.across().setLabel(tr("scale s"));
    m_byScale.setLogarithmic(m_byScale.across(), true);
    m_byScale.up().setTickLabels(false);
    setTheme(Theme::light());
    show(nullptr);
}

ViewRequest RecoverabilityPlot::requestAt(const ViewState& view, Resolution) const
{
    return RecoverabilityRequest{.only = restrictionOf(view)};
}

void RecoverabilityPlot::prepare(const Scene& scene)
{
    const bool comparing = scene.b.has_value();
    m_lessByScale.setShown(comparing);
    if (m_lessByProbability.setShown(comparing))
        setTheme(theme());
}

void RecoverabilityPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const RecoverabilityData>(newData);
    showLines();
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Recoverability"), summary, m_data ? words::detail(*m_data) : QString());
}

QPen RecoverabilityPlot::penOf(Side side, RecoveryVariant variant, bool token) const
{
    const HueColours second = colourOf(Hue::Second);
    const HueColours first = colourOf(token ? Hue::Embedding : Hue::Position);
    const std::uint32_t colour = side == Side::A ? first.full : token ? second.light : second.full;
    QPen pen(theme().line(colour), theme().lineWidth);
    if (variant == RecoveryVariant::OtherCombination)
        pen.setStyle(Qt::DashLine);
    if (variant == RecoveryVariant::OtherPlacement)
        pen.setStyle(Qt::DotLine);
    return pen;
}

void RecoverabilityPlot::addLines(std::vector<ChartLine>& lines, const std::vector<RecoveryCurve>& curves,
                                  Side side) const
{
    for (const RecoveryCurve& curve : curves) {
        for (const bool token : {false, true}) {
            const std::vector<Recovered>& of = token ? curve.token : curve.position;
            const bool known
                = std::any_of(of.begin(), of.end(), [](const Recovered& r) { return std::isfinite(r.share); });
            if (!known) // no token can be read of an embedding that is zero
                continue;
            const QPen pen = penOf(side, curve.variant, token);
            lines.push_back({.name = words::curveName(*m_data, side, curve.variant, token),
                             .x = curve.at,
                             .y = sharesOf(of, &Recovered::share),
                             .pen = pen});
            if (curve.variant == RecoveryVariant::AsSet)
                lines.push_back(whiskers(curve.at, sharesOf(of, &Recovered::low), sharesOf(of, &Recovered::high),
                                         QPen(pen.color(), theme().axisWidth)));
        }
    }
}

// What was measured of the set-up itself, which the curves only sample.
void RecoverabilityPlot::addNow(std::vector<ChartLine>& lines, const RecoveryMeasure& measure, double at,
                                Side side) const
{
    for (const bool token : {false, true}) {
        const Recovered& of = token ? measure.now.token : measure.now.position;
        lines.push_back({.name = {},
                         .x = {at},
                         .y = {of.share},
                         .pen = penOf(side, RecoveryVariant::AsSet, token),
                         .disc = discOf(theme()),
                         .joined = false});
    }
}

void RecoverabilityPlot::showLines()
{
    std::vector<ChartLine> byProbability;
    std::vector<ChartLine> byScale;
    const auto each = [&](auto&& add) {
        if (m_data)
            add(m_data->a, Side::A);
        if (m_data && m_data->b)
            add(*m_data->b, Side::B);
    };
    each([&](const RecoveryMeasure& measure, Side side) {
        addLines(byProbability, measure.byProbability, side);
        addLines(byScale, measure.byScale, side);
    });
    std::vector<KeyRow::Entry> key = keyOf(byProbability);
    if (m_data)
        key.push_back({QPen(theme().foreground), words::discName(*m_data), discOf(theme())});
    m_key->setEntries(std::move(key));
    each([&](const RecoveryMeasure& measure, Side side) {
        addNow(byProbability, measure, measure.p, side);
        addNow(byScale, measure, measure.scale, side);
    });
    if (m_data)
        m_byScale.across().setRange(LineChart::rangeOf(byScale, &ChartLine::x, {0.1, 10}, true));
    m_byProbability.show(byProbability);
    m_byScale.show(byScale);
    showDifference();
}

void RecoverabilityPlot::showDifference()
{
    const DataTable difference = m_data ? m_data->difference() : DataTable();
    const QPen position = penOf(Side::A, RecoveryVariant::AsSet, false);
    const QPen token = penOf(Side::A, RecoveryVariant::AsSet, true);
    m_lessByProbability.show(difference,
                             {{.column = "p_position", .pen = position}, {.column = "p_token", .pen = token}});
    m_lessByScale.show(difference,
                       {{.column = "scale_position", .pen = position}, {.column = "scale_token", .pen = token}});
}

void RecoverabilityPlot::applyTheme()
{
    m_key->setTheme(theme());
    showLines();
}

} // namespace phasor
