// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/markdown.h"

#include <md4c-html.h>
#include <md4c.h>

#include <algorithm>

namespace phasor {

namespace {

constexpr unsigned kFlags = MD_FLAG_NOHTML | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH;
constexpr std::size_t kUnknown = std::string_view::npos;

// Whether the last line of a fenced block with text is a fence.
bool endsWithFence(std::string_view lines)
{
    const std::size_t last = lines.find_last_not_of(" \t\r\n");
    const std::size_t begin = last == kUnknown ? 0 : lineBegin(lines, last);
    return begin > 0 && lines.substr(begin, last + 1 - begin).find_first_not_of(" `~") == kUnknown;
}

// Walks through a text. md4c gives no line numbers, but its texts are parts of the parsed one: they say where a block
// lies. A block without text (a rule, an empty fence) counts to the block before it.
class Walk
{
public:
    Walk(std::string_view text, std::size_t begin)
        : m_text(text)
        , m_begin(begin)
        , m_last(begin)
    {
    }

    void enter(MD_BLOCKTYPE type, void* detail)
    {
        ++m_depth;
        if (m_depth == 2) {
            using Kind = MarkdownBlock::Kind;
            MarkdownBlock& top = m_found.blocks.emplace_back(MarkdownBlock{.begin = kUnknown});
            top.kind = type == MD_BLOCK_H ? Kind::Heading
                : type == MD_BLOCK_P      ? Kind::Paragraph
                : type == MD_BLOCK_CODE   ? Kind::Code
                : type == MD_BLOCK_QUOTE  ? Kind::Quote
                : type == MD_BLOCK_UL     ? Kind::List
                                          : Kind::Other;
            if (type == MD_BLOCK_H)
                top.level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        }
        if (m_found.blocks.empty())
            return;
        MarkdownBlock& block = m_found.blocks.back();
        if (m_depth == 3 && type == MD_BLOCK_LI)
            block.items.push_back({.begin = kUnknown, .quote = kUnknown, .end = 0, .checked = {}});
        if (m_depth == 4 && type == MD_BLOCK_QUOTE && !block.items.empty() && block.items.back().quote == kUnknown)
            block.items.back().quote = 0; // begins with the next text
        if (type == MD_BLOCK_CODE) {
            const auto* code = static_cast<MD_BLOCK_CODE_DETAIL*>(detail);
            const std::size_t at = code->info.size > 0 ? offsetOf(code->info.text) : kUnknown;
            m_fence = code->fence_char != '\0' && at == kUnknown;
            if (at != kUnknown) {
                begins(at);
                m_last = at + code->info.size;
                const std::string_view info = m_text.substr(at, code->info.size);
                m_depth == 2 ? block.info = info : m_found.inner.emplace_back(info);
            }
            if (m_depth == 2)
                block.closed = code->fence_char == '\0';
        }
    }

    void leave(MD_BLOCKTYPE type)
    {
        --m_depth;
        if (type == MD_BLOCK_CODE)
            m_fence = false;
        if (type == MD_BLOCK_H && m_depth == 1 && m_found.blocks.back().begin == kUnknown) // without text
            begins(std::min(m_text.find('#', m_last), m_text.size()));
    }

    void span(MD_SPANTYPE type, void* detail)
    {
        if (type != MD_SPAN_A && type != MD_SPAN_IMG)
            return;
        const MD_ATTRIBUTE& target = type == MD_SPAN_A ? static_cast<MD_SPAN_A_DETAIL*>(detail)->href
                                                       : static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src;
        const std::size_t at = offsetOf(target.text);
        m_found.links.push_back(
            {std::string(target.text, target.size), at == kUnknown ? m_last : at, type == MD_SPAN_IMG});
    }

    void note(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size)
    {
        if (!m_found.blocks.empty() && m_found.blocks.back().kind == MarkdownBlock::Kind::Heading)
            m_found.blocks.back().title += type == MD_TEXT_SOFTBR || type == MD_TEXT_BR ? " " : std::string(text, size);
        const std::size_t at = offsetOf(text);
        if (at == kUnknown || m_found.blocks.empty())
            return;
        begins(m_fence && lineOf(at) > m_begin ? lineOf(at) - 1 : at);
        m_fence = false;
        m_last = at + size;
        MarkdownBlock& block = m_found.blocks.back();
        const std::size_t first = block.code.empty() ? at : offsetOf(block.code.data());
        block.code = m_text.substr(first, m_last - first);
    }

