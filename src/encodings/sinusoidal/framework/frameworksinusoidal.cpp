// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/framework/frameworksinusoidal.h"

#include "encodings/sinusoidal/framework/frameworklanes.h"

#include <sleef.h>

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

class FrameworkTable final : public WaveTable
{
public:
    FrameworkTable(WaveLaw law, FrameworkSteps steps)
        : WaveTable(std::move(law))
        , m_steps(std::move(steps))
    {
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        constexpr std::int64_t kVector = 8; // floats of an AVX2 vector
        constexpr std::int64_t kElements = 256; // worked on together
        const Columns& columns = law().columns;
        float angle[kElements];
        float value[kElements];
        const std::int64_t end = rect.col + rect.cols;
        const Span wanted = columns.pairs(rect.col, end);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            const std::int64_t origin = (rect.row + r) * columns.sines; // element of pair 0
            const std::int64_t last = origin + wanted.end;
            std::int64_t element = (origin + wanted.begin) / kVector * kVector;
            for (; element < last; element += kElements) {
                const auto n = std::min(kElements, (last - element + kVector - 1) / kVector * kVector);
                const auto count = static_cast<std::size_t>(n);
                angles(element, std::span(angle, count));
                for (const bool cosine : {false, true}) {
                    if (cosine)
                        apply(angle, value, count, Sleef_cinz_cosf1_u10purec, &FrameworkLanes::cos);
                    else
                        apply(angle, value, count, Sleef_cinz_sinf1_u10purec, &FrameworkLanes::sin);
                    finish(std::span(value, count));
                    const std::int64_t from = std::max(element, origin + wanted.begin);
                    for (std::int64_t e = from; e < std::min(element + n, last); ++e) {
                        const std::int64_t column = columns.column(e - origin, cosine);
                        if (column >= rect.col && column < end)
                            out(r, column - rect.col) = value[e - element];
                    }
                }
            }
            for (std::int64_t column = std::max(rect.col, columns.sines + columns.cosines); column < end; ++column)
                out(r, column - rect.col) = 0.0F;
        }
    }

    std::optional<CellRounding> rounding(std::int64_t row, std::int64_t column) const override
    {
        return roundingOf(row, column,
                          {.type = m_steps.type.name,
                           .position = static_cast<double>(law().firstPosition + row),
                           .countedAs = position(row)});
    }

    // The base's would write exact cells.
    void fillStreaming(Rect rect, MatrixView<float> out) const override { fill(rect, out); }
    const MeansOfBlocks* means() const override { return nullptr; } // its means would be of exact cells

private:
    // Converts like Tensor.to(T) converts an integer: through float32, which rounds twice above 2^24.
    float position(std::int64_t row) const
    {
        auto value = static_cast<float>(law().firstPosition + row);
        if (m_steps.stepwise)
            m_steps.type.roundAll({&value, 1});
        return value;
    }

    // Angles of consecutive elements of the product [max_len, pairs]; zeros beyond its end.
    void angles(std::int64_t element, std::span<float> out) const
    {
        const auto pairs = static_cast<std::int64_t>(m_steps.frequencies.size());
        std::int64_t row = element / pairs;
        std::int64_t pair = element % pairs;
        for (std::size_t i = 0; i < out.size(); ++row, pair = 0) {
            if (row == law().rows) {
                std::fill(out.begin() + static_cast<std::ptrdiff_t>(i), out.end(), 0.0F);
                break;
            }
            const float at = position(row);
            for (; pair < pairs && i < out.size(); ++pair, ++i)
                out[i] = at * m_steps.frequencies[static_cast<std::size_t>(pair)];
        }
        if (m_steps.stepwise)
            m_steps.type.roundAll(out);
    }

    void finish(std::span<float> values) const
    {
        const auto amplitude = static_cast<float>(law().amplitude);
        for (std::size_t i = 0; i < values.size() && amplitude != 1; ++i)
            values[i] *= amplitude;
        m_steps.type.roundAll(values);
    }

    FrameworkSteps m_steps;
};

} // namespace

void frameworkExp(const float* x, float* out, std::size_t n)
{
    apply(x, out, n, Sleef_cinz_expf1_u10purec, &FrameworkLanes::exp);
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

PositionTablePtr frameworkTable(WaveLaw law, FrameworkSteps steps)
{
    return std::make_shared<FrameworkTable>(std::move(law), std::move(steps));
}

} // namespace phasor
