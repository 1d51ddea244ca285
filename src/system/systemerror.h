// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

namespace phasor {

// Name and text of an errno, in English whatever the locale: "ENOSPC", "No space left on device".
std::string errorName(int code, const char* otherwise); // `otherwise`: for codes without name
std::string errorText(int code);

// The Errors of OutputFile, the same words on every system.

// Error of a system call: code and text of its errno, in English, with a remedy. `fault` has a place for that text:
// WORDS("cannot write: %1").
Error outputError(const std::string& path, int code, SourceText fault);

// Error for a name that no file can have.
Error refusedOutput(const std::string& path, std::string code, Message what);
std::optional<Error> refusedOutputName(const std::string& path); // checks the name only, not the disk

// The file that `path` leads to by the links it ends in; it need not exist.
Result<std::string> resolvedLinks(const std::string& path);

} // namespace phasor
