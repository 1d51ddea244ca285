// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/csvreader.h"

#include "text/pythontext.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace phasor {

constexpr std::size_t kMostField = std::size_t{1} << 20; // bytes

// Whether bit `c` of the set is 1; for the separators and line ends, which are below 64.
static bool isIn(std::uint64_t set, char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 64 && ((set >> byte) & 1) != 0;
}

// Whether the number, which isn't 0, is 1 or more without its sign; exact for any number of digits.
static bool oneOrMore(std::string_view digits)
{
    const std::size_t e = std::min(digits.find_first_of("eE"), digits.size());
    const std::string_view mantissa = digits.substr(0, e);
    std::string_view power = digits.substr(std::min(e + 1, digits.size()));
    power.remove_prefix(power.starts_with('+') ? 1 : 0);
    std::int64_t exponent = 0;
    if (std::from_chars(power.data(), power.data() + power.size(), exponent).ec == std::errc::result_out_of_range)
        return !power.starts_with('-');
    const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
    const auto first = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
    return exponent + point - first - (first < point ? 1 : 0) >= 0;
}

// Completes what from_chars read from all of `text`: numbers that became 0, are too large, or are rounded integers.
static CsvVerdict completed(std::string_view text, bool outOfRange, float& value, ConversionCount& count)
{
    constexpr float kExact = 0x1p24F; // float32 has all integers up to here
    const bool negative = text[0] == '-';
    std::string_view digits = text.substr(negative ? 1 : 0);
    if (outOfRange || value == 0 || std::isinf(value)) {
        if (digits.substr(0, digits.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos)
            return CsvVerdict::Number; // 0, inf
        if (oneOrMore(digits))
            return CsvVerdict::TooLarge;
        value = negative ? -0.0F : 0.0F;
        ++count.vanished;
    } else if (std::abs(value) >= kExact && digits.find_first_not_of("0123456789") == std::string_view::npos) {
        std::array<char, 64> exact{};
        const char* const end
            = std::to_chars(exact.begin(), exact.end(), std::abs(value), std::chars_format::fixed, 0).ptr;
        digits.remove_prefix(digits.find_first_not_of('0'));
        count.rounded += digits == std::string_view(exact.data(), end) ? 0 : 1;
    }
    return CsvVerdict::Number;
}

std::string_view csvTrimmed(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

std::string csvUtf8(std::string_view text, bool& latin)
{
    if (!firstInvalidUtf8(text))
        return std::string(text);
    latin = true;
    std::string out;
    for (const char c : text)
        appendUtf8(out, static_cast<unsigned char>(c)); // Latin-1 is the first 256 code points
    return out;
}

CsvVerdict readCsvNumber(std::string_view text, char separator, float& value, ConversionCount& count)
{
    std::string withPoint;
    text = csvTrimmed(text);
    if (separator != ',' && std::ranges::count(text, ',') == 1 && text.find('.') == std::string_view::npos)
        text = withPoint = replaced(std::string(text), ",", ".");
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1); // from_chars reads no '+'
    value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        return CsvVerdict::NoNumber;
    return completed(text, error != std::errc(), value, count);
}

Error csvError(CsvPlace place, std::string code, std::string field, Message what, Message remedy)
{
    Error error = inputError(std::move(code), {}, std::move(field), std::move(what), std::move(remedy));
    error.line = place.line;
    error.column = place.column;
    return error;
}

CsvFields::CsvFields(std::string_view text, char separator, const ReadControl& control, double from, double to)
    : m_text(text)
    , m_separator(separator)
    , m_ends((std::uint64_t{1} << separator) | (1U << '\n') | (1U << '\r'))
    , m_progress(control.progress)
    , m_from(from)
    , m_to(to)
{
}

bool CsvFields::fail(Error error)
{
    m_error = std::move(error);
    return false;
}

void CsvFields::endAt(std::size_t stop, bool last)
{
    constexpr std::size_t kStep = std::size_t{1} << 20; // bytes from one report to the next
    m_stop = stop;
    m_last = last;
    m_next = std::min(stop + 1, m_text.size());
    m_afterCr = stop < m_text.size() && m_text[stop] == '\r';
    if (last) {
        ++m_line;
        m_lineBegin = m_next;
    }
    if (m_next < m_report)
        return;
    m_report = std::min(m_next + kStep, m_text.size());
    if (cancelled())
        m_error = cancelledError();
    else if (m_progress)
        m_progress(std::lerp(m_from, m_to, static_cast<double>(m_next) / static_cast<double>(m_text.size())));
}

void CsvFields::beginAt(std::size_t begin)
{
    m_begin = begin;
    m_place = {m_line, 1 + static_cast<std::int64_t>(begin - m_lineBegin)};
}

bool CsvFields::next()
{
    if (m_afterCr && m_text.substr(m_next).starts_with('\n'))
        m_lineBegin = ++m_next;
    m_afterCr = false;
    if (m_error || (m_next == m_text.size() && m_last))
        return false;
    beginAt(m_next);
    const bool first = m_last;
    m_comment = m_comment && !first;
    bool blank = true; // up to here
    bool quoted = false;
    bool inside = false; // of the quotes
    for (std::size_t at = m_begin;; ++at) {
        while (!blank && !quoted && at < m_text.size() && !isIn(m_ends, m_text[at]))
            ++at; // most bytes
        if (at - m_begin > kMostField)
            return fail(csvError(m_place, "LIMIT", {}, WORDS("the field has more than 1,048,576 bytes"),
                                 WORDS("check the quotes and separators from here on")));
        if (at == m_text.size() && inside)
            return fail(csvError(m_place, "QUOTE", {}, WORDS("the quote that opens here isn't closed"),
                                 WORDS("close it, or save the table again")));
        if (at == m_text.size()) {
            endAt(at, true);
            return true;
        }
        const char c = m_text[at];
        if (blank && c != ' ' && c != '\t') {
            blank = false;
            m_comment = first ? c == '#' : m_comment;
            quoted = c == '"' && !m_comment;
        }
        inside = inside != (quoted && c == '"'); // "" leaves the quotes and enters them again
        if (!inside && isIn(m_ends, c)) {
            endAt(at, c != m_separator);
            return true;
        }
        if (c == '\n') {
            ++m_line;
            m_lineBegin = at + 1;
        }
    }
}

bool CsvFields::nextNumber(float& value, ConversionCount& count)
{
    constexpr float kExact = 0x1p24F;
    if (m_afterCr || m_error)
        return false;
    const char* const begin = m_text.data() + m_next;
    const char* const end = m_text.data() + m_text.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || stop == end || !isIn(m_ends, *stop))
        return false;
    const bool plain = stop - begin == 1 || (value != 0 && std::abs(value) < kExact);
    if (!plain && completed({begin, stop}, false, value, count) != CsvVerdict::Number)
        return false;
    m_comment = m_comment && !m_last;
    beginAt(m_next);
    endAt(static_cast<std::size_t>(stop - m_text.data()), *stop != m_separator);
    return true;
}

