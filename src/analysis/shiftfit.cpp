// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/shiftfit.h"

#include "field/matrixfield.h"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace phasor {

namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class PairwiseShift final : public Field, private MeansOfBlocks
{
public:
    explicit PairwiseShift(std::vector<ShiftRow> rows)
        : m_rows(std::move(rows))
    {
    }

    Shape shape() const override { return {std::ssize(m_rows), std::ssize(m_rows)}; }
    Interval bounds() const override { return {-1, 1}; }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            std::fill_n(out.row(r), rect.cols, 0.0F);
            forEntries(rect.row + r, [&](std::int64_t column, double value) {
                if (column >= rect.col && column < rect.col + rect.cols)
                    out(r, column - rect.col) = static_cast<float>(value);
            });
        }
    }

    const MeansOfBlocks* means() const override { return this; }

private:
    template <typename Visit> void forEntries(std::int64_t row, Visit&& visit) const
    {
        const ShiftRow& of = m_rows[static_cast<std::size_t>(row)];
        visit(row, of.own);
        if (of.partner >= 0)
            visit(of.partner, of.other);
    }

    // The sum over a run of columns is the difference of two running sums.
    void blockMeans(std::span<const Span> rows, std::span<const Span> cols, MatrixView<float> out) const override
    {
        std::vector<double> running(m_rows.size() + 1);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::fill(running.begin(), running.end(), 0.0);
            for (std::int64_t row = rows[i].begin; row < rows[i].end; ++row)
                forEntries(row, [&](std::int64_t column, double value) {
                    running[static_cast<std::size_t>(column) + 1] += value;
                });
            std::partial_sum(running.begin(), running.end(), running.begin());
            for (std::size_t j = 0; j < cols.size(); ++j) {
                const double total
                    = running[static_cast<std::size_t>(cols[j].end)] - running[static_cast<std::size_t>(cols[j].begin)];
                out(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)) = static_cast<float>(
                    total / (static_cast<double>(rows[i].size()) * static_cast<double>(cols[j].size())));
            }
        }
    }

    std::vector<ShiftRow> m_rows;
};

std::vector<double> rowOf(const Field& field, std::int64_t row)
{
    const Matrix values = materialized(field, {row, 0, 1, field.shape().cols});
    return {values.data(), values.data() + values.cols()};
}

// Calls `apply(row, column)` for T: how the later row's dimension `row` depends on the earlier one's.
template <typename Apply>
std::vector<double> residualsOf(const Field& table, std::span<const std::int64_t> positions, std::int64_t k,
                                Apply&& apply)
{
    std::vector<double> residuals;
    for (const std::int64_t position : positions) {
        const std::vector<double> before = rowOf(table, position);
        const std::vector<double> after = rowOf(table, position + k);
        double squares = 0;
        for (std::size_t c = 0; c < after.size(); ++c) {
            const double off = after[c] - apply(c, before);
            squares += off * off;
        }
        residuals.push_back(std::sqrt(squares));
    }
    return residuals;
}

} // namespace

FieldPtr pairwiseShift(std::vector<ShiftRow> rows)
{
    return std::make_shared<PairwiseShift>(std::move(rows));
}

std::optional<FittedShift> fittedShift(const Field& table, Span rows, std::int64_t k)
{
    const std::int64_t cols = table.shape().cols;
    const std::int64_t count = rows.size() - k;
    if (count < 1 || cols < 1)
        return std::nullopt;
    const Matrix cells = materialized(table, {rows.begin, 0, rows.size(), cols});
    const Eigen::MatrixXd values = Eigen::Map<const RowMajor>(cells.data(), rows.size(), cols).cast<double>();
    std::vector<std::int64_t> earlier;
    std::vector<std::int64_t> later;
    for (std::int64_t p = 0; p < count; ++p) {
        if (values.row(p).allFinite() && values.row(p + k).allFinite()) {
            earlier.push_back(p);
            later.push_back(p + k);
        }
    }
    if (cancelled() || earlier.empty())
        return std::nullopt;
    const Eigen::MatrixXd before = values(earlier, Eigen::all);
    const Eigen::MatrixXd after = values(later, Eigen::all);
    const Eigen::MatrixXd gram = before.transpose() * before;
    const Eigen::MatrixXd cross = before.transpose() * after;
    if (cancelled())
        return std::nullopt;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
    // Directions that are only float32 rounding: squares of 6e-8.
    const double floor = solver.eigenvalues().maxCoeff() * 1e-14 * static_cast<double>(cols);
    const Eigen::VectorXd inverse
        = (solver.eigenvalues().array() > floor).select(solver.eigenvalues().array().inverse(), 0.0).matrix();
    const Eigen::MatrixXd map
        = (solver.eigenvectors() * inverse.asDiagonal() * (solver.eigenvectors().transpose() * cross)).transpose();
    Matrix shift(Shape{cols, cols});
    Eigen::Map<RowMajor>(shift.data(), cols, cols) = map.cast<float>();
    return FittedShift{std::move(shift), std::move(earlier)};
}

std::vector<double> shiftResiduals(const Field& table, const Field& shift, std::span<const std::int64_t> positions,
                                   std::int64_t k)
{
    const Matrix map = materialized(shift, whole(shift.shape()));
    return residualsOf(table, positions, k, [&map](std::size_t c, const std::vector<double>& before) {
        const float* row = map.view().row(static_cast<std::int64_t>(c));
        double sum = 0;
        for (std::size_t j = 0; j < before.size(); ++j)
            sum += static_cast<double>(row[j]) * before[j];
        return sum;
    });
}

std::vector<double> shiftResiduals(const Field& table, std::span<const ShiftRow> shift,
                                   std::span<const std::int64_t> positions, std::int64_t k)
{
    return residualsOf(table, positions, k, [shift](std::size_t c, const std::vector<double>& before) {
        const ShiftRow& row = shift[c];
        return row.own * before[c]
            + (row.partner >= 0 ? row.other * before[static_cast<std::size_t>(row.partner)] : 0.0);
    });
}

} // namespace phasor
