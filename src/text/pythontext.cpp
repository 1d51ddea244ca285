// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/pythontext.h"

#include "text/utf8.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace phasor {

static bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

// Whether "flag,!other" holds.
static bool holds(std::string_view condition, const std::map<std::string_view, bool>& flags)
{
    if (const std::size_t comma = condition.find(','); comma != std::string_view::npos)
        return holds(condition.substr(0, comma), flags) && holds(condition.substr(comma + 1), flags);
    return condition.starts_with('!') ? !flags.at(condition.substr(1)) : flags.at(condition);
}

static std::string withValues(std::string_view line, const std::map<std::string_view, std::string>& values)
{
    constexpr std::string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    std::string out;
    for (std::size_t begin = 0, end = 0; end < line.size(); begin = end) {
        end = std::min(line.find_first_of(kCapitals, begin), line.size());
        out += line.substr(begin, end - begin);
        const std::string_view word = line.substr(end, line.find_first_not_of(kCapitals, end) - end);
        const auto value = values.find(word);
        out += value == values.end() ? word : value->second;
        end += word.size();
    }
    return out;
}

std::string pythonString(std::string_view bytes)
{
    const bool text = !firstInvalidUtf8(bytes);
    std::string out = text ? "'" : "b'";
    for (const char c : bytes) {
        if (c == '\'' || c == '\\')
            (out += '\\') += c;
        else if (isControl(c) || (!text && static_cast<unsigned char>(c) >= 0x80))
            out += escapedByte(c);
        else
            out += c;
    }
    return out += '\'';
}

std::string pythonList(const std::vector<std::int64_t>& numbers)
{
    constexpr std::size_t kColumns = 80; // after which a number begins a line
    std::string list = "[";
    std::size_t column = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string number = std::to_string(numbers[i]) + (i + 1 < numbers.size() ? "," : "");
        if (column + number.size() + 1 > kColumns) {
            list += "\n    ";
            column = 0;
        } else if (i > 0) {
            list += ' ';
        }
        list += number;
        column += number.size() + 1;
    }
    return list += ']';
}

std::string pythonComment(std::string_view text)
{
    std::string line = "# ";
    for (std::size_t i = 0, length = 0; i < text.size(); i += std::max<std::size_t>(1, length)) {
        length = codePointAt(text, i).length;
        line += length == 0 || isControl(text[i]) ? " " : text.substr(i, length);
    }
    return line;
}

std::string indented(std::string_view lines, std::string_view by)
{
    std::string out;
    for (std::size_t begin = 0; begin < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        if (end > begin)
            (out += by) += lines.substr(begin, end - begin);
        out += '\n';
        begin = end + 1;
    }
    return out;
}

std::string replaced(std::string text, std::string_view what, std::string_view with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

std::string_view bundledText(std::string_view path)
{
    static constexpr std::pair<std::string_view, std::string_view> kFiles[] = {
#include "bundledfiles.inc"
    };
    for (const auto& [name, text] : kFiles) {
        if (name == path)
            return text;
    }
    throw std::out_of_range("resources/" + std::string(path));
}

std::string bundledPython(std::string_view file, std::string_view part)
{
    const std::string_view text = bundledText("notebooks/" + std::string(file) + ".py");
    const std::string mark = "\n# %% " + std::string(part) + "\n";
    const std::size_t found = text.find(mark);
    if (found == std::string_view::npos)
        throw std::out_of_range(std::string(file) + ".py: " + std::string(part));
    const std::size_t begin = found + mark.size();
    const std::size_t end = text.find("\n# %% ", begin - 1);
    return std::string(text.substr(begin, end == std::string_view::npos ? end : end + 1 - begin));
}

std::string filled(std::string_view text, const std::map<std::string_view, bool>& flags,
                   const std::map<std::string_view, std::string>& values)
{
    std::string out;
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        if (line.starts_with('?')) {
            const std::string_view condition = line.substr(1, line.find(' ') - 1);
            if (!holds(condition, flags))
                continue;
            line.remove_prefix(std::min(condition.size() + 2, line.size()));
        }
        const std::string made = withValues(line, values);
        out += made;
        if (line.empty() || !(made.empty() || made.ends_with('\n')))
            out += '\n';
    }
    return out;
}

} // namespace phasor
