// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/tablecheck.h"

#include "field/matrixfield.h"
#include "inputs/filecache.h"
#include "inputs/matrix/matrixfile.h"
#include "system/cancelscope.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace phasor {

constexpr std::int64_t kBandCells = 1 << 16;
constexpr double kRounding = 1e-5; // of the stage's largest value

// Number of a float in ascending order, so that neighbors differ by one; both zeros are neighbors.
static std::int64_t orderOf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffU);
    return (bits >> 31) != 0 ? -1 - magnitude : magnitude;
}

static bool sameBits(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

// Whether a cell counts as explained. −0 is 0.
static bool isWithin(const Tolerance& tolerance, float file, float ours)
{
    const double a = static_cast<double>(file);
    const double b = static_cast<double>(ours);
    return a == b || std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b);
}

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
                              PipelineCache& cache, const std::optional<Tolerance>& tolerance)
{
    TRY(const PipelinePtr pipeline, Pipeline::make(parameters, cache, currentCancel()));
    TRY(const NodePtr node, pipeline->node(stage));
    TRY(const FieldPtr table, node->field);
    TableCheck check{.difference = differenceOf(file, *table)};
    TRY_DONE(pipeline->inputs());
    if (check.difference.differing > 0) {
        const bool ids = node->quantity.family == QuantityFamily::Id;
        const Tolerance bound = tolerance.value_or(Tolerance{ids ? 0 : kRounding * check.difference.largest, 0});
        check.difference = differenceOf(file, *table, {.tolerance = bound});
        check.rounding = check.difference.beyond == 0;
        explain(check, file, *pipeline, stage, check.rounding ? Tolerance{} : bound);
    }
    if (cancelled())
        return cancelledError();
    return check;
}

Result<TableFile> readTableFile(const std::string& path, const Node& node, std::int64_t batch, FileCache& files)
{
    const bool ids = node.quantity.family == QuantityFamily::Id;
    TRY(const auto file, MatrixFile::open(path, files, ids ? NpyContent::Ids : NpyContent::Tables));
    TRY(const auto matrix, file->read());
    TableFile read;
    for (const Warning& warning : matrix->warnings)
        read.warnings.push_back(warning.text);
    const std::int64_t first = file->layout().tables;
    const std::int64_t second = file->shape().rows / first;
    const bool batchIsSecond = first > 1 && first == node.shape().rows && second != node.shape().rows;
    read.tables = batchIsSecond ? second : first;
    if (batch < 0 || batch >= read.tables)
        return usageError("RANGE", "--batch",
                          WORDS("must be a table of the file, which has %2, but is %1").with(batch, read.tables),
                          WORDS("use %1 or less").with(read.tables - 1));
    const std::int64_t rows = batchIsSecond ? first : second;
    read.cells = Matrix(Shape{rows, file->shape().cols});
    if (batchIsSecond) {
        for (std::int64_t row = 0; row < rows; ++row)
            matrix->values->fill({row * second + batch, 0, 1, read.cells.cols()},
                                 read.cells.view().window({row, 0, 1, read.cells.cols()}));
    } else {
        materialize(*matrix->values, {batch * rows, 0, rows, read.cells.cols()}, read.cells);
    }
    if (const auto fault = file->fault())
        return *fault;
    return read;
}

bool looksLikeEncoding(const Field& table)
{
    const Shape shape = table.shape();
    const double half = static_cast<double>(shape.cols) / 2;
    const double off = 1e-3 * half + (shape.cols % 2 == 0 ? 0 : 0.5); // of an odd width the last sine is alone
    Matrix row(Shape{1, shape.cols});
    for (std::int64_t r = 0; r < shape.rows && shape.cols > 1; ++r) {
        table.fill({r, 0, 1, shape.cols}, row.view());
        double squares = 0;
        for (const float value : std::span(row.data(), static_cast<std::size_t>(shape.cols))) {
            if (!(std::abs(value) <= 1.001F))
                return false;
            squares += static_cast<double>(value) * static_cast<double>(value);
        }
        if (std::abs(squares - half) > off)
            return false;
    }
    return shape.cols > 1;
}

Result<CheckedFile> checkFile(const std::string& path, const Parameters& parameters, const NodeId& stage,
                              PipelineCache& cache)
{
    TRY(const PipelinePtr pipeline, Pipeline::make(parameters, cache, currentCancel()));
    TRY(const NodePtr node, pipeline->node(stage));
    TRY(const FieldPtr ours, node->field);
    TRY(TableFile file, readTableFile(path, *node, 0, cache.files()));
    CheckedFile checked{.tables = file.tables,
                        .warnings = std::move(file.warnings),
                        .file = std::make_shared<const Matrix>(std::move(file.cells)),
                        .ours = ours,
                        .rows = node->rows,
                        .columns = node->columns};
    TRY(checked.check, checkTable(*checked.file, parameters, stage, cache));
    constexpr Interval kAny{-std::numeric_limits<float>::max(), std::numeric_limits<float>::max()};
    const FieldPtr difference = differenceOf(std::make_shared<MatrixField>(checked.file, kAny), ours);
    checked.rows.count = difference->shape().rows;
    checked.columns.count = difference->shape().cols;
    const auto cells = std::make_shared<Matrix>(difference->shape());
    materialize(*difference, {0, 0, checked.rows.count, checked.columns.count}, *cells);
    checked.difference = std::make_shared<MatrixField>(cells, kAny);
    return checked;
}

Result<ViewDataPtr> compute(const CheckMapRequest& request, SceneReader& scene, Effort)
{
    const auto checked = scene.lasting<CheckedFile>();
    PictureRequest picture = request.pictures.a;
    picture.colorMap = std::string(defaultColorMap(true, picture.dark).id);
    picture.reduction = Reduction::Envelope;
    picture.range = RangeRule::Data;
    constexpr Quantity kQuantity{WORDS("file − Phasor"), WORDS("File − Phasor")};
    auto data = std::make_shared<PicturesData>();
    TRY(data->picture,
        makePicture(Pictured{*checked->difference, checked->rows, checked->columns, kQuantity}, picture, kStillCells));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
