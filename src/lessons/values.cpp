// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/values.h"

#include "pipeline/parameters/parameterspec.h"
#include "text/spelling.h"
#include "views/jsonnumbers.h"
#include "views/measures/statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace phasor {

namespace {

constexpr std::string_view kOfB = "b.";
constexpr std::string_view kDifference = "difference.";
constexpr std::string_view kTrain = "train";
constexpr std::string_view kSeconds = "train.seconds";

// The numbers of an object of `stats`, those of a group as "group.member".
void collect(const Json& object, const std::string& prefix, std::map<std::string, double>& numbers,
             std::set<std::string>& lists)
{
    for (const auto& [key, value] : object.items()) {
        if (value.is_object())
            collect(value, prefix + key + ".", numbers, lists);
        else if (value.is_array())
            lists.insert(prefix + key);
        else if (value.is_number())
            numbers[prefix + key] = value.get<double>();
    }
}

std::optional<double> in(const std::map<std::string, double>& numbers, std::string_view key)
{
    const auto found = numbers.find(std::string(key));
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

// Without "b." and "difference.".
std::string_view ofOneSetup(std::string_view key)
{
    for (const std::string_view prefix : {kOfB, kDifference}) {
        if (key.starts_with(prefix))
            key.remove_prefix(prefix.size());
    }
    return key;
}

bool isOfTraining(std::string_view key)
{
    return key == kTrain || key.starts_with("train.");
}

std::optional<double> finite(double value)
{
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> trainedNumber(std::string_view key, const TrainingData& data)
{
    std::string_view rest;
    const TrainedVariant* variant = variantOf(key, data, rest);
    if (variant == nullptr)
        return {};
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLonger.size(); ++i) {
        const std::string times = std::to_string(kLonger[i]);
        if (rest != times && !rest.starts_with(times + "."))
            continue;
        length = i + 1;
        rest.remove_prefix(std::min(rest.size(), times.size() + 1));
        break;
    }
    const Band& band = variant->byLength[length];
    return finite(rest == "low" ? band.low : rest == "high" ? band.high : band.mean);
}

} // namespace

Message measureName(std::string_view key)
{
    for (const Measure* measure : measuresOfStatistics()) {
        if (measure->key == key)
            return measure->symbol.empty() ? Message(measure->meaning)
                                           : Message::verbatim(std::string(measure->symbol));
    }
    return Message::verbatim(std::string(key));
}

std::string measuredKey(std::string_view key)
{
    key = ofOneSetup(key);
    const auto has = [key](const Measure* measure) {
        return measure->key == key;
    };
    return std::ranges::any_of(measuresOfStatistics(), has) ? std::string(key) : std::string();
}

Result<ViewDataPtr> compute(const LessonNumbersRequest& request, SceneReader& scene, Effort effort)
{
    std::vector<std::string> groups; // what `stats` measures together
    for (const std::string& key : request.keys)
        groups.push_back(key.substr(0, key.find('.')));
    auto data = std::make_shared<LessonNumbers>();
    std::vector<Message> warnings;
    for (const Side side : {Side::A, Side::B}) {
        if (groups.empty() || (side == Side::B && !scene.comparing()))
            continue;
        TRY(const Json numbers, statistics({scene, side}, groups, warnings));
        collect(numbers, {}, side == Side::A ? data->a : data->b, data->lists);
    }
    if (request.timed && effort == Effort::Still) {
        TRY(data->seconds, trainingSeconds(*request.timed, scene));
    }
    data->coarse = request.timed && !data->seconds;
    return ViewDataPtr(std::move(data));
}

std::vector<std::string> measuredKeys(const LessonStep& step)
{
    std::set<std::string> keys;
    for (const LessonWord& key : step.keys)
        keys.insert(measuredKey(key.text));
    for (const Condition& condition : step.until)
        keys.insert(measuredKey(condition.name));
    keys.erase(std::string()); // of other kinds
    return {keys.begin(), keys.end()};
}

bool isTimed(const LessonStep& step)
{
    return std::ranges::find(step.keys, kSeconds, &LessonWord::text) != step.keys.end();
}

Result<StepNumbers> numbersOf(const LessonStep& step, const Scene& scene, const TrainingChoice* training, bool complete,
                              PipelineCache& cache, const CancelToken& cancel)
{
    StepNumbers numbers;
    TRY(const Pipelines pipelines, Pipelines::make(scene, cache, cancel));
    SceneReader reader(pipelines, cache, cancel);
    const bool timed = complete && training != nullptr && isTimed(step);
    TRY(const ViewDataPtr measured,
        compute(LessonNumbersRequest{measuredKeys(step), timed ? std::optional(*training) : std::nullopt}, reader,
                Effort::Still));
    numbers.numbers = std::dynamic_pointer_cast<const LessonNumbers>(measured);
    numbers.seconds = numbers.numbers->seconds;
    if (training == nullptr)
        return numbers;
    TrainingRequest request{.choice = *training, .complete = complete};
    request.choice.phase = complete ? TrainingChoice::Phase::Running : TrainingChoice::Phase::Waiting;
    TRY(const ViewDataPtr trained, compute(request, reader, Effort::Still));
    numbers.trained = std::dynamic_pointer_cast<const TrainingData>(trained);
    return numbers;
}

const TrainedVariant* variantOf(std::string_view key, const TrainingData& data, std::string_view& rest)
{
    const std::string_view name = key.substr(std::min(key.size(), kTrain.size() + 1));
    const TrainedVariant* found = nullptr;
    for (const TrainedVariant& variant : data.variants) {
        const bool fits = variant.name.empty() || name == variant.name || name.starts_with(variant.name + ".");
        if (fits && (found == nullptr || variant.name.size() > found->name.size()))
            found = &variant;
    }
    if (found == nullptr)
        return nullptr;
    rest = name.substr(std::min(name.size(), found->name.size() + (found->name.empty() ? 0 : 1)));
    constexpr std::string_view kRests[] = {"", "low", "high", "2", "4", "2.low", "2.high", "4.low", "4.high"};
    return std::ranges::find(kRests, rest) == std::end(kRests) ? nullptr : found;
}

std::optional<double> LessonValues::number(std::string_view key) const
{
    if (key == kSeconds)
        return seconds;
    if (isOfTraining(key))
        return trained != nullptr ? trainedNumber(key, *trained) : std::nullopt;
    if (numbers == nullptr)
        return {};
    if (key.starts_with(kOfB))
        return in(numbers->b, key.substr(kOfB.size()));
    if (!key.starts_with(kDifference))
        return in(numbers->a, key);
    const std::optional<double> a = in(numbers->a, key.substr(kDifference.size()));
    const std::optional<double> b = in(numbers->b, key.substr(kDifference.size()));
    return a && b ? std::optional(*a - *b) : std::nullopt;
}

std::optional<NamedSetting> settingOf(std::string_view name, const LessonValues& values)
{
    if (const ParameterSpec* spec = values.parameters ? findParameter(name, *values.parameters) : nullptr)
        return NamedSetting{spec, spec->get(*values.parameters)};
    if (values.training == nullptr)
        return {};
    if (const TrainingParameter* spec = findTrainingParameter(name))
        return NamedSetting{spec, spec->get(values.training->settings)};
    if (name == seedsSetting().id)
        return NamedSetting{&seedsSetting(), seedsSetting().get(*values.training)};
    return {};
}

namespace {

bool compared(Condition::Test test, double left, double right)
{
    using Test = Condition::Test;
    switch (test) {
    case Test::Less:
        return left < right;
    case Test::More:
        return left > right;
    case Test::AtMost:
        return left <= right;
    case Test::AtLeast:
        return left >= right;
    case Test::Equal:
        return left == right;
    case Test::Unequal:
        return left != right;
    case Test::Changed:
        break;
    }
    return false;
}

std::optional<double> numberIn(const ParameterValue& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    return {};
}

bool isTrained(const LessonValues& values)
{
    return values.trained != nullptr && values.trained->finished;
}

std::optional<double> numberOf(const std::string& name, const LessonValues& values)
{
    return name == "trained" ? std::optional(isTrained(values) ? 1.0 : 0.0) : values.number(name);
}

} // namespace

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
    const std::optional<double> left = numberIn(setting->value);
    const std::optional<double> right = numberIn(*value);
    if (left && right)
        return compared(condition.test, *left, *right);
    return condition.test == (setting->value == *value ? Test::Equal : Test::Unequal);
}

