// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/inputfile.h"
#include "text/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace phasor {

// The text between the magic bytes and the data of a .npy file.
struct NpyHeaderText
{
    int version = 1; // 1, 2, 3
    std::int64_t offset = 0; // in the file
    std::string text; // at most 10,000 bytes, as NumPy allows; no NUL; UTF-8 in version 3
};

// The remedy for a header that NumPy would not write.
inline constexpr SourceText kSaveAgain = WORDS("save the array again with numpy.save");

// Reads at most 10 kB. Errors: MAGIC, TRUNC, VERSION, HEADER_SIZE, TEXTMODE, HEADER, with the byte.
Result<NpyHeaderText> readNpyHeaderText(const InputFile& file);

// The file ends too early; `what` says both sizes.
Error truncatedFile(std::int64_t size, Message what);

} // namespace phasor
