// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/numbers.h"

#include <span>

namespace phasor {

struct T5Settings
{
    std::int64_t buckets = 32;
    std::int64_t maxDistance = 128; // about from here on all distances share the last bucket
    bool bidirectional = false; // keys after the query have their own buckets
    Seed seed = {}; // of the biases

    std::int64_t side() const { return bidirectional ? buckets / 2 : buckets; } // buckets of one direction
    std::int64_t exact() const { return side() / 2; } // distances 0 … exact − 1 have one each

    bool operator==(const T5Settings&) const = default;
};

// Bucket of a distance k = query − key, |k| < 2^31: T5Attention._relative_position_bucket of transformers, with
// PyTorch's float32 logarithm, as the borders of the buckets depend on it.
class T5Buckets
{
public:
    // exact() >= 1, maxDistance > exact().
    explicit T5Buckets(const T5Settings& law);

    std::int64_t of(std::int64_t k) const;
    // Writes the buckets of the distances first, first − 1 ….
    void of(std::int64_t first, std::span<std::int64_t> out) const;

    // Runs of distances with the same bucket: begin of each, ascending, the first at −2^31.
    struct Run
    {
        std::int64_t begin = 0;
        std::int64_t bucket = 0;
    };
    std::span<const Run> runs() const { return m_runs; }

private:
    std::int64_t bucket(std::int64_t k, float log) const;

    T5Settings m_law;
    float m_log; // log(maxDistance / exact)
    std::vector<Run> m_runs;
};

} // namespace phasor
