// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/attention/relative_p.h"

#include "encodings/schemes.h"
#include "plots/attention/schemeselector_p.h"
#include "plots/canvas/labels/headertoggle_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "raster/hues.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kKeyStretch = 0.001; // stretch of the key, which has the size that it needs

bool hasKernel(SchemeKind kind)
{
    return kind == SchemeKind::Table || kind == SchemeKind::Rotation;
}

// Of the schemes that are laid over: first solid lines, then the same colours with dashes.
QPen penOfScheme(std::string_view id, double width)
{
    const auto all = schemes();
    const auto index = static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(), [&](const Scheme& scheme) { return scheme.id == id; }) - all.begin());
    QPen pen(toColor(seriesColour(index)), width);
    if (index >= kSeriesColours) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern(index < 2 * kSeriesColours ? QVector<qreal>{5, 2} : QVector<qreal>{2, 2});
    }
    return pen;
}

double farthestMeasured(const RelativeData& data)
{
    double most = 0;
    for (const RelativeData::Measured& measured : data.measured)
        most = std::max(most, measured.distances.empty() ? 0 : measured.distances.back());
    return most;
}

} // namespace

RelativePlot::RelativePlot(Store& store, QWidget* parent)
    : CanvasPlot("relative", store, parent)
    , m_key(new KeyRow(&canvas()))
    , m_strips{makeStrip(), makeStrip(), makeStrip()}
    , m_sides(new QCPMarginGroup(&canvas()))
    , m_schemes(new SchemeSelector(store, this))
    , m_log(new HeaderToggle(
          QStringLiteral("relative-log"), tr("log", "a logarithmic axis"),
          tr("Distances on a logarithmic axis, from 1 on"),
          [&store](bool on) { store.editView([on](ViewState& view) { view.logarithmicDistance = on; }); }, this))
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    for (Strip& strip : m_strips)
        strip.rect->setMarginGroup(QCP::msLeft | QCP::msRight, m_sides);
    addToHeader(m_schemes);
    addToHeader(m_log);
    m_strips[Kernel].rect->axis(QCPAxis::atLeft)->setLabel(tr("kernel"));
    m_strips[Bias].rect->axis(QCPAxis::atLeft)->setLabel(tr("bias"));
    m_strips[Measured].rect->axis(QCPAxis::atLeft)->setLabel(tr("mean score"));
    m_strips[Kernel].placed = m_strips[Measured].placed = true;
    arrange();
    setTheme(Theme::light());
    show(nullptr);
}

// What the layout does not have, nobody would delete while the canvas still lives.
RelativePlot::~RelativePlot()
{
    for (const Strip& strip : m_strips) {
        if (strip.rect->layout() == nullptr)
            canvas().plotLayout()->addElement(strip.rect);
    }
}

