// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/network/normalization.h"

namespace phasor {

void NormMemory::resize(std::int64_t rows, std::int64_t width)
{
    normal.resize(static_cast<std::size_t>(rows * width));
    inverse.resize(static_cast<std::size_t>(rows));
    out.resize(static_cast<std::size_t>(rows * width));
}

void normalize(const float* x, const float* gain, const float* shift, std::int64_t rows, std::int64_t width,
               NormMemory& memory)
{
    memory.resize(rows, width);
    for (std::int64_t r = 0; r < rows; ++r)
        memory.inverse[static_cast<std::size_t>(r)] = normalizedRow(
            x + r * width, gain, shift, width, memory.normal.data() + r * width, memory.out.data() + r * width);
}

void addNormGradients(const float* dy, const float* gain, const NormMemory& memory, std::int64_t rows,
                      std::int64_t width, float* scratch, float* dx, float* dGain, float* dShift)
{
    for (std::int64_t r = 0; r < rows; ++r) {
        const float* const row = dy + r * width;
        const float* const normal = memory.normal.data() + r * width;
        for (std::int64_t i = 0; i < width; ++i) {
            dGain[i] += row[i] * normal[i];
            dShift[i] += row[i];
        }
        addNormalizedRowGradient(row, gain, normal, memory.inverse[static_cast<std::size_t>(r)], width, scratch,
                                 dx + r * width);
    }
}

} // namespace phasor
