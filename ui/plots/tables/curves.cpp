// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/curves.h"

#include "pipeline/parameters/parameterspec.h"
#include "plots/canvas/drawing/drawingplot_p.h"
#include "plots/dimensions.h"
#include "words/coretexts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace phasor {

namespace {

using Curve = CurvesData::Curve;

// Curves of one hue: the two columns of a pair, or a column that is not a wave.
std::int64_t familyOf(const Curve& curve)
{
    return curve.wave ? curve.wave->pair : -1 - curve.dimension;
}

// Color place of each family shown, from 0, the fastest wave, to 1; columns that are not waves last, as they were
// chosen.
std::map<std::int64_t, double> slownessOf(const CurvesData& data, Side side)
{
    std::vector<const Curve*> curves;
    for (const Curve& curve : data.curves) {
        if (curve.side == side)
            curves.push_back(&curve);
    }
    std::ranges::stable_sort(curves, {}, [](const Curve* curve) {
        return curve->wave ? curve->wave->wavelength() : std::numeric_limits<double>::infinity();
    });
    std::map<std::int64_t, double> slowness;
    for (const Curve* curve : curves)
        slowness.try_emplace(familyOf(*curve), static_cast<double>(slowness.size()));
    for (auto& [family, place] : slowness)
        place /= std::max(1.0, static_cast<double>(slowness.size()) - 1);
    return slowness;
}

// [-1.05, 1.05] for waves within [-1, 1], so that nothing jumps while a slider moves.
Interval valueRange(const CurvesData& data)
{
    const bool waves = std::ranges::any_of(data.curves, [](const Curve& curve) { return curve.wave.has_value(); });
    double largest = waves || data.curves.empty() ? 1 : 0;
    for (const Curve& curve : data.curves) {
        for (const double value : curve.values)
            largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    }
    largest = largest > 0 ? largest : 1;
    return {-1.05 * largest, 1.05 * largest};
}

QString briefOf(std::int64_t dimension)
{
    return PlotWords::tr("dimension %1").arg(dimension);
}

// Dots at the positions before `end`, where tokens are.
void addTokens(Panel& panel, double end)
{
    const std::vector<DrawnLine> curves = panel.lines;
    for (const DrawnLine& curve : curves) {
        if (curve.name.isEmpty() || curve.faint)
            continue;
        DrawnLine dots = curve;
        const auto count = std::ranges::lower_bound(dots.x, end) - dots.x.begin();
        dots.name.clear();
        dots.x.resize(static_cast<std::size_t>(count));
        dots.y.resize(static_cast<std::size_t>(count));
        dots.stroke = Stroke::None;
        dots.mark = Marker::Dot;
        dots.compared = false;
        panel.lines.push_back(std::move(dots));
    }
}

// Drawn from back to front: points, waves between them, edges of areas.
void addCurves(Panel& panel, const CurvesData& data)
{
    const std::map<std::int64_t, double> ofA = slownessOf(data, Side::A);
    const std::map<std::int64_t, double> ofB = slownessOf(data, Side::B);
    for (const Curve& curve : data.curves)
        panel.lines.push_back(
            {.name = words::curveName(curve),
             .brief = briefOf(curve.dimension),
             .end = curve.wave ? PlotWords::tr("λ %1").arg(words::grouped(curve.wave->wavelength())) : QString(u' '),
             .x = curve.positions,
             .y = curve.values,
             .ink = {.role = Ink::Role::Wave,
                     .light = curve.wave && curve.wave->cosine,
                     .place = (curve.side == Side::A ? ofA : ofB).at(familyOf(curve))},
             .side = curve.side,
             .stroke = curve.between.empty() || curve.rounded ? Stroke::Solid : Stroke::None,
             .mark = curve.envelope ? Marker::None : Marker::Disc,
             .sparse = true,
             .faint = curve.envelope});
    const std::vector<DrawnLine> curves = panel.lines;
    const auto add = [&](const DrawnLine& of, std::vector<double> x, std::vector<double> y, bool fine) {
        panel.lines.push_back({.brief = of.brief,
                               .x = std::move(x),
                               .y = std::move(y),
                               .ink = of.ink,
                               .side = of.side,
                               .weight = fine ? Weight::Hair : Weight::Line});
    };
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (!data.curves[i].between.empty())
            add(curves[i], data.curves[i].between, data.curves[i].valuesBetween, data.curves[i].rounded);
    }
    for (const DrawnLine& area : curves) {
        for (std::size_t edge = 0; area.faint && edge < 2; ++edge) { // the lower one, the upper one
            std::vector<double> x;
            std::vector<double> y;
            for (std::size_t i = edge; i < area.x.size(); i += 2) {
                x.push_back(area.x[i]);
                y.push_back(area.y[i]);
            }
            add(area, std::move(x), std::move(y), true);
        }
    }
}

