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

Error unevenHeads(std::int64_t width, std::int64_t heads)
{
    std::int64_t fewer = heads;
    while (width % fewer != 0)
        --fewer;
    return usageError(
        "RANGE", "--heads", WORDS("d_model = %1 is no multiple of %2 heads").with(width, heads),
        WORDS("give %1 %2, or a %3 that is one").with(Message::option("--heads"), fewer, Message::option("--d-model")));
}

} // namespace phasor
