// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/idleparameters.h"

#include <algorithm>
#include <iterator>

namespace phasor {

namespace {

bool drops(const Parameters& p)
{
    return dropProbabilityOf(p.dropout) > 0;
}

bool drawsEmbedding(const Parameters& p)
{
    return !p.embedding.source.starts_with("file:");
}

bool hasText(const Parameters& p)
{
    return p.sentence.text.has_value();
}

bool projectsAtRandom(const Parameters& p)
{
    return p.attention.projection == Projection::Random;
}

// Beside ParameterSpec::matters, which also hides the control of the window: these keep theirs, so that switching to
// eval and back moves nothing under the hand.
constexpr struct
{
    std::string_view parameter;
    bool (*matters)(const Parameters&);
} kSometimes[] = {
    {"tokenizer", hasText},
    {"embedding-std", drawsEmbedding},
    {"init-after-default", drawsEmbedding},
    {"padding-row", drawsEmbedding},
    {"position-dims", concatenates},
    {"dropout-scale", drops},
    {"protect", drops},
    {"dropout-seed", drops},
    {"draws-before-mask", drops},
    {"projection-seed", projectsAtRandom},
};

} // namespace

bool changesAnything(const ParameterSpec& spec, const Parameters& parameters)
{
    const auto* const row = std::find_if(std::begin(kSometimes), std::end(kSometimes),
                                         [&](const auto& sometimes) { return sometimes.parameter == spec.id; });
    return (spec.matters == nullptr || spec.matters(parameters))
        && (row == std::end(kSometimes) || row->matters(parameters));
}

} // namespace phasor
