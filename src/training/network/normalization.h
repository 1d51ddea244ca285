// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "training/network/linear.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace phasor {

// Layer normalisation (Ba, Kiros and Hinton 2016) with PyTorch's ε.
inline constexpr double kNormEpsilon = 1e-5;

// a · b (or the sum of a, with b = null) in eight sums side by side: the order is fixed, and the additions need not
// wait for each other.
template <typename T> T fixedSum(const T* a, const T* b, std::int64_t n)
{
    constexpr std::int64_t kLanes = 8;
    std::array<T, kLanes> sums{};
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            sums[static_cast<std::size_t>(lane)] += b != nullptr ? a[i + lane] * b[i + lane] : a[i + lane];
    }
    T sum = ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
    for (; i < n; ++i)
        sum += b != nullptr ? a[i] * b[i] : a[i];
    return sum;
}

// One row: normal[i] = (x[i] − mean) · inverse with inverse = 1/√(variance + ε), which is returned;
// out[i] = normal[i] · gain[i] + shift[i].
template <typename T> T normalizedRow(const T* x, const T* gain, const T* shift, std::int64_t n, T* normal, T* out)
{
    const T mean = fixedSum<T>(x, nullptr, n) / static_cast<T>(n);
    for (std::int64_t i = 0; i < n; ++i)
        normal[i] = x[i] - mean;
    const T variance = fixedSum<T>(normal, normal, n) / static_cast<T>(n);
    const T inverse = T(1) / std::sqrt(variance + static_cast<T>(kNormEpsilon));
    for (std::int64_t i = 0; i < n; ++i) {
        normal[i] *= inverse;
        out[i] = normal[i] * gain[i] + shift[i];
    }
    return inverse;
}

// Adds to dx what the gradient dy of the row's `out` makes of it; `scratch` has n elements.
template <typename T>
void addNormalizedRowGradient(const T* dy, const T* gain, const T* normal, T inverse, std::int64_t n, T* scratch, T* dx)
{
    for (std::int64_t i = 0; i < n; ++i)
        scratch[i] = dy[i] * gain[i];
    const T mean = fixedSum<T>(scratch, nullptr, n) / static_cast<T>(n);
    const T along = fixedSum<T>(scratch, normal, n) / static_cast<T>(n);
    for (std::int64_t i = 0; i < n; ++i)
        dx[i] += inverse * (scratch[i] - mean - normal[i] * along);
}

// What the way back needs of a norm over `rows` rows.
struct NormMemory
{
    std::vector<float> normal; // [rows, width]
    std::vector<float> inverse; // [rows]
    std::vector<float> out; // [rows, width]
};

void normalize(const Weights& weights, const WeightLayout::Norm& norm, const float* x, std::int64_t rows,
               NormMemory& memory);

// Adds the gradients of gain and shift to those in `gradient`, and that of x to dx. `scratch` becomes [width].
void addNormGradients(const Weights& weights, const WeightLayout::Norm& norm, const NormMemory& memory, const float* dy,
                      std::vector<float>& scratch, float* dx, float* gradient);

} // namespace phasor
