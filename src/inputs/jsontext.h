// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"

#include <nlohmann/json_fwd.hpp>

namespace phasor {

// An Error of kind Input about the member `field` of a JSON text; the caller sets `where`.
Error jsonError(std::string code, std::string field, Message what,
                Message remedy = WORDS("correct it in the file, or leave it out"));

// A JSON text that is one object, strictly: UTF-8, no member twice, 64 levels at most. Errors of kind Input, with line
// and column if known: EMPTY, BINARY, UTF8, JSON, RANGE, DUP, SCHEMA; `remedy` is the advice, the caller sets `where`.
Result<nlohmann::ordered_json> parseJsonObject(std::string_view text, SourceText remedy);

} // namespace phasor