RelativePlot::Strip RelativePlot::makeStrip()
{
    Strip strip{makeRect(canvas().plotLayout()->rowCount() + 1, 0), new QCPItemRect(&canvas()),
                new QCPItemStraightLine(&canvas())};
    QCPAxis* across = strip.rect->axis(QCPAxis::atBottom);
    QCPAxis* up = strip.rect->axis(QCPAxis::atLeft);
    up->setTicker(QSharedPointer<ValueTicker>::create(*up));
    strip.beyond->setLayer(QStringLiteral("background"));
    for (QCPAbstractItem* item :
         {static_cast<QCPAbstractItem*>(strip.beyond), static_cast<QCPAbstractItem*>(strip.trained)}) {
        item->setSelectable(false);
        item->setClipAxisRect(strip.rect);
        for (QCPItemPosition* position : item->positions()) {
            position->setAxes(across, up);
            position->setAxisRect(strip.rect);
            position->setTypeX(QCPItemPosition::ptPlotCoords);
            position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
    }
    return strip;
}

void RelativePlot::viewChanged()
{
    m_log->showState(view().logarithmicDistance);
    m_schemes->showState(view());
}

// Which strips have a place is known of the schemes, before there is data.
void RelativePlot::prepare(const Scene& scene)
{
    std::vector<std::string> shown = store().view().schemes;
    shown.push_back(scene.a.encoding.scheme);
    if (scene.b)
        shown.push_back(scene.b->encoding.scheme);
    bool kernel = false;
    bool bias = false;
    for (const std::string& id : shown) {
        const Scheme* scheme = findScheme(id);
        kernel = kernel || (scheme != nullptr && hasKernel(scheme->kind));
        bias = bias || (scheme != nullptr && scheme->kind == SchemeKind::Bias);
    }
    if (kernel == m_strips[Kernel].placed && bias == m_strips[Bias].placed)
        return;
    m_strips[Kernel].placed = kernel;
    m_strips[Bias].placed = bias;
    arrange();
    setTheme(theme());
}

void RelativePlot::arrange()
{
    QCPLayoutGrid* grid = canvas().plotLayout();
    for (const Strip& strip : m_strips) {
        if (strip.rect->layout() == grid)
            grid->take(strip.rect);
        strip.rect->setVisible(false);
        strip.beyond->setVisible(false);
        strip.trained->setVisible(false);
    }
    grid->simplify();
    QList<double> stretch{kKeyStretch};
    const Strip* const lastLaw = &m_strips[m_strips[Bias].placed ? Bias : Kernel];
    for (Strip& strip : m_strips) {
        if (!strip.placed)
            continue;
        grid->addElement(static_cast<int>(stretch.size()), 0, strip.rect);
        strip.rect->setVisible(true);
        // A sentence is far shorter than the table: what is measured has an axis of its own.
        const bool last = &strip == &m_strips[Measured];
        strip.rect->axis(QCPAxis::atBottom)->setTickLabels(last || &strip == lastLaw);
        strip.rect->axis(QCPAxis::atBottom)->setLabel(last ? tr("distance k = query − key") : QString());
        stretch.append(last ? 0.8 : 1);
    }
    grid->setRowStretchFactors(stretch);
}

ViewRequest RelativePlot::requestAt(const ViewState& view, Resolution resolution) const
{
    return RelativeRequest{.schemes = view.schemes,
                           .logarithmic = view.logarithmicDistance,
                           .width = Canvas::deviceSize(m_strips[Measured].rect->rect(), resolution.scale).width()};
}

void RelativePlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const RelativeData>(newData);
    showAxes();
    showCurves();
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Distance"), summary);
}

void RelativePlot::showAxes()
{
    for (Strip& strip : m_strips) {
        QCPAxis* axis = strip.rect->axis(QCPAxis::atBottom);
        const bool logarithmic = m_data && m_data->logarithmic;
        axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        if (logarithmic)
            axis->setTicker(QSharedPointer<LogTicker>::create(*axis));
        else
            axis->setTicker(QSharedPointer<CountTicker>::create(*axis));
        if (m_data) {
            const double most = &strip == &m_strips[Measured] ? farthestMeasured(*m_data) : m_data->most;
            axis->setRange(logarithmic ? 1 : 0, std::max(logarithmic ? 1.5 : 1.0, most));
        }
        showTrained(strip);
    }
}

void RelativePlot::showTrained(Strip& strip) const
{
    const bool shown = strip.placed && m_data && m_data->trainedLength;
    strip.beyond->setVisible(shown);
    strip.trained->setVisible(shown);
    if (!shown)
        return;
    const auto at = static_cast<double>(*m_data->trainedLength);
    strip.beyond->topLeft->setCoords(at, 0);
    strip.beyond->bottomRight->setCoords(std::max(at, m_data->most), 1);
    strip.trained->point1->setCoords(at, 0);
    strip.trained->point2->setCoords(at, 1);
}

