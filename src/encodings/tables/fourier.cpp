// SPDX-License-Identifier: GPL-3.0-or-later
// NeRF's encoding of a number, here the position as a share of max_len: sines and cosines of octaves.
#include "encodings/schemes.h"
#include "encodings/sinusoidal/wavetable.h"
#include "encodings/sinusoidal/widereal.h"
#include "encodings/tables/joinedtable.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

struct FourierSettings
{
    std::int64_t octaves = 10;
    bool pi = false; // whether angles are times π, as in the paper (not in its code)
    bool includeInput = true;

    std::int64_t inputs() const { return includeInput ? 1 : 0; }
    std::int64_t columns() const { return inputs() + 2 * octaves; } // further ones are 0
    bool operator==(const FourierSettings&) const = default;
};

Status checkFourier(const PositionSetup& setup)
{
    const auto settings = setup.own.as<FourierSettings>();
    if (settings.columns() <= setup.width)
        return Done{};
    return usageError(
        "RANGE", "--octaves",
        WORDS("%1 octaves need %2 dimensions, but PE has %3").with(settings.octaves, settings.columns(), setup.width),
        WORDS("use fewer %1, or a %2 of %3 or more")
            .with(Message::option("--octaves"), Message::option("--d-model"), settings.columns()));
}

WaveLaw octaveWaves(const PositionSetup& setup, const FourierSettings& settings, const std::string& over)
{
    std::vector<WideReal> omegas; // 2^k / max_len, or π times it
    const WideReal unit = (settings.pi ? wideTurn() / 2 : WideReal(1)) / setup.maxLen;
    for (std::int64_t k = 0; k < settings.octaves; ++k)
        omegas.push_back(ldexp(unit, static_cast<int>(k)));
    return {.rows = setup.maxLen,
            .columns = {.order = PairLayout::Interleaved, .sines = settings.octaves, .cosines = settings.octaves},
            .frequencies = frequenciesOf(omegas),
            .angle =
                [over, pi = settings.pi](std::int64_t position, std::int64_t k) {
                    return "2^" + std::to_string(k) + (pi ? "·π·" : "·") + std::to_string(position) + over;
                },
            .clean = settings.pi};
}

Result<PositionModel> makeFourier(const PositionSetup& setup)
{
    const auto settings = setup.own.as<FourierSettings>();
    const std::string over = "/" + std::to_string(setup.maxLen);
    const auto waves = std::make_shared<WaveTable>(octaveWaves(setup, settings, over));
    const PositionTablePtr input
        = linearTable({setup.maxLen, settings.inputs()},
                      {.a = 1, .c = static_cast<double>(setup.maxLen), .text = [over](std::int64_t position) {
                           return std::to_string(position) + over;
                       }});
    const PositionTablePtr zeros
        = linearTable({setup.maxLen, setup.width - settings.columns()}, {.text = [](std::int64_t) {
                          return std::string("0");
                      }});
    return PositionModel{.table = joinedTable({{input}, {waves, settings.octaves}, {zeros}}),
                         .waves = Waves{.frequencies = waves->frequencies(),
                                        .exact = !settings.includeInput,
                                        .alone = setup.width == 2 * settings.octaves && !settings.includeInput}};
}

SchemeCode fourierNotebook(NotebookLibrary, const PositionSetup& setup)
{
    const auto settings = setup.own.as<FourierSettings>();
    std::string code = replaced(bundledPython("fourier", "table"), "SINES\n", exactSinesCode("max_len"));
    code = replaced(std::move(code), "UNIT", settings.pi ? "2" : "two_pi");
    code = replaced(std::move(code), "INPUTS", std::to_string(settings.inputs()));
    code = replaced(std::move(code), "COLUMNS", std::to_string(settings.columns()));
    return {.imports = "import math\nfrom decimal import Decimal, getcontext\n",
            .constants = "octaves = " + std::to_string(settings.octaves) + "\n",
            .body = std::move(code)};
}

} // namespace

Scheme fourierScheme()
{
    return {
        .id = "fourier",
        .label = WORDS("Fourier, NeRF"),
        .kind = SchemeKind::Table,
        .formula = WORDS("PE[p] = [x, sin(2^k·x), cos(2^k·x)], x = p / max_len, k = 0 … octaves − 1, then zeros"),
        .source = WORDS("Mildenhall et al. 2020, NeRF: Representing Scenes as Neural Radiance Fields, equation 4"),
        .own = {
            schemeParameter(integer("octaves", WORDS("Octaves"), 1, 32)
                                .says(WORDS("Number of frequencies 1, 2, 4 … 2^(octaves − 1). Each has a "
"sine and a cosine.")),
                            &FourierSettings::octaves),
            schemeParameter(choice("fourier-pi", WORDS("Factor π"), onOffChoices)
                                .says(WORDS("Whether angles are 2^k·π·x, as in the paper, or 2^k·x, as in its code.")),
                            &FourierSettings::pi),
            schemeParameter(choice("include-input", WORDS("Include x"), onOffChoices)
                                .says(WORDS("Whether dimension 0 is x = position / max_len itself.")),
                            &FourierSettings::includeInput),
        },
        .check = checkFourier,
        .make = makeFourier,
        .notebook = fourierNotebook,
    };
}

} // namespace phasor
