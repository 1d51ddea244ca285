// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

// Texts of resources/ that are compiled into the program: Python of notebooks, the page of the text task.
namespace phasor {

// A whole file, by its path in resources/. Throws std::out_of_range where CMakeLists.txt lists no such file.
std::string_view bundledText(std::string_view path);

// A part of notebooks/FILE.py: the lines behind "# %% PART", up to the next line that begins so. Throws
// std::out_of_range where there is none.
std::string bundledPython(std::string_view file, std::string_view part);

} // namespace phasor