QPen RelativePlot::penOf(const RelativeData::Curve& curve) const
{
    if (!curve.side)
        return penOfScheme(curve.scheme, theme().lineWidth);
    const HueColours hue = colourOf(*curve.side == Side::A ? Hue::Position : Hue::Second);
    return curve.chosenHead ? QPen(toColor(hue.full), theme().lineWidth * 1.2)
                            : QPen(toColor(hue.light), theme().axisWidth);
}

QPen RelativePlot::penOf(const RelativeData::Measured& measured) const
{
    return QPen(toColor(colourOf(measured.side == Side::A ? Hue::Sum : Hue::Second).full), theme().lineWidth);
}

void RelativePlot::addGraph(Part part, const std::vector<double>& distances, const std::vector<double>& values,
                            const QPen& pen)
{
    QCPGraph* graph
        = canvas().addGraph(m_strips[part].rect->axis(QCPAxis::atBottom), m_strips[part].rect->axis(QCPAxis::atLeft));
    QVector<QCPGraphData> points;
    for (std::size_t i = 0; i < distances.size(); ++i)
        points.append({distances[i], values[i]});
    graph->data()->set(points, true);
    graph->setPen(pen);
}

void RelativePlot::addCurve(const RelativeData::Curve& curve)
{
    const Part part = curve.law == RelativeData::Law::Bias ? Bias : Kernel;
    if (m_strips[part].placed)
        addGraph(part, curve.distances, curve.values, penOf(curve));
}

void RelativePlot::showCurves()
{
    canvas().clearGraphs();
    if (m_data) {
        // Others behind the set-ups', those of other heads behind all.
        for (const bool chosen : {false, true}) {
            for (auto curve = m_data->curves.rbegin(); curve != m_data->curves.rend(); ++curve) {
                if (curve->chosenHead == chosen)
                    addCurve(*curve);
            }
        }
        for (const RelativeData::Measured& measured : m_data->measured)
            addGraph(Measured, measured.distances, measured.scores, penOf(measured));
    }
    for (std::size_t i = 0; i < m_strips.size(); ++i)
        fitValues(m_strips[i], i == Kernel);
    showKey();
}

void RelativePlot::fitValues(Strip& strip, bool kernel) const
{
    double low = kernel ? -0.1 : INFINITY;
    double high = kernel ? 1 : -INFINITY;
    for (const QCPGraph* graph : strip.rect->graphs()) {
        for (const QCPGraphData& point : *graph->data()) {
            if (!std::isfinite(point.value))
                continue;
            low = std::min(low, point.value);
            high = std::max(high, point.value);
        }
    }
    if (!(low <= high)) {
        low = 0;
        high = 1;
    }
    const double room = std::max({0.06 * (high - low), 1e-3 * std::fabs(high), 1e-9});
    strip.rect->axis(QCPAxis::atLeft)->setRange(low - room, high + room);
}

void RelativePlot::showKey()
{
    std::vector<KeyRow::Entry> entries;
    if (m_data) {
        for (const RelativeData::Curve& curve : m_data->curves) {
            if (curve.chosenHead)
                entries.push_back({penOf(curve), words::curveName(curve, m_data->measured.size() > 1)});
        }
        for (const RelativeData::Measured& measured : m_data->measured)
            entries.push_back({penOf(measured), words::measuredName(measured, m_data->measured.size() > 1)});
        if (m_data->trainedLength)
            entries.push_back({m_strips[Measured].trained->pen(), words::trainedName(*m_data->trainedLength)});
    }
    m_key->setEntries(std::move(entries));
}

void RelativePlot::applyTheme()
{
    QColor shade = theme().muted;
    shade.setAlpha(32);
    for (Strip& strip : m_strips) {
        strip.beyond->setBrush(shade);
        strip.beyond->setPen(Qt::NoPen);
        strip.trained->setPen(QPen(theme().foreground, theme().axisWidth, Qt::DashLine, Qt::FlatCap));
    }
    m_key->setTheme(theme());
    showCurves();
}

} // namespace phasor
