// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/positionsetup.h"

#include "pipeline/parameters/generatorsettings.h"

namespace phasor {

PositionSetup positionSetupOf(const Parameters& parameters)
{
    const Scheme& scheme = *findScheme(parameters.encoding.scheme);
    PositionSetup setup{
        .maxLen = parameters.encoding.maxLen, .width = widthsOf(parameters).position, .own = parameters.encoding.own};
    if (scheme.kind == SchemeKind::Bias)
        setup.heads = parameters.attention.heads;
    if (scheme.kind == SchemeKind::Rotation) {
        const std::int64_t heads = parameters.attention.heads;
        setup.headWidth = parameters.encoding.dModel % heads == 0 ? parameters.encoding.dModel / heads : 0;
    }
    if (scheme.draws) {
        setup.generator = parameters.random.generator;
        setup.grid = gridOf(parameters.random);
    }
    return setup;
}

} // namespace phasor
