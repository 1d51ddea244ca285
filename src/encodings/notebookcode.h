// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace phasor {

enum class NotebookLibrary { PyTorch, NumPy };

// Code that both libraries can run is written once, with these words: LIB. (torch. or np.), ARRAY( (torch.tensor),
// JOIN([a, b], axis) (torch.cat), .CAST(type) (.to). Not for text of the user's.
std::string spelled(std::string code, NotebookLibrary library);

// The lines of a script that make what the scheme gives: `pe`, float32 [max_len, WIDTH] or, of a rotation, [max_len,
// columns that are rotated]; or `bias`, float32 [heads, n, n] with n = len(ids). They may use d_model, max_len and
// heads, which the script sets before.
struct SchemeCode
{
    std::string note = {}; // a comment for the top: what the library cannot do; empty: it can
    std::string imports = {}; // whole lines, as all of these
    std::string constants = {}; // behind max_len: "base = 10000"
    std::string body = {};
    std::string rotation = {}; // lines that turn `queries` and `keys`, [n, width of a head], by `pe`
};

} // namespace phasor
