// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/values.h"

#include "lessons/parts_p.h"
#include "pipeline/parameters/parameterspec.h"
#include "views/jsonnumbers.h"
#include "views/measures/statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace phasor {

namespace {

constexpr std::string_view kOfB = "b.";
constexpr std::string_view kDifference = "difference.";

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
    return key == "train" || key.starts_with("train.");
}

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
    return std::ranges::find(step.keys, kTrainSeconds, &LessonWord::text) != step.keys.end();
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
    const std::string_view name = key.substr(std::min(key.size(), std::string_view("train.").size()));
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
    if (key == kTrainSeconds)
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

} // namespace phasor
