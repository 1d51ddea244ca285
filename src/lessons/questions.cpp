// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/parts_p.h"

#include "text/numbers.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {

constexpr SourceText kWriteEstimate = WORDS("write `?? KEY LO … HI`, such as `?? ratio 0 … 50`");
constexpr SourceText kWriteCondition = WORDS("write `NAME = VALUE` (or <, >, <=, >=, !=), or `NAME changed`");

constexpr std::size_t kDots = std::string_view("…").size();

std::optional<std::pair<double, double>> rangeOf(std::string_view low, std::string_view high)
{
    const Result<double> begin = parseReal(trimmed(low));
    const Result<double> end = parseReal(trimmed(high));
    return begin.ok() && end.ok() ? std::optional(std::pair(*begin, *end)) : std::nullopt;
}

bool isRange(const LessonText& text, const std::pair<double, double>& range, std::size_t at)
{
    if (range.first >= range.second)
        text.fault(at, WORDS("%1 … %2 is not a range").with(shortNumber(range.first), shortNumber(range.second)),
                   WORDS("give the smaller number first"));
    return range.first < range.second;
}

} // namespace

std::vector<Condition> readConditions(const LessonText& text, const MarkdownBlock& block)
{
    constexpr std::array<std::pair<std::string_view, Condition::Test>, 6> kTests{{{"<=", Condition::Test::AtMost},
                                                                                  {">=", Condition::Test::AtLeast},
                                                                                  {"!=", Condition::Test::Unequal},
                                                                                  {"<", Condition::Test::Less},
                                                                                  {">", Condition::Test::More},
                                                                                  {"=", Condition::Test::Equal}}};
    std::vector<Condition> conditions;
    bool empty = true;
    const std::size_t begin = block.code.empty() ? block.end : text.offsetOf(block.code);
    for (std::size_t at = begin; at < begin + block.code.size(); at = nextLine(text.all(), at)) {
        const std::string_view line = trimmed(text.line(at));
        if (line.empty())
            continue;
        empty = false;
        Condition condition;
        condition.line = text.lineOf(at);
        const std::size_t mark = line.find_first_of("<>=!");
        const auto* test = std::ranges::find_if(kTests, [&](const auto& one) {
            return mark != std::string_view::npos && line.substr(mark).starts_with(one.first);
        });
        if (test != kTests.end()) {
            condition.name = trimmed(line.substr(0, mark));
            condition.test = test->second;
            condition.value = trimmed(line.substr(mark + test->first.size()));
        } else if (line.ends_with(" changed")) {
            condition.name = trimmed(line.substr(0, line.size() - std::string_view(" changed").size()));
            condition.value = " ";
        }
        if (condition.name.empty() || condition.value.empty() || condition.name.find(' ') != std::string::npos)
            text.fault(at, WORDS("%1 is not a condition").with(inQuotes(line)), kWriteCondition);
        else
            conditions.push_back(condition);
    }
    if (empty)
        text.fault(block.begin, WORDS("the block has no condition"), kWriteCondition);
    return conditions;
}

std::optional<Guess> readGuess(const LessonText& text, std::string_view line)
{
    const std::size_t dots = line.find("…");
    const std::string_view left = trimmed(line.substr(2, dots == std::string_view::npos ? dots : dots - 2));
    const std::size_t blank = left.find_last_of(" \t");
    const bool both = dots != std::string_view::npos && blank != std::string_view::npos;
    const std::optional<std::pair<double, double>> scale
        = both ? rangeOf(left.substr(blank + 1), line.substr(dots + kDots)) : std::nullopt;
    if (!scale)
        text.fault(text.offsetOf(line), WORDS("%1 is not an estimate").with(inQuotes(line)), kWriteEstimate);
    else if (isRange(text, *scale, text.offsetOf(line)))
        return Guess{.key = std::string(trimmed(left.substr(0, blank))),
                     .low = scale->first,
                     .high = scale->second,
                     .feedback = {},
                     .ranges = {}};
    return {};
}

bool readRanges(const LessonText& text, const MarkdownBlock& block, Guess& guess)
{
    for (const MarkdownItem& item : block.items) {
        const std::string_view line = trimmed(text.slice(std::min(item.content, item.end), item.end));
        const std::size_t dots = line.find("…");
        const std::size_t colon = line.find(':');
        if (dots == std::string_view::npos || colon == std::string_view::npos || colon < dots)
            return false;
        const auto range = rangeOf(line.substr(0, dots), line.substr(dots + kDots, colon - dots - kDots));
        if (!range)
            return false;
        if (isRange(text, *range, item.begin))
            guess.ranges.push_back({range->first, range->second, std::string(trimmed(line.substr(colon + 1)))});
    }
    return true;
}

std::optional<Quiz> readQuiz(const LessonText& text, const MarkdownBlock& block)
{
    Quiz quiz;
    for (const MarkdownItem& item : block.items) {
        if (!item.checked) {
            text.fault(item.begin, WORDS("this item has no mark"),
                       WORDS("write `- [ ]` or, before the right one, `- [x]`"));
            continue;
        }
        const std::string words(trimmed(text.slice(item.content, item.quote)));
        if (words.empty())
            text.fault(item.begin, WORDS("the choice has no text"), WORDS("write it behind the mark"));
        quiz.choices.push_back({words, unquoted(text.slice(item.quote, item.end)), *item.checked});
    }
    const auto right = std::ranges::count_if(quiz.choices, &Choice::right);
    if (right != 1)
        text.fault(block.begin, WORDS("the quiz has %1 right choices").with(right), WORDS("mark one of them with [x]"));
    else if (quiz.choices.size() < 2)
        text.fault(block.begin, WORDS("the quiz has one choice"), WORDS("add wrong ones, with `- [ ]`"));
    else
        return quiz;
    return {};
}

} // namespace phasor
