// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/spectrum.h"

#include "analysis/rows/rowproducts.h"
#include "analysis/symmetriceigen.h"
#include "field/matrixfield.h"
#include "field/parallel.h"

#include <Eigen/Householder>

#include <algorithm>
#include <cmath>
#include <map>

namespace phasor {

namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Table = Eigen::Map<const RowMajor>;

// A column that has the frequency of its group.
struct GroupedColumn
{
    Eigen::Index index = 0;
    std::complex<double> turn; // amplitude · exp(i · phase)
};

using FrequencyGroup = std::pair<double, std::vector<GroupedColumn>>; // frequency and its columns

// Groups by frequency, as a pair's sine and cosine share one: half as many frequencies, a quarter of the sums.
std::vector<FrequencyGroup> groupsOf(std::span<const SineColumn> columns)
{
    std::map<double, std::vector<GroupedColumn>> byFrequency;
    for (std::size_t i = 0; i < columns.size(); ++i)
        byFrequency[columns[i].frequency].push_back(
            {static_cast<Eigen::Index>(i), columns[i].amplitude * std::polar(1.0, columns[i].phase)});
    return {byFrequency.begin(), byFrequency.end()};
}

// The lower triangle of Aᵀ·A of a table of sinusoids at the positions [first, first + rows), in closed form: the cost
// does not depend on the rows. 0 above the diagonal. On the workers.
Eigen::MatrixXd sineGram(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows)
{
    const std::vector<FrequencyGroup> groups = groupsOf(columns);
    const auto size = static_cast<Eigen::Index>(columns.size());
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(size, size);
    const auto addProducts = [&](const FrequencyGroup& a, const FrequencyGroup& b) {
        const std::complex<double> differences = turnSum(a.first - b.first, first, rows);
        const std::complex<double> sums = turnSum(a.first + b.first, first, rows);
        for (const GroupedColumn& x : a.second) {
            for (const GroupedColumn& y : b.second) {
                // cos x · cos y = (cos(x − y) + cos(x + y)) / 2
                gram(std::max(x.index, y.index), std::min(x.index, y.index))
                    = (differences * x.turn * std::conj(y.turn) + sums * x.turn * y.turn).real() / 2;
            }
        }
    };
    parallelFor(0, std::ssize(groups), 4, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end; ++i) {
            const auto a = groups.begin() + i;
            std::for_each(groups.begin(), a + 1, [&](const FrequencyGroup& b) { addProducts(*a, b); });
        }
    });
    return gram;
}

