// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "text/seed.h"

#include <span>
#include <string>
#include <string_view>

// The part of a script that draws what a scheme draws, apart from the embedding's numbers.
namespace phasor {

// A comment for the top where the library cannot draw the numbers of this generator; else empty.
std::string drawNote(NotebookLibrary library, std::string_view generator);

// Seeds what is drawn from: in torch the first lines of a `with` block, in which the draws are to stand, indented; in
// numpy the line that makes `table_rng`.
std::string seedLines(NotebookLibrary library, std::string_view generator, Seed seed);

// An array of a scheme's, float32, all of it drawn from one law.
struct DrawnArray
{
    enum class Law { Normal, Uniform };
    std::string_view name;
    std::string_view shape; // in Python: "32, heads"
    Law law = Law::Normal;
    std::string scale = "1"; // in Python: the standard deviation, or the edge on both sides of 0
};

// The lines that draw the arrays one after the other.
std::string drawnArrays(NotebookLibrary library, std::string_view generator, Seed seed,
                        std::span<const DrawnArray> arrays);

} // namespace phasor
