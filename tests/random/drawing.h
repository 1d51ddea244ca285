// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/matrix.h"
#include "random/generator.h"
#include "text/numbers.h"

#include <memory>
#include <string_view>
#include <vector>

namespace phasor {

// The generator `id` with a seed given as text.
inline std::shared_ptr<const Generator> generator(std::string_view id, std::string_view seed, GpuGrid grid = {})
{
    return makeGenerator(id, parseSeed(seed).value(), grid).value();
}

inline std::vector<float> cells(const Field& field, Rect rect)
{
    std::vector<float> out(static_cast<std::size_t>(rect.rows * rect.cols));
    field.fill(rect, {out.data(), rect.rows, rect.cols, rect.cols});
    return out;
}

inline std::vector<float> cells(const Field& field)
{
    return cells(field, whole(field.shape()));
}

// The values of a Sequence.
inline std::vector<float> values(const Sequence& sequence, std::int64_t first, std::int64_t count)
{
    std::vector<float> out(static_cast<std::size_t>(count));
    sequence({first, count, count, 1, out.data(), 0});
    return out;
}

} // namespace phasor
