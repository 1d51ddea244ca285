// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/checkedfile.h"

#include "field/matrixfield.h"
#include "inputs/filecache.h"
#include "inputs/matrix/matrixfile.h"

#include <limits>

namespace phasor {

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
        return usageError("RANGE", "--batch", WORDS("%1 is no table of a file that has %2").with(batch, read.tables),
                          WORDS("give 0 … %1").with(read.tables - 1));
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

Result<CheckedFile> checkFile(const std::string& path, const Parameters& parameters, const NodeId& stage, int width,
                              int height, PipelineCache& cache, const CancelToken& cancel)
{
    TRY(const PipelinePtr pipeline, Pipeline::make(parameters, cache, cancel));
    TRY(const NodePtr node, pipeline->node(stage));
    TRY(const FieldPtr ours, node->field);
    TRY(TableFile file, readTableFile(path, *node, 0, cache.files()));
    CheckedFile checked{.check = {}, .tables = file.tables, .warnings = std::move(file.warnings), .difference = {}};
    TRY(checked.check, checkTable(file.cells, parameters, stage, cache, cancel));
    constexpr double kAny = std::numeric_limits<float>::max();
    const auto theirs
        = std::make_shared<MatrixField>(std::make_shared<const Matrix>(std::move(file.cells)), Interval{-kAny, kAny});
    const FieldPtr difference = differenceOf(theirs, ours);
    Axis rows = node->rows;
    Axis columns = node->columns;
    rows.count = difference->shape().rows;
    columns.count = difference->shape().cols;
    TRY(checked.difference,
        makePicture(Pictured{*difference, rows, columns, node->quantity},
                    {.width = width,
                     .height = height,
                     .colorMap = std::string(defaultColorMap(true).id),
                     .reduction = Reduction::Envelope,
                     .range = RangeRule::Data},
                    kStillCells, cancel));
    return checked;
}

} // namespace phasor
