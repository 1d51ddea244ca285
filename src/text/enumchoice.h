// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"

#include <optional>
#include <type_traits>

// Enumerations that a user chooses from by words, and members of plain structs as parameter values.
namespace phasor {

// One enumerator with its word, its label and what it means. Each such enumeration E has a function
//     std::span<const EnumChoice<E>> choicesOf(E);      // in the order of a menu; the argument only says which
// in its own header.
template <typename E> struct EnumChoice
{
    E value;
    ParameterChoice words;
};

template <typename E>
requires std::is_enum_v<E> std::string_view idOf(E value)
{
    for (const EnumChoice<E>& choice : choicesOf(value)) {
        if (choice.value == value)
            return choice.words.id;
    }
    return {};
}

template <typename E>
requires std::is_enum_v<E> std::optional<E> fromId(std::string_view id)
{
    for (const EnumChoice<E>& choice : choicesOf(E{})) {
        if (choice.words.id == id)
            return choice.value;
    }
    return std::nullopt;
}

// The list that a ValueSpec of such a parameter takes: choice("layout", WORDS("Layout"), enumChoices<Layout>).
template <typename E> std::vector<ParameterChoice> enumChoices()
{
    std::vector<ParameterChoice> list;
    for (const EnumChoice<E>& choice : choicesOf(E{}))
        list.push_back(choice.words);
    return list;
}

// The list of a bool.
inline std::vector<ParameterChoice> onOffChoices()
{
    return {{"on", WORDS("on"), {}}, {"off", WORDS("off"), {}}};
}

// A member of a parameter group as a value: enumerators and bool by their words, an empty optional as std::monostate.
template <typename T> ParameterValue toValue(const T& member)
{
    if constexpr (std::is_enum_v<T>)
        return std::string(idOf(member));
    else if constexpr (std::is_same_v<T, bool>)
        return std::string(member ? "on" : "off");
    else if constexpr (std::is_integral_v<T>)
        return static_cast<std::int64_t>(member);
    else
        return member;
}
// A list, with commas.
inline ParameterValue toValue(const std::vector<std::string>& member)
{
    std::string list;
    for (const std::string& part : member)
        (list += list.empty() ? "" : ",") += part;
    return list;
}
template <typename T> ParameterValue toValue(const std::optional<T>& member)
{
    return member ? toValue(*member) : ParameterValue(std::monostate{});
}
template <typename E> ParameterValue toValue(const std::variant<E, double>& member)
{
    return std::visit([](const auto& value) { return toValue(value); }, member);
}

// Sets a member from a value that its spec's checkValue() has let pass.
template <typename T> void fromValue(T& member, const ParameterValue& value)
{
    if constexpr (std::is_enum_v<T>)
        member = fromId<T>(std::get<std::string>(value)).value();
    else if constexpr (std::is_same_v<T, bool>)
        member = std::get<std::string>(value) == "on";
    else if constexpr (std::is_integral_v<T>)
        member = static_cast<T>(std::get<std::int64_t>(value));
    else
        member = std::get<T>(value);
}
inline void fromValue(std::vector<std::string>& member, const ParameterValue& value)
{
    member = partsOf(std::get<std::string>(value));
}
template <typename T> void fromValue(std::optional<T>& member, const ParameterValue& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return member.reset();
    fromValue(member.emplace(), value);
}
template <typename E> void fromValue(std::variant<E, double>& member, const ParameterValue& value)
{
    if (const double* number = std::get_if<double>(&value))
        member = *number;
    else
        fromValue(member.template emplace<0>(), value);
}

} // namespace phasor
