// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "pipeline/parameters/parameters.h"
#include "random/generator.h"
#include "text/result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace phasor {

class FileCache;
class MatrixFile;
struct ImportedMatrix;

// The embedding table [vocab, width], drawn or read from a file, and the generator behind it. Immutable.
class EmbeddingTable
{
public:
    // What the table depends on; equal keys have equal tables.
    struct Key
    {
        EmbeddingSettings settings = {}; // the padding row is zeroed after the drawing, not in a table from a file
        RandomSettings random = {}; // without a GPU that the generator does not look at
        std::int64_t width = 0;
        std::int64_t vocab = 0; // 0 where a file says it
        bool operator==(const Key&) const = default;
    };

    // The file of "file:PATH", of which nothing but the header is read; null for an initialiser. Errors: the file is
    // refused.
    static Result<std::shared_ptr<const MatrixFile>> openFile(const std::string& embedding, FileCache& files);
    static bool isFile(const std::string& embedding) { return embedding.starts_with("file:"); }

    // `file` is that of openFile, null for an initialiser. A cancelled drawing is an Error of kind Cancelled in
    // values() and after(), a file that cannot be read is one in values().
    static std::shared_ptr<const EmbeddingTable> make(const Key& key, std::shared_ptr<const MatrixFile> file);

    const Key& key() const { return m_key; }
    const Result<FieldPtr>& values() const { return m_values; } // [vocab, width]
    // The point of the stream behind the table; an Error where the table could not be drawn.
    const Result<std::shared_ptr<const Generator>>& after() const { return m_after; }
    double sigma() const { return m_sigma; }
    std::vector<Message> warnings() const; // of the file

private:
    explicit EmbeddingTable(Key key);
    Result<std::shared_ptr<const Generator>> beginning(Shape shape) const;
    void draw();
    void adopt();

    Key m_key;
    std::shared_ptr<const MatrixFile> m_file; // null: drawn
    std::shared_ptr<const ImportedMatrix> m_matrix; // of the file, once it was read
    Result<FieldPtr> m_values;
    Result<std::shared_ptr<const Generator>> m_after;
    double m_sigma = 0;
};

// Sets d_model and vocab to the embedding file's where they were not `given`; nothing for an initialiser. Only the
// file's header is read. Errors: the file is refused; a given number differs from the file's.
Status adoptFileShape(Parameters& parameters, bool dModelGiven, bool vocabGiven, FileCache& files);

} // namespace phasor