// Σ over bands of rows of Aᵀ·A. Needs memory for one band only.
Eigen::MatrixXd columnGram(const Field& field, Rect window, const std::function<void(double)>& progress)
{
    constexpr std::int64_t kBand = 512;
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(window.cols, window.cols);
    Matrix band;
    for (std::int64_t r = 0; r < window.rows && !cancelled(); r += kBand) {
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
std::optional<std::vector<double>> rootsOfEigenvalues(Eigen::MatrixXd gram)
{
    gram.triangularView<Eigen::StrictlyUpper>().setZero();
    if (!gram.allFinite())
        return std::nullopt;
    const auto form = TridiagonalForm::of(std::move(gram));
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

constexpr std::int64_t kRowsOfBand = 512; // rows whose products are added in float32

// The lower half of `gram` += x · xᵀ for the rows of `x`; some cells above the diagonal are summed, too.
void addRowGram(MatrixView<const float> x, Eigen::MatrixXd& gram)
{
    const RowProducts products(x);
    parallelFor(0, products.tiles(), 1, [&](Span span) {
        const std::int64_t begin = span.begin * RowProducts::kTile;
        const std::int64_t count = std::min(RowProducts::kTile, x.rows() - begin);
        const std::int64_t rows = x.rows() - begin; // from the diagonal on
        RowMajor values(rows, RowProducts::kTile);
        products.products(x.window({begin, 0, rows, x.cols()}), span.begin, values.data());
        gram.block(begin, begin, rows, count) += values.leftCols(count).cast<double>();
    });
}

// Aᵀ, on all workers. A has no gaps.
RowMajor transposed(const Matrix& a)
{
    const Table cells(a.data(), a.rows(), a.cols());
    RowMajor turned(a.cols(), a.rows());
    parallelFor(0, a.cols(), RowProducts::kTile, [&](Span columns) {
        turned.middleRows(columns.begin, columns.size()) = cells.middleCols(columns.begin, columns.size()).transpose();
    });
    return turned;
}

// Aᵀ·A, by bands of rows.
Eigen::MatrixXd gramOfColumns(const Field& field, Span rows)
{
    const std::int64_t width = field.shape().cols;
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(width, width);
    Matrix band;
    for (std::int64_t r = rows.begin; r < rows.end && !cancelled(); r += kRowsOfBand) {
        const std::int64_t count = std::min(kRowsOfBand, rows.end - r);
        materialize(field, {r, 0, count, width}, band);
        const RowMajor turned = transposed(band);
        addRowGram({turned.data(), width, count, count}, gram);
    }
    return gram;
}

// The R of A = Q · R, upper triangular [n, n], A [m, n], m >= n. Golub & Van Loan, Matrix Computations, 5.2.1.
Eigen::MatrixXd triangularFactor(Eigen::MatrixXd a)
{
    Eigen::VectorXd workspace(a.cols());
    for (Eigen::Index k = 0; k < a.cols(); ++k) {
        const Eigen::Index rows = a.rows() - k;
        double factor = 0;
        double diagonal = 0;
        a.col(k).tail(rows).makeHouseholderInPlace(factor, diagonal);
        a(k, k) = diagonal;
        a.bottomRightCorner(rows, a.cols() - k - 1)
            .applyHouseholderOnTheLeft(a.col(k).tail(rows - 1), factor, workspace.data());
    }
    return a.topRows(a.cols()).triangularView<Eigen::Upper>();
}

// Directions of a table with few rows or columns, in double: a Gram matrix would lose some. The singular values of R
// are the eigenvalues >= 0 of [0 Rᵀ; R 0]; the upper halves of their eigenvectors are R's right singular vectors times
// √½ (Golub & Van Loan, 8.6.1). Eigen's JacobiSVD gives the same, but takes ten seconds to compile.
Eigen::MatrixXd directionsOfSmall(const Matrix& table, std::int64_t most)
{
    const Eigen::MatrixXd values = Table(table.data(), table.rows(), table.cols()).cast<double>();
    if (!values.allFinite())
        return {};
    const bool wide = table.rows() < table.cols();
    const Eigen::MatrixXd tall = wide ? Eigen::MatrixXd(values.transpose()) : values;
    const Eigen::Index n = tall.cols();
    Eigen::MatrixXd symmetric = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    symmetric.bottomLeftCorner(n, n) = triangularFactor(tall);
    const auto form = TridiagonalForm::of(std::move(symmetric));
    if (!form)
        return {};
    const Eigen::VectorXd singular = form->largestEigenvalues(std::min<Eigen::Index>(most, n));
    const double floor = singular(0) * 1e-7; // singular values below this are rounding of float32
    const auto count = std::count_if(singular.begin(), singular.end(), [floor](double value) { return value > floor; });
    const Eigen::MatrixXd right = form->eigenvectors(singular.head(count)).topRows(n);
    Eigen::MatrixXd directions = wide ? Eigen::MatrixXd(tall * right) : right;
    directions.colwise().normalize();
    return directions;
}

bool isSmall(std::int64_t rows, std::int64_t width)
{
    constexpr std::int64_t kCells = std::int64_t{1} << 21;
    return std::min(rows, width) <= kFewColumns && rows <= kCells / width;
}

// Eigenvectors of the largest eigenvalues, as columns [n, k], k <= most. `gram`: only the lower triangle is used.
Eigen::MatrixXd leadingEigenvectors(Eigen::MatrixXd gram, std::int64_t most)
{
    if (cancelled() || !gram.allFinite())
        return {};
    const auto form = TridiagonalForm::of(std::move(gram));
    if (!form)
        return {};
    const Eigen::VectorXd values = form->largestEigenvalues(most);
    // Rounding of float32 products: eigenvalues that should be 0 are about 10⁻⁶ of the largest.
    const double floor = std::max(values(0) * 1e-6, 0.0);
    const auto count = std::count_if(values.begin(), values.end(), [floor](double value) { return value > floor; });
    return form->eigenvectors(values.head(count));
}

// Right singular vectors as columns [w, n], n <= most: only directions with a singular value above 0.
Eigen::MatrixXd leadingDirections(const Field& field, Span rows, std::int64_t most)
{
    const std::int64_t width = field.shape().cols;
    if (rows.size() >= width && !isSmall(rows.size(), width))
        return leadingEigenvectors(gramOfColumns(field, rows), most);
    const Matrix table = materialized(field, {rows.begin, 0, rows.size(), width});
    if (isSmall(rows.size(), width))
        return directionsOfSmall(table, most);
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(rows.size(), rows.size());
    addRowGram(table.view(), gram);
    const Eigen::MatrixXd leading = leadingEigenvectors(std::move(gram), most);
    if (leading.size() == 0)
        return {};
    Eigen::MatrixXd directions = Table(table.data(), rows.size(), width).cast<double>().transpose() * leading;
    directions.colwise().normalize();
    return directions;
}

PrincipalDirections asRows(const Eigen::MatrixXd& directions, std::int64_t width)
{
    return {.width = width, .vectors = {directions.data(), directions.data() + directions.size()}};
}

} // namespace

std::optional<std::vector<double>> singularValues(const Field& field, Rect window,
                                                  const std::function<void(double)>& progress)
{
    if (window.empty() || std::min(window.rows, window.cols) > kLargestSpectrum)
        return std::nullopt;
    Eigen::MatrixXd gram = window.cols <= window.rows ? columnGram(field, window, progress) : rowGram(field, window);
    auto roots = cancelled() ? std::nullopt : rootsOfEigenvalues(std::move(gram));
    const FieldPtr finite = roots || cancelled() ? nullptr : finiteRows(field, window);
    return finite ? singularValues(*finite, whole(finite->shape()), progress) : roots;
}

std::optional<std::vector<double>> singularValues(std::span<const SineColumn> columns, std::int64_t first,
                                                  std::int64_t rows)
{
    if (columns.empty() || std::ssize(columns) > kLargestSpectrum)
        return std::nullopt;
    return rootsOfEigenvalues(sineGram(columns, first, rows));
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

PrincipalDirections principalDirections(const Field& field, Span rows, std::int64_t most)
{
    const std::int64_t width = field.shape().cols;
    if (most < 1 || width < 1 || rows.size() < 1 || std::min(rows.size(), width) > kLargestSpectrum)
        return {};
    Eigen::MatrixXd directions = leadingDirections(field, rows, most);
    if (directions.size() == 0)
        if (const FieldPtr finite = finiteRows(field, {rows.begin, 0, rows.size(), width}))
            directions = leadingDirections(*finite, {0, finite->shape().rows}, most);
    if (cancelled())
        return {};
    return asRows(directions, width);
}

PrincipalDirections principalDirections(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows,
                                        std::int64_t most)
{
    const std::int64_t width = std::ssize(columns);
    if (most < 1 || width < 1 || rows < width || width > kLargestSpectrum)
        return {};
    return asRows(leadingEigenvectors(sineGram(columns, first, rows), most), width);
}

std::vector<double> subspaceOverlap(const PrincipalDirections& a, const PrincipalDirections& b)
{
    const std::int64_t ranks = std::min(a.count(), b.count());
    if (ranks == 0 || a.width != b.width)
        return {};
    const auto leading = [ranks](const PrincipalDirections& of) {
        return Eigen::Map<const Eigen::MatrixXd>(of.vectors.data(), of.width, ranks);
    };
    const Eigen::MatrixXd squares = (leading(a).transpose() * leading(b)).array().square();
    std::vector<double> overlap;
    for (Eigen::Index r = 1; r <= ranks; ++r)
        overlap.push_back(squares.topLeftCorner(r, r).sum() / static_cast<double>(r));
    return overlap;
}

} // namespace phasor
