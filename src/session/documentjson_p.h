// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <nlohmann/json.hpp>

// JSON tree of a document: shared by its reader and its writer.
namespace phasor {

using Json = nlohmann::ordered_json;

constexpr auto kSessionFormat = "phasor-session";
constexpr int kSessionVersion = 2; // version of documents that Phasor 0.8 can read
constexpr int kBoardVersion = 3; // with a board: views out of their usual cells

constexpr SourceText kGiveSession = WORDS("give a session that Phasor saved, or a figure that it made");

// Checks format and version; version 1 becomes version 2.
Result<Json> inPresentVersion(Json json);

// Keys of `object` that `known` lacks, at any level; and the reverse: adds them to an object.
Json unknownKeys(const Json& object, const Json& known);
void addUnknown(Json& object, const Json& unknown);

} // namespace phasor
