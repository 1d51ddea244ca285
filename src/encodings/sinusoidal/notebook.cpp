// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/notebook.h"

#include "text/numbers.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

// What the parts of the code need to know, worked out once.
struct Facts
{
    bool torch;
    SinusoidalSettings settings;
    std::int64_t width;

    bool exact() const { return !isStepwise(settings.precision); }
    bool rounded() const { return exact() && settings.precision != Precision::Exact; }
    bool tensor2tensor() const { return settings.layout == SinusoidalLayout::Tensor2tensor; }
    // bfloat16 of "bfloat16" and of "bfloat16-rounded".
    std::string type() const
    {
        const std::string id(idOf(settings.precision));
        return id.substr(0, id.find('-'));
    }
    std::string positions() const
    {
        return settings.firstPosition > 0 ? "first_position, first_position + max_len" : "max_len";
    }
    // Arguments of arange for the exponents, and the factor on them: they are -ln(base) times 2i / d, or i / (h - 1).
    std::string steps() const { return tensor2tensor() ? "WIDTH // 2" : "0, WIDTH, 2"; }
    std::string factor() const
    {
        return tensor2tensor() ? "-math.log(base) / max(WIDTH // 2 - 1, 1)" : "-math.log(base) / WIDTH";
    }
};

std::string roundingFunction(const Facts& facts)
{
    return roundingFunction(facts.torch ? NotebookLibrary::PyTorch : NotebookLibrary::NumPy, facts.type());
}

constexpr const char* kExact
    = R"(# Positional encoding PE [max_len, WIDTH], correctly rounded: the angles are kept in turns, modulo 1, in two parts.
getcontext().prec = 70
two_pi = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615633")
turns = [Decimal(base) ** (EXPONENT) / two_pi % 1 for i in range(PAIRS)]
)";

// sin(2 pi (turns + rest)) with a relative error of float64 also where it is near 0.
constexpr const char* kSines = R"(head = ARRAY([int(t * 2**32) for t in turns], dtype=LIB.int64)
tail = ARRAY([float(t % Decimal(0.5**32)) for t in turns], dtype=LIB.float64)
positions = LIB.arange(POSITIONS)[:, None]
whole = (positions * head % 2**32).CAST(LIB.float64) / 2**32
rest = positions * tail

def sine(turns):
    halves = (2 * turns).round()
    return LIB.sin(2 * math.pi * (turns - halves / 2 + rest)) * (1 - 2 * (halves % 2))

)";

std::string exactCode(const Facts& facts)
{
    const bool t2t = facts.tensor2tensor();
    std::string code
        = replaced(kExact, "EXPONENT", t2t ? "Decimal(-i) / max(WIDTH // 2 - 1, 1)" : "Decimal(-2 * i) / WIDTH");
    code = replaced(std::move(code), "PAIRS", t2t ? "WIDTH // 2" : "(WIDTH + 1) // 2");
    return code + exactSinesCode(facts.positions())
        + "sines, cosines = sine(whole).CAST(LIB.float32), sine(whole + 0.25).CAST(LIB.float32)\n";
}

constexpr const char* kTorch = R"(# Positional encoding PE [max_len, WIDTH], every step in TYPE.
torch.set_num_threads(1)  # more threads cut the vectors elsewhere, which changes last bits
positions = torch.arange(POSITIONS).to(torch.TYPE)[:, None]
div_term = torch.exp(torch.arange(STEPS).to(torch.TYPE) * (FACTOR))
sines, cosines = torch.sin(positions * div_term), torch.cos(positions * div_term)
)";

constexpr const char* kTorchFloat16
    = R"(# Positional encoding PE [max_len, WIDTH], every step in float16: computed in float32 and rounded, as CPUs do.
torch.set_num_threads(1)  # more threads cut the vectors elsewhere, which changes last bits
ROUNDINGpositions = torch.arange(POSITIONS).to(torch.float16)[:, None].float()
exponents = torch.arange(STEPS).to(torch.float16) * (FACTOR)
angles = rounded(positions * rounded(torch.exp(exponents.float())))
sines, cosines = rounded(torch.sin(angles)), rounded(torch.cos(angles))
)";

