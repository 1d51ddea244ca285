// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/json.h"
#include "text/result.h"
#include "views/viewstate.h"

#include <nlohmann/json.hpp>

// JSON tree of a document: shared by its reader and its writer.
namespace phasor {

using Json = nlohmann::ordered_json;

constexpr auto kSessionFormat = "phasor-session";
constexpr int kSessionVersion = 2; // version of documents that Phasor 0.8 can read
constexpr int kBoardVersion = 4; // with a board of rows or columns; version 3 had four cells

constexpr SourceText kGiveSession = WORDS("give a session that Phasor saved, or a figure that it made");

// Checks format and version; older versions become the present one.
Result<Json> inPresentVersion(Json json);

// Keys of `object` that `known` lacks, at any level; and the reverse: adds them to an object.
Json unknownKeys(const Json& object, const Json& known);
void addUnknown(Json& object, const Json& unknown);

void removeEmpty(Json& object); // members that are null or empty

void addSetting(Json& json, const auto& setting, const auto& whole)
{
    json[setting.key()] = toJson(setting, setting.get(whole));
}

// Reads one object; a value that isn't understood stays unchanged and gives a warning.
struct LenientReader
{
    const Json& object;
    std::string name;
    std::vector<Message>& warnings;

    // `take(json)` returns whether the value is understood; it may throw nlohmann's exceptions.
    template <typename Take> void readBy(const std::string& key, Take&& take)
    {
        const auto found = object.find(key);
        if (found == object.end() || found->is_null())
            return;
        bool understood = false;
        try {
            understood = take(*found);
        } catch (const Json::exception&) { // another type
        }
        if (!understood)
            warnings.push_back(WORDS("%1 is not understood, so the default is used").with(name + "." + key));
    }
    const Json& objectAt(const char* key) // empty if it is missing or not understood
    {
        static const Json kNone = Json::object();
        const Json* found = &kNone;
        readBy(key, [&found](const Json& json) {
            found = json.is_object() ? &json : found;
            return json.is_object();
        });
        return *found;
    }
    template <typename T> void read(const char* key, T& value)
    {
        readBy(key, [&value](const Json& json) {
            if constexpr (requires { std::tuple_size<T>::value; }) {
                if (json.size() != value.size())
                    return false;
            }
            value = json.get<T>();
            return true;
        });
    }
    template <typename W> void readSetting(const Setting<W>& setting, W& whole)
    {
        readBy(setting.key(), [&](const Json& json) {
            const Result<ParameterValue> value = fromJson(setting, json);
            if (value.ok())
                setting.set(whole, *value);
            return value.ok();
        });
    }
};

// Whether the view exists. If not, a warning names it.
bool knowsView(const std::string& view, std::vector<Message>& warnings);

// The board's JSON: { "direction": "rows" or "columns", "lines": [{ "share": 60, "cells": [{ "view": "similarity",
// "options": { "mean_row": "without" } } …] } …] }. Left out: usual shares, standard options, a stage that is the
// window's.
Json boardJson(const Board& board);
// Cells of unknown views are left out. False: no cell is left.
bool readBoard(Board& board, const Json& json, std::vector<Message>& warnings);

} // namespace phasor
