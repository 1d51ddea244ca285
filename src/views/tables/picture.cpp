// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/picture.h"

#include "analysis/rows/norms.h"
#include "field/field.h"
#include "field/matrixfield.h"
#include "field/parallel.h"
#include "kernels/reduce.h"
#include "system/memory.h"
#include "views/measures/measure.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace phasor {

static Extremes extremesOf(const Matrix& values)
{
    constexpr std::int64_t kValuesPerTask = 1 << 16;
    const std::int64_t grain = std::max<std::int64_t>(1, kValuesPerTask / std::max<std::int64_t>(1, values.cols()));
    Extremes all;
    std::mutex mutex;
    parallelFor(0, values.rows(), grain, [&](Span rows) {
        const Extremes some = rowExtremes(values.view().row(rows.begin), rows.size() * values.cols());
        const std::lock_guard lock(mutex);
        all = merged(all, some);
    });
    return all;
}

// Picture of A − B: A's picture minus B's, as pixels are sums over cells. A separate sample of the difference would
// show noise where both are smooth. Both have the same size.
static Picture lessPicture(const Picture& a, const Picture& b)
{
    Picture difference{.rows = a.rows,
                       .columns = a.columns,
                       .quantity = a.quantity,
                       .visibleRows = a.visibleRows,
                       .visibleColumns = a.visibleColumns,
                       .width = a.width,
                       .height = a.height,
                       .pixels = Pixels(a.pixels.size()),
                       .values = Matrix(a.values.shape()),
                       .extremes = {},
                       .range = {},
                       .blank = a.blank,
                       .causal = a.causal || b.causal,
                       .reduction = a.reduction,
                       .rowsPerPixel = a.rowsPerPixel,
                       .columnsPerPixel = a.columnsPerPixel,
                       .sampled = a.sampled || b.sampled};
    std::transform(a.values.data(), a.values.data() + a.values.rows() * a.values.cols(), b.values.data(),
                   difference.values.data(), std::minus());
    const Extremes found = extremesOf(difference.values);
    difference.extremes = {found.low, found.high};
    return difference;
}

Rect visibleCells(const Picture& picture)
{
    const Span rows = cellsOf(picture.visibleRows, picture.rows.count);
    const Span columns = cellsOf(picture.visibleColumns, picture.columns.count);
    return {rows.begin, columns.begin, rows.size(), columns.size()};
}

// Extremes of the visible cells: of the pixels if each is a cell, else of about a quarter of a picture's `cells` at
// fixed places. `rowCost`: cells that one row costs if that is more than its visited ones (attention), else 0.
static Interval visibleRange(Picture& picture, const Field& field, std::int64_t rowCost, std::int64_t cells)
{
    if (picture.rowsPerPixel <= 1 && picture.columnsPerPixel <= 1)
        return picture.extremes;
    const Rect window = visibleCells(picture);
    const std::int64_t budget = std::min(cells, kStillCells) / 4;
    // A table too wide for a few hundred entire rows is visited in blocks.
    const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(budget)));
    const std::vector<Span> rows
        = sampledRuns({window.row, window.row + window.rows}, std::max(rowCost, std::min(window.cols, side)), budget);
    const std::int64_t visited = std::ssize(rows) * rows.front().size(); // all runs are as long as each other
    const std::vector<Span> cols = sampledRuns({window.col, window.col + window.cols}, visited, budget);
    picture.rangeSampled = visited < window.rows || std::ssize(cols) * cols.front().size() < window.cols;
    Extremes all;
    std::mutex mutex;
    for (const Span row : rows) {
        for (const Span col : cols) {
            reduce(field, {row.begin, col.begin, row.size(), col.size()},
                   [&](Rect place, MatrixView<const float> values) {
                       Extremes some;
                       for (std::int64_t r = 0; r < place.rows; ++r)
                           some = merged(some, rowExtremes(values.row(r), place.cols));
                       const std::lock_guard lock(mutex);
                       all = merged(all, some);
                   });
        }
    }
    return {all.low, all.high};
}

// Colors of cells, 0xffRRGGBB.
constexpr std::uint32_t kBlank = 0xffc0c0c0; // behind a causal mask
constexpr std::uint32_t kBlankOnDark = 0xff5c5c60;

const ColorMap& colorMapOf(const PictureRequest& request, const Quantity& quantity, Interval bounds)
{
    if (const ColorMap* map = findColorMap(request.colorMap))
        return *map;
    if (quantity.family == QuantityFamily::Share)
        return *findColorMap("grey");
    return defaultColorMap(bounds.low < 0, request.dark);
}

// The cells [begin, end) of a pixel; if cells have more than a pixel, the one at the pixel's center.
static Span cellsOfPixel(Interval visible, int pixels, int pixel)
{
    const double each = (visible.high - visible.low) / pixels;
    const double from = visible.low + each * pixel;
    if (each > 1)
        return {static_cast<std::int64_t>(std::floor(from)), static_cast<std::int64_t>(std::ceil(from + each))};
    const auto middle = static_cast<std::int64_t>(std::floor(from + each / 2));
    return {middle, middle + 1};
}

