// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/symmetriceigen.h"

#include "field/parallel.h"
#include "kernels/reduce.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Householder>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace phasor {

namespace {

// T − λ·I as L · U with exchanged rows, so that (T − λ·I) · x = b costs a few operations for each row.
class ShiftedSolver
{
public:
    // `smallest` replaces smaller pivots: λ is an eigenvalue, so the last pivot is 0.
    ShiftedSolver(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& below, double lambda, double smallest)
        : m_pivot(diagonal.array() - lambda)
        , m_above(below)
        , m_second(Eigen::VectorXd::Zero(std::max<Eigen::Index>(0, diagonal.size() - 2)))
        , m_factor(below)
        , m_exchanged(below.size())
    {
        for (Eigen::Index i = 0; i + 1 < m_pivot.size(); ++i) {
            m_exchanged[i] = std::fabs(below(i)) > std::fabs(m_pivot(i));
            if (m_exchanged[i]) {
                m_factor(i) = m_pivot(i) / below(i);
                m_pivot(i) = below(i);
                const double right = m_pivot(i + 1);
                m_pivot(i + 1) = m_above(i) - m_factor(i) * right;
                m_above(i) = right;
                if (i < m_second.size()) {
                    m_second(i) = m_above(i + 1);
                    m_above(i + 1) *= -m_factor(i);
                }
            } else {
                raise(m_pivot(i), smallest);
                m_factor(i) = below(i) / m_pivot(i);
                m_pivot(i + 1) -= m_factor(i) * m_above(i);
            }
        }
        raise(m_pivot(m_pivot.size() - 1), smallest);
    }

    void solve(Eigen::VectorXd& x) const
    {
        const Eigen::Index n = m_pivot.size();
        for (Eigen::Index i = 0; i + 1 < n; ++i) {
            if (m_exchanged[i])
                std::swap(x(i), x(i + 1));
            x(i + 1) -= m_factor(i) * x(i);
        }
        for (Eigen::Index i = n; i-- > 0;) {
            if (i + 1 < n)
                x(i) -= m_above(i) * x(i + 1);
            if (i + 2 < n)
                x(i) -= m_second(i) * x(i + 2);
            x(i) /= m_pivot(i);
        }
    }

private:
    static void raise(double& pivot, double smallest)
    {
        if (std::fabs(pivot) < smallest)
            pivot = std::copysign(smallest, pivot);
    }

    Eigen::VectorXd m_pivot; // the diagonal of U
    Eigen::VectorXd m_above; // first superdiagonal
    Eigen::VectorXd m_second; // second superdiagonal
    Eigen::VectorXd m_factor; // multipliers of L
    Eigen::Array<bool, Eigen::Dynamic, 1> m_exchanged; // row i with the next one
};

// Shifts that are counted together, so that their divisions overlap.
constexpr std::size_t kShifts = 4;
using Shifts = std::array<double, kShifts>;

// Number of eigenvalues of T that are not below each shift: the number of pivots >= 0 of T − λ·I = L·D·Lᵀ.
Shifts countsFrom(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& squares, const Shifts& lambda)
{
    constexpr double kLeast = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
    Shifts pivot;
    Shifts counts{};
    pivot.fill(1);
    for (Eigen::Index i = 0; i < diagonal.size(); ++i) {
        const double square = i > 0 ? squares(i - 1) : 0;
        for (std::size_t k = 0; k < kShifts; ++k) {
            const double next = diagonal(i) - lambda[k] - square / pivot[k];
            pivot[k] = std::abs(next) < kLeast ? -kLeast : next;
            counts[k] += pivot[k] >= 0 ? 1 : 0;
        }
    }
    return counts;
}

} // namespace

