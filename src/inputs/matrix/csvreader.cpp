// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/csvreader.h"

#include "system/memory.h"
#include "text/utf8.h"

#include <algorithm>
#include <charconv>

namespace phasor {

namespace {

constexpr std::int64_t kMostColumns = 100'000;
constexpr double kFirstShare = 0.3; // of the time, for the first of the two passes

// What the first pass finds.
struct Outline
{
    char separator = ',';
    std::int64_t rows = 0; // without the header
    std::int64_t columns = 0; // of the text
    std::int64_t labels = 0; // columns before the values
    std::int64_t comments = 0;
    std::int64_t blanks = 0;
    bool header = false;
    bool trailing = false; // a separator before each line end
    std::vector<std::string> first = {}; // line 1
    std::vector<std::string> second = {};

    std::int64_t values() const { return columns - labels - (trailing ? 1 : 0); } // columns of numbers
};

bool isNumber(std::string_view text, char separator)
{
    float value = 0;
    ConversionCount count;
    return readCsvNumber(text, separator, value, count) != CsvVerdict::NoNumber;
}

// Whether the text isn't meant as a number, unlike "3x", "=A1", "−1" or a number in other digits than ASCII's.
bool isWord(std::string_view text, char separator)
{
    constexpr std::u32string_view kStarts = U"+-.=\u2212\u2013\u2014";
    constexpr char32_t kZeros[] = {U'0', 0x660, 0x6f0, 0xff10}; // of ASCII, Arabic, Persian, full width
    text = csvTrimmed(text);
    if (text.empty() || isNumber(text, separator))
        return false;
    const auto [point, length] = codePointAt(text, 0);
    const char32_t start = length == 0 ? U'?' : point;
    return kStarts.find(start) == std::u32string_view::npos
        && std::ranges::none_of(kZeros, [&](char32_t zero) { return start >= zero && start <= zero + 9; });
}

// Whether columns begin <= i < end of line 1 count up: 0, 1, 2 … or 5, 6, 7 …
bool countUp(const Outline& outline, std::int64_t begin, std::int64_t end)
{
    std::int64_t expected = -1;
    for (std::int64_t i = begin; i < end; ++i, ++expected) {
        const std::string_view text = outline.first[static_cast<std::size_t>(i)];
        std::int64_t number = -1;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || stop != text.data() + text.size() || number < 0)
            return false;
        if (i > begin && number != expected)
            return false;
        expected = number;
    }
    return begin < end;
}

// Whether line 1 is 0, 1, 2 … from column `begin` on, and line 2 isn't integers only.
bool numbersColumns(const Outline& outline, std::int64_t begin, std::int64_t end)
{
    const auto fraction = [&](const std::string& text) {
        return text.find_first_of(".,eE") != std::string::npos && isNumber(text, outline.separator);
    };
    return begin < end && outline.first[static_cast<std::size_t>(begin)] == "0" && countUp(outline, begin, end)
        && std::ranges::any_of(outline.second, fraction);
}

// Finds the header in line 1, and the columns of labels. `words` and `numbers`: those in column 1 from line 2 on.
void findLabels(Outline& outline, std::int64_t words, std::int64_t numbers)
{
    constexpr std::string_view kAxes[] = {"position", "dimension", "key", "id"}; // of `phasor table --labels`
    const auto number = [&](const std::string& text) {
        return isNumber(text, outline.separator);
    };
    const auto word = [&](const std::string& text) {
        return isWord(text, outline.separator);
    };
    const std::vector<std::string>& first = outline.first;
    const std::int64_t end = outline.columns - (outline.trailing ? 1 : 0);
    const bool unnamed = first[0].empty();
    std::int64_t axes = 0;
    if (end > 1 && std::ranges::find(kAxes, first[0]) != std::end(kAxes)) {
        axes = end > 2 && (first[1] == "token" || first[1] == "cell") ? 2 : 1;
        if (!countUp(outline, axes, end) && (end != axes + 1 || first[static_cast<std::size_t>(axes)] != "id"))
            axes = 0;
    }
    outline.header = axes > 0 || (std::ranges::any_of(first, word) && std::ranges::none_of(first, number))
        || (unnamed && countUp(outline, 1, end)) || (word(first[0]) && numbersColumns(outline, 1, end));
    if (!outline.header) {
        words += word(first[0]) ? 1 : 0;
        numbers += number(first[0]) ? 1 : 0;
    }
    outline.labels = std::max<std::int64_t>(axes, end > 1 && ((outline.header && unnamed) || words > numbers) ? 1 : 0);
}

// The separator by which the first two lines have the most numbers.
char separatorOf(std::string_view text)
{
    constexpr std::size_t kLongest = 1 << 20;
    char best = ',';
    int most = 0;
    for (const char separator : {'\t', ';', ','}) {
        CsvFields fields(text.substr(0, kLongest), separator);
        int numbers = 0;
        bool separates = false;
        for (int lines = 0; lines < 2 && fields.nextLine();) {
            const bool skipped = fields.comment() || (fields.last() && fields.empty());
            lines += skipped ? 0 : 1;
            for (bool more = !skipped; more; more = !fields.last() && fields.next()) {
                numbers += isNumber(fields.text(), separator) ? 1 : 0;
                separates = separates || !fields.last();
            }
        }
        if (separates && numbers > most) {
            most = numbers;
            best = separator;
        }
    }
    return best;
}

Error emptyError()
{
    return csvError({}, "EMPTY", {}, WORDS("the file has no line of numbers"), WORDS("check that it is the right one"));
}

// Checks that all lines have the same number of fields; counts them.
Result<Outline> outlineOf(std::string_view text, const ReadControl& control)
{
    Outline outline{.separator = separatorOf(text)};
    CsvFields fields(text, outline.separator, control, 0, kFirstShare);
    std::int64_t lines = 0;
    std::int64_t hashes = 0; // lines that begin with #, after the first line
    std::int64_t words = 0;
    std::int64_t numbers = 0;
    std::int64_t blanks = 0; // since the last line
    std::optional<Error> hashFault; // if these lines have values
    bool hashTrailing = true;
    outline.trailing = true;
    while (fields.nextLine()) {
        const bool hash = fields.comment();
        if (fields.last() && fields.empty()) {
            ++blanks;
            continue;
        }
        if (hash && lines == 0) {
            ++outline.comments;
            continue;
        }
        outline.blanks += std::exchange(blanks, 0);
        ++(hash ? hashes : lines);
        if (lines > 1 && !hash) {
            const std::string_view field = fields.text();
            numbers += isNumber(field, outline.separator) ? 1 : 0;
            words += isWord(field, outline.separator) ? 1 : 0;
        }
        std::vector<std::string>* const kept = hash || lines > 2 ? nullptr
            : lines == 1                                         ? &outline.first
                                                                 : &outline.second;
        CsvPlace tooMany;
        const bool plain = kept == nullptr && fields.skipPlain(outline.columns - 1);
        std::int64_t count = plain ? outline.columns : 0;
        for (bool more = !plain; more; more = !fields.last() && fields.next()) {
            if (count++ == kMostColumns)
                return csvError(fields.place(), "LIMIT", {}, WORDS("the line has more than 100,000 fields"),
                                WORDS("check the separator, or transpose the table"));
            if (count == outline.columns + 1)
                tooMany = fields.place();
            if (kept != nullptr)
                kept->emplace_back(fields.text());
        }
        TRY_DONE(fields.status());
        bool& trailing = hash ? hashTrailing : outline.trailing;
        trailing = trailing && fields.empty() && count > 1;
        if (lines == 1 && !hash)
            outline.columns = count;
        if (count == outline.columns)
            continue;
        const Error ragged
            = csvError(count > outline.columns ? tooMany : fields.end(), "RAGGED", {},
                       WORDS("the number of fields is %1, but %2 in the first line").with(count, outline.columns),
                       WORDS("each line needs as many fields as the first"));
        if (!hash)
            return ragged;
        if (!hashFault)
            hashFault = ragged;
    }
    TRY_DONE(fields.status());
    if (lines == 0)
        return emptyError();
    findLabels(outline, words, numbers);
    if (outline.labels > 0 && hashFault)
        return *hashFault;
    outline.trailing = outline.trailing && (outline.labels == 0 || hashTrailing);
    outline.rows = lines - (outline.header ? 1 : 0) + (outline.labels > 0 ? hashes : 0);
    outline.comments += outline.labels > 0 ? 0 : hashes;
    if (outline.rows == 0)
        return emptyError();
    return outline;
}

// Error about the current field, which isn't a number that float32 holds.
Error fieldError(CsvFields& fields, std::int64_t column, CsvVerdict verdict)
{
    constexpr int kShown = 40; // characters
    const std::string_view text = csvTrimmed(fields.text());
    std::size_t end = 0;
    for (int i = 0; i < kShown && end < text.size(); ++i)
        end += std::max<std::size_t>(1, codePointAt(text, end).length);
    const std::string shown = inQuotes(std::string(text.substr(0, end)) + (end < text.size() ? "…" : ""));
    const std::string name = "column " + std::to_string(column + 1);
    if (verdict == CsvVerdict::TooLarge)
        return csvError(fields.place(), "RANGE", name, WORDS("%1 is too large for float32").with(shown),
                        WORDS("use a number below 3.4e38"));
    if (text.empty())
        return csvError(fields.place(), "FIELD", name, WORDS("the field is empty"),
                        WORDS("write nan for a missing number"));
    if (text.find("\xe2\x88\x92") != std::string_view::npos)
        return csvError(fields.place(), "FIELD", name, WORDS("%1 has the minus sign U+2212").with(shown),
                        WORDS("use the hyphen \"-\" (U+002D)"));
    return csvError(fields.place(), "FIELD", name, WORDS("%1 isn't a number").with(shown),
                    WORDS("write it like -1.5 or 2e-7"));
}

// The second pass: writes the numbers to table.values, which has their shape.
Status readValues(std::string_view text, const ReadControl& control, const Outline& outline, CsvTable& table,
                  bool& latin)
{
    CsvFields fields(text, outline.separator, control, kFirstShare, 1);
    bool begun = false;
    for (std::int64_t row = outline.header ? -1 : 0; row < outline.rows; ++row) {
        float value = 0;
        bool fast = outline.labels == 0 && row >= 0 && fields.nextNumber(value, table.count);
        for (bool skipped = !fast; skipped;) { // to the next line that isn't blank or a comment
            if (!fields.nextLine())
                return fields.status();
            skipped = (fields.last() && fields.empty()) || (fields.comment() && (outline.labels == 0 || !begun));
        }
        begun = true;
        for (std::int64_t column = 0; column < outline.columns; ++column) {
            const std::int64_t at = column - outline.labels;
            if (column > 0) {
                fast = row >= 0 && at >= 0 && fields.nextNumber(value, table.count);
                if (!fast && !fields.next())
                    return fields.status();
            }
            if (row >= 0 && at == -1)
                table.rowNames.push_back(csvUtf8(fields.text(), latin));
            if (row < 0 || at < 0 || at >= outline.values())
                continue;
            if (!fast) {
                const std::string_view field = fields.text();
                const CsvVerdict verdict = readCsvNumber(field, outline.separator, value, table.count);
                if (verdict != CsvVerdict::Number)
                    return fieldError(fields, column, verdict);
                if (outline.separator != ',' && field.find(',') != std::string_view::npos)
                    table.origin.decimalComma = true;
            }
            table.values.view()(row, at) = value;
        }
    }
    return fields.status();
}

void addWarnings(CsvTable& table, const Outline& outline, bool latin)
{
    std::vector<Warning>& warnings = table.warnings;
    if (table.origin.decimalComma)
        warnings.push_back({"DECIMAL", WORDS("commas are read as decimal points")});
    if (outline.trailing)
        warnings.push_back({"TRAILING", WORDS("every line ends with a separator, its empty last field is ignored")});
    if (outline.blanks > 0)
        warnings.push_back({"BLANK", WORDS("blank lines are ignored (%1)").with(outline.blanks)});
    if (outline.comments > 0)
        warnings.push_back({"COMMENT", WORDS("lines that begin with # are ignored (%1)").with(outline.comments)});
    if (latin)
        warnings.push_back({"ENCODING", WORDS("the names aren't UTF-8, so they are read as Latin-1")});
    if (!outline.header && outline.values() > 3 && numbersColumns(outline, 0, outline.values()))
        warnings.push_back({"HEADER", WORDS("line 1 counts 0, 1, 2 … and is read as numbers, not as column names")});
}

// All bytes of the file. Errors: BINARY (a NUL byte), TRUNC, READ, Cancelled.
Result<std::string> csvBytes(const InputFile& file)
{
    constexpr std::size_t kPiece = 16 << 20; // bytes between two looks at the cancel token
    std::string bytes(static_cast<std::size_t>(file.size()), '\0');
    for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
        const auto piece = std::span(bytes).subspan(at, std::min(kPiece, bytes.size() - at));
        if (cancelled())
            return cancelledError();
        TRY_DONE(file.read(static_cast<std::int64_t>(at), std::as_writable_bytes(piece)));
    }
    if (const std::size_t nul = bytes.find('\0'); nul != std::string::npos)
        return inputError("BINARY", static_cast<std::int64_t>(nul), {}, WORDS("a NUL byte, so the file isn't text"),
                          WORDS("save the table as CSV text"));
    return bytes;
}

} // namespace

