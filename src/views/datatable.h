// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace phasor {

// The numbers that a view draws, as columns of a table: what is copied from a plot and saved as CSV.
struct DataTable
{
    struct Column
    {
        std::string name; // "position", "norm_scaled"
        std::vector<double> values; // NaN: there is none
    };
    std::vector<Column> columns; // of as many values each, or fewer where a curve has fewer points

    void add(std::string name, std::vector<double> values) { columns.push_back({std::move(name), std::move(values)}); }
    bool empty() const { return columns.empty(); }
};

// RFC 4180 with "\n": names, then a line for each row; the shortest text that reads back to the same double, nothing
// where there is no number.
std::string csvOf(const DataTable& table);

} // namespace phasor