std::optional<TridiagonalForm> TridiagonalForm::of(Eigen::MatrixXd matrix)
{
    matrix.triangularView<Eigen::StrictlyUpper>().setZero();
    const double greatest = matrix.cwiseAbs().maxCoeff();
    const double scale = greatest > 0 ? greatest : 1;
    matrix /= scale;
    const Eigen::Index n = matrix.rows();
    Eigen::VectorXd factors(n - 1);
    // Update that the last reflection u still owes the remaining columns: A −= v wᵀ + w vᵀ.
    Eigen::VectorXd v = Eigen::VectorXd::Zero(n);
    Eigen::VectorXd w = Eigen::VectorXd::Zero(n);
    Eigen::VectorXd u(n);
    Eigen::VectorXd product(n);
    for (Eigen::Index i = 0; i < n; ++i) {
        if (cancelled())
            return std::nullopt;
        const Eigen::Index rest = n - i - 1;
        matrix.col(i).tail(rest + 1) -= v.tail(rest + 1) * w(i) + w.tail(rest + 1) * v(i);
        if (rest == 0)
            break;
        double beta = 0;
        double& h = factors(i);
        matrix.col(i).tail(rest).makeHouseholderInPlace(h, beta);
        u.tail(rest) = matrix.col(i).tail(rest);
        u(i + 1) = 1;
        matrix(i + 1, i) = beta;
        updateAndMultiply(&matrix(i + 1, i + 1), n, rest, &v(i + 1), &w(i + 1), &u(i + 1), &product(i + 1));
        v.tail(rest) = u.tail(rest);
        w.tail(rest) = h * product.tail(rest);
        w.tail(rest) -= (h * 0.5 * w.tail(rest).dot(v.tail(rest))) * v.tail(rest);
    }
    TridiagonalForm form;
    form.m_reflections = std::move(matrix);
    form.m_factors = std::move(factors);
    form.m_scale = scale;
    return form;
}

Eigen::VectorXd TridiagonalForm::eigenvalues() const
{
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(m_reflections.diagonal(), m_reflections.diagonal<-1>(), Eigen::EigenvaluesOnly);
    return solver.eigenvalues() * m_scale;
}

Eigen::VectorXd TridiagonalForm::largestEigenvalues(Eigen::Index most) const
{
    const Eigen::VectorXd diagonal = m_reflections.diagonal();
    const Eigen::VectorXd below = m_reflections.diagonal<-1>();
    const Eigen::VectorXd squares = below.cwiseAbs2();
    const double reach = diagonal.cwiseAbs().maxCoeff() + 2 * (below.size() > 0 ? below.cwiseAbs().maxCoeff() : 0);
    Eigen::VectorXd values(std::min(most, diagonal.size()));
    parallelFor(0, values.size(), kShifts, [&](Span some) {
        constexpr int kHalvings = 54; // halvings from twice the range to the precision of double
        Shifts low;
        Shifts high;
        low.fill(-reach);
        high.fill(reach);
        Shifts middle{};
        for (int step = 0; step < kHalvings; ++step) {
            for (std::size_t k = 0; k < kShifts; ++k)
                middle[k] = low[k] + (high[k] - low[k]) / 2;
            const Shifts counts = countsFrom(diagonal, squares, middle);
            for (std::size_t k = 0; k < kShifts; ++k)
                (counts[k] > static_cast<double>(some.begin) + static_cast<double>(k) ? low : high)[k] = middle[k];
        }
        for (std::int64_t i = some.begin; i < some.end; ++i)
            values(i) = low[static_cast<std::size_t>(i - some.begin)] * m_scale;
    });
    return values;
}

Eigen::MatrixXd TridiagonalForm::eigenvectors(const Eigen::VectorXd& values) const
{
    constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
    constexpr int kSteps = 2; // one step is enough, two if eigenvalues nearly coincide
    const Eigen::Index n = m_reflections.rows();
    const Eigen::VectorXd diagonal = m_reflections.diagonal();
    const Eigen::VectorXd below = m_reflections.diagonal<-1>();
    Eigen::MatrixXd vectors(n, values.size());
    std::uint32_t state = 1; // seed of the start vectors; they must not be orthogonal to the eigenvectors
    for (Eigen::Index k = 0; k < values.size(); ++k) {
        const ShiftedSolver solver(diagonal, below, values(k) / m_scale, kEpsilon);
        const auto before = vectors.leftCols(k);
        Eigen::VectorXd x(n);
        for (double& value : x) {
            state = state * 1664525U + 1013904223U; // Numerical Recipes, 7.1
            value = 1.0 + static_cast<double>(state >> 8) / (1 << 24);
        }
        for (int step = 0; step < kSteps; ++step) {
            solver.solve(x);
            x /= x.cwiseAbs().maxCoeff(); // its squares might overflow
            for (int twice = 0; twice < 2; ++twice) { // once leaves a remainder if nearly all of x is removed
                x.normalize();
                x -= before * (before.transpose() * x);
            }
            x.normalize();
        }
        vectors.col(k) = x;
    }
    Eigen::HouseholderSequence<Eigen::MatrixXd, Eigen::VectorXd> turn(m_reflections, m_factors);
    turn.setLength(n - 1).setShift(1);
    vectors.applyOnTheLeft(turn);
    return vectors;
}

} // namespace phasor
