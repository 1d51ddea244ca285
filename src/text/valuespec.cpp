// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/valuespec.h"

#include "text/utf8.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace phasor {

static Message rangeText(const ValueSpec& spec)
{
    if (spec.maximum >= std::numeric_limits<double>::max())
        return spec.minimum > 0 ? WORDS("a finite number above 0") : WORDS("a finite number");
    const SourceText range
        = spec.kind == ParameterKind::Integer ? WORDS("a whole number from %1 to %2") : WORDS("a number from %1 to %2");
    return range.with(printReal(spec.minimum), printReal(spec.maximum));
}

// Description of a valid `text`: "a whole number 1 … 65536", "one of sum, concat".
static Message expectation(const ValueSpec& spec)
{
    std::string list = spec.choices != nullptr ? listed(spec.choices(), &ParameterChoice::id) : std::string();
    switch (spec.kind) {
    case ParameterKind::Integer:
    case ParameterKind::Real:
        return rangeText(spec);
    case ParameterKind::Seed:
        return WORDS("a whole number from −2^63 to 2^64−1");
    case ParameterKind::Choice:
        return WORDS("one of %1").with(list);
    case ParameterKind::ChoiceOrNumber:
        return WORDS("%1 or a number").with(list);
    case ParameterKind::ChoiceOrFile:
        return spec.filePrefix.empty() ? WORDS("one of %1").with(list)
                                       : WORDS("one of %1, or %2PATH").with(list, spec.filePrefix);
    case ParameterKind::Text:
        return WORDS("UTF-8 text");
    }
    return {};
}

static Error refusal(const ValueSpec& spec, std::string code, Message what)
{
    return usageError(std::move(code), spec.option(), std::move(what), WORDS("use %1").with(expectation(spec)));
}

static Status checkChoice(const ValueSpec& spec, const std::string& id)
{
    std::vector<std::string_view> ids;
    std::ranges::transform(spec.choices(), std::back_inserter(ids), &ParameterChoice::id);
    if (std::ranges::find(ids, id) != ids.end())
        return Done{};
    const std::string_view nearest = nearestWord(id, ids);
    return refusal(spec, "ENUM",
                   nearest.empty() ? WORDS("%1 is unknown").with(inQuotes(id))
                                   : WORDS("%1 is unknown, did you mean %2?").with(inQuotes(id), inQuotes(nearest)));
}

static bool isFile(const ValueSpec& spec, const std::string& id)
{
    // A separate prefix ("file:PATH"), or a choice followed by a file ("wordpiece:FILE").
    return spec.kind == ParameterKind::ChoiceOrFile
        && (spec.filePrefix.empty() ? id.find(':') != std::string::npos
                                    : id.starts_with(spec.filePrefix) && id.size() > spec.filePrefix.size());
}

static bool hasType(ParameterKind kind, const ParameterValue& value)
{
    const bool real = std::holds_alternative<double>(value);
    return kind == ParameterKind::Integer ? std::holds_alternative<std::int64_t>(value)
        : kind == ParameterKind::Real     ? real
        : kind == ParameterKind::Seed
        ? std::holds_alternative<Seed>(value)
        : std::holds_alternative<std::string>(value) || (real && kind == ParameterKind::ChoiceOrNumber);
}

ValueSpec integer(std::string_view id, SourceText label, std::int64_t low, std::int64_t high)
{
    return {id, label, ParameterKind::Integer, static_cast<double>(low), static_cast<double>(high)};
}

ValueSpec real(std::string_view id, SourceText label, double low, double high)
{
    return {id, label, ParameterKind::Real, low, high};
}

ValueSpec seed(std::string_view id, SourceText label)
{
    return {id, label, ParameterKind::Seed};
}

ValueSpec text(std::string_view id, SourceText label)
{
    return {id, label, ParameterKind::Text};
}

