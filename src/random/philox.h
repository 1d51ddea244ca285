// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "kernels/randomwords.h"
#include "random/generator.h"

namespace phasor {

// Reads the words of Philox4x32-10 with the key `key`: word w is word w % 4 of the counter (offset, w / 4), each of 64
// bits.
WordCursor philoxCursor(std::uint64_t key, std::uint64_t offset);

// Dropout mask of `shape`, row by row: cell i is 1 if word i of philoxCursor(key, offset) is below the threshold, else
// 0. One counter for four cells. Not stored, as making it again is faster than reading it from memory.
class PhiloxMask final : public Field
{
public:
    PhiloxMask(Shape shape, const PhiloxKept& kept)
        : m_shape(shape)
        , m_kept(kept)
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {0, 1}; }
    void fill(Rect rect, MatrixView<float> out) const override;

    // The n values of `output` from cell (row, col) on: outputTile's bits, but the mask is used while it is made.
    void output(std::int64_t row, std::int64_t col, std::int64_t n, const OutputRow& output) const;

private:
    void draw(std::int64_t first, std::int64_t length, float* out) const;

    Shape m_shape;
    PhiloxKept m_kept;
};

// Assignment of `count` elements to the threads of a GPU in fused dropout (fused_dropout_kernel,
// fused_dropout_kernel_vec).
struct CudaLayout
{
    std::int64_t threads = 0; // in the grid, 256 a block
    int vector = 4; // consecutive elements a thread takes at once: 4, 2 or 1
};

// Layout of PyTorch 1.8 and later for a contiguous float32 tensor. mostThreads: threads that the GPU runs at a time.
CudaLayout cudaLayout(std::int64_t count, std::int64_t mostThreads);

// Philox counters that a thread of `layout` uses: the generator's offset / 4 advances by this.
std::uint64_t cudaCounters(std::int64_t count, CudaLayout layout);

// The dropout mask of a draw that begins at the counter `counter` (the generator's offset / 4).
Sequence cudaKeepMask(std::uint64_t seed, std::uint64_t counter, CudaLayout layout, double keep);

// Threshold for kept words: those whose curand_uniform, in (0, 1], is less than `keep` in float32.
std::uint32_t curandThreshold(double keep);

} // namespace phasor
