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
// kernels/sinusoid/sinusoid.h explains lanes and jitters.
#include "encodings/sinusoidal/wavetable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
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

// A group of rows. A picture's blocks [b, e) begin and end at multiples of the positions per pixel, rounded to whole
// positions. So the blocks of one lane differ from each other only by that rounding:
//
//     B       first position of the vector's lane 0
//     T, U    smallest b - B and smallest e - B of the lane, over all vectors
//     b = B + T + (0 or 1),   e = B + U + (0 or 1)
//
// The jitter of a row is the sum of the two roundings: 0, 1 or 2.

constexpr std::size_t kRowLanes = SinusoidMeanRows::kLanes;
constexpr std::size_t kSlots = kRowLanes * SinusoidMeanRows::kVectors;
constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::max();

// A row in the group.
struct PlacedRow
{
    RowOfBlocks row;
    std::size_t vector;
    std::size_t lane;
};

using PixelRows = std::span<const RowOfBlocks>;

double gapBefore(PixelRows rows, std::size_t row)
{
    return static_cast<double>(rows[row].span.begin - rows[row - 1].span.begin);
}

double stepsIn(double gap, double step)
{
    return std::max(1.0, std::round(gap / step));
}

// Typical distance between neighboring rows, in positions. Rows may be missing: two pixels share no position if their
// border is also a border of positions. So a gap counts as a whole multiple of the distance.
double stepOf(PixelRows rows)
{
    std::vector<double> gaps;
    for (std::size_t r = 1; r < rows.size(); ++r)
        gaps.push_back(gapBefore(rows, r));
    if (gaps.empty())
        return 1;
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
    std::nth_element(gaps.begin(), middle, gaps.end());
    double step = std::max(*middle, 1.0);
    for (int k = 0; k < 3; ++k) {
        double sum = 0;
        double count = 0;
        for (const double gap : gaps) {
            sum += gap;
            count += stepsIn(gap, step);
        }
        step = std::max(sum / count, 1.0);
    }
    return step;
}

// Vector and lane of each row, until the slots are full. With step 0 each row takes the next lane. Otherwise a row k
// steps after its predecessor is k lanes after it, so missing rows leave empty lanes.
std::vector<PlacedRow> placesOf(PixelRows rows, double step)
{
    std::vector<PlacedRow> places;
    std::size_t slot = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (r > 0)
            slot += step == 0 ? 1 : static_cast<std::size_t>(std::min(stepsIn(gapBefore(rows, r), step), 1.0 * kSlots));
        if (slot >= kSlots)
            break;
        places.push_back({rows[r], slot / kRowLanes, slot % kRowLanes});
    }
    return places;
}

// Smallest begin and end of each lane's blocks (T and U above), relative to their vector's first position.
struct Least
{
    std::array<std::int64_t, kRowLanes> begin;
    std::array<std::int64_t, kRowLanes> end;

    bool has(const PlacedRow& place, std::int64_t first) const
    {
        const std::int64_t b = place.row.span.begin - first - begin[place.lane];
        const std::int64_t e = place.row.span.end - first - end[place.lane];
        return (b == 0 || b == 1) && (e == 0 || e == 1);
    }
};

