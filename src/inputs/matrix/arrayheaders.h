// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/storedmatrix.h"

namespace phasor {

// Allowed content of a .npy: one matrix; also several of one shape, [batch, rows, columns]; or token ids, [rows],
// [rows, 1] or [batch, rows], which become a column.
enum class NpyContent { Matrix, Tables, Ids };

// Layout of the matrix by the header, checked against the size of the file (NumPy's formats 1.0, 2.0, 3.0). Allocates
// at most 1 MiB. Errors: Input, with the catalog's code and the byte.
Result<MatrixLayout> readNpyHeader(const InputFile& file, NpyContent content = NpyContent::Matrix);

// Type and shape, whatever they are. Errors: as above, but for type and shape, which are not checked.
Result<Tensor> describeNpy(const InputFile& file);

bool looksLikeNpy(std::string_view head); // the file's first bytes

// A Python literal, as far as the header of a .npy file may have one.
struct PyLiteral
{
    enum class Kind {
        String, // text between the quotes, escapes unchanged
        Integer, // text: the digits, with '-' before; any number of them
        OtherNumber, // text: anything that begins like a number
        Name, // text: True, None, …
        Tuple,
        List,
        Dict, // items: key, value, key, value …
    };

    Kind kind = Kind::Name;
    std::size_t offset = 0; // in the source
    std::string text;
    std::vector<PyLiteral> items;
};

// Reads one literal with white space around it; never recurses deeper than 4. Errors: code HEADER, with the offset
// in `source`.
Result<PyLiteral> parsePyLiteral(std::string_view source);

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
