// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/tables/phasedtable.h"

#include "encodings/sinusoidal/frequencies.h"
#include "field/parallel.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// Half of each angle, in turns.
std::vector<Turns> halfTurns(const std::vector<float>& angles)
{
    std::vector<WideReal> sizes;
    for (const float angle : angles)
        sizes.push_back(WideReal(std::fabs(static_cast<double>(angle))));
    const Frequencies frequencies = frequenciesOf(sizes);
    std::vector<Turns> turns;
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const PairFrequency& fixed = frequencies.fixed[i];
        // Below 2^-60 rad an angle is nothing, even two billion times: it is left out.
        const Turns size = turnsOf(fixed);
        turns.push_back(std::signbit(angles[i]) ? 0 - size : size);
    }
    return turns;
}

class PhasedTable final : public PositionTable, private MeansOfBlocks
{
public:
    using Line = std::function<std::string(float w, std::int64_t position, float b)>;

    PhasedTable(std::int64_t rows, std::vector<float> frequencies, std::vector<float> phases, Line line)
        : m_shape{rows, static_cast<std::int64_t>(frequencies.size())}
        , m_frequencies(std::move(frequencies))
        , m_phases(std::move(phases))
        , m_turns(halfTurns(m_frequencies))
        , m_start(halfTurns(m_phases))
        , m_line(std::move(line))
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-1, 1}; }
    const MeansOfBlocks* means() const override { return this; }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            float* const row = out.row(r);
            const auto halves = 2 * static_cast<std::uint64_t>(rect.row + r);
            for (std::int64_t c = 0; c < rect.cols; ++c)
                row[c] = static_cast<float>(std::sin(angle(static_cast<std::size_t>(rect.col + c), halves)));
        }
    }

    std::string formula(std::int64_t row, std::int64_t column) const override
    {
        const auto c = static_cast<std::size_t>(column);
        return "sin(" + m_line(m_frequencies[c], row, m_phases[c]) + ")";
    }

    std::optional<ColumnWave> wave(std::int64_t column) const override
    {
        return ColumnWave{column, false, static_cast<double>(m_frequencies[static_cast<std::size_t>(column)])};
    }

private:
    // Of a column at a number of half positions, in −π … π.
    double angle(std::size_t column, std::uint64_t halfPositions) const
    {
        return angleOf(m_turns[column] * halfPositions + 2 * m_start[column]);
    }

    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        means(rows, cols, waveMean, out);
    }
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        const auto ofBell = [&](double x, std::int64_t) {
            return waveMean(x, rows.boxes[0]) * waveMean(x, rows.boxes[1]) * waveMean(x, rows.boxes[2]);
        };
        means(rows.spans, cols, ofBell, out);
        return true;
    }

    // amplitude(half an angle in rad, rows): what is left of a wave in the mean of a block.
    template <typename Amplitude>
    void means(std::span<const Span> rows, std::span<const Span> cols, const Amplitude& amplitude,
               MatrixView<float> out) const
    {
        constexpr std::int64_t kGrain = 16;
        parallelFor(0, static_cast<std::int64_t>(cols.size()), kGrain, [&](Span span) {
            std::vector<double> sums(rows.size());
            for (std::int64_t j = span.begin; j < span.end; ++j) {
                const Span columns = cols[static_cast<std::size_t>(j)];
                std::fill(sums.begin(), sums.end(), 0.0);
                for (std::int64_t c = columns.begin; c < columns.end; ++c)
                    addColumnMeans(static_cast<std::size_t>(c), rows, amplitude, sums);
                for (std::size_t i = 0; i < rows.size(); ++i)
                    out(static_cast<std::int64_t>(i), j)
                        = static_cast<float>(sums[i] / static_cast<double>(columns.size()));
            }
        });
    }

    template <typename Amplitude>
    void addColumnMeans(std::size_t column, std::span<const Span> rows, const Amplitude& amplitude,
                        std::vector<double>& sums) const
    {
        const double half = static_cast<double>(m_frequencies[column]) / 2;
        std::int64_t known = 0; // the rows of a picture are of two sizes
        double left = 1;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].size() != known) {
                known = rows[i].size();
                left = amplitude(half, known);
            }
            const auto middle = static_cast<std::uint64_t>(rows[i].begin + rows[i].end - 1); // in half positions
            sums[i] += left * std::sin(angle(column, middle));
        }
    }

    Shape m_shape;
    std::vector<float> m_frequencies;
    std::vector<float> m_phases;
    std::vector<Turns> m_turns; // per half position
    std::vector<Turns> m_start;
    Line m_line;
};

} // namespace

PositionTablePtr phasedTable(std::int64_t rows, std::vector<float> frequencies, std::vector<float> phases,
                             std::function<std::string(float w, std::int64_t position, float b)> line)
{
    return std::make_shared<PhasedTable>(rows, std::move(frequencies), std::move(phases), std::move(line));
}

} // namespace phasor
