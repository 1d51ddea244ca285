// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"
#include "lessons/markdown.h"

// Readers of the parts of a lesson's file. Bytes are those of the whole file.
namespace phasor {

// The text of a file, and the faults found in it.
class LessonText
{
public:
    LessonText(std::string_view text, std::vector<Error>& faults)
        : m_text(text)
        , m_faults(faults)
    {
        for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
            m_lineEnds.push_back(at);
    }

    std::string_view all() const { return m_text; }
    std::string_view slice(std::size_t begin, std::size_t end) const { return m_text.substr(begin, end - begin); }
    std::string_view line(std::size_t at) const { return slice(at, nextLine(m_text, at)); }
    std::size_t offsetOf(std::string_view part) const { return static_cast<std::size_t>(part.data() - m_text.data()); }
    std::int64_t lineOf(std::size_t at) const; // from 1
    std::int64_t columnOf(std::size_t at) const; // bytes, from 1
    void fault(std::size_t at, Message what, Message remedy) const;

private:
    std::string_view m_text;
    std::vector<std::size_t> m_lineEnds; // ascending
    std::vector<Error>& m_faults;
};

std::string_view trimmed(std::string_view text);

bool isReadable(const LessonText& text); // size, UTF-8
std::size_t readFrontMatter(const LessonText& text, Lesson& lesson); // its end
std::vector<LessonWord> readWords(const LessonText& text, std::string_view code);
std::vector<Condition> readConditions(const LessonText& text, const MarkdownBlock& block);
std::optional<Guess> readGuess(const LessonText& text, std::string_view line);
// Items "A … B: text" behind an estimate; false: the list is none.
bool readRanges(const LessonText& text, const MarkdownBlock& block, Guess& guess);
std::optional<Quiz> readQuiz(const LessonText& text, const MarkdownBlock& block);
void checkLink(const LessonText& text, const MarkdownLink& link, const std::string& folder);

inline constexpr std::string_view kTrainSeconds = "train.seconds";
bool isOfTraining(std::string_view key); // "train…"
std::string_view ofOneSetup(std::string_view key); // without "b." and "difference."

} // namespace phasor
