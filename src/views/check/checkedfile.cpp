// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/check/checkedfile.h"

#include "field/matrixfield.h"
#include "inputs/filecache.h"
#include "inputs/matrix/matrixfile.h"

#include <cmath>

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
                              PipelineCache& cache, const CancelToken& cancel)
{
    TRY(const PipelinePtr pipeline, Pipeline::make(parameters, cache, cancel));
    TRY(const NodePtr node, pipeline->node(stage));
    TRY(const FieldPtr ours, node->field);
    TRY(TableFile file, readTableFile(path, *node, 0, cache.files()));
    CheckedFile checked{.tables = file.tables,
                        .warnings = std::move(file.warnings),
                        .file = std::make_shared<const Matrix>(std::move(file.cells)),
                        .ours = ours,
                        .rows = node->rows,
                        .columns = node->columns};
    TRY(checked.check, checkTable(*checked.file, parameters, stage, cache, cancel));
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
    picture.colorMap = std::string(defaultColorMap(true).id);
    picture.reduction = Reduction::Envelope;
    picture.range = RangeRule::Data;
    constexpr Quantity kQuantity{WORDS("file − Phasor"), WORDS("File − Phasor")};
    auto data = std::make_shared<PicturesData>();
    TRY(data->picture,
        makePicture(Pictured{*checked->difference, checked->rows, checked->columns, kQuantity}, picture, kStillCells,
                    scene.cancel()));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
