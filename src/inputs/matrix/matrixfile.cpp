// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/matrixfile.h"

#include "field/matrixfield.h"
#include "inputs/matrix/csvreader.h"
#include "system/memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

// Matrix in a file as a Field that reads each request from the file and keeps nothing. Unreadable cells are NaN, and
// fault() has the reason.
class StoredField final : public Field
{
public:
    StoredField(std::shared_ptr<const StoredMatrix> matrix, Interval bounds)
        : m_matrix(std::move(matrix))
        , m_bounds(bounds)
    {
    }

    Shape shape() const override { return m_matrix->layout.shape; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        const Result<ConversionCount> read = m_matrix->read(rect, out);
        if (read.ok())
            return;
        for (std::int64_t r = 0; r < rect.rows; ++r)
            std::fill_n(out.row(r), rect.cols, std::numeric_limits<float>::quiet_NaN());
        const std::lock_guard lock(m_mutex);
        if (!m_fault)
            m_fault = read.error();
    }
    Interval bounds() const override { return m_bounds; }
    bool changed() const { return m_matrix->file.changed(); }

    std::optional<Error> fault() const // the first one
    {
        const std::lock_guard lock(m_mutex);
        return m_fault;
    }

private:
    std::shared_ptr<const StoredMatrix> m_matrix;
    Interval m_bounds;
    mutable std::mutex m_mutex;
    mutable std::optional<Error> m_fault;
};

static std::uint64_t bytesInMemory(const MatrixLayout& layout)
{
    // An 8-bit number has four times its bytes in memory: at most 2^65, which exceeds memory like 2^64 - 1.
    const ByteCount bytes = static_cast<ByteCount>(layout.numbers()) * sizeof(float);
    return static_cast<std::uint64_t>(std::min<ByteCount>(bytes, UINT64_MAX));
}

static std::vector<Warning> warningsOf(const FoundMatrix& found, std::int64_t numbers, const ConversionCount& count,
                                       const MatrixStatistics& statistics)
{
    std::vector<Warning> warnings = found.warnings;
    const MatrixLayout& layout = found.layout;
    if (numbers < layout.numbers())
        warnings.push_back(
            {"SAMPLE",
             WORDS("the matrix takes %1 and stays in its file; statistics are those of %2 of its %3, evenly spaced")
                 .with(formatBytes(bytesInMemory(layout)), grouped(numbers), grouped(layout.numbers()))});
    if (count.rounded > 0)
        warnings.push_back(
            {"ROUND", WORDS("%1 of %2 values were rounded to float32").with(grouped(count.rounded), grouped(numbers))});
    if (count.overflowed + count.vanished > 0)
        warnings.push_back(
            {"RANGE",
             WORDS("of %1 values, %2 are too large for float32 and became infinite, %3 are too small and "
                   "became 0")
                 .with(grouped(numbers), grouped(count.overflowed), grouped(count.vanished))});
    if (statistics.nan + statistics.inf > 0)
        warnings.push_back(
            {"NONFINITE", WORDS("%1 NaN, %2 Inf").with(grouped(statistics.nan), grouped(statistics.inf))});
    if (found.file.changed())
        warnings.push_back(
            {"CHANGED", WORDS("the file was written to while it was read: some values may be older than others")});
    return warnings;
}

MatrixFile::MatrixFile(FoundMatrix found, std::string path)
    : m_found(std::move(found))
    , m_path(std::move(path))
{
    if (m_found.text && !m_found.text->rowNames.empty())
        m_rowNames = std::make_shared<const std::vector<std::string>>(std::move(m_found.text->rowNames));
}

Result<std::shared_ptr<const MatrixFile>> MatrixFile::open(const std::string& name, FileCache& files,
                                                           NpyContent content, MatrixRole role,
                                                           const ReadControl& control)
{
    const WantedMatrix wanted{matrixName(name), content, role, control};
    const std::string& path = wanted.name.path;
    const std::string kind = "matrix " + std::to_string(static_cast<int>(content))
        + std::to_string(static_cast<int>(role)) + wanted.name.array;
    const auto read = [&](const InputFile& file) -> Result<std::shared_ptr<const MatrixFile>> {
        TRY(FoundMatrix found, findMatrix(file, wanted));
        return std::shared_ptr<const MatrixFile>(new MatrixFile(std::move(found), path));
    };
    return files.get<MatrixFile>(kind, path, read);
}

Result<std::shared_ptr<const ImportedMatrix>> MatrixFile::read(const ReadControl& control) const
{
    const std::unique_lock reading = lockUnlessCancelled(m_reading);
    if (const std::lock_guard lock(m_mutex); m_matrix)
        return m_matrix;
    if (cancelled())
        return cancelledError();
    const Result<std::shared_ptr<const ImportedMatrix>> matrix = readNow(control);
    if (!matrix.ok())
        return inFile(m_path, matrix.error());
    const std::lock_guard lock(m_mutex);
    return m_matrix = *matrix;
}

Result<std::shared_ptr<const ImportedMatrix>> MatrixFile::readNow(const ReadControl& control) const
{
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
    const std::uint64_t memory = control.memory.value_or(std::min(availableMemory() / 2, kMost));
    const bool fits = m_found.text || bytesInMemory(layout()) <= memory;
    const auto stored = std::make_shared<const StoredMatrix>(StoredMatrix{m_found.file, layout()});
    std::shared_ptr<const Matrix> values;
    ConversionCount count;
    if (m_found.text) {
        values = {m_found.text, &m_found.text->values};
        count = m_found.text->count;
    } else {
        if (fits && m_found.check)
            TRY_DONE(m_found.check());
        TRY(ReadNumbers read, fits ? readAll(*stored, control) : readSample(*stored, control));
        values = std::make_shared<const Matrix>(std::move(read.values));
        count = read.count;
    }
    ImportedMatrix matrix;
    matrix.statistics = statisticsOf(values->view());
    if (cancelled())
        return cancelledError();
    matrix.warnings = warningsOf(m_found, values->rows() * values->cols(), count, matrix.statistics);
    const double reach = std::max(std::abs(matrix.statistics.low), std::abs(matrix.statistics.high));
    const Interval bounds{matrix.statistics.low < 0 ? -reach : 0, reach};
    if (fits) {
        matrix.values = std::make_shared<MatrixField>(std::move(values), bounds);
        m_found.text.reset();
        m_found.file
            = m_found.file.replacedBy(std::make_shared<const std::vector<std::byte>>()); // frees unpacked bytes
    } else {
        auto windows = std::make_shared<const StoredField>(stored, bounds);
        const std::lock_guard lock(m_mutex);
        matrix.values = m_windows = std::move(windows);
    }
    return std::make_shared<const ImportedMatrix>(std::move(matrix));
}

std::optional<Error> MatrixFile::fault() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_windows)
        return std::nullopt;
    if (const std::optional<Error> unread = m_windows->fault())
        return inFile(m_path, *unread);
    if (!m_windows->changed())
        return std::nullopt;
    return inFile(
        m_path,
        inputError("CHANGED", 0, {}, WORDS("the file was written to while it was in use"), WORDS("open it again")));
}

std::uint64_t MatrixFile::memory() const
{
    const std::lock_guard lock(m_mutex);
    return m_matrix && !m_windows ? bytesInMemory(layout()) : 0;
}

} // namespace phasor
