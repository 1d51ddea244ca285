// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/torch/mklmask.h"

#include "kernels/bernoulli.h"
#include "random/threshold.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::uint32_t kModulus = 0x7fffffff;

class MklMask final : public Sequence
{
public:
    MklMask(std::uint32_t seed, double keep)
        : m_first(std::max(1u, seed % kModulus))
        , m_threshold(static_cast<std::uint32_t>(countBelow(
              kModulus, [&](std::uint64_t x) { return static_cast<float>(x) * 0x1p-31f < static_cast<float>(keep); })))
    {
    }

    void draw(const Runs& runs) const override
    {
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            const std::uint32_t x = skipMcg31(m_first, static_cast<std::uint64_t>(first));
            keepMcg31(x, static_cast<std::size_t>(length), m_threshold, out);
        });
    }

private:
    std::uint32_t m_first;
    std::uint32_t m_threshold;
};

} // namespace

std::shared_ptr<const Sequence> mklKeepMask(std::uint32_t seed, double keep)
{
    return std::make_shared<MklMask>(seed, keep);
}

} // namespace phasor
