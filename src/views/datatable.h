// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace phasor {

// Numbers that a view draws, as columns of a table: copied from a plot or saved as CSV.
struct DataTable
{
    struct Column
    {
        std::string name; // "position", "norm_scaled"
        std::vector<double> values; // NaN: no value
        bool key = false; // ascending: places of the next columns' values, up to the next key
    };
    std::vector<Column> columns; // equally long, or shorter if a curve has fewer points

    void add(std::string name, std::vector<double> values, bool key = false)
    {
        columns.push_back({std::move(name), std::move(values), key});
    }
    void append(const std::string& prefix, DataTable table); // its columns, with the prefix before their names
    bool empty() const { return columns.empty(); }
};

inline constexpr bool kKey = true; // Column::key

// A number of each item: `of` is a member, or a function of an item.
template <typename Items, typename Number> std::vector<double> columnFrom(const Items& items, Number&& of)
{
    std::vector<double> column;
    for (const auto& item : items)
        column.push_back(static_cast<double>(std::invoke(of, item)));
    return column;
}

// first, first + 1, …: `count` of them.
inline std::vector<double> countedFrom(double first, std::size_t count)
{
    std::vector<double> column(count);
    std::iota(column.begin(), column.end(), first);
    return column;
}

// a − b at the common keys: columns of both after keys of the same name. Columns without a key, and keys without common
// values, are left out.
DataTable differenceOf(const DataTable& a, const DataTable& b);

// The columns of a, then those of a second setup as "b_…" and the differences as "difference_…".
DataTable besideEachOther(DataTable a, const DataTable& b);

// RFC 4180 with "\n": names, then a line for each row. A number is the shortest text that reads back to the same
// double; NaN is empty.
std::string csvOf(const DataTable& table);

} // namespace phasor
