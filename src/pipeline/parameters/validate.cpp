// SPDX-License-Identifier: GPL-3.0-or-later
// What no single value of the parameters shows.
#include "encodings/schemes.h"
#include "pipeline/parameters/generatorsettings.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/placements.h"
#include "pipeline/positionsetup.h"

namespace phasor {

namespace {

Status checkValues(const Parameters& p)
{
    for (const ParameterSpec* spec : specsOf(p))
        TRY_DONE(checkValue(*spec, spec->get(p)));
    return Done{};
}

Status checkLength(const Parameters& p)
{
    if (!p.sentence.seqLen || *p.sentence.seqLen <= p.encoding.maxLen)
        return Done{};
    return usageError(
        "RANGE", "--seq-len",
        WORDS("%1 tokens need as many positions, but max_len is %2").with(*p.sentence.seqLen, p.encoding.maxLen),
        WORDS("raise %1 or lower %2").with(Message::option("--max-len"), Message::option("--seq-len")));
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
        error.where = Message::option("--dropout-seed");
        return error;
    }
    return Done{};
}

Status checkConcatenation(const Parameters& p)
{
    if (!concatenates(p))
        return Done{};
    if (p.encoding.dModel < 2)
        return usageError(
            "RANGE", "--combine", WORDS("one dimension cannot be shared by embedding and encoding"),
            WORDS("give %1 2 or more, or %2 sum").with(Message::option("--d-model"), Message::option("--combine")));
    if (p.sum.positionDims && *p.sum.positionDims >= p.encoding.dModel)
        return usageError("RANGE", "--position-dims",
                          WORDS("%1 dimensions leave none of d_model = %2 to the embedding")
                              .with(*p.sum.positionDims, p.encoding.dModel),
                          WORDS("give 1 … %1").with(p.encoding.dModel - 1));
    return Done{};
}

// Dropout on the encoding needs one.
Status checkPlacement(const Parameters& p)
{
    const Scheme& scheme = *findScheme(p.encoding.scheme);
    if (!placementOf(p.dropout.placement).onPosition() || scheme.kind == SchemeKind::Table)
        return Done{};
    return usageError("CONFLICT", "--placement",
                      WORDS("dropout cannot act on the encoding: the scheme %1 adds none").with(scheme.id),
                      WORDS("give %1 sum or another scheme").with(Message::option("--placement")));
}

Status checkHead(const Parameters& p)
{
    if (p.attention.head < p.attention.heads)
        return Done{};
    return usageError("RANGE", "--head", WORDS("there is no head %1 of %2").with(p.attention.head, p.attention.heads),
                      WORDS("give 0 … %1 or more %2").with(p.attention.heads - 1, Message::option("--heads")));
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
