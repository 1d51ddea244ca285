// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/stages.h"
#include "text/result.h"

#include <string>
#include <string_view>

namespace phasor {

enum class NotebookLibrary { PyTorch, NumPy };

// The library of a word of `--for`: torch, numpy. Usage error ENUM.
Result<NotebookLibrary> notebookLibrary(std::string_view word);

// A short self-contained Python script that computes what `stages` hold and prints a corner of every stage. It leaves a
// dict `stages` from the names of StageInfo (but tokens, which is `ids`) to arrays.
//
// With PyTorch 1.13 on a CPU without MKL and generator `torch`, and with NumPy and the generators `numpy` and
// `numpy-legacy`, the arrays have the bits of the stages (the exact encoding: but for ties nearer than float64 tells).
// What the library cannot do is said in a comment at the top. Errors: those of the stages; EMPTY where there is no
// token.
Result<std::string> notebookScript(const Stages& stages, NotebookLibrary library);

} // namespace phasor
