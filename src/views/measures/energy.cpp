// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/energy.h"

#include "views/measures/measure.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

// At most request.width runs of the visible columns.
static std::vector<Span> runsOf(const Axis& columns, const EnergyRequest& request)
{
    const Span visible = cellsOf(columns.visible(request.dimensions), columns.count);
    const auto count = std::clamp<std::int64_t>(request.width, 1, visible.size());
    std::vector<Span> runs;
    for (std::int64_t i = 0; i < count; ++i)
        runs.push_back({spreadRow(visible, count, i), spreadRow(visible, count, i + 1)});
    return runs;
}

static std::vector<double> meansOver(const std::vector<Span>& runs, const std::vector<double>& values)
{
    return columnFrom(runs, [&](Span run) {
        return meanOf(
            std::span(values).subspan(static_cast<std::size_t>(run.begin), static_cast<std::size_t>(run.size())));
    });
}

static Result<EnergyCurves> energiesOf(const EnergyRequest& request, SceneReader& scene, Side side, Effort effort)
{
    TRY(const NodePtr scaled, restricted(scene.node("scaled", side), request.only));
    TRY_DONE(scaled->field);
    TRY(const NodePtr wholeTable, tableNode(scene, side));
    TRY(const NodePtr position, restricted(wholeTable, request.only));
    TRY_DONE(position->field);
    if (scaled->rows.count == 0)
        return noTokens();
    const std::int64_t cells = std::int64_t{1} << (effort == Effort::Frame ? 20 : 26);
    const SampledEnergy ofEmbedding = energyOf(*scaled, cells);
    const SampledEnergy ofPosition = energyOf(*position, cells);
    const std::vector<double> varying = varianceOf(ofPosition);
    EnergyCurves curves;
    curves.sampled = ofEmbedding.sampled || ofPosition.sampled;
    const std::vector<Span> across = runsOf(scaled->columns, request);
    const std::vector<Span> ofTable = runsOf(position->columns, request);
    curves.embeddingDimensions = columnFrom(across, [&](Span run) { return middleOf(scaled->columns, run); });
    curves.scaled = meansOver(across, ofEmbedding.meanSquare);
    curves.positionDimensions = columnFrom(ofTable, [&](Span run) { return middleOf(position->columns, run); });
    curves.position = meansOver(ofTable, ofPosition.meanSquare);
    curves.varying = meansOver(ofTable, varying);
    curves.meanScaled = estimatedMean(ofEmbedding.meanSquare, true).value;
    curves.meanPosition = estimatedMean(ofPosition.meanSquare, true).value;
    curves.meanVarying = estimatedMean(varying, true).value;
    curves.columns = position->columns.count;
    const bool beside = scene.node("sum", side)->operation == Operation::Concatenate;
    curves.larger = beside ? -1 : 0;
    for (std::size_t c = 0; c < varying.size() && !beside; ++c)
        curves.larger += ofPosition.meanSquare[c] > ofEmbedding.meanSquare[c];
    curves.constant = constantDimensions(ofPosition);
    curves.zero = std::ranges::count(ofPosition.meanSquare, 0);
    curves.undefined = countNotFinite(ofPosition.meanSquare) + countNotFinite(ofEmbedding.meanSquare);
    return curves;
}

SampledEnergy energyOf(const Node& node, std::int64_t cells)
{
    const auto [rows, cols] = node.shape();
    if (const PositionModel* model = modelOfSines(node))
        return {sineEnergy(sineColumns(*model->table), model->firstPosition, rows)};
    const std::vector<Span> runs = sampledRuns({0, rows}, cols, cells);
    const std::vector<double> zeros(static_cast<std::size_t>(cols));
    SampledEnergy energy{{zeros, zeros}, runs.size() > 1 || runs.front().size() < rows};
    const double weight = 1 / static_cast<double>(runs.size()); // all runs are as long as each other
    for (const Span run : runs) {
        const ColumnEnergy part = columnEnergy(**node.field, {run.begin, 0, run.size(), cols});
        for (std::size_t c = 0; c < zeros.size(); ++c) {
            energy.mean[c] += weight * part.mean[c];
            energy.meanSquare[c] += weight * part.meanSquare[c];
        }
    }
    return energy;
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

std::int64_t constantDimensions(const ColumnEnergy& energy)
{
    constexpr double kConstantShare = 0.01;
    const std::vector<double> varying = varianceOf(energy);
    std::int64_t count = 0;
    for (std::size_t c = 0; c < varying.size(); ++c)
        count += energy.meanSquare[c] > 0 && varying[c] < kConstantShare * energy.meanSquare[c] ? 1 : 0;
    return count;
}

DataTable tableOf(const EnergyCurves& curves)
{
    return {{{"dimension", curves.embeddingDimensions, kKey},
             {"energy_scaled", curves.scaled},
             {"position_dimension", curves.positionDimensions, kKey},
             {"energy_position", curves.position},
             {"energy_position_varying", curves.varying}}};
}

Result<ViewDataPtr> compute(const EnergyRequest& request, SceneReader& scene, Effort effort)
{
    TRY(auto data, sidesOf<EnergyData>(scene, [&](Side side) { return energiesOf(request, scene, side, effort); }));
    noteLeftOut(*data, scene, "sum", request.only);
    data->dead = deadDimensionsOf(scene);
    data->columns = scene.node("sum")->columns;
    data->coarse = effort == Effort::Frame && data->either(&EnergyCurves::sampled);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
