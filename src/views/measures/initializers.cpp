// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/initializers.h"

#include "inputs/initializers.h"
#include "views/measures/measure.h"
#include "views/waves/wavefacts.h"

#include <cmath>

namespace phasor {

constexpr std::int64_t kLengthCells = std::int64_t{1} << 20;

// Whether all rows have the norm √(w/2).
static bool isOfOneLength(const Node& position)
{
    const Waves* waves = wavesOfDistance(position);
    return waves != nullptr && waves->alone;
}

// Mean norm of the rows: from all of them or from runs of them.
static double lengthOfRows(const Node& position, const Field& table)
{
    const std::int64_t cols = position.columns.count;
    if (isOfOneLength(position))
        return std::sqrt(static_cast<double>(cols) / 2);
    std::vector<double> norms;
    for (const Span run : sampledRuns({0, position.rows.count}, cols, kLengthCells))
        appendNumbers(norms, rowNorms(table, {run.begin, 0, run.size(), cols}));
    return estimatedMean(norms, true).value;
}

Result<InitializerRatios> ratiosOfInitializers(SceneReader& scene, Side side, const Restriction& only)
{
    const NodePtr embedding = scene.node("embedding", side);
    TRY_DONE(embedding->field);
    TRY(const NodePtr table, tableNode(scene, side));
    TRY(const NodePtr position, restricted(table, only));
    TRY(const FieldPtr encoding, position->field);
    const ScaleFacts& scale = *scene.node("scaled", side)->find<ScaleFacts>();
    InitializerRatios of{
        .rows = {}, .length = lengthOfRows(*position, *encoding), .scale = scale.factor, .dModel = scale.dModel};
    if (!isOfOneLength(*position))
        of.part.positions = Span{position->rows.first, position->rows.first + position->rows.count};
    const std::int64_t width = embedding->columns.count;
    const auto ratio = [&](double norm, double factor) {
        return of.length > 0 ? std::abs(factor) * norm / of.length : std::numeric_limits<double>::quiet_NaN();
    };
    const double root = std::sqrt(static_cast<double>(scale.dModel));
    of.ratio = ratio(expectedNorm(*embedding, scene, side), scale.factor);
    // Xavier's σ depends on the rows of the embedding's table.
    const auto& sequence = scene.node("mask", side)->find<DropoutFacts>()->sequence;
    const std::int64_t vocab = sequence ? sequence->vocab() : embedding->rows.count;
    const std::string source = scene.read(&Parameters::embedding, side).source;
    for (const Initializer& initializer : initializers()) {
        const bool current = initializer.id == source;
        const double sigma = current ? embedding->find<EmbeddingFacts>()->sigma : initializer.sigma({vocab, width});
        const double norm = sigma * initializer.expectedNorm(width);
        of.rows.push_back(
            {std::string(initializer.id), initializer.label, sigma, ratio(norm, root), ratio(norm, 1), current});
    }
    return of;
}

double expectedNorm(const Node& embedding, SceneReader& scene, Side side)
{
    const auto& facts = *embedding.find<EmbeddingFacts>();
    const Initializer* initializer = findInitializer(scene.read(&Parameters::embedding, side).source);
    const std::int64_t width = embedding.columns.count;
    return initializer != nullptr ? facts.sigma * initializer->expectedNorm(width)
                                  : facts.size * std::sqrt(static_cast<double>(width));
}

double expectedAngle(double ratio)
{
    return std::atan(1 / ratio) * 180 / std::numbers::pi;
}

DataTable tableOf(const InitializerRatios& of)
{
    using Row = RatioOfInitializer;
    return {{{"initializer", countedFrom(0, of.rows.size()), kKey},
             {"sigma", columnFrom(of.rows, &Row::sigma)},
             {"ratio_scaled", columnFrom(of.rows, &Row::scaled)},
             {"ratio_unscaled", columnFrom(of.rows, &Row::unscaled)},
             {"angle_scaled", columnFrom(of.rows, [](const Row& row) { return expectedAngle(row.scaled); })},
             {"angle_unscaled", columnFrom(of.rows, [](const Row& row) { return expectedAngle(row.unscaled); })},
             {"current", columnFrom(of.rows, &Row::current)}}};
}

Result<ViewDataPtr> compute(const InitializersRequest&, SceneReader& scene, Effort)
{
    TRY(auto data, sidesOf<InitializersData>(scene, [&](Side side) {
            const Axis& used = scene.node("embedding", side)->rows;
            return ratiosOfInitializers(scene, side, {.positions = Span{used.first, used.first + used.count}});
        }));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
