// SPDX-License-Identifier: GPL-3.0-or-later
// ALiBi: a score falls with the distance of its key from the query, by a slope for each head.
#include "encodings/biases/toeplitzbias.h"
#include "encodings/schemes.h"
#include "encodings/sinusoidal/widereal.h"
#include "text/numbers.h"
#include "text/pythontext.h"

#include <bit>
#include <cstdlib>

namespace phasor {

namespace {

// A number of about 106 bits, high + low; |low| is at most half a unit in the last place of high.
struct LongNumber
{
    double high = 0;
    double low = 0;
};

// The slope 2^(−8 · index / heads); `heads` is a power of two, index = 1 … heads.
struct Slope
{
    std::int64_t index = 1;
    std::int64_t heads = 8;

    bool isPowerOfTwo() const { return 8 * index % heads == 0; }

    LongNumber value() const
    {
        const WideReal part = exp(-log(WideReal(2)) * (8 * index % heads) / heads);
        const WideReal slope = ldexp(part, -static_cast<int>(8 * index / heads)); // exact if it is a power of two
        const auto high = static_cast<double>(slope);
        return {high, static_cast<double>(slope - high)};
    }

    std::string text() const
    {
        return isPowerOfTwo() ? printReal(value().high)
                              : "2^(−8·" + std::to_string(index) + "/" + std::to_string(heads) + ")";
    }
};

// Slope of a head, as in the paper's code: 2^(−8h/H), h = 1 … H. If H is not a power of two: the slopes of the next
// lower power P, then every other one of 2P.
Slope slopeOf(std::int64_t head, std::int64_t heads)
{
    const auto lower = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(heads)));
    return head < lower ? Slope{head + 1, lower} : Slope{2 * (head - lower) + 1, 2 * lower};
}

// −slope · distance, correctly rounded to float32; distance >= 0. The double nearest to the product rounds to the same
// float32 as the product, unless it is midway between two of them: then the rest decides.
float rounded(LongNumber slope, std::int64_t distance)
{
    const auto k = static_cast<double>(distance);
    const double near = k * slope.high;
    const double rest = std::fma(k, slope.high, -near) + k * slope.low;
    const auto value = static_cast<float>(near);
    const double error = near - static_cast<double>(value);
    const double other = near + error; // `value` mirrored at `near`
    const bool between = error != 0 && rest != 0 && static_cast<double>(static_cast<float>(other)) == other;
    const double decided = between ? std::nextafter(near, rest > 0 ? HUGE_VAL : 0) : near;
    return 0.0F - static_cast<float>(decided);
}

// Σ |i − j| over the rows and columns of a block: exact, from differences of (|x|³ − |x|) / 6, whose second difference
// is |x|.
__extension__ using Integer128 = __int128;

Integer128 secondSum(std::int64_t x)
{
    const Integer128 size = std::abs(x);
    return (size * size * size - size) / 6;
}

double meanDistance(Span rows, Span cols)
{
    const Integer128 sum = secondSum(rows.end - cols.begin) + secondSum(rows.begin - cols.end)
        - secondSum(rows.begin - cols.begin) - secondSum(rows.end - cols.end);
    return static_cast<double>(sum) / (static_cast<double>(rows.size()) * static_cast<double>(cols.size()));
}

DistanceLaw alibiLaw(LongNumber slope)
{
    const auto cells = [slope](std::int64_t first, std::span<float> out) {
        for (float& cell : out)
            cell = rounded(slope, std::abs(first--));
    };
    // The first key is the farthest from the last query.
    const auto largest = [slope](std::int64_t length) {
        return std::fabs(static_cast<double>(rounded(slope, length - 1)));
    };
    return {.at = [slope](std::int64_t k) { return 0.0 - slope.high * static_cast<double>(std::abs(k)); },
            .largest = largest,
            .mean = [slope](Span queries, Span keys) { return 0.0 - slope.high * meanDistance(queries, keys); },
            .cells = cells};
}

Result<PositionModel> makeAlibi(const PositionSetup& setup)
{
    const std::int64_t heads = setup.heads;
    PositionBias bias{.formula = [heads](std::int64_t head, std::int64_t query, std::int64_t key) {
        return "−" + slopeOf(head, heads).text() + " · " + std::to_string(std::abs(query - key));
    }};
    for (std::int64_t head = 0; head < heads; ++head)
        bias.slopes.push_back(slopeOf(head, heads).value().high);
    return toeplitzModel([heads](std::int64_t head) { return alibiLaw(slopeOf(head, heads).value()); },
                         std::move(bias));
}

} // namespace

Scheme alibiScheme()
{
    return {.id = "alibi",
            .label = WORDS("ALiBi"),
            .kind = SchemeKind::Bias,
            .formula = WORDS("bias[i, j] = −m · |i − j|, m = 2^(−8h/H) for head h = 1 … H"),
            .source = WORDS("Press, Smith and Lewis 2022, Train Short, Test Long, section 3"),
            .make = makeAlibi,
            .notebook = [](NotebookLibrary, const PositionSetup&) {
                return SchemeCode{.imports = "import math\nfrom decimal import Decimal, getcontext\n",
                                  .body = bundledPython("alibi", "bias")};
            }};
}

} // namespace phasor
