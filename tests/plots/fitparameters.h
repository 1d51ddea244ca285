// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"

#include <string_view>

namespace phasor {

// Parameters that the view can show: those given, or a grid of 14 x 14 cells, or a scheme with a bias; sentence and
// widths stay.
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
