// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "inputs/filecache.h"
#include "inputs/matrix/arrayfile.h"

namespace phasor {

class StoredField;

// Cells of a matrix file, with its statistics and warnings.
struct ImportedMatrix
{
    FieldPtr values; // in memory, or read from the file window by window
    MatrixStatistics statistics; // statistics of all cells, or of the sample that a warning (SAMPLE) reports
    // Warnings: bytes after the data (TRAILING), cells that were rounded to float32 (ROUND), left its range (RANGE) or
    // are not finite (NONFINITE), statistics of a sample (SAMPLE), a file that was written to during reading (CHANGED).
    std::vector<Warning> warnings;
};

// A matrix in a file: .npy, .npz, .safetensors, .csv (see findMatrix). Opening reads headers only, but unpacks a
// deflated .npz member and reads a text; the cells are read once, when somebody asks for them. Any thread.
class MatrixFile final : public FileContent
{
public:
    // `name`: "PATH" or "PATH#ARRAY", raw bytes. Errors: those of findMatrix. `content` may also allow several tables
    // of one shape, or token ids, as a notebook saves them for a batch.
    static Result<std::shared_ptr<const MatrixFile>> open(const std::string& name, FileCache& files,
                                                          NpyContent content = NpyContent::Matrix,
                                                          MatrixRole role = MatrixRole::Embedding,
                                                          const ReadControl& control = {});

    const MatrixLayout& layout() const { return m_found.layout; }
    Shape shape() const { return layout().shape; }
    std::shared_ptr<const std::vector<std::string>> rowNames() const { return m_rowNames; } // of a text; null: none
    const ArrayOrigin& origin() const { return m_found.origin; }

    // Reads the matrix: the first call on all workers; others wait and get the same result. A matrix larger than
    // control.memory stays in the file: windows are read on demand, unreadable cells are NaN (see fault()), and
    // statistics and bounds are those of 2^24 cells, spread evenly. Errors: Input (the file was cut, the disk fails),
    // Cancelled within 100 ms; the next call tries again.
    Result<std::shared_ptr<const ImportedMatrix>> read(const ReadControl& control = {}) const;

    // Error of a matrix that stays in its file: the first window that could not be read, or CHANGED if the file was
    // written to since it was opened. Check it before results computed from the matrix are used.
    std::optional<Error> fault() const;

    std::uint64_t memory() const override;
    bool usable() const override { return !fault(); }

private:
    MatrixFile(FoundMatrix found, std::string path);
    Result<std::shared_ptr<const ImportedMatrix>> readNow(const ReadControl& control) const;

    mutable FoundMatrix m_found; // readNow() frees its file and text
    std::shared_ptr<const std::vector<std::string>> m_rowNames;
    std::string m_path; // raw bytes
    mutable std::mutex m_reading; // held by the thread in readNow()
    mutable std::mutex m_mutex; // for the members below
    mutable std::shared_ptr<const ImportedMatrix> m_matrix; // null until it was read
    mutable std::shared_ptr<const StoredField> m_windows; // for a matrix that stays in its file
};

} // namespace phasor
