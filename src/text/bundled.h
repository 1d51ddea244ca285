// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

// Texts of resources/ that are compiled into the program: Python of notebooks, the page of the text task.
namespace phasor {

// An entire file, by its path in resources/. Throws std::out_of_range if CMakeLists.txt does not list it.
std::string_view bundledText(std::string_view path);

// A part of notebooks/FILE.py: the lines after "# %% PART", up to the next such line. Throws std::out_of_range if
// missing.
std::string bundledPython(std::string_view file, std::string_view part);

} // namespace phasor
