// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/spectrum.h"

#include "field/matrixfield.h"
#include "views/measures/energy.h"
#include "views/measures/measure.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

constexpr std::int64_t kFrameRows = 96; // rows of a first estimate; a Gram matrix of that size takes a millisecond
constexpr std::int64_t kFrameWork = std::int64_t{1} << 20; // cells whose spectrum is as quick
constexpr std::int64_t kSampledRows = 1024; // rows, if all are too many
constexpr std::int64_t kStillCellsOfSpectrum = std::int64_t{1} << 26;

// `most`: rows or columns of the Gram matrix.
static std::int64_t rowsToVisit(Shape shape, std::int64_t most, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameWork : kStillCellsOfSpectrum;
    if (std::min(shape.rows, shape.cols) <= most && shape.rows <= cells / shape.cols)
        return shape.rows;
    return std::min(shape.rows, effort == Effort::Frame ? kFrameRows : kSampledRows);
}

static void measure(TableSpectrum& of, const Node& node, const Field& field, Effort effort)
{
    std::optional<std::vector<double>> singular;
    const std::int64_t most = effort == Effort::Frame ? kFrameRows : kLargestSpectrum;
    // The Gram matrix of a long table of sines is cheaper from these than from its cells.
    if (const PositionModel* model = of.cols <= most && of.rows > of.cols ? modelOfSines(node) : nullptr) {
        const std::vector<SineColumn> columns = sineColumns(*model->table);
        singular = singularValues(columns, model->firstPosition, of.rows);
        of.visited = of.rows;
    } else {
        of.visited = rowsToVisit(field.shape(), most, effort);
        const FieldPtr some = of.sampled() ? std::make_shared<MatrixField>(
                                  std::make_shared<const Matrix>(spreadRows(field, of.visited)), field.bounds())
                                           : nullptr;
        const Field& looked = some ? *some : field;
        singular = singularValues(looked, whole(looked.shape()));
    }
    if (!singular)
        return;
    of.singular = std::move(*singular);
    for (double& value : of.singular)
        value *= std::sqrt(static_cast<double>(of.rows) / static_cast<double>(of.visited));
    of.measures = measuresOf(of.singular);
    if (!of.measures || (effort == Effort::Frame && of.sampled()))
        return;
    if (const SampledEnergy energy = energyOf(node, kStillCellsOfSpectrum); !energy.sampled)
        of.constantShare = constantShareOf(energy);
}

static Result<TableSpectrum> spectrumOf(const NodeId& id, const Restriction& only, SceneReader& scene, Side side,
                                        Effort effort)
{
    TRY(const NodePtr node, restricted(nodeOfNumbers(id, scene, side), only));
    TRY(const FieldPtr field, node->field);
    if (node->rows.count == 0 || node->columns.count == 0)
        return noTokens();
    TableSpectrum of;
    of.node = node->id;
    of.symbol = node->quantity.symbol;
    of.rows = node->rows.count;
    of.cols = node->columns.count;
    measure(of, *node, *field, effort);
    return of;
}

double constantShareOf(const ColumnEnergy& energy)
{
    const double total = std::accumulate(energy.meanSquare.begin(), energy.meanSquare.end(), 0.0);
    double constant = 0;
    for (const double mean : energy.mean)
        constant += mean * mean;
    return constant / total;
}

DataTable tableOf(const TableSpectrum& of)
{
    return {{{"index", countedFrom(1, of.singular.size()), kKey}, {"singular_value", of.singular}}};
}

Result<ViewDataPtr> compute(const SpectrumRequest& request, SceneReader& scene, Effort effort)
{
    const NodeId shown = nodeOfNumbers(request.node, scene, Side::A)->id; // B shows the node of the same name
    TRY(auto data,
        sidesOf<SpectrumData>(scene, [&](Side side) { return spectrumOf(shown, request.only, scene, side, effort); }));
    noteLeftOut(*data, scene, data->a.node, request.only);
    data->coarse = effort == Effort::Frame && data->either(&TableSpectrum::sampled);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
