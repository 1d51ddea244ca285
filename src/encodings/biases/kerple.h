// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/biases/blockdistances.h"
#include "encodings/biases/toeplitzbias.h"
#include "encodings/schemes.h"
#include "text/numbers.h"

// Common part of KERPLE's two kernels: a function of the distance with two numbers p and a, the same for all heads
// before training.
namespace phasor::kerple {

struct Numbers
{
    double p = 1;
    double a = 1;
    bool operator==(const Numbers&) const = default;
};

// Kernel::at(numbers, |k|) >= 0 is subtracted from the score; Kernel::formula(numbers, |k|) is its text.
template <typename Kernel> Result<PositionModel> make(const PositionSetup& setup)
{
    const auto numbers = setup.own.as<Numbers>();
    const auto value = [numbers](double k) {
        return 0.0 - Kernel::at(numbers, std::fabs(k));
    };
    const DistanceLaw law{.at = [value](std::int64_t k) { return value(static_cast<double>(k)); },
                          // Both fall with the distance.
                          .largest = [value](std::int64_t length) { return -value(static_cast<double>(length - 1)); },
                          .mean =
                              [value](Span queries, Span keys) {
                                  return smoothMean(value, BlockDistances(queries, keys));
                              }};
    const auto formula = [numbers](std::int64_t, std::int64_t query, std::int64_t key) {
        return Kernel::formula(printReal(numbers.p), printReal(numbers.a), std::to_string(std::abs(query - key)));
    };
    return toeplitzModel([law](std::int64_t) { return law; }, {.formula = formula});
}

// Kernel::kCode makes `fall`, float64 [n], from `distance`, 0 … n − 1.
template <typename Kernel> SchemeCode notebook(NotebookLibrary, const PositionSetup& setup)
{
    const auto numbers = setup.own.as<Numbers>();
    return {.constants = "kerple_p = " + printReal(numbers.p) + "\nkerple_a = " + printReal(numbers.a) + "\n",
            .body = std::string("# KERPLE: bias [heads, n, n], the same for all heads before training.\n"
                                "n = len(ids)\ndistance = LIB.arange(n).CAST(LIB.float64)\n")
                + Kernel::kCode
                + "places = abs(LIB.arange(n)[:, None] - LIB.arange(n)[None, :])\n"
                  "bias = LIB.stack([fall.CAST(LIB.float32)[places]] * heads)\n"};
}

constexpr double kLeast = 1e-18;
constexpr double kMost = 1e18; // times the square of the largest distance: still a float32

} // namespace phasor::kerple