ValueSpec choice(std::string_view id, SourceText label, ChoiceList list)
{
    return {.id = id, .label = label, .kind = ParameterKind::Choice, .choices = list};
}

ValueSpec flag(std::string_view id, SourceText label)
{
    return {.id = id, .label = label, .kind = ParameterKind::Choice, .choices = onOffChoices, .alone = true};
}

ValueSpec choiceOrNumber(std::string_view id, SourceText label, ChoiceList list, double low, double high)
{
    return {.id = id,
            .label = label,
            .kind = ParameterKind::ChoiceOrNumber,
            .minimum = low,
            .maximum = high,
            .choices = list};
}

ValueSpec choiceOrFile(std::string_view id, SourceText label, ChoiceList list, std::string_view prefix)
{
    return {.id = id, .label = label, .kind = ParameterKind::ChoiceOrFile, .choices = list, .filePrefix = prefix};
}

std::string ValueSpec::option() const
{
    return "--" + std::string(id);
}

std::string ValueSpec::key() const
{
    if (!kept.empty())
        return std::string(kept);
    std::string key(id);
    std::ranges::replace(key, '-', '_');
    return key;
}

Result<ParameterValue> parseValue(const ValueSpec& spec, std::string_view text)
{
    const auto checked = [&](ParameterValue value) -> Result<ParameterValue> {
        TRY_DONE(checkValue(spec, value));
        return value;
    };
    const auto typed = [&](const auto& number) -> Result<ParameterValue> {
        if (number.ok())
            return checked(*number);
        const Error& error = number.error();
        return refusal(spec, error.code, text.empty() ? Message(WORDS("the value is empty")) : error.what);
    };
    if (spec.kind == ParameterKind::Integer)
        return typed(parseInteger(text));
    if (spec.kind == ParameterKind::Real)
        return typed(parseReal(text));
    if (spec.kind == ParameterKind::Seed)
        return typed(parseSeed(text));
    if (spec.kind == ParameterKind::ChoiceOrNumber) {
        if (const Result<double> number = parseReal(text); number.ok())
            return checked(*number);
    }
    return checked(std::string(text));
}

std::optional<double> numberOf(const ParameterValue& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value);
    return real != nullptr ? std::optional(*real) : std::nullopt;
}

std::vector<std::string> partsOf(std::string_view list)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; !list.empty() && begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        parts.emplace_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::string printValue(const ParameterValue& value)
{
    struct Printer
    {
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return printReal(number); }
        std::string operator()(const Seed& number) const { return printSeed(number); }
        std::string operator()(const std::string& string) const { return string; }
    };
    return std::visit(Printer{}, value);
}

Status checkValue(const ValueSpec& spec, const ParameterValue& value)
{
    if (std::holds_alternative<std::monostate>(value))
        return spec.optional() ? Status(Done{}) : refusal(spec, "TYPE", WORDS("the value is missing"));
    if (!hasType(spec.kind, value))
        return refusal(spec, "TYPE", WORDS("the value has another type"));
    if (const std::optional<double> number = numberOf(value)) {
        if (!(*number >= spec.minimum && *number <= spec.maximum) || std::signbit(*number) != (*number < 0))
            return refusal(spec, "RANGE", WORDS("%1 is out of range").with(printValue(value)));
        return Done{};
    }
    const auto* const string = std::get_if<std::string>(&value);
    if (string == nullptr || isFile(spec, *string))
        return Done{};
    if (spec.kind == ParameterKind::Text) {
        if (const auto bad = firstInvalidUtf8(*string)) {
            Error error = refusal(spec, "UTF8", WORDS("the text is not UTF-8"));
            error.offset = static_cast<std::int64_t>(*bad);
            return error;
        }
        return spec.check != nullptr ? spec.check(spec, *string) : Status(Done{});
    }
    for (const std::string& choice : spec.list ? partsOf(*string) : std::vector{*string})
        TRY_DONE(checkChoice(spec, choice));
    return Done{};
}

} // namespace phasor
