// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace phasor {

// Options of `phasor figure` that views share, without "--": "rows", "dims" … Those of single views are in
// views/viewoptions.h.
std::span<const std::string_view> sharedOptions();

// Whether the figure of that view changes with that one of them; what a view has not does nothing there. A view that is
// not in the list has none.
bool takesShared(std::string_view view, std::string_view option);

} // namespace phasor
