// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian Fourier features: waves with sampled frequencies.
#include "encodings/schemes.h"
#include "encodings/sinusoidal/wavetable.h"
#include "encodings/sinusoidal/widereal.h"
#include "text/pythontext.h"

namespace phasor {

namespace {

struct GaussianSettings
{
    double std = 10; // standard deviation of the frequencies, in turns over max_len
    Seed seed;
    bool operator==(const GaussianSettings&) const = default;
};

Result<PositionModel> makeGaussianFourier(const PositionSetup& setup)
{
    const auto settings = setup.own.as<GaussianSettings>();
    const std::int64_t pairs = setup.width / 2;
    TRY(const auto generator, makeGenerator(setup.generator, settings.seed, setup.grid));
    TRY(const Drawn drawn, generator->normal({pairs, 1}, 0, settings.std));
    const auto values = std::make_shared<Matrix>(Shape{pairs, 1});
    drawn.values->fill({0, 0, pairs, 1}, values->view());
    const WideReal unit = wideTurn() / setup.maxLen; // times b: 2πb / max_len
    const std::string over = "/" + std::to_string(setup.maxLen);
    const auto table = std::make_shared<WaveTable>(
        WaveLaw{.rows = setup.maxLen,
                .columns = {PairLayout::Halves, pairs, pairs, setup.width % 2, true},
                .frequencies = frequenciesOf({values->data(), static_cast<std::size_t>(pairs)}, unit),
                .angle = [values, over](std::int64_t position, std::int64_t pair) {
                    const float b = values->data()[pair];
                    return std::string(std::signbit(b) ? "−" : "") + "2·π·"
                        + printReal(std::fabs(static_cast<double>(b))) + "·" + std::to_string(position) + over;
                }});
    return PositionModel{.table = table, .waves = Waves{.frequencies = table->frequencies(), .exact = true}};
}

SchemeCode gaussianFourierNotebook(NotebookLibrary library, const PositionSetup& setup)
{
    const auto settings = setup.own.as<GaussianSettings>();
    const DrawnArray drawn{.name = "B", .shape = "WIDTH // 2, 1", .scale = "fourier_std"};
    return {.note = drawNote(library, setup.generator),
            .imports = "import math\nfrom decimal import Decimal, getcontext\n",
            .constants = "fourier_std = " + printReal(settings.std) + "\n",
            .body = "# Gaussian Fourier features of x = position / max_len: PE [max_len, WIDTH], cosines first.\n"
                + drawnArrays(library, setup.generator, settings.seed, {&drawn, 1})
                + replaced(bundledPython("gaussian-fourier", "table"), "SINES\n", exactSinesCode("max_len"))};
}

} // namespace

Scheme gaussianfourierScheme()
{
    return {
        .id = "gaussian-fourier",
        .label = WORDS("Fourier, Gaussian"),
        .kind = SchemeKind::Table,
        .formula = WORDS("PE[p] = [cos(2π·B·x), sin(2π·B·x)], x = p / max_len, B from N(0, σ)"),
        .source = WORDS("Tancik et al. 2020, Fourier Features Let Networks Learn High Frequency Functions, section 6.1 "
                        "(its code has the sines first)"),
        .draws = true,
        .own = {
            schemeParameter(real("fourier-std", WORDS("Frequency σ"), 1e-9, 1e9)
                                .logarithmic()
                                .inUnit(WORDS("periods over max_len"))
                                .says(WORDS("Standard deviation of the random frequencies.")),
                            &GaussianSettings::std),
            tableSeed(WORDS("Seed of the random generator before the frequencies are "
"sampled."), &GaussianSettings::seed),
        },
        .make = makeGaussianFourier,
        .notebook = gaussianFourierNotebook,
    };
}

} // namespace phasor
