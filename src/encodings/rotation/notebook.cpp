// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/settings.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

std::string line(std::string_view name, const std::string& value)
{
    return std::string(name) + " = " + value + "\n";
}

// The factor lists' numbers; nothing if the file is unreadable, which making the model reports.
std::string factorList(const RopeLaw& law)
{
    std::string list;
    for (const double factor : law.factors)
        (list += list.empty() ? "[" : ", ") += printReal(factor);
    return list.empty() ? "[]" : list + "]";
}

std::string constants(const RopeLaw& law)
{
    const RopeSettings& s = law.settings;
    std::string code = line("base", printReal(s.base)) + line("rotary", std::to_string(law.width));
    if (s.scaling != RopeScaling::None && s.scaling != RopeScaling::LongRope)
        code += line("factor", printReal(s.factor));
    if (s.scaling == RopeScaling::DynamicNtk || s.scaling == RopeScaling::Yarn || s.scaling == RopeScaling::Llama3)
        code += line("original", std::to_string(s.original));
    if (s.scaling == RopeScaling::Yarn)
        code += line("beta_fast, beta_slow", printReal(s.betaFast) + ", " + printReal(s.betaSlow));
    if (s.scaling == RopeScaling::Llama3)
        code += line("low, high", printReal(s.lowFreqFactor) + ", " + printReal(s.highFreqFactor));
    if (s.scaling == RopeScaling::LongRope)
        code += line("factors", factorList(law));
    return code + line("attention_factor", printReal(attentionFactorOf(s, law.maxLen)));
}

// YaRN's code with the first and last pair of its ramp.
std::string yarnCode(const char* part, bool truncate)
{
    const std::string pairs
        = truncate ? "math.floor(pair(beta_fast)), math.ceil(pair(beta_slow))" : "pair(beta_fast), pair(beta_slow)";
    return replaced(bundledPython("rotation", part), "PAIRS", pairs);
}

// Lines that scale the frequencies.
struct ScalingCode
{
    std::string exact = {};
    std::string base = {}; // as transformers does: lines that change the base …
    std::string framework = {}; // … and lines that change inv_freq
};

ScalingCode scalingCode(const RopeSettings& s)
{
    const std::string stretched
        = "omegas = [omega * stretch ** (Decimal(-2 * i) / (rotary - 2)) for i, omega in enumerate(omegas)]\n";
    switch (s.scaling) {
    case RopeScaling::None:
        break;
    case RopeScaling::Linear:
        return {.exact = "omegas = [omega / Decimal(factor) for omega in omegas]\n",
                .framework = "inv_freq = inv_freq / CONST(factor)\n"};
    case RopeScaling::Ntk:
        return {.exact = "stretch = Decimal(factor)\n" + stretched,
                .base = "base = base * factor ** (rotary / (rotary - 2))\n"};
    case RopeScaling::DynamicNtk:
        return {.exact = "stretch = 1 + Decimal(factor) * max(max_len - original, 0) / original\n" + stretched,
                .base = "stretch = factor * max(max_len, original) / original - (factor - 1)\n"
                        "base = base * stretch ** (rotary / (rotary - 2))\n"};
    case RopeScaling::Yarn:
        return {.exact = replaced(replaced(yarnCode("exact-yarn", s.truncate), "FIRST", "first"), "LAST", "last"),
                .framework = yarnCode("framework-yarn", s.truncate)};
    case RopeScaling::Llama3:
        return {.exact = bundledPython("rotation", "exact-llama3"),
                .framework = bundledPython("rotation", "framework-llama3")};
    case RopeScaling::LongRope:
        return {.exact = "omegas = [omega / Decimal(f) for omega, f in zip(omegas, factors)]\n",
                .framework = "inv_freq = 1 / (ARRAY(factors, dtype=LIB.float32) * powers)\n"};
    }
    return {};
}

std::string exactCode(const RopeSettings& s)
{
    return bundledPython("rotation", "exact") + scalingCode(s).exact
        + "turns = [omega / two_pi % 1 for omega in omegas]\n" + exactSinesCode("max_len")
        + "cosines = (sine(whole + 0.25) * attention_factor).CAST(LIB.float32)\n"
          "sines = (sine(whole) * attention_factor).CAST(LIB.float32)\n";
}

