// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>

namespace phasor {

using Json = nlohmann::ordered_json;

// JSON has no NaN and no infinity: what is not finite is null.
inline Json numberOrNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename T> Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

} // namespace phasor
