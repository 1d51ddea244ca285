// SPDX-License-Identifier: GPL-3.0-or-later
// What no single value of the parameters shows.
#include "encodings/schemes.h"
#include "pipeline/generatorsettings.h"
#include "pipeline/parameterspec.h"
#include "pipeline/placements.h"
#include "pipeline/positionsetup.h"

#include <string>

namespace phasor {

namespace {

Status checkValues(const Parameters& p)
{
    for (const ParameterSpec* spec : specsOf(p))
        TRY_DONE(checkValue(*spec, spec->value(p)));
    return Done{};
}

Status checkLength(const Parameters& p)
{
    if (!p.sentence.seqLen || *p.sentence.seqLen <= p.encoding.maxLen)
        return Done{};
    return usageError("RANGE", "--seq-len",
                      std::to_string(*p.sentence.seqLen) + " tokens need as many positions, but max_len is "
                          + std::to_string(p.encoding.maxLen),
                      "raise --max-len or lower --seq-len");
}

// What the scheme itself finds.
Status checkScheme(const Parameters& p)
{
    const Scheme& scheme = *findScheme(p.encoding.scheme);
    return scheme.check == nullptr ? Status(Done{}) : scheme.check(positionSetupOf(p));
}

// A seed that the generator refuses, before anything is drawn.
Status checkSeeds(const Parameters& p)
{
    if (const auto generator = generatorOf(p.random, p.random.seed); !generator.ok())
        return generator.error();
    if (!p.dropout.seed)
        return Done{};
    if (const auto generator = generatorOf(p.random, *p.dropout.seed); !generator.ok()) {
        Error error = generator.error();
        error.where = "--dropout-seed";
        return error;
    }
    return Done{};
}

Status checkConcatenation(const Parameters& p)
{
    if (!concatenates(p))
        return Done{};
    if (p.encoding.dModel < 2)
        return usageError("RANGE", "--combine", "one dimension cannot be shared by embedding and encoding",
                          "give --d-model 2 or more, or --combine sum");
    if (p.sum.positionDims && *p.sum.positionDims >= p.encoding.dModel)
        return usageError("RANGE", "--position-dims",
                          std::to_string(*p.sum.positionDims) + " dimensions leave none of d_model = "
                              + std::to_string(p.encoding.dModel) + " to the embedding",
                          "give 1 … " + std::to_string(p.encoding.dModel - 1));
    return Done{};
}

// Dropout on the encoding needs one.
Status checkPlacement(const Parameters& p)
{
    const Scheme& scheme = *findScheme(p.encoding.scheme);
    const Placement& placement = placementOf(p.dropout.placement);
    const bool onPosition
        = placement.operand == Placement::Operand::Position || placement.operand == Placement::Operand::Each;
    if (!onPosition || scheme.kind == SchemeKind::Table)
        return Done{};
    return usageError("CONFLICT", "--placement",
                      "dropout cannot act on the encoding: the scheme " + std::string(scheme.id) + " adds none",
                      "give --placement sum or another scheme");
}

Status checkHead(const Parameters& p)
{
    if (p.attention.head < p.attention.heads)
        return Done{};
    return usageError("RANGE", "--head",
                      "there is no head " + std::to_string(p.attention.head) + " of "
                          + std::to_string(p.attention.heads),
                      "give 0 … " + std::to_string(p.attention.heads - 1) + " or more --heads");
}

} // namespace

Status validate(const Parameters& parameters)
{
    // The values first: the others rely on them.
    for (const auto check :
         {checkValues, checkLength, checkScheme, checkSeeds, checkConcatenation, checkPlacement, checkHead})
        TRY_DONE(check(parameters));
    return Done{};
}

} // namespace phasor
