// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statistics.h"

#include "analysis/norms.h"
#include "analysis/pairs.h"
#include "analysis/spectrum.h"
#include "encodings/encoding.h"
#include "system/memorybudget.h"
#include "views/dropoutlaw.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kKernelLength = 1024;
constexpr std::int64_t kFirstRiseLimit = 1 << 16;
// Larger tables of exact sines are not visited: their moments have a closed form.
constexpr std::int64_t kVisitedCells = std::int64_t{1} << 26;

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename T> Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0)
        / static_cast<double>(std::max<std::size_t>(1, values.size()));
}

// Mean over the numbers that are not NaN; NaN if there is none.
double meanOfNumbers(const std::vector<double>& values)
{
    double total = 0;
    double count = 0;
    for (const double v : values) {
        if (!std::isnan(v)) {
            total += v;
            count += 1;
        }
    }
    return total / count;
}

std::vector<SineColumn> sineColumns(const Encoding& encoding)
{
    std::vector<SineColumn> columns;
    for (std::int64_t j = 0; j < encoding.shape().cols; ++j) {
        const CellFormula column = encoding.explain(0, j);
        columns.push_back({column.frequency, column.cosine ? 0.0 : -std::numbers::pi / 2, column.pair < 0 ? 0.0 : 1.0});
    }
    return columns;
}

ColumnEnergy sineEnergy(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows)
{
    ColumnEnergy energy;
    const auto n = static_cast<double>(rows);
    for (const SineColumn& c : columns) {
        energy.mean.push_back(c.amplitude * cosineSum(c.frequency, c.phase, first, rows) / n);
        // cos² x = (1 + cos 2x) / 2
        const double doubled = cosineSum(2 * c.frequency, 2 * c.phase, first, rows) / n;
        energy.meanSquare.push_back(c.amplitude * c.amplitude * (1 + doubled) / 2);
    }
    return energy;
}

void addEncoding(Json& object, const Stages& stages, const CancelToken& cancel, std::vector<std::string>& warnings)
{
    const Encoding& encoding = *stages.encoding();
    const Shape shape = encoding.shape();
    const std::int64_t first = stages.parameters().firstPosition;
    const bool closed = stages.parameters().precision == "exact" && shape.rows > kVisitedCells / shape.cols;
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

    const std::span<const double> frequencies = encoding.pairFrequencies();
    const PairCounts pairs = countPairs(frequencies, shape.rows);
    object["pairs"] = pairs.pairs;
    object["dead_pairs"] = pairs.dead;
    object["frozen_pairs"] = pairs.frozen;
    object["constant_share"] = number(constant / total);
    object["first_rise"] = orNull(firstRise(frequencies, std::min(shape.rows, kFirstRiseLimit)));
    object["kernel"] = similarityKernel(frequencies, std::min(shape.rows, kKernelLength));
    const std::optional<double> rank
        = closed ? effectiveRank(columns, first, shape.rows) : effectiveRank(encoding, whole(shape), cancel);
    if (!rank && std::min(shape.rows, shape.cols) > kLargestSpectrum)
        warnings.push_back("effective_rank is null: it is computed up to " + std::to_string(kLargestSpectrum)
                           + " positions or dimensions, whichever are fewer");
    object["effective_rank"] = orNull(rank);
}

