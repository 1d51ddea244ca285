// SPDX-License-Identifier: GPL-3.0-or-later
// No encoding: only the causal mask distinguishes positions.
#include "encodings/schemes.h"

namespace phasor {

Scheme nopeScheme()
{
    return {.id = "nope",
            .label = WORDS("None (NoPE)"),
            .kind = SchemeKind::None,
            .formula = WORDS("no position is added: a query sees only its own key and earlier keys"),
            .source = WORDS("Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization"),
            .make = [](const PositionSetup&) { return Result(PositionModel{}); },
            .notebook =
                [](NotebookLibrary, const PositionSetup&) {
                    return SchemeCode{};
                }};
}

} // namespace phasor
