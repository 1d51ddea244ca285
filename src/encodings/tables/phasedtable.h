// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/positionmodel.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace phasor {

// sin(w_j position + b_j) in column j, within one unit of float32's last place at any position below 2^31: the angle is
// kept in turns of 128 bits, which wrap around as angles do. A sine for each cell: for the few columns of a picture.
// As many phases as frequencies, both finite. `line` says "w·37 + b" in words.
PositionTablePtr phasedTable(std::int64_t rows, std::vector<float> frequencies, std::vector<float> phases,
                             std::function<std::string(float w, std::int64_t position, float b)> line);

} // namespace phasor
