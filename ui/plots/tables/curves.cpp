// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/tables/curves_p.h"

#include "plots/canvas/lines/dashedgraph_p.h"
#include "plots/canvas/lines/wavecolours_p.h"
#include "plots/canvas/ranges_p.h"
#include "plots/dimensionedit_p.h"
#include "plots/dimensionlist.h"
#include "raster/hues.h"
#include "words/coretexts.h"
#include "words/pictures.h"
#include "words/summaries/summaries.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr int kEnvelopeAlpha = 110;
constexpr double kFinestPixels = 6; // of a wavelength: below, a curve is an area
constexpr double kPixelsPerMarker = 8; // positions nearer than this have no markers

bool isCosine(const CurvesData::Curve& curve)
{
    return curve.wave && curve.wave->cosine;
}

// What has one hue: the two columns of a pair, or a column that is no wave.
std::int64_t familyOf(const CurvesData::Curve& curve)
{
    return curve.wave ? curve.wave->pair : -1 - curve.dimension;
}

// [-1.05, 1.05] for anything within [-1, 1], so that nothing jumps while a slider moves.
QCPRange valueRange(const CurvesData& data)
{
    double largest = 1;
    for (const auto& curve : data.curves)
        for (const double value : curve.values)
            if (std::isfinite(value))
                largest = std::max(largest, std::abs(value));
    return {-1.05 * largest, 1.05 * largest};
}

// Envelopes are areas, and lie over each other.
QPen seeThrough(QPen pen)
{
    pen.setStyle(Qt::SolidLine); // dashes along an area would be more than can be drawn
    QColor colour = pen.color();
    colour.setAlpha(kEnvelopeAlpha);
    pen.setColor(colour);
    return pen;
}

QPen thin(QPen pen)
{
    pen.setWidthF(std::max(0.75, pen.widthF() / 2));
    return pen;
}

QVector<QCPGraphData> pointsOf(const std::vector<double>& positions, const std::vector<double>& values)
{
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(positions.size()));
    for (std::size_t i = 0; i < positions.size(); ++i)
        points.append({positions[i] + kMiddle, values[i]});
    return points;
}

double valueAt(const CurvesData::Curve& curve, double position)
{
    const auto found = std::lower_bound(curve.positions.begin(), curve.positions.end(), position);
    if (found == curve.positions.end())
        return std::numeric_limits<double>::quiet_NaN();
    return curve.values[static_cast<std::size_t>(found - curve.positions.begin())];
}

} // namespace

CurvesPlot::CurvesPlot(Store& store, QWidget* parent)
    : CanvasPlot("curves", store, parent)
    , m_rect(makeRect(1, 0))
    , m_positions(m_rect->axis(QCPAxis::atBottom))
    , m_values(m_rect->axis(QCPAxis::atLeft))
    , m_key(new KeyRow(&canvas()))
    , m_caption(new QLabel(this))
    , m_edit(new DimensionEdit(store, this))
    , m_ticker(QSharedPointer<IndexTicker>::create(*m_positions))
    , m_hint(new QCPItemText(&canvas()))
    , m_cursor(canvas().addOverlay<CrossHair>(*m_rect, *m_positions))
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    canvas().plotLayout()->setRowStretchFactor(0, 0.001);
    m_positions->setTicker(m_ticker);
    m_positions->setLabel(words::axisTitle(AxisKind::Position));
    m_values->setTicker(QSharedPointer<ValueTicker>::create(*m_values));
    m_values->setLabel(QStringLiteral("PE")); // has its room before there is data
    m_hint->setLayer(QStringLiteral("legend"));
    m_hint->setClipToAxisRect(false);
    m_hint->setSelectable(false);
    m_hint->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_hint->position->setAxisRect(m_rect);
    m_hint->position->setCoords(0.5, 0.5);
    m_hint->setPositionAlignment(Qt::AlignCenter);
    m_hint->setPadding(QMargins(8, 4, 8, 4));
    m_caption->setText(tr("dimensions"));
    m_caption->setBuddy(m_edit);
    addToHeader(m_caption);
    addToHeader(m_edit);
    connect(m_edit, &DimensionEdit::refused, this, &Plot::failed);
    setTheme(Theme::light());
    show(nullptr);
}

// Where the header is short its title stays whole, and the field says what it is by its tool tip.
void CurvesPlot::resizeEvent(QResizeEvent* event)
{
    CanvasPlot::resizeEvent(event);
    constexpr int kCharacters = 52; // of title, word, field and buttons
    m_caption->setVisible(width() >= kCharacters * fontMetrics().averageCharWidth());
}

