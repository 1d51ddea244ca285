// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/statistics.h"

#include "analysis/mean.h"
#include "analysis/rows/norms.h"
#include "system/memorybudget.h"
#include "views/dropout/dropoutlaw.h"
#include "views/jsonnumbers.h"
#include "views/measures/initializers.h"
#include "views/measures/positionstatistics.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <optional>

namespace phasor {

namespace {

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
                        {"sigma", numberOrNull(row.sigma)},
                        {"ratio_scaled", numberOrNull(row.scaled)},
                        {"ratio_unscaled", numberOrNull(row.unscaled)},
                        {"angle_scaled", numberOrNull(expectedAngle(row.scaled))},
                        {"angle_unscaled", numberOrNull(expectedAngle(row.unscaled))},
                        {"current", row.current}});
    object["ratio_by_initializer"] = std::move(list);
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
    object["embedding_norm"] = numberOrNull(meanOf(rowNorms(e, rows, cancel)));
    object["scaled_norm"] = numberOrNull(meanOf(norms));
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
    object["position_norm"] = numberOrNull(meanOf(positionNorms));
    object["ratio"] = numberOrNull(meanOf(scaledNorms) / meanOf(positionNorms));
    Json byPosition = Json::array();
    for (std::size_t i = 0; i < scaledNorms.size(); ++i)
        byPosition.push_back(numberOrNull(scaledNorms[i] / positionNorms[i]));
    object["ratio_by_position"] = std::move(byPosition);
    if (concatenated)
        return;
    std::vector<double> angles = rowPairs(scaled, **on.sum->field, rows, cancel).cosine;
    if (cancel.cancelled())
        return;
    for (double& angle : angles)
        angle = std::acos(angle) * 180 / std::numbers::pi;
    object["angle_degrees"] = numberOrNull(meanOfNumbers(angles));
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
    object["dropped_fraction"] = numberOrNull(droppedFraction(**maskNode.field, ofMask, cancel));
    object["dropout_cosine"] = numberOrNull(meanOfNumbers(rowPairs(sum, output, ofSum, cancel).cosine));
    const Span rows{ofMask.row, ofMask.row + ofMask.rows};
    const DropoutLaw law = dropoutLaw(maskNode, rows);
    object["expected_dropped_fraction"] = law.droppedShare;
    if (const NodePtr position = addedTable(pipeline)) {
        TRY(const Rect inside, cellsInside(*position, {.dimensions = only.dimensions}));
        object["position_energy_kept"]
            = numberOrNull(positionEnergyKept(maskNode, *position, {inside.col, inside.col + inside.cols},
                                              std::span(&rows, 1), true, cancel)
                               .value);
        object["expected_position_energy_kept"] = law.positionEnergyKept;
    }
    object["token_loss_probability"] = std::pow(10.0, law.log10TokenLoss);
    object["token_loss_log10"] = numberOrNull(law.log10TokenLoss);
    return Done{};
}

// Every key of the contract, in its order, null until it is known.
Json emptyObject(const Pipeline& pipeline)
{
    const Parameters& p = pipeline.parameters();
    Json object{{"d_model", p.encoding.dModel},
                {"max_len", p.encoding.maxLen},
                {"seq_len", pipeline.sequence().length()},
                {"scale", scaleOf(p)},
                {"sigma", numberOrNull(pipeline.find("embedding")->find<EmbeddingFacts>()->sigma)}};
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

// What the parts of the statistics take, as shares of the time for 8,000,000 rows of 256 in bfloat16.
constexpr double kTableShare = 0.5;
constexpr double kEmbeddingShare = 0.1;
constexpr double kRatioShare = 0.15;

} // namespace

Result<Json> statistics(const Pipeline& pipeline, const Restriction& only, const CancelToken& cancel,
                        std::vector<Message>& warnings, const std::function<void(double)>& progress)
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
    const auto done = [&progress](double share) {
        if (progress)
            progress(share);
    };
    if (position) {
        TRY(on.position, restricted(position, only));
        addTable(object, *on.position, cancel, warnings, [&done](double share) { done(kTableShare * share); });
    }
    if (position && !cancel.cancelled())
        addInitializers(object, pipeline, *position, cancel);
    done(kTableShare);
    if (pipeline.model().rotation)
        addRotation(object, pipeline.model());
    addBias(object, pipeline);
    if (pipeline.model().waves) {
        TRY(const NodePtr waves, restricted(pipeline.find("position"), only));
        object["largest_base_without_dead_pairs"]
            = orNull(largestBaseWithoutDeadPairs(*waves, pipeline.parameters().encoding));
    }
    if (rows > 0) {
        TRY(on.embedding, restricted(pipeline.find("embedding"), only));
        TRY(on.scaled, restricted(pipeline.find("scaled"), only));
        TRY(on.sum, restricted(pipeline.find("sum"), only));
        const std::vector<double> norms = addEmbedding(object, on, cancel);
        done(kTableShare + kEmbeddingShare);
        if (on.position && !concatenates(pipeline.parameters())
            && areDrawnAlike(**on.embedding->field, **on.position->field, cancel))
            warnings.push_back(WORDS("each row of the encoding is its word's times a number, as of two tables of one "
                                     "seed: angle, overlap and recoverability are not those of others"));
        if (on.position && !cancel.cancelled())
            addRatio(object, on, concatenates(pipeline.parameters()), norms, cancel);
        done(kTableShare + kEmbeddingShare + kRatioShare);
        if (!cancel.cancelled())
            TRY_DONE(addDropout(object, pipeline, only, cancel));
    }
    if (cancel.cancelled())
        return cancelledError();
    return object;
}

} // namespace phasor
