// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"

namespace phasor {

class FileCache;
class MatrixFile;

// The embedding table [vocab, width], sampled or read from a file, and the generator after it.
struct EmbeddingTable
{
    // Everything that the table depends on; equal keys have equal tables.
    struct Key
    {
        EmbeddingSettings settings = {}; // the padding row is zeroed after sampling, but not in a table from a file
        RandomSettings random = {}; // with the default GPU unless the generator uses it
        std::int64_t width = 0;
        std::int64_t vocab = 0; // 0: from the file
        bool operator==(const Key&) const = default;
    };

    // The file of "file:PATH", of which only the header is read. Errors: the file is refused.
    static Result<std::shared_ptr<const MatrixFile>> openFile(const std::string& embedding, FileCache& files);
    static bool isFile(const std::string& embedding) { return embedding.starts_with("file:"); }

    // Makes the table. `file` is that of openFile, null for an initializer. If sampling is canceled, `values` and
    // `after` are Errors of kind Cancelled; if the file can't be read, `values` is an Error.
    static EmbeddingTable make(const Key& key, const std::shared_ptr<const MatrixFile>& file);

    Result<FieldPtr> values; // [vocab, width]
    // State of the random numbers after the table; an Error if the table could not be sampled.
    Result<std::shared_ptr<const Generator>> after;
    EmbeddingFacts facts = {};
    std::vector<Message> warnings = {}; // about the file
};

// Sets d_model and vocab to the embedding file's unless they are `given`; does nothing for an initializer. Reads only
// the file's header. Errors: the file is refused; a given number differs from the file's.
Status adoptFileShape(Parameters& parameters, bool dModelGiven, bool vocabGiven, FileCache& files);

} // namespace phasor
