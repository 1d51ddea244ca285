// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/parameterhelp.h"

#include "text/numbers.h"

namespace phasor {

namespace {

std::string choicesOf(const ValueSpec& spec)
{
    std::string list;
    for (const ParameterChoice& choice : spec.choices())
        (list += list.empty() ? "" : ", ") += choice.id;
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
    switch (spec.kind) {
    case ParameterKind::Integer:
    case ParameterKind::Seed:
        return "N";
    case ParameterKind::Real:
        return "X";
    case ParameterKind::Choice:
    case ParameterKind::ChoiceOrFile:
        return "ID";
    case ParameterKind::ChoiceOrNumber:
        return "ID|X";
    case ParameterKind::Text:
        break;
    }
    return "TEXT";
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
    std::string schemes;
    for (const ParameterSpec* owner : ownersOf(spec.id))
        (schemes += schemes.empty() ? " [" : ", ") += owner->scheme;
    return schemes.empty() ? help : help + schemes + "]";
}

} // namespace phasor
