// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/storedmatrix.h"

namespace phasor {

// Whether the file begins like a .safetensors file: an 8-byte length that is not text, then '{', or white space and
// '{'. `head`: the file's first 16 bytes, or all of a shorter file.
bool looksLikeSafetensors(std::string_view head);

// Arrays by the header, checked against each other and against the size of the file. Reads the header only (at most
// 100 MB). Format: github.com/huggingface/safetensors, but no key twice. A type that the format knows and Phasor does
// not read has no `format`. Warnings: white space before the header (PAD), unknown fields (KEYS), names that messages
// escape or cut (NAME). Errors: Input, with the catalog's code, the byte, the tensor's quoted name as field; Cancelled.
// Any thread.
Result<TensorList> readSafetensorsHeader(const InputFile& file);

} // namespace phasor