Result<CsvTable> readCsv(const InputFile& file, const ReadControl& control)
{
    constexpr std::size_t kHead = 6;
    constexpr std::string_view kMark = "\xef\xbb\xbf"; // byte order mark
    constexpr ByteCount kMemory = 4; // bytes of memory that a byte of text may need
    TRY(const std::string head, file.head(kHead));
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"))
        return inputError("ENCODING", 0, {}, WORDS("the text is UTF-16"), WORDS("save it as UTF-8"));
    if (head.starts_with("\x93NUMPY") || head.starts_with("PK\x03\x04"))
        return inputError("BINARY", 0, {}, WORDS("a binary file, not text"), WORDS("save the table as CSV text"));
    TRY_DONE(requireMemory(static_cast<ByteCount>(file.size()) * kMemory,
                           WORDS("a text of this size may need %1, %2 are available"),
                           WORDS("save the table as .npy, which can stay in its file")));
    TRY(const std::string bytes, csvBytes(file));
    const std::string_view text = std::string_view(bytes).substr(head.starts_with(kMark) ? kMark.size() : 0);
    TRY(const Outline outline, outlineOf(text, control));
    ByteCount needed = static_cast<ByteCount>(outline.rows) * static_cast<ByteCount>(outline.values()) * sizeof(float);
    if (outline.labels > 0)
        needed += static_cast<ByteCount>(outline.rows) * sizeof(std::string) + static_cast<ByteCount>(file.size());
    TRY_DONE(requireMemory(needed, WORDS("the table needs %1, %2 are available"), WORDS("use fewer rows or columns")));

    CsvTable table;
    table.values.resize({outline.rows, outline.values()});
    table.origin.header = outline.header;
    table.origin.names = outline.labels > 0;
    table.origin.separator = outline.separator;
    table.rowNames.reserve(outline.labels > 0 ? static_cast<std::size_t>(outline.rows) : 0);
    bool latin = false;
    TRY_DONE(readValues(text, control, outline, table, latin));
    if (cancelled())
        return cancelledError();
    addWarnings(table, outline, latin);
    return table;
}

} // namespace phasor
