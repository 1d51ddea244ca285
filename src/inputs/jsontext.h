// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace phasor {

// An Error of kind Input about the member `field` of a JSON text; `where` is for the caller to fill in.
Error jsonError(std::string code, std::string field, Message what,
                Message remedy = WORDS("correct it in the file, or leave it out"));

// A JSON text that is one object, as strictly as JSON is defined: UTF-8, no member twice, 64 levels at most. Errors of
// kind Input, with line and column where there is a place: EMPTY, BINARY, UTF8, JSON, RANGE, DUP, SCHEMA; `remedy` says
// what to give instead, `where` is for the caller to fill in.
Result<nlohmann::ordered_json> parseJsonObject(std::string_view text, SourceText remedy);

} // namespace phasor
