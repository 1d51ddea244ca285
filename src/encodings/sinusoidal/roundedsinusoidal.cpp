// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/roundedsinusoidal.h"

#include "encodings/sinusoidal/precision.h"

#include <algorithm>

namespace phasor {

RoundedSinusoidal::RoundedSinusoidal(Shape shape, const SinusoidalSettings& settings)
    : Sinusoidal(shape, settings)
    , m_round(settings.precision == Precision::Float16Rounded ? roundToFloat16 : roundToBfloat16)
{
}

void RoundedSinusoidal::fill(Rect rect, MatrixView<float> out) const
{
    Sinusoidal::fill(rect, out);
    for (std::int64_t r = 0; r < rect.rows; ++r)
        std::transform(out.row(r), out.row(r) + rect.cols, out.row(r), m_round);
}

std::optional<CellRounding> RoundedSinusoidal::rounding(std::int64_t row, std::int64_t column) const
{
    float exact = 0;
    Sinusoidal::fill({row, column, 1, 1}, {&exact, 1, 1, 1});
    if (m_round(exact) == exact)
        return std::nullopt;
    const auto position = static_cast<double>(settings().firstPosition + row);
    return CellRounding{.exact = exact,
                        .type = typeName(settings().precision),
                        .stepwise = false,
                        .position = position,
                        .countedAs = position};
}

} // namespace phasor
