// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/similarity.h"

#include "analysis/rows/rowproducts.h"
#include "views/measures/energy.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

std::vector<ViewOption> similarityOptions()
{
    return {
        setting(flag("minus-mean-row", WORDS("Subtract mean row"))
                    .says(WORDS("similarity of rows without their mean row, which all positions share."))
                    .beside(WORDS("Compares rows without their mean row, which all positions share"))
                    .keptAs("mean_row", "with", "without"),
                &SimilarityOptions::minusMeanRow),
    };
}

namespace {

// Subtractions of cells, of the search for the closest two rows.
constexpr std::int64_t kFrameCloseness = std::int64_t{1} << 23;
constexpr std::int64_t kMeanRowCells = std::int64_t{1} << 22;
constexpr std::int64_t kMostPoints = 512; // of a line
constexpr std::int64_t kKernelCosines = std::int64_t{1} << 17; // of a kernel
constexpr std::int64_t kFrameRiseCosines = std::int64_t{1} << 18; // of a frame's search for its first rise

// The compared node, and how it is compared.
struct Compared
{
    NodePtr node;
    Restriction only;
    SimilarityMeasure measure = SimilarityMeasure::Cosine;
    bool minusMeanRow = false;
    bool operator==(const Compared&) const = default;
};

// Similarities of the node's rows, as a node. Independent of the cursor.
struct Pairs
{
    Compared what;
    NodePtr rows; // node with the compared rows
    Node node;
};

Result<Pairs> pairsOf(const Compared& what)
{
    TRY(const NodePtr node, restricted(what.node, what.only));
    Node pairs{.id = node->id,
               .quantity = {what.measure == SimilarityMeasure::Cosine ? WORDS("cos") : WORDS("·"), node->quantity.title,
                            QuantityFamily::Signed, node->quantity.hue},
               .rows = node->rows,
               .columns = node->rows,
               .field = node->field};
    pairs.columns.kind = AxisKind::Key;
    if (node->field.ok()) {
        const FieldPtr rows
            = what.minusMeanRow ? lessRow(*node->field, energyOf(*node, kMeanRowCells).mean) : *node->field;
        pairs.field = similarityOfRows(rows, what.measure);
    }
    return unlessCancelled(Pairs{what, node, std::move(pairs)});
}

// `count` of 0 … all − 1, evenly spread.
std::vector<std::int64_t> spread(std::int64_t all, std::int64_t count)
{
    std::vector<std::int64_t> some;
    count = std::min(all, count);
    for (std::int64_t i = 0; i < count; ++i)
        some.push_back(count == 1 ? 0 : spreadRow({0, all - 1}, count - 1, i));
    return some;
}

// Mean similarity of neighbors among the visible positions: of all, or of an evenly spread sample. Rows of zeros have
// no cosine, also not with themselves.
std::optional<Estimate> neighbors(const Pairs& of, const Picture& picture)
{
    const Node& pairs = of.node;
    constexpr std::int64_t kMost = 256;
    const Span rows = cellsOf(picture.visibleRows, pairs.rows.count);
    const std::int64_t all = rows.size() - 1;
    const std::int64_t count = std::min(all, kMost);
    if (count < 1)
        return std::nullopt;
    const auto undefined = [&](std::int64_t row) {
        return of.what.measure == SimilarityMeasure::Cosine && valueAt(pairs, row, row) == 0;
    };
    std::vector<double> similar;
    for (const std::int64_t row : evenlySpread({rows.begin, rows.end - 1}, count))
        similar.push_back(undefined(row) || undefined(row + 1) ? std::numeric_limits<double>::quiet_NaN()
                                                               : valueAt(pairs, row, row + 1).value_or(0));
    return estimatedMean(similar, count == all);
}

// Mean over some pairs of rows that are k apart.
double meanAtDistance(const Node& pairs, std::int64_t k, std::int64_t most)
{
    std::vector<double> values;
    for (const std::int64_t row : spread(pairs.rows.count - k, most))
        values.push_back(valueAt(pairs, row, row + k).value_or(std::numeric_limits<double>::quiet_NaN()));
    return estimatedMean(values, true).value;
}

// Every distance up to some, then ever fewer.
std::vector<std::int64_t> distancesUpTo(std::int64_t count, std::int64_t most)
{
    const std::int64_t near = most / 2;
    std::vector<std::int64_t> distances = spread(std::min(count, near), near);
    const auto ratio = static_cast<double>(count - 1) / static_cast<double>(std::max<std::int64_t>(1, near - 1));
    for (std::int64_t i = 1; i <= near && distances.back() < count - 1; ++i) {
        const double power = static_cast<double>(i) / static_cast<double>(near);
        const auto next = static_cast<std::int64_t>(static_cast<double>(near - 1) * std::pow(ratio, power));
        if (next > distances.back())
            distances.push_back(std::min(next, count - 1));
    }
    return distances;
}

SimilarityKernel kernelOf(const Pairs& pairs, bool frame)
{
    const bool cosinesOfRows = pairs.what.measure == SimilarityMeasure::Cosine && !pairs.what.minusMeanRow;
    const Waves* waves = cosinesOfRows ? wavesOfDistance(*pairs.rows) : nullptr;
    if (waves != nullptr && waves->frequencies.empty())
        waves = nullptr;
    SimilarityKernel kernel;
    kernel.exact = waves != nullptr;
    kernel.rough = !kernel.exact;
    const std::int64_t cosines = waves != nullptr ? kKernelCosines / std::ssize(waves->frequencies) : 0;
    const std::int64_t most = kernel.exact ? std::clamp<std::int64_t>(cosines, 16, kMostPoints)
        : frame                            ? kMostPoints / 8
                                           : kMostPoints / 2;
    for (const std::int64_t k : distancesUpTo(pairs.node.rows.count, most)) {
        const double value
            = kernel.exact ? similarityAt(waves->frequencies, k) : meanAtDistance(pairs.node, k, frame ? 8 : 32);
        kernel.distances.push_back(static_cast<double>(k));
        kernel.values.push_back(value);
        if (!kernel.half && value <= 0.5)
            kernel.half = k;
    }
    if (kernel.exact) {
        const std::int64_t all = std::min(pairs.node.rows.count, kFirstRiseLimit);
        kernel.searched = frame ? std::min(all, kFrameRiseCosines / std::ssize(waves->frequencies)) : all;
        kernel.firstRise = firstRise(waves->frequencies, kernel.searched);
        kernel.rough = !kernel.firstRise && kernel.searched < all;
    }
    return kernel;
}

// The row at a coordinate compared with the visible ones.
std::optional<SimilarityRow> rowOf(const Node& pairs, std::optional<std::int64_t> coordinate, Interval visible)
{
    const std::optional<std::int64_t> index = coordinate ? pairs.rows.index(*coordinate) : std::nullopt;
    if (!index)
        return std::nullopt;
    SimilarityRow row;
    row.position = *coordinate;
    const Span others = cellsOf(visible, pairs.columns.count);
    for (const std::int64_t other : spread(others.size(), kMostPoints)) {
        row.positions.push_back(static_cast<double>(pairs.columns.coordinate(others.begin + other)));
        row.values.push_back(
            valueAt(pairs, *index, others.begin + other).value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    return row;
}

Result<std::shared_ptr<const Pairs>> sideOf(const SimilarityRequest& request, const NodeId& id, SceneReader& scene,
                                            Side side)
{
    const Compared what{nodeOfNumbers(id, scene, side, true), request.only, request.measure,
                        request.options.minusMeanRow};
    return scene.kept<Pairs>(what, [&] { return pairsOf(what); });
}

Result<SideSimilarity> linesOf(const Pairs& of, const SimilarityRequest& request, SceneReader& scene, Effort effort,
                               const Picture& picture)
{
    SideSimilarity lines;
    const Node& pairs = of.node;
    if (!pairs.field.ok())
        return lines;
    if (pairs.rows.gridColumns == 0 && pairs.rows.count > 0) {
        TRY(const auto kernel, scene.kept<SimilarityKernel>(std::pair(of.what, effort), [&] {
            return unlessCancelled(kernelOf(of, effort == Effort::Frame));
        }));
        lines.kernel = *kernel;
    }
    lines.row = rowOf(pairs, request.row, picture.visibleColumns);
    lines.nearest = neighbors(of, picture);
    return lines;
}

// If all rows are alike, half of a diverging map would be unused.
void colorSimilar(PicturesData& made, const PictureRequest& request)
{
    std::vector<Picture*> pictures{&made.picture};
    if (made.b)
        pictures.push_back(&*made.b);
    const bool positive = std::ranges::all_of(pictures, [](const Picture* picture) {
        const Matrix& values = picture->values;
        return std::all_of(values.data(), values.data() + values.rows() * values.cols(), [](float v) { return v > 0; });
    });
    if (!positive || !request.colorMap.empty() || !(request.range == ColorRange(RangeRule::Model)))
        return;
    for (Picture* picture : pictures) {
        picture->colorMap = &defaultColorMap(false, request.dark);
        recolor(*picture, {0, picture->range.high});
    }
}

} // namespace

DataTable tableOf(const SideSimilarity& of)
{
    DataTable table;
    if (of.kernel) {
        table.add("distance", of.kernel->distances, kKey);
        table.add("kernel", of.kernel->values);
    }
    if (of.row) {
        table.add("position", of.row->positions, kKey);
        table.add("similarity_to_position_" + std::to_string(of.row->position), of.row->values);
    }
    return table;
}

DataTable SimilarityData::table() const
{
    DataTable table = pictures->table();
    table.append("", SidesData::table());
    return table;
}

Result<ViewDataPtr> compute(const SimilarityRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells / 64 : kFrameCells;
    TRY(const auto a, sideOf(request, request.node, scene, Side::A));
    std::shared_ptr<const Pairs> b;
    if (scene.comparing()) {
        TRY(b, sideOf(request, a->what.node->id, scene, Side::B));
    }
    const std::tuple key(a->what, b ? std::optional(b->what) : std::nullopt, request.pictures, cells);
    TRY(const auto pictures, scene.kept<PicturesData>(key, [&]() -> Result<PicturesData> {
        PicturesData made;
        TRY_DONE(makePictures(a->node, b ? &b->node : nullptr, request.pictures, cells, made));
        colorSimilar(made, request.pictures.a);
        return made;
    }));
    auto data = std::make_shared<SimilarityData>();
    data->pictures = pictures;
    noteLeftOut(*data, scene, a->what.node->id, request.only);
    data->node = a->what.node->id;
    data->symbol = a->what.node->quantity.symbol;
    data->measure = request.measure;
    data->options = request.options;
    data->rows = a->node.rows;
    TRY(data->a, linesOf(*a, request, scene, effort, pictures->picture));
    if (b) {
        TRY(data->b, linesOf(*b, request, scene, effort, *pictures->b));
    }
    const std::int64_t budget = effort == Effort::Frame ? kFrameCloseness : kCloseness;
    TRY(const auto closest, scene.kept<std::optional<ClosestRows>>(std::pair(a->what, budget), [&] {
        return unlessCancelled(closestRowsOf(*a->rows, budget));
    }));
    data->closest = *closest;
    if (cancelled())
        return cancelledError();
    const bool some = data->closest && data->closest->checked < a->rows->rows.count;
    const bool roughly = data->either([](const SideSimilarity& of) { return of.kernel && of.kernel->rough; });
    data->coarse = effort == Effort::Frame && (pictures->isRough() || some || roughly);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
