// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "pipeline/pipeline.h"
#include "text/result.h"

#include <string>
#include <string_view>

namespace phasor {

// The library of a word of `--for`: torch, numpy. Usage error ENUM.
Result<NotebookLibrary> notebookLibrary(std::string_view word);

// A short self-contained Python script that computes what the pipeline holds and prints a corner of every stage. It
// leaves a dict `stages` from the names of the nodes (but tokens, which is `ids`) to arrays.
//
// With PyTorch 1.13 on a CPU without MKL and generator `torch`, and with NumPy and the generators `numpy` and
// `numpy-legacy`, the arrays have the bits of the nodes (the exact encoding: but for ties nearer than float64 tells).
// What the library cannot do is said in a comment at the top. Errors: those of the nodes; EMPTY where there is no
// token.
Result<std::string> notebookScript(const Pipeline& pipeline, NotebookLibrary library);

} // namespace phasor
