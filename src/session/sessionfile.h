// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"

namespace phasor {

// Whether a file begins like a session or a figure (JSON, PNG, SVG, PDF, GIF), not like a matrix. False if unreadable.
bool isSessionFile(const std::string& path);

// A session, or the one inside a figure made by Phasor: detected by content, not by name. `path` is raw bytes. Errors:
// Input: of the file (OPEN, NOTREGULAR …), LIMIT above 64 MiB, NOSESSION for a figure of another program, TRUNC for a
// damaged figure, those of readDocument; `where` is the file.
Result<DocumentRead> readSessionFile(const std::string& path);

// Errors: Output; the old file is then unchanged.
Status writeSessionFile(const Document& document, const std::string& path);

} // namespace phasor
