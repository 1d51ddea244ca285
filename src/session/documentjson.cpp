// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/documentjson_p.h"

#include "text/utf8.h"

#include <algorithm>
#include <set>
#include <vector>

namespace phasor {

namespace {

constexpr int kDeepest = 64; // levels

// What nlohmann's parser lets pass: a key that stands twice in one object, and nesting without end.
class StructureCheck
{
public:
    bool operator()(int depth, Json::parse_event_t event, const Json& parsed)
    {
        using Event = Json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) {
            m_tooDeep = m_tooDeep || depth >= kDeepest;
            m_keys.resize(std::max(m_keys.size(), static_cast<std::size_t>(depth) + 1));
            if (!m_tooDeep)
                m_keys[static_cast<std::size_t>(depth)].clear();
            return !m_tooDeep;
        }
        if (event == Event::key && !m_tooDeep) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!m_keys[static_cast<std::size_t>(depth) - 1].insert(key).second && m_twice.empty())
                m_twice = key;
        }
        return true;
    }

    bool tooDeep() const { return m_tooDeep; }
    const std::string& twice() const { return m_twice; }

private:
    std::vector<std::set<std::string>> m_keys; // of the objects that are open
    std::string m_twice;
    bool m_tooDeep = false;
};

Error placed(Error error, std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    error.line = 1 + std::count(before.begin(), before.end(), '\n');
    error.column = 1 + static_cast<std::int64_t>(before.size() - start);
    return error;
}

std::int64_t integerOr(const Json& object, const char* key, std::int64_t otherwise)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

// Moves object[key], if there is one, to where[as].
void move(Json& object, const char* key, Json& where, const char* as)
{
    if (const auto found = object.find(key); found != object.end()) {
        where[as] = std::move(*found);
        object.erase(found);
    }
}

// The window's settings of version 1.
void upgradeSettings(Json& json)
{
    Json layout = Json::object();
    for (const char* key : {"window", "maximised", "columns", "plot_rows", "plot_columns", "theme"})
        move(json, key, layout, key);
    Json view = Json::object();
    for (const char* key : {"stage", "dimensions"})
        move(json, key, view, key);
    json["layout"] = std::move(layout);
    json["view"] = std::move(view);
}

// What rode in figures of version 1: one plot, and a zoom in rows and columns of the table.
void upgradeFigure(Json& json)
{
    if (!json.contains("view") || !json["view"].is_object())
        return;
    Json view = json["view"]; // a copy: a new key moves the others in memory
    if (view.contains("plot"))
        json["plots"] = Json::array({view["plot"]});
    view.erase("plot");
    Json zoom = Json::object();
    move(view, "rows", zoom, "position");
    move(view, "columns", zoom, "dimension");
    const std::int64_t first = json.contains("parameters") ? integerOr(json["parameters"], "first_position", 0) : 0;
    if (Json& rows = zoom["position"]; rows.is_array()) {
        for (Json& edge : rows) {
            if (edge.is_number())
                edge = edge.get<double>() + static_cast<double>(first);
        }
    }
    view["zoom"] = std::move(zoom);
    json["view"] = std::move(view);
}

} // namespace

Error documentError(std::string code, std::string field, Message what, Message remedy)
{
    return Error{.kind = ErrorKind::Input,
                 .code = std::move(code),
                 .what = std::move(what),
                 .remedy = std::move(remedy),
                 .field = std::move(field)};
}

Result<Json> parseObject(std::string_view text)
{
    const SourceText remedy = WORDS("give a session that Phasor saved, or a figure that it made");
    if (text.empty())
        return documentError("EMPTY", {}, WORDS("is empty"), remedy);
    if (text.find('\0') != std::string_view::npos)
        return documentError("BINARY", {}, WORDS("is not text"), remedy);
    if (const auto bad = firstInvalidUtf8(text))
        return placed(documentError("UTF8", {}, WORDS("is not UTF-8"), remedy), text, *bad);
    StructureCheck check;
    Json json;
    try {
        json = Json::parse(
            text, [&check](int depth, Json::parse_event_t event, Json& parsed) { return check(depth, event, parsed); });
    } catch (const Json::parse_error& error) {
        return placed(documentError("JSON", {}, WORDS("is not JSON"), remedy), text,
                      error.byte > 0 ? error.byte - 1 : 0);
    } catch (const Json::exception&) { // a number that no double holds
        return documentError("RANGE", {}, WORDS("has a number that is too large"), remedy);
    }
    if (check.tooDeep())
        return documentError("JSON", {}, WORDS("is nested more than 64 levels deep"), remedy);
    if (!check.twice().empty())
        return documentError("DUP", check.twice(), WORDS("stands twice"), WORDS("remove one of them"));
    if (!json.is_object())
        return documentError("SCHEMA", {}, WORDS("is no JSON object"), remedy);
    return json;
}

Result<Json> inPresentVersion(Json json)
{
    const auto format = json.find("format");
    const bool settings = format != json.end() && *format == "phasor-window";
    if (!settings && (format == json.end() || *format != kSessionFormat))
        return documentError("SCHEMA", "format", WORDS("is no session of Phasor"),
                             WORDS("give a session that Phasor saved, or a figure that it made"));
    const auto version = json.find("version");
    if (version == json.end())
        return documentError("SCHEMA", "version", WORDS("is missing"));
    if (!version->is_number_integer())
        return documentError("TYPE", "version", WORDS("is %1, not a whole number").with(version->dump()));
    const auto number = version->get<std::int64_t>();
    if (number < 1 || number > (settings ? 1 : kSessionVersion))
        return documentError(
            "VERSION", "version",
            WORDS("is of version %1, this Phasor reads versions 1 and %2").with(version->dump(), kSessionVersion),
            WORDS("open it with a newer Phasor"));
    if (number == 1)
        settings ? upgradeSettings(json) : upgradeFigure(json);
    json["format"] = kSessionFormat;
    json["version"] = kSessionVersion;
    return json;
}

} // namespace phasor
