// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/recoverability_p.h"

#include "raster/hues.h"
#include "words/summaries.h"

namespace phasor {

namespace {

constexpr double kLeastShare = -0.02; // room for a disc at 0 and at 1
constexpr double kGreatestShare = 1.04;

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
    , m_key(new KeyRow(&canvas()))
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    auto* both = new QCPLayoutGrid;
    grid->take(&m_byProbability.rect());
    grid->take(&m_byScale.rect());
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

ViewRequest RecoverabilityPlot::requestAt(const ViewState&, Resolution) const
{
    return RecoverabilityRequest{};
}

void RecoverabilityPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const RecoverabilityData>(newData);
    showLines();
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts({.title = tr("Recoverability"),
              .summary = summary,
              .line = summary,
              .detail = m_data ? words::detail(*m_data) : QString()});
}

QPen RecoverabilityPlot::penOf(const RecoveryCurve& curve, bool token) const
{
    const HueColours second = colourOf(Hue::Second);
    const HueColours first = colourOf(token ? Hue::Embedding : Hue::Position);
    const std::uint32_t colour = curve.side == Side::A ? first.full : token ? second.light : second.full;
    QPen pen(theme().line(colour), theme().lineWidth);
    if (curve.variant == RecoveryVariant::OtherCombination)
        pen.setStyle(Qt::DashLine);
    if (curve.variant == RecoveryVariant::OtherPlacement)
        pen.setStyle(Qt::DotLine);
    return pen;
}

std::vector<ChartLine> RecoverabilityPlot::linesOf(const std::vector<RecoveryCurve>& curves) const
{
    std::vector<ChartLine> lines;
    for (const RecoveryCurve& curve : curves) {
        for (const bool token : {false, true}) {
            const std::vector<Recovered>& of = token ? curve.token : curve.position;
            const QPen pen = penOf(curve, token);
            lines.push_back({.name = words::curveName(*m_data, curve, token),
                             .x = curve.at,
                             .y = sharesOf(of, &Recovered::share),
                             .pen = pen});
            if (curve.variant == RecoveryVariant::AsSet)
                lines.push_back(whiskers(curve.at, sharesOf(of, &Recovered::low), sharesOf(of, &Recovered::high),
                                         QPen(pen.color(), theme().axisWidth)));
        }
    }
    return lines;
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
                         .pen = penOf({.side = side, .at = {}, .position = {}, .token = {}}, token),
                         .disc = 4 + 3 * theme().lineWidth,
                         .joined = false});
    }
}

void RecoverabilityPlot::showLines()
{
    std::vector<ChartLine> byProbability;
    std::vector<ChartLine> byScale;
    if (m_data) {
        byProbability = linesOf(m_data->byProbability);
        byScale = linesOf(m_data->byScale);
        m_key->setEntries(keyOf(byProbability));
        addNow(byProbability, m_data->a, m_data->a.p, Side::A);
        addNow(byScale, m_data->a, m_data->a.scale, Side::A);
        if (m_data->b) {
            addNow(byProbability, *m_data->b, m_data->b->p, Side::B);
            addNow(byScale, *m_data->b, m_data->b->scale, Side::B);
        }
        m_byScale.across().setRange(LineChart::rangeOf(byScale, &ChartLine::x, {0.1, 10}, true));
    } else {
        m_key->setEntries({});
    }
    m_byProbability.show(byProbability);
    m_byScale.show(byScale);
}

void RecoverabilityPlot::applyTheme()
{
    m_key->setTheme(theme());
    showLines();
}

} // namespace phasor