constexpr const char* kNumpy = R"(# Positional encoding PE [max_len, WIDTH], every step in float32.
positions = np.arange(POSITIONS).astype(np.float32)[:, None]
div_term = np.exp(np.arange(STEPS).astype(np.float32) * (FACTOR))
sines, cosines = np.sin(positions * div_term), np.cos(positions * div_term)
)";

constexpr const char* kNumpyNarrow
    = R"(# Positional encoding PE [max_len, WIDTH], every step computed in float32 and rounded to TYPE.
ROUNDINGpositions = rounded(np.arange(POSITIONS)[:, None])
exponents = rounded(rounded(np.arange(STEPS)) * rounded(np.array([FACTOR])))
angles = rounded(positions * rounded(np.exp(exponents)))
sines, cosines = rounded(np.sin(angles)), rounded(np.cos(angles))
)";

std::string frameworkCode(const Facts& facts)
{
    const bool wide = facts.settings.precision == Precision::Float32;
    const bool direct = wide || facts.settings.precision == Precision::Bfloat16; // PyTorch's own functions
    std::string code = facts.torch ? (direct ? kTorch : kTorchFloat16) : (wide ? kNumpy : kNumpyNarrow);
    code = replaced(std::move(code), "ROUNDING", roundingFunction(facts));
    code = replaced(std::move(code), "POSITIONS", facts.positions());
    code = replaced(std::move(code), "STEPS", facts.steps());
    code = replaced(std::move(code), "FACTOR", facts.factor());
    return replaced(std::move(code), "TYPE", facts.type());
}

std::string layoutCode(const Facts& facts)
{
    if (facts.settings.layout == SinusoidalLayout::Interleaved)
        return "pe = LIB.zeros((max_len, WIDTH), dtype=LIB.float32)\npe[:, 0::2] = sines\n"
               "pe[:, 1::2] = cosines[:, : WIDTH // 2]\n";
    if (!facts.tensor2tensor())
        return "pe = JOIN([sines, cosines[:, : WIDTH // 2]], 1).CAST(LIB.float32)\n";
    return facts.width % 2 == 1 ? "pe = JOIN([sines, cosines, LIB.zeros((max_len, 1))], 1).CAST(LIB.float32)\n"
                                : "pe = JOIN([sines, cosines], 1).CAST(LIB.float32)\n";
}

} // namespace

std::string exactSinesCode(std::string_view positions)
{
    return replaced(kSines, "POSITIONS", positions);
}

std::string roundingFunction(NotebookLibrary library, std::string_view type)
{
    if (library == NotebookLibrary::NumPy && type == "bfloat16")
        return R"(
def rounded(x):
    bits = x.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32)

)";
    return "\ndef rounded(x):\n    return x.CAST(LIB." + std::string(type) + ").CAST(LIB.float32)\n\n";
}

SchemeCode sinusoidalNotebook(NotebookLibrary library, std::int64_t width, const SinusoidalSettings& settings)
{
    const Facts facts{library == NotebookLibrary::PyTorch, settings, width};
    SchemeCode code;
    code.imports = facts.exact() ? "import math\nfrom decimal import Decimal, getcontext\n" : "import math\n";
    code.constants = "base = " + printReal(settings.base) + "\n";
    if (settings.firstPosition > 0)
        code.constants += "first_position = " + std::to_string(settings.firstPosition) + "\n";
    if (!facts.torch && !facts.exact())
        code.note = "# NumPy's float32 functions round some values to the other neighbour than PyTorch's, which Phasor "
                    "shows.\n";
    code.body = (facts.exact() ? exactCode(facts) : frameworkCode(facts)) + layoutCode(facts);
    if (facts.rounded())
        code.body += roundingFunction(facts) + "pe = rounded(pe)\n";
    return code;
}

} // namespace phasor
