// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/stream.h"

#include "field/parallel.h"

#include <algorithm>
#include <array>
#include <future>

namespace phasor {

namespace {

constexpr std::int64_t kTileCells = 32768; // 128 KiB of float32: stays in a second level cache

// Divides a rectangle into parts that are consecutive in C order: some entire rows, or a part of one row if it is wide.
class Parts
{
public:
    Parts(Rect rect, std::int64_t mostCells)
        : m_rect(rect)
        , m_rows(std::clamp<std::int64_t>(mostCells / rect.cols, 1, rect.rows))
        , m_cols(std::min(rect.cols, mostCells))
        , m_perRow((rect.cols + m_cols - 1) / m_cols)
    {
    }

    std::int64_t count() const { return (m_rect.rows + m_rows - 1) / m_rows * m_perRow; }
    std::size_t largest() const { return static_cast<std::size_t>(m_rows * m_cols); }

    Rect part(std::int64_t k) const // relative to the rectangle
    {
        const std::int64_t row = k / m_perRow * m_rows;
        const std::int64_t col = k % m_perRow * m_cols;
        return {row, col, std::min(m_rows, m_rect.rows - row), std::min(m_cols, m_rect.cols - col)};
    }

private:
    Rect m_rect;
    std::int64_t m_rows;
    std::int64_t m_cols;
    std::int64_t m_perRow;
};

struct Band
{
    std::vector<float> cells;
    std::vector<char> text; // empty if the cells themselves are written
    std::vector<std::span<const std::byte>> pieces; // pieces of the file, in order
    std::vector<std::string> lines; // memory of the pieces if rows have labels
};

// The first line, in parts: a table may have more columns than memory has room for names.
Status writeNames(const CsvLabels& labels, Span columns, OutputFile& out)
{
    constexpr std::int64_t kPart = 4096;
    std::string part = labels.corner;
    for (std::int64_t column = columns.begin; column < columns.end; ++column) {
        (part += ',') += labels.column(column);
        if ((column - columns.begin) % kPart == kPart - 1) {
            TRY_DONE(out.write(part));
            part.clear();
            if (cancelled())
                return cancelledError();
        }
    }
    return out.write(part + "\n");
}

const CsvLabels* labelsOf(const StreamControl& control, TableFormat format)
{
    return format == TableFormat::Csv && control.labels ? &*control.labels : nullptr;
}

struct TableStream
{
    const Field& field;
    Rect window;
    TableFormat format;
    ElementType type;
    CancelToken cancel;
    const CsvLabels* labels; // null: none

    bool encodes() const { return format != TableFormat::Npy || type != ElementType::Float32; }
    std::size_t bytesPerCell() const { return sizeof(float) + (encodes() ? largestCell(format, type) : 0); }

    void reserve(Band& band, std::size_t cells) const
    {
        band.cells.resize(cells);
        band.text.resize(encodes() ? cells * largestCell(format, type) : 0);
    }

    // Each tile is one run of the file.
    void compute(Rect rect, Band& band) const
    {
        const Parts tiles(rect, kTileCells);
        const auto count = static_cast<std::size_t>(tiles.count());
        band.pieces.assign(count, {});
        band.lines.resize(labels != nullptr ? count : 0);
        parallelFor(0, tiles.count(), 1, [&](Span span) {
            for (std::int64_t t = span.begin; t < span.end && !cancel.cancelled(); ++t) {
                const Rect tile = tiles.part(t);
                computeTile({rect.row + tile.row, rect.col + tile.col, tile.rows, tile.cols},
                            tile.row * rect.cols + tile.col, band, static_cast<std::size_t>(t));
            }
        });
    }

    Status write(const Band& band, OutputFile& out) const
    {
        for (const std::span<const std::byte> piece : band.pieces) {
            if (cancel.cancelled())
                break;
            TRY_DONE(out.write(piece));
        }
        return Done{};
    }

