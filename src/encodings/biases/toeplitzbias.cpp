// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/biases/toeplitzbias.h"

#include "field/parallel.h"

#include <algorithm>
#include <mutex>

namespace phasor {

namespace {

// Cache of block means. A picture's blocks have two sizes and lie on a few thousand diagonals: of a million blocks some
// ten thousand are different.
class KnownMeans
{
public:
    explicit KnownMeans(const DistanceLaw& law)
        : m_law(law)
        , m_places(kPlaces)
    {
    }

    float operator()(Span queries, Span keys)
    {
        const Key key{queries.begin - keys.begin, queries.size(), keys.size()};
        Place& place = m_places[hash(key)];
        if (!(place.key == key))
            place = {key, static_cast<float>(m_law.mean(queries, keys))};
        return place.mean;
    }

private:
    static constexpr std::size_t kPlaces = 1 << 14;

    struct Key
    {
        std::int64_t behind = 0;
        std::int64_t queries = 0; // 0: unused
        std::int64_t keys = 0;
        bool operator==(const Key&) const = default;
    };
    struct Place
    {
        Key key;
        float mean = 0;
    };

    static std::size_t hash(const Key& key)
    {
        const auto mixed = static_cast<std::uint64_t>(key.behind) * 0x9e3779b97f4a7c15U
            + static_cast<std::uint64_t>(key.queries) * 0xc2b2ae3d27d4eb4fU
            + static_cast<std::uint64_t>(key.keys) * 0x165667b19e3779f9U;
        return static_cast<std::size_t>(mixed >> 50);
    }

    const DistanceLaw& m_law;
    std::vector<Place> m_places;
};

// Sums of sums of a formula over a run of distances: the mean of any block in it needs four of them. 4096 queries and
// keys have 8191 distances; a picture of them has a million blocks.
class SumsOfDistances
{
public:
    static constexpr std::int64_t kMost = 1 << 16; // distances: with more, a mean in closed form is cheaper

    SumsOfDistances(const DistanceLaw& law, Span distances)
        : m_first(distances.begin)
        , m_sums(static_cast<std::size_t>(distances.size()) + 2)
    {
        constexpr std::int64_t kGrain = 1024;
        std::vector<double> values(static_cast<std::size_t>(distances.size()));
        parallelFor(0, distances.size(), kGrain, [&](Span span) {
            for (std::int64_t i = span.begin; i < span.end; ++i)
                values[static_cast<std::size_t>(i)] = law.at(m_first + i);
        });
        double before = 0; // sum over all smaller distances
        for (std::size_t i = 0; i + 1 < m_sums.size(); ++i) {
            m_sums[i + 1] = m_sums[i] + before;
            if (i < values.size())
                before += values[i];
        }
    }

    // Mean by sums: Σ over a query's keys is a difference of two sums, Σ over queries is one of two sums of these.
    double mean(Span queries, Span keys) const
    {
        const double sum = at(queries.end - keys.begin) - at(queries.begin - keys.begin) - at(queries.end - keys.end)
            + at(queries.begin - keys.end);
        return sum / (static_cast<double>(queries.size()) * static_cast<double>(keys.size()));
    }

private:
    double at(std::int64_t edge) const { return m_sums[static_cast<std::size_t>(edge + 1 - m_first)]; }

    std::int64_t m_first;
    std::vector<double> m_sums; // sums up to m_first, m_first + 1 …
};

class ToeplitzField final : public Field, private MeansOfBlocks
{
public:
    ToeplitzField(DistanceLaw law, std::int64_t length)
        : m_law(std::move(law))
        , m_length(length)
        , m_largest(m_law.largest(length))
    {
    }

    Shape shape() const override { return {m_length, m_length}; }
    Interval bounds() const override { return {-m_largest, m_largest}; }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; r += kTile) {
            for (std::int64_t c = 0; c < rect.cols; c += kTile) {
                const Rect tile{r, c, std::min(kTile, rect.rows - r), std::min(kTile, rect.cols - c)};
                fillTile(rect.row + r - rect.col - c, out.window(tile));
            }
        }
    }

