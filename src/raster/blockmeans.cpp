// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/rasterize.h"

#include "field/matrixfield.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <functional>

namespace phasor {

namespace {

// Tile: the cells that are computed together, 65,536 at most. It is as wide as the field if possible, as one cell of
// attention needs its entire row. Memory: at most 256 KiB, and 512 KiB for one double per block.
Shape tileOf(const Field& field)
{
    constexpr std::int64_t kCells = 1 << 16;
    constexpr std::int64_t kMostRows = 64;
    constexpr std::int64_t kMostCols = 1 << 14;
    const std::int64_t cols = std::clamp(field.shape().cols, kCells / kMostRows, kMostCols);
    return {kCells / cols, cols};
}

// Consecutive spans that one tile covers, or one span that is longer than a tile.
struct Group
{
    std::size_t last = 0; // index after the last span
    Span hull;
};

// Longest group from `first` on: at most `limit` ascending spans within `limit` cells, at least half of them covered.
Group nextGroup(std::span<const Span> spans, std::size_t first, std::int64_t limit)
{
    Group group{first + 1, spans[first]};
    std::int64_t wanted = spans[first].size();
    const std::size_t end = std::min(spans.size(), first + static_cast<std::size_t>(limit));
    for (; group.last < end; ++group.last) {
        const Span next = spans[group.last];
        const Span hull{group.hull.begin, std::max(group.hull.end, next.end)};
        wanted += next.size();
        if (next.begin < spans[group.last - 1].begin || hull.size() > limit || hull.size() > 2 * wanted)
            break;
        group.hull = hull;
    }
    return group;
}

// Whether each span is one cell, next to the previous one.
bool areNeighbors(std::span<const Span> spans, Span hull)
{
    return static_cast<std::int64_t>(spans.size()) == hull.size()
        && std::ranges::all_of(spans, [](Span span) { return span.size() == 1; });
}

// Sum of n values. Four partial sums are faster than one, where each addition waits for the previous one.
double sumOf(const double* values, std::int64_t n)
{
    double partial[4] = {};
    std::int64_t i = 0;
    for (; i + 4 <= n; i += 4) {
        for (std::int64_t k = 0; k < 4; ++k)
            partial[k] += values[i + k];
    }
    double sum = (partial[0] + partial[2]) + (partial[1] + partial[3]);
    for (; i < n; ++i)
        sum += values[i];
    return sum;
}

// Sums of blocks, for one group of row spans and one of column spans. A block's cells are always added in the same
// order: tile by tile from the block's corner if it is larger than a tile, in a tile down the columns, then across.
// So a block has the same bits in every request.
class BlockSums
{
public:
    explicit BlockSums(const Field& field)
        : m_values(field)
        , m_tile(tileOf(field))
    {
    }

    Shape tile() const { return m_tile; }

    void writeMeans(std::span<const Span> rows, Span rowHull, std::span<const Span> cols, Span colHull,
                    MatrixView<float> out)
    {
        m_rows = rows;
        m_cols = cols;
        m_out = out;
        m_eachColumn = areNeighbors(cols, colHull);
        m_direct = m_eachColumn && rowHull.size() <= m_tile.rows && colHull.size() <= m_tile.cols;
        if (!m_direct)
            m_sums.assign(rows.size() * cols.size(), 0.0);
        for (std::int64_t row = rowHull.begin; row < rowHull.end; row += m_tile.rows) {
            for (std::int64_t col = colHull.begin; col < colHull.end; col += m_tile.cols)
                addTile({row, col, std::min(m_tile.rows, rowHull.end - row), std::min(m_tile.cols, colHull.end - col)});
        }
        if (!m_direct)
            divideSums();
    }

private:
    void divideSums()
    {
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            for (std::size_t j = 0; j < m_cols.size(); ++j) {
                const double cells = static_cast<double>(m_rows[i].size()) * static_cast<double>(m_cols[j].size());
                m_out(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j))
                    = static_cast<float>(m_sums[i * m_cols.size() + j] / cells);
            }
        }
    }

