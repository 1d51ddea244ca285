// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/notebookcode.h"

#include "inputs/matrix/arrayfile.h"
#include "text/pythontext.h"

namespace phasor {

static bool isNumpys(std::string_view generator)
{
    return generator == "numpy" || generator == "numpy-legacy";
}

static std::string textCode(const ArrayOrigin& origin, const std::string& path)
{
    const std::string separator = origin.separator == '\t' ? "\\t" : std::string(1, origin.separator);
    return "pd.read_csv(" + path + ", sep='" + separator + "', header=" + (origin.header ? "0" : "None")
        + (origin.names ? ", index_col=0" : "") + (origin.decimalComma ? ", decimal=','" : "")
        + ", float_precision='round_trip').to_numpy()";
}

ReadingCode readingCode(NotebookLibrary library, const ArrayOrigin& origin, const std::string& path)
{
    using Format = ArrayOrigin::Format;
    const bool torch = library == NotebookLibrary::PyTorch;
    const std::string one = "[" + pythonString(origin.array) + "]";
    if (origin.format == Format::Safetensors && (torch || origin.type == "BF16")) // NumPy has no bfloat16
        return {"from safetensors.torch import load_file\n",
                "load_file(" + path + ")" + one + (torch ? ".float()" : ".float().numpy()")};
    ReadingCode code{torch ? "import numpy as np\n" : "", "np.load(" + path + ")"};
    if (origin.format == Format::Npz) {
        code.expression += one;
    } else if (origin.format == Format::Safetensors) {
        code.imports += "from safetensors.numpy import load_file\n";
        code.expression = "load_file(" + path + ")" + one;
    } else if (origin.format == Format::Text) {
        code.imports += "import pandas as pd\n";
        code.expression = textCode(origin, path);
    }
    code.expression += ".astype(np.float32)";
    if (torch)
        code.expression = "torch.from_numpy(" + code.expression + ")";
    return code;
}

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
    for (const auto& [name, shape, law, scale] : arrays) {
        const bool normal = law == DrawnArray::Law::Normal;
        if (library == NotebookLibrary::PyTorch) {
            code.append("    ").append(name).append(" = torch.empty(").append(shape);
            code.append(normal ? ").normal_(0.0, " : ").uniform_(-" + scale + ", ").append(scale).append(")\n");
        } else {
            code.append(name).append(" = table_rng.").append(normal ? "normal(0, " : "uniform(-" + scale + ", ");
            code.append(scale).append(", (").append(shape).append(")).astype(np.float32)\n");
        }
    }
    return code;
}

std::string exactSinesCode(std::string_view positions)
{
    return replaced(bundledPython("sinusoidal", "sines"), "POSITIONS", positions);
}

std::string roundingFunction(NotebookLibrary library, std::string_view type)
{
    if (library == NotebookLibrary::NumPy && type == "bfloat16")
        return bundledPython("sinusoidal", "numpy-bfloat16");
    return "\ndef rounded(x):\n    return x.CAST(LIB." + std::string(type) + ").CAST(LIB.float32)\n\n";
}

std::string spelled(std::string code, NotebookLibrary library)
{
    const bool torch = library == NotebookLibrary::PyTorch;
    code = replaced(std::move(code), "LIB.", torch ? "torch." : "np.");
    code = replaced(std::move(code), "ARRAY(", torch ? "torch.tensor(" : "np.array(");
    code = replaced(std::move(code), "AXIS=", torch ? "dim=" : "axis=");
    code = replaced(std::move(code), "JOIN(", torch ? "torch.cat(" : "np.concatenate(");
    return replaced(std::move(code), ".CAST(", torch ? ".to(" : ".astype(");
}

} // namespace phasor
