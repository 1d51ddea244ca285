// SPDX-License-Identifier: GPL-3.0-or-later
#include "random/counter/philoxmask.h"

#include "kernels/combine.h"
#include "random/counter/philoxstream.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {
constexpr std::int64_t kWords = 4; // of one counter
constexpr std::uintptr_t kLine = 64; // bytes
} // namespace

PhiloxMask::PhiloxMask(Shape shape, const PhiloxKept& kept)
    : m_shape(shape)
    , m_kept(kept)
{
}

void PhiloxMask::fill(Rect rect, MatrixView<float> out) const
{
    for (std::int64_t r = 0; r < rect.rows; ++r)
        draw((rect.row + r) * m_shape.cols + rect.col, rect.cols, out.row(r));
}

void PhiloxMask::draw(std::int64_t first, std::int64_t length, float* out) const
{
    ofCounters(static_cast<std::uint64_t>(first), static_cast<std::size_t>(length), out,
               [this](std::uint64_t counter, std::size_t count, float* values) {
                   philoxKeep(m_kept.key, m_kept.offset, counter, count, m_kept.threshold, values);
               });
}

void PhiloxMask::output(std::int64_t row, std::int64_t col, std::int64_t n, const OutputRow& output) const
{
    const std::int64_t first = row * m_shape.cols + col;
    std::int64_t done = 0;
    if (first % kWords == 0) {
        OutputRow whole = output;
        whole.stream = output.stream && reinterpret_cast<std::uintptr_t>(output.out) % kLine == 0;
        done = kWords
            * static_cast<std::int64_t>(philoxOutput(m_kept, static_cast<std::uint64_t>(first / kWords),
                                                     static_cast<std::size_t>(n / kWords), whole));
    }
    constexpr std::int64_t kPiece = 256;
    std::array<float, kPiece> kept;
    for (; done < n; done += kPiece) {
        const std::int64_t piece = std::min(kPiece, n - done);
        draw(first + done, piece, kept.data());
        outputTile(output.e + done, output.s, output.pe + done, kept.data(), output.factor, output.out + done, piece,
                   output.stream);
    }
}

} // namespace phasor
