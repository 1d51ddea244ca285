// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/notebook.h"

#include "text/bundled.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

// Facts that several parts of the code need, computed once.
struct Facts
{
    NotebookLibrary library;
    SinusoidalSettings settings;
    std::int64_t width;
    bool torch = library == NotebookLibrary::PyTorch;
    bool exact = !isStepwise(settings.precision);
    bool tensor2tensor = settings.layout == SinusoidalLayout::Tensor2tensor;
    std::string_view type = typeOfPrecision(idOf(settings.precision)).name;
    std::string positions = settings.firstPosition > 0 ? "first_position, first_position + max_len" : "max_len";
};

std::string exactCode(const Facts& facts)
{
    const bool t2t = facts.tensor2tensor;
    std::string code = replaced(bundledPython("sinusoidal", "exact"), "EXPONENT",
                                t2t ? "Decimal(-i) / max(WIDTH // 2 - 1, 1)" : "Decimal(-2 * i) / WIDTH");
    code = replaced(std::move(code), "PAIRS", t2t ? "WIDTH // 2" : "(WIDTH + 1) // 2");
    return code + exactSinesCode(facts.positions)
        + "sines, cosines = sine(whole).CAST(LIB.float32), sine(whole + 0.25).CAST(LIB.float32)\n";
}

std::string frameworkCode(const Facts& facts)
{
    const bool wide = facts.settings.precision == Precision::Float32;
    const bool direct = wide || facts.settings.precision == Precision::Bfloat16; // PyTorch's own functions
    std::string code = bundledPython(
        "sinusoidal", facts.torch ? (direct ? "torch" : "torch-float16") : (wide ? "numpy" : "numpy-narrow"));
    code = replaced(std::move(code), "ROUNDING\n", roundingFunction(facts.library, facts.type));
    code = replaced(std::move(code), "POSITIONS", facts.positions);
    // Arguments of arange for the exponents, and the factor on them: they are -ln(base) times 2i / d, or i / (h - 1).
    code = replaced(std::move(code), "STEPS", facts.tensor2tensor ? "WIDTH // 2" : "0, WIDTH, 2");
    code = replaced(std::move(code), "FACTOR",
                    facts.tensor2tensor ? "-math.log(base) / max(WIDTH // 2 - 1, 1)" : "-math.log(base) / WIDTH");
    return replaced(std::move(code), "TYPE", facts.type);
}

std::string layoutCode(const Facts& facts)
{
    if (facts.settings.layout == SinusoidalLayout::Interleaved)
        return "pe = LIB.zeros((max_len, WIDTH), dtype=LIB.float32)\npe[:, 0::2] = sines\n"
               "pe[:, 1::2] = cosines[:, : WIDTH // 2]\n";
    if (!facts.tensor2tensor)
        return "pe = JOIN([sines, cosines[:, : WIDTH // 2]], 1).CAST(LIB.float32)\n";
    return facts.width % 2 == 1 ? "pe = JOIN([sines, cosines, LIB.zeros((max_len, 1))], 1).CAST(LIB.float32)\n"
                                : "pe = JOIN([sines, cosines], 1).CAST(LIB.float32)\n";
}

} // namespace

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

SchemeCode sinusoidalNotebook(NotebookLibrary library, const PositionSetup& setup)
{
    const Facts facts{library, setup.own.as<SinusoidalSettings>(), setup.width};
    const SinusoidalSettings& settings = facts.settings;
    SchemeCode code;
    code.imports = facts.exact ? "import math\nfrom decimal import Decimal, getcontext\n" : "import math\n";
    code.constants = "base = " + printReal(settings.base) + "\n";
    if (settings.firstPosition > 0)
        code.constants += "first_position = " + std::to_string(settings.firstPosition) + "\n";
    if (!facts.torch && !facts.exact)
        code.note = kNumpyRounds;
    code.body = (facts.exact ? exactCode(facts) : frameworkCode(facts)) + layoutCode(facts);
    if (facts.exact && settings.precision != Precision::Exact)
        code.body += roundingFunction(library, facts.type) + "pe = rounded(pe)\n";
    return code;
}

} // namespace phasor
