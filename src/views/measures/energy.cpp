// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/energy.h"

#include "views/measures/measure.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace phasor {

// The columns of a point.
struct EnergyRun
{
    std::vector<std::int64_t> columns;
    bool cosine = false;
};

// At most request.width runs of the visible columns, in two where sines and cosines alternate.
static std::vector<EnergyRun> runsOf(const Node& node, const EnergyRequest& request)
{
    const Span visible = cellsOf(node.columns.visible(request.dimensions), node.columns.count);
    const auto count = std::clamp<std::int64_t>(request.width, 1, visible.size());
    std::vector<EnergyRun> runs;
    for (std::int64_t i = 0; i < count; ++i) {
        std::array<EnergyRun, 2> kinds{EnergyRun{}, EnergyRun{.columns = {}, .cosine = true}};
        for (std::int64_t c = spreadRow(visible, count, i); c < spreadRow(visible, count, i + 1); ++c) {
            const auto wave = node.find<PositionFacts>() != nullptr ? waveOfColumn(node, c) : std::nullopt;
            kinds[wave && wave->of.cosine ? 1 : 0].columns.push_back(c);
        }
        std::ranges::sort(kinds, {}, &EnergyRun::columns);
        std::ranges::copy_if(kinds, std::back_inserter(runs), [](const auto& kind) { return !kind.columns.empty(); });
    }
    return runs;
}

static std::vector<double> meansOver(const std::vector<EnergyRun>& runs, const std::vector<double>& values)
{
    return columnFrom(runs, [&](const EnergyRun& run) {
        return meanOf(columnFrom(run.columns, [&](std::int64_t c) { return values[static_cast<std::size_t>(c)]; }));
    });
}

static std::vector<double> middlesOf(const std::vector<EnergyRun>& runs, const Axis& columns)
{
    return columnFrom(runs, [&](const EnergyRun& run) {
        return middleOf(columns, {run.columns.front(), run.columns.back() + 1});
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
    const std::vector<EnergyRun> across = runsOf(*scaled, request);
    const std::vector<EnergyRun> ofTable = runsOf(*position, request);
    curves.embeddingDimensions = middlesOf(across, scaled->columns);
    curves.scaled = meansOver(across, ofEmbedding.meanSquare);
    curves.positionDimensions = middlesOf(ofTable, position->columns);
    std::ranges::transform(ofTable, std::back_inserter(curves.cosine), &EnergyRun::cosine);
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