void addNorms(Json& object, const Stages& stages, const CancelToken& cancel)
{
    const Field& e = **stages.field(StageId::Embedding);
    const Field& scaled = **stages.field(StageId::Scaled);
    const Field& encoding = *stages.encoding();
    const Rect rows = whole(e.shape());
    const std::vector<double> scaledNorms = rowNorms(scaled, rows, cancel);
    const std::vector<double> positionNorms = rowNorms(encoding, {0, 0, rows.rows, encoding.shape().cols}, cancel);
    object["embedding_norm"] = number(meanOf(rowNorms(e, rows, cancel)));
    object["scaled_norm"] = number(meanOf(scaledNorms));
    object["position_norm"] = number(meanOf(positionNorms));
    if (cancel.cancelled())
        return;
    object["ratio"] = number(meanOf(scaledNorms) / meanOf(positionNorms));
    Json byPosition = Json::array();
    for (std::size_t i = 0; i < scaledNorms.size(); ++i)
        byPosition.push_back(number(scaledNorms[i] / positionNorms[i]));
    object["ratio_by_position"] = std::move(byPosition);
    object["energy_by_dimension"]["scaled"] = columnEnergy(scaled, rows, cancel).meanSquare;
    if (!stages.concatenates()) {
        std::vector<double> angles = rowPairs(scaled, **stages.field(StageId::Sum), rows, cancel).cosine;
        if (cancel.cancelled())
            return;
        for (double& angle : angles)
            angle = std::acos(angle) * 180 / std::numbers::pi;
        object["angle_degrees"] = number(meanOfNumbers(angles));
    }
}

void addDropout(Json& object, const Stages& stages, const CancelToken& cancel)
{
    const Field& mask = **stages.field(StageId::Mask);
    const Field& sum = **stages.field(StageId::Sum);
    const Field& output = **stages.field(StageId::Output);
    object["dropped_fraction"] = number(1 - meanOf(columnEnergy(mask, whole(mask.shape()), cancel).mean));
    object["dropout_cosine"] = number(meanOfNumbers(rowPairs(sum, output, whole(sum.shape()), cancel).cosine));
    const Span rows{0, sum.shape().rows};
    object["position_energy_kept"] = number(positionEnergyKept(stages, std::span(&rows, 1), cancel));
    const DropoutLaw law = dropoutLaw(stages, rows);
    object["expected_dropped_fraction"] = law.droppedShare;
    object["expected_position_energy_kept"] = law.positionEnergyKept;
    object["token_loss_probability"] = std::pow(10.0, law.log10TokenLoss);
    object["token_loss_log10"] = number(law.log10TokenLoss);
}

// Every key of the contract, in its order, null until it is known.
Json emptyObject(const Stages& stages)
{
    const Parameters& p = stages.parameters();
    Json object{{"d_model", p.dModel},
                {"max_len", p.maxLen},
                {"seq_len", stages.sequence().length()},
                {"scale", stages.scale()},
                {"sigma", number(stages.sigma())}};
    for (const char* key :
         {"embedding_norm", "scaled_norm", "position_norm", "ratio", "angle_degrees", "ratio_by_position"})
        object[key] = nullptr;
    object["energy_by_dimension"] = {{"scaled", nullptr}, {"position", nullptr}, {"position_varying", nullptr}};
    for (const char* key :
         {"pairs", "dead_pairs", "frozen_pairs", "constant_share", "first_rise", "kernel", "effective_rank",
          "dropped_fraction", "dropout_cosine", "position_energy_kept", "expected_dropped_fraction",
          "expected_position_energy_kept", "token_loss_probability", "token_loss_log10"})
        object[key] = nullptr;
    return object;
}

} // namespace

Result<Json> statistics(const Stages& stages, const CancelToken& cancel, std::vector<std::string>& warnings)
{
    for (const StageId stage : {StageId::Embedding, StageId::Sum, StageId::Mask, StageId::Output}) {
        if (!stages.field(stage).ok())
            return stages.field(stage).error();
    }
    constexpr unsigned kBytesPerRow = 16 * 8; // norms, cosines and the array of ratios, in memory and as JSON
    if (Status status = requireMemory(static_cast<ByteCount>(stages.sequence().length()) * kBytesPerRow,
                                      "the statistics of every position", "give a smaller --seq-len");
        !status.ok())
        return status.error();
    Json object = emptyObject(stages);
    addEncoding(object, stages, cancel, warnings);
    if (stages.sequence().length() > 0) {
        addNorms(object, stages, cancel);
        if (!cancel.cancelled())
            addDropout(object, stages, cancel);
    }
    if (cancel.cancelled())
        return cancelledError();
    return object;
}

} // namespace phasor
