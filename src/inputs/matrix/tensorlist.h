// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"
#include "inputs/matrix/storedmatrix.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace phasor {

// An array in a file that may hold several.
struct Tensor
{
    std::string name; // bytes of the file
    std::string type; // as the file says it: "BF16", "<f4"
    std::vector<std::int64_t> shape; // each 0 or more
    std::optional<NumberFormat> format = {}; // nothing: a type that is not read
    std::int64_t offset = 0; // of the first number, in the file
    bool fortran = false; // columns are consecutive
};

struct TensorList
{
    std::vector<Tensor> tensors; // in the file's order
    std::vector<Warning> warnings = {};
};

} // namespace phasor
