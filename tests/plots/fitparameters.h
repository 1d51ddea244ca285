// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"

#include <string_view>

namespace phasor {

// The set-up, or where a view shows only grids or only biases its sentence and widths with positions that are cells of
// 14 x 14, or with a bias.
inline Parameters fitFor(std::string_view view, Parameters parameters)
{
    if (view == "heads")
        setScheme(parameters.encoding, "alibi");
    if (view != "mosaic")
        return parameters;
    setScheme(parameters.encoding, "grid-mae");
    parameters.encoding.maxLen = 196;
    parameters.encoding.dModel = 48;
    return parameters;
}

} // namespace phasor
