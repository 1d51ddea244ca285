// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/encoding.h"
#include "pipeline/notebookparts.h"
#include "pipeline/pythontext.h"

namespace phasor {

namespace {

bool isTorch(const NotebookFacts& facts)
{
    return &facts.dialect() == &kTorchDialect;
}

bool isExact(const NotebookFacts& facts)
{
    return facts.p().precision == "exact" || facts.p().precision.ends_with("-rounded");
}

// bfloat16 of "bfloat16" and of "bfloat16-rounded".
std::string typeOf(const NotebookFacts& facts)
{
    return facts.p().precision.substr(0, facts.p().precision.find('-'));
}

bool isTensor2tensor(const NotebookFacts& facts)
{
    return facts.p().layout == "tensor2tensor";
}

std::string positions(const NotebookFacts& facts)
{
    return facts.p().firstPosition > 0 ? "first_position, first_position + max_len" : "max_len";
}

// Arguments of arange for the exponents, and the factor on them: they are -ln(base) times 2i / d, or i / (h - 1).
std::string steps(const NotebookFacts& facts)
{
    return isTensor2tensor(facts) ? "WIDTH // 2" : "0, WIDTH, 2";
}
std::string factor(const NotebookFacts& facts)
{
    return isTensor2tensor(facts) ? "-math.log(base) / max(WIDTH // 2 - 1, 1)" : "-math.log(base) / WIDTH";
}

// A function that rounds float32 to the narrow type and back; NumPy has no bfloat16.
std::string roundingFunction(const NotebookFacts& facts)
{
    if (!isTorch(facts) && typeOf(facts) == "bfloat16")
        return R"(
def rounded(x):
    bits = x.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32)

)";
    return "\ndef rounded(x):\n    return x.CAST(LIB." + typeOf(facts) + ").CAST(LIB.float32)\n\n";
}

// sin(2 pi (turns + rest)) with a relative error of float64 also where it is near 0.
constexpr const char* kExact
    = R"(# Positional encoding PE [max_len, WIDTH], correctly rounded: the angles are kept in turns, modulo 1, in two parts.
getcontext().prec = 70
two_pi = Decimal("6.283185307179586476925286766559005768394338798750211641949889184615633")
turns = [Decimal(base) ** (EXPONENT) / two_pi % 1 for i in range(PAIRS)]
head = ARRAY([int(t * 2**32) for t in turns], dtype=LIB.int64)
tail = ARRAY([float(t % Decimal(0.5**32)) for t in turns], dtype=LIB.float64)
positions = LIB.arange(POSITIONS)[:, None]
whole = (positions * head % 2**32).CAST(LIB.float64) / 2**32
rest = positions * tail

def sine(turns):
    halves = (2 * turns).round()
    return (LIB.sin(2 * math.pi * (turns - halves / 2 + rest)) * (1 - 2 * (halves % 2))).CAST(LIB.float32)

sines, cosines = sine(whole), sine(whole + 0.25)
)";

std::string exactCode(const NotebookFacts& facts)
{
    const bool t2t = isTensor2tensor(facts);
    std::string code
        = replaced(kExact, "EXPONENT", t2t ? "Decimal(-i) / max(WIDTH // 2 - 1, 1)" : "Decimal(-2 * i) / WIDTH");
    code = replaced(std::move(code), "PAIRS", t2t ? "WIDTH // 2" : "(WIDTH + 1) // 2");
    return replaced(std::move(code), "POSITIONS", positions(facts));
}

constexpr const char* kTorch = R"(# Positional encoding PE [max_len, WIDTH], every step in TYPE.
torch.set_num_threads(1)  # more threads cut the vectors elsewhere, which changes last bits
positions = torch.arange(POSITIONS, dtype=torch.TYPE)[:, None]
div_term = torch.exp(torch.arange(STEPS, dtype=torch.TYPE) * (FACTOR))
sines, cosines = torch.sin(positions * div_term), torch.cos(positions * div_term)
)";

constexpr const char* kTorchFloat16
    = R"(# Positional encoding PE [max_len, WIDTH], every step in float16: computed in float32 and rounded, as CPUs do.
torch.set_num_threads(1)  # more threads cut the vectors elsewhere, which changes last bits
ROUNDINGpositions = torch.arange(POSITIONS, dtype=torch.float16)[:, None].float()
exponents = torch.arange(STEPS, dtype=torch.float16) * (FACTOR)
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

std::string frameworkCode(const NotebookFacts& facts)
{
    const bool wide = typeOf(facts) == "float32";
    const bool direct = wide || typeOf(facts) == "bfloat16"; // PyTorch's own functions
    std::string code = isTorch(facts) ? (direct ? kTorch : kTorchFloat16) : (wide ? kNumpy : kNumpyNarrow);
    code = replaced(std::move(code), "ROUNDING", roundingFunction(facts));
    code = replaced(std::move(code), "POSITIONS", positions(facts));
    code = replaced(std::move(code), "STEPS", steps(facts));
    code = replaced(std::move(code), "FACTOR", factor(facts));
    return replaced(std::move(code), "TYPE", typeOf(facts));
}

std::string layoutCode(const NotebookFacts& facts)
{
    if (facts.p().layout == "interleaved")
        return "pe = LIB.zeros((max_len, WIDTH), dtype=LIB.float32)\npe[:, 0::2] = sines\n"
               "pe[:, 1::2] = cosines[:, : WIDTH // 2]\n";
    if (!isTensor2tensor(facts))
        return "pe = JOIN([sines, cosines[:, : WIDTH // 2]], 1).CAST(LIB.float32)\n";
    const bool odd = facts.stages().encoding()->shape().cols % 2 == 1;
    return odd ? "pe = JOIN([sines, cosines, LIB.zeros((max_len, 1))], 1).CAST(LIB.float32)\n"
               : "pe = JOIN([sines, cosines], 1).CAST(LIB.float32)\n";
}

} // namespace

std::string encodingImports(const NotebookFacts& facts)
{
    return isExact(facts) ? "import math\nfrom decimal import Decimal, getcontext\n" : "import math\n";
}

std::string encodingCode(const NotebookFacts& facts)
{
    std::string code = isExact(facts) ? exactCode(facts) : frameworkCode(facts);
    code += layoutCode(facts);
    if (facts.p().precision.ends_with("-rounded"))
        code += roundingFunction(facts) + "pe = rounded(pe)\n";
    code = replaced(std::move(code), "WIDTH", facts.positionWidth());
    return facts.spelled(std::move(code));
}

} // namespace phasor