// Pixels along an axis of a vector figure, at least `pixels`: an integer number for each cell of a pixel or more, so
// that a viewer cannot blur its edges.
static std::int64_t wholeCells(Interval visible, int pixels)
{
    const double cells = visible.high - visible.low;
    const bool whole = visible.low == std::floor(visible.low) && visible.high == std::floor(visible.high);
    return whole && cells <= pixels ? static_cast<std::int64_t>(cells * std::ceil(pixels / cells)) : pixels;
}

// Sizes the picture for a vector figure. Error: Resource MEMORY.
static Status sizeToCells(Picture& picture)
{
    constexpr ByteCount kBytes = 24; // of a pixel: value, color, and what the file's writer takes
    const std::int64_t width = wholeCells(picture.visibleColumns, picture.width);
    const std::int64_t height = wholeCells(picture.visibleRows, picture.height);
    TRY_DONE(requireMemory(kBytes * static_cast<ByteCount>(width) * static_cast<ByteCount>(height),
                           WORDS("a map of the figure needs %1, %2 are available"),
                           WORDS("use fewer dots per inch or a smaller size")));
    picture.width = static_cast<int>(width);
    picture.height = static_cast<int>(height);
    return Done{};
}

// A single row costs about as much as this many that are computed together.
constexpr std::int64_t kCostOfLoneRow = 16;

// Picture of entire rows, as many as `cells` allow.
static Result<Picture> pictureOfWholeRows(Pictured what, PictureRequest request, std::int64_t cells)
{
    const std::int64_t keys = std::max<std::int64_t>(1, what.columns.count);
    what.rowCost = keys;
    const Span queries = cellsOf(what.rows.visible(request.zoom[what.rows.kind]), what.rows.count);
    if (queries.size() <= cells / keys)
        return makePicture(what, request, std::numeric_limits<std::int64_t>::max());
    const std::int64_t rows = cells / kCostOfLoneRow / keys;
    if (rows < 1)
        return Error{.kind = ErrorKind::Resource,
                     .code = std::string(kTooManyKeys),
                     .where = Message::option("--seq-len"),
                     .what = WORDS("an attention weight needs the scores of all %1 keys").with(keys),
                     .remedy = WORDS("use a smaller %1, or look at the scores").with(Message::option("--seq-len"))};
    request.height = static_cast<int>(std::min<std::int64_t>(std::max(1, request.height), rows));
    const Span seen = cellsOf(what.columns.visible(request.zoom[what.columns.kind]), keys);
    return makePicture(what, request, rows * seen.size());
}

Result<Picture> makeDifference(const Node& a, const Node& b, const Picture& ofA, const Picture& ofB,
                               const PictureRequest& request, std::int64_t cells)
{
    Node less = a;
    less.quantity = ofA.quantity;
    less.quantity.symbol = WORDS("A − B");
    less.quantity.family = QuantityFamily::Signed;
    less.field = differenceOf(*a.field, *b.field);
    Picture difference;
    if (request.reduction == Reduction::Envelope) { // the largest absolute difference is in neither picture
        TRY(difference, makePicture(less, request, cells));
    } else if (ofA.values.shape() == ofB.values.shape()
               && (ofA.width == std::max(1, request.width) || request.wholeCells)) {
        difference = lessPicture(ofA, ofB);
    } else { // the layout gave A − B a pixel more or less
        TRY(const Picture ofSizeA, makePicture(a, request, cells));
        TRY(const Picture ofSizeB, makePicture(b, request, cells));
        difference = lessPicture(ofSizeA, ofSizeB);
    }
    difference.quantity = less.quantity;
    // Symmetric range, so that white is no difference even if A is larger everywhere; as small as the difference.
    const std::int64_t rowCost = less.operation == Operation::SoftMax ? less.columns.count : 0;
    const Interval ends = visibleRange(difference, **less.field, rowCost, cells);
    if (cancelled())
        return cancelledError();
    const double reach = std::max(-ends.low, ends.high);
    difference.colorMap = &defaultColorMap(true, request.dark);
    recolor(difference, displayRange({-reach, reach}));
    return difference;
}

Status makePictures(const Node& a, const Node* b, const PicturesRequest& request, std::int64_t cells,
                    PicturesData& data)
{
    PictureRequest next = request.a;
    TRY(data.picture, makePicture(a, next, cells));
    if (b == nullptr)
        return Done{};
    next.width = request.widthOfB;
    TRY(data.b, makePicture(*b, next, cells));
    if (a.id == b->id || a.quantity.symbol == b->quantity.symbol) // else values of another size
        recolorTogether({&data.picture, &*data.b});
    if (a.shape() != b->shape())
        return Done{};
    next.width = request.widthOfDifference;
    TRY(data.difference, makeDifference(a, *b, data.picture, *data.b, next, cells));
    return Done{};
}

