// SPDX-License-Identifier: GPL-3.0-or-later
// Values and block means of a table of sines and cosines. The mean of a block of columns is a sum of terms, one for
// each pair in the block; sinusoidMeans computes the terms' means over positions.
#include "encodings/sinusoidal/wavetable.h"

#include "field/parallel.h"
#include "text/numbers.h"

#include <mutex>

namespace phasor {

namespace {

constexpr std::uint32_t kQuarterTurn = 1U << 30;
constexpr std::uint32_t kEighthTurn = 1U << 29;

// Terms of all columns of blocks, column by column.
struct Terms
{
    std::vector<SinusoidTerm> terms;
    std::vector<std::int64_t> begin; // index of each column's first term; last: terms.size()
};

Terms termsOf(const WaveLaw& law, std::span<const Span> cols)
{
    Terms result;
    for (const Span span : cols) {
        result.begin.push_back(static_cast<std::int64_t>(result.terms.size()));
        const float weight = static_cast<float>(law.amplitude) / static_cast<float>(span.size());
        for (std::int64_t column = span.begin; column < span.end; ++column) {
            const Columns::Place place = law.columns.place(column);
            const bool begins = law.columns.order == PairLayout::Interleaved && column % 2 == 0;
            if (begins && column + 1 < span.end) {
                // A pair with both columns in the block is one term: sin x + cos x = sqrt 2 sin(x + pi/4).
                result.terms.push_back({place.pair, kEighthTurn, weight * std::numbers::sqrt2_v<float>});
                ++column;
            } else if (place.pair >= 0) {
                result.terms.push_back({place.pair, place.cosine ? kQuarterTurn : 0, weight});
            }
        }
    }
    result.begin.push_back(static_cast<std::int64_t>(result.terms.size()));
    return result;
}

// Columns of a task: about 12 tasks per worker, each of whole cache lines.
std::int64_t columnsPerTask(std::int64_t columns)
{
    constexpr std::int64_t kTasks = 12;
    constexpr std::int64_t kLine = 16;
    return (columns / (kTasks * workerCount()) + kLine) / kLine * kLine;
}

// weight * A_size of each term.
std::vector<float> amplitudesOf(const PairFrequency* frequencies, const std::vector<SinusoidTerm>& terms,
                                std::uint64_t size)
{
    std::vector<float> amplitudes(terms.size());
    sinusoidAmplitudes(frequencies, terms.data(), static_cast<std::int64_t>(terms.size()), size, amplitudes.data());
    return amplitudes;
}

// Amplitudes for a bell (B-spline window): the product of its three boxes' A_n, the same for all rows.
std::vector<float> amplitudesOf(const PairFrequency* frequencies, std::vector<SinusoidTerm> terms, const BellRows& bell)
{
    std::vector<float> product(terms.size());
    std::transform(terms.begin(), terms.end(), product.begin(),
                   [](SinusoidTerm& term) { return std::exchange(term.weight, 1.0F); });
    std::vector<float> amplitudes;
    for (std::size_t k = 0; k < bell.boxes.size(); ++k) {
        if (k == 0 || bell.boxes[k] != bell.boxes[k - 1])
            amplitudes = amplitudesOf(frequencies, terms, static_cast<std::uint64_t>(bell.boxes[k]));
        std::transform(product.begin(), product.end(), amplitudes.begin(), product.begin(), std::multiplies());
    }
    return product;
}

// Removes the terms that a bell filters out almost completely: a tall picture keeps only the longest waves.
void dropSilent(Terms& plan, std::vector<float>& amplitudes)
{
    // Share of a term's weight. A block's weights sum to 1.42 at most: the error of its mean is below 1.5e-7.
    constexpr float kSilent = 1e-7F;
    std::size_t kept = 0;
    std::size_t term = 0;
    for (std::size_t column = 0; column + 1 < plan.begin.size(); ++column) {
        const auto end = static_cast<std::size_t>(plan.begin[column + 1]);
        plan.begin[column] = static_cast<std::int64_t>(kept);
        for (; term < end; ++term) {
            if (std::fabs(amplitudes[term]) <= kSilent * std::fabs(plan.terms[term].weight))
                continue;
            plan.terms[kept] = plan.terms[term];
            amplitudes[kept++] = amplitudes[term];
        }
    }
    plan.begin.back() = static_cast<std::int64_t>(kept);
    plan.terms.resize(kept);
    amplitudes.resize(kept);
}

} // namespace

WaveTable::WaveTable(WaveLaw law)
    : m_law(std::move(law))
    , m_waves(std::move(m_law.frequencies.fixed),
              {m_law.columns.sines + m_law.columns.cosines,
               m_law.columns.order == PairLayout::Interleaved ? 0 : m_law.columns.sines, m_law.columns.cosineFirst,
               m_law.amplitude})
{
}

Interval WaveTable::bounds() const
{
    const auto most = static_cast<double>(static_cast<float>(m_law.amplitude)); // the cell of position 0, rounded
    return {-most, most};
}

void WaveTable::fill(Rect rect, MatrixView<float> out) const
{
    constexpr float kNothing = 1e-12F;
    write(rect, out, false);
    for (std::int64_t r = 0; r < rect.rows && m_law.clean; ++r)
        std::replace_if(
            out.row(r), out.row(r) + rect.cols, [](float cell) { return std::fabs(cell) < kNothing; }, 0.0F);
    for (std::int64_t r = 0; r < rect.rows && rounds(); ++r)
        m_law.type.roundAll({out.row(r), static_cast<std::size_t>(rect.cols)});
}

// "1.138629 · cos(37 / 10000^(12/128))": a digit more than the read-out's six
std::string WaveTable::formula(std::int64_t row, std::int64_t column) const
{
    const Columns::Place place = m_law.columns.place(column);
    if (place.pair < 0)
        return "0";
    return (m_law.amplitude == 1 ? "" : shortNumber(m_law.amplitude, 7) + " · ") + (place.cosine ? "cos(" : "sin(")
        + m_law.angle(m_law.firstPosition + row, place.pair) + ")";
}

std::optional<ColumnWave> WaveTable::wave(std::int64_t column) const
{
    const Columns::Place place = m_law.columns.place(column);
    if (place.pair < 0)
        return std::nullopt;
    return ColumnWave{place.pair, place.cosine, frequencies()[static_cast<std::size_t>(place.pair)], m_law.amplitude};
}

std::optional<CellRounding> WaveTable::rounding(std::int64_t row, std::int64_t column) const
{
    const auto position = static_cast<double>(m_law.firstPosition + row);
    if (!rounds())
        return std::nullopt;
    return roundingOf(row, column,
                      {.type = m_law.type.name, .stepwise = false, .position = position, .countedAs = position});
}

std::optional<CellRounding> WaveTable::roundingOf(std::int64_t row, std::int64_t column, CellRounding known) const
{
    float should = 0;
    write({row, column, 1, 1}, {&should, 1, 1, 1}, false);
    if (cell(row, column) == should)
        return std::nullopt;
    known.exact = should;
    return known;
}

void WaveTable::blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const
{
    writeMeans(rows, nullptr, cols, out);
}

bool WaveTable::bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const
{
    writeMeans(rows.spans, &rows, cols, out);
    return true;
}

void WaveTable::writeMeans(std::span<const Span> rows, const BellRows* bell, std::span<const Span> cols,
                           MatrixView<float> out) const
{
    std::vector<MeanRowGroup> groups;
    std::once_flag grouped; // seldom needed in a tall picture
    const PairFrequency* const pairs = m_waves.frequencies().data();
    const auto count = static_cast<std::int64_t>(cols.size());
    parallelFor(0, count, columnsPerTask(count), [&](Span span) {
        Terms plan
            = termsOf(m_law, cols.subspan(static_cast<std::size_t>(span.begin), static_cast<std::size_t>(span.size())));
        std::vector<float> amplitudes[2]; // for a group's first and second block size
        if (bell != nullptr) {
            amplitudes[0] = amplitudesOf(pairs, plan.terms, *bell);
            dropSilent(plan, amplitudes[0]);
            if (plan.terms.empty()) {
                out.window({0, span.begin, out.rows(), span.size()}).fill(0);
                return;
            }
        }
        std::call_once(grouped, [&] { groups = meanRowGroups(rows, m_law.firstPosition, out); });
        amplitudes[1] = amplitudes[0];
        amplitudes[1].resize(plan.terms.size()); // even if the group has one size only
        for (const MeanRowGroup& group : groups) {
            for (std::size_t k = 0; bell == nullptr && k < group.sizes.size(); ++k)
                amplitudes[k] = amplitudesOf(pairs, plan.terms, group.sizes[k]);
            sinusoidMeans({pairs, plan.terms.data(), amplitudes[0].data(), amplitudes[1].data(), plan.begin.data(),
                           span.size(), span.begin},
                          group.rows);
        }
    });
}

void WaveTable::write(Rect rect, MatrixView<float> out, bool stream) const
{
    const std::int64_t waves = std::clamp<std::int64_t>(m_waves.count() - rect.col, 0, rect.cols);
    const auto position = static_cast<std::uint64_t>(m_law.firstPosition + rect.row);
    m_waves.write({position, rect.rows, rect.col, waves}, out.data(), out.stride(), stream);
    // Sines of position 0 become exactly 0. With an amplitude other than 1 rounding may leave a last bit.
    const bool clears = m_law.amplitude != 1 && position == 0 && rect.rows > 0;
    for (std::int64_t c = 0; c < rect.cols && clears; ++c) {
        if (!m_law.columns.place(rect.col + c).cosine)
            out(0, c) = 0.0F;
    }
    out.window({0, waves, rect.rows, rect.cols - waves}).fill(0);
}

} // namespace phasor
