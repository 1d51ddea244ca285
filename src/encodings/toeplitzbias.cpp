// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/toeplitzbias.h"

#include "field/parallel.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {

// The means of blocks that were met before. The blocks of a picture are of two sizes and lie on a few thousand
// diagonals: of a million blocks some ten thousand are different.
class KnownMeans
{
public:
    explicit KnownMeans(const DistanceLaw& law)
        : m_law(law)
        , m_places(kPlaces)
    {
    }

    float of(Span queries, Span keys)
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
        std::int64_t queries = 0; // no block has none
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

class ToeplitzField final : public Field, private MeansOfBlocks
{
public:
    ToeplitzField(std::shared_ptr<const DistanceLaw> law, std::int64_t length)
        : m_law(std::move(law))
        , m_length(length)
        , m_greatest(m_law->greatest(length))
    {
    }

    Shape shape() const override { return {m_length, m_length}; }
    Interval bounds() const override { return {-m_greatest, m_greatest}; }

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

    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        constexpr std::int64_t kGrain = 64;
        parallelFor(0, static_cast<std::int64_t>(rows.size()), kGrain, [&](Span span) {
            KnownMeans known(*m_law);
            for (std::int64_t i = span.begin; i < span.end; ++i) {
                const Span queries = rows[static_cast<std::size_t>(i)];
                std::transform(cols.begin(), cols.end(), out.row(i),
                               [&](Span keys) { return known.of(queries, keys); });
            }
        });
    }

    // A tile whose first cell is of a query `behind` positions behind its key. Each row is the one above, moved by one:
    // only the numbers of its diagonals are computed.
    void fillTile(std::int64_t behind, MatrixView<float> out) const
    {
        std::array<float, 2 * kTile> diagonals; // of the last row's first column, of its second …
        const auto count = static_cast<std::size_t>(out.rows() + out.cols() - 1);
        m_law->cells(behind + out.rows() - 1, std::span(diagonals).first(count));
        for (std::int64_t r = 0; r < out.rows(); ++r)
            std::copy_n(diagonals.data() + (out.rows() - 1 - r), out.cols(), out.row(r));
    }

    std::shared_ptr<const DistanceLaw> m_law;
    std::int64_t m_length;
    double m_greatest;
};

} // namespace

void DistanceLaw::cells(std::int64_t first, std::span<float> out) const
{
    for (float& cell : out)
        cell = static_cast<float>(at(first--));
}

FieldPtr ToeplitzBias::field(std::int64_t head, std::int64_t length) const
{
    return std::make_shared<ToeplitzField>(law(head), length);
}

} // namespace phasor
