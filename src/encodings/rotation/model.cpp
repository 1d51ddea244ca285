// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/model.h"

#include "encodings/rotation/factorlists.h"
#include "encodings/rotation/rotationtable.h"

namespace phasor {

namespace {

Error unevenHeads()
{
    return usageError(
        "RANGE", "--heads", WORDS("d_model is no multiple of the heads, so that there is no head to rotate"),
        WORDS("give %1 that divide it, or another %2").with(Message::option("--heads"), Message::option("--d-model")));
}

// A factor of 1 is the standard one: most likely it was forgotten.
std::vector<Message> warningsOf(const RopeSettings& settings)
{
    const RopeScaling scaling = settings.scaling;
    if (scaling == RopeScaling::None || scaling == RopeScaling::LongRope || settings.factor != 1)
        return {};
    return {WORDS("%1 %2 changes no frequency with %3 1")
                .with(Message::option("--rope-scaling"), idOf(scaling), Message::option("--rope-factor"))};
}

} // namespace

Result<PositionModel> makeRotation(const PositionSetup& setup, const RopeSettings& settings)
{
    PositionModel model{.kind = SchemeKind::Rotation, .warnings = warningsOf(settings)};
    const Result<std::int64_t> width
        = setup.headWidth == 0 ? Result<std::int64_t>(unevenHeads()) : rotaryWidth(settings, setup.headWidth);
    if (!width.ok()) {
        model.rotation = width.error();
        return model;
    }
    RopeLaw law{settings, setup.maxLen, *width};
    if (settings.scaling == RopeScaling::LongRope) {
        TRY(law.factors, readFactorList(settings.factors, setup.maxLen > settings.original, law.pairs()));
    }
    RotationWaves waves = rotationWaves(law);
    model.rotation = std::make_shared<const PositionRotation>(
        PositionRotation{.table = waves.table,
                         .headWidth = setup.headWidth,
                         .layout = settings.layout,
                         .attentionFactor = attentionFactorOf(settings, setup.maxLen),
                         .trainedLength = settings.original,
                         .trainedFrequencies = unscaledFrequencies(law),
                         .factor = settings.factor});
    model.waves = Waves{std::move(waves.frequencies), settings.precision == RotationPrecision::Exact};
    return model;
}

} // namespace phasor
