// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/factorlists.h"

#include "inputs/inputfile.h"
#include "inputs/jsontext.h"

#include <nlohmann/json.hpp>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kLargest = 4 << 20; // bytes
constexpr double kLeastFactor = 1e-3;
constexpr double kMostFactor = 1e9;
constexpr SourceText kRemedy = WORDS("give a JSON file with short_factor and long_factor");

// The member of the object, or of those inside it that a config.json may have; null: there is none.
const Json* findList(const Json& object, const char* name)
{
    if (const auto found = object.find(name); found != object.end())
        return &*found;
    for (const char* inner : {"rope_scaling", "rope_parameters", "text_config"}) {
        const auto there = object.find(inner);
        if (there == object.end() || !there->is_object())
            continue;
        if (const Json* found = findList(*there, name))
            return found;
    }
    return nullptr;
}

Result<std::vector<double>> numbersOf(const Json& list, const std::string& name)
{
    if (!list.is_array())
        return jsonError("TYPE", name, WORDS("is %1, not a list of numbers").with(std::string(list.type_name())),
                         kRemedy);
    std::vector<double> numbers;
    for (const Json& number : list) {
        if (!number.is_number())
            return jsonError("TYPE", name, WORDS("has %1 among its numbers").with(std::string(number.type_name())),
                             kRemedy);
        numbers.push_back(number.get<double>());
        if (!(numbers.back() >= kLeastFactor && numbers.back() <= kMostFactor))
            return jsonError("RANGE", name,
                             WORDS("has the number %1, by which no frequency can be divided").with(number.dump()),
                             WORDS("every factor is 0.001 … 1000000000"));
    }
    return numbers;
}

Result<std::vector<double>> parsed(const std::string& text, const char* name, std::int64_t pairs)
{
    TRY(const Json object, parseJsonObject(text, kRemedy));
    const Json* list = findList(object, name);
    if (list == nullptr)
        return jsonError("MISSING", name, WORDS("is missing"), kRemedy);
    TRY(std::vector<double> numbers, numbersOf(*list, name));
    if (static_cast<std::int64_t>(numbers.size()) != pairs)
        return jsonError(
            "SHAPE", name, WORDS("has %1 factors for %2 pairs").with(numbers.size(), pairs),
            WORDS("give %1, %2 and %3 that make as many pairs")
                .with(Message::option("--d-model"), Message::option("--heads"), Message::option("--rotary-fraction")));
    return numbers;
}

} // namespace

Result<std::vector<double>> readFactorList(const std::string& path, bool longList, std::int64_t pairs)
{
    TRY(const std::string text, contentsOf(path, kLargest));
    Result<std::vector<double>> list = parsed(text, longList ? "long_factor" : "short_factor", pairs);
    return list.ok() ? list : inFile(path, list.error());
}

} // namespace phasor
