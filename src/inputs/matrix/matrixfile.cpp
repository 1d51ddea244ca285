// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/matrixfile.h"

#include "field/matrixfield.h"
#include "system/memory.h"

#include <algorithm>
#include <chrono>
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

    Shape shape() const override { return m_matrix->layout().shape; }
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

namespace {

std::uint64_t bytesInMemory(const MatrixLayout& layout)
{
    // An 8-bit number has four times its bytes in memory: at most 2^65, which exceeds memory like 2^64 - 1.
    const ByteCount bytes = static_cast<ByteCount>(layout.numbers()) * sizeof(float);
    return static_cast<std::uint64_t>(std::min<ByteCount>(bytes, UINT64_MAX));
}

std::uint64_t memoryOfAMatrix()
{
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
    return std::min(availableMemory() / 2, kMost);
}

std::string counted(std::int64_t count)
{
    return grouped(static_cast<std::uint64_t>(count));
}

// Range of the values; symmetric about 0 if there are negative ones.
Interval boundsOf(const MatrixStatistics& statistics)
{
    const double reach = std::max(std::abs(statistics.low), std::abs(statistics.high));
    return statistics.low < 0 ? Interval{-reach, reach} : Interval{0, reach};
}

// Adds a warning for `numbers` numbers that float32 could not represent.
void addConversion(std::vector<Warning>& warnings, const ConversionCount& count, std::int64_t numbers)
{
    if (count.rounded > 0)
        warnings.push_back(
            {"ROUND", WORDS("%1 of %2 values were rounded to float32").with(counted(count.rounded), counted(numbers))});
    if (count.overflowed + count.vanished > 0)
        warnings.push_back(
            {"RANGE",
             WORDS("of %1 values, %2 are too large for float32 and became infinite, %3 are too small and "
                   "became 0")
                 .with(counted(numbers), counted(count.overflowed), counted(count.vanished))});
}

std::vector<Warning> warningsOf(const StoredMatrix& stored, const ReadNumbers& read, const MatrixStatistics& statistics)
{
    std::vector<Warning> warnings;
    const MatrixLayout& layout = stored.layout();
    if (const std::int64_t size = stored.file().size(); size > layout.end())
        warnings.push_back({"TRAILING",
                            WORDS("%1 bytes after the data, from byte %2 on, are ignored")
                                .with(counted(size - layout.end()), layout.end())});
    const std::int64_t numbers = read.values.rows() * read.values.cols();
    if (numbers < layout.numbers())
        warnings.push_back(
            {"SAMPLE",
             WORDS("the matrix takes %1 and stays in its file: spread, range and what else is said of its values are "
                   "those of %2 of its %3, taken evenly")
                 .with(formatBytes(bytesInMemory(layout)), counted(numbers), counted(layout.numbers()))});
    addConversion(warnings, read.count, numbers);
    if (statistics.nan + statistics.inf > 0)
        warnings.push_back(
            {"NONFINITE", WORDS("%1 NaN, %2 Inf").with(counted(statistics.nan), counted(statistics.inf))});
    if (stored.file().changed())
        warnings.push_back(
            {"CHANGED", WORDS("the file was written to while it was read: some values may be older than others")});
    return warnings;
}

} // namespace

MatrixFile::MatrixFile(std::shared_ptr<const StoredMatrix> stored, Message where)
    : m_stored(std::move(stored))
    , m_where(std::move(where))
{
}

Result<std::shared_ptr<const MatrixFile>> MatrixFile::open(const std::string& path, FileCache& files,
                                                           NpyContent content)
{
    constexpr std::string_view kKinds[] = {"matrix", "tables", "ids"};
    const auto read = [&](InputFile file) -> Result<std::shared_ptr<const FileContent>> {
        const Status known = refuseWrongFileKind(file);
        const Result<MatrixLayout> layout = known.ok() ? readNpyHeader(file, content) : known.error();
        if (!layout.ok())
            return inFile(path, layout.error());
        auto stored = std::make_shared<const StoredMatrix>(std::move(file), *layout);
        return std::shared_ptr<const FileContent>(new MatrixFile(std::move(stored), quotedPlace(path)));
    };
    return files.get<MatrixFile>(kKinds[static_cast<std::size_t>(content)], path, read);
}

Result<std::shared_ptr<const ImportedMatrix>> MatrixFile::read(const ReadControl& control) const
{
    constexpr std::chrono::milliseconds kPatience{20}; // between two checks for a cancel
    {
        std::unique_lock lock(m_mutex);
        while (m_reading && !control.cancel.cancelled())
            m_readingEnded.wait_for(lock, kPatience);
        if (m_matrix)
            return m_matrix;
        if (control.cancel.cancelled())
            return cancelledError();
        m_reading = true;
    }
    struct End // also when memory runs out
    {
        const MatrixFile& file;
        ~End()
        {
            const std::lock_guard lock(file.m_mutex);
            file.m_reading = false;
            file.m_readingEnded.notify_all();
        }
    } const end{*this};
    const Result<std::shared_ptr<const ImportedMatrix>> matrix = readNow(control);
    if (!matrix.ok())
        return named(matrix.error());
    const std::lock_guard lock(m_mutex);
    return m_matrix = *matrix;
}

Result<std::shared_ptr<const ImportedMatrix>> MatrixFile::readNow(const ReadControl& control) const
{
    const bool fits = bytesInMemory(layout()) <= control.memory.value_or(memoryOfAMatrix());
    TRY(ReadNumbers read, fits ? readAll(*m_stored, control) : readSample(*m_stored, control));
    ImportedMatrix matrix;
    matrix.statistics = statisticsOf(std::as_const(read.values).view(), control.cancel);
    if (control.cancel.cancelled())
        return cancelledError();
    matrix.warnings = warningsOf(*m_stored, read, matrix.statistics);
    const Interval bounds = boundsOf(matrix.statistics);
    if (fits) {
        matrix.values = std::make_shared<MatrixField>(std::make_shared<const Matrix>(std::move(read.values)), bounds);
    } else {
        auto windows = std::make_shared<const StoredField>(m_stored, bounds);
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
        return named(*unread);
    if (!m_stored->file().changed())
        return std::nullopt;
    return named(
        inputError("CHANGED", 0, {}, WORDS("the file was written to while it was in use"), WORDS("open it again")));
}

std::uint64_t MatrixFile::memory() const
{
    const std::lock_guard lock(m_mutex);
    return m_matrix && !m_windows ? bytesInMemory(layout()) : 0;
}

Error MatrixFile::named(Error error) const
{
    if (error.kind != ErrorKind::Cancelled)
        error.where = m_where;
    return error;
}

} // namespace phasor
