// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/numbertable.h"

#include "files/tablewriter.h"
#include "options/options.h"
#include "options/viewchoice.h"
#include "report.h"
#include "text/numbers.h"
#include "text/spelling.h"
#include "views/measures/statistics.h"
#include "views/questions/answers.h"
#include "words/answers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace phasor {

Result<SceneNumbers> numbersOf(const Scene& setups, const Options& options, const std::vector<std::string>& keys,
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
    SceneNumbers numbers;
    TRY(numbers.a, measured(Side::A));
    if (pipelines.b) {
        TRY(numbers.b, measured(Side::B));
    }
    return numbers;
}

Json difference(const Json& a, const Json& b)
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

namespace {

// Answers for one setup alone, not compared.
Result<std::shared_ptr<const AnswersData>> answered(const Parameters& parameters, PipelineCache& cache,
                                                    const CancelToken& cancel, std::vector<Message>& warnings)
{
    TRY(const Pipelines pipelines, Pipelines::make({.a = parameters}, cache, cancel));
    warnings = pipelines.a->warnings();
    SceneReader reader(pipelines, cache, cancel);
    TRY(const ViewDataPtr data, compute(AnswersRequest{}, reader, Effort::Still));
    TRY_DONE(pipelines.inputs());
    return std::dynamic_pointer_cast<const AnswersData>(data);
}

} // namespace

Result<std::string> answersOf(const Scene& scene, PipelineCache& cache, const CancelToken& cancel, Report& report)
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

Result<Json> answersAsJson(const Scene& scene, PipelineCache& cache, const CancelToken& cancel)
{
    std::vector<Message> known; // already reported by the statistics
    TRY(const auto data, answered(scene.a, cache, cancel, known));
    Json list = Json::array();
    for (const Question question : kQuestions) {
        const words::Answer answer = words::answer(*data, question);
        Json claims = Json::array();
        for (const QString& claim : answer.claims)
            claims.push_back(claim.toStdString());
        list.push_back({{"id", questionId(question)},
                        {"question", words::questionText(question).toStdString()},
                        {"finding", answer.finding.toStdString()},
                        {"answer", words::answerText(answer).toStdString()},
                        {"claims", std::move(claims)},
                        {"view", viewOf(question)}});
    }
    return list;
}

namespace {

constexpr std::size_t kLongestArray = 1024;

Json shortened(const Json& value)
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

Error unknownKey(const std::string& key, const Json& numbers)
{
    std::vector<std::string_view> known;
    std::string list;
    for (const auto& item : numbers.items()) {
        known.push_back(item.key());
        (list += list.empty() ? "" : ", ") += item.key();
    }
    const std::string nearest(nearestWord(key, known));
    return usageError("ENUM", "--keys", WORDS("%1 is not a key").with(inQuotes(key)),
                      nearest.empty() ? WORDS("use some of %1").with(list) : WORDS("did you mean %1?").with(nearest));
}

// A parameter's value as a JSON number if it is one, so that a reader need not convert it.
Json asJson(const std::string& value)
{
    if (const Result<std::int64_t> whole = parseInteger(value); whole.ok())
        return *whole;
    if (const Result<double> real = parseReal(value); real.ok())
        return *real;
    return value;
}

std::string cell(const Json& value)
{
    return value.is_null() ? std::string() : csvField(value.is_string() ? value.get<std::string>() : value.dump());
}

// Single numbers of an object; those of an inner object as "outer.inner".
void flatten(const Json& object, const std::string& prefix, Json& out)
{
    for (const auto& [key, value] : object.items()) {
        if (value.is_object())
            flatten(value, prefix + key + ".", out);
        else if (!value.is_array())
            out[prefix + key] = value;
    }
}

} // namespace

Result<NumberTable> NumberTable::make(const Options& options)
{
    NumberTable table;
    const std::string word = options.given("--format") ? options.text("--format") : "json";
    table.m_csv = word == "csv";
    if (!table.m_csv && word != "json")
        return usageError("ENUM", "--format", WORDS("%1 is unknown").with(inQuotes(word)), WORDS("use json or csv"));
    if (!options.given("--keys"))
        return table;
    std::istringstream list(options.text("--keys") + ",");
    for (std::string key; std::getline(list, key, ',');)
        table.m_keys.push_back(key);
    return table;
}

Result<Json> NumberTable::wanted(const Json& numbers) const
{
    if (m_keys.empty())
        return shortened(numbers);
    Json object = Json::object();
    for (const std::string& key : m_keys) {
        if (!numbers.contains(key))
            return unknownKey(key, numbers);
        object[key] = numbers[key];
    }
    for (const char* second : {"b", "difference"}) {
        if (numbers.contains(second)) {
            TRY(object[second], wanted(numbers[second]));
        }
    }
    return object;
}

Status NumberTable::add(const std::vector<std::pair<std::string, std::string>>& swept, const Json& numbers)
{
    Row row;
    for (const auto& [key, value] : swept)
        row.swept[key] = asJson(value);
    TRY(row.numbers, wanted(numbers));
    m_rows.push_back(std::move(row));
    return Done{};
}

std::string NumberTable::csv() const
{
    std::vector<Json> rows;
    for (const Row& row : m_rows) {
        Json flat = row.swept;
        flatten(row.numbers, {}, flat);
        rows.push_back(std::move(flat));
    }
    Json columns = Json::object(); // of all rows, in the order of the rows
    for (const Json& row : rows) {
        for (const auto& item : row.items())
            columns[item.key()] = nullptr;
    }
    std::string text;
    const auto line = [&](const auto& cellOf) {
        for (const auto& item : columns.items())
            text += (item.key() == columns.begin().key() ? "" : ",") + cellOf(item.key());
        text += "\n";
    };
    line([](const std::string& key) { return csvField(key); });
    for (const Json& row : rows)
        line([&](const std::string& key) { return row.contains(key) ? cell(row[key]) : std::string(); });
    return text;
}

std::string NumberTable::text() const
{
    if (m_csv)
        return csv();
    if (m_rows.size() == 1 && m_rows[0].swept.empty())
        return m_rows[0].numbers.dump(1) + "\n";
    std::string text;
    for (const Row& row : m_rows) {
        Json object = row.swept;
        object.update(row.numbers);
        text += object.dump() + "\n";
    }
    return text;
}

} // namespace phasor