    void addTile(Rect tile)
    {
        const MatrixView<const float> values = m_values.values(tile);
        const Span tileCols{tile.col, tile.col + tile.cols};
        m_columns.resize(static_cast<std::size_t>(tile.cols));
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const Span rows = overlap(m_rows[i], {tile.row, tile.row + tile.rows});
            if (rows.size() == 0)
                continue;
            addRows(values.row(rows.begin - tile.row), values.stride(), rows.size());
            if (m_direct) { // 0 + −0 is 0
                std::transform(m_columns.begin(), m_columns.end(), m_out.row(static_cast<std::int64_t>(i)),
                               [count = static_cast<double>(rows.size())](double sum) {
                                   return static_cast<float>((0.0 + sum) / count);
                               });
                continue;
            }
            double* const sums = &m_sums[i * m_cols.size()];
            if (m_eachColumn) {
                double* const first = sums + (tile.col - m_cols.front().begin);
                std::transform(m_columns.begin(), m_columns.end(), first, first, std::plus<>());
                continue;
            }
            for (std::size_t j = 0; j < m_cols.size(); ++j) {
                const Span cols = overlap(m_cols[j], tileCols);
                sums[j] += sumOf(m_columns.data() + (cols.begin - tile.col), cols.size());
            }
        }
    }

    // m_columns = sums of the columns over `count` rows. Rows are added as vectors.
    void addRows(const float* row, std::int64_t stride, std::int64_t count)
    {
        double* const columns = m_columns.data();
        const std::size_t n = m_columns.size();
        for (std::size_t c = 0; c < n; ++c)
            columns[c] = static_cast<double>(row[c]);
        for (std::int64_t r = 1; r < count; ++r)
            addRow(columns, row + r * stride, static_cast<std::int64_t>(n));
    }

    TileOperand m_values;
    Shape m_tile;
    std::span<const Span> m_rows;
    std::span<const Span> m_cols;
    MatrixView<float> m_out;
    bool m_eachColumn = false; // the spans of columns are neighboring cells
    bool m_direct = false; // and one tile holds all cells: means are written without m_sums
    std::vector<double> m_columns;
    std::vector<double> m_sums;
};

} // namespace

void visitedMeans(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out)
{
    BlockSums sums(field);
    for (std::size_t i = 0; i < rows.size();) {
        const Group rowGroup = nextGroup(rows, i, sums.tile().rows);
        for (std::size_t j = 0; j < cols.size();) {
            const Group colGroup = nextGroup(cols, j, sums.tile().cols);
            const std::size_t rowCount = rowGroup.last - i;
            const std::size_t colCount = colGroup.last - j;
            const std::span<const Span> someRows = rows.subspan(i, rowCount);
            const std::span<const Span> someCols = cols.subspan(j, colCount);
            const MatrixView<float> part
                = out.window({static_cast<std::int64_t>(i), static_cast<std::int64_t>(j),
                              static_cast<std::int64_t>(rowCount), static_cast<std::int64_t>(colCount)});
            if (areNeighbors(someRows, rowGroup.hull) && areNeighbors(someCols, colGroup.hull)) {
                field.fill({rowGroup.hull.begin, colGroup.hull.begin, part.rows(), part.cols()}, part);
            } else {
                sums.writeMeans(someRows, rowGroup.hull, someCols, colGroup.hull, part);
            }
            j = colGroup.last;
        }
        i = rowGroup.last;
    }
}

void blockMeans(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out)
{
    if (const MeansOfBlocks* const means = field.means())
        means->blockMeans(rows, cols, out);
    else
        visitedMeans(field, rows, cols, out);
}

bool hasMeansInClosedForm(const Field& field)
{
    return field.means() != nullptr && field.means()->inClosedForm();
}

} // namespace phasor
