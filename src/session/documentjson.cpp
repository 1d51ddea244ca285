// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/documentjson_p.h"

#include "inputs/jsontext.h"

namespace phasor {

namespace {

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

Result<Json> parseObject(std::string_view text)
{
    return parseJsonObject(text, WORDS("give a session that Phasor saved, or a figure that it made"));
}

Result<Json> inPresentVersion(Json json)
{
    const auto format = json.find("format");
    const bool settings = format != json.end() && *format == "phasor-window";
    if (!settings && (format == json.end() || *format != kSessionFormat))
        return jsonError("SCHEMA", "format", WORDS("is no session of Phasor"),
                         WORDS("give a session that Phasor saved, or a figure that it made"));
    const auto version = json.find("version");
    if (version == json.end())
        return jsonError("SCHEMA", "version", WORDS("is missing"));
    if (!version->is_number_integer())
        return jsonError("TYPE", "version", WORDS("is %1, not a whole number").with(version->dump()));
    const auto number = version->get<std::int64_t>();
    if (settings && number != 1)
        return jsonError("VERSION", "version",
                         WORDS("is of version %1, of these settings there is only version 1").with(version->dump()),
                         WORDS("give a session that Phasor saved, or a figure that it made"));
    if (number < 1 || number > kBoardVersion)
        return jsonError(
            "VERSION", "version",
            WORDS("is of version %1, this Phasor reads versions 1 to %2").with(version->dump(), kBoardVersion),
            WORDS("open it with a newer Phasor"));
    if (number == 1)
        settings ? upgradeSettings(json) : upgradeFigure(json);
    json["format"] = kSessionFormat;
    json["version"] = kSessionVersion;
    return json;
}

} // namespace phasor
