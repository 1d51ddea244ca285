// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/notebook.h"

#include "pipeline/notebookparts.h"

namespace phasor {

Result<NotebookLibrary> notebookLibrary(std::string_view word)
{
    if (word == "torch")
        return NotebookLibrary::PyTorch;
    if (word == "numpy")
        return NotebookLibrary::NumPy;
    return usageError("ENUM", "--for", quoted(word) + " is unknown", "give torch or numpy");
}

Result<std::string> notebookScript(const Stages& stages, NotebookLibrary library)
{
    // The output needs all the others.
    if (const Result<FieldPtr>& output = stages.field(StageId::Output); !output.ok())
        return output.error();
    if (stages.sequence().length() == 0)
        return usageError("EMPTY", "--text", "the text has no tokens, so there is nothing to compute",
                          "give a text with a word in it");
    if (library == NotebookLibrary::PyTorch)
        return torchScript(NotebookFacts(stages, kTorchDialect));
    return numpyScript(NotebookFacts(stages, kNumpyDialect));
}

} // namespace phasor
