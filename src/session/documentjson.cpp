// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/documentjson_p.h"

#include "inputs/jsontext.h"

namespace phasor {

namespace {

// Moves object[key], if it exists, to where[as].
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

// Upgrades the data inside figures of version 1: one plot, and a zoom in rows and columns of the table.
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
    std::int64_t first = 0;
    if (const auto found = json.find("parameters"); found != json.end()) {
        if (const auto value = found->find("first_position"); value != found->end() && value->is_number_integer())
            first = value->get<std::int64_t>();
    }
    for (Json& edge : zoom["position"]) {
        if (edge.is_number())
            edge = edge.get<double>() + static_cast<double>(first);
    }
    view["zoom"] = std::move(zoom);
    json["view"] = std::move(view);
}

// Two rows of the four cells of version 3: null where nothing is shown.
void upgradeBoard(Json& json)
{
    const auto found = json.find("board");
    if (found == json.end() || !found->is_array())
        return;
    Json rows = Json::array();
    for (std::size_t i = 0; i < found->size(); ++i) {
        if (i % 2 == 0)
            rows.push_back({{"cells", Json::array()}});
        if ((*found)[i].is_object())
            rows.back()["cells"].push_back((*found)[i]);
    }
    json["board"] = {{"lines", rows}};
}

} // namespace

Result<Json> inPresentVersion(Json json)
{
    const auto format = json.find("format");
    const bool settings = format != json.end() && *format == "phasor-window";
    if (!settings && (format == json.end() || *format != kSessionFormat))
        return jsonError("SCHEMA", "format", WORDS("is not a Phasor session"), kGiveSession);
    const auto version = json.find("version");
    if (version == json.end())
        return jsonError("SCHEMA", "version", WORDS("is missing"));
    if (!version->is_number_integer())
        return jsonError("TYPE", "version", WORDS("is %1, not a whole number").with(version->dump()));
    const auto number = version->get<std::int64_t>();
    if (settings && number != 1)
        return jsonError("VERSION", "version",
                         WORDS("is of version %1, but only version 1 of these settings exists").with(version->dump()),
                         kGiveSession);
    if (number < 1 || number > kBoardVersion)
        return jsonError(
            "VERSION", "version",
            WORDS("is of version %1, but this Phasor reads versions 1 to %2").with(version->dump(), kBoardVersion),
            WORDS("open it with a newer Phasor"));
    if (number == 1)
        settings ? upgradeSettings(json) : upgradeFigure(json);
    if (number == 3)
        upgradeBoard(json);
    if (number < kBoardVersion && json.contains("layout") && json["layout"].is_object()) {
        for (const char* key : {"plot_rows", "plot_columns"}) // sizes are the board's now
            json["layout"].erase(key);
    }
    json["format"] = kSessionFormat;
    json["version"] = kSessionVersion;
    return json;
}

void removeEmpty(Json& object)
{
    for (auto it = object.begin(); it != object.end();)
        it = it->is_null() || it->empty() || *it == "" ? object.erase(it) : std::next(it);
}

const Json& objectAt(const Json& object, const char* key)
{
    static const Json kNone = Json::object();
    const auto found = object.find(key);
    return found != object.end() && found->is_object() ? *found : kNone;
}

Json unknownKeys(const Json& object, const Json& known)
{
    Json rest = Json::object();
    for (const auto& [key, value] : object.items()) {
        const auto found = known.find(key);
        if (found == known.end()) {
            rest[key] = value;
        } else if (value.is_object() && found->is_object()) {
            if (Json inner = unknownKeys(value, *found); !inner.empty())
                rest[key] = std::move(inner);
        }
    }
    return rest;
}

void addUnknown(Json& object, const Json& unknown)
{
    for (const auto& [key, value] : unknown.items()) {
        if (!object.contains(key))
            object[key] = value;
        else if (object[key].is_object() && value.is_object())
            addUnknown(object[key], value);
    }
}

} // namespace phasor
