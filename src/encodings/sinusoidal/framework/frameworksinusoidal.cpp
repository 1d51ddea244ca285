// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/framework/frameworksinusoidal.h"

#include "encodings/sinusoidal/framework/frameworklanes.h"
#include "encodings/sinusoidal/settings.h"

#include <cmath>
#include <sleef.h>
#include <vector>

namespace phasor {

namespace {

template <typename Scalar>
void apply(const float* x, float* out, std::size_t n, Scalar scalar, FrameworkLanes::Function FrameworkLanes::*wide)
{
    const FrameworkLanes* const lanes = frameworkLanes();
    if (lanes == nullptr) {
        std::transform(x, x + n, out, scalar);
        return;
    }
    const std::size_t whole = n / 8 * 8;
    (lanes->*wide)(x, out, whole);
    float rest[8] = {};
    std::copy(x + whole, x + n, rest);
    (lanes->*wide)(rest, rest, 8);
    std::copy_n(rest, n - whole, out + whole);
}

} // namespace

void frameworkExp(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_expf1_u10purec, &FrameworkLanes::exp);
}

void frameworkSin(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_sinf1_u10purec, &FrameworkLanes::sin);
}

void frameworkCos(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_cosf1_u10purec, &FrameworkLanes::cos);
}

void frameworkLog(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_logf1_u10purec, &FrameworkLanes::log);
}

void frameworkPow(float base, const float* exponent, float* out, std::size_t n)
{
    const FrameworkLanes* const lanes = frameworkLanes();
    const std::size_t whole = lanes != nullptr ? n / 16 * 16 : 0;
    if (whole > 0)
        lanes->pow(base, exponent, out, whole);
    std::transform(exponent + whole, exponent + n, out + whole, [base](float e) { return std::pow(base, e); });
}

namespace {

class FrameworkSinusoidal : public SinusoidalTable
{
public:
    FrameworkSinusoidal(Shape shape, const SinusoidalSettings& settings)
        : SinusoidalTable(shape, settings)
        , m_exact(columns(), takeFixed(), settings.firstPosition)
    {
        if (settings.precision == Precision::Bfloat16)
            m_round = roundToBfloat16;
        else if (settings.precision == Precision::Float16)
            m_round = roundToFloat16;

        auto factor = static_cast<float>(-std::log(settings.base) / static_cast<double>(law().denominator));
        round({&factor, 1});
        for (std::int64_t i = 0; i < law().pairs; ++i)
            m_divTerm.push_back(converted(law().numerator * i) * factor);
        round(m_divTerm);
        frameworkExp(m_divTerm.data(), m_divTerm.data(), m_divTerm.size());
        round(m_divTerm);
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        fillFrameworkWaves(
            columns(), rect, [this](std::int64_t element, std::span<float> to) { angles(element, to); },
            [this](std::span<float> values) { round(values); }, out);
        const std::int64_t end = rect.col + rect.cols;
        for (std::int64_t column = std::max(rect.col, columns().sines + columns().cosines); column < end; ++column) {
            for (std::int64_t r = 0; r < rect.rows; ++r)
                out(r, column - rect.col) = 0.0F;
        }
    }

    std::optional<CellRounding> rounding(std::int64_t row, std::int64_t column) const override
    {
        const std::int64_t position = settings().firstPosition + row;
        return roundingOf(*this, m_exact, row, column,
                          {.type = typeName(settings().precision),
                           .position = static_cast<double>(position),
                           .countedAs = converted(position)});
    }

private:
    void round(std::span<float> values) const
    {
        if (m_round)
            std::transform(values.begin(), values.end(), values.begin(), m_round);
    }

    // Converts like Tensor.to(T) converts an integer: through float32, which rounds twice above 2^24.
    float converted(std::int64_t number) const
    {
        auto value = static_cast<float>(number);
        round({&value, 1});
        return value;
    }

    // Angles of consecutive elements of the product [max_len, pairs]; zeros beyond its end.
    void angles(std::int64_t element, std::span<float> out) const
    {
        const auto pairs = static_cast<std::int64_t>(m_divTerm.size());
        std::int64_t row = element / pairs;
        std::int64_t pair = element % pairs;
        for (std::size_t i = 0; i < out.size(); ++row, pair = 0) {
            if (row == shape().rows) {
                std::fill(out.begin() + static_cast<std::ptrdiff_t>(i), out.end(), 0.0F);
                break;
            }
            const float position = converted(settings().firstPosition + row);
            for (; pair < pairs && i < out.size(); ++pair, ++i)
                out[i] = position * m_divTerm[static_cast<std::size_t>(pair)];
        }
        round(out);
    }

    float (*m_round)(float) = nullptr; // null: float32, nothing to round
    std::vector<float> m_divTerm;
    WaveColumns m_exact;
};

} // namespace

std::shared_ptr<const SinusoidalTable> frameworkSinusoidal(Shape shape, const SinusoidalSettings& settings)
{
    return std::make_shared<FrameworkSinusoidal>(shape, settings);
}

} // namespace phasor
