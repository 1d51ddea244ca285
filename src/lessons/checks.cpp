// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the conditions of a step hold, and what is wrong with its keys and conditions.
#include "lessons/parts_p.h"
#include "lessons/values.h"
#include "pipeline/parameters/parameterspec.h"
#include "views/measures/measure.h"

#include <algorithm>
#include <iterator>

namespace phasor {

static bool compared(Condition::Test test, double left, double right)
{
    const bool inOrderOfTests[]
        = {left<right, left> right, left <= right, left >= right, left == right, left != right, false};
    return inOrderOfTests[static_cast<std::size_t>(test)];
}

static std::optional<double> numberOf(const std::string& name, const LessonValues& values)
{
    if (name != "trained")
        return values.number(name);
    return values.trained != nullptr && values.trained->finished ? 1.0 : 0.0;
}

// The numbers of a group, else the nearest name of a number, or of an option.
static Message remedyFor(std::string_view name, const std::vector<const ParameterSpec*>& options = {})
{
    std::vector<std::string_view> known;
    std::string members;
    for (const Measure* measure : measuresOfStatistics()) {
        known.push_back(measure->key);
        if (measure->group() == ofOneSetup(name))
            (members += members.empty() ? "" : ", ") += measure->key;
    }
    if (!members.empty())
        return WORDS("use one of %1").with(members);
    std::ranges::transform(options, std::back_inserter(known), &ParameterSpec::id);
    return didYouMean(name, known, WORDS("`phasor list measures` has the numbers"));
}

static bool isList(std::string_view key, const LessonValues& values)
{
    return values.numbers != nullptr && values.numbers->lists.contains(measuredKey(key));
}

static Error listFault(std::int64_t line, std::int64_t column, const std::string& key)
{
    return lessonFault(line, column, WORDS("%1 is a list, not a number").with(key),
                       WORDS("show it with --view, or use a single number, such as ratio"));
}

// Of any scheme, or of trainings.
static bool isOption(std::string_view name)
{
    return name == seedsSetting().id || findTrainingParameter(name) != nullptr
        || std::ranges::any_of(parameterSpecs(), [name](const ParameterSpec& spec) { return spec.id == name; });
}

bool holds(const Condition& condition, const LessonValues& now, const LessonValues& begin)
{
    using Test = Condition::Test;
    const std::optional<NamedSetting> setting = settingOf(condition.name, now);
    if (!setting) {
        const std::optional<double> number = numberOf(condition.name, now);
        if (condition.test == Test::Changed)
            return number && number != numberOf(condition.name, begin);
        const Result<double> value = parseReal(condition.value);
        return number && value.ok() && compared(condition.test, *number, *value);
    }
    if (condition.test == Test::Changed) {
        const std::optional<NamedSetting> before = settingOf(condition.name, begin);
        return !before || before->value != setting->value;
    }
    const Result<ParameterValue> value = parseValue(*setting->spec, condition.value);
    if (!value.ok())
        return false;
    const std::optional<double> left = numberOf(setting->value);
    const std::optional<double> right = numberOf(*value);
    if (left && right)
        return compared(condition.test, *left, *right);
    return condition.test == (setting->value == *value ? Test::Equal : Test::Unequal);
}

std::optional<Error> faultOf(const LessonWord& key, const std::vector<LessonValues>& looks)
{
    const auto fault = [&](const Message& what, const Message& remedy) {
        return lessonFault(key.line, key.column, what, remedy);
    };
    std::string_view rest;
    if (isOfTraining(key.text)) {
        if (looks.empty())
            return {};
        const std::shared_ptr<const TrainingData>& trained = looks.back().trained;
        if (trained == nullptr)
            return fault(WORDS("%1: the step trains nothing").with(key.text),
                         WORDS("give its block options of `phasor train`"));
        if (key.text == kTrainSeconds || variantOf(key.text, *trained, rest) != nullptr)
            return {};
        std::string names;
        for (const TrainedVariant& variant : trained->variants)
            (names += names.empty() ? "train." : ", train.") += variant.name;
        return fault(WORDS("%1 is not a result of this training").with(inQuotes(key.text)),
                     WORDS("use one of %1").with(names));
    }
    if (measuredKey(key.text).empty())
        return fault(WORDS("%1 is not a number of `phasor stats`").with(inQuotes(key.text)), remedyFor(key.text));
    if (std::ranges::any_of(looks, [&](const LessonValues& look) { return isList(key.text, look); }))
        return listFault(key.line, key.column, key.text);
    const auto isKnown = [&](const LessonValues& look) {
        return look.number(key.text).has_value();
    };
    if (!looks.empty() && std::ranges::none_of(looks, isKnown))
        return fault(WORDS("%1 has no value in this step").with(key.text),
                     WORDS("use another number, or another setup"));
    return {};
}

std::optional<Error> faultOf(const Condition& condition, const LessonValues& now)
{
    const auto fault = [&](const Message& what, const Message& remedy) {
        return lessonFault(condition.line, 1, what, remedy);
    };
    if (const std::optional<NamedSetting> setting = settingOf(condition.name, now)) {
        if (condition.test == Condition::Test::Changed)
            return {};
        const Result<ParameterValue> value = parseValue(*setting->spec, condition.value);
        if (!value.ok())
            return fault(WORDS("%1: %2").with(condition.name, value.error().what), value.error().remedy);
        const bool ordered = condition.test != Condition::Test::Equal && condition.test != Condition::Test::Unequal;
        if (ordered && !numberOf(*value))
            return fault(WORDS("%1 is not a number").with(inQuotes(condition.value)), WORDS("compare it with = or !="));
        return {};
    }
    if (now.parameters == nullptr && isOption(condition.name))
        return {};
    const bool known = condition.name == "trained" || !measuredKey(condition.name).empty();
    if (!known)
        return fault(WORDS("%1 is neither an option nor a number of `phasor stats`").with(inQuotes(condition.name)),
                     remedyFor(condition.name, specsOf(now.parameters != nullptr ? *now.parameters : Parameters())));
    if (isList(condition.name, now))
        return listFault(condition.line, 1, condition.name);
    if (condition.test != Condition::Test::Changed && !parseReal(condition.value).ok())
        return fault(WORDS("%1 is not a number").with(inQuotes(condition.value)),
                     WORDS("write a number behind the sign"));
    return {};
}

std::vector<Error> faultsOf(const std::vector<Condition>& until, const LessonValues& begin, const LessonValues& after)
{
    std::vector<Error> faults;
    const auto complete = std::make_shared<TrainingData>();
    complete->finished = true;
    LessonValues end = after;
    end.trained = after.training != nullptr ? complete : nullptr;
    for (const Condition& condition : until) {
        if (const std::optional<Error> fault = faultOf(condition, after))
            faults.push_back(*fault);
        else if (condition.name == "trained" && after.training == nullptr)
            faults.push_back(lessonFault(condition.line, 1, WORDS("%1: the step trains nothing").with(condition.name),
                                         WORDS("give its block options of `phasor train`")));
        else if (!holds(condition, end, begin))
            faults.push_back(lessonFault(condition.line, 1,
                                         WORDS("%1: this condition isn't true after `phasor do`").with(condition.name),
                                         WORDS("change it, or the options of that block")));
    }
    const auto holdsAtFirst = [&begin](const Condition& condition) {
        return holds(condition, begin, begin);
    };
    if (faults.empty() && !until.empty() && std::ranges::all_of(until, holdsAtFirst))
        faults.push_back(lessonFault(until.front().line, 1,
                                     WORDS("%1: this is true when the step begins").with(until.front().name),
                                     WORDS("ask for what only `phasor do` makes true")));
    return faults;
}

} // namespace phasor
