// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel.h"
#include "encodings/sinusoidal.h"
#include "kernels/sinusoidmeans.h"

#include <algorithm>
#include <cstdlib>
#include <numbers>

namespace phasor {

namespace {

constexpr std::uint32_t kQuarterTurn = 1U << 30;
constexpr std::uint32_t kEighthTurn = 1U << 29;

// The terms of every column of blocks, one after the other.
struct Terms
{
    std::vector<SinusoidTerm> terms;
    std::vector<std::int64_t> begin; // of each column, and the end
};

// sin x + cos x = sqrt 2 sin(x + pi/4): a pair that lies whole in the block is one term.
void addInterleaved(Span span, float weight, std::vector<SinusoidTerm>& terms)
{
    std::int64_t column = span.begin;
    if (column % 2 == 1)
        terms.push_back({column++ / 2, kQuarterTurn, weight});
    for (; column + 1 < span.end; column += 2)
        terms.push_back({column / 2, kEighthTurn, weight * std::numbers::sqrt2_v<float>});
    if (column < span.end)
        terms.push_back({column / 2, 0, weight});
}

Terms termsOf(const Columns& columns, std::span<const Span> cols)
{
    Terms result;
    for (const Span span : cols) {
        result.begin.push_back(static_cast<std::int64_t>(result.terms.size()));
        const float weight = 1.0F / static_cast<float>(span.size());
        if (columns.order == ColumnOrder::Interleaved) {
            addInterleaved(span, weight, result.terms);
            continue;
        }
        for (std::int64_t column = span.begin; column < span.end; ++column) {
            const Columns::Place place = columns.place(column);
            if (place.pair >= 0)
                result.terms.push_back({place.pair, place.cosine ? kQuarterTurn : 0, weight});
        }
    }
    result.begin.push_back(static_cast<std::int64_t>(result.terms.size()));
    return result;
}

// The amplitudes of all terms for some sizes of blocks.
struct Amplitudes
{
    std::vector<std::int64_t> sizes;
    std::vector<std::vector<float>> values;

    const float* of(std::int64_t size) const
    {
        const auto found = std::find(sizes.begin(), sizes.end(), size);
        return values[static_cast<std::size_t>(found - sizes.begin())].data();
    }
};

// A row of blocks and where its means go.
struct RowOfBlocks
{
    Span span;
    float* out;
};

// Single cells apart from larger blocks: a picture whose pixels share the cell at their border has them by turns, and
// each kind by itself is nearly as far apart as its like.
std::vector<RowOfBlocks> regularRows(std::span<const Span> rows, MatrixView<float> out)
{
    std::vector<RowOfBlocks> result;
    result.reserve(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
        result.push_back({rows[r], out.row(static_cast<std::int64_t>(r))});
    std::stable_partition(result.begin(), result.end(), [](const RowOfBlocks& row) { return row.span.size() == 1; });
    return result;
}

// The longest run of rows from `first` on with few sizes of blocks. Two are the rule: n and n + 1.
std::size_t endOfWave(std::span<const RowOfBlocks> rows, std::size_t first, std::vector<std::int64_t>& sizes)
{
    constexpr std::size_t kSizes = 8;
    sizes.clear();
    std::size_t r = first;
    for (; r < rows.size(); ++r) {
        const std::int64_t size = rows[r].span.size();
        if (std::find(sizes.begin(), sizes.end(), size) != sizes.end())
            continue;
        if (sizes.size() == kSizes)
            break;
        sizes.push_back(size);
    }
    return r;
}

// Rows that one call of the kernel takes.
struct Group
{
    std::int64_t sizes[2] = {};
    SinusoidMeanRows rows;
};

Group nextGroup(std::span<const RowOfBlocks> rows, std::size_t first, std::size_t end, std::int64_t firstPosition)
{
    Group group;
    const auto middle = [&](std::size_t r) {
        return 2 * firstPosition + rows[r].span.begin + rows[r].span.end - 1;
    };
    const std::int64_t origin = middle(first);
    const std::size_t last = std::min(end, first + kSinusoidMeanRows) - 1;
    const std::int64_t step = last > first ? (middle(last) - origin) / static_cast<std::int64_t>(last - first) : 0;
    group.rows.origin = static_cast<std::uint64_t>(origin);
    group.rows.step = static_cast<std::uint64_t>(step);
    group.sizes[0] = group.sizes[1] = rows[first].span.size();
    for (std::size_t r = first; r < end && group.rows.count < kSinusoidMeanRows; ++r) {
        const std::int64_t size = rows[r].span.size();
        if (size != group.sizes[0] && group.sizes[0] == group.sizes[1])
            group.sizes[1] = size;
        const std::int64_t jitter = middle(r) - origin - group.rows.count * step;
        if ((size != group.sizes[0] && size != group.sizes[1]) || std::abs(jitter) > kSinusoidMeanJitter)
            break;
        group.rows.jitter[group.rows.count] = static_cast<std::int32_t>(jitter);
        group.rows.second[group.rows.count] = size != group.sizes[0];
        group.rows.out[group.rows.count] = rows[r].out;
        ++group.rows.count;
    }
    return group;
}

} // namespace

void Sinusoidal::blockMeans(std::span<const Span> spans, std::span<const Span> cols, MatrixView<float> out) const
{
    constexpr std::int64_t kTermsPerTask = 2048;
    const std::vector<RowOfBlocks> rows = regularRows(spans, out);
    const Terms plan = termsOf(columns(), cols);
    const auto terms = static_cast<std::int64_t>(plan.terms.size());
    const PairFrequency* const frequencies = m_waves.frequencies().data();
    Amplitudes amplitudes;
    for (std::size_t first = 0; first < rows.size();) {
        const std::size_t end = endOfWave(rows, first, amplitudes.sizes);
        amplitudes.values.resize(amplitudes.sizes.size());
        for (auto& values : amplitudes.values)
            values.resize(plan.terms.size());
        parallelFor(0, terms, kTermsPerTask, [&](Span span) {
            for (std::size_t k = 0; k < amplitudes.sizes.size(); ++k)
                sinusoidAmplitudes(frequencies, plan.terms.data() + span.begin, span.size(),
                                   static_cast<std::uint64_t>(amplitudes.sizes[k]),
                                   amplitudes.values[k].data() + span.begin);
        });
        std::vector<Group> groups;
        for (; first < end; first += static_cast<std::size_t>(groups.back().rows.count))
            groups.push_back(nextGroup(rows, first, end, settings().firstPosition));
        parallelFor(0, static_cast<std::int64_t>(groups.size()), 1, [&](Span span) {
            const Group& group = groups[static_cast<std::size_t>(span.begin)];
            sinusoidMeans(frequencies, plan.terms.data(), amplitudes.of(group.sizes[0]), amplitudes.of(group.sizes[1]),
                          plan.begin.data(), static_cast<std::int64_t>(cols.size()), group.rows);
        });
    }
}

} // namespace phasor
