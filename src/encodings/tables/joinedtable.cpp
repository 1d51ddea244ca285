// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/tables/joinedtable.h"

#include <algorithm>

namespace phasor {

namespace {

class LinearTable final : public PositionTable, private MeansOfBlocks
{
public:
    LinearTable(Shape shape, LinearTerm term)
        : m_shape(shape)
        , m_term(std::move(term))
    {
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override
    {
        const double most = std::max(std::fabs(value(0)), std::fabs(value(static_cast<double>(m_shape.rows - 1))));
        return {-most, most};
    }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::fill_n(out.row(r), rect.cols, static_cast<float>(value(static_cast<double>(rect.row + r))));
    }
    const MeansOfBlocks* means() const override { return this; }
    std::string formula(std::int64_t row, std::int64_t) const override { return m_term.text(row); }

private:
    double value(double position) const { return (m_term.a * position + m_term.b) / m_term.c; }

    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double middle = static_cast<double>(rows[i].begin + rows[i].end - 1) / 2;
            std::fill_n(out.row(static_cast<std::int64_t>(i)), cols.size(), static_cast<float>(value(middle)));
        }
    }
    // The mean of a line under a bell is its value at the bell's center.
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        blockMeans(rows.spans, cols, out);
        return true;
    }

    Shape m_shape;
    LinearTerm m_term;
};

class JoinedTable final : public PositionTable, private MeansOfBlocks
{
public:
    explicit JoinedTable(std::vector<TablePart> parts)
    {
        std::int64_t pairs = 0;
        double most = 0;
        for (TablePart& part : parts) {
            const Shape shape = part.table->shape();
            m_shape.rows = shape.rows;
            if (shape.cols == 0)
                continue;
            most = std::max(most, part.table->bounds().high);
            m_places.push_back({std::move(part.table), m_shape.cols, pairs});
            m_shape.cols += shape.cols;
            pairs += part.pairs;
        }
        m_bounds = {-most, most};
    }

    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return m_bounds; }
    const MeansOfBlocks* means() const override { return this; }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (const Place& part : m_places) {
            const Span columns = overlap(part.columns(), {rect.col, rect.col + rect.cols});
            if (columns.size() > 0)
                part.table->fill({rect.row, columns.begin - part.first, rect.rows, columns.size()},
                                 out.window({0, columns.begin - rect.col, rect.rows, columns.size()}));
        }
    }

    std::string formula(std::int64_t row, std::int64_t column) const override
    {
        const Place& part = place(column);
        return part.table->formula(row, column - part.first);
    }

    std::optional<ColumnWave> wave(std::int64_t column) const override
    {
        const Place& part = place(column);
        std::optional<ColumnWave> wave = part.table->wave(column - part.first);
        if (wave)
            wave->pair += part.firstPair;
        return wave;
    }

private:
    struct Place
    {
        PositionTablePtr table;
        std::int64_t first = 0; // first column in the joined table
        std::int64_t firstPair = 0;

        Span columns() const { return {first, first + table->shape().cols}; }
    };

    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        join(cols, out, [&](const MeansOfBlocks& part, std::span<const Span> columns, MatrixView<float> means) {
            part.blockMeans(rows, columns, means);
        });
    }
    bool bellMeans(const BellRows& rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        join(cols, out, [&](const MeansOfBlocks& part, std::span<const Span> columns, MatrixView<float> means) {
            part.bellMeans(rows, columns, means);
        });
        return true;
    }

    // Joins the parts' means for `cols`: meansOf(a part's means, columns of the part, out).
    template <typename MeansOf>
    void join(std::span<const Span> cols, MatrixView<float> out, const MeansOf& meansOf) const
    {
        out.fill(0);
        for (const Place& part : m_places) {
            std::vector<Span> inside; // columns inside the part
            std::vector<std::size_t> where;
            for (std::size_t j = 0; j < cols.size(); ++j) {
                const Span columns = overlap(part.columns(), cols[j]);
                if (columns.size() == 0)
                    continue;
                inside.push_back({columns.begin - part.first, columns.end - part.first});
                where.push_back(j);
            }
            if (inside.empty())
                continue;
            Matrix means({out.rows(), std::ssize(inside)});
            meansOf(*part.table->means(), inside, means.view());
            for (std::size_t k = 0; k < where.size(); ++k) {
                const float share = static_cast<float>(inside[k].size()) / static_cast<float>(cols[where[k]].size());
                for (std::int64_t r = 0; r < out.rows(); ++r)
                    out(r, static_cast<std::int64_t>(where[k])) += share * means(r, static_cast<std::int64_t>(k));
            }
        }
    }

    const Place& place(std::int64_t column) const
    {
        return *std::prev(std::ranges::upper_bound(m_places, column, {}, &Place::first));
    }

    std::vector<Place> m_places;
    Shape m_shape;
    Interval m_bounds;
};

} // namespace

PositionTablePtr joinedTable(std::vector<TablePart> parts)
{
    return std::make_shared<JoinedTable>(std::move(parts));
}

PositionTablePtr linearTable(Shape shape, LinearTerm term)
{
    return std::make_shared<LinearTable>(shape, std::move(term));
}

} // namespace phasor
