// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/rows/norms.h"

#include <complex>

namespace phasor {

// Closed forms of tables of sinusoids: their cost does not depend on the rows.

// One column of such a table: amplitude · cos(frequency · p + phase) at position p; frequency in rad per position.
// A column of zeros has amplitude 0.
struct SineColumn
{
    double frequency = 0;
    double phase = 0;
    double amplitude = 1;
};

// Σ of exp(i · frequency · p) over the positions [first, first + rows), by Dirichlet's kernel.
std::complex<double> turnSum(double frequency, std::int64_t first, std::int64_t rows);

// Σ of cos(frequency · p + phase) over the same positions.
double cosineSum(double frequency, double phase, std::int64_t first, std::int64_t rows);

// Mean and mean square of each column over the positions [first, first + rows), rows >= 1.
ColumnEnergy sineEnergy(std::span<const SineColumn> columns, std::int64_t first, std::int64_t rows);

} // namespace phasor
