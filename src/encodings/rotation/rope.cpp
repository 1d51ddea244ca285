// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary position embedding, with the scalings that extend trained models to longer inputs.
#include "encodings/rotation/law.h"

namespace phasor {

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
