// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

#include <functional>
#include <memory>
#include <vector>

namespace phasor {

using PositionTablePtr = std::shared_ptr<const PositionTable>;

// Tables of as many rows side by side. The pairs of a later one count on from those before it: its first has as many
// before it as the parts before it have frequencies.
class JoinedTable final : public PositionTable, private MeansOfBlocks
{
public:
    struct Part
    {
        PositionTablePtr table;
        std::int64_t pairs = 0;
    };
    explicit JoinedTable(std::vector<Part> parts); // at least one; those without columns are left out

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_bounds; }
    void fill(Rect rect, MatrixView<float> out) const override;
    const MeansOfBlocks* means() const override { return m_meansKnown ? this : nullptr; }
    std::string formula(std::int64_t row, std::int64_t column) const override;
    std::optional<ColumnWave> wave(std::int64_t column) const override;

private:
    struct Place
    {
        PositionTablePtr table;
        std::int64_t first = 0; // column of the whole
        std::int64_t firstPair = 0;

        Span columns() const { return {first, first + table->shape().cols}; }
    };

    bool inClosedForm() const override { return true; }
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override;
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override;

    // meansOf(a part's means, columns of the part, out), false where it has none: put together for `cols`.
    template <typename MeansOf>
    bool join(std::int64_t rows, std::span<const Span> cols, const MeansOf& meansOf, MatrixView<float> out) const;
    const Place& place(std::int64_t column) const;

    std::vector<Place> m_places;
    Shape m_shape;
    Interval m_bounds;
    bool m_meansKnown = true; // of all parts, in closed form
};

// (a · position + b) / c in each of `columns` columns: NeRF's x, Time2Vec's linear term, zeros.
struct LinearTerm
{
    double a = 0;
    double b = 0;
    double c = 1;
    std::function<std::string(std::int64_t position)> text; // the formula
};
PositionTablePtr linearTable(Shape shape, LinearTerm term);
PositionTablePtr zeroTable(Shape shape);

} // namespace phasor
