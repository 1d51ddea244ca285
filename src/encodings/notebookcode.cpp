// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/notebookcode.h"

#include "text/pythontext.h"

#include <utility>

namespace phasor {

std::string spelled(std::string code, NotebookLibrary library)
{
    const bool torch = library == NotebookLibrary::PyTorch;
    code = replaced(std::move(code), "LIB.", torch ? "torch." : "np.");
    code = replaced(std::move(code), "ARRAY(", torch ? "torch.tensor(" : "np.array(");
    code = replaced(std::move(code), "JOIN(", torch ? "torch.cat(" : "np.concatenate(");
    return replaced(std::move(code), ".CAST(", torch ? ".to(" : ".astype(");
}

} // namespace phasor