ViewRequest CurvesPlot::requestAt(const ViewState& view, Resolution resolution) const
{
    CurvesRequest request{.dimensions = view.dimensions, .positions = view.zoom[AxisKind::Position]};
    if (request.dimensions.size() > kMostCurves)
        request.dimensions.resize(kMostCurves);
    request.width = Canvas::deviceSize(m_rect->rect(), resolution.scale).width();
    return request;
}

void CurvesPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const CurvesData>(newData);
    const Axis rows = m_data ? m_data->rows : Axis{};
    gestures().show(*m_positions, rows);
    if (!view().zoom[AxisKind::Position])
        gestures().setUnzoomed(AxisKind::Position, unzoomed());
    m_ticker->show(rows, false);
    if (m_data)
        m_values->setLabel(words::ofCore(m_data->symbol));
    m_values->setRange(m_data ? valueRange(*m_data) : QCPRange(-1.05, 1.05));
    drawCurves();
    const QString summary = m_data ? words::summary(*m_data) : QString();
    setTexts(tr("Curves"), summary);
}

// Without a zoom the view may show the first periods only.
std::optional<Interval> CurvesPlot::unzoomed() const
{
    if (!m_data)
        return std::nullopt;
    const Interval shown{m_data->visible.low, m_data->visible.high + 1};
    return shown == m_data->rows.inCoordinates({0, static_cast<double>(m_data->rows.count)}) ? std::nullopt
                                                                                             : std::optional(shown);
}

bool CurvesPlot::comparing() const
{
    return m_data && !m_data->curves.empty() && m_data->curves.back().side == Side::B;
}

void CurvesPlot::drawCurves()
{
    const std::size_t count = m_data ? m_data->curves.size() : 0;
    std::vector<KeyRow::Entry> entries;
    int graphs = static_cast<int>(count); // those of the points first, in the order of the curves
    for (std::size_t i = 0; i < count; ++i) {
        const CurvesData::Curve& curve = m_data->curves[i];
        QCPGraph& graph = graphAt(static_cast<int>(i));
        graph.setName(words::curveName(curve, comparing()));
        const QPen pen = penOf(curve);
        graph.setPen(curve.envelope ? seeThrough(pen) : pen);
        graph.setLineStyle(curve.between.empty() || curve.rounded ? QCPGraph::lsLine : QCPGraph::lsNone);
        graph.data()->set(pointsOf(curve.positions, curve.values), true);
        entries.push_back({pen, graph.name()});
    }
    for (std::size_t i = 0; i < count; ++i) {
        const CurvesData::Curve& curve = m_data->curves[i];
        if (curve.between.empty())
            continue;
        QCPGraph& graph = graphAt(graphs++);
        graph.setName((curve.rounded ? QStringLiteral("exact · ") : QStringLiteral("between · ")) + entries[i].text);
        graph.setPen(curve.rounded ? thin(entries[i].pen) : entries[i].pen);
        graph.setLineStyle(QCPGraph::lsLine);
        graph.setScatterStyle(QCPScatterStyle());
        graph.data()->set(pointsOf(curve.between, curve.valuesBetween), true);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (m_data->curves[i].envelope)
            drawEdges(m_data->curves[i], entries[i], graphs);
    }
    while (canvas().graphCount() > graphs)
        canvas().removeGraph(canvas().graphCount() - 1);
    m_key->setEntries(std::move(entries));
    const double perPixel
        = m_data ? (m_data->visible.high - m_data->visible.low) / std::max(1, lengthOf(*m_positions)) : 0;
    const bool areas = count > 0 && std::all_of(m_data->curves.begin(), m_data->curves.end(), [&](const auto& curve) {
                           return curve.envelope && curve.wave && curve.wave->wavelength() < kFinestPixels * perPixel;
                       });
    m_hint->setVisible(areas);
}

// The area is faint, so that others are seen through it; its edges stand out.
void CurvesPlot::drawEdges(const CurvesData::Curve& curve, const KeyRow::Entry& entry, int& graphs)
{
    for (const std::size_t edge : {0U, 1U}) {
        QCPGraph& graph = graphAt(graphs++);
        graph.setName(QStringLiteral("edge · ") + entry.text);
        graph.setPen(thin(entry.pen));
        graph.setLineStyle(QCPGraph::lsLine);
        graph.setScatterStyle(QCPScatterStyle());
        QVector<QCPGraphData> points;
        for (std::size_t i = edge; i < curve.positions.size(); i += 2)
            points.append({curve.positions[i] + kMiddle, curve.values[i]});
        graph.data()->set(points, true);
    }
}

