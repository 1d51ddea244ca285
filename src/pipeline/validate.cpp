// SPDX-License-Identifier: GPL-3.0-or-later
// What no single value of the parameters shows.
#include "pipeline/generatorsettings.h"
#include "pipeline/parameterspec.h"

#include <string>

namespace phasor {

namespace {

Status checkValues(const Parameters& p)
{
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (Status status = checkValue(spec, spec.value(p)); !status.ok())
            return status;
    }
    return Done{};
}

Status checkLength(const Parameters& p)
{
    if (!p.seqLen || *p.seqLen <= p.maxLen)
        return Done{};
    return usageError("RANGE", "--seq-len",
                      std::to_string(*p.seqLen) + " tokens need as many positions, but max_len is "
                          + std::to_string(p.maxLen),
                      "raise --max-len or lower --seq-len");
}

// A framework counts positions in the table's type: from 65520 on float16 has infinity, whose sine is NaN.
Status checkPositions(const Parameters& p)
{
    constexpr std::int64_t kGreatestFloat16 = 65504;
    const std::int64_t last = p.firstPosition + p.maxLen - 1;
    if (p.precision != "float16" || last <= kGreatestFloat16)
        return Done{};
    return usageError("RANGE", "--precision",
                      "float16 has no number above 65504, but the last position is " + std::to_string(last),
                      "lower --max-len or --first-position, or choose bfloat16");
}

// A seed that the generator refuses, before anything is drawn.
Status checkSeeds(const Parameters& p)
{
    if (const auto generator = generatorOf(p, p.seed); !generator.ok())
        return generator.error();
    if (!p.dropoutSeed)
        return Done{};
    if (const auto generator = generatorOf(p, *p.dropoutSeed); !generator.ok()) {
        Error error = generator.error();
        error.where = "--dropout-seed";
        return error;
    }
    return Done{};
}

Status checkConcatenation(const Parameters& p)
{
    if (p.combine != "concat")
        return Done{};
    if (p.dModel < 2)
        return usageError("RANGE", "--combine", "one dimension cannot be shared by embedding and encoding",
                          "give --d-model 2 or more, or --combine sum");
    if (p.positionDims && *p.positionDims >= p.dModel)
        return usageError("RANGE", "--position-dims",
                          std::to_string(*p.positionDims)
                              + " dimensions leave none of d_model = " + std::to_string(p.dModel) + " to the embedding",
                          "give 1 … " + std::to_string(p.dModel - 1));
    return Done{};
}

} // namespace

Status validate(const Parameters& parameters)
{
    // The values first: the others rely on them.
    for (const auto check : {checkValues, checkLength, checkPositions, checkSeeds, checkConcatenation}) {
        if (Status status = check(parameters); !status.ok())
            return status;
    }
    return Done{};
}

} // namespace phasor
