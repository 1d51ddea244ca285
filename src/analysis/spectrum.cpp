// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/spectrum.h"

#include "analysis/rows/norms.h"
#include "analysis/symmetriceigen.h"
#include "analysis/waves/sinegram.h"
#include "field/matrixfield.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

using Table = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

// Σ over bands of rows of Aᵀ·A. Needs memory for one band only.
Eigen::MatrixXd columnGram(const Field& field, Rect window, const CancelToken& cancel,
                           const std::function<void(double)>& progress)
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
        if (progress)
            progress(static_cast<double>(r + place.rows) / static_cast<double>(window.rows));
    }
    return gram;
}

Eigen::MatrixXd rowGram(const Field& field, Rect window)
{
    const Matrix table = materialized(field, window);
    const Eigen::MatrixXd values = Table(table.data(), window.rows, window.cols).cast<double>();
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(window.rows, window.rows);
    gram.selfadjointView<Eigen::Lower>().rankUpdate(values);
    return gram;
}

// Square roots of a Gram matrix's eigenvalues, largest first. Uses the lower triangle.
std::optional<std::vector<double>> rootsOfEigenvalues(Eigen::MatrixXd gram, const CancelToken& cancel)
{
    gram.triangularView<Eigen::StrictlyUpper>().setZero();
    if (!gram.allFinite())
        return std::nullopt;
    const auto form = TridiagonalForm::of(std::move(gram), cancel);
    if (!form)
        return std::nullopt;
    const Eigen::VectorXd values = form->eigenvalues();
    // Rounding: eigenvalues that should be 0 are about eps · largest. They must not count as directions.
    const double floor = values.maxCoeff() * 1e-15 * static_cast<double>(values.size());
    std::vector<double> roots;
    for (Eigen::Index i = values.size() - 1; i >= 0; --i) // Eigen sorts ascending
        roots.push_back(values(i) > floor ? std::sqrt(values(i)) : 0.0);
    return roots;
}

} // namespace

std::optional<std::vector<double>> singularValues(const Field& field, Rect window, const CancelToken& cancel,
                                                  const std::function<void(double)>& progress)
{
    const CancelScope scope(cancel);
    if (window.empty() || std::min(window.rows, window.cols) > kLargestSpectrum)
        return std::nullopt;
    Eigen::MatrixXd gram
        = window.cols <= window.rows ? columnGram(field, window, cancel, progress) : rowGram(field, window);
    auto roots = cancel.cancelled() ? std::nullopt : rootsOfEigenvalues(std::move(gram), cancel);
    const FieldPtr finite = roots || cancel.cancelled() ? nullptr : finiteRows(field, window, cancel);
    return finite ? singularValues(*finite, whole(finite->shape()), cancel, progress) : roots;
}

std::optional<std::vector<double>> singularValues(std::span<const SineColumn> columns, std::int64_t first,
                                                  std::int64_t rows, const CancelToken& cancel)
{
    if (columns.empty() || std::ssize(columns) > kLargestSpectrum)
        return std::nullopt;
    return rootsOfEigenvalues(sineGram(columns, first, rows), cancel);
}

std::optional<SpectrumMeasures> measuresOf(std::span<const double> singular)
{
    double total = 0;
    double energy = 0;
    double fourth = 0;
    // smallest first, so that small terms are not lost to rounding next to large ones
    for (std::size_t i = singular.size(); i-- > 0;) {
        const double square = singular[i] * singular[i];
        total += singular[i];
        energy += square;
        fourth += square * square;
    }
    if (!(total > 0))
        return std::nullopt;
    SpectrumMeasures of;
    double entropy = 0;
    for (std::size_t i = singular.size(); i-- > 0;) {
        if (singular[i] > 0)
            entropy -= singular[i] / total * std::log(singular[i] / total);
    }
    of.effectiveRank = std::exp(entropy);
    of.participationRatio = energy * energy / fourth;
    double held = 0;
    for (const double value : singular) {
        held += value * value;
        ++of.dimensions99;
        if (held >= 0.99 * energy)
            break;
    }
    return of;
}

} // namespace phasor
