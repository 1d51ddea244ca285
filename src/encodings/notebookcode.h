// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/numbers.h"

#include <span>

namespace phasor {

struct ArrayOrigin;

enum class NotebookLibrary { PyTorch, NumPy };

// Code for both libraries, written once with these words: LIB. (torch. or np.), ARRAY( (torch.tensor), JOIN([a, b],
// axis) (torch.cat), AXIS= (dim=), .CAST(type) (.to). Not for the user's text.
std::string spelled(std::string code, NotebookLibrary library);

// Lines of a script that compute the scheme's output: `pe`, float32 [max_len, WIDTH], or for a rotation [max_len,
// rotated columns]; or `bias`, float32 [heads, n, n] with n = len(ids). They may use d_model, max_len and heads, which
// the script sets before.
struct SchemeCode
{
    std::string note = {}; // comment at the top of the script: what the library cannot do; empty: nothing
    std::string imports = {}; // complete lines, like all members
    std::string constants = {}; // behind max_len: "base = 10000"
    std::string body = {};
    std::string rotation = {}; // lines that rotate `queries` and `keys`, [n, head dimension], by `pe`
};

// Code that reads a matrix, float32, from the file `path` (a Python expression).
struct ReadingCode
{
    std::string imports; // complete lines, but numpy's for NumPy
    std::string expression;
};

ReadingCode readingCode(NotebookLibrary library, const ArrayOrigin& origin, const std::string& path);

// Code that samples a scheme's random numbers, apart from those of the embedding.

// Comment at the top if the library cannot sample this generator's numbers; else empty.
std::string drawNote(NotebookLibrary library, std::string_view generator);

// Code that seeds the random numbers. torch: the first lines of a `with` block; the sampling follows in it, indented.
// numpy: the line that makes `table_rng`.
std::string seedLines(NotebookLibrary library, std::string_view generator, Seed seed);

// An array of a scheme, float32, sampled from one distribution.
struct DrawnArray
{
    enum class Law { Normal, Uniform };
    std::string_view name;
    std::string_view shape; // in Python: "32, heads"
    Law law = Law::Normal;
    std::string scale = "1"; // in Python: the standard deviation, or the bound on both sides of 0
};

// Lines that sample the arrays one after the other.
std::string drawnArrays(NotebookLibrary library, std::string_view generator, Seed seed,
                        std::span<const DrawnArray> arrays);

// What the script says where NumPy computes waves in float32.
inline constexpr const char* kNumpyRounds
    = "# NumPy's float32 functions round some values to the other neighbor than PyTorch's, which Phasor shows.\n";

// Lines that make the array `whole` and the function sine() from `turns` (turns per position of each pair, Decimals
// modulo 1). sine(whole) and sine(whole + 0.25) are the sines and cosines [positions, pairs] in float64, exact in the
// last place or nearly so. `positions`: arguments of arange.
std::string exactSinesCode(std::string_view positions);

// A function rounded(x) that rounds float32 to `type` ("bfloat16", "float16") and back; NumPy has no bfloat16.
std::string roundingFunction(NotebookLibrary library, std::string_view type);

} // namespace phasor
