// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/energy.h"

#include "analysis/rows/norms.h"
#include "views/rowsample.h"
#include "views/schemeneeds.h"
#include "views/waves/deaddimensions.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kEnergyFrameCells = std::int64_t{1} << 20;
constexpr std::int64_t kEnergyStillCells = std::int64_t{1} << 26;

std::size_t columnAt(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

struct MeasuredEnergy
{
    ColumnEnergy energy;
    bool sampled = false;
};

// Of all rows, or of runs of them.
MeasuredEnergy measuredEnergy(const Field& field, std::int64_t cells, const CancelToken& cancel)
{
    const Shape shape = field.shape();
    const std::vector<Span> runs = sampledRuns({0, shape.rows}, shape.cols, cells);
    MeasuredEnergy measured{{std::vector<double>(columnAt(shape.cols)), std::vector<double>(columnAt(shape.cols))},
                            runs.size() > 1 || runs.front().size() < shape.rows};
    const double weight = 1 / static_cast<double>(runs.size()); // all runs are as long as each other
    for (const Span run : runs) {
        const ColumnEnergy part = columnEnergy(field, {run.begin, 0, run.size(), shape.cols}, cancel);
        for (std::size_t c = 0; c < part.mean.size(); ++c) {
            measured.energy.mean[c] += weight * part.mean[c];
            measured.energy.meanSquare[c] += weight * part.meanSquare[c];
        }
    }
    return measured;
}

MeasuredEnergy positionEnergy(const Node& position, const Field& table, std::int64_t cells, const CancelToken& cancel)
{
    if (const PositionModel* model = modelOfSines(position))
        return {sineEnergy(sineColumns(*model->table), model->firstPosition, position.rows.count)};
    return measuredEnergy(table, cells, cancel);
}

std::vector<double> varianceOf(const ColumnEnergy& energy)
{
    std::vector<double> varying;
    for (std::size_t c = 0; c < energy.mean.size(); ++c) {
        const double variance = energy.meanSquare[c] - energy.mean[c] * energy.mean[c];
        varying.push_back(std::isnan(variance) ? variance : std::max(0.0, variance));
    }
    return varying;
}

// Means over at most `points` runs of the visible columns.
struct Thinned
{
    Thinned(const Axis& columns, const std::optional<Interval>& wanted, int points)
        : axis(columns)
        , visible(cellsOf(columns.visible(wanted), columns.count))
        , runs(std::clamp<std::int64_t>(points, 1, visible.size()))
    {
    }
    Span run(std::int64_t i) const
    {
        return {visible.begin + visible.size() * i / runs, visible.begin + visible.size() * (i + 1) / runs};
    }
    std::vector<double> dimensions() const
    {
        std::vector<double> middles;
        for (std::int64_t i = 0; i < runs; ++i)
            middles.push_back(static_cast<double>(axis.first) + static_cast<double>(run(i).begin + run(i).end - 1) / 2);
        return middles;
    }
    std::vector<double> means(const std::vector<double>& values) const
    {
        std::vector<double> of;
        for (std::int64_t i = 0; i < runs; ++i) {
            double total = 0;
            for (std::int64_t c = run(i).begin; c < run(i).end; ++c)
                total += values[columnAt(c)];
            of.push_back(total / static_cast<double>(run(i).size()));
        }
        return of;
    }

    const Axis& axis;
    Span visible;
    std::int64_t runs;
};

double meanOfFinite(const std::vector<double>& values)
{
    double total = 0;
    double count = 0;
    for (const double value : values) {
        total += std::isfinite(value) ? value : 0;
        count += std::isfinite(value) ? 1 : 0;
    }
    return total / count;
}

void countDimensions(EnergyCurves& curves, const std::vector<double>& position, const std::vector<double>& varying,
                     const std::vector<double>& scaled, bool beside)
{
    curves.larger = beside ? -1 : 0;
    curves.constant = constantDimensions(position, varying);
    for (std::size_t c = 0; c < position.size(); ++c) {
        curves.zero += position[c] == 0 ? 1 : 0;
        if (!beside)
            curves.larger += position[c] > scaled[c] ? 1 : 0;
    }
    for (const auto* values : {&position, &scaled})
        curves.undefined += std::count_if(values->begin(), values->end(), [](double v) { return !std::isfinite(v); });
}

Result<EnergyCurves> energiesOf(const EnergyRequest& request, SceneReader& scene, Side side, Effort effort)
{
    TRY(const NodePtr scaled, restricted(scene.node("scaled", side), request.only));
    TRY(const FieldPtr embedding, scaled->field);
    TRY(const NodePtr wholeTable, tableNode(scene, side));
    TRY(const NodePtr position, restricted(wholeTable, request.only));
    TRY(const FieldPtr table, position->field);
    if (scaled->rows.count == 0)
        return usageError("EMPTY", "--text", WORDS("there is no token to show"), WORDS("type a word"));
    const std::int64_t cells = effort == Effort::Frame ? kEnergyFrameCells : kEnergyStillCells;
    const MeasuredEnergy ofEmbedding = measuredEnergy(*embedding, cells, scene.cancel());
    const MeasuredEnergy ofPosition = positionEnergy(*position, *table, cells, scene.cancel());
    if (scene.cancel().cancelled())
        return cancelledError();
    const std::vector<double> varying = varianceOf(ofPosition.energy);
    EnergyCurves curves;
    curves.sampled = ofEmbedding.sampled || ofPosition.sampled;
    const Thinned across(scaled->columns, request.dimensions, request.width);
    const Thinned ofTable(position->columns, request.dimensions, request.width);
    curves.embeddingDimensions = across.dimensions();
    curves.scaled = across.means(ofEmbedding.energy.meanSquare);
    curves.positionDimensions = ofTable.dimensions();
    curves.position = ofTable.means(ofPosition.energy.meanSquare);
    curves.varying = ofTable.means(varying);
    curves.meanScaled = meanOfFinite(ofEmbedding.energy.meanSquare);
    curves.meanPosition = meanOfFinite(ofPosition.energy.meanSquare);
    curves.meanVarying = meanOfFinite(varying);
    curves.columns = position->columns.count;
    const bool beside = scene.node("sum", side)->operation == Operation::Concatenate;
    countDimensions(curves, ofPosition.energy.meanSquare, varying, ofEmbedding.energy.meanSquare, beside);
    return curves;
}

} // namespace

std::int64_t constantDimensions(const std::vector<double>& energy, const std::vector<double>& varying)
{
    std::int64_t count = 0;
    for (std::size_t c = 0; c < energy.size(); ++c)
        count += energy[c] > 0 && varying[c] < kConstantShare * energy[c] ? 1 : 0;
    return count;
}

DataTable tableOf(const EnergyCurves& curves)
{
    DataTable table;
    table.addKey("dimension", curves.embeddingDimensions);
    table.add("energy_scaled", curves.scaled);
    table.addKey("position_dimension", curves.positionDimensions);
    table.add("energy_position", curves.position);
    table.add("energy_position_varying", curves.varying);
    return table;
}

Result<ViewDataPtr> compute(const EnergyRequest& request, SceneReader& scene, Effort effort)
{
    auto data = std::make_shared<EnergyData>();
    TRY_DONE(measureSides(*data, scene, [&](Side side) { return energiesOf(request, scene, side, effort); }));
    data->restriction = request.only;
    data->dead = deadDimensionsOf(scene);
    data->columns = scene.node("sum")->columns;
    data->coarse = effort == Effort::Frame && (data->a.sampled || (data->b && data->b->sampled));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
