// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/matrix/storedmatrix.h"

namespace phasor {

// A matrix from a .csv or .tsv file.
struct CsvTable
{
    Matrix values; // at least 1 x 1
    // Rounded: integers beyond 2^24 that float32 cannot hold. A decimal number means the float32 nearest to it, so 0.1
    // doesn't count. Vanished: became 0. Overflowed: always 0, because such numbers are refused.
    ConversionCount count;
    std::vector<std::string> rowNames; // UTF-8, one per row; empty: none
    // The separator is ',', ';' or a tab; with a header line 1 has names, not numbers.
    ArrayOrigin origin = {.format = ArrayOrigin::Format::Text};
    // DECIMAL, TRAILING, BLANK, COMMENT, ENCODING, HEADER; the caller adds those about `count` and NaN.
    std::vector<Warning> warnings;
};

// Reads the text into memory and goes through it twice, first for its shape, then for the numbers. Fields are
// those of RFC 4180; also lines that end with CR or LF, and lines that begin with #. Line 1 is a header if it has words
// and no numbers, or a label and then column numbers (pandas, `phasor table --labels`). The first column has row names
// if more of its fields are words than numbers, or if its header is empty. Any thread.
// Errors: Input with line and column in bytes (FIELD, RANGE, RAGGED, QUOTE, LIMIT, EMPTY) or the byte (BINARY,
// ENCODING, TRUNC, READ); Resource MEMORY, before anything large is allocated; Cancelled.
Result<CsvTable> readCsv(const InputFile& file, const ReadControl& control = {});

// What readCsv() is made of.

std::string_view csvTrimmed(std::string_view text); // without blanks and tabs around it

// The text itself, or what it is in Latin-1 if it isn't UTF-8; sets `latin` then.
std::string csvUtf8(std::string_view text, bool& latin);

enum class CsvVerdict { Number, NoNumber, TooLarge };

// The float32 nearest to the number that is all of `text`. Where commas don't separate, one may be the decimal point.
CsvVerdict readCsvNumber(std::string_view text, char separator, float& value, ConversionCount& count);

// A place in a text, from 1; columns are bytes.
struct CsvPlace
{
    std::int64_t line = 1;
    std::int64_t column = 1;
};

Error csvError(CsvPlace place, std::string code, std::string field, Message what, Message remedy);

// The fields of a text (RFC 4180; lines end with LF, CRLF or CR) one after another.
class CsvFields
{
public:
    // Reports progress from `from` to `to`. The text, without a NUL, must live longer.
    CsvFields(std::string_view text, char separator, const ReadControl& control = {}, double from = 0, double to = 1);

    // Goes to the next field; false at the end of the text and for an error, see status(). A separator is always
    // followed by a field.
    bool next();
    // The same for a plain number, only faster; false: the field is still the next one, call next().
    bool nextNumber(float& value, ConversionCount& count);
    // Goes `count` fields on, to the last of the line, if there are as many and none is quoted; false: nothing changed.
    bool skipPlain(std::int64_t count);
    bool nextLine(); // goes to the first field of the next line

    bool last() const { return m_last; } // of its line
    bool empty() const { return csvTrimmed(raw()).empty(); }
    bool comment() const { return m_comment; } // its line begins with #; quotes are plain characters there
    CsvPlace place() const { return m_place; } // of its first byte
    CsvPlace end() const { return {m_place.line, m_place.column + static_cast<std::int64_t>(m_stop - m_begin)}; }
    std::string_view text(); // without its quotes; valid until the next call
    // Errors: LIMIT (a field of more than 1 MiB), QUOTE, Cancelled.
    Status status() const { return m_error ? Status(*m_error) : Status(Done{}); }

private:
    std::string_view raw() const { return m_text.substr(m_begin, m_stop - m_begin); }
    bool fail(Error error);
    void beginAt(std::size_t begin);
    void endAt(std::size_t stop, bool last);

    std::string_view m_text;
    char m_separator;
    std::uint64_t m_ends; // set of the separator and the line ends
    std::function<void(double)> m_progress;
    double m_from;
    double m_to;
    std::size_t m_report = 0; // byte from which on progress is reported
    std::size_t m_begin = 0; // of the field
    std::size_t m_stop = 0; // byte after the field
    std::size_t m_next = 0; // of the next field
    std::int64_t m_line = 1; // of the next field
    std::size_t m_lineBegin = 0;
    CsvPlace m_place;
    bool m_last = true;
    bool m_afterCr = false; // a LF here belongs to the CR before it
    bool m_lonelyCr = false; // lines end with CR, so skipPlain() would search the text for each line
    bool m_comment = false;
    std::string m_unquoted; // of text()
    std::optional<Error> m_error;
};

} // namespace phasor
