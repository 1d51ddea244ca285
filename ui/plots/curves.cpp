// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/curves_p.h"

#include "plots/canvas/numbertext_p.h"
#include "plots/dimensionedit_p.h"
#include "plots/dimensionlist.h"
#include "raster/quantities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr int kEnvelopeAlpha = 110;
constexpr double kPixelsPerMarker = 12; // positions nearer than this have no markers

// Okabe and Ito's colours from the encoding's blue on, without the yellow that white swallows.
constexpr std::array<std::uint32_t, 7> kPairs{0xff0072b2, 0xffe69f00, 0xff009e73, 0xffd55e00,
                                              0xffcc79a7, 0xff56b4e9, 0xff8c8c8c};

QString nameOf(const CurvesData::Curve& curve)
{
    const QString dimension = QStringLiteral("dim %1").arg(curve.dimension);
    if (!std::isfinite(curve.wavelength) || curve.pair < 0)
        return dimension;
    return dimension + (curve.cosine ? QStringLiteral(" · cos · λ ") : QStringLiteral(" · sin · λ "))
        + numberText(curve.wavelength);
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
    QColor colour = pen.color();
    colour.setAlpha(kEnvelopeAlpha);
    pen.setColor(colour);
    return pen;
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
    , m_ticker(QSharedPointer<IndexTicker>::create(*m_positions, IndexTicker::Steps::Decimal))
    , m_hint(new QCPItemText(&canvas()))
    , m_cursor(canvas().addOverlay<CrossHair>(*m_rect, *m_positions))
{
    canvas().plotLayout()->addElement(0, 0, m_key);
    canvas().plotLayout()->setRowStretchFactor(0, 0.001);
    m_positions->setTicker(m_ticker);
    m_positions->setLabel(tr("position"));
    m_values->setTicker(QSharedPointer<ValueTicker>::create(*m_values));
    m_values->setLabel(QStringLiteral("PE"));
    gestures().link(m_positions, Gestures::Along::Rows);
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
    setTheme(Theme::light());
    show(nullptr);
}

ViewJob CurvesPlot::jobAt(const Parameters&, const ViewState& view, Resolution resolution) const
{
    CurvesRequest request;
    request.dimensions = view.dimensions;
    if (request.dimensions.size() > kMostCurves)
        request.dimensions.resize(kMostCurves);
    request.rows = view.rows;
    request.width = Canvas::deviceSize(m_rect->rect(), resolution.scale).width();
    return curvesJob(request);
}

void CurvesPlot::showData(const ViewDataPtr& newData)
{
    m_data = std::dynamic_pointer_cast<const CurvesData>(newData);
    const Interval all = m_data ? m_data->allPositions : Interval{0, -1};
    const auto rows = static_cast<std::int64_t>(all.high - all.low) + 1;
    gestures().setTable({rows, 0}, all.low - 0.5);
    if (!view().rows)
        gestures().setUnzoomedRows(unzoomedRows());
    m_ticker->setIndices(all.low, static_cast<std::int64_t>(all.low), rows);
    m_values->setRange(m_data ? valueRange(*m_data) : QCPRange(-1.05, 1.05));
    drawCurves();
    setTexts(tr("Curves"), m_data ? QString::fromStdString(m_data->summary) : QString());
}

// Without a zoom the pipeline may show the first periods only.
ViewState::Range CurvesPlot::unzoomedRows() const
{
    if (!m_data || m_data->positions == m_data->allPositions)
        return std::nullopt;
    const double first = m_data->allPositions.low;
    return Interval{m_data->positions.low - first, m_data->positions.high - first + 1};
}

void CurvesPlot::drawCurves()
{
    const std::size_t count = m_data ? m_data->curves.size() : 0;
    while (canvas().graphCount() > static_cast<int>(count))
        canvas().removeGraph(canvas().graphCount() - 1);
    std::vector<KeyRow::Entry> entries;
    for (std::size_t i = 0; i < count; ++i) {
        const CurvesData::Curve& curve = m_data->curves[i];
        const int at = static_cast<int>(i);
        QCPGraph* graph = at < canvas().graphCount() ? canvas().graph(at) : canvas().addGraph(m_positions, m_values);
        graph->setName(nameOf(curve));
        const QPen pen = penOf(curve);
        graph->setPen(curve.envelope ? seeThrough(pen) : pen);
        QVector<QCPGraphData> points;
        points.reserve(static_cast<qsizetype>(curve.positions.size()));
        for (std::size_t k = 0; k < curve.positions.size(); ++k)
            points.append({curve.positions[k], curve.values[k]});
        graph->data()->set(points, true);
        graph->setAdaptiveSampling(false); // there are no more points than pixels, and the extremes must stay
        entries.push_back({pen, graph->name()});
    }
    m_key->setEntries(std::move(entries));
    const bool areas = count > 0 && std::all_of(m_data->curves.begin(), m_data->curves.end(), [](const auto& curve) {
                           return curve.envelope && std::isfinite(curve.wavelength);
                       });
    m_hint->setVisible(areas);
}

QPen CurvesPlot::penOf(const CurvesData::Curve& curve) const
{
    // Colours go to the pairs in the order in which they were chosen, so that adding a dimension recolours nothing.
    std::vector<std::int64_t> pairs;
    for (const auto& other : m_data->curves)
        if (std::find(pairs.begin(), pairs.end(), other.pair) == pairs.end())
            pairs.push_back(other.pair);
    const auto order = static_cast<std::size_t>(std::find(pairs.begin(), pairs.end(), curve.pair) - pairs.begin());
    const std::uint32_t full = kPairs[order % kPairs.size()];
    QPen pen(toColor(curve.cosine ? lighter(full) : full), theme().lineWidth);
    pen.setCapStyle(Qt::SquareCap); // closes the corners between segments
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

void CurvesPlot::showMarkers()
{
    if (!m_data)
        return;
    const double perPosition
        = m_positions->range().size() > 0 ? lengthOf(*m_positions) / m_positions->range().size() : 0;
    for (int i = 0; i < canvas().graphCount(); ++i) {
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

void CurvesPlot::showCursor(const std::optional<ViewState::Cell>& cell)
{
    m_cursor.moveTo(cell ? gestures().coordinateOf(Gestures::Along::Rows, cell->row) : std::nullopt);
}

// The dimension of the curve that is nearest to the pointer.
std::optional<ViewState::Cell> CurvesPlot::cellAt(const QPoint& pixel) const
{
    auto cell = CanvasPlot::cellAt(pixel);
    if (!cell || !m_data)
        return cell;
    const double wanted = coordinateAt(*m_values, pixel);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& curve : m_data->curves) {
        const double distance
            = std::abs(valueAt(curve, m_data->allPositions.low + static_cast<double>(cell->row)) - wanted);
        if (distance < least) {
            least = distance;
            cell->dimension = curve.dimension;
        }
    }
    return cell;
}

void CurvesPlot::applyTheme()
{
    m_cursor.setTheme(theme());
    m_key->setTheme(theme());
    m_hint->setText(tr("least to greatest value: the waves are too fine to draw, zoom in"));
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