Result<Picture> makePicture(const Pictured& what, const PictureRequest& request, std::int64_t cells)
{
    Picture picture;
    picture.rows = what.rows;
    picture.columns = what.columns;
    picture.quantity = what.quantity;
    if (whole(picture.table()).empty())
        return noTokens();
    picture.visibleRows = what.rows.visible(request.zoom[what.rows.kind]);
    picture.visibleColumns = what.columns.visible(request.zoom[what.columns.kind]);
    picture.width = std::max(1, request.width);
    picture.height = std::max(1, request.height);
    if (request.wholeCells) {
        TRY_DONE(sizeToCells(picture));
    }
    const auto* given = std::get_if<Interval>(&request.range);
    const bool byData
        = given == nullptr && (request.range == ColorRange(RangeRule::Data) || what.quantity.boundsAreRemote);
    Raster raster = rasterize(what.field,
                              {.rows = picture.visibleRows,
                               .cols = picture.visibleColumns,
                               .width = picture.width,
                               .height = picture.height,
                               .reduction = request.reduction,
                               .cellBudget = cells,
                               .wantsRange = byData});
    if (raster.cancelled)
        return cancelledError();
    const Extremes found = extremesOf(raster.values);
    picture.extremes = {found.low, found.high};
    if (found.plusInf + found.minusInf > 0) {
        float* const values = raster.values.data();
        std::replace_if(
            values, values + raster.values.rows() * raster.values.cols(), [](float v) { return std::isinf(v); },
            std::nanf(""));
    }
    picture.colorMap = &colorMapOf(request, what.quantity, what.field.bounds());
    picture.blank = request.dark ? kBlankOnDark : kBlank;
    picture.causal = what.causal;
    picture.rowsPerPixel = raster.rowsPerPixel;
    picture.columnsPerPixel = raster.colsPerPixel;
    picture.reduction = raster.reduction;
    picture.sampled = raster.sampled;
    picture.values = std::move(raster.values);
    picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
    Interval ends = given != nullptr ? *given : displayRange(what.field.bounds());
    if (byData) {
        picture.rangeSampled = picture.sampled;
        const Interval data = raster.range ? *raster.range : visibleRange(picture, what.field, what.rowCost, cells);
        if (data.low <= data.high)
            ends = displayRange(data);
    }
    if (cancelled())
        return cancelledError();
    recolor(picture, ends);
    return picture;
}

static bool hasWavesAndMore(const Node& node)
{
    const auto* facts = node.find<PositionFacts>();
    return facts != nullptr && facts->model->table && facts->model->waves && !facts->model->waves->alone;
}

Result<Picture> makePicture(const Node& node, const PictureRequest& request, std::int64_t cells)
{
    TRY(const FieldPtr field, node.field);
    const auto* facts = node.columns.kind == AxisKind::Key ? node.find<AttentionFacts>() : nullptr;
    const Pictured what{*field, node.rows, node.columns, node.quantity, facts != nullptr && facts->causal};
    if (node.operation == Operation::SoftMax)
        return pictureOfWholeRows(what, request, cells);
    PictureRequest one = request;
    if (one.range == ColorRange(RangeRule::Model) && hasWavesAndMore(node))
        one.range = Interval{-1, 1}; // Time2Vec's line goes far beyond its waves
    return makePicture(what, one, cells);
}

void recolor(Picture& picture, Interval range)
{
    picture.range = range;
    const double half = (range.high - range.low) / 2;
    picture.cutOff = picture.extremes.high > range.high + half || picture.extremes.low < range.low - half;
    colorize(picture.values.view(), range, *picture.colorMap, kNotANumber, picture.pixels.data());
    const int around = picture.rowsPerPixel > 1 || picture.columnsPerPixel > 1 ? 1 : 0; // parts of neighbors are in it
    for (int y = 0; y < picture.height && picture.causal; ++y) {
        const std::int64_t query = cellsOfPixel(picture.visibleRows, picture.height, y - around).begin;
        for (int x = 0; x < picture.width; ++x) {
            const std::int64_t key = cellsOfPixel(picture.visibleColumns, picture.width, x + around).end - 1;
            if (key > query && std::isnan(picture.values(y, x)))
                picture.pixels[static_cast<std::size_t>(std::int64_t{y} * picture.width + x)] = picture.blank;
        }
    }
}

void recolorTogether(const std::vector<Picture*>& pictures)
{
    Interval range = pictures.front()->range;
    for (const Picture* picture : pictures)
        range = {std::min(range.low, picture->range.low), std::max(range.high, picture->range.high)};
    for (Picture* picture : pictures)
        recolor(*picture, range);
}

void blankUnseen(Picture& picture)
{
    picture.causal = true;
    for (int y = 0; y < picture.height; ++y) {
        const std::int64_t lastQuery = cellsOfPixel(picture.visibleRows, picture.height, y).end - 1;
        for (int x = 0; x < picture.width; ++x) {
            if (cellsOfPixel(picture.visibleColumns, picture.width, x).begin > lastQuery)
                picture.values.view()(y, x) = std::nanf("");
        }
    }
    const Extremes seen = extremesOf(picture.values);
    picture.extremes = {seen.low, seen.high};
}

} // namespace phasor
