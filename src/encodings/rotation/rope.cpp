// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary position embedding, with the scalings that extend trained models to longer inputs.
#include "encodings/rotation/settings.h"
#include "encodings/sinusoidal/framework/frameworksinusoidal.h"
#include "text/numbers.h"

namespace phasor {

// The cosines and sines: exact, every cell correctly rounded, the attention factor included; or as transformers
// computes it with PyTorch:
//
//     freqs = torch.outer(torch.arange(max_len).float(), inv_freq)
//     freqs.cos() * attention_scaling, freqs.sin() * attention_scaling     rounded to the narrow type, if there is one
static PositionTablePtr rotationTable(const RopeLaw& law, Frequencies frequencies)
{
    const RopeSettings& settings = law.settings;
    // "37 / 10000^(12/128)", or with the frequency itself if a scaling made it.
    const auto angle
        = [s = settings, width = law.width, radians = frequencies.radians](std::int64_t position, std::int64_t pair) {
              const std::string power
                  = " / " + printReal(s.base) + "^(" + std::to_string(2 * pair) + "/" + std::to_string(width) + ")";
              if (s.scaling == RopeScaling::None)
                  return std::to_string(position) + power;
              if (s.scaling == RopeScaling::Linear)
                  return std::to_string(position) + " / " + printReal(s.factor) + power;
              return std::to_string(position) + " · " + printReal(radians[static_cast<std::size_t>(pair)]);
          };
    WaveLaw waves{.rows = law.maxLen,
                  .columns
                  = {.order = settings.layout, .sines = law.pairs(), .cosines = law.pairs(), .cosineFirst = true},
                  .frequencies = std::move(frequencies),
                  .angle = angle,
                  .amplitude = attentionFactorOf(settings, law.maxLen)};
    if (settings.precision == RotationPrecision::Exact)
        return std::make_shared<WaveTable>(std::move(waves));
    return frameworkTable(std::move(waves),
                          {frameworkFrequencies(law), typeOfPrecision(idOf(settings.precision)), false});
}

// Warns of a factor of 1, the default, as it was probably forgotten.
static std::vector<Message> warningsOf(const RopeSettings& settings)
{
    const RopeScaling scaling = settings.scaling;
    if (scaling == RopeScaling::None || scaling == RopeScaling::LongRope || settings.factor != 1)
        return {};
    return {WORDS("%1 %2 has no effect because %3 is 1")
                .with(Message::option("--rope-scaling"), idOf(scaling), Message::option("--rope-factor"))};
}

Result<PositionModel> makeRotation(const PositionSetup& setup, const RopeSettings& settings)
{
    PositionModel model{.warnings = warningsOf(settings)};
    const Result<std::int64_t> width = rotaryWidth(settings, setup.headWidth);
    if (!width.ok()) {
        model.rotation = width.error();
        return model;
    }
    RopeLaw law{settings, setup.maxLen, *width};
    if (settings.scaling == RopeScaling::LongRope) {
        TRY(law.factors, readFactorList(settings.factors, setup.maxLen > settings.original, law.pairs()));
    }
    Frequencies unscaled = frequenciesOf(FrequencyLaw{settings.base, 2, law.width, law.pairs()});
    std::vector<double> trained = unscaled.radians;
    Frequencies frequencies = settings.scaling == RopeScaling::None ? std::move(unscaled) : exactFrequencies(law);
    model.waves = Waves{frequencies.radians, settings.precision == RotationPrecision::Exact};
    model.rotation = std::make_shared<const PositionRotation>(
        PositionRotation{.table = rotationTable(law, std::move(frequencies)),
                         .headWidth = setup.headWidth,
                         .layout = settings.layout,
                         .attentionFactor = attentionFactorOf(settings, setup.maxLen),
                         .trainedLength = settings.original,
                         .trainedFrequencies = std::move(trained),
                         .factor = settings.factor});
    return model;
}

Scheme ropeScheme()
{
    return {.id = "rope",
            .label = WORDS("RoPE"),
            .kind = SchemeKind::Rotation,
            .formula = WORDS("pair i of q and k at position p is rotated by the angle p · ω_i, ω_i = b^(−2i/w)"),
            .source
            = WORDS("Su et al. 2021, RoFormer, section 3.2; scalings as in transformers, modeling_rope_utils.py"),
            .own = ropeParameters(),
            .check = [](const PositionSetup& setup) { return checkRope(setup.own.as<RopeSettings>()); },
            .make = [](const PositionSetup& setup) { return makeRotation(setup, setup.own.as<RopeSettings>()); },
            .notebook =
                [](NotebookLibrary library, const PositionSetup& setup) {
                    return ropeNotebook(library, setup, setup.own.as<RopeSettings>());
                }};
}

} // namespace phasor