    Markdown finished()
    {
        std::vector<MarkdownBlock>& blocks = m_found.blocks;
        std::erase_if(blocks, [](const MarkdownBlock& block) { return block.begin == kUnknown; });
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            blocks[i].end = i + 1 < blocks.size() ? blocks[i + 1].begin : m_text.size();
            closeItems(blocks[i]);
            const std::string_view lines = m_text.substr(blocks[i].begin, blocks[i].end - blocks[i].begin);
            blocks[i].closed = blocks[i].closed || blocks[i].kind != MarkdownBlock::Kind::Code || endsWithFence(lines);
        }
        return std::move(m_found);
    }

private:
    std::size_t offsetOf(const MD_CHAR* at) const
    {
        const bool inside = at >= m_text.data() && at <= m_text.data() + m_text.size();
        return at != nullptr && inside ? static_cast<std::size_t>(at - m_text.data()) : kUnknown;
    }

    std::size_t lineOf(std::size_t at) const { return std::max(m_begin, lineBegin(m_text, at)); } // its begin

    // The begin of everything that has none yet.
    void begins(std::size_t at)
    {
        MarkdownBlock& block = m_found.blocks.back();
        const bool hasItem
            = block.items.empty() || (block.items.back().begin != kUnknown && block.items.back().quote != 0);
        if (block.begin != kUnknown && hasItem)
            return;
        const std::size_t begin = lineOf(at);
        if (block.begin == kUnknown)
            block.begin = begin;
        if (block.items.empty())
            return;
        MarkdownItem& item = block.items.back();
        if (item.begin == kUnknown) {
            item.begin = begin;
            item.content = at;
            // Not md4c's tasks: 0.4.8 misses those behind an item with a block quote.
            const std::string_view mark = m_text.substr(at, 4);
            if (mark == "[ ] " || mark == "[x] " || mark == "[X] ") {
                item.checked = mark[1] != ' ';
                item.content = at + mark.size();
            }
        }
        if (item.quote == 0)
            item.quote = begin;
    }

    void closeItems(MarkdownBlock& block) const
    {
        std::erase_if(block.items, [](const MarkdownItem& item) { return item.begin == kUnknown; });
        for (std::size_t i = 0; i < block.items.size(); ++i) {
            MarkdownItem& item = block.items[i];
            item.end = i + 1 < block.items.size() ? block.items[i + 1].begin : block.end;
            if (item.quote == kUnknown || item.quote == 0)
                item.quote = item.end;
        }
    }

    std::string_view m_text;
    std::size_t m_begin; // of the parsed part
    Markdown m_found;
    int m_depth = 0; // of blocks; 1: the document
    bool m_fence = false; // a fence without words is open: its line is the one before its text
    std::size_t m_last; // the latest byte
};

} // namespace

Markdown parseMarkdown(std::string_view text, std::size_t begin)
{
    Walk walk(text, begin);
    MD_PARSER parser{};
    parser.flags = kFlags;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
        static_cast<Walk*>(to)->enter(type, detail);
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* to) {
        static_cast<Walk*>(to)->leave(type);
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* to) {
        static_cast<Walk*>(to)->span(type, detail);
        return 0;
    };
    parser.leave_span = [](MD_SPANTYPE, void*, void*) {
        return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* at, MD_SIZE size, void* to) {
        static_cast<Walk*>(to)->note(type, at, size);
        return 0;
    };
    md_parse(text.data() + begin, static_cast<MD_SIZE>(text.size() - begin), &parser, &walk);
    return walk.finished();
}

std::string htmlOf(std::string_view text)
{
    std::string html;
    md_html(
        text.data(), static_cast<MD_SIZE>(text.size()),
        [](const MD_CHAR* part, MD_SIZE size, void* to) { static_cast<std::string*>(to)->append(part, size); }, &html,
        kFlags, MD_HTML_FLAG_SKIP_UTF8_BOM);
    return html;
}

std::string unquoted(std::string_view lines)
{
    std::string text;
    for (std::size_t at = 0; at < lines.size(); at = nextLine(lines, at)) {
        std::string_view line = lines.substr(at, nextLine(lines, at) - at);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.starts_with('>'))
            line.remove_prefix(line.starts_with("> ") ? 2 : 1);
        text += line;
    }
    return text;
}

std::size_t lineBegin(std::string_view text, std::size_t at)
{
    if (at == 0)
        return 0;
    const std::size_t newline = text.rfind('\n', at - 1);
    return newline == kUnknown ? 0 : newline + 1;
}

std::size_t nextLine(std::string_view text, std::size_t at)
{
    const std::size_t newline = text.find('\n', at);
    return newline == kUnknown ? text.size() : newline + 1;
}

} // namespace phasor
