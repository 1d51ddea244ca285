// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/notebookcode.h"

#include "text/pythontext.h"

#include <utility>

namespace phasor {

namespace {

bool isNumpys(std::string_view generator)
{
    return generator == "numpy" || generator == "numpy-legacy";
}

std::string torchDraw(const DrawnArray& array)
{
    const bool normal = array.law == DrawnArray::Law::Normal;
    return "    " + std::string(array.name) + " = torch.empty(" + std::string(array.shape) + ")"
        + (normal ? ".normal_(0.0, " : ".uniform_(-" + array.scale + ", ") + array.scale + ")\n";
}

std::string numpyDraw(const DrawnArray& array)
{
    const bool normal = array.law == DrawnArray::Law::Normal;
    return std::string(array.name) + " = table_rng." + (normal ? "normal(0, " : "uniform(-" + array.scale + ", ")
        + array.scale + ", (" + std::string(array.shape) + ")).astype(np.float32)\n";
}

} // namespace

std::string drawNote(NotebookLibrary library, std::string_view generator)
{
    const bool torch = library == NotebookLibrary::PyTorch;
    const bool can = torch ? generator != "philox" && !isNumpys(generator) : isNumpys(generator);
    if (can)
        return {};
    return std::string(torch ? "# PyTorch" : "# NumPy") + " cannot draw the numbers of --generator "
        + std::string(generator) + ": those of the encoding have the same law, but other values.\n";
}

std::string seedLines(NotebookLibrary library, std::string_view generator, Seed seed)
{
    if (library == NotebookLibrary::PyTorch)
        return "with torch.random.fork_rng(devices=[]):  # draws apart from the embedding\n    torch.manual_seed("
            + printSeed(seed) + ")\n";
    const bool legacy = generator == "numpy-legacy";
    return std::string("table_rng = np.random.") + (legacy ? "RandomState(" : "default_rng(")
        + printSeed(legacy ? seed : Seed{seed.bits, false}) + ")\n";
}

std::string drawnArrays(NotebookLibrary library, std::string_view generator, Seed seed,
                        std::span<const DrawnArray> arrays)
{
    std::string code = seedLines(library, generator, seed);
    for (const DrawnArray& array : arrays)
        code += library == NotebookLibrary::PyTorch ? torchDraw(array) : numpyDraw(array);
    return code;
}

std::string spelled(std::string code, NotebookLibrary library)
{
    const bool torch = library == NotebookLibrary::PyTorch;
    code = replaced(std::move(code), "LIB.", torch ? "torch." : "np.");
    code = replaced(std::move(code), "ARRAY(", torch ? "torch.tensor(" : "np.array(");
    code = replaced(std::move(code), "JOIN(", torch ? "torch.cat(" : "np.concatenate(");
    return replaced(std::move(code), ".CAST(", torch ? ".to(" : ".astype(");
}

} // namespace phasor
