// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/positionstatistics.h"

#include "analysis/rows/norms.h"
#include "analysis/spectrum.h"
#include "analysis/waves/pairs.h"
#include "views/jsonnumbers.h"
#include "views/measures/energy.h"
#include "views/waves/shift.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

namespace phasor {

namespace {

constexpr std::int64_t kKernelLength = 1024;
constexpr std::int64_t kFirstRiseLimit = 1 << 16;
// Larger tables of exact sines are not visited: their moments have a closed form.
constexpr std::int64_t kCountedCells = std::int64_t{1} << 26;

void addWaves(Json& object, const Waves& waves, Shape shape)
{
    const std::int64_t rows = shape.rows;
    const PairCounts pairs = pairCountsOf(waves, rows);
    object["inverse_frequencies"] = waves.frequencies;
    object["pairs"] = pairs.pairs;
    object["dead_pairs"] = pairs.dead;
    object["frozen_pairs"] = pairs.frozen;
    if (!waves.paired || !waves.reach.empty() || pairs.pairs == 0)
        return; // the product of two rows is no function of their distance
    object["first_rise"] = orNull(firstRise(waves.frequencies, std::min(rows, kFirstRiseLimit)));
    std::vector<double> kernel = similarityKernel(waves.frequencies, std::min(rows, kKernelLength));
    object["kernel"] = kernel;
    const double columns = 2 * static_cast<double>(pairs.pairs) / static_cast<double>(shape.cols);
    for (double& c : kernel)
        c *= columns; // (2/w) Σ cos kω, for odd widths too
    object["relative_kernel"] = kernel;
}

// (2/w) Σ ζ^(k/span) cos kω: what the growth of xPos makes of the kernel.
std::vector<double> fadingKernel(const PositionRotation& rotation, const Waves& waves, std::int64_t count)
{
    std::vector<double> kernel;
    for (std::int64_t k = 0; k < count; ++k) {
        const auto distance = static_cast<double>(k);
        double sum = 0;
        for (std::size_t i = 0; i < waves.frequencies.size(); ++i)
            sum += std::pow(rotation.growth[i], distance / rotation.growthSpan)
                * std::cos(distance * waves.frequencies[i]);
        kernel.push_back(sum / static_cast<double>(rotation.pairs()));
    }
    return kernel;
}

// How far PE(p + 1) is from the best linear map of PE(p), beside the length of a row.
void addShift(Json& object, const Node& position, const CancelToken& cancel)
{
    const Result<MeasuredShift> shift = measuredShift(position, 1, Effort::Still, cancel);
    if (shift.ok())
        object["shift_residual"] = numberOrNull(shift->facts.greatest / shift->facts.length);
}

} // namespace

void addRotation(Json& object, const PositionModel& model)
{
    const PositionRotation& rotation = *model.turns();
    const Shape shape = rotation.table->shape();
    addWaves(object, *model.waves, shape);
    object["attention_factor"] = rotation.attentionFactor;
    if (!rotation.growth.empty())
        object["relative_kernel"] = fadingKernel(rotation, *model.waves, std::min(shape.rows, kKernelLength));
}

void addTable(Json& object, const Node& position, const CancelToken& cancel, std::vector<Message>& warnings,
              const std::function<void(double)>& progress)
{
    const PositionModel& model = *position.find<PositionFacts>()->model;
    const PositionTable& encoding = *model.table;
    const Shape shape = encoding.shape();
    const std::int64_t first = model.firstPosition;
    const bool closed = model.waves && model.waves->exact && shape.rows > kCountedCells / shape.cols;
    const std::vector<SineColumn> columns = closed ? sineColumns(encoding) : std::vector<SineColumn>{};
    const ColumnEnergy energy
        = closed ? sineEnergy(columns, first, shape.rows) : columnEnergy(encoding, whole(shape), cancel);
    std::vector<double> varying;
    double constant = 0;
    for (std::size_t j = 0; j < energy.mean.size(); ++j) {
        varying.push_back(std::max(0.0, energy.meanSquare[j] - energy.mean[j] * energy.mean[j]));
        constant += energy.mean[j] * energy.mean[j];
    }
    const double total = std::accumulate(energy.meanSquare.begin(), energy.meanSquare.end(), 0.0);
    object["energy_by_dimension"]["position"] = energy.meanSquare;
    object["energy_by_dimension"]["position_varying"] = varying;
    object["constant_dimensions"] = constantDimensions(energy.meanSquare, varying);

    if (model.waves)
        addWaves(object, *model.waves, shape);
    object["constant_share"] = numberOrNull(constant / total);
    const std::optional<std::vector<double>> singular = closed
        ? singularValues(columns, first, shape.rows, cancel)
        : singularValues(encoding, whole(shape), cancel, progress);
    if (!singular && std::min(shape.rows, shape.cols) > kLargestSpectrum)
        warnings.push_back(
            WORDS("effective_rank is null: it is computed up to %1 positions or dimensions, whichever are fewer")
                .with(kLargestSpectrum));
    if (const std::optional<SpectrumMeasures> of = singular ? measuresOf(*singular) : std::nullopt) {
        object["effective_rank"] = of->effectiveRank;
        object["participation_ratio"] = of->participationRatio;
        object["dimensions_99"] = of->dimensions99;
    }
    addShift(object, position, cancel);
    constexpr std::int64_t kCloseness = std::int64_t{1} << 28; // subtractions: the first thousands of rows
    if (const std::optional<ClosestRows> closest = closestRowsOf(position, kCloseness, cancel))
        object["closest_distance"] = closest->distance;
}

// What the scheme is, where position is no table.
void addBias(Json& object, const Pipeline& pipeline)
{
    const PositionModel& model = pipeline.model();
    if (!model.bias)
        return;
    if (const std::vector<double> slopes = model.bias->slopes(); !slopes.empty())
        object["slopes"] = slopes;
    Json kernel = Json::array();
    const std::int64_t head = pipeline.parameters().attention.head;
    const std::int64_t count = std::min(pipeline.parameters().encoding.maxLen, kKernelLength);
    for (std::int64_t k = 0; k < count; ++k) {
        const std::optional<double> bias = model.bias->atDistance(head, k);
        if (!bias)
            return;
        kernel.push_back(numberOrNull(*bias));
    }
    object["relative_kernel"] = std::move(kernel);
}

} // namespace phasor
