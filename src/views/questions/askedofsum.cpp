// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/mean.h"
#include "analysis/rows/norms.h"
#include "views/questions/asked.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace phasor {

namespace {

std::array<QuarterEnergy, 2> quartersOf(const Asked& asked)
{
    const Field& scaled = asked.field("scaled");
    const Field& position = asked.field("position");
    const ColumnEnergy words = columnEnergy(scaled, asked.rowsOf(scaled), asked.scene.cancel());
    const ColumnEnergy places = columnEnergy(position, asked.rowsOf(position), asked.scene.cancel());
    const std::size_t width = words.mean.size();
    const std::size_t quarter = std::max<std::size_t>(1, width / 4);
    std::array<QuarterEnergy, 2> quarters;
    for (std::size_t i = 0; i < quarter; ++i) {
        for (std::size_t q = 0; q < quarters.size(); ++q) {
            const std::size_t c = q == 0 ? i : width - quarter + i;
            const double varying = places.meanSquare[c] - places.mean[c] * places.mean[c];
            quarters[q].scaled += words.meanSquare[c] / static_cast<double>(quarter);
            quarters[q].position += places.meanSquare[c] / static_cast<double>(quarter);
            quarters[q].varying += std::max(0.0, varying) / static_cast<double>(quarter);
        }
    }
    return quarters;
}

} // namespace

Result<CombinationAnswer> combinationAnswer(const Asked& asked, const Recovery& now)
{
    CombinationAnswer answer;
    answer.now = now;
    Parameters beside = asked.setup->parameters();
    beside.sum.combine = Combine::Concatenate;
    answer.beside = widthsOf(beside);
    // One dimension cannot be shared.
    if (answer.beside.embedding > 0 && answer.beside.position > 0) {
        const Combine other = asked.concatenated() ? Combine::Sum : Combine::Concatenate;
        Result<Recovery> measured = asked.recoveryAfter([other](Parameters& p) { p.sum.combine = other; });
        if (measured.ok())
            answer.other = *measured;
        else if (measured.error().kind == ErrorKind::Cancelled)
            return measured.error();
    }
    if (asked.concatenated())
        return answer;
    answer.quarters = quartersOf(asked);
    answer.drawnAlike = areDrawnAlike(asked.field("embedding"), asked.field("position"), asked.scene.cancel());
    TRY(answer.overlap,
        spaceOverlap(*unscaledDirections(asked.setup->find("embedding"), asked.setup->find("scaled")),
                     *asked.setup->find("position"), asked.overlapRows, SpaceOverlap::kRank, asked.scene.cancel()));
    return answer;
}

ScaleAnswer scaleAnswer(const Asked& asked)
{
    constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
    const Parameters& parameters = asked.setup->parameters();
    ScaleAnswer answer{.sigma = asked.setup->find("embedding")->find<EmbeddingFacts>()->sigma,
                       .scale = scaleOf(parameters),
                       .ratio = kUndefined,
                       .angle = kUndefined,
                       .unscaledRatio = kUndefined,
                       .positionSize = kUndefined};
    answer.logits = answer.sigma * std::sqrt(static_cast<double>(widthsOf(parameters).embedding));
    if (!asked.withTable())
        return answer;
    const auto norms = [&asked](const char* node) {
        return rowNorms(asked.field(node), asked.rowsOf(asked.field(node)), asked.scene.cancel());
    };
    const std::vector<double> places = norms("position");
    const double place = meanOf(places);
    double energy = 0;
    for (const double norm : places)
        energy += norm * norm;
    answer.positionSize = std::sqrt(energy / static_cast<double>(asked.rows * asked.field("position").shape().cols));
    if (place > 0) {
        answer.ratio = meanOf(norms("scaled")) / place;
        answer.unscaledRatio = meanOf(norms("embedding")) / place;
    }
    if (asked.concatenated())
        return answer;
    std::vector<double> angles
        = rowPairs(asked.field("scaled"), asked.field("sum"), asked.rowsOf(asked.field("sum")), asked.scene.cancel())
              .cosine;
    for (double& angle : angles)
        angle = std::acos(angle) * 180 / std::numbers::pi;
    answer.angle = meanOfNumbers(angles);
    return answer;
}

} // namespace phasor