// The group for the kernel; `first`: first position of each vector. Nothing if the kernel cannot take it.
std::optional<MeanRowGroup> describe(const std::vector<PlacedRow>& places, const std::vector<std::int64_t>& first,
                                     const Least& least, std::int64_t firstPosition)
{
    MeanRowGroup group;
    SinusoidMeanRows& rows = group.rows;
    for (std::size_t lane = 0; lane < kRowLanes; ++lane) {
        if (least.begin[lane] != kUnknown)
            rows.lane[lane] = static_cast<std::uint64_t>(least.begin[lane] + least.end[lane] - 1);
        if (rows.lane[lane] > SinusoidMeanRows::kFarthest)
            return std::nullopt;
    }
    // Unsigned: a vector without rows is unknown, and nothing is written from it.
    for (const std::int64_t cell : first) {
        const std::uint64_t position = static_cast<std::uint64_t>(firstPosition) + static_cast<std::uint64_t>(cell);
        rows.vectors.push_back({.origin = 2 * position, .jitter = {}, .out = {}});
    }
    if (rows.vectors.back().origin - rows.vectors.front().origin > SinusoidMeanRows::kFarthest)
        return std::nullopt;
    // 1 + index of the lane's block size; 0: not known yet
    std::array<std::array<int, kRowLanes>, SinusoidMeanRows::kJitters> size{};
    for (const PlacedRow& place : places) {
        const Span positions = place.row.span;
        const auto blocks = static_cast<std::uint64_t>(positions.size());
        const auto found = std::find(group.sizes.begin(), group.sizes.end(), blocks);
        const auto which = static_cast<int>(found - group.sizes.begin());
        if (found == group.sizes.end())
            group.sizes.push_back(blocks);
        const std::int64_t cell = first[place.vector];
        const auto jitter = static_cast<std::size_t>(positions.begin - cell - least.begin[place.lane] + positions.end
                                                     - cell - least.end[place.lane]);
        int& known = size[jitter][place.lane];
        if (which > 1 || (known != 0 && known != 1 + which))
            return std::nullopt;
        known = 1 + which;
        rows.second[jitter][place.lane] = which == 1;
        SinusoidMeanRows::Vector& vector = rows.vectors[place.vector];
        vector.jitter[place.lane] = static_cast<std::uint8_t>(jitter);
        vector.out[place.lane] = place.row.out;
    }
    std::sort(rows.vectors.begin(), rows.vectors.end(),
              [](const auto& a, const auto& b) { return std::tie(a.jitter, a.origin) < std::tie(b.jitter, b.origin); });
    return group;
}

// The rows at these places as one group, if they can be one.
std::optional<MeanRowGroup> groupOf(const std::vector<PlacedRow>& places, std::int64_t firstPosition)
{
    std::vector<std::int64_t> first(places.back().vector + 1, kUnknown);
    for (const PlacedRow& place : places) {
        if (place.lane == 0)
            first[place.vector] = place.row.span.begin;
    }
    Least least;
    least.begin.fill(kUnknown);
    least.end.fill(kUnknown);
    for (const PlacedRow& place : places) {
        if (first[place.vector] == kUnknown)
            continue;
        std::int64_t& begin = least.begin[place.lane];
        std::int64_t& end = least.end[place.lane];
        begin = std::min(begin, place.row.span.begin - first[place.vector]);
        end = std::min(end, place.row.span.end - first[place.vector]);
    }
    for (auto from = places.begin(); from != places.end();) {
        const auto to = std::find_if(from, places.end(), [&](const PlacedRow& p) { return p.vector != from->vector; });
        std::int64_t& cell = first[from->vector];
        const auto all = [&] {
            return std::all_of(from, to, [&](const PlacedRow& place) { return least.has(place, cell); });
        };
        if (cell == kUnknown) { // lane 0 is empty: B follows from the vector's first row
            if (least.begin[from->lane] == kUnknown)
                return std::nullopt;
            cell = from->row.span.begin - least.begin[from->lane];
            cell -= all() ? 0 : 1;
        }
        if (!all())
            return std::nullopt;
        from = to;
    }
    return describe(places, first, least, firstPosition);
}

} // namespace

std::vector<MeanRowGroup> meanRowGroups(std::span<const Span> spans, std::int64_t firstPosition, MatrixView<float> out)
{
    const std::vector<RowOfBlocks> rows = regularRows(spans, out);
    std::vector<MeanRowGroup> groups;
    // The largest group that begins with the first row left: at least that row.
    const auto take = [&](PixelRows left) {
        std::size_t count = 1;
        while (count < left.size() && count < kSlots && gapBefore(left, count) >= 0)
            ++count;
        for (;; count = (count + 1) / 2) {
            for (const double step : {0.0, stepOf(left.first(count)), 1.0}) {
                const std::vector<PlacedRow> places = placesOf(left.first(count), step);
                if (std::optional<MeanRowGroup> group = groupOf(places, firstPosition)) {
                    groups.push_back(*std::move(group));
                    return places.size();
                }
            }
        }
    };
    for (std::size_t first = 0; first < rows.size();)
        first += take(PixelRows(rows).subspan(first));
    return groups;
}

} // namespace phasor
