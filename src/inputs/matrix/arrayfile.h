// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/arrayheaders.h"

namespace phasor {

// A matrix by its name in a parameter, "PATH" or "PATH#ARRAY".
struct MatrixName
{
    std::string path; // raw bytes
    std::string array; // empty: the likeliest
};

// Splits at the last '#', unless there is a file with the entire name.
MatrixName matrixName(const std::string& name);

// What is likeliest in a file of several arrays: token embeddings (wte, embed_tokens, word_embeddings) or positions
// (wpe, position_embeddings).
enum class MatrixRole { Embedding, Positions };

struct WantedMatrix
{
    MatrixName name;
    NpyContent content = NpyContent::Matrix;
    MatrixRole role = MatrixRole::Embedding;
    ReadControl control = {};
};

struct CsvTable;

// A matrix found in a file: numbers that stand there, or those of a text, read.
struct FoundMatrix
{
    InputFile file; // with the numbers: all of it, a part, or unpacked bytes
    MatrixLayout layout; // in `file`
    ArrayOrigin origin = {};
    std::vector<Warning> warnings = {};
    // Checks all bytes of a member that is stored in an archive; null: there is nothing to check.
    std::function<Status()> check = {};
    std::shared_ptr<CsvTable> text = {}; // null: the numbers stand in `file`
};

// The format is known by the content: .npy, .npz, .safetensors, else .csv. If the content is damaged, the error is that
// of the format that `path` ends with. Reads headers only, but unpacks a deflated member and reads a text, with
// progress and cancel. name.array empty: the only matrix; of several the first whose name says the role, else the
// first, with a warning. Errors: Input, code and byte (line and column); Resource MEMORY; Cancelled. Any thread.
Result<FoundMatrix> findMatrix(const InputFile& file, const WantedMatrix& wanted);

bool canBeRead(const Tensor& tensor); // two dimensions, and numbers of a known type

// The arrays of a file of several, .npz or .safetensors, those first that findMatrix would take; of another format:
// none.
Result<std::vector<Tensor>> listArrays(const std::string& path, MatrixRole role);

} // namespace phasor
