// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <nlohmann/json.hpp>

#include <string_view>

// The JSON of a document as a tree: what its reader and its writer share.
namespace phasor {

using Json = nlohmann::ordered_json;

constexpr auto kSessionFormat = "phasor-session";
constexpr int kSessionVersion = 2; // of the documents that version 0.8 can read
constexpr int kBoardVersion = 3; // with a board: views out of their usual cells

// The object of a text: no key twice, at most 64 levels.
Result<Json> parseObject(std::string_view text);

// Format and version are checked; version 1 becomes version 2.
Result<Json> inPresentVersion(Json json);

} // namespace phasor
