// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/options.h"
#include "report.h"

#include "files/tablewriter.h"
#include "text/words.h"
#include "views/measures/measure.h"
#include "views/questions/answers.h"
#include "words/answers.h"

#include <algorithm>

namespace phasor {

// A − B of numbers, by key; lists of equal length by element. Null if either number is missing.
static Json difference(const Json& a, const Json& b)
{
    if (a.is_number() && b.is_number())
        return a.is_number_integer() && b.is_number_integer() ? Json(a.get<std::int64_t>() - b.get<std::int64_t>())
                                                              : Json(a.get<double>() - b.get<double>());
    if (a.is_array() && b.is_array() && a.size() == b.size()) {
        Json list = Json::array();
        for (std::size_t i = 0; i < a.size(); ++i)
            list.push_back(difference(a[i], b[i]));
        return list;
    }
    if (!a.is_object() || !b.is_object())
        return nullptr;
    Json object = Json::object();
    for (const auto& [key, value] : a.items())
        object[key] = b.contains(key) ? difference(value, b[key]) : Json();
    return object;
}

Result<Json> numbersOf(const Scene& setups, const Options& options, const std::vector<std::string>& keys,
                       PipelineCache& cache, const CancelToken& cancel, Report& report,
                       const std::function<void(double)>& progress)
{
    TRY(const Pipelines pipelines, Pipelines::make(setups, cache, cancel));
    const double sides = pipelines.b ? 2 : 1;
    // Statistics of one setup; warnings about the second begin with "B: ".
    const auto measured = [&](Side side) -> Result<Json> {
        const Pipeline& pipeline = side == Side::A ? *pipelines.a : *pipelines.b;
        std::vector<Message> warnings = pipeline.warnings();
        TRY(const Restriction only, selectionOf(options, pipeline));
        SceneReader scene(pipelines, cache, cancel);
        TRY(Json numbers, statistics({scene, side, only}, keys, warnings, [&](double share) {
                progress((side == Side::A ? share : 1 + share) / sides);
            }));
        TRY_DONE(pipeline.inputs());
        report.warn(warnings, side);
        return numbers;
    };
    TRY(Json numbers, measured(Side::A));
    if (pipelines.b) {
        TRY(Json b, measured(Side::B));
        Json between = difference(numbers, b);
        numbers["b"] = std::move(b);
        numbers["difference"] = std::move(between);
    }
    return numbers;
}

// Answers for one setup alone, not compared.
static Result<std::shared_ptr<const AnswersData>> answered(const Parameters& parameters, PipelineCache& cache,
                                                           const CancelToken& cancel, std::vector<Message>& warnings)
{
    TRY(const Pipelines pipelines, Pipelines::make({.a = parameters}, cache, cancel));
    warnings = pipelines.a->warnings();
    SceneReader reader(pipelines, cache, cancel);
    TRY(const ViewDataPtr data, compute(AnswersRequest{}, reader, Effort::Still));
    TRY_DONE(pipelines.inputs());
    return std::dynamic_pointer_cast<const AnswersData>(data);
}

// Answers to the five questions for a scene's setups, as text.
static Result<std::string> answersOf(const Scene& scene, PipelineCache& cache, const CancelToken& cancel,
                                     Report& report)
{
    std::vector<Message> warnings;
    TRY(const auto a, answered(scene.a, cache, cancel, warnings));
    report.warn(warnings);
    const std::string text = words::answersAsText(*a).toStdString();
    if (!scene.b)
        return text;
    TRY(const auto b, answered(*scene.b, cache, cancel, warnings));
    report.warn(warnings, Side::B);
    return "A\n\n" + text + "\nB\n\n" + words::answersAsText(*b).toStdString();
}

// The answers for a setup as a list of objects: id, question, answer, claims and the view that shows it.
static Result<Json> answersAsJson(const Parameters& setup, PipelineCache& cache, const CancelToken& cancel)
{
    std::vector<Message> known; // already reported by the statistics
    TRY(const auto data, answered(setup, cache, cancel, known));
    Json list = Json::array();
    for (const Question question : kQuestions) {
        const words::Answer answer = words::answer(*data, question);
        Json claims = Json::array();
        for (const QString& claim : answer.claims)
            claims.push_back(claim.toStdString());
        list.push_back({{"id", infoOf(question).id},
                        {"question", words::questionText(question).toStdString()},
                        {"finding", answer.finding.toStdString()},
                        {"answer", words::answerText(answer).toStdString()},
                        {"claims", std::move(claims)},
                        {"view", infoOf(question).view}});
    }
    return list;
}

constexpr std::size_t kLongestArray = 1024;

static Json shortened(const Json& value)
{
    if (value.is_array() && value.size() > kLongestArray)
        return {{"length", value.size()}};
    if (!value.is_object())
        return value;
    Json object = Json::object();
    for (const auto& [key, item] : value.items())
        object[key] = shortened(item);
    return object;
}

static Error unknownKey(const std::string& key, const std::string& part, const Json& numbers)
{
    std::vector<std::string_view> known;
    for (const auto& item : numbers.items())
        known.push_back(item.key());
    return usageError("ENUM", "--keys", WORDS("%1 is not a key").with(inQuotes(key)),
                      didYouMean(part, known, WORDS("use some of %1").with(listed(known, std::identity()))));
}

// A parameter's value as a JSON number if it is one, so that a reader need not convert it.
static Json asJson(const std::string& value)
{
    if (const Result<std::int64_t> whole = parseInteger(value); whole.ok())
        return *whole;
    if (const Result<double> real = parseReal(value); real.ok())
        return *real;
    return value;
}

static std::string cell(const Json& value)
{
    return value.is_null() ? std::string() : csvField(value.is_string() ? value.get<std::string>() : value.dump());
}

// Single numbers of an object; those of an inner object as "outer.inner".
static void flatten(const Json& object, const std::string& prefix, Json& out)
{
    for (const auto& [key, value] : object.items()) {
        if (value.is_object())
            flatten(value, prefix + key + ".", out);
        else if (!value.is_array())
            out[prefix + key] = value;
    }
}

// Adds the numbers that `key` names to `object`: a key, or one inside a group as "overlap.rank". A group that is
// null has none.
static Status addWanted(const std::string& key, const Json& numbers, Json& object)
{
    const Json* from = &numbers;
    Json* to = &object;
    for (std::size_t end = 0, begin = 0; begin <= key.size(); begin = end + 1) {
        end = std::min(key.find('.', begin), key.size());
        const std::string name = key.substr(begin, end - begin);
        if (!from->contains(name))
            return unknownKey(key, name, from->is_object() ? *from : numbers);
        from = &(*from)[name];
        to = &(*to)[name];
        if (from->is_null())
            break;
    }
    *to = *from;
    return Done{};
}

// The numbers that `keys` name, also of a second setup; without keys all, but arrays of more than 1024 numbers become
// { "length": N }. Error (Usage ENUM): an unknown key.
static Result<Json> wanted(const Json& numbers, const std::vector<std::string>& keys)
{
    if (keys.empty())
        return shortened(numbers);
    Json object = Json::object();
    for (const std::string& key : keys)
        TRY_DONE(addWanted(key, numbers, object));
    for (const char* second : {"b", "difference"}) {
        if (numbers.contains(second)) {
            TRY(object[second], wanted(numbers[second], keys));
        }
    }
    return object;
}

static std::string asCsv(const std::vector<Json>& setups)
{
    std::vector<Json> rows;
    for (const Json& setup : setups)
        flatten(setup, {}, rows.emplace_back(Json::object()));
    Json columns = Json::object(); // of all rows, in the order of the rows
    for (const Json& row : rows) {
        for (const auto& item : row.items())
            columns[item.key()] = nullptr;
    }
    std::string text;
    const auto addLine = [&](const auto& cellOf) {
        for (const auto& item : columns.items())
            text += (item.key() == columns.begin().key() ? "" : ",") + cellOf(item.key());
        text += "\n";
    };
    addLine([](const std::string& key) { return csvField(key); });
    for (const Json& row : rows)
        addLine([&](const std::string& key) { return row.contains(key) ? cell(row[key]) : std::string(); });
    return text;
}

// One JSON object, or one a line for the setups of a sweep.
static std::string asLines(const std::vector<Json>& setups)
{
    if (setups.size() == 1)
        return setups.front().dump(1) + "\n";
    std::string text;
    for (const Json& setup : setups)
        text += setup.dump() + "\n";
    return text;
}

// The keys to measure: of "overlap.rank" its group "overlap".
static std::vector<std::string> groupsOf(std::vector<std::string> keys)
{
    for (std::string& key : keys)
        key.resize(std::min(key.find('.'), key.size()));
    return keys;
}

static std::vector<std::string> keysOf(const Options& options)
{
    const std::string list = options.text("--keys");
    return options.given("--keys") && list.empty() ? std::vector<std::string>{""} : partsOf(list);
}

static void declareStats(Options& options)
{
    options.addParameters();
    options.addSecond();
    options.add("--keys", "LIST",
                "Only these keys, separated by commas, also inside a group: overlap.rank. Arrays of more than 1024 "
                "numbers are printed only if named.");
    options.addFlag(
        "--answers",
        "Answer the five questions for this setup, as text. With --format json they are the key `answers`.");
    addSelection(options);
    options.add("--format", "ID", "json, or csv (a table of the single numbers). json if not given.");
}

static Result<Json> measured(const Options& options, const std::vector<std::string>& keys, PipelineCache& cache,
                             const CancelToken& cancel, Report& report, const std::function<void(double)>& progress)
{
    TRY(const Document start, options.start(report));
    TRY(const Scene scene, options.scene(start, cache.files(), report));
    TRY(Json numbers, numbersOf(scene, options, keys, cache, cancel, report, progress));
    if (options.given("--answers")) {
        TRY(numbers["answers"], answersAsJson(scene.a, cache, cancel));
        if (scene.b) {
            TRY(numbers["b"]["answers"], answersAsJson(*scene.b, cache, cancel));
        }
    }
    return numbers;
}

// Prints the answers as text, for each setup of a sweep.
static Status answer(const Options& options, Report& report, const CancelToken& cancel)
{
    std::string text;
    Progress progress("answering", report);
    const Options::Sweep all = options.sweep();
    for (std::int64_t i = 0; i < all.size(); ++i) {
        const Options one = all[i];
        PipelineCache cache;
        TRY(const Document start, one.start(report));
        TRY(const Scene scene, one.scene(start, cache.files(), report));
        for (const auto& [key, value] : one.swept())
            text.append(key).append(" = ").append(value).append("\n\n");
        TRY(const std::string answers, answersOf(scene, cache, cancel, report));
        text += answers + (one.swept().empty() ? "" : "\n");
    }
    TRY_DONE(report.mayWrite());
    return writeStandardOutput(text);
}

static Status runStats(const Options& options, Report& report, const CancelToken& cancel)
{
    for (const char* part : {"--only-rows", "--only-cols"}) {
        if (options.given("--answers") && options.given(part))
            return usageError(
                "CONFLICT", part,
                WORDS("contradicts %1, which is about the whole setup").with(Message::option("--answers")),
                WORDS("use one of them"));
    }
    if (options.given("--answers") && !options.given("--format")) {
        if (options.given("--keys"))
            return usageError("CONFLICT", "--keys",
                              WORDS("contradicts %1, which prints text").with(Message::option("--answers")),
                              WORDS("use one of them, or --format json"));
        return answer(options, report, cancel);
    }
    const std::string format = options.given("--format") ? options.text("--format") : "json";
    if (format != "csv" && format != "json")
        return usageError("ENUM", "--format", WORDS("%1 is unknown").with(inQuotes(format)), WORDS("use json or csv"));
    const std::vector<std::string> keys = keysOf(options);
    const Options::Sweep all = options.sweep();
    std::vector<Json> rows;
    Progress progress("measuring", report);
    for (std::int64_t i = 0; i < all.size(); ++i) {
        const Options one = all[i];
        PipelineCache cache;
        const auto shareDone = [&](double ofThis) {
            progress.set((static_cast<double>(rows.size()) + ofThis) / static_cast<double>(all.size()));
        };
        TRY(const Json numbers, measured(one, groupsOf(keys), cache, cancel, report, shareDone));
        TRY(const Json chosen, wanted(numbers, keys));
        Json& row = rows.emplace_back(Json::object());
        for (const auto& [key, value] : one.swept())
            row[key] = asJson(value);
        row.update(chosen);
    }
    TRY_DONE(report.mayWrite());
    return writeStandardOutput(format == "csv" ? asCsv(rows) : asLines(rows));
}

const Command kStatsCommand{
    "stats",
    "Measure a setup: norms, ratio, spectrum, dropout, as JSON. A second setup adds the objects `b` and `difference` "
    "(A − B). If a parameter is a list separated by commas, each value gives a line.",
    "phasor stats --text 'the cat sat' --dropout 0.3\n"
    "phasor stats --d-model 64,128,256 --scale none,sqrt-d-model --keys ratio,angle_degrees --format csv\n",
    declareStats, runStats};

} // namespace phasor
