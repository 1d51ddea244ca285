// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/notebook.h"

#include "encodings/rotation/factorlists.h"
#include "encodings/rotation/law.h"
#include "encodings/sinusoidal/notebook.h"
#include "text/numbers.h"
#include "text/pythontext.h"

#include <algorithm>

namespace phasor {

namespace {

std::string line(std::string_view name, const std::string& value)
{
    return std::string(name) + " = " + value + "\n";
}

// The factor lists' numbers; nothing where the file cannot be read, which making the model has said.
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

constexpr const char* kExact = R"(# Cosines and sines [max_len, rotary], correctly rounded: angles in turns, modulo 1.
getcontext().prec = 70
two_pi = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615633")
omegas = [Decimal(base) ** (Decimal(-2 * i) / rotary) for i in range(rotary // 2)]
)";

constexpr const char* kExactStretch
    = "omegas = [omega * stretch ** (Decimal(-2 * i) / (rotary - 2)) for i, omega in enumerate(omegas)]\n";

constexpr const char* kExactYarn = R"(
def pair(turns):
    return rotary * (original / two_pi / Decimal(turns)).ln() / (2 * Decimal(base).ln())

FIRST, LAST = PAIRS
FIRST, LAST = max(FIRST, 0), min(LAST, rotary - 1)
LAST = LAST if LAST != FIRST else FIRST + Decimal(0.001)
ramp = [min(max((i - FIRST) / Decimal(LAST - FIRST), 0), 1) for i in range(rotary // 2)]
omegas = [omega * (share / Decimal(factor) + 1 - share) for omega, share in zip(omegas, ramp)]
)";

constexpr const char* kExactLlama3 = R"(
def scaled(omega):
    turns = omega * original / two_pi
    if low == high:
        return omega if turns >= low else omega / Decimal(factor)
    kept = min(max((turns - Decimal(low)) / (Decimal(high) - Decimal(low)), 0), 1)
    return omega * ((1 - kept) / Decimal(factor) + kept)

omegas = [scaled(omega) for omega in omegas]
)";

std::string exactYarn(bool truncate)
{
    const std::string pairs
        = truncate ? "math.floor(pair(beta_fast)), math.ceil(pair(beta_slow))" : "pair(beta_fast), pair(beta_slow)";
    return replaced(replaced(replaced(kExactYarn, "PAIRS", pairs), "FIRST", "first"), "LAST", "last");
}

std::string exactScaling(const RopeSettings& s)
{
    switch (s.scaling) {
    case RopeScaling::None:
        break;
    case RopeScaling::Linear:
        return "omegas = [omega / Decimal(factor) for omega in omegas]\n";
    case RopeScaling::Ntk:
        return std::string("stretch = Decimal(factor)\n") + kExactStretch;
    case RopeScaling::DynamicNtk:
        return std::string("stretch = 1 + Decimal(factor) * max(max_len - original, 0) / original\n") + kExactStretch;
    case RopeScaling::Yarn:
        return exactYarn(s.truncate);
    case RopeScaling::Llama3:
        return kExactLlama3;
    case RopeScaling::LongRope:
        return "omegas = [omega / Decimal(f) for omega, f in zip(omegas, factors)]\n";
    }
    return {};
}

std::string exactCode(const RopeSettings& s)
{
    return kExact + exactScaling(s) + "turns = [omega / two_pi % 1 for omega in omegas]\n" + exactSinesCode("max_len")
        + "cosines = (sine(whole + 0.25) * attention_factor).CAST(LIB.float32)\n"
          "sines = (sine(whole) * attention_factor).CAST(LIB.float32)\n";
}

// The same code runs with both libraries: scalars that NumPy would take for float64 are CONST().
constexpr const char* kFramework = R"(# Cosines and sines [max_len, rotary] as transformers computes them, in float32.
THREADSpowers = CONST(base) ** ((LIB.arange(0, rotary, 2) / rotary).CAST(LIB.float32))
inv_freq = 1 / powers
)";

constexpr const char* kFrameworkYarn = R"(
def pair(turns):
    return rotary * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))