    // `tile` is relative to the window; `offset` of its first cell in the band.
    void computeTile(Rect tile, std::int64_t offset, Band& band, std::size_t piece) const
    {
        const auto first = static_cast<std::size_t>(offset);
        const std::span<float> cells(band.cells.data() + first, static_cast<std::size_t>(tile.rows * tile.cols));
        const Rect source{window.row + tile.row, window.col + tile.col, tile.rows, tile.cols};
        field.fill(source, {cells.data(), tile.rows, tile.cols, tile.cols});
        if (!encodes()) {
            band.pieces[piece] = std::as_bytes(cells);
            return;
        }
        if (labels != nullptr) {
            band.lines[piece] = lines(tile, cells);
            band.pieces[piece] = std::as_bytes(std::span(band.lines[piece]));
            return;
        }
        char* const begin = band.text.data() + first * largestCell(format, type);
        char* const end = encodeCells(cells, tile.col, window.cols, format, type, begin);
        band.pieces[piece] = std::as_bytes(std::span(begin, end));
    }

    std::string lines(Rect tile, std::span<const float> cells) const
    {
        std::string text;
        const auto cols = static_cast<std::size_t>(tile.cols);
        for (std::int64_t r = 0; r < tile.rows; ++r) {
            if (tile.col == 0)
                (text += labels->row(window.row + tile.row + r)) += ',';
            const std::size_t begin = text.size();
            text.resize(begin + cols * largestCell(format, type));
            const char* const end = encodeCells(cells.subspan(static_cast<std::size_t>(r) * cols, cols), tile.col,
                                                window.cols, format, type, text.data() + begin);
            text.resize(static_cast<std::size_t>(end - text.data()));
        }
        return text;
    }
};

} // namespace

Status streamTable(const Field& field, Rect window, TableFormat format, ElementType type, OutputFile& out,
                   const StreamControl& control)
{
    const CancelScope scope(control.cancel);
    const CsvLabels* const labels = labelsOf(control, format);
    const TableStream stream{field, window, format, type, control.cancel, labels};
    std::array<Band, 2> bands; // one is written while the other is computed
    const auto perCell = static_cast<std::int64_t>(bands.size() * stream.bytesPerCell());
    const Parts plan(window, std::max<std::int64_t>(1, control.memory / perCell));
    const std::int64_t count = plan.count();
    for (Band& band : bands)
        stream.reserve(band, plan.largest());

    TRY_DONE(out.write(tableHeader(window.shape(), format, type)));
    if (labels != nullptr)
        TRY_DONE(writeNames(*labels, {window.col, window.col + window.cols}, out));
    std::future<Status> writing; // destroyed first, as its work uses the bands
    for (std::int64_t k = 0; k <= count; ++k) {
        Band& band = bands[static_cast<std::size_t>(k % 2)];
        if (k < count)
            stream.compute(plan.part(k), band);
        if (writing.valid()) {
            TRY_DONE(writing.get());
        }
        if (control.cancel.cancelled())
            return cancelledError();
        if (control.progress && k > 0)
            control.progress(static_cast<double>(k) / static_cast<double>(count));
        if (k < count) // if no thread can be made, it writes when the result is needed
            writing = std::async([&stream, &band, &out] { return stream.write(band, out); });
    }
    return Done{};
}

Status streamTokens(Span rows, const std::function<std::int64_t(std::int64_t row)>& id, TableFormat format,
                    OutputFile& out, const StreamControl& control)
{
    const CancelScope scope(control.cancel);
    constexpr std::int64_t kBand = 65536;
    const CsvLabels* const labels = labelsOf(control, format);
    TRY_DONE(out.write(tokensHeader(rows.size(), format)));
    if (labels != nullptr)
        TRY_DONE(out.write(labels->corner + "," + labels->column(0) + "\n"));
    std::string bytes;
    for (std::int64_t begin = rows.begin; begin < rows.end; begin += kBand) {
        const std::int64_t end = std::min(begin + kBand, rows.end);
        bytes.clear();
        for (std::int64_t row = begin; row < end; ++row) {
            if (labels != nullptr)
                (bytes += labels->row(row)) += ',';
            encodeToken(id(row), format, bytes);
        }
        TRY_DONE(out.write(bytes));
        if (control.cancel.cancelled())
            return cancelledError();
        if (control.progress)
            control.progress(static_cast<double>(end - rows.begin) / static_cast<double>(rows.size()));
    }
    return Done{};
}

} // namespace phasor
