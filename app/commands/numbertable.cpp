// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/numbertable.h"

#include "options/options.h"

#include "text/numbers.h"
#include "text/spelling.h"
#include "views/datatable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace phasor {

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
    return usageError("ENUM", "--keys", WORDS("there is no key %1").with(inQuotes(key)),
                      nearest.empty() ? WORDS("give some of %1").with(list) : WORDS("did you mean %1?").with(nearest));
}

// A number of a parameter as a number, so that a reader need not convert it.
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

// The single numbers of an object, those of the objects in it by "outer.inner".
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
        return usageError("ENUM", "--format", WORDS("%1 is unknown").with(inQuotes(word)), WORDS("give json or csv"));
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
    Json columns = Json::object(); // of all rows, in their order
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