// Whether all curves are drawn as areas: few pixels per wave, with two points a pixel.
bool onlyAreas(const CurvesData& data)
{
    constexpr double kFinestPixels = 6; // per wavelength
    return !data.curves.empty() && std::ranges::all_of(data.curves, [](const Curve& curve) {
        const double pixels = 0.5 * static_cast<double>(curve.positions.size());
        return curve.envelope && curve.wave && !curve.positions.empty()
            && curve.wave->wavelength() * pixels < kFinestPixels * (curve.positions.back() - curve.positions.front());
    });
}

// Whether two columns are a sine and its cosine, in one of the two layouts.
bool arePair(std::int64_t a, std::int64_t b, std::int64_t width)
{
    const auto [low, high] = std::minmax(a, b);
    return (high == low + 1 && low % 2 == 0) || (width % 2 == 0 && high == low + width / 2);
}

// The dimensions of each panel, from top to bottom, of A and of B. Empty: one panel shows all dimensions.
using Lane = std::vector<std::pair<Side, std::int64_t>>;
using Lanes = std::vector<Lane>;

// A lane for each dimension; chosen pairs share one. If the encoding has none of those chosen, the first dimensions
// that the view chooses for A and for B share one, the second ones … Before there is data, these lanes are known only
// by their number.
Lanes lanesOf(const CurvesData* data, const DrawingContext& context)
{
    constexpr std::size_t kMost = 4;
    constexpr double kLines = 2.5; // lines of small type that a lane takes at least
    constexpr int kNarrow = 54; // characters; names at the ends of lines need more
    const std::int64_t width = widthsOf(context.scene.a).position;
    const ParameterSpec* rotated = findParameter("rotary-fraction", context.scene.a); // of a head's dimensions
    const std::int64_t ofHead = width / context.scene.a.attention.heads;
    const std::int64_t columns = rotated == nullptr
        ? width
        : static_cast<std::int64_t>(std::get<double>(rotated->get(context.scene.a)) * static_cast<double>(ofHead));
    const auto exists = [columns](std::int64_t dimension) {
        return dimension < columns;
    };
    const bool chosen = std::ranges::any_of(context.view.dimensions, exists);
    std::vector<std::int64_t> dimensions;
    for (const std::int64_t dimension : context.view.dimensions) {
        if (chosen && (exists(dimension) || context.comparing())) // B may have it
            dimensions.push_back(dimension);
    }
    Lanes lanes;
    for (const std::int64_t dimension : dimensions) {
        const auto known = std::ranges::find_if(lanes, [&](const Lane& lane) {
            return lane.front().second == dimension || arePair(lane.front().second, dimension, width);
        });
        Lane& lane = known == lanes.end() ? lanes.emplace_back() : *known;
        lane.insert(lane.end(), {{Side::A, dimension}, {Side::B, dimension}});
    }
    if (!chosen) {
        std::size_t next[2] = {}; // of A, of B
        for (std::size_t i = 0; data && i < data->curves.size(); ++i) {
            const Curve& curve = data->curves[i];
            std::size_t& place = next[static_cast<std::size_t>(curve.side)];
            lanes.resize(std::max(lanes.size(), place + 1));
            lanes[place++].emplace_back(curve.side, curve.dimension);
        }
        if (data == nullptr)
            lanes.resize(std::clamp<std::size_t>(static_cast<std::size_t>(columns / 2), 1, kMost));
    }
    const bool keyed = context.comparing() || dimensions.size() > lanes.size() // several names a lane
        || context.characters < kNarrow;
    const double rest = keyed ? 12 : 5; // of names and numbers of the axes, of the key
    const bool fit = rest + kLines * static_cast<double>(lanes.size()) <= context.lines;
    return fit && lanes.size() <= kMost ? lanes : Lanes();
}

std::vector<Panel> panelsOf(const Panel& all, const CurvesData* data, const DrawingContext& context)
{
    constexpr std::string_view kIds[] = {"lane-1", "lane-2", "lane-3", "lane-4"};
    const Lanes lanes = lanesOf(data, context);
    if (lanes.size() < 2)
        return {all};
    std::vector<Panel> panels(lanes.size(), all);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        Panel& panel = panels[i];
        panel.place.row = static_cast<int>(i);
        panel.lane = true;
        panel.id = kIds[i];
        std::erase_if(panel.lines, [&](const DrawnLine& line) {
            return std::ranges::none_of(lanes[i], [&line](const auto& of) {
                return of.first == line.side && briefOf(of.second) == line.brief;
            });
        });
        if (i > 0)
            panel.up.labels = {};
        panel.across.shown = i + 1 == lanes.size();
    }
    return panels;
}

