// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Pieces of Python source, and texts of resources/ that are compiled into the program: Python of notebooks, the page of
// the text task. All text is UTF-8, which is Python's own default.
namespace phasor {

// Python literal of any bytes: 'text', or b'…' if they are not UTF-8, as file paths may be.
std::string pythonString(std::string_view bytes);

// "[2, 5, 6]", in lines of at most 100 columns, the later ones indented.
std::string pythonList(const std::vector<std::int64_t>& numbers);

// "# …" in one line: line ends and characters that are not text become blanks.
std::string pythonComment(std::string_view text);

// Lines with `by` before each one that is not empty.
std::string indented(std::string_view lines, std::string_view by);

// `text` with every `what` replaced.
std::string replaced(std::string text, std::string_view what, std::string_view with);

// An entire file, by its path in resources/. Throws std::out_of_range if CMakeLists.txt does not list it.
std::string_view bundledText(std::string_view path);

// A part of notebooks/FILE.py: the lines after "# %% PART", up to the next such line. Throws std::out_of_range if
// missing.
std::string bundledPython(std::string_view file, std::string_view part);

// A template's text for one case. A line "?flag,!other TEXT" becomes TEXT if `flag` is true and `other` is false; else
// it goes. Then words in capitals (and underscores) that are in `values` are replaced, once. A line that is only such
// words may become many lines, or none. Throws std::out_of_range for a flag that isn't in `flags`.
std::string filled(std::string_view text, const std::map<std::string_view, bool>& flags,
                   const std::map<std::string_view, std::string>& values);

} // namespace phasor
