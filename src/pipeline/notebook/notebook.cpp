// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/notebook/notebook.h"

#include "pipeline/notebook/notebookparts.h"

namespace phasor {

Result<NotebookLibrary> notebookLibrary(std::string_view word)
{
    if (word == "torch")
        return NotebookLibrary::PyTorch;
    if (word == "numpy")
        return NotebookLibrary::NumPy;
    return usageError("ENUM", "--for", WORDS("%1 is unknown").with(inQuotes(word)), WORDS("give torch or numpy"));
}

Result<std::string> notebookScript(const Pipeline& pipeline, NotebookLibrary library)
{
    // The output needs all the others.
    if (const Result<FieldPtr>& output = pipeline.find("output")->field; !output.ok())
        return output.error();
    if (pipeline.sequence().length() == 0)
        return usageError("EMPTY", "--text", WORDS("the text has no tokens, so there is nothing to compute"),
                          WORDS("give a text with a word in it"));
    const NotebookFacts facts(pipeline, library);
    return library == NotebookLibrary::PyTorch ? torchScript(facts) : numpyScript(facts);
}

} // namespace phasor