namespace {

// The numbers of a group, else the nearest name of a number, or of an option.
Message remedyFor(std::string_view name, const std::vector<const ParameterSpec*>& options = {})
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
    const std::string nearest(nearestWord(name, known));
    return nearest.empty() ? Message(WORDS("`phasor list measures` has the numbers"))
                           : WORDS("did you mean %1?").with(nearest);
}

bool isList(std::string_view key, const LessonValues& values)
{
    return values.numbers != nullptr && values.numbers->lists.contains(measuredKey(key));
}

Message isAList(std::string_view key)
{
    return WORDS("%1 is a list, not a number").with(std::string(key));
}

Message useANumber()
{
    return WORDS("show it with --view, or use a single number, such as ratio");
}

} // namespace

std::optional<Error> faultOf(const LessonWord& key, const std::vector<LessonValues>& looks)
{
    const auto fault = [&](const Message& what, const Message& remedy) {
        return lessonFault(key.line, key.column, what, remedy);
    };
    std::string_view rest;
    if (isOfTraining(key.text)) {
        if (looks.empty())
            return {};
        const TrainingData* trained = looks.back().trained;
        if (trained == nullptr)
            return fault(WORDS("%1: the step trains nothing").with(key.text),
                         WORDS("give its block options of `phasor train`"));
        if (key.text == kSeconds || variantOf(key.text, *trained, rest) != nullptr)
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
        return fault(isAList(key.text), useANumber());
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
        if (ordered && !numberIn(*value))
            return fault(WORDS("%1 is not a number").with(inQuotes(condition.value)), WORDS("compare it with = or !="));
        return {};
    }
    const bool known = condition.name == "trained" || !measuredKey(condition.name).empty();
    if (!known)
        return fault(WORDS("%1 is neither an option nor a number of `phasor stats`").with(inQuotes(condition.name)),
                     remedyFor(condition.name, specsOf(*now.parameters)));
    if (isList(condition.name, now))
        return fault(isAList(condition.name), useANumber());
    if (condition.test != Condition::Test::Changed && !parseReal(condition.value).ok())
        return fault(WORDS("%1 is not a number").with(inQuotes(condition.value)),
                     WORDS("write a number behind the sign"));
    return {};
}

} // namespace phasor
