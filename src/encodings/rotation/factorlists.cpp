// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/rotation/factorlists.h"

#include "inputs/inputfile.h"
#include "inputs/jsontext.h"

#include <nlohmann/json.hpp>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kLargest = 4 << 20; // bytes
constexpr double kLeast = 1e-3;
constexpr double kMost = 1e9;
constexpr const char* kRemedy = "give a JSON file with short_factor and long_factor";

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
        return jsonError("TYPE", name, std::string("is ") + list.type_name() + ", not a list of numbers");
    std::vector<double> numbers;
    for (const Json& number : list) {
        if (!number.is_number())
            return jsonError("TYPE", name, std::string("has ") + number.type_name() + " among its numbers");
        numbers.push_back(number.get<double>());
        if (!(numbers.back() >= kLeast && numbers.back() <= kMost))
            return jsonError("RANGE", name,
                             "has the number " + number.dump() + ", by which no frequency can be divided",
                             "every factor is 0.001 … 1000000000");
    }
    return numbers;
}

Result<std::vector<double>> parsed(const std::string& text, const char* name, std::int64_t pairs)
{
    TRY(const Json object, parseJsonObject(text, kRemedy));
    const Json* list = findList(object, name);
    if (list == nullptr)
        return jsonError("MISSING", name, "is missing", kRemedy);
    TRY(std::vector<double> numbers, numbersOf(*list, name));
    if (static_cast<std::int64_t>(numbers.size()) != pairs)
        return jsonError("SHAPE", name,
                         "has " + std::to_string(numbers.size()) + " factors for " + std::to_string(pairs) + " pairs",
                         "give a --d-model, --heads and --rotary-fraction that make as many pairs");
    return numbers;
}

} // namespace

Result<std::vector<double>> readFactorList(const std::string& path, bool longList, std::int64_t pairs)
{
    const auto inFile = [&path](Error error) {
        error.where = phasor::quoted(path);
        return error;
    };
    const Result<InputFile> file = InputFile::open(path);
    if (!file.ok())
        return inFile(file.error());
    const Result<std::string> text = file->all(kLargest);
    if (!text.ok())
        return inFile(text.error());
    Result<std::vector<double>> list = parsed(*text, longList ? "long_factor" : "short_factor", pairs);
    return list.ok() ? list : inFile(list.error());
}

} // namespace phasor
