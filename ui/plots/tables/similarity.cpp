// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/similarity.h"
#include "plots/drawings.h"

namespace phasor {

constexpr double kSideStretch = 0.62; // relative to the map
constexpr std::size_t kLinearDistances = 300; // beyond this number the axis is logarithmic
constexpr Ink kRows = inkOf(Hue::Position);

static void addKernel(Panel& panel, const SideSimilarity& of, Side side)
{
    if (!of.kernel)
        return;
    const SimilarityKernel& kernel = *of.kernel;
    panel.lines.push_back(lineOf(PlotWords::tr("by distance, c(k)"), kernel.distances, kernel.values, kRows, side));
    const auto mark = [&](const std::optional<std::int64_t>& k, const QString& name, Stroke stroke) {
        if (k)
            panel.levels.push_back({.name = name,
                                    .at = static_cast<double>(*k),
                                    .ink = {.role = Ink::Role::Quiet},
                                    .side = side,
                                    .stroke = stroke});
    };
    mark(kernel.half, PlotWords::tr("falls to half"), Stroke::Dotted);
    mark(kernel.firstRise, PlotWords::tr("first rise"), Stroke::Dashed);
    if (kernel.distances.size() > kLinearDistances)
        panel.across.scale = DrawnAxis::Scale::Logarithmic;
}

static Panel chart(int row, std::string_view id, const DrawnAxis& across, const QString& up,
                   const DrawingContext& context)
{
    return {.place = {.area = 1, .row = row, .width = context.comparing() ? 3 * kSideStretch : kSideStretch},
            .id = id,
            .across = across,
            .up = {.labels = {up}},
            .key = false,
            .folds = true};
}

// Similarity of every two rows of the shown node. Next to the map, if there is room: the row under the cross-hair, and
// similarity by distance if the rows are positions along one line.
static Drawing drawSimilarity(const DataPtr<SimilarityData>& data, const DrawingContext& context)
{
    Drawing drawing;
    const QString position = words::axisTitle(AxisKind::Position);
    addPictures(drawing, data ? data->pictures : nullptr, position, context);
    for (Panel& panel : drawing.panels) {
        panel.square = true;
        panel.across.labelOfNames = panel.up.labelOfNames;
    }
    if (!context.comparing())
        drawing.panels.front().id = "map";
    Panel row = chart(
        0, "row", tableAxis(data ? data->pictures->picture.columns : Axis{.kind = AxisKind::Key}, position),
        data && data->a.row ? PlotWords::tr("cos with %1", "a position").arg(words::count(data->a.row->position))
                            : PlotWords::tr("point at a row"),
        context);
    row.across.grid = true;
    row.across.labelOfNames = words::axisTitle(AxisKind::Position, true);
    Panel kernel
        = chart(1, "distance", {.scale = DrawnAxis::Scale::Count, .labels = {PlotWords::tr("distance, positions")}},
                PlotWords::tr("by distance, c(k)"), context);
    kernel.key = true; // its levels have no other name
    eachSide(data, [&](const SideSimilarity& of, Side side) {
        if (of.row) // under the cross-hair, compared with all visible rows
            row.lines.push_back(
                lineOf(PlotWords::tr("point at a row"), of.row->positions, of.row->values, kRows, side));
        addKernel(kernel, of, side);
    });
    if (data && data->b) {
        for (DrawnLine& less : differenceOf(kernel).lines) {
            less.ink = {};
            less.weight = Weight::Hair;
            less.name = {};
            kernel.lines.push_back(less);
        }
    }
    kernel.blank = data && kernel.lines.empty(); // a grid's cells have no distance along one line
    row.up.range = rangeOf(row, Fit::Loose, {-1, 1});
    kernel.up.range = rangeOf(kernel, Fit::Loose, {-1, 1});
    kernel.across.range = rangeAcross(kernel, {1, 10});
    drawing.panels.push_back(std::move(row));
    drawing.panels.push_back(std::move(kernel));
    return drawing;
}

static ViewRequest requestSimilarity(const ViewState& view, const DrawingRoom& room, const ViewData* shown)
{
    // The first row, until the user points at another one.
    const auto* data = dynamic_cast<const SimilarityData*>(shown);
    const std::int64_t first = data != nullptr ? data->pictures->picture.rows.first : 0;
    auto request = requested<SimilarityRequest>(view, room);
    request.row = view.cursor[AxisKind::Position].value_or(first);
    return request;
}

const PlotSpec kSimilarity{
    .title = QT_TRANSLATE_NOOP("Plots", "Similarity"),
    .question = QT_TRANSLATE_NOOP("Plots", "Which positions look alike to the model?"),
    .square = true,
    .colored = true,
    .takes = {"stage", "colormap", "range", "reduction", "rows", "cols", "at", "only-rows", "only-cols"},
    .draw = drawingOf<SimilarityData, drawSimilarity>,
    .request = requestSimilarity};

} // namespace phasor
