// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/normalization.h"

namespace phasor {

void normalize(const Weights& weights, const WeightLayout::Norm& norm, const float* x, std::int64_t rows,
               NormMemory& memory)
{
    const std::int64_t width = norm.gain.cols;
    memory.normal.resize(static_cast<std::size_t>(rows * width));
    memory.inverse.resize(static_cast<std::size_t>(rows));
    memory.out.resize(static_cast<std::size_t>(rows * width));
    for (std::int64_t r = 0; r < rows; ++r)
        memory.inverse[static_cast<std::size_t>(r)]
            = normalizedRow(x + r * width, weights.of(norm.gain), weights.of(norm.shift), width,
                            memory.normal.data() + r * width, memory.out.data() + r * width);
}

void addNormGradients(const Weights& weights, const WeightLayout::Norm& norm, const NormMemory& memory, const float* dy,
                      std::vector<float>& scratch, float* dx, float* gradient)
{
    const std::int64_t width = norm.gain.cols;
    float* const dGain = gradient + norm.gain.offset;
    float* const dShift = gradient + norm.shift.offset;
    scratch.resize(static_cast<std::size_t>(width));
    for (std::int64_t r = 0; r < std::ssize(memory.inverse); ++r) {
        const float* const row = dy + r * width;
        const float* const normal = memory.normal.data() + r * width;
        for (std::int64_t i = 0; i < width; ++i) {
            dGain[i] += row[i] * normal[i];
            dShift[i] += row[i];
        }
        addNormalizedRowGradient(row, weights.of(norm.gain), normal, memory.inverse[static_cast<std::size_t>(r)], width,
                                 scratch.data(), dx + r * width);
    }
}

} // namespace phasor