    const MeansOfBlocks* means() const override { return this; }

private:
    static constexpr std::int64_t kTile = 512;
    // Small tiles are requested many times; 16 thousand distances of the slowest formula, Sandwich, take some 10 ms.
    static constexpr std::int64_t kKnownLength = 1 << 13;

    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        if (rows.empty() || cols.empty())
            return;
        using std::ranges::max;
        using std::ranges::min;
        const Span distances{min(rows, {}, &Span::begin).begin - max(cols, {}, &Span::end).end + 1,
                             max(rows, {}, &Span::end).end - min(cols, {}, &Span::begin).begin};
        const bool few = distances.size() <= static_cast<std::int64_t>(rows.size() * cols.size());
        if (few && distances.size() <= SumsOfDistances::kMost)
            writeMeans(rows, cols, 32, out, [sums = SumsOfDistances(m_law, distances)] {
                return [&sums](Span queries, Span keys) {
                    return static_cast<float>(sums.mean(queries, keys));
                };
            });
        else
            writeMeans(rows, cols, 64, out, [this] { return KnownMeans(m_law); });
    }

    // Calls meanOf() for each task of `grain` rows: it returns the function of queries and keys that gives a mean.
    template <typename MeanOf>
    static void writeMeans(std::span<const Span> rows, std::span<const Span> cols, std::int64_t grain,
                           MatrixView<float> out, const MeanOf& meanOf)
    {
        parallelFor(0, static_cast<std::int64_t>(rows.size()), grain, [&](Span span) {
            auto mean = meanOf();
            for (std::int64_t i = span.begin; i < span.end; ++i) {
                const Span queries = rows[static_cast<std::size_t>(i)];
                std::transform(cols.begin(), cols.end(), out.row(i), [&](Span keys) { return mean(queries, keys); });
            }
        });
    }

    // Fills a tile whose first cell has a query `behind` positions after its key. Each row is the previous one shifted
    // by one: only the diagonals' values are needed.
    void fillTile(std::int64_t behind, MatrixView<float> out) const
    {
        std::array<float, 2 * kTile> computed;
        const auto count = static_cast<std::size_t>(out.rows() + out.cols() - 1);
        const std::int64_t first = behind + out.rows() - 1; // the distance of the last row's first column
        const float* diagonals = computed.data(); // starting in the last row's first column, second column …
        if (m_length <= kKnownLength)
            diagonals = known() + (m_length - 1 - first);
        else
            computeCells(first, std::span(computed).first(count));
        for (std::int64_t r = 0; r < out.rows(); ++r)
            std::copy_n(diagonals + (out.rows() - 1 - r), out.cols(), out.row(r));
    }

    void computeCells(std::int64_t first, std::span<float> out) const
    {
        if (m_law.cells)
            return m_law.cells(first, out);
        for (float& cell : out)
            cell = static_cast<float>(m_law.at(first--));
    }

    // The cells of all distances, length − 1 … 1 − length.
    const float* known() const
    {
        std::call_once(m_computed, [this] {
            m_known.resize(static_cast<std::size_t>(2 * m_length - 1));
            computeCells(m_length - 1, m_known);
        });
        return m_known.data();
    }

    DistanceLaw m_law;
    std::int64_t m_length;
    double m_largest;
    mutable std::once_flag m_computed;
    mutable std::vector<float> m_known;
};

} // namespace

PositionModel toeplitzModel(std::function<DistanceLaw(std::int64_t head)> law, PositionBias rest)
{
    rest.field = [law](std::int64_t head, std::int64_t length) {
        return std::make_shared<ToeplitzField>(law(head), length);
    };
    rest.atDistance = [law = std::move(law)](std::int64_t head, std::int64_t k) {
        return law(head).at(k);
    };
    return {.bias = std::make_shared<const PositionBias>(std::move(rest))};
}

} // namespace phasor
