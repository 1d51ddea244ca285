// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/numbers.h"
#include "text/words.h"

namespace phasor {

// Value of any parameter; std::monostate means "not given, the program chooses".
using ParameterValue = std::variant<std::monostate, std::int64_t, double, Seed, std::string>;

enum class ParameterKind { Integer, Real, Seed, Choice, ChoiceOrNumber, ChoiceOrFile, Text };

// Scale of the parameter's control.
enum class ParameterScale { Linear, Logarithmic, PowersOfTwo };

struct ParameterChoice
{
    std::string_view id;
    SourceText label;
    SourceText explanation;
};

// Description of one parameter's values, wherever it is stored. JSON keys, options, controls, messages and
// documentation derive from it. Made by the functions below and refined in a chain:
//     real("base", WORDS("Base b"), 1e-300, 1e300).logarithmic().says(WORDS("Base of the series of frequencies."))
struct ValueSpec
{
    std::string_view id; // option without dashes: "d-model"
    SourceText label; // on the control: "d_model"
    ParameterKind kind = ParameterKind::Integer;
    double minimum = 0; // numbers only
    double maximum = 0;
    ParameterScale scale = ParameterScale::Linear;
    SourceText unit = {};
    SourceText help = {}; // one sentence
    SourceText formula = {};
    SourceText absent = {}; // optional parameters: what happens without it, "number of tokens"; else empty
    std::vector<ParameterChoice> (*choices)() = nullptr;
    Status (*check)(const ValueSpec& spec, const std::string& text) = nullptr; // for a Text with its own syntax
    std::string_view filePrefix = {}; // ChoiceOrFile: "file:"; empty: a choice followed by the file, "wordpiece:FILE"
    bool alone = false; // a choice of on and off: the option has no value and means "on"
    bool list = false; // any number of the choices, with commas: "alibi,t5"
    bool basic = false; // its control is always shown; the others of its group are folded
    SourceText tip = {}; // on a control next to its effect; empty: `help`
    std::string_view offers = {}; // numbers for a menu, with commas: "1,2,5"; any other is valid, too
    std::string_view placeholder = {}; // placeholder of the value in the help; empty: by the kind
    // Names in sessions from before it was a Setting. Empty: key() of the id; "off" and "on".
    std::string_view kept = {}, keptOff = {}, keptOn = {};

    bool optional() const { return !absent.empty(); }
    std::string option() const; // "--d-model"
    std::string key() const; // "d_model", in JSON; what it is kept as, if that is another

    ValueSpec logarithmic() const { return with(&ValueSpec::scale, ParameterScale::Logarithmic); }
    ValueSpec powersOfTwo() const { return with(&ValueSpec::scale, ParameterScale::PowersOfTwo); }
    ValueSpec inUnit(SourceText text) const { return with(&ValueSpec::unit, text); }
    ValueSpec orElse(SourceText text) const { return with(&ValueSpec::absent, text); }
    ValueSpec says(SourceText text) const { return with(&ValueSpec::help, text); }
    ValueSpec as(SourceText text) const { return with(&ValueSpec::formula, text); }
    ValueSpec checkedBy(Status (*function)(const ValueSpec&, const std::string&)) const
    {
        return with(&ValueSpec::check, function);
    }
    ValueSpec offering(std::string_view numbers) const { return with(&ValueSpec::offers, numbers); }
    ValueSpec asBasic() const { return with(&ValueSpec::basic, true); }
    ValueSpec several() const { return with(&ValueSpec::list, true); }
    ValueSpec beside(SourceText text) const { return with(&ValueSpec::tip, text); }
    ValueSpec given(std::string_view word) const { return with(&ValueSpec::placeholder, word); }
    ValueSpec keptAs(std::string_view key, std::string_view off = {}, std::string_view on = {}) const
    {
        return with(&ValueSpec::kept, key).with(&ValueSpec::keptOff, off).with(&ValueSpec::keptOn, on);
    }

private:
    template <typename T> ValueSpec with(T ValueSpec::*member, T value) const
    {
        ValueSpec changed = *this;
        changed.*member = value;
        return changed;
    }
};

using ChoiceList = std::vector<ParameterChoice> (*)();

ValueSpec integer(std::string_view id, SourceText label, std::int64_t low, std::int64_t high);
ValueSpec real(std::string_view id, SourceText label, double low, double high);
ValueSpec seed(std::string_view id, SourceText label);
ValueSpec text(std::string_view id, SourceText label);
ValueSpec choice(std::string_view id, SourceText label, ChoiceList list);
ValueSpec flag(std::string_view id, SourceText label); // on or off; off without the option
ValueSpec choiceOrNumber(std::string_view id, SourceText label, ChoiceList list, double low, double high);
ValueSpec choiceOrFile(std::string_view id, SourceText label, ChoiceList list, std::string_view prefix);

// The text of a command line or of a field, strictly read, range checked.
Result<ParameterValue> parseValue(const ValueSpec& spec, std::string_view text);
// The shortest text that parseValue reads back to the same value.
std::string printValue(const ParameterValue& value);
// The number of a value; nothing for a seed, a word or a text.
std::optional<double> numberOf(const ParameterValue& value);
// Words of a list separated by commas; none for an empty text.
std::vector<std::string> partsOf(std::string_view list);
// Type, range and choice of one value.
Status checkValue(const ValueSpec& spec, const ParameterValue& value);

// Enumerations that a user chooses from by words, and members of plain structs as parameter values.

// An enumerator's word, label and explanation. Each such enumeration E has a list in its header, in menu order:
//     template <> inline constexpr EnumChoice<E> kChoices<E>[] = {{E::First, {"first", WORDS("First"), {}}}, …};
template <typename E> struct EnumChoice
{
    E value;
    ParameterChoice words;
};
template <typename E> inline constexpr std::nullptr_t kChoices = nullptr; // without a list choicesOf() does not compile

// The list of E; the argument only selects E.
template <typename E> constexpr std::span<const EnumChoice<E>> choicesOf(E)
{
    return kChoices<E>;
}

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

// Choices for a ValueSpec: choice("layout", WORDS("Layout"), enumChoices<Layout>).
template <typename E> std::vector<ParameterChoice> enumChoices()
{
    std::vector<ParameterChoice> list;
    for (const EnumChoice<E>& choice : choicesOf(E{}))
        list.push_back(choice.words);
    return list;
}

// Choices for a bool.
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
    return listed(member, std::identity(), ",");
}
template <typename T> ParameterValue toValue(const std::optional<T>& member)
{
    return member ? toValue(*member) : ParameterValue(std::monostate{});
}
template <typename E> ParameterValue toValue(const std::variant<E, double>& member)
{
    return std::visit([](const auto& value) { return toValue(value); }, member);
}

// Sets a member from a value that checkValue() has accepted.
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
