// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"

#include <cstdint>
#include <span>
#include <string>

namespace phasor {

// Where one cell comes from. The formula is the exact one, whatever the precision of the table.
struct CellFormula
{
    std::int64_t position = 0;
    std::int64_t dimension = 0;
    std::int64_t pair = 0; // index of the frequency; −1: the column has none (a column of zeros)
    bool cosine = false;
    double frequency = 0; // ω, rad per position
    double wavelength = 0; // λ = 2π/ω, positions; infinite where ω is 0
    std::string formula; // with the numbers of the cell: "sin(37 / 10000^(12/512))", "0" in a column of zeros
};

// A positional encoding: a table [max_len, d_model] whose columns come in pairs of one frequency.
class Encoding : public Field
{
public:
    // `row` and `dimension` inside shape(). Any thread.
    virtual CellFormula explain(std::int64_t row, std::int64_t dimension) const = 0;

    // ω of each pair, rad per position, in the order of pairs (not of columns). Exact ones, correctly rounded or within
    // one unit in the last place.
    virtual std::span<const double> pairFrequencies() const = 0;
};

} // namespace phasor
