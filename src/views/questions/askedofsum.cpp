// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/norms.h"
#include "views/questions/asked.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

Result<std::array<QuarterEnergy, 2>> quartersOf(const MeasuredPart& at)
{
    TRY(const std::vector<double> scaled, listOf("energy_by_dimension.scaled", at));
    TRY(const std::vector<double> position, listOf("energy_by_dimension.position", at));
    TRY(const std::vector<double> varying, listOf("energy_by_dimension.position_varying", at));
    const std::size_t quarter = std::max<std::size_t>(1, scaled.size() / 4);
    std::array<QuarterEnergy, 2> quarters;
    for (std::size_t i = 0; i < quarter; ++i) {
        for (std::size_t q = 0; q < quarters.size(); ++q) {
            const std::size_t c = q == 0 ? i : scaled.size() - quarter + i;
            quarters[q].scaled += scaled[c] / static_cast<double>(quarter);
            quarters[q].position += position[c] / static_cast<double>(quarter);
            quarters[q].varying += varying[c] / static_cast<double>(quarter);
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
    TRY(answer.quarters, quartersOf(asked.measured()));
    answer.drawnAlike = areDrawnAlike(asked.field("embedding"), asked.field("position"), asked.scene.cancel());
    TRY(const auto overlap, overlapOf(asked.firstRowsOfOverlap ? asked.measured() : MeasuredPart{asked.scene}));
    answer.overlap = *overlap;
    return answer;
}

Result<ScaleAnswer> scaleAnswer(const Asked& asked)
{
    constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
    const MeasuredPart at = asked.measured();
    ScaleAnswer answer{
        .ratio = kUndefined, .angle = kUndefined, .unscaledRatio = kUndefined, .positionSize = kUndefined};
    const auto number = [&at](std::string_view key) -> Result<double> {
        TRY(const Estimate estimate, numberOf(key, at));
        return estimate.value;
    };
    TRY(answer.sigma, number("sigma"));
    TRY(answer.scale, number("scale"));
    answer.logits = answer.sigma * std::sqrt(static_cast<double>(widthsOf(asked.setup->parameters()).embedding));
    if (!asked.withTable())
        return answer;
    TRY(answer.positionSize, number("position_size"));
    if (answer.positionSize > 0) {
        TRY(answer.ratio, number("ratio"));
        TRY(answer.unscaledRatio, number("ratio_without_scale"));
    }
    TRY(answer.angle, number("angle_degrees"));
    return answer;
}

} // namespace phasor
