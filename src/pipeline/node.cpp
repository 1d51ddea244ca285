// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/node.h"

namespace phasor {

std::optional<double> valueAt(const Node& node, std::int64_t row, std::int64_t column)
{
    if (!node.field.ok() || row < 0 || column < 0 || row >= node.rows.count || column >= node.columns.count)
        return std::nullopt;
    float value = 0;
    (*node.field)->fill({row, column, 1, 1}, {&value, 1, 1, 1});
    return value;
}

} // namespace phasor
