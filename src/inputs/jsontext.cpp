// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/jsontext.h"

#include "text/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace phasor {

Error jsonError(std::string code, std::string field, Message what, Message remedy)
{
    return inputError(std::move(code), {}, std::move(field), std::move(what), std::move(remedy));
}

Result<nlohmann::ordered_json> parseJsonObject(std::string_view text, SourceText remedy)
{
    using Json = nlohmann::ordered_json;
    constexpr int kMostLevels = 64;
    if (text.empty())
        return jsonError("EMPTY", {}, WORDS("is empty"), remedy);
    if (text.find('\0') != std::string_view::npos)
        return jsonError("BINARY", {}, WORDS("is not text"), remedy);
    if (const auto bad = firstInvalidUtf8(text))
        return placedIn(text, *bad, jsonError("UTF8", {}, WORDS("is not UTF-8"), remedy));
    // Finds faults that nlohmann's parser accepts: a key twice in one object, and unlimited nesting.
    std::vector<std::set<std::string>> keys; // keys of the open objects
    std::string twice;
    bool tooDeep = false;
    const auto check = [&](int depth, Json::parse_event_t event, Json& parsed) {
        const auto level = static_cast<std::size_t>(depth);
        if (event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start) {
            tooDeep = tooDeep || depth >= kMostLevels;
            keys.resize(std::max(keys.size(), level + 1));
            keys[level].clear();
        } else if (event == Json::parse_event_t::key && !tooDeep) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!keys[level - 1].insert(key).second && twice.empty())
                twice = key;
        }
        return !tooDeep;
    };
    Json json;
    try {
        json = Json::parse(text, check);
    } catch (const Json::parse_error& error) {
        return placedIn(text, error.byte > 0 ? error.byte - 1 : 0, jsonError("JSON", {}, WORDS("is not JSON"), remedy));
    } catch (const Json::exception&) { // number beyond the range of double
        return jsonError("RANGE", {}, WORDS("has a number that is too large"), remedy);
    }
    if (tooDeep)
        return jsonError("JSON", {}, WORDS("is nested more than 64 levels deep"), remedy);
    if (!twice.empty())
        return jsonError("DUP", twice, WORDS("occurs twice"), WORDS("remove one of them"));
    if (!json.is_object())
        return jsonError("SCHEMA", {}, WORDS("is not a JSON object"), remedy);
    return json;
}

} // namespace phasor
