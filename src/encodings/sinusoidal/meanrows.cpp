// SPDX-License-Identifier: GPL-3.0-or-later
// Arranges the rows of pixels of a zoomed-out picture for the kernel sinusoidMeans. Each row of pixels shows the mean
// of a block of table rows (positions). The kernel computes 16 rows at once, one per lane of a vector. With 2 positions
// a pixel:
//
//     pixel row     0        1        2     …    15         16       17     …
//     positions   0, 1     2, 3     4, 5    …  30, 31     32, 33   34, 35   …
//     slot        lane 0   lane 1   lane 2  …  lane 15    lane 0   lane 1   …
//                 |-------------- vector 0 -----------|   |----- vector 1 …
//
// kernels/sinusoid/sinusoidmeans.h explains lanes and jitters.
#include "encodings/sinusoidal/meanrows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace phasor {

namespace {

// One row of pixels: the positions that it averages, and the memory for its means.
struct RowOfBlocks
{
    Span span;
    float* out;
};

// Rows of a single position first, then the others; the order within each kind stays. Each kind alone is nearly evenly
// spaced, a mix isn't: with 2.5 positions a pixel the blocks have 2, 1, 2, 2, 1, 2 … positions.
std::vector<RowOfBlocks> regularRows(std::span<const Span> rows, MatrixView<float> out)
{
    std::vector<RowOfBlocks> result;
    result.reserve(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
        result.push_back({rows[r], out.row(static_cast<std::int64_t>(r))});
    std::stable_partition(result.begin(), result.end(), [](const RowOfBlocks& row) { return row.span.size() == 1; });
    return result;
}

// Makes groups of rows. A picture's blocks [b, e) begin and end at multiples of the positions per pixel, rounded to
// whole positions. So the blocks of one lane differ from each other only by that rounding:
//
//     B       first position of the vector's lane 0
//     T, U    smallest b - B and smallest e - B of the lane, over all vectors
//     b = B + T + (0 or 1),   e = B + U + (0 or 1)
//
// The jitter of a row is the sum of the two roundings: 0, 1 or 2.
class GroupBuilder
{
public:
    GroupBuilder(std::span<const RowOfBlocks> rows, std::int64_t firstPosition)
        : m_rows(rows)
        , m_firstPosition(static_cast<std::uint64_t>(firstPosition))
    {
    }

    // Largest group that begins with row `first` (at least that row). `end` becomes the row after the group.
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
        Span positions;
        float* out;
        std::size_t vector;
        std::size_t lane;
    };

    double gap(std::size_t row) const
    {
        return static_cast<double>(m_rows[row].span.begin - m_rows[row - 1].span.begin);
    }

    static double steps(double gap, double step) { return std::max(1.0, std::round(gap / step)); }

    // Typical distance between neighboring rows, in positions. Rows may be missing: two pixels share no position if
    // their border is also a border of positions. So a gap counts as a whole multiple of the distance.
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

    // Vector and lane of each row, until the slots are full. With step 0 each row takes the next lane. Otherwise a row
    // k steps after its predecessor is k lanes after it, so missing rows leave empty lanes.
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

    // Smallest begin and end of each lane's blocks (T and U above), relative to their vector's first position.
    struct Least
    {
        std::array<std::int64_t, kLanes> begin;
        std::array<std::int64_t, kLanes> end;

        bool has(const Place& place, std::int64_t first) const
        {
            const std::int64_t b = place.positions.begin - first - begin[place.lane];
            const std::int64_t e = place.positions.end - first - end[place.lane];
            return (b == 0 || b == 1) && (e == 0 || e == 1);
        }
    };

    // Whether the rows at these places can be one group; `group` then describes it to the kernel.
    bool fit(const std::vector<Place>& places, MeanRowGroup& group) const
    {
        std::vector<std::int64_t> first(places.back().vector + 1, kUnknown);
        for (const Place& place : places) {
            if (place.lane == 0)
                first[place.vector] = place.positions.begin;
        }
        Least least;
        least.begin.fill(kUnknown);
        least.end.fill(kUnknown);
        for (const Place& place : places) {
            if (first[place.vector] == kUnknown)
                continue;
            std::int64_t& begin = least.begin[place.lane];
            std::int64_t& end = least.end[place.lane];
            begin = std::min(begin, place.positions.begin - first[place.vector]);
            end = std::min(end, place.positions.end - first[place.vector]);
        }
        for (auto from = places.begin(); from != places.end();) {
            const auto to = std::find_if(from, places.end(), [&](const Place& p) { return p.vector != from->vector; });
            std::int64_t& cell = first[from->vector];
            const auto all = [&] {
                return std::all_of(from, to, [&](const Place& place) { return least.has(place, cell); });
            };
            if (cell == kUnknown) { // lane 0 is empty: B follows from the vector's first row
                if (least.begin[from->lane] == kUnknown)
                    return false;
                cell = from->positions.begin - least.begin[from->lane];
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
            size{}; // 1 + index of the lane's block size; 0: not known yet
        for (const Place& place : places) {
            const auto blocks = static_cast<std::uint64_t>(place.positions.size());
            const auto found = std::find(group.sizes.begin(), group.sizes.end(), blocks);
            const auto which = static_cast<int>(found - group.sizes.begin());
            if (found == group.sizes.end())
                group.sizes.push_back(blocks);
            const std::int64_t cell = first[place.vector];
            const auto jitter = static_cast<std::size_t>(place.positions.begin - cell - least.begin[place.lane]
                                                         + place.positions.end - cell - least.end[place.lane]);
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
