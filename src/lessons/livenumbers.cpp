// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/livenumbers.h"

#include "lessons/markdown.h"
#include "text/numbers.h"

#include <algorithm>
#include <cctype>

namespace phasor {

namespace {

// "32" with three digits is "32.0"; powers of ten stay.
std::string withAllDigits(std::string text, int digits)
{
    const std::size_t first = text.find_first_of("123456789");
    if (first == std::string::npos || text.find_first_not_of("−0123456789.") != std::string::npos)
        return text;
    const auto shown
        = std::count_if(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(), [](char c) { return c != '.'; });
    if (shown >= digits)
        return text;
    const bool whole = text.find('.') == std::string::npos;
    return text + (whole ? "." : "") + std::string(static_cast<std::size_t>(digits - shown), '0');
}

// Reads "KEY", "KEY:.3" or "KEY:%" between braces; false: it is none of these.
bool readNumber(std::string_view inside, LiveNumber& number)
{
    const std::size_t colon = inside.rfind(':');
    const std::string_view format = colon == std::string_view::npos ? "" : inside.substr(colon + 1);
    number.percent = format == "%";
    const bool digits = format.size() == 2 && format[0] == '.' && format[1] >= '1' && format[1] <= '9';
    if (digits)
        number.digits = format[1] - '0';
    number.key = std::string(inside.substr(0, colon));
    const auto isPart = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0
            || std::string_view("_-.=, ").find(c) != std::string_view::npos;
    };
    return (digits || number.percent || colon == std::string_view::npos) && !number.key.empty()
        && number.key.front() != ' ' && number.key.back() != ' ' && std::ranges::all_of(number.key, isPart);
}

// Numbers, and `\{` as a number without a key.
std::vector<LiveNumber> numbersAndBraces(std::string_view text, std::vector<std::size_t>& wrong)
{
    std::vector<LiveNumber> numbers;
    std::vector<std::pair<std::size_t, std::size_t>> codes;
    for (const MarkdownBlock& block : parseMarkdown(text).blocks) {
        if (block.kind == MarkdownBlock::Kind::Code)
            codes.emplace_back(block.begin, block.end);
    }
    for (std::size_t at = 0; (at = text.find_first_of("\\{", at)) != std::string_view::npos; ++at) {
        const auto inside
            = std::ranges::find_if(codes, [at](const auto& code) { return code.first <= at && at < code.second; });
        if (inside != codes.end()) {
            at = inside->second - 1;
        } else if (text[at] == '\\') {
            if (text.substr(at + 1).starts_with('{'))
                numbers.push_back({.key = {}, .begin = at, .end = at + 2});
            ++at;
        } else {
            const std::size_t end = text.find_first_of("{}\n", at + 1);
            LiveNumber number{.key = {}, .begin = at, .end = end == std::string_view::npos ? end : end + 1};
            if (end == std::string_view::npos || text[end] != '}'
                || !readNumber(text.substr(at + 1, end - at - 1), number)) {
                wrong.push_back(at);
                at = end != std::string_view::npos && text[end] == '}' ? end : at;
                continue;
            }
            numbers.push_back(number);
            at = end;
        }
    }
    return numbers;
}

} // namespace

std::vector<LiveNumber> liveNumbers(std::string_view text, std::vector<std::size_t>* wrong)
{
    std::vector<std::size_t> ignored;
    std::vector<LiveNumber> numbers = numbersAndBraces(text, wrong != nullptr ? *wrong : ignored);
    std::erase_if(numbers, [](const LiveNumber& number) { return number.key.empty(); });
    return numbers;
}

std::string shownNumber(const LiveNumber& number, std::optional<double> value)
{
    if (!value)
        return "…";
    if (number.percent)
        return percent(*value);
    return number.digits > 0 ? withAllDigits(shortNumber(*value, number.digits), number.digits) : shortNumber(*value);
}

std::string withNumbers(std::string_view text, const NumberOf& numberOf)
{
    std::string shown;
    std::vector<std::size_t> ignored;
    std::size_t done = 0;
    for (const LiveNumber& number : numbersAndBraces(text, ignored)) {
        shown += text.substr(done, number.begin - done);
        shown += number.key.empty() ? "{" : shownNumber(number, numberOf(number.key)); // Markdown knows no braces
        done = number.end;
    }
    return shown.append(text.substr(done));
}

} // namespace phasor
