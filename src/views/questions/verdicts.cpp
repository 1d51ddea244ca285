// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/questions/verdicts.h"

namespace phasor {

MoreReadable moreReadable(const PlacedDropout& now, const PlacedDropout& other)
{
    const Recovered& a = now.recovery.position;
    const Recovered& b = other.recovery.position;
    if (!std::isfinite(a.share) || !std::isfinite(b.share))
        return MoreReadable::Unknown;
    if (a.high < b.low)
        return MoreReadable::Other;
    return b.high < a.low ? MoreReadable::Now : MoreReadable::Neither;
}

Meeting meetingOf(const SpaceOverlap& overlap)
{
    const auto width = static_cast<double>(overlap.width);
    const auto rank = static_cast<double>(overlap.rank());
    if (overlap.rank() >= overlap.width)
        return Meeting::AllDirections;
    if (overlap.measured() < 0.1)
        return Meeting::Hardly;
    // Of ‖UᵀV‖²_F / r for random spaces of r of w dimensions: the variance of a trace of the Jacobi ensemble.
    const double deviation = std::sqrt(2 / ((width - 1) * (width + 2))) * (width - rank) / width;
    return overlap.measured() > overlap.randomAtRank() + 3 * deviation ? Meeting::MoreThanByChance
                                                                       : Meeting::AsByChance;
}

Spoiling spoilingOf(const std::array<QuarterEnergy, 2>& quarters)
{
    const auto& [first, last] = quarters;
    if (!(first.scaled > 0) || !(last.scaled > 0))
        return Spoiling::Nothing;
    if (!(first.varying / first.scaled > 10 * (last.varying / last.scaled)))
        return Spoiling::NotSo;
    return last.position / last.scaled > 0.1 * (first.position / first.scaled) ? Spoiling::HalfRight : Spoiling::True;
}

Beside besideOf(double ratio)
{
    if (ratio > 5)
        return Beside::FarLarger;
    if (ratio > 2)
        return Beside::Larger;
    return ratio >= 0.5 ? Beside::OneSize : Beside::Smaller;
}

ScaleEffect effectOf(const ScaleAnswer& scale)
{
    if (scale.ratio == scale.unscaledRatio)
        return ScaleEffect::None;
    return scale.ratio > scale.unscaledRatio ? ScaleEffect::MakesSmaller : ScaleEffect::MakesLarger;
}

std::optional<bool> areOfOneSize(const ScaleAnswer& scale)
{
    const double words = std::abs(scale.scale) * scale.sigma;
    if (!std::isfinite(words) || !(scale.positionSize > 0))
        return std::nullopt;
    return words < 3 * scale.positionSize && scale.positionSize < 3 * words;
}

} // namespace phasor
