// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/parts_p.h"
#include "lessons/values.h"

#include <algorithm>

namespace phasor {

// Whether the words behind a fence begin with "phasor".
static bool isOurs(std::string_view info)
{
    info = trimmed(info);
    return info.substr(0, info.find_first_of(" \t")) == "phasor";
}

namespace {

class Reader
{
public:
    Reader(std::string_view text, LessonRead& into)
        : m_text(text, into.faults)
        , m_lesson(into.lesson)
    {
    }

    void read()
    {
        if (!isReadable(m_text))
            return;
        const std::size_t body = readFrontMatter(m_text, m_lesson);
        const Markdown parsed = parseMarkdown(m_text.all(), body);
        std::ranges::for_each(parsed.blocks, [this](const MarkdownBlock& block) { readBlock(block); });
        for (const MarkdownLink& link : parsed.links)
            checkLink(m_text, link, m_lesson.folder);
        for (const std::string_view info : parsed.inner) {
            if (isOurs(info))
                m_text.fault(m_text.offsetOf(info),
                             WORDS("a block `%1` inside a list or a quote has no effect").with(info),
                             WORDS("begin its lines at the left margin"));
        }
        readKeys(body);
        if (m_lesson.steps.empty())
            m_text.fault(body < m_text.all().size() ? body : 0, WORDS("the lesson has no step"),
                         WORDS("begin each step with a line `## TITLE`"));
    }

private:
    using Kind = LessonPiece::Kind;

    LessonStep& step() { return m_lesson.steps.empty() ? m_before : m_lesson.steps.back(); }

    LessonPiece& add(Kind kind, std::size_t at)
    {
        LessonPiece& piece = step().pieces.emplace_back();
        piece.kind = kind;
        piece.behind = m_behind || kind == Kind::Note;
        piece.line = m_text.lineOf(at);
        m_asked = kind == Kind::Quiz || kind == Kind::Guess;
        return piece;
    }

    void addText(Kind kind, std::size_t at, std::string text)
    {
        if (!trimmed(text).empty())
            add(kind, at).text = std::move(text);
    }

    void beginStep(const MarkdownBlock& heading)
    {
        LessonStep begun = m_lesson.steps.empty() ? std::move(m_before) : LessonStep();
        begun.title = trimmed(heading.title);
        if (begun.title.empty())
            m_text.fault(heading.begin, WORDS("the step has no title"), WORDS("write it behind ##"));
        begun.line = m_text.lineOf(heading.begin);
        m_lesson.steps.push_back(std::move(begun));
        m_behind = false;
        m_asked = false;
    }

    void readOptions(const MarkdownBlock& block)
    {
        const std::string_view info = trimmed(block.info);
        const std::string_view what = trimmed(info.substr(std::string_view("phasor").size()));
        const auto second = [&] {
            m_text.fault(block.begin, WORDS("the step has a second block `%1`").with(info), WORDS("put both into one"));
        };
        m_asked = false;
        if (what == "until") {
            m_behind = true;
            if (!step().until.empty())
                return second();
            step().until = readConditions(m_text, block);
        } else if (what.empty() || what == "do") {
            std::optional<std::vector<LessonWord>>& words = what == "do" ? step().act : step().setup;
            if (words)
                return second();
            words = block.code.empty() ? std::vector<LessonWord>() : readWords(m_text, block.code);
        } else {
            m_text.fault(block.begin, WORDS("%1 is not a kind of block").with(inQuotes(info)),
                         WORDS("use `phasor`, `phasor do` or `phasor until`"));
        }
    }

    // A paragraph; a line that begins with ?? is an estimate.
    void readParagraph(std::size_t begin, std::size_t end)
    {
        std::size_t from = begin;
        for (std::size_t at = begin; at < end; at = nextLine(m_text.all(), at)) {
            const std::string_view line = trimmed(m_text.line(at));
            if (!line.starts_with("??"))
                continue;
            addText(Kind::Text, from, std::string(m_text.slice(from, at)));
            if (const std::optional<Guess> guess = readGuess(m_text, line))
                add(Kind::Guess, at).guess = *guess;
            from = nextLine(m_text.all(), at);
        }
        addText(Kind::Text, from, std::string(m_text.slice(from, end)));
    }

