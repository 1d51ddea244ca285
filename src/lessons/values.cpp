// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/values.h"

#include "lessons/parts_p.h"
#include "pipeline/parameters/parameterspec.h"
#include "text/numbers.h"
#include "views/jsonnumbers.h"
#include "views/measures/measure.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

namespace phasor {

constexpr std::string_view kOfB = "b.";
constexpr std::string_view kDifference = "difference.";

// The numbers of an object of `stats`, those of a group as "group.member".
static void collect(const Json& object, const std::string& prefix, std::map<std::string, double>& numbers,
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

static std::optional<double> in(const std::map<std::string, double>& numbers, std::string_view key)
{
    const auto found = numbers.find(std::string(key));
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

static std::optional<double> trainedNumber(std::string_view key, const TrainingData& data)
{
    std::string_view rest;
    const TrainedVariant* variant = variantOf(key, data, rest);
    if (variant == nullptr)
        return {};
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLonger.size(); ++i) {
        if (rest.starts_with(std::to_string(kLonger[i])))
            length = i + 1;
    }
    const Band& band = variant->byLength[length];
    const double value = rest.ends_with("low") ? band.low : rest.ends_with("high") ? band.high : band.mean;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// "32" with three digits is "32.0"; powers of ten stay.
static std::string withAllDigits(std::string text, int digits)
{
    const std::size_t first = text.find_first_of("123456789");
    if (first == std::string::npos || text.find_first_not_of("−0123456789.") != std::string::npos)
        return text;
    const auto shown
        = std::count_if(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(), [](char c) { return c != '.'; });
    if (shown >= digits)
        return text;
    const bool whole = text.find('.') == std::string::npos;
    return text + (whole ? "." : "") + std::string(static_cast<std::size_t>(digits - shown), '0');
}

// Reads "KEY", "KEY:.3" or "KEY:%" between braces; false: it is none of these.
static bool readNumber(std::string_view inside, LiveNumber& number)
{
    const std::size_t colon = inside.rfind(':');
    const std::string_view format = colon == std::string_view::npos ? "" : inside.substr(colon + 1);
    number.percent = format == "%";
    const bool digits = format.size() == 2 && format[0] == '.' && format[1] >= '1' && format[1] <= '9';
    if (digits)
        number.digits = format[1] - '0';
    number.key = std::string(inside.substr(0, colon));
    const auto isPart = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0
            || std::string_view("_-.=, ").find(c) != std::string_view::npos;
    };
    return (digits || number.percent || colon == std::string_view::npos) && !number.key.empty()
        && number.key.front() != ' ' && number.key.back() != ' ' && std::ranges::all_of(number.key, isPart);
}

// Numbers, and `\{` as a number without a key.
static std::vector<LiveNumber> numbersAndBraces(std::string_view text, std::vector<std::size_t>& wrong)
{
    std::vector<LiveNumber> numbers;
    std::vector<std::pair<std::size_t, std::size_t>> codes;
    for (const MarkdownBlock& block : parseMarkdown(text).blocks) {
        if (block.kind == MarkdownBlock::Kind::Code)
            codes.emplace_back(block.begin, block.end);
    }
    auto code = codes.begin(); // in the order of the text
    std::size_t read = 0; // up to here spans of code are known
    bool inSpan = false;
    for (std::size_t at = 0; (at = text.find_first_of("\\{", at)) != std::string_view::npos; ++at) {
        while (code != codes.end() && code->second <= at)
            ++code;
        if (code != codes.end() && code->first <= at) {
            at = code->second - 1;
        } else if (text[at] == '\\') {
            if (text.substr(at + 1).starts_with('{'))
                numbers.push_back({.key = {}, .begin = at, .end = at + 2});
            ++at;
        } else {
            const std::size_t end = text.find_first_of("{}\n", at + 1);
            LiveNumber number{.key = {}, .begin = at, .end = end == std::string_view::npos ? end : end + 1};
            if (end == std::string_view::npos || text[end] != '}'
                || !readNumber(text.substr(at + 1, end - at - 1), number)) {
                wrong.push_back(at);
                at = end != std::string_view::npos && text[end] == '}' ? end : at;
                continue;
            }
            for (; read < at; ++read) // a span of code ends with its paragraph
                inSpan = text[read] == '`' ? !inSpan : inSpan && !text.substr(read).starts_with("\n\n");
            number.code = inSpan;
            numbers.push_back(number);
            at = end;
        }
    }
    return numbers;
}

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

Result<LessonValues> valuesOf(const LessonStep& step, const Scene& scene, const TrainingChoice* training, bool complete,
                              PipelineCache& cache, const CancelToken& cancel)
{
    LessonValues values{&scene.a, training};
    TRY(const Pipelines pipelines, Pipelines::make(scene, cache, cancel));
    SceneReader reader(pipelines, cache, cancel);
    const bool timed = complete && training != nullptr && isTimed(step);
    TRY(const ViewDataPtr measured,
        compute(LessonNumbersRequest{measuredKeys(step), timed ? std::optional(*training) : std::nullopt}, reader,
                Effort::Still));
    values.numbers = std::dynamic_pointer_cast<const LessonNumbers>(measured);
    values.seconds = values.numbers->seconds;
    if (training == nullptr)
        return values;
    TrainingRequest request{.choice = *training, .complete = complete};
    request.choice.phase = complete ? TrainingChoice::Phase::Running : TrainingChoice::Phase::Waiting;
    TRY(const ViewDataPtr trained, compute(request, reader, Effort::Still));
    values.trained = std::dynamic_pointer_cast<const TrainingData>(trained);
    return values;
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

std::vector<LiveNumber> liveNumbers(std::string_view text, std::vector<std::size_t>* wrong)
{
    std::vector<std::size_t> ignored;
    std::vector<LiveNumber> numbers = numbersAndBraces(text, wrong != nullptr ? *wrong : ignored);
    std::erase_if(numbers, [](const LiveNumber& number) { return number.key.empty(); });
    return numbers;
}

std::string shownNumber(const LiveNumber& number, std::optional<double> value)
{
    if (!value)
        return "…";
    if (number.percent)
        return percent(*value);
    std::string text
        = number.digits > 0 ? withAllDigits(shortNumber(*value, number.digits), number.digits) : shortNumber(*value);
    return number.code ? text : withCommas(std::move(text));
}

std::string measuredText(double value)
{
    return shownNumber({.key = {}, .digits = value == std::round(value) ? 0 : 3}, value);
}

std::string withNumbers(std::string_view text, const NumberOf& numberOf)
{
    std::string shown;
    std::vector<std::size_t> ignored;
    std::size_t done = 0;
    for (const LiveNumber& number : numbersAndBraces(text, ignored)) {
        shown += text.substr(done, number.begin - done);
        shown += number.key.empty() ? "{" : shownNumber(number, numberOf(number.key)); // Markdown knows no braces
        done = number.end;
    }
    return shown.append(text.substr(done));
}

} // namespace phasor
