// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/initializers.h"

#include "analysis/rows/norms.h"
#include "inputs/initializers.h"
#include "views/restriction.h"
#include "views/view.h"

#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr std::int64_t kLengthCells = std::int64_t{1} << 20;

// Root mean square of the rows' norms: √(w/2) for waves alone, else from all rows or from runs of them.
double lengthOfRows(const Node& position, const Field& table, const CancelToken& cancel)
{
    const std::optional<Waves>& waves = position.find<PositionFacts>()->model->waves;
    const std::int64_t cols = position.columns.count;
    if (waves && waves->alone)
        return std::sqrt(static_cast<double>(cols) / 2);
    double squares = 0;
    double rows = 0;
    for (const Span run : sampledRuns({0, position.rows.count}, cols, kLengthCells)) {
        for (const double norm : rowNorms(table, {run.begin, 0, run.size(), cols}, cancel))
            squares += norm * norm;
        rows += static_cast<double>(run.size());
    }
    return std::sqrt(squares / rows);
}

} // namespace

Result<InitializerRatios> ratiosOfInitializers(SceneReader& scene, Side side)
{
    const NodePtr embedding = scene.node("embedding", side);
    TRY_DONE(embedding->field);
    TRY(const NodePtr position, tableNode(scene, side));
    TRY(const FieldPtr table, position->field);
    const ScaleFacts& scale = *scene.node("scaled", side)->find<ScaleFacts>();
    InitializerRatios of{.rows = {},
                         .length = lengthOfRows(*position, *table, scene.cancel()),
                         .scale = scale.factor,
                         .dModel = scale.dModel};
    const std::int64_t width = embedding->columns.count;
    const auto ratio = [&](double sigma, double factor) {
        return of.length > 0 ? std::abs(factor) * sigma * std::sqrt(static_cast<double>(width)) / of.length
                             : std::numeric_limits<double>::quiet_NaN();
    };
    const double sigmaOfSetup = embedding->find<EmbeddingFacts>()->sigma;
    const double root = std::sqrt(static_cast<double>(scale.dModel));
    of.ratio = ratio(sigmaOfSetup, scale.factor);
    // Xavier's σ depends on the rows of the embedding's table.
    const auto& sequence = scene.node("mask", side)->find<DropoutFacts>()->sequence;
    const std::int64_t vocab = sequence ? sequence->vocab() : embedding->rows.count;
    const std::string source = scene.read(&Parameters::embedding, side).source;
    for (const Initializer& initializer : initializers()) {
        const bool current = initializer.id == source;
        const double sigma = current ? sigmaOfSetup : initializer.sigma({vocab, width});
        of.rows.push_back(
            {std::string(initializer.id), initializer.label, sigma, ratio(sigma, root), ratio(sigma, 1), current});
    }
    return of;
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
    TRY(auto data, sidesOf<InitializersData>(scene, [&](Side side) { return ratiosOfInitializers(scene, side); }));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