    void readQuote(const MarkdownBlock& block)
    {
        std::string text = unquoted(m_text.slice(block.begin, block.end));
        const std::string first(trimmed(std::string_view(text).substr(0, text.find('\n'))));
        if (first == "[!NOTE]" || first == "[!TEACHER]") {
            text.erase(0, nextLine(text, 0));
            return addText(first == "[!NOTE]" ? Kind::Note : Kind::Teacher, block.begin, std::move(text));
        }
        if (first.starts_with("[!"))
            return m_text.fault(block.begin, WORDS("%1 is not a kind of note").with(inQuotes(first)),
                                WORDS("use [!NOTE] or [!TEACHER]"));
        if (!m_asked)
            return addText(Kind::Text, block.begin, std::string(m_text.slice(block.begin, block.end)));
        LessonPiece& asked = step().pieces.back();
        (asked.kind == Kind::Quiz ? asked.quiz.feedback : asked.guess.feedback) += text;
    }

    void readList(const MarkdownBlock& block)
    {
        const bool tasks
            = std::ranges::any_of(block.items, [](const MarkdownItem& item) { return item.checked.has_value(); });
        if (tasks) {
            if (const std::optional<Quiz> quiz = readQuiz(m_text, block))
                add(Kind::Quiz, block.begin).quiz = *quiz;
            return;
        }
        if (m_asked && step().pieces.back().kind == Kind::Guess
            && readRanges(m_text, block, step().pieces.back().guess))
            return;
        addText(Kind::Text, block.begin, std::string(m_text.slice(block.begin, block.end)));
    }

    void readBlock(const MarkdownBlock& block)
    {
        using Md = MarkdownBlock::Kind;
        if (!block.closed)
            m_text.fault(block.begin, WORDS("the block has no end"), WORDS("write a line ``` behind it"));
        if (block.kind == Md::Heading && block.level == 2)
            beginStep(block);
        else if (block.kind == Md::Code && isOurs(block.info))
            readOptions(block);
        else if (block.kind == Md::Paragraph)
            readParagraph(block.begin, block.end);
        else if (block.kind == Md::Quote)
            readQuote(block);
        else if (block.kind == Md::List)
            readList(block);
        else
            addText(Kind::Text, block.begin, std::string(m_text.slice(block.begin, block.end)));
    }

    // The keys of all numbers behind byte `body`, for their steps.
    void readKeys(std::size_t body)
    {
        std::vector<std::size_t> wrong;
        const std::vector<LiveNumber> numbers = liveNumbers(m_text.all().substr(body), &wrong);
        for (const std::size_t at : wrong)
            m_text.fault(body + at, WORDS("this brace holds no number"),
                         WORDS("write {KEY}, {KEY:.3} or {KEY:%}; `\\{` is a brace"));
        for (std::size_t i = 0; i < m_lesson.steps.size(); ++i) {
            LessonStep& step = m_lesson.steps[i];
            const std::int64_t begin = i == 0 ? 0 : step.line;
            const std::int64_t end
                = i + 1 < m_lesson.steps.size() ? m_lesson.steps[i + 1].line : m_text.lineOf(m_text.all().size()) + 1;
            for (const LiveNumber& number : numbers) {
                const std::size_t at = body + number.begin;
                if (m_text.lineOf(at) >= begin && m_text.lineOf(at) < end)
                    step.keys.push_back({number.key, m_text.lineOf(at), m_text.columnOf(at)});
            }
            for (const LessonPiece& piece : step.pieces) {
                if (piece.kind == Kind::Guess)
                    step.keys.push_back({piece.guess.key, piece.line, 1});
            }
        }
    }

    LessonText m_text;
    Lesson& m_lesson;
    LessonStep m_before; // text before the first step
    bool m_behind = false; // behind the step's conditions
    bool m_asked = false; // the block before asks something
};

} // namespace

LessonRead readLesson(std::string_view text, std::string id, std::string folder)
{
    LessonRead read;
    read.lesson.id = std::move(id);
    read.lesson.folder = std::move(folder);
    std::string plain(text); // lines and columns stay
    for (std::size_t at = 0; (at = plain.find("\r\n", at)) != std::string::npos;)
        plain.erase(at, 1);
    Reader(plain, read).read();
    if (read.lesson.title.empty())
        read.lesson.title = read.lesson.id;
    sortByPlace(read.faults);
    return read;
}

} // namespace phasor