first, last = PAIRS
first, last = max(first, 0), min(last, rotary - 1)
last = last if last != first else first + 0.001
ramp = ((LIB.arange(rotary // 2).CAST(LIB.float32) - CONST(first)) / CONST(last - first)).clip(0, 1)
kept = 1 - ramp
inv_freq = 1 / (CONST(factor) * powers) * (1 - kept) + inv_freq * kept
)";

constexpr const char* kFrameworkLlama3 = R"(waves = 1 / inv_freq * CONST(2 * math.pi)
divided = LIB.where(waves > CONST(original / low), inv_freq / CONST(factor), inv_freq)
kept = (1 / waves * CONST(original) - CONST(low)) / CONST(high - low)
smoothed = (1 - kept) * divided / CONST(factor) + kept * divided
between = (waves >= CONST(original / high)) & (waves <= CONST(original / low))
inv_freq = LIB.where(between, smoothed, divided)
)";

std::string frameworkScaling(const RopeSettings& s)
{
    const std::string pairs
        = s.truncate ? "math.floor(pair(beta_fast)), math.ceil(pair(beta_slow))" : "pair(beta_fast), pair(beta_slow)";
    switch (s.scaling) {
    case RopeScaling::None:
    case RopeScaling::Ntk:
    case RopeScaling::DynamicNtk:
        break; // a larger base
    case RopeScaling::Linear:
        return "inv_freq = inv_freq / CONST(factor)\n";
    case RopeScaling::Yarn:
        return replaced(kFrameworkYarn, "PAIRS", pairs);
    case RopeScaling::Llama3:
        return kFrameworkLlama3;
    case RopeScaling::LongRope:
        return "inv_freq = 1 / (ARRAY(factors, dtype=LIB.float32) * powers)\n";
    }
    return {};
}

std::string stretchedBase(RopeScaling scaling)
{
    if (scaling == RopeScaling::Ntk)
        return "base = base * factor ** (rotary / (rotary - 2))\n";
    if (scaling == RopeScaling::DynamicNtk)
        return "stretch = factor * max(max_len, original) / original - (factor - 1)\n"
               "base = base * stretch ** (rotary / (rotary - 2))\n";
    return {};
}

std::string frameworkCode(NotebookLibrary library, const RopeSettings& s)
{
    const bool torch = library == NotebookLibrary::PyTorch;
    std::string code = stretchedBase(s.scaling) + kFramework + frameworkScaling(s)
        + "angles = LIB.arange(max_len).CAST(LIB.float32)[:, None] * inv_freq\n"
          "cosines = LIB.cos(angles) * CONST(attention_factor)\nsines = LIB.sin(angles) * CONST(attention_factor)\n";
    code = replaced(
        std::move(code), "THREADS",
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

constexpr const char* kXposScale = R"(growth = (LIB.arange(0, rotary, 2) + 0.4 * rotary) / (1.4 * rotary)
powers = (LIB.arange(len(ids)) + -len(ids) // 2)[:, None] / scale_base
scale = (growth.CAST(LIB.float64) ** powers).CAST(LIB.float32)
inverse = (growth.CAST(LIB.float64) ** -powers).CAST(LIB.float32)
queries, keys = rotate(queries, scale), rotate(keys, inverse)
)";

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
        code.note = "# NumPy's float32 functions round some values to the other neighbour than PyTorch's, which Phasor "
                    "shows.\n";
    code.body = (exact ? exactCode(settings) : frameworkCode(library, settings)) + tableCode(settings)
        + roundingCode(library, settings.precision);
    code.rotation = rotateFunction(settings.layout, false) + "queries, keys = rotate(queries), rotate(keys)\n";
    return code;
}

SchemeCode xposNotebook(NotebookLibrary library, const PositionSetup& setup, const XposSettings& settings)
{
    SchemeCode code = ropeNotebook(library, setup, settings);
    code.constants += line("scale_base", printReal(settings.scaleBase));
    code.rotation = rotateFunction(settings.layout, true) + kXposScale;
    return code;
}

} // namespace phasor
