// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/laws.h"

#include "kernels/boxmuller.h"
#include "kernels/randomwords.h"
#include "random/erf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace phasor {

namespace {

float newtonStep(float x, float y)
{
    const float slope = static_cast<float>(2.0 / std::sqrt(std::numbers::pi)) * std::exp(-x * x);
    return x - (erfAsOnX86(x) - y) / slope;
}

// torch.erfinv in float32, |y| <= 1: a rational start and two Newton steps (ATen/native/Math.h, calc_erfinv), with the
// fused multiply-adds of PyTorch's x86 builds. It calls expf and logf of the C library, which have the same bits in
// glibc for x86-64 and for aarch64.
float erfinv(float y)
{
    const float size = std::fabs(y);
    if (size >= 1.0f)
        return size == 1.0f ? std::copysign(std::numeric_limits<float>::infinity(), y)
                            : std::numeric_limits<float>::quiet_NaN();
    float x = 0;
    if (size <= 0.7f) {
        const float z = y * y;
        float above = std::fma(-0.140543331f, z, 0.914624893f);
        above = std::fma(above, z, -1.645349621f);
        above = std::fma(above, z, 0.886226899f);
        float below = std::fma(0.012229801f, z, -0.329097515f);
        below = std::fma(below, z, 1.442710462f);
        below = std::fma(below, z, -2.118377725f);
        below = std::fma(below, z, 1.0f);
        x = y * above / below;
    } else {
        const float z = std::sqrt(-std::log((1.0f - size) / 2.0f));
        float above = std::fma(1.641345311f, z, 3.429567803f);
        above = std::fma(above, z, -1.624906493f);
        above = std::fma(above, z, -1.970840454f);
        const float below = std::fma(std::fma(1.637067800f, z, 3.543889200f), z, 1.0f);
        x = std::copysign(above, y) / below;
    }
    return newtonStep(newtonStep(x, y), y);
}

double normalDistribution(double x)
{
    return (1.0 + std::erf(x / std::numbers::sqrt2)) / 2.0;
}

// `length` values from value `first` on of the Box–Muller blocks that begin at the word `base`.
void boxMullerValues(const WordCursor& cursor, std::uint64_t base, std::int64_t first, std::int64_t length, float mean,
                     float std, float* out)
{
    constexpr std::int64_t kBlock = kBoxMullerBlock;
    constexpr std::int64_t kWordsAtOnce = 2048;
    std::array<std::uint32_t, kWordsAtOnce> words;
    std::array<float, kBlock> partial;
    while (length > 0) {
        const std::int64_t begin = first / kBlock * kBlock;
        const std::int64_t whole = first == begin ? std::min(length, kWordsAtOnce) / kBlock : 0;
        const auto blocks = static_cast<std::size_t>(std::max<std::int64_t>(whole, 1));
        cursor(base + static_cast<std::uint64_t>(begin), blocks * kBlock, words.data());
        boxMuller(words.data(), blocks, mean, std, whole > 0 ? out : partial.data());
        const std::int64_t made = whole > 0 ? whole * kBlock : std::min(length, begin + kBlock - first);
        if (whole == 0)
            std::copy_n(partial.begin() + (first - begin), made, out);
        first += made;
        length -= made;
        out += made;
    }
}

} // namespace

Sequence normalLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, std::int64_t count, double mean,
                   double std)
{
    constexpr std::int64_t kBlock = kBoxMullerBlock;
    const std::int64_t redrawn = count % kBlock == 0 ? std::numeric_limits<std::int64_t>::max() : count - kBlock;
    return [=, words = std::move(words), mean = static_cast<float>(mean),
            std = static_cast<float>(std)](const Runs& runs) {
        const auto cursor = words->cursor();
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            const std::int64_t end = first + length;
            const std::int64_t plain = std::clamp(redrawn, first, end);
            boxMullerValues(cursor, start, first, plain - first, mean, std, out);
            if (plain < end)
                boxMullerValues(cursor, start + static_cast<std::uint64_t>(count), plain - redrawn, end - plain, mean,
                                std, out + (plain - first));
        });
    };
}

Sequence uniformLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double low, double high)
{
    const auto lowest = static_cast<float>(low);
    const float scale = static_cast<float>(high) - lowest;
    return wordLaw(std::move(words), start, 1, [=](std::size_t count, const std::uint32_t* batch, float* out) {
        uniformFloats(batch, count, scale, lowest, out);
    });
}

Sequence truncatedLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double mean, double std, double low,
                      double high)
{
    const auto center = static_cast<float>(mean);
    const auto scale = static_cast<float>(std * std::numbers::sqrt2);
    const auto lowest = static_cast<float>(low);
    const auto highest = static_cast<float>(high);
    const auto uniformLow = static_cast<float>(2 * normalDistribution((low - mean) / std) - 1);
    const float uniformScale = static_cast<float>(2 * normalDistribution((high - mean) / std) - 1) - uniformLow;
    return wordLaw(std::move(words), start, 1, [=](std::size_t count, const std::uint32_t* batch, float* out) {
        uniformFloats(batch, count, uniformScale, uniformLow, out);
        for (std::size_t i = 0; i < count; ++i)
            out[i] = std::clamp(erfinv(out[i]) * scale + center, lowest, highest);
    });
}

Sequence keepLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double keep)
{
    const auto threshold = static_cast<std::uint64_t>(std::ceil(keep * 0x1p53)); // k * 2^-53 < keep, exactly
    return wordLaw(std::move(words), start, 2, [=](std::size_t count, const std::uint32_t* batch, float* out) {
        keepBelow53(batch, count, threshold, out);
    });
}

} // namespace phasor
