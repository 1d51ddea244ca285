// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/mosaic.h"

#include "analysis/rows/similarity.h"
#include "encodings/schemes.h"
#include "views/schemeneeds.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::int64_t kMostSide = 46340; // H·H and W·W are then below 2^31

// The similarities [H·W, H·W] as small maps: cell (r, c) is that of the grid's cells (r / H, c / W) and (r % H, c % W).
class Maps final : public Field
{
public:
    Maps(FieldPtr similarity, std::int64_t rows, std::int64_t columns)
        : m_similarity(std::move(similarity))
        , m_rows(rows)
        , m_columns(columns)
    {
    }

    Shape shape() const override { return {m_rows * m_rows, m_columns * m_columns}; }
    Interval bounds() const override { return m_similarity->bounds(); }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols;)
                c += fillRun(rect.row + r, rect.col + c, rect.cols - c, out.row(r) + c);
        }
    }

private:
    // The cells of one map's row lie beside each other in the similarities, too. How many were filled.
    std::int64_t fillRun(std::int64_t row, std::int64_t column, std::int64_t most, float* out) const
    {
        const std::int64_t count = std::min(most, m_columns - column % m_columns);
        const std::int64_t cell = row / m_rows * m_columns + column / m_columns;
        const std::int64_t other = row % m_rows * m_columns + column % m_columns;
        m_similarity->fill({cell, other, 1, count}, {out, 1, count, count});
        return count;
    }

    FieldPtr m_similarity;
    std::int64_t m_rows;
    std::int64_t m_columns;
};

Result<NodePtr> gridNode(SceneReader& scene, Side side)
{
    const NodePtr node = scene.node("position", side);
    if (node && node->rows.gridColumns > 0)
        return node;
    const Scheme* scheme = findScheme(scene.read(&Parameters::encoding, side).scheme);
    return usageError("SCHEME", "--scheme", WORDS("the positions of %1 are no cells of a grid").with(scheme->label),
                      WORDS("choose a grid, as grid-mae; how alike positions are is in the view Similarity"));
}

// A pixel between two maps, where each has enough of them.
void drawGaps(Picture& picture, std::int64_t rows, std::int64_t columns, std::uint32_t colour)
{
    constexpr int kLeast = 6; // pixels of a map
    const auto gaps = [](int pixels, std::int64_t maps, auto&& draw) {
        if (pixels < maps * kLeast)
            return;
        for (std::int64_t map = 1; map < maps; ++map)
            draw(static_cast<int>(map * pixels / maps));
    };
    gaps(picture.height, rows, [&](int y) {
        std::fill_n(picture.pixels.begin() + static_cast<std::ptrdiff_t>(y) * picture.width, picture.width, colour);
    });
    gaps(picture.width, columns, [&](int x) {
        for (int y = 0; y < picture.height; ++y)
            picture.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width)
                           + static_cast<std::size_t>(x)]
                = colour;
    });
}

// Of the first cells: a cell and the one to its right.
double neighbours(const Field& similarity, std::int64_t columns)
{
    constexpr std::int64_t kMost = 256;
    double sum = 0;
    std::int64_t count = 0;
    for (std::int64_t cell = 0; cell + 1 < similarity.shape().rows && count < kMost; ++cell) {
        if ((cell + 1) % columns == 0)
            continue;
        float value = 0;
        similarity.fill({cell, cell + 1, 1, 1}, {&value, 1, 1, 1});
        sum += static_cast<double>(value);
        ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : 1;
}

// Rows or columns of maps: no positions, so that they are not linked with those.
Axis cellsOfMaps(std::int64_t count)
{
    Axis axis;
    axis.kind = AxisKind::Id;
    axis.count = count;
    return axis;
}

Result<MosaicData::Mosaic> mosaicOf(const MosaicRequest& request, SceneReader& scene, Side side, std::int64_t cells)
{
    TRY(const NodePtr node, gridNode(scene, side));
    TRY(const FieldPtr field, node->field);
    MosaicData::Mosaic mosaic;
    mosaic.columns = node->rows.gridColumns;
    mosaic.rows = node->rows.count / mosaic.columns;
    mosaic.first = node->rows.first;
    if (std::max(mosaic.rows, mosaic.columns) > kMostSide)
        return usageError("SIZE", "--grid", WORDS("a side of the grid has more than %1 cells").with(kMostSide),
                          WORDS("give a smaller grid"));
    const FieldPtr similarity = similarityOfRows(field, SimilarityMeasure::Cosine);
    const Maps maps(similarity, mosaic.rows, mosaic.columns);
    const Quantity quantity{WORDS("cos"), node->quantity.title, QuantityFamily::Signed, node->quantity.hue};
    const Pictured pictured{maps, cellsOfMaps(maps.shape().rows), cellsOfMaps(maps.shape().cols), quantity};
    const PictureRequest picture{.zoom = {},
                                 .width = side == Side::A ? request.width : request.widthOfB,
                                 .height = request.height,
                                 .nanColour = request.nanColour,
                                 .wholeCells = request.wholeCells};
    TRY(mosaic.picture, makePicture(pictured, picture, cells, scene.cancel()));
    drawGaps(mosaic.picture, mosaic.rows, mosaic.columns, request.gapColour);
    mosaic.nearest = neighbours(*similarity, mosaic.columns);
    return mosaic;
}

} // namespace

DataTable MosaicData::table() const
{
    DataTable table;
    addPicture(table, a.picture, "");
    if (b)
        addPicture(table, b->picture, "b_");
    return table;
}

Result<ViewDataPtr> compute(const MosaicRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells / 64 : kFrameCells;
    auto data = std::make_shared<MosaicData>();
    TRY(data->a, mosaicOf(request, scene, Side::A, cells));
    if (scene.comparing()) {
        if (Result<MosaicData::Mosaic> b = mosaicOf(request, scene, Side::B, cells); b.ok())
            data->b = std::move(*b);
    }
    data->coarse = effort == Effort::Frame && (data->a.picture.sampled || (data->b && data->b->picture.sampled));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
