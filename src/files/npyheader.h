// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace phasor {

// The bytes before the data of a .npy file, version 1.0, C order, a multiple of 64 bytes, the same as numpy.save
// writes. `descr` is NumPy's name of the type: "<f4", "|b1", "<i8".
std::string npyHeader(std::string_view descr, std::span<const std::int64_t> shape);

} // namespace phasor