std::string frameworkCode(NotebookLibrary library, const RopeSettings& s)
{
    const bool torch = library == NotebookLibrary::PyTorch;
    const ScalingCode scaling = scalingCode(s);
    std::string code = scaling.base + bundledPython("rotation", "framework") + scaling.framework
        + "angles = LIB.arange(max_len).CAST(LIB.float32)[:, None] * inv_freq\n"
          "cosines = LIB.cos(angles) * CONST(attention_factor)\nsines = LIB.sin(angles) * CONST(attention_factor)\n";
    code = replaced(
        std::move(code), "THREADS\n",
        torch ? "torch.set_num_threads(1)  # more threads cut the vectors elsewhere, which changes last bits\n" : "");
    code = replaced(std::move(code), "CONST(", torch ? "(" : "np.float32(");
    return replaced(std::move(code), "(base) **", torch ? "base **" : "(base) **");
}

std::string tableCode(const RopeSettings& s)
{
    if (s.layout == PairLayout::Halves)
        return "pe = JOIN([cosines, sines], 1)\n";
    return "pe = LIB.zeros((max_len, rotary), dtype=LIB.float32)\npe[:, 0::2] = cosines\npe[:, 1::2] = sines\n";
}

std::string roundingCode(NotebookLibrary library, RotationPrecision precision)
{
    if (precision == RotationPrecision::Exact || precision == RotationPrecision::Float32)
        return {};
    return roundingFunction(library, idOf(precision)) + "pe = rounded(pe)\n";
}

// `scaled`: cosines and sines are multiplied by an array `scale` first.
std::string rotateFunction(PairLayout layout, bool scaled)
{
    const bool halves = layout == PairLayout::Halves;
    const std::string first = halves ? ": rotary // 2" : "0:rotary:2";
    const std::string second = halves ? "rotary // 2 : rotary" : "1:rotary:2";
    const std::string times = scaled ? " * scale" : "";
    return std::string("\ndef rotate(x") + (scaled ? ", scale" : "") + "):\n" + "    cos, sin = pe[: len(x), " + first
        + "]" + times + ", pe[: len(x), " + second + "]" + times + "\n" + "    a, b = x[:, " + first + "], x[:, "
        + second + "]\n    turned = x + 0\n    turned[:, " + first + "] = a * cos - b * sin\n    turned[:, " + second
        + "] = b * cos + a * sin\n    return turned\n\n";
}

} // namespace

SchemeCode ropeNotebook(NotebookLibrary library, const PositionSetup& setup, const RopeSettings& settings)
{
    const Result<std::int64_t> width = rotaryWidth(settings, setup.headWidth);
    if (!width.ok())
        return {};
    RopeLaw law{settings, setup.maxLen, *width};
    if (settings.scaling == RopeScaling::LongRope) {
        auto factors = readFactorList(settings.factors, setup.maxLen > settings.original, law.pairs());
        law.factors = factors.ok() ? *std::move(factors) : std::vector<double>();
    }
    const bool exact = settings.precision == RotationPrecision::Exact;
    SchemeCode code{.imports = exact ? "import math\nfrom decimal import Decimal, getcontext\n" : "import math\n",
                    .constants = constants(law)};
    if (library == NotebookLibrary::NumPy && !exact)
        code.note = kNumpyRounds;
    code.body = (exact ? exactCode(settings) : frameworkCode(library, settings)) + tableCode(settings)
        + roundingCode(library, settings.precision);
    code.rotation = rotateFunction(settings.layout, false) + "queries, keys = rotate(queries), rotate(keys)\n";
    return code;
}

SchemeCode xposNotebook(NotebookLibrary library, const PositionSetup& setup)
{
    const auto settings = setup.own.as<XposSettings>();
    SchemeCode code = ropeNotebook(library, setup, settings);
    code.constants += line("scale_base", printReal(settings.scaleBase));
    code.rotation = rotateFunction(settings.layout, true) + bundledPython("rotation", "xpos");
    return code;
}

} // namespace phasor
