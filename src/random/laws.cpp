// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/laws.h"

#include "kernels/bernoulli.h"
#include "kernels/boxmuller.h"
#include "random/erf.h"
#include "random/wordlaw.h"

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

constexpr std::int64_t kBlock = kBoxMullerBlock;
class NormalLaw final : public WordLaw
{
public:
    NormalLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, std::int64_t count, double mean, double std)
        : WordLaw(std::move(words), start)
        , m_count(count)
        , m_mean(static_cast<float>(mean))
        , m_std(static_cast<float>(std))
    {
    }

    void draw(const Runs& runs) const override
    {
        const auto source = cursor();
        const std::int64_t redrawn = m_count % kBlock == 0 ? -1 : m_count - kBlock;
        runs.each([&](std::int64_t first, std::int64_t length, float* out) {
            const std::int64_t end = first + length;
            const std::int64_t plain = redrawn < 0 ? end : std::clamp(redrawn, first, end);
            blocks(*source, first, plain - first, 0, out);
            if (plain < end)
                blocks(*source, plain - redrawn, end - plain, m_count, out + (plain - first));
        });
    }

private:
    // `length` values from the value `first` of the blocks that begin at the draw's word `base`.
    void blocks(WordCursor& source, std::int64_t first, std::int64_t length, std::int64_t base, float* out) const
    {
        Batch batch;
        std::array<float, kBlock> partial;
        while (length > 0) {
            const std::int64_t begin = first / kBlock * kBlock;
            const std::int64_t whole = first == begin ? std::min(length, kBatch) / kBlock : 0;
            const auto* words = read(source, base + begin, std::max<std::int64_t>(whole, 1) * kBlock, batch);
            std::int64_t made = whole * kBlock;
            if (whole > 0) {
                boxMuller(words, static_cast<std::size_t>(whole), m_mean, m_std, out);
            } else {
                boxMuller(words, 1, m_mean, m_std, partial.data());
                made = std::min(length, begin + kBlock - first);
                std::copy_n(partial.begin() + (first - begin), made, out);
            }
            first += made;
            length -= made;
            out += made;
        }
    }

    std::int64_t m_count;
    float m_mean;
    float m_std;
};

class UniformLaw final : public WordLaw
{
public:
    UniformLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double low, double high)
        : WordLaw(std::move(words), start)
        , m_low(static_cast<float>(low))
        , m_scale(static_cast<float>(high) - m_low)
    {
    }

    void draw(const Runs& runs) const override
    {
        eachBatch(runs, 1, [&](std::size_t count, const std::uint32_t* words, float* out) {
            uniformFloats(words, count, m_scale, m_low, out);
        });
    }

private:
    float m_low;
    float m_scale;
};

double normalDistribution(double x)
{
    return (1.0 + std::erf(x / std::numbers::sqrt2)) / 2.0;
}

class TruncatedLaw final : public WordLaw
{
public:
    TruncatedLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double mean, double std, double low,
                 double high)
        : WordLaw(std::move(words), start)
        , m_mean(static_cast<float>(mean))
        , m_scale(static_cast<float>(std * std::numbers::sqrt2))
        , m_low(static_cast<float>(low))
        , m_high(static_cast<float>(high))
        , m_uniformLow(static_cast<float>(2 * normalDistribution((low - mean) / std) - 1))
        , m_uniformScale(static_cast<float>(2 * normalDistribution((high - mean) / std) - 1) - m_uniformLow)
    {
    }

    void draw(const Runs& runs) const override
    {
        eachBatch(runs, 1, [&](std::size_t count, const std::uint32_t* words, float* out) {
            uniformFloats(words, count, m_uniformScale, m_uniformLow, out);
            for (std::size_t i = 0; i < count; ++i)
                out[i] = std::clamp(erfinv(out[i]) * m_scale + m_mean, m_low, m_high);
        });
    }

private:
    float m_mean;
    float m_scale;
    float m_low;
    float m_high;
    float m_uniformLow;
    float m_uniformScale;
};

class KeepLaw final : public WordLaw
{
public:
    KeepLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double keep)
        : WordLaw(std::move(words), start)
        , m_threshold(static_cast<std::uint64_t>(std::ceil(keep * 0x1p53))) // k * 2^-53 < keep, exactly
    {
    }

    void draw(const Runs& runs) const override
    {
        eachBatch(runs, 2, [&](std::size_t count, const std::uint32_t* words, float* out) {
            keepBelow53(words, count, m_threshold, out);
        });
    }

private:
    std::uint64_t m_threshold;
};

} // namespace

std::shared_ptr<const Sequence> normalLaw(std::shared_ptr<const WordStream> words, std::uint64_t start,
                                          std::int64_t count, double mean, double std)
{
    return std::make_shared<NormalLaw>(std::move(words), start, count, mean, std);
}

std::shared_ptr<const Sequence> uniformLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double low,
                                           double high)
{
    return std::make_shared<UniformLaw>(std::move(words), start, low, high);
}

std::shared_ptr<const Sequence> truncatedLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double mean,
                                             double std, double low, double high)
{
    return std::make_shared<TruncatedLaw>(std::move(words), start, mean, std, low, high);
}

std::shared_ptr<const Sequence> keepLaw(std::shared_ptr<const WordStream> words, std::uint64_t start, double keep)
{
    return std::make_shared<KeepLaw>(std::move(words), start, keep);
}

} // namespace phasor
