// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/spectrum.h"

#include "field/matrix.h"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

using Table = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

// Σ over bands of rows of Aᵀ·A: memory for one band, whatever the rows are.
Eigen::MatrixXd columnGram(const Field& field, Rect window, const CancelToken& cancel)
{
    constexpr std::int64_t kBand = 512;
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(window.cols, window.cols);
    Matrix band;
    for (std::int64_t r = 0; r < window.rows && !cancel.cancelled(); r += kBand) {
        const Rect place{window.row + r, window.col, std::min(kBand, window.rows - r), window.cols};
        band.resize(place.shape());
        field.fill(place, band.view());
        const Eigen::MatrixXd values = Table(band.data(), place.rows, place.cols).cast<double>();
        gram.selfadjointView<Eigen::Lower>().rankUpdate(values.transpose());
    }
    return gram;
}

Eigen::MatrixXd rowGram(const Field& field, Rect window)
{
    Matrix table(window.shape());
    field.fill(window, table.view());
    const Eigen::MatrixXd values = Table(table.data(), window.rows, window.cols).cast<double>();
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(window.rows, window.rows);
    gram.selfadjointView<Eigen::Lower>().rankUpdate(values);
    return gram;
}

// Lower triangle of `gram` -> effective rank.
std::optional<double> rankOf(const Eigen::MatrixXd& gram)
{
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
    // Rounding leaves eigenvalues of about eps · largest where the exact ones are 0: they would count as directions.
    const double floor = solver.eigenvalues().maxCoeff() * 1e-15 * static_cast<double>(gram.rows());
    const Eigen::ArrayXd singular
        = (solver.eigenvalues().array() > floor).select(solver.eigenvalues().array(), 0.0).sqrt();
    const double total = singular.sum();
    if (!(total > 0))
        return std::nullopt;
    double entropy = 0;
    for (const double s : singular) {
        if (s > 0)
            entropy -= s / total * std::log(s / total);
    }
    return std::exp(entropy);
}

} // namespace

std::optional<double> effectiveRank(const Field& field, Rect window, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    if (window.empty() || std::min(window.rows, window.cols) > kLargestSpectrum)
        return std::nullopt;
    const Eigen::MatrixXd gram
        = window.cols <= window.rows ? columnGram(field, window, cancel) : rowGram(field, window);
    return cancel.cancelled() ? std::nullopt : rankOf(gram);
}

std::optional<double> effectiveRank(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows)
{
    const auto size = static_cast<Eigen::Index>(columns.size());
    if (columns.empty() || size > kLargestSpectrum)
        return std::nullopt;
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(size, size);
    for (Eigen::Index j = 0; j < size; ++j) {
        for (Eigen::Index i = j; i < size; ++i) {
            const SineColumn& a = columns[static_cast<std::size_t>(i)];
            const SineColumn& b = columns[static_cast<std::size_t>(j)];
            // cos x · cos y = (cos(x − y) + cos(x + y)) / 2
            gram(i, j) = a.amplitude * b.amplitude / 2
                * (cosineSum(a.frequency - b.frequency, a.phase - b.phase, first, rows)
                   + cosineSum(a.frequency + b.frequency, a.phase + b.phase, first, rows));
        }
    }
    return rankOf(gram);
}

} // namespace phasor
