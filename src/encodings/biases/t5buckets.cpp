// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/biases/t5buckets.h"

#include "encodings/sinusoidal/framework/frameworkmath.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 31;

// What the bucket depends on: a key behind the query is as good as at it, unless it has buckets of its own.
std::int64_t distance(const T5BucketLaw& law, std::int64_t k)
{
    return law.bidirectional ? std::abs(k) : std::max<std::int64_t>(k, 0);
}

} // namespace

T5Buckets::T5Buckets(const T5BucketLaw& law)
    : m_law(law)
    , m_log(static_cast<float>(std::log(static_cast<double>(law.maxDistance) / static_cast<double>(law.exact()))))
{
    for (std::int64_t k = -kFarthest; k < kFarthest; k = nextBorder(k))
        m_runs.push_back({k, of(k)});
}

std::int64_t T5Buckets::of(std::int64_t k) const
{
    std::int64_t bucket = 0;
    of(k, {&bucket, 1});
    return bucket;
}

void T5Buckets::of(std::int64_t first, std::span<std::int64_t> out) const
{
    constexpr std::size_t kLanes = 256;
    std::array<float, kLanes> logs;
    for (std::size_t i = 0; i < out.size(); i += kLanes) {
        const std::size_t count = std::min(kLanes, out.size() - i);
        const std::int64_t k = first - static_cast<std::int64_t>(i);
        for (std::size_t j = 0; j < count; ++j)
            logs[j] = static_cast<float>(distance(m_law, k - static_cast<std::int64_t>(j)))
                / static_cast<float>(m_law.exact());
        frameworkLog(logs.data(), logs.data(), count);
        for (std::size_t j = 0; j < count; ++j)
            out[i + j] = bucket(k - static_cast<std::int64_t>(j), logs[j]);
    }
}

std::int64_t T5Buckets::bucket(std::int64_t k, float log) const
{
    const std::int64_t n = distance(m_law, k);
    const std::int64_t before = m_law.bidirectional && k < 0 ? m_law.side() : 0;
    const std::int64_t exact = m_law.exact();
    if (n < exact)
        return before + n;
    const float steps = log / m_log * static_cast<float>(m_law.side() - exact);
    return before + std::min(exact + static_cast<std::int64_t>(steps), m_law.side() - 1);
}

// The first distance after k of another bucket: they come in one order on each side of 0.
std::int64_t T5Buckets::nextBorder(std::int64_t k) const
{
    const std::int64_t here = of(k);
    std::int64_t low = k;
    std::int64_t high = k < 0 ? 0 : kFarthest;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (of(middle) == here ? low : high) = middle;
    }
    return high;
}

} // namespace phasor
