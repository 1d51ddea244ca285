// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/parameterhelp.h"

#include "text/numbers.h"

namespace phasor {

namespace {

std::string choicesOf(const ValueSpec& spec)
{
    std::string list = listed(spec.choices(), &ParameterChoice::id);
    if (spec.kind == ParameterKind::ChoiceOrNumber)
        list += ", or a number";
    if (spec.kind == ParameterKind::ChoiceOrFile && !spec.filePrefix.empty())
        list += ", " + std::string(spec.filePrefix) + "PATH";
    return " (" + list + ")";
}

} // namespace

const char* placeholderOf(const ValueSpec& spec)
{
    if (!spec.placeholder.empty())
        return spec.placeholder.data();
    if (spec.list)
        return "LIST";
    constexpr const char* kByKind[] = {"N", "X", "N", "ID", "ID|X", "ID", "TEXT"}; // of ParameterKind
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
