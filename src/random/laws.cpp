// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/laws.h"

#include "kernels/randomwords.h"

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

namespace phasor {

// c[0] + z (c[1] + z (c[2] + …)).
template <std::size_t n> static float polynomial(float z, const std::array<float, n>& c)
{
    float sum = c[n - 1];
    for (std::size_t i = n - 1; i-- > 0;)
        sum = c[i] + z * sum;
    return sum;
}

// |x| < 0.84375: erf x = x + x·P(x²)/Q(x²).
static float nearZero(float x)
{
    constexpr std::array kAbove{1.2837916613e-01F, -3.2504209876e-01F, -2.8481749818e-02F, -5.7702702470e-03F,
                                -2.3763017452e-05F};
    constexpr std::array kBelow{1.0000000000e+00F, 3.9791721106e-01F, 6.5022252500e-02F,
                                5.0813062117e-03F, 1.3249473704e-04F, -3.9602282413e-06F};
    constexpr float kSlope = 1.2837916613e-01F; // 2/√π − 1
    if (std::fabs(x) < 0x1p-119F)
        return 0.0625F * (16 * x + 16 * kSlope * x); // subnormal numbers would lose digits in between
    if (std::fabs(x) < 0x1p-28F)
        return x + kSlope * x;
    const float z = x * x;
    return x + x * (polynomial(z, kAbove) / polynomial(z, kBelow));
}

// 0.84375 <= x < 1.25: about 1.
static float nearOne(float x)
{
    constexpr float kErfOfOne = 8.4506291151e-01F;
    constexpr std::array kAbove{-2.3621185683e-03F, 4.1485610604e-01F, -3.7220788002e-01F, 3.1834661961e-01F,
                                -1.1089469492e-01F, 3.5478305072e-02F, -2.1663755178e-03F};
    constexpr std::array kBelow{1.0000000000e+00F, 1.0642088205e-01F, 5.4039794207e-01F, 7.1828655899e-02F,
                                1.2617121637e-01F, 1.3637083583e-02F, 1.1984500103e-02F};
    const float s = x - 1.0F;
    return kErfOfOne + polynomial(s, kAbove) / polynomial(s, kBelow);
}

// For x >= 1.25: 1 − exp(−x²) R(1/x²) / (x S(1/x²)), with −x² as an exact square plus a rest.
static float tail(float x)
{
    constexpr std::array kAbove{-9.8649440333e-03F, -6.9385856390e-01F, -1.0558626175e+01F, -6.2375331879e+01F,
                                -1.6239666748e+02F, -1.8460508728e+02F, -8.1287437439e+01F, -9.8143291473e+00F};
    constexpr std::array kBelow{1.0000000000e+00F, 1.9651271820e+01F, 1.3765776062e+02F,
                                4.3456588745e+02F, 6.4538726807e+02F, 4.2900814819e+02F,
                                1.0863500214e+02F, 6.5702495575e+00F, -6.0424413532e-02F};
    constexpr std::array kFarAbove{-9.8649431020e-03F, -7.9928326607e-01F, -1.7757955551e+01F, -1.6063638306e+02F,
                                   -6.3756646729e+02F, -1.0250950928e+03F, -4.8351919556e+02F};
    constexpr std::array kFarBelow{1.0000000000e+00F, 3.0338060379e+01F, 3.2579251099e+02F, 1.5367296143e+03F,
                                   3.1998581543e+03F, 2.5530502930e+03F, 4.7452853394e+02F, -2.2440952301e+01F};
    if (x >= 6.0F)
        return 1.0F;
    const float s = 1.0F / (x * x);
    const bool far = std::bit_cast<std::uint32_t>(x) >= 0x4036DB6EU; // 1 / 0.35
    const float quotient
        = far ? polynomial(s, kFarAbove) / polynomial(s, kFarBelow) : polynomial(s, kAbove) / polynomial(s, kBelow);
    const auto z = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xfffff000U);
    return 1.0F - std::exp(-z * z - 0.5625F) * std::exp((z - x) * (z + x) + quotient) / x;
}

static float newtonStep(float x, float y)
{
    const float slope = static_cast<float>(2.0 / std::sqrt(std::numbers::pi)) * std::exp(-x * x);
    return x - (erfAsOnX86(x) - y) / slope;
}

// torch.erfinv in float32, |y| <= 1: a rational start and two Newton steps (ATen/native/Math.h, calc_erfinv), with the
// fused multiply-adds of PyTorch's x86 builds. It calls expf and logf of the C library, which have the same bits in
// glibc for x86-64 and for aarch64.
static float erfinv(float y)
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

static double normalDistribution(double x)
{
    return (1.0 + std::erf(x / std::numbers::sqrt2)) / 2.0;
}

// `length` values from value `first` on of the Box–Muller blocks that begin at the word `base`.
static void boxMullerValues(const WordCursor& cursor, std::uint64_t base, std::int64_t first, std::int64_t length,
                            float mean, float std, float* out)
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

float erfAsOnX86(float x)
{
    const float size = std::fabs(x);
    if (size < 0.84375F)
        return nearZero(x);
    return std::copysign(size < 1.25F ? nearOne(size) : tail(size), x);
}

Sequence normalLaw(WordPoint from, std::int64_t count, double mean, double std)
{
    constexpr std::int64_t kBlock = kBoxMullerBlock;
    const std::int64_t redrawn = count % kBlock == 0 ? std::numeric_limits<std::int64_t>::max() : count - kBlock;
    return [=, mean = static_cast<float>(mean), std = static_cast<float>(std)](const Runs& runs) {
        const auto cursor = from.cursor();
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            const std::int64_t end = first + length;
            const std::int64_t plain = std::clamp(redrawn, first, end);
            boxMullerValues(cursor, from.word, first, plain - first, mean, std, out);
            if (plain < end)
                boxMullerValues(cursor, from.word + static_cast<std::uint64_t>(count), plain - redrawn, end - plain,
                                mean, std, out + (plain - first));
        });
    };
}

Sequence uniformLaw(WordPoint from, double low, double high)
{
    const auto lowest = static_cast<float>(low);
    const float scale = static_cast<float>(high) - lowest;
    return wordLaw(std::move(from), 1, [=](std::size_t count, const std::uint32_t* batch, float* out) {
        uniformFloats(batch, count, scale, lowest, out);
    });
}

Sequence truncatedLaw(WordPoint from, double mean, double std, double low, double high)
{
    const auto center = static_cast<float>(mean);
    const auto scale = static_cast<float>(std * std::numbers::sqrt2);
    const auto lowest = static_cast<float>(low);
    const auto highest = static_cast<float>(high);
    const auto uniformLow = static_cast<float>(2 * normalDistribution((low - mean) / std) - 1);
    const float uniformScale = static_cast<float>(2 * normalDistribution((high - mean) / std) - 1) - uniformLow;
    return wordLaw(std::move(from), 1, [=](std::size_t count, const std::uint32_t* batch, float* out) {
        uniformFloats(batch, count, uniformScale, uniformLow, out);
        for (std::size_t i = 0; i < count; ++i)
            out[i] = std::clamp(erfinv(out[i]) * scale + center, lowest, highest);
    });
}

Sequence keepLaw(WordPoint from, double keep)
{
    const auto threshold = static_cast<std::uint64_t>(std::ceil(keep * 0x1p53)); // k * 2^-53 < keep, exactly
    return wordLaw(std::move(from), 2, [=](std::size_t count, const std::uint32_t* batch, float* out) {
        keepBelow53(batch, count, threshold, out);
    });
}

} // namespace phasor
