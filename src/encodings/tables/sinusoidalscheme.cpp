// SPDX-License-Identifier: GPL-3.0-or-later
// The sinusoidal encoding in three layouts, exact or as a framework computes it.
#include "encodings/schemes.h"
#include "encodings/sinusoidal/framework/frameworksinusoidal.h"
#include "text/numbers.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

// float16 counts positions only below 65520; beyond they are infinity, whose sine is NaN.
Status checkSinusoidal(const PositionSetup& setup)
{
    constexpr std::int64_t kGreatestFloat16 = 65504;
    const auto settings = setup.own.as<SinusoidalSettings>();
    const std::int64_t last = settings.firstPosition + setup.maxLen - 1;
    if (settings.precision != Precision::Float16 || last <= kGreatestFloat16)
        return Done{};
    return usageError("RANGE", "--precision", WORDS("float16 ends at 65504, but the last position is %1").with(last),
                      WORDS("lower %1 or %2, or use bfloat16")
                          .with(Message::option("--max-len"), Message::option("--first-position")));
}

Columns columnsOf(std::int64_t width, SinusoidalLayout layout)
{
    const std::int64_t half = width / 2;
    if (layout == SinusoidalLayout::Tensor2tensor)
        return {PairLayout::Halves, half, half, width % 2};
    const auto order = layout == SinusoidalLayout::Halves ? PairLayout::Halves : PairLayout::Interleaved;
    return {order, width - half, half, 0};
}

FrequencyLaw lawOf(std::int64_t width, const SinusoidalSettings& settings, std::int64_t pairs)
{
    if (settings.layout == SinusoidalLayout::Tensor2tensor)
        return {settings.base, 1, std::max<std::int64_t>(pairs - 1, 1), pairs};
    return {settings.base, 2, width, pairs};
}

// The frequencies as PyTorch computes them in a type T, every intermediate rounded to it:
//
//     div_term = exp(arange(0, d, 2).to(T) * (-log(base) / d))       interleaved and halves
//     div_term = exp(arange(h).to(T) * -(log(base) / max(h - 1, 1)))  tensor2tensor
//
// Positions and exponents are integers, converted to T, as in the PyTorch tutorial's module. (An arange(dtype=T) of
// reduced precision rounds the first of each vector and adds to it: other positions, which depend on the processor.)
// bfloat16, float16: the scalar is rounded, too; a function is computed in float32 and rounded (CPUs of that version
// have no float16 functions). float16 ends at 65504: further positions are infinite and their cells NaN, as they are
// there. halves is the column permutation of interleaved; frameworks differ in how they compute its frequencies.
std::vector<float> divTerm(const FrequencyLaw& law, const NarrowType& type)
{
    auto factor = static_cast<float>(-std::log(law.base) / static_cast<double>(law.denominator));
    type.roundAll({&factor, 1});
    std::vector<float> terms;
    for (std::int64_t i = 0; i < law.pairs; ++i)
        terms.push_back(static_cast<float>(law.numerator * i));
    type.roundAll(terms);
    for (float& term : terms)
        term *= factor;
    type.roundAll(terms);
    frameworkExp(terms.data(), terms.data(), terms.size());
    type.roundAll(terms);
    return terms;
}

// The sinusoidal table of Vaswani et al. 2017, section 3.5. Exact: every cell is the exact value sin(p b^(−2i/d)) or
// cos(p b^(−2i/d)) rounded to float32.
PositionTablePtr sinusoidalTable(WaveLaw law, const FrequencyLaw& frequencies, Precision precision)
{
    const NarrowType type = typeOfPrecision(idOf(precision));
    if (isStepwise(precision))
        return frameworkTable(std::move(law), {divTerm(frequencies, type), type});
    law.type = type;
    return std::make_shared<WaveTable>(std::move(law));
}

Result<PositionModel> makeSinusoidal(const PositionSetup& setup)
{
    const auto settings = setup.own.as<SinusoidalSettings>();
    const Columns columns = columnsOf(setup.width, settings.layout);
    const FrequencyLaw law = lawOf(setup.width, settings, columns.sines);
    WaveLaw waves{.rows = setup.maxLen,
                  .columns = columns,
                  .frequencies = frequenciesOf(law),
                  .angle =
                      [law](std::int64_t position, std::int64_t pair) {
                          return std::to_string(position) + " / " + printReal(law.base) + "^("
                              + std::to_string(law.numerator * pair) + "/" + std::to_string(law.denominator) + ")";
                      },
                  .firstPosition = settings.firstPosition};
    PositionModel model{.waves = Waves{waves.frequencies.radians, settings.precision == Precision::Exact},
                        .firstPosition = settings.firstPosition};
    model.table = sinusoidalTable(std::move(waves), law, settings.precision);
    return model;
}

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

} // namespace

Scheme sinusoidalScheme()
{
    return {
        .id = "sinusoidal",
        .label = WORDS("Sinusoidal"),
        .kind = SchemeKind::Table,
        .formula = WORDS("PE[p, 2i] = sin(p / b^(2i/d)), PE[p, 2i + 1] = cos(p / b^(2i/d))"),
        .source = WORDS("Vaswani et al. 2017, Attention Is All You Need, section 3.5"),
        .own = {
            schemeParameter(real("base", WORDS("Base b"), kLeastBase, kMostBase)
                                .logarithmic()
                                .as(WORDS("ω_i = b^(−2i/d)"))
                                .says(WORDS("Ratio of the slowest to the fastest wavelength, about. A "
"larger base makes slow pairs slower.")),
                            &SinusoidalSettings::base),
            schemeParameter(
                choice("layout", WORDS("Layout"), enumChoices<SinusoidalLayout>)
                    .says(WORDS("Order of sines and cosines. The layout tensor2tensor also has its own frequencies.")),
                &SinusoidalSettings::layout),
            schemeParameter(integer("first-position", WORDS("First position"), 0, 2147483647)
                                .logarithmic()
                                .inUnit(WORDS("positions"))
                                .says(WORDS("Position of the first token.")),
                            &SinusoidalSettings::firstPosition),
            schemeParameter(
                choice("precision", WORDS("Precision"), enumChoices<Precision>)
                    .says(WORDS(
                        "Arithmetic of PE: correctly rounded (exact), as a framework "
"computes it in a type, or exact and rounded at the end.")),
                &SinusoidalSettings::precision),
        },
        .check = checkSinusoidal,
        .make = makeSinusoidal,
        .notebook = sinusoidalNotebook,
    };
}

} // namespace phasor
