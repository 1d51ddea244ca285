// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "text/result.h"

#include <cstddef>
#include <functional>
#include <span>

namespace phasor {

// Header of a .npy file, version 1.0, C order, a multiple of 64 bytes, the same as numpy.save writes. `descr` is
// NumPy's name of the type: "<f4", "|b1", "<i8".
std::string npyHeader(std::string_view descr, std::span<const std::int64_t> shape);

enum class TableFormat { Npy, Csv };

// How a cell is stored. Bool: any value but 0 is true.
enum class ElementType { Float32, Bool };

// The ending of a file's name in small letters, ".npy"; empty if it has none.
std::string endingOf(std::string_view path);
// Format by the ending; else a Usage Error that names the formats (`where` is the quoted path).
Result<TableFormat> tableFormat(std::string_view path);

// Bytes before the first cell; empty for CSV.
std::string tableHeader(Shape shape, TableFormat format, ElementType type);

// Most bytes that one cell of a table takes, separator included.
std::size_t largestCell(TableFormat format, ElementType type);

// Bytes of the table, for .csv a lower bound; saturates at 2^63 - 1.
std::int64_t leastTableSize(Shape shape, TableFormat format, ElementType type);

// Writes `cells`, consecutive in C order, to `out`, which has room for cells.size() * largestCell(). The first is in
// column `column` of `columns`. Returns the end. Any thread.
char* encodeCells(std::span<const float> cells, std::int64_t column, std::int64_t columns, TableFormat format,
                  ElementType type, char* out);

// One value in CSV format: at most 9 significant digits, like printf's %.9g in the C locale; nan, inf, -inf. At most 15
// bytes. Returns the end.
char* printCell(float value, char* out);

// Labels of a .csv on request: a first line with names, and fields before each row. Indices are those of the entire
// table. Called from any thread.
struct CsvLabels
{
    std::string corner; // names of the fields before a row, as they stand in the file: "position,token"
    std::function<std::string(std::int64_t row)> row; // these fields: "3,\"a, b\""
    std::function<std::string(std::int64_t column)> column;
};

// One field of a .csv: quoted if it has separators, quotes or line ends (RFC 4180).
std::string csvField(std::string_view text);

// Header of token ids: int64 of shape [count], or one id a line. Empty for CSV.
std::string tokensHeader(std::int64_t count, TableFormat format);

// Appends an id to the bytes of the file so far.
void encodeToken(std::int64_t id, TableFormat format, std::string& out);

} // namespace phasor
