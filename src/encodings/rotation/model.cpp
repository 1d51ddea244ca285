// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/model.h"

#include "encodings/rotation/factorlists.h"
#include "encodings/rotation/rotationtable.h"

namespace phasor {

namespace {

Error unevenHeads()
{
    return usageError("RANGE", "--heads", "d_model is no multiple of the heads, so that there is no head to rotate",
                      "give --heads that divide it, or another --d-model");
}

// A factor of 1 is the standard one: most likely it was forgotten.
std::vector<std::string> warningsOf(const RopeSettings& settings)
{
    const RopeScaling scaling = settings.scaling;
    if (scaling == RopeScaling::None || scaling == RopeScaling::LongRope || settings.factor != 1)
        return {};
    return {"--rope-scaling " + std::string(idOf(scaling)) + " changes no frequency with --rope-factor 1"};
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
                         .attentionFactor = attentionFactorOf(settings, setup.maxLen)});
    model.waves = Waves{std::move(waves.frequencies), settings.precision == RotationPrecision::Exact};
    return model;
}

} // namespace phasor
