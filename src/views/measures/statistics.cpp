// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/statistics.h"

#include "analysis/mean.h"
#include "analysis/rows/norms.h"
#include "analysis/spectrum.h"
#include "analysis/waves/pairs.h"
#include "system/memorybudget.h"
#include "views/measures/dropoutlaw.h"
#include "views/measures/energy.h"
#include "views/measures/initializers.h"
#include "views/waves/shift.h"
#include "views/waves/wavefacts.h"

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
constexpr std::int64_t kCountedCells = std::int64_t{1} << 26;

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename T> Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
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

void addRotation(Json& object, const PositionModel& model)
{
    const PositionRotation& rotation = *model.turns();
    const Shape shape = rotation.table->shape();
    addWaves(object, *model.waves, shape);
    object["attention_factor"] = rotation.attentionFactor;
    if (!rotation.growth.empty())
        object["relative_kernel"] = fadingKernel(rotation, *model.waves, std::min(shape.rows, kKernelLength));
}

// How far PE(p + 1) is from the best linear map of PE(p), beside the length of a row.
void addShift(Json& object, const Node& position, const CancelToken& cancel)
{
    const Result<MeasuredShift> shift = measuredShift(position, 1, Effort::Still, cancel);
    if (shift.ok())
        object["shift_residual"] = number(shift->facts.greatest / shift->facts.length);
}

// R under every initialiser, with the factor √d_model and without.
void addInitializers(Json& object, const Pipeline& pipeline, const Node& position, const CancelToken& cancel)
{
    const Node& embedding = *pipeline.find("embedding");
    const InitializerRatios ratios
        = ratiosOfInitializers(embedding, position, pipeline.parameters().embedding,
                               *pipeline.find("scaled")->find<ScaleFacts>(), pipeline.sequence().vocab(), cancel);
    Json list = Json::array();
    for (const RatioOfInitializer& row : ratios.rows)
        list.push_back({{"id", row.id},
                        {"sigma", number(row.sigma)},
                        {"ratio_scaled", number(row.scaled)},
                        {"ratio_unscaled", number(row.unscaled)},
                        {"angle_scaled", number(expectedAngle(row.scaled))},
                        {"angle_unscaled", number(expectedAngle(row.unscaled))},
                        {"current", row.current}});
    object["ratio_by_initializer"] = std::move(list);
}

void addTable(Json& object, const Node& position, const CancelToken& cancel, std::vector<Message>& warnings)
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
    object["constant_share"] = number(constant / total);
    const std::optional<std::vector<double>> singular
        = closed ? singularValues(columns, first, shape.rows, cancel) : singularValues(encoding, whole(shape), cancel);
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

// The nodes that are measured, or the part of them that is; position is null where there is no table.
struct MeasuredNodes
{
    NodePtr embedding;
    NodePtr scaled;
    NodePtr position;
    NodePtr sum;
};

// Of the embedding; empty when cancelled.
std::vector<double> addEmbedding(Json& object, const MeasuredNodes& on, const CancelToken& cancel)
{
    const Field& e = **on.embedding->field;
    const Field& scaled = **on.scaled->field;
    const Rect rows = whole(e.shape());
    std::vector<double> norms = rowNorms(scaled, rows, cancel);
    object["embedding_norm"] = number(meanOf(rowNorms(e, rows, cancel)));
    object["scaled_norm"] = number(meanOf(norms));
    object["energy_by_dimension"]["scaled"] = columnEnergy(scaled, rows, cancel).meanSquare;
    return norms;
}

// How large the embedding is beside the encoding.
void addRatio(Json& object, const MeasuredNodes& on, bool concatenated, const std::vector<double>& scaledNorms,
              const CancelToken& cancel)
{
    const Field& encoding = **on.position->field;
    const Field& scaled = **on.scaled->field;
    const Rect rows = whole(scaled.shape());
    const std::vector<double> positionNorms = rowNorms(encoding, {0, 0, rows.rows, encoding.shape().cols}, cancel);
    if (cancel.cancelled())
        return;
    object["position_norm"] = number(meanOf(positionNorms));
    object["ratio"] = number(meanOf(scaledNorms) / meanOf(positionNorms));
    Json byPosition = Json::array();
    for (std::size_t i = 0; i < scaledNorms.size(); ++i)
        byPosition.push_back(number(scaledNorms[i] / positionNorms[i]));
    object["ratio_by_position"] = std::move(byPosition);
    if (concatenated)
        return;
    std::vector<double> angles = rowPairs(scaled, **on.sum->field, rows, cancel).cosine;
    if (cancel.cancelled())
        return;
    for (double& angle : angles)
        angle = std::acos(angle) * 180 / std::numbers::pi;
    object["angle_degrees"] = number(meanOfNumbers(angles));
}

// The node of a table that is added to the embedding or put beside it; null: there is none.
NodePtr addedTable(const Pipeline& pipeline)
{
    return pipeline.model().table ? pipeline.find("position") : nullptr;
}

// A count divided by a count.
double droppedFraction(const Field& mask, Rect window, const CancelToken& cancel)
{
    const auto rows = static_cast<double>(window.rows);
    double kept = 0;
    for (const double mean : columnEnergy(mask, window, cancel).mean)
        kept += std::round(mean * rows);
    const double cells = rows * static_cast<double>(window.cols);
    return (cells - kept) / cells;
}