// PE[·, i] over positions for the chosen dimensions, from blue (fast) to green (slow), named at their ends; up to four
// have a lane each, which a pair shares. A pair's sine has the full color, its cosine a lighter one; setup B's curves
// are dashed, in the color of B. A known wave is drawn between positions that are far apart, which are markers on it.
Drawing drawCurves(const DataPtr<CurvesData>& data, const DrawingContext& context)
{
    Panel all{.across = tableAxis(data ? data->rows : Axis{}),
              .up = {.labels = {data ? words::ofCore(data->symbol) : QStringLiteral("PE")},
                     .range = data ? valueRange(*data) : Interval{-1.05, 1.05}}};
    constexpr std::size_t kStacked = 5; // more names and values below each other have no room
    if (!context.comparing())
        all.ends = briefOf(127)
            + (context.view.dimensions.size() <= kStacked ? QStringLiteral("\nλ 54,400")
                                                          : QStringLiteral("  λ 54,400"));
    if (data) {
        // Without a zoom the view may show only the first periods.
        addCurves(all, *data);
        const Interval visible{data->visible.low, data->visible.high + 1};
        if (!(visible == data->rows.inCoordinates({0, static_cast<double>(data->rows.count)})))
            all.across.unzoomed = visible;
        if (const auto tokens = static_cast<double>(data->tokens); tokens > 0 && tokens < visible.high - visible.low) {
            const auto first = static_cast<double>(data->rows.first);
            addTokens(all, first + tokens);
            all.bands.push_back({.range = {first, first + tokens}});
            all.across.labels.prepend(PlotWords::tr("%1 (gray: your tokens)").arg(all.across.labels.last()));
        }
    }
    return {.hint = data && onlyAreas(*data) ? PlotWords::tr("Ranges of values. Zoom in to see the waves.") : QString(),
            .panels = panelsOf(all, data.get(), context)};
}

ViewRequest requestCurves(const ViewState& view, const DrawingRoom& room, const ViewData*)
{
    auto request = requested<CurvesRequest>(view, room);
    request.dimensions = view.dimensions;
    request.dimensions.resize(std::min(request.dimensions.size(), kMostCurves));
    return request;
}

// Dimension of the curve nearest to the pointer. In the sum, the encoding's columns may follow the embedding's.
std::optional<Cursor> nearestCurve(const ViewData& shown, const DrawingContext& context, const Place& place,
                                   Cursor cursor)
{
    const Widths widths = widthsOf(context.scene.a);
    const auto position = static_cast<double>(cursor[AxisKind::Position].value_or(0));
    double least = std::numeric_limits<double>::infinity();
    const auto& data = dynamic_cast<const CurvesData&>(shown);
    const Lanes lanes = lanesOf(&data, context);
    for (const Curve& curve : data.curves) {
        if (place.panel < lanes.size()
            && std::ranges::count(lanes[place.panel], std::pair(curve.side, curve.dimension)) == 0)
            continue;
        const auto at = std::ranges::lower_bound(curve.positions, position) - curve.positions.begin();
        if (at == std::ssize(curve.positions))
            continue;
        const double distance = std::abs(curve.values[static_cast<std::size_t>(at)] - place.y);
        if (distance < least) {
            least = distance;
            cursor[AxisKind::Dimension] = widths.whole - widths.position + curve.dimension;
        }
    }
    return cursor;
}

// Curves with a field for the dimensions in the header.
class CurvesPlot : public DrawingPlot
{
public:
    CurvesPlot(const PlotSpec& spec, Store& store, QWidget* parent)
        : DrawingPlot(spec, store, parent)
        , m_caption(new QLabel(PlotWords::tr("dimensions"), this))
        , m_field(makeDimensionsField(store, this))
    {
        auto* gap = new QWidget(this);
        gap->setFixedWidth(kGap);
        for (QWidget* part : {static_cast<QWidget*>(m_caption), static_cast<QWidget*>(m_field), gap})
            addOption(part);
        m_caption->setBuddy(m_field);
        connect(m_field, &ValueField::refused, this, &Plot::failed);
        CurvesPlot::themeShown();
    }

protected:
    void viewShown() override { showDimensions(*m_field, view().dimensions); }

    void themeShown() override
    {
        m_caption->setFont(theme().smallFont);
        m_caption->setStyleSheet(QStringLiteral("QLabel { color: %1; margin-right: 4px; }").arg(theme().muted.name()));
        m_field->setFont(theme().smallFont);
        m_field->setFixedWidth(QFontMetrics(theme().smallFont).averageCharWidth() * 20 - kGap);
        m_field->setStyleSheet(
            QStringLiteral("QLineEdit { color: %1; background: %2; border: 1px solid %3; "
                           "border-radius: 3px; padding: 0 4px; margin: 1px 1px 1px 0; } "
                           "QLineEdit:focus { border-color: %4; }")
                .arg(theme().foreground.name(), theme().background.name(), theme().grid.name(), theme().muted.name()));
    }

private:
    static constexpr int kGap = 7; // pixels, before other controls
    QLabel* m_caption;
    ValueField* m_field;
};

} // namespace

const PlotSpec kCurves{.title = QT_TRANSLATE_NOOP("Plots", "Curves"),
                       .question = QT_TRANSLATE_NOOP("Plots", "How does a dimension change with the position?"),
                       .node = "position",
                       .takes = {"rows", "dims"},
                       .draw = drawingOf<CurvesData, drawCurves>,
                       .request = requestCurves,
                       .cursorAt = nearestCurve,
                       .ownPlot = madeAs<CurvesPlot>};

} // namespace phasor
