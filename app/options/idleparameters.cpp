// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/idleparameters.h"

#include <algorithm>

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

// Beside ParameterSpec::matters, which also hides the control of the window: these keep theirs, so that switching to
// eval and back moves nothing under the hand.
constexpr struct
{
    std::string_view parameter;
    bool (*matters)(const Parameters&);
} kSometimes[] = {
    {"tokenizer",
     [](const Parameters& p) {
         return p.sentence.text.has_value();
     }},
    {"embedding-std", drawsEmbedding},
    {"init-after-default", drawsEmbedding},
    {"padding-row", drawsEmbedding},
    {"position-dims", concatenates},
    {"dropout-scale", drops},
    {"protect", drops},
    {"dropout-seed", drops},
    {"draws-before-mask", drops},
    {"projection-seed",
     [](const Parameters& p) {
         return p.attention.projection == Projection::Random;
     }},
};

} // namespace

bool changesAnything(const ParameterSpec& spec, const Parameters& parameters)
{
    const auto matters = [&](const auto& row) {
        return row.parameter != spec.id || row.matters(parameters);
    };
    return (spec.matters == nullptr || spec.matters(parameters)) && std::ranges::all_of(kSometimes, matters);
}

} // namespace phasor
