// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"
#include "views/questions/training.h"

#include <map>
#include <set>

namespace phasor {

// The numbers of a lesson: scalar keys of `stats`, for each setup of the scene.
struct LessonNumbersRequest
{
    static constexpr std::string_view kView = "lesson";
    std::vector<std::string> keys; // without "b." and "difference."
    std::optional<TrainingChoice> timed = {}; // how long this training takes
    bool operator==(const LessonNumbersRequest&) const = default;
};

struct LessonNumbers : ViewData
{
    std::map<std::string, double> a; // finite ones
    std::map<std::string, double> b;
    std::set<std::string> lists; // keys with a list of numbers
    std::optional<double> seconds; // that the training takes on this machine; nothing: not measured yet
};

// The time of a training, a part of a second's work, is measured at Effort::Still only, the data without it is coarse.
// Errors: those of the setups and their measures, Cancelled.
Result<ViewDataPtr> compute(const LessonNumbersRequest& request, SceneReader& scene, Effort effort);

Message
measureName(std::string_view key); // "R" for "ratio"; without a symbol what it means, the key itself if it has none
// The part of a key that LessonNumbersRequest takes; empty: another kind of key ("train.…").
std::string measuredKey(std::string_view key);

// What the numbers and conditions of a step are read from.
struct LessonValues
{
    const Parameters* parameters = nullptr;
    const TrainingChoice* training = nullptr;
    std::shared_ptr<const LessonNumbers> numbers = {}; // null: not measured
    std::shared_ptr<const TrainingData> trained = {}; // null: the step trains nothing, or it isn't known yet
    std::optional<double> seconds = {}; // that the training takes on this machine

    // "ratio", "b.ratio", "difference.ratio", "train.scheme=nope.low"; nothing: it has no value.
    std::optional<double> number(std::string_view key) const;
};

// Those of a step with one of its setups, which must live longer; training may be null. `complete`: trains to the end,
// else not at all. Errors: those of the setups and the training, Cancelled.
Result<LessonValues> valuesOf(const LessonStep& step, const Scene& scene, const TrainingChoice* training, bool complete,
                              PipelineCache& cache, const CancelToken& cancel);
std::vector<std::string> measuredKeys(const LessonStep& step); // of its texts, guesses and conditions, each once
bool isTimed(const LessonStep& step); // it says how long its training takes

// The variant that "train.NAME…" means, the longest name that fits, and what follows it: "", "low", "high", "2", "4",
// "2.low"; null: none fits.
const TrainedVariant* variantOf(std::string_view key, const TrainingData& data, std::string_view& rest);

// A parameter of the setup or an option of training, with its value.
struct NamedSetting
{
    const ValueSpec* spec = nullptr;
    ParameterValue value;
};
std::optional<NamedSetting> settingOf(std::string_view name, const LessonValues& values);

// What is wrong with the key of a number, which should have a value before or after the step's action; `looks`: the
// numbers then, empty: unknown, so that only the key's name is checked.
std::optional<Error> faultOf(const LessonWord& key, const std::vector<LessonValues>& looks);

// Whether a condition holds; `begin`: when the step began.
bool holds(const Condition& condition, const LessonValues& now, const LessonValues& begin);
// What is wrong with a condition in this setup: an unknown name, a value that it can't have. Without parameters, as the
// step's options are wrong, only its name and a number's value are checked.
std::optional<Error> faultOf(const Condition& condition, const LessonValues& now);
// What is wrong with the conditions of a step, which don't all hold when it begins, and do after its action. Trainings
// are taken as complete then.
std::vector<Error> faultsOf(const std::vector<Condition>& until, const LessonValues& begin, const LessonValues& after);

// A number in the text of a lesson: {KEY}, {KEY:.3}, {KEY:%}.
struct LiveNumber
{
    std::string key; // "ratio", "b.ratio", "train.scheme=nope.low"
    int digits = 0; // significant ones; 0: not said
    bool percent = false;
    bool code = false; // in a span of code, as it is typed: 60000, not 60,000
    std::size_t begin = 0; // bytes of the text
    std::size_t end = 0;
};

// Value of a key; nothing: it has none (yet).
using NumberOf = std::function<std::optional<double>(const std::string& key)>;

// In the order of the text; `\{` is a brace, and code blocks have no numbers. `wrong` gets the bytes of braces that
// hold no number.
std::vector<LiveNumber> liveNumbers(std::string_view text, std::vector<std::size_t>* wrong = nullptr);

// The text with its numbers, as readers see them: "32.0", "96.8 %"; … where there is none.
std::string withNumbers(std::string_view text, const NumberOf& numberOf);
std::string shownNumber(const LiveNumber& number, std::optional<double> value);
std::string measuredText(double value); // alone: "0.150" as texts have it, and a count without decimals

} // namespace phasor
