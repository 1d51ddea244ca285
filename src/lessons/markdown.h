// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// An item of a list: bytes of whole lines in the text.
struct MarkdownItem
{
    std::size_t begin = 0;
    std::size_t quote = 0; // where its block quote begins; `end`: it has none
    std::size_t end = 0;
    std::optional<bool> checked; // of a task, "[x]"
    std::size_t content = 0; // its first byte, of a task behind the mark
};

// A block at the top level of a text: bytes of whole lines, up to the next block.
struct MarkdownBlock
{
    enum class Kind { Heading, Paragraph, Code, Quote, List, Other };
    Kind kind = Kind::Other;
    std::size_t begin = 0;
    std::size_t end = 0;
    int level = 0; // of a heading
    std::string title = {}; // of a heading, without markup
    std::string_view info = {}; // of a fenced code block: the words behind the fence
    std::string_view code = {}; // of a code block
    bool closed = true; // false: a fenced code block without its last line
    std::vector<MarkdownItem> items = {}; // of a list
};

// The address of a link or picture, and the byte near which it stands.
struct MarkdownLink
{
    std::string target;
    std::size_t at = 0;
    bool picture = false;
};

struct Markdown
{
    std::vector<MarkdownBlock> blocks;
    std::vector<MarkdownLink> links;
    std::vector<std::string_view> inner; // info of fenced code blocks inside other blocks
};

// The blocks of a text, which has to outlive them, from byte `begin` on. Markup of HTML is text.
Markdown parseMarkdown(std::string_view text, std::size_t begin = 0);
// HTML of a text; it has no other elements than Markdown makes.
std::string htmlOf(std::string_view text);

// The text inside a block quote: the lines without their ">".
std::string unquoted(std::string_view lines);
// Begins of the line of byte `at`, and of the line behind it.
std::size_t lineBegin(std::string_view text, std::size_t at);
std::size_t nextLine(std::string_view text, std::size_t at);

} // namespace phasor
