// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "pipeline/pipeline.h"

namespace phasor {

// The library of a word of `--for`: torch, numpy. Usage error ENUM.
Result<NotebookLibrary> notebookLibrary(std::string_view word);

// A short self-contained Python script that computes the pipeline's nodes and prints a corner of every stage. It leaves
// a dict `stages` from the nodes' names to arrays (without tokens, which is `ids`).
//
// The arrays have the bits of the nodes with PyTorch 1.13 on a CPU without MKL and generator `torch`, and with NumPy
// and the generators `numpy` and `numpy-legacy` (exact encoding: except ties too near for float64). A comment at the
// top says what the library cannot do. Errors: those of the nodes; EMPTY if there is no token.
Result<std::string> notebookScript(const Pipeline& pipeline, NotebookLibrary library);

} // namespace phasor