bool CsvFields::skipPlain(std::int64_t count)
{
    if (m_last || count < 1 || m_lonelyCr)
        return false;
    std::string_view rest = m_text.substr(m_next);
    const std::size_t lf = rest.find('\n');
    rest = rest.substr(0, lf);
    const std::size_t cr = rest.find('\r');
    m_lonelyCr = cr != std::string_view::npos && cr + 1 < rest.size();
    if (lf == std::string_view::npos || m_lonelyCr)
        return false;
    rest = rest.substr(0, cr);
    if (rest.size() > kMostField || rest.find('"') != std::string_view::npos
        || std::ranges::count(rest, m_separator) != count - 1)
        return false;
    const std::size_t end = m_next + rest.size();
    beginAt(m_next + rest.rfind(m_separator) + 1); // m_next if there is none
    endAt(end, true);
    return true;
}

bool CsvFields::nextLine()
{
    while (!m_last && next()) { }
    return next();
}

std::string_view CsvFields::text()
{
    const std::string_view field = csvTrimmed(raw());
    if (m_comment || field.size() < 2 || !field.starts_with('"') || !field.ends_with('"'))
        return field;
    return m_unquoted = replaced(std::string(field.substr(1, field.size() - 2)), "\"\"", "\"");
}

} // namespace phasor
