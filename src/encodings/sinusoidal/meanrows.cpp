// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/meanrows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace phasor {

namespace {

// A row of blocks and where its means go.
struct RowOfBlocks
{
    Span span;
    float* out;
};

// Single cells before larger blocks. With 2.5 cells a pixel, say, the rows of a picture alternate between blocks of two
// cells and the single cell that two pixels share; sorted, the rows of each kind are nearly evenly spaced.
std::vector<RowOfBlocks> regularRows(std::span<const Span> rows, MatrixView<float> out)
{
    std::vector<RowOfBlocks> result;
    result.reserve(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
        result.push_back({rows[r], out.row(static_cast<std::int64_t>(r))});
    std::stable_partition(result.begin(), result.end(), [](const RowOfBlocks& row) { return row.span.size() == 1; });
    return result;
}

// Describes rows to the kernel. A picture cuts its blocks [b, e) at multiples of the cells per pixel, rounded to cells.
// So with B the first cell of a vector's lane 0, and T, U the least b - B and e - B of a lane in all vectors,
//
//     b = B + T + 0 or 1,   e = B + U + 0 or 1,
//
// and a row's jitter is the sum of these two, 0 to 2.
class GroupBuilder
{
public:
    GroupBuilder(std::span<const RowOfBlocks> rows, std::int64_t firstPosition)
        : m_rows(rows)
        , m_firstPosition(static_cast<std::uint64_t>(firstPosition))
    {
    }

    // The group of as many rows from `first` on as fit into one, at least one; `end` becomes the row after them.
    MeanRowGroup next(std::size_t first, std::size_t& end) const
    {
        end = first + 1;
        while (end < m_rows.size() && end - first < kSlots && gap(end) >= 0)
            ++end;
        for (;;) {
            for (const double step : {0.0, stepOf(first, end), 1.0}) {
                const std::vector<Place> places = placesOf(first, end, step);
                MeanRowGroup group;
                if (fit(places, group)) {
                    end = first + places.size();
                    return group;
                }
            }
            end = first + (end - first + 1) / 2;
        }
    }

private:
    static constexpr std::size_t kLanes = SinusoidMeanRows::kLanes;
    static constexpr std::size_t kSlots = kLanes * SinusoidMeanRows::kVectors;
    static constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::max();

    struct Place
    {
        Span cells;
        float* out;
        std::size_t vector;
        std::size_t lane;
    };

    double gap(std::size_t row) const
    {
        return static_cast<double>(m_rows[row].span.begin - m_rows[row - 1].span.begin);
    }

    static double steps(double gap, double step) { return std::max(1.0, std::round(gap / step)); }

    // Cells from one row to the next, though rows are missing: of the cells that two pixels share there is none where
    // the border of the pixels is also one of cells.
    double stepOf(std::size_t first, std::size_t end) const
    {
        std::vector<double> gaps;
        for (std::size_t r = first + 1; r < end; ++r)
            gaps.push_back(gap(r));
        if (gaps.empty())
            return 1;
        const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
        std::nth_element(gaps.begin(), middle, gaps.end());
        double step = std::max(*middle, 1.0);
        for (int k = 0; k < 3; ++k) {
            double sum = 0;
            double count = 0;
            for (const double each : gaps) {
                sum += each;
                count += steps(each, step);
            }
            step = std::max(sum / count, 1.0);
        }
        return step;
    }

    // The lane of each row: the next one if step is 0, else as many lanes further as the row is steps further, so that
    // missing rows leave their lanes empty. Ends with the last row that the vectors have room for.
    std::vector<Place> placesOf(std::size_t first, std::size_t end, double step) const
    {
        std::vector<Place> places;
        std::size_t slot = 0;
        for (std::size_t r = first; r < end; ++r) {
            if (r > first)
                slot += step == 0 ? 1 : static_cast<std::size_t>(std::min(steps(gap(r), step), 1.0 * kSlots));
            if (slot >= kSlots)
                break;
            places.push_back({m_rows[r].span, m_rows[r].out, slot / kLanes, slot % kLanes});
        }
        return places;
    }

    // Of each lane the least begin and end of its blocks, counted from the first cell of their vector.
    struct Least
    {
        std::array<std::int64_t, kLanes> begin;
        std::array<std::int64_t, kLanes> end;

        bool has(const Place& place, std::int64_t first) const
        {
            const std::int64_t b = place.cells.begin - first - begin[place.lane];
            const std::int64_t e = place.cells.end - first - end[place.lane];
            return (b == 0 || b == 1) && (e == 0 || e == 1);
        }
    };

    // Whether the rows at these places are one group; if so, `group` describes it.
    bool fit(const std::vector<Place>& places, MeanRowGroup& group) const
    {
        std::vector<std::int64_t> first(places.back().vector + 1, kUnknown);
        for (const Place& place : places) {
            if (place.lane == 0)
                first[place.vector] = place.cells.begin;
        }
        Least least;
        least.begin.fill(kUnknown);
        least.end.fill(kUnknown);
        for (const Place& place : places) {
            if (first[place.vector] == kUnknown)
                continue;
            std::int64_t& begin = least.begin[place.lane];
            std::int64_t& end = least.end[place.lane];
            begin = std::min(begin, place.cells.begin - first[place.vector]);
            end = std::min(end, place.cells.end - first[place.vector]);
        }
        for (auto from = places.begin(); from != places.end();) {
            const auto to = std::find_if(from, places.end(), [&](const Place& p) { return p.vector != from->vector; });
            std::int64_t& cell = first[from->vector];
            const auto all = [&] {
                return std::all_of(from, to, [&](const Place& place) { return least.has(place, cell); });
            };
            if (cell == kUnknown) { // no row in lane 0: worked out from the first row that there is
                if (least.begin[from->lane] == kUnknown)
                    return false;
                cell = from->cells.begin - least.begin[from->lane];
                cell -= all() ? 0 : 1;
            }
            if (!all())
                return false;
            from = to;
        }
        return describe(places, first, least, group);
    }

    bool describe(const std::vector<Place>& places, const std::vector<std::int64_t>& first, const Least& least,
                  MeanRowGroup& group) const
    {
        SinusoidMeanRows& rows = group.rows;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            if (least.begin[lane] != kUnknown)
                rows.lane[lane] = static_cast<std::uint64_t>(least.begin[lane] + least.end[lane] - 1);
            if (rows.lane[lane] > SinusoidMeanRows::kFarthest)
                return false;
        }
        for (const std::int64_t cell : first) {
            rows.vectors.push_back(
                {.origin = 2 * (m_firstPosition + static_cast<std::uint64_t>(cell)), .jitter = {}, .out = {}});
        }
        if (rows.vectors.back().origin - rows.vectors.front().origin > SinusoidMeanRows::kFarthest)
            return false;
        std::array<std::array<int, kLanes>, SinusoidMeanRows::kJitters>
            size{}; // 1 + the index of the size; 0: not known yet
        for (const Place& place : places) {
            const auto blocks = static_cast<std::uint64_t>(place.cells.size());
            const auto found = std::find(group.sizes.begin(), group.sizes.end(), blocks);
            const auto which = static_cast<int>(found - group.sizes.begin());
            if (found == group.sizes.end())
                group.sizes.push_back(blocks);
            const std::int64_t cell = first[place.vector];
            const auto jitter = static_cast<std::size_t>(place.cells.begin - cell - least.begin[place.lane]
                                                         + place.cells.end - cell - least.end[place.lane]);
            int& known = size[jitter][place.lane];
            if (which > 1 || (known != 0 && known != 1 + which))
                return false;
            known = 1 + which;
            rows.second[jitter][place.lane] = which == 1;
            SinusoidMeanRows::Vector& vector = rows.vectors[place.vector];
            vector.jitter[place.lane] = static_cast<std::uint8_t>(jitter);
            vector.out[place.lane] = place.out;
        }
        std::sort(rows.vectors.begin(), rows.vectors.end(), [](const auto& a, const auto& b) {
            return std::tie(a.jitter, a.origin) < std::tie(b.jitter, b.origin);
        });
        return true;
    }

    std::span<const RowOfBlocks> m_rows;
    std::uint64_t m_firstPosition;
};

} // namespace

std::vector<MeanRowGroup> meanRowGroups(std::span<const Span> spans, std::int64_t firstPosition, MatrixView<float> out)
{
    const std::vector<RowOfBlocks> rows = regularRows(spans, out);
    const GroupBuilder builder(rows, firstPosition);
    std::vector<MeanRowGroup> groups;
    for (std::size_t first = 0; first < rows.size();)
        groups.push_back(builder.next(first, first));
    return groups;
}

} // namespace phasor
