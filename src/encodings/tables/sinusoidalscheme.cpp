// SPDX-License-Identifier: GPL-3.0-or-later
// The sinusoidal encoding in three layouts, exact or as a framework computes it.
#include "encodings/schemes.h"
#include "encodings/sinusoidal/framework/frameworksinusoidal.h"
#include "encodings/sinusoidal/frequencies.h"
#include "encodings/sinusoidal/notebook.h"
#include "encodings/sinusoidal/settings.h"
#include "encodings/sinusoidal/sinusoidaltable.h"
#include "encodings/sinusoidal/wavecolumns.h"

#include <algorithm>

namespace phasor {

namespace {

// The sinusoidal table of Vaswani et al. 2017, section 3.5, correctly rounded: every cell is the exact value
// sin(p b^(−2i/d)) or cos(p b^(−2i/d)) rounded to float32 (see kernels/sinusoid.h for the bound).
class Sinusoidal : public SinusoidalTable
{
public:
    Sinusoidal(Shape shape, const SinusoidalSettings& settings)
        : SinusoidalTable(shape, settings)
        , m_waves(columns(), takeFixed(), settings.firstPosition)
    {
    }

    void fill(Rect rect, MatrixView<float> out) const override { m_waves.fill(rect, out); }
    const StreamingStores* stores() const override { return &m_waves; }
    const MeansOfBlocks* means() const override { return &m_waves; }

private:
    WaveColumns m_waves;
};

// The exact table, each cell rounded once more: `pe.to(torch.bfloat16)` of a float32 table, as in models that keep
// positions and frequencies in a wide type. Error at any position: at most half a unit of the narrow type.
class RoundedSinusoidal : public Sinusoidal
{
public:
    // settings.precision: Bfloat16Rounded or Float16Rounded.
    RoundedSinusoidal(Shape shape, const SinusoidalSettings& settings)
        : Sinusoidal(shape, settings)
        , m_round(settings.precision == Precision::Float16Rounded ? roundToFloat16 : roundToBfloat16)
    {
    }

    void fill(Rect rect, MatrixView<float> out) const override
    {
        Sinusoidal::fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::transform(out.row(r), out.row(r) + rect.cols, out.row(r), m_round);
    }

    std::optional<CellRounding> rounding(std::int64_t row, std::int64_t column) const override
    {
        float exact = 0;
        Sinusoidal::fill({row, column, 1, 1}, {&exact, 1, 1, 1});
        if (m_round(exact) == exact)
            return std::nullopt;
        const auto position = static_cast<double>(settings().firstPosition + row);
        return CellRounding{exact, typeName(settings().precision), false, position, position};
    }

    const StreamingStores* stores() const override { return nullptr; } // its stores would write cells before rounding
    const MeansOfBlocks* means() const override { return nullptr; } // its means would be of cells before rounding

private:
    float (*m_round)(float);
};

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

std::shared_ptr<const SinusoidalTable> tableOf(Shape shape, const SinusoidalSettings& settings)
{
    if (settings.precision == Precision::Exact)
        return std::make_shared<Sinusoidal>(shape, settings);
    if (isStepwise(settings.precision))
        return frameworkSinusoidal(shape, settings);
    return std::make_shared<RoundedSinusoidal>(shape, settings);
}

Result<PositionModel> makeSinusoidal(const PositionSetup& setup)
{
    const auto settings = setup.own.as<SinusoidalSettings>();
    const auto table = tableOf({setup.maxLen, setup.width}, settings);
    return PositionModel{
        .kind = SchemeKind::Table, .table = table, .waves = table->waves(), .firstPosition = settings.firstPosition};
}

SchemeCode sinusoidalNotebook(NotebookLibrary library, const PositionSetup& setup)
{
    return sinusoidalNotebook(library, setup.width, setup.own.as<SinusoidalSettings>());
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