Status addDropout(Json& object, const Pipeline& pipeline, const Restriction& only, const CancelToken& cancel)
{
    const Node& maskNode = *pipeline.find("mask");
    const NodePtr sumNode = pipeline.find("sum");
    const Field& sum = **sumNode->field;
    const Field& output = **pipeline.find("output")->field;
    TRY(const Rect ofMask, cellsInside(maskNode, only));
    TRY(const Rect ofSum, cellsInside(*sumNode, only));
    object["dropped_fraction"] = number(droppedFraction(**maskNode.field, ofMask, cancel));
    object["dropout_cosine"] = number(meanOfNumbers(rowPairs(sum, output, ofSum, cancel).cosine));
    const Span rows{ofMask.row, ofMask.row + ofMask.rows};
    const DropoutLaw law = dropoutLaw(maskNode, rows);
    object["expected_dropped_fraction"] = law.droppedShare;
    if (const NodePtr position = addedTable(pipeline)) {
        TRY(const Rect inside, cellsInside(*position, {.dimensions = only.dimensions}));
        object["position_energy_kept"]
            = number(positionEnergyKept(maskNode, *position, {inside.col, inside.col + inside.cols},
                                        std::span(&rows, 1), true, cancel)
                         .value);
        object["expected_position_energy_kept"] = law.positionEnergyKept;
    }
    object["token_loss_probability"] = std::pow(10.0, law.log10TokenLoss);
    object["token_loss_log10"] = number(law.log10TokenLoss);
    return Done{};
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
        kernel.push_back(number(*bias));
    }
    object["relative_kernel"] = std::move(kernel);
}

// Every key of the contract, in its order, null until it is known.
Json emptyObject(const Pipeline& pipeline)
{
    const Parameters& p = pipeline.parameters();
    Json object{{"d_model", p.encoding.dModel},
                {"max_len", p.encoding.maxLen},
                {"seq_len", pipeline.sequence().length()},
                {"scale", scaleOf(p)},
                {"sigma", number(pipeline.find("embedding")->find<EmbeddingFacts>()->sigma)}};
    for (const char* key :
         {"embedding_norm", "scaled_norm", "position_norm", "ratio", "angle_degrees", "ratio_by_position"})
        object[key] = nullptr;
    object["energy_by_dimension"] = {{"scaled", nullptr}, {"position", nullptr}, {"position_varying", nullptr}};
    for (const char* key : {"pairs",
                            "dead_pairs",
                            "frozen_pairs",
                            "constant_share",
                            "first_rise",
                            "kernel",
                            "effective_rank",
                            "dropped_fraction",
                            "dropout_cosine",
                            "position_energy_kept",
                            "expected_dropped_fraction",
                            "expected_position_energy_kept",
                            "token_loss_probability",
                            "token_loss_log10",
                            "inverse_frequencies",
                            "attention_factor",
                            "slopes",
                            "relative_kernel",
                            "largest_base_without_dead_pairs",
                            "constant_dimensions",
                            "participation_ratio",
                            "dimensions_99",
                            "shift_residual",
                            "ratio_by_initializer",
                            "closest_distance"})
        object[key] = nullptr;
    return object;
}

} // namespace

Result<Json> statistics(const Pipeline& pipeline, const Restriction& only, const CancelToken& cancel,
                        std::vector<Message>& warnings)
{
    const CancelScope scope(cancel);
    for (const char* node : {"embedding", "sum", "mask", "output", "position"}) {
        if (const NodePtr found = pipeline.find(node); found && !found->field.ok())
            return found->field.error();
    }
    constexpr unsigned kBytesPerRow = 16 * 8; // norms, cosines and the array of ratios, in memory and as JSON
    const std::int64_t rows = pipeline.sequence().length();
    TRY_DONE(requireMemory(static_cast<ByteCount>(rows) * kBytesPerRow,
                           WORDS("the statistics of every position need %1, %2 are available"),
                           WORDS("give a smaller --seq-len")));
    Json object = emptyObject(pipeline);
    const NodePtr position = addedTable(pipeline);
    MeasuredNodes on;
    if (position) {
        TRY(on.position, restricted(position, only));
        addTable(object, *on.position, cancel, warnings);
    }
    if (position && !cancel.cancelled())
        addInitializers(object, pipeline, *position, cancel);
    if (pipeline.model().rotation)
        addRotation(object, pipeline.model());
    addBias(object, pipeline);
    if (pipeline.model().waves)
        object["largest_base_without_dead_pairs"]
            = orNull(largestBaseWithoutDeadPairs(*pipeline.find("position"), pipeline.parameters().encoding));
    if (rows > 0) {
        TRY(on.embedding, restricted(pipeline.find("embedding"), only));
        TRY(on.scaled, restricted(pipeline.find("scaled"), only));
        TRY(on.sum, restricted(pipeline.find("sum"), only));
        const std::vector<double> norms = addEmbedding(object, on, cancel);
        if (on.position && !cancel.cancelled())
            addRatio(object, on, concatenates(pipeline.parameters()), norms, cancel);
        if (!cancel.cancelled())
            TRY_DONE(addDropout(object, pipeline, only, cancel));
    }
    if (cancel.cancelled())
        return cancelledError();
    return object;
}

} // namespace phasor