QCPGraph& CurvesPlot::graphAt(int index)
{
    if (index < canvas().graphCount())
        return *canvas().graph(index);
    auto* graph = new DashedGraph(m_positions, m_values); // the canvas's own
    graph->setAdaptiveSampling(false); // there are no more points than pixels, and the extremes must stay
    return *graph;
}

// The place of its pair among those that are shown, from the fastest, 0, to the slowest, 1; columns that are no waves
// in the order in which they were chosen.
double CurvesPlot::slownessOf(const CurvesData::Curve& curve) const
{
    std::vector<std::pair<double, std::int64_t>> families;
    for (const auto& other : m_data->curves) {
        const std::pair family(other.wave ? other.wave->wavelength() : std::numeric_limits<double>::infinity(),
                               familyOf(other));
        const auto same = [&](const auto& known) {
            return known.second == family.second;
        };
        if (other.side == curve.side && std::none_of(families.begin(), families.end(), same))
            families.push_back(family);
    }
    std::stable_sort(families.begin(), families.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto place = std::find_if(families.begin(), families.end(),
                                    [&](const auto& family) { return family.second == familyOf(curve); });
    const auto last = static_cast<double>(std::max<std::ptrdiff_t>(1, std::ssize(families) - 1));
    return static_cast<double>(place - families.begin()) / last;
}

QPen CurvesPlot::penOf(const CurvesData::Curve& curve) const
{
    const HueColours second = colourOf(Hue::Second);
    const QColor colour = curve.side == Side::B ? theme().line(isCosine(curve) ? second.light : second.full)
                                                : waveColour(slownessOf(curve), isCosine(curve), theme());
    QPen pen(colour, theme().lineWidth);
    pen.setCapStyle(Qt::SquareCap); // closes the corners between segments
    pen.setJoinStyle(Qt::RoundJoin);
    if (curve.side == Side::B) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern({5, 2.5});
    }
    return pen;
}

void CurvesPlot::showMarkers()
{
    if (!m_data)
        return;
    const double perPosition
        = m_positions->range().size() > 0 ? lengthOf(*m_positions) / m_positions->range().size() : 0;
    for (int i = 0; i < static_cast<int>(m_data->curves.size()); ++i) {
        const bool markers = perPosition >= kPixelsPerMarker && !m_data->curves[static_cast<std::size_t>(i)].envelope;
        const QColor colour = canvas().graph(i)->pen().color();
        const double size = 2 + 2 * theme().lineWidth;
        canvas().graph(i)->setScatterStyle(
            markers ? QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(Qt::NoPen), QBrush(colour), size)
                    : QCPScatterStyle());
    }
}

void CurvesPlot::viewChanged()
{
    m_edit->showDimensions(view().dimensions);
    showMarkers();
}

void CurvesPlot::showCursor(const Cursor& cursor)
{
    m_cursor.moveTo(gestures().centresOn(*m_positions, cursor));
}

// Coordinate of the first column of the encoding's table, which may stand behind the embedding's.
std::int64_t CurvesPlot::firstDimension() const
{
    const Widths widths = widthsOf(store().scene().a);
    return widths.whole - widths.position;
}

// The dimension of the curve that is nearest to the pointer.
std::optional<Cursor> CurvesPlot::cursorAt(const QPoint& pixel) const
{
    auto cursor = CanvasPlot::cursorAt(pixel);
    if (!cursor || !m_data)
        return cursor;
    const double wanted = coordinateAt(*m_values, pixel);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& curve : m_data->curves) {
        const auto position = static_cast<double>((*cursor)[AxisKind::Position].value_or(0));
        const double distance = std::abs(valueAt(curve, position) - wanted);
        if (distance < least) {
            least = distance;
            (*cursor)[AxisKind::Dimension] = firstDimension() + curve.dimension;
        }
    }
    return cursor;
}

void CurvesPlot::applyTheme()
{
    m_cursor.setTheme(theme());
    m_key->setTheme(theme());
    m_hint->setText(tr("least to greatest value: the curves are too fine to draw, zoom in"));
    m_hint->setFont(theme().smallFont);
    m_hint->setColor(theme().foreground);
    m_hint->setBrush(QBrush(theme().background));
    m_edit->setTheme(theme());
    m_caption->setFont(theme().smallFont);
    m_caption->setStyleSheet(QStringLiteral("QLabel { color: %1; margin-right: 4px; }").arg(theme().muted.name()));
    drawCurves();
    showMarkers();
}

} // namespace phasor
