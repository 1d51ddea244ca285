// SPDX-License-Identifier: GPL-3.0-or-later
#include "raster/runreduction.h"

#include "field/matrix.h"
#include "raster/blockmeans.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

float farther(float a, float b)
{
    if (std::isnan(a))
        return b;
    return std::abs(b) > std::abs(a) ? b : a;
}

namespace {

// Folds one row of cells, columns from `origin`, into the runs' values.
void foldEnvelope(const float* row, std::int64_t origin, std::span<const Span> cols, float* out)
{
    for (std::size_t j = 0; j < cols.size(); ++j) {
        for (std::int64_t c = cols[j].begin; c < cols[j].end; ++c)
            out[j] = farther(out[j], row[c - origin]);
    }
}

void envelopeOfRuns(const Field& field, std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out)
{
    constexpr std::int64_t kCells = 1 << 16;
    const std::int64_t first = cols.front().begin;
    const std::int64_t width = cols.back().end - first;
    const std::int64_t band = std::clamp<std::int64_t>(kCells / width, 1, 1024);
    Matrix tile(Shape{band, width});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        float* target = out.row(static_cast<std::int64_t>(i));
        std::fill_n(target, cols.size(), std::numeric_limits<float>::quiet_NaN());
        for (std::int64_t r = rows[i].begin; r < rows[i].end; r += band) {
            const std::int64_t n = std::min(band, rows[i].end - r);
            field.fill({r, first, n, width}, {tile.data(), n, width, width});
            for (std::int64_t k = 0; k < n; ++k)
                foldEnvelope(tile.data() + k * width, first, cols, target);
        }
    }
}

} // namespace

void reduceRuns(const Field& field, std::span<const Span> rows, std::span<const Span> cols, Reduction reduction,
                MatrixView<float> out)
{
    if (reduction == Reduction::Envelope)
        envelopeOfRuns(field, rows, cols, out);
    else
        blockMeans(field, rows, cols, out);
}

} // namespace phasor
