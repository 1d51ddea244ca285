// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/parameterhelp.h"

#include "text/numbers.h"

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

// More conditions than ParameterSpec::matters. These keep the window's controls visible, so that nothing moves while
// the user switches to eval and back.
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

namespace {

std::string choicesOf(const ValueSpec& spec)
{
    std::string list = listed(spec.choices(), &ParameterChoice::id);
    if (spec.kind == ParameterKind::ChoiceOrNumber)
        list += ", or a number";
    if (spec.kind == ParameterKind::ChoiceOrFile && !spec.filePrefix.empty())
        list += ", " + std::string(spec.filePrefix) + "PATH[#TENSOR]";
    return " (" + list + ")";
}

} // namespace

const char* placeholderOf(const ValueSpec& spec)
{
    if (!spec.placeholder.empty())
        return spec.placeholder.data();
    if (spec.list)
        return "LIST";
    constexpr const char* kByKind[] = {"N", "X", "N", "ID", "ID|X", "ID", "TEXT"}; // by ParameterKind
    return kByKind[static_cast<int>(spec.kind)];
}

std::vector<const ParameterSpec*> ownersOf(std::string_view id)
{
    std::vector<const ParameterSpec*> owners;
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (spec.id == id && !spec.scheme.empty())
            owners.push_back(&spec);
    }
    return owners;
}

std::string helpOf(const ValueSpec& spec, const ParameterValue& standard)
{
    std::string help = english(spec.help);
    if (spec.choices != nullptr)
        help += choicesOf(spec);
    else if (spec.kind == ParameterKind::Integer)
        help += " " + printReal(spec.minimum) + " … " + printReal(spec.maximum) + ".";
    return help + " Default: " + (spec.optional() ? english(spec.absent) : printValue(standard));
}

std::string helpOf(const ParameterSpec& spec)
{
    const std::string help = helpOf(spec, spec.standard());
    const std::string schemes = listed(ownersOf(spec.id), &ParameterSpec::scheme);
    return schemes.empty() ? help : help + " [" + schemes + "]";
}

} // namespace phasor
