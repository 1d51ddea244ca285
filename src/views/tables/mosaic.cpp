// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/mosaic.h"

#include "analysis/rows/norms.h"
#include "analysis/rows/rowproducts.h"
#include "encodings/schemes.h"

#include <algorithm>

namespace phasor {

constexpr std::int64_t kMostSide = 46340; // H·H and W·W are then below 2^31

// The similarities [H·W, H·W] as small maps: cell (r, c) is that of the grid's cells (r / H, c / W) and (r % H, c % W).
static FieldPtr mapsOf(const FieldPtr& similarity, std::int64_t rows, std::int64_t columns)
{
    const auto fill = [=](Rect rect, MatrixView<float> out) {
        for (std::int64_t r = rect.row; r < rect.row + rect.rows; ++r) {
            std::int64_t count = 0; // cells of a map's row, which are neighbors in the similarities, too
            for (std::int64_t c = rect.col; c < rect.col + rect.cols; c += count) {
                count = std::min(rect.col + rect.cols - c, columns - c % columns);
                similarity->fill({r / rows * columns + c / columns, r % rows * columns + c % columns, 1, count},
                                 out.window({r - rect.row, c - rect.col, 1, count}));
            }
        }
    };
    return computedField({rows * rows, columns * columns}, similarity->bounds(), fill);
}

static Result<NodePtr> gridNode(SceneReader& scene, Side side)
{
    const NodePtr node = scene.node("position", side);
    if (node && node->rows.gridColumns > 0)
        return node;
    const Scheme* scheme = findScheme(scene.read(&Parameters::encoding, side).scheme);
    return usageError("SCHEME", "--scheme", WORDS("the positions of %1 aren't cells of a grid").with(scheme->label),
                      WORDS("use a grid, such as grid-mae, or the view Similarity"));
}

// Draws lines between maps, if they are large enough: one pixel wide, in a vector figure a fortieth of a map.
static void drawGaps(Picture& picture, std::int64_t rows, std::int64_t columns, std::uint32_t color, bool vector)
{
    constexpr int kLeast = 6; // pixels of a map
    constexpr int kPart = 40;
    const auto gaps = [vector](int pixels, std::int64_t maps, auto&& draw) {
        if (pixels < maps * kLeast)
            return;
        const std::int64_t width = vector ? std::max<std::int64_t>(1, pixels / maps / kPart) : 1;
        for (std::int64_t line = 0; line < (maps - 1) * width; ++line)
            draw(static_cast<int>((line / width + 1) * pixels / maps + line % width));
    };
    gaps(picture.height, rows, [&](int y) {
        std::fill_n(picture.pixels.begin() + static_cast<std::ptrdiff_t>(y) * picture.width, picture.width, color);
    });
    gaps(picture.width, columns, [&](int x) {
        for (int y = 0; y < picture.height; ++y)
            picture.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width)
                           + static_cast<std::size_t>(x)]
                = color;
    });
}

// Mean of the first cells: a cell and the one to its right.
static double neighbors(const Field& similarity, std::int64_t columns)
{
    constexpr std::int64_t kMost = 256;
    std::vector<float> values;
    for (std::int64_t cell = 0; cell + 1 < similarity.shape().rows && std::ssize(values) < kMost; ++cell) {
        if ((cell + 1) % columns != 0)
            similarity.fill({cell, cell + 1, 1, 1}, {&values.emplace_back(), 1, 1, 1});
    }
    return values.empty() ? 1 : meanOf(values);
}

static Result<FieldPtr> similarityIn(SceneReader& scene, Side side)
{
    TRY(const NodePtr node, gridNode(scene, side));
    TRY(const FieldPtr field, node->field);
    return similarityOfRows(field, SimilarityMeasure::Cosine);
}

static Result<GridMaps> mosaicOf(const MosaicRequest& request, const Node& grid, const FieldPtr& similarity, int width,
                                 std::int64_t cells)
{
    GridMaps mosaic;
    mosaic.columns = grid.rows.gridColumns;
    mosaic.rows = grid.rows.count / mosaic.columns;
    mosaic.first = grid.rows.first;
    if (std::max(mosaic.rows, mosaic.columns) > kMostSide)
        return usageError("SIZE", "--grid", WORDS("a side of the grid has more than %1 cells").with(kMostSide),
                          WORDS("use a smaller grid"));
    const FieldPtr maps = mapsOf(similarity, mosaic.rows, mosaic.columns);
    const Quantity quantity{WORDS("cos"), grid.quantity.title, QuantityFamily::Signed, grid.quantity.hue};
    const Axis rows{.kind = AxisKind::Id, .count = maps->shape().rows}; // no positions: not linked with those
    const Axis columns{.kind = AxisKind::Id, .count = maps->shape().cols};
    const Pictured pictured{*maps, rows, columns, quantity};
    PictureRequest picture = request.picture;
    picture.width = width;
    picture.range = RangeRule::Data; // neighbors are alike: few of the colors would be used
    TRY(mosaic.picture, makePicture(pictured, picture, cells));
    mosaic.nearest = neighbors(*similarity, mosaic.columns);
    return mosaic;
}

DataTable tableOf(const GridMaps& of)
{
    return tableOf(of.picture);
}

Result<ViewDataPtr> compute(const MosaicRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells / 64 : kFrameCells;
    const auto measured = [&](Side side) -> Result<GridMaps> {
        TRY(const NodePtr grid, gridNode(scene, side));
        TRY(const FieldPtr similarity, similarityIn(scene, side));
        return mosaicOf(request, *grid, similarity, side == Side::A ? request.picture.width : request.widthOfB, cells);
    };
    TRY(auto data, sidesOf<MosaicData>(scene, measured, LeavesOutB::AnyError));
    std::vector<GridMaps*> mosaics{&data->a};
    std::vector<Picture*> pictures{&data->a.picture};
    if (data->b) {
        mosaics.push_back(&*data->b);
        pictures.push_back(&data->b->picture);
    }
    if (std::ranges::all_of(pictures, [](const Picture* picture) { return picture->range.low >= 0; }))
        std::ranges::for_each(
            pictures, [&](Picture* picture) { picture->colorMap = &defaultColorMap(false, request.picture.dark); });
    recolorTogether(pictures);
    if (data->b && data->a.rows == data->b->rows && data->a.columns == data->b->columns) {
        TRY(const NodePtr grid, gridNode(scene, Side::A));
        TRY(const FieldPtr a, similarityIn(scene, Side::A));
        TRY(const FieldPtr b, similarityIn(scene, Side::B));
        TRY(data->difference, mosaicOf(request, *grid, differenceOf(a, b), request.widthOfDifference, cells));
        mosaics.push_back(&*data->difference);
    }
    for (GridMaps* mosaic : mosaics)
        drawGaps(mosaic->picture, mosaic->rows, mosaic->columns, request.gapColor, request.picture.wholeCells);
    data->coarse = effort == Effort::Frame
        && std::ranges::any_of(mosaics, [](const GridMaps* mosaic) { return mosaic->picture.isRough(); });
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
