// SPDX-License-Identifier: GPL-3.0-or-later
// xPos: RoPE whose queries grow with the position and whose keys shrink, so that scores decrease with the distance.
#include "encodings/rotation/settings.h"

namespace phasor {

// ζ_i = (2i + 0.4 w) / 1.4 w
static std::vector<double> growthOf(std::int64_t width)
{
    std::vector<double> growth;
    for (std::int64_t i = 0; i < width; i += 2)
        growth.push_back((static_cast<double>(i) + 0.4 * static_cast<double>(width))
                         / (1.4 * static_cast<double>(width)));
    return growth;
}

static Result<PositionModel> makeXpos(const PositionSetup& setup)
{
    const auto settings = setup.own.as<XposSettings>();
    TRY(PositionModel model, makeRotation(setup, settings));
    if (const PositionRotation* plain = model.turns()) {
        PositionRotation growing = *plain;
        growing.growth = growthOf(growing.width());
        growing.growthSpan = settings.scaleBase;
        model.rotation = std::make_shared<const PositionRotation>(std::move(growing));
    }
    return model;
}

Scheme xposScheme()
{
    return {.id = "xpos",
            .label = WORDS("xPos"),
            .kind = SchemeKind::Rotation,
            .formula
            = WORDS("RoPE; q · ζ_i^m, k · ζ_i^−m, ζ_i = (2i + 0.4w) / 1.4w, m = (p + ⌊−n/2⌋) / 512 of n tokens"),
            .source = WORDS("Sun et al. 2022, A Length-Extrapolatable Transformer, section 2; torchscale's code"),
            .own = xposParameters(),
            .check = [](const PositionSetup& setup) { return checkRope(setup.own.as<XposSettings>()); },
            .make = makeXpos,
            .notebook = xposNotebook};
}

} // namespace phasor
