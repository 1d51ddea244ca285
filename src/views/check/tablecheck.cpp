// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/tablecheck.h"

#include "system/cancelscope.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kBandCells = 1 << 16;
constexpr double kRounding = 1e-5; // of the stage's largest value

// Number of a float in ascending order, so that neighbors differ by one; both zeros are neighbors.
std::int64_t orderOf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffU);
    return (bits >> 31) != 0 ? -1 - magnitude : magnitude;
}

bool sameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

// Whether a cell counts as explained. −0 is 0.
bool isWithin(const Tolerance& tolerance, float file, float ours)
{
    const double a = static_cast<double>(file);
    const double b = static_cast<double>(ours);
    return a == b || std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b);
}

} // namespace

DifferingCell differingCell(std::int64_t row, std::int64_t col, float file, float ours)
{
    DifferingCell cell{row, col, file, ours};
    if (!std::isnan(file) && !std::isnan(ours))
        cell.ulp = std::abs(orderOf(file) - orderOf(ours));
    return cell;
}

TableDifference differenceOf(const Matrix& file, const Field& ours, const Comparison& how)
{
    const Shape shape = ours.shape();
    TableDifference difference{.file = file.shape(), .ours = shape};
    difference.cells = std::max(file.rows() * file.cols(), shape.rows * shape.cols);
    const Span span = how.rows.value_or(Span{0, std::min(file.rows(), shape.rows)});
    const std::int64_t cols = std::min(file.cols(), shape.cols);
    if (!how.rows)
        difference.differing = difference.beyond = difference.cells - span.size() * cols;
    const std::int64_t band = std::max<std::int64_t>(1, kBandCells / std::max<std::int64_t>(1, cols));
    Matrix cells;
    for (std::int64_t r = span.begin; r < span.end && difference.beyond <= how.most && !cancelled(); r += band) {
        const Rect rect{r, 0, std::min(band, span.end - r), cols};
        cells.resize({rect.rows, rect.cols});
        ours.fill(rect, cells.view());
        for (std::int64_t i = 0; i < rect.rows; ++i) {
            for (std::int64_t c = 0; c < cols; ++c) {
                const float theirs = file(r + i, c);
                const float mine = cells(i, c);
                if (std::isfinite(mine))
                    difference.largest = std::max(difference.largest, std::abs(static_cast<double>(mine)));
                if (sameBits(theirs, mine))
                    continue;
                const DifferingCell cell = differingCell(r + i, c, theirs, mine);
                ++difference.differing;
                difference.beyond += isWithin(how.tolerance, theirs, mine) ? 0 : 1;
                difference.maxUlp = std::max(difference.maxUlp, cell.ulp.value_or(0));
                if (!difference.first)
                    difference.first = cell;
            }
        }
    }
    return difference;
}

Result<TableCheck> checkTable(const Matrix& file, const Parameters& parameters, const NodeId& stage,
                              PipelineCache& cache, const CancelToken& cancel,
                              const std::optional<Tolerance>& tolerance)
{
    const CancelScope scope(cancel);
    TRY(const PipelinePtr pipeline, Pipeline::make(parameters, cache, cancel));
    TRY(const NodePtr node, pipeline->node(stage));
    TRY(const FieldPtr table, node->field);
    TableCheck check{.difference = differenceOf(file, *table)};
    TRY_DONE(pipeline->inputs());
    if (check.difference.differing > 0) {
        const bool ids = node->quantity.family == QuantityFamily::Id;
        const Tolerance bound = tolerance.value_or(Tolerance{ids ? 0 : kRounding * check.difference.largest, 0});
        check.difference = differenceOf(file, *table, {.tolerance = bound});
        check.rounding = check.difference.beyond == 0;
        explain(check, file, *pipeline, stage, check.rounding ? Tolerance{} : bound, cancel);
    }
    if (cancel.cancelled())
        return cancelledError();
    return check;
}

} // namespace phasor
