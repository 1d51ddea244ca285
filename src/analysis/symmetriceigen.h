// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <optional>

namespace phasor {

// A symmetric matrix A as Q · T · Qᵀ, T tridiagonal: what its eigenvalues, and some of its eigenvectors, cost little
// from. Golub & Van Loan, Matrix Computations, 8.3.1. Eigen's Tridiagonalization does the same, but cannot be
// canceled, and takes seconds at 2048 × 2048.
class TridiagonalForm
{
public:
    // Tridiagonal form of the lower triangle of `matrix` [n, n], n >= 1, all cells finite. Nothing when canceled.
    static std::optional<TridiagonalForm> of(Eigen::MatrixXd matrix);

    Eigen::VectorXd eigenvalues() const; // ascending, [n]
    // Largest eigenvalues, descending, [min(most, n)], most >= 0. Bisection (Golub & Van Loan, 8.4.1), parallel: less
    // work than all of them if few are needed, such as 64 of 512.
    Eigen::VectorXd largestEigenvalues(Eigen::Index most) const;
    // Eigenvectors for these eigenvalues of A (largest first): orthonormal columns [n, k]. Inverse iteration (Golub &
    // Van Loan, 8.2.2) takes n·k steps instead of n³ for all of them.
    Eigen::MatrixXd eigenvectors(const Eigen::VectorXd& values) const;

private:
    Eigen::MatrixXd m_reflections; // T in the diagonal and the one below, Householder's vectors below that
    Eigen::VectorXd m_factors; // factors of the reflections
    double m_scale = 1; // A = this · Q · T · Qᵀ, against overflow
};

} // namespace phasor
