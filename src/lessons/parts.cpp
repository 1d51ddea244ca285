// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/parts_p.h"

#include "text/numbers.h"
#include "text/utf8.h"
#include "text/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

namespace phasor {

Error lessonFault(std::int64_t line, std::int64_t column, Message what, Message remedy)
{
    return {.kind = ErrorKind::Input,
            .code = "LESSON",
            .what = std::move(what),
            .remedy = std::move(remedy),
            .line = line,
            .column = column};
}

void sortByPlace(std::vector<Error>& faults)
{
    std::ranges::stable_sort(faults, {}, [](const Error& fault) { return std::pair(*fault.line, *fault.column); });
}

std::int64_t LessonText::lineOf(std::size_t at) const
{
    return 1 + (std::ranges::lower_bound(m_lineEnds, at) - m_lineEnds.begin());
}

std::int64_t LessonText::columnOf(std::size_t at) const
{
    const auto line = static_cast<std::size_t>(lineOf(at) - 1);
    return static_cast<std::int64_t>(line == 0 ? at : at - m_lineEnds[line - 1] - 1) + 1;
}

void LessonText::fault(std::size_t at, Message what, Message remedy) const
{
    m_faults.push_back(lessonFault(lineOf(at), columnOf(at), std::move(what), std::move(remedy)));
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool isReadable(const LessonText& text)
{
    if (text.all().size() > kLargestLesson) {
        text.fault(0, WORDS("the file is larger than 1 MB"), WORDS("shorten it, or divide it"));
    } else if (const std::optional<std::size_t> bad = firstInvalidUtf8(text.all())) {
        text.fault(*bad, WORDS("this byte is not UTF-8"), WORDS("save the file as UTF-8"));
    } else if (const std::size_t zero = text.all().find('\0'); zero != std::string_view::npos) {
        text.fault(zero, WORDS("a NUL byte"), WORDS("remove it"));
    } else {
        return true;
    }
    return false;
}

constexpr std::array<std::string_view, 5> kKeys{"title", "question", "minutes", "level", "author"};

// A line "key: value"; `keys`: those before it.
static void readKey(const LessonText& text, std::string_view line, std::size_t at, std::vector<std::string>& keys,
                    Lesson& lesson)
{
    const std::size_t colon = line.find(':');
    const std::string key(trimmed(line.substr(0, colon)));
    const std::string value(colon == std::string_view::npos ? "" : trimmed(line.substr(colon + 1)));
    if (colon == std::string_view::npos)
        return text.fault(at, WORDS("%1 is not `key: value`").with(inQuotes(line)),
                          WORDS("write `title: …`, one key a line"));
    if (std::ranges::find(kKeys, key) == kKeys.end())
        return text.fault(at, WORDS("%1 is unknown").with(inQuotes(key)),
                          didYouMean(key, kKeys, WORDS("use title, question, minutes, level or author")));
    if (std::ranges::find(keys, key) != keys.end())
        return text.fault(at, WORDS("%1 is given twice").with(key), WORDS("leave one of them out"));
    keys.push_back(key);
    if (value.empty())
        return text.fault(at, WORDS("%1 has no value").with(key),
                          key == "title" ? WORDS("write it behind the colon")
                                         : WORDS("write it behind the colon, or leave the line out"));
    if (key == "minutes") {
        const Result<std::int64_t> minutes = parseInteger(value);
        if (!minutes.ok() || *minutes < 1 || *minutes > 600)
            return text.fault(at, WORDS("%1 is not a number of minutes").with(inQuotes(value)), WORDS("use 1 to 600"));
        lesson.minutes = *minutes;
    } else if (key == "level") {
        if (value != "beginner" && value != "advanced")
            return text.fault(at, WORDS("%1 is not a level").with(inQuotes(value)), WORDS("use beginner or advanced"));
        lesson.level = value;
    } else {
        (key == "title" ? lesson.title : key == "question" ? lesson.question : lesson.author) = value;
    }
}

std::size_t readFrontMatter(const LessonText& text, Lesson& lesson)
{
    std::vector<std::string> keys; // read so far
    std::size_t at = text.all().starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const Message remedy = WORDS("begin the file with a line ---, then `title: …`, then a line ---");
    if (trimmed(text.line(at)) != "---") {
        text.fault(0, WORDS("there is no front matter"), remedy);
        return at;
    }
    const std::size_t first = nextLine(text.all(), at);
    for (at = first; at < text.all().size(); at = nextLine(text.all(), at)) {
        const std::string_view line = trimmed(text.line(at));
        if (line == "---") {
            if (std::ranges::find(keys, "title") == keys.end())
                text.fault(0, WORDS("the lesson has no title"), WORDS("add a line `title: …` to the front matter"));
            return nextLine(text.all(), at);
        }
        if (line.starts_with('#')) // the text has begun
            break;
        if (!line.empty())
            readKey(text, line, at, keys, lesson);
    }
    text.fault(0, WORDS("the front matter has no end"), WORDS("write a line --- behind it"));
    return at;
}

std::vector<LessonWord> readWords(const LessonText& text, std::string_view code)
{
    const Result<std::vector<ShellWord>> words = shellWords(code);
    std::vector<LessonWord> read;
    const std::size_t begin = text.offsetOf(code);
    if (!words.ok()) {
        text.fault(begin + static_cast<std::size_t>(words.error().offset.value_or(0)), words.error().what,
                   words.error().remedy);
        return read;
    }
    for (const auto& [word, at] : *words)
        read.push_back({word, text.lineOf(begin + at), text.columnOf(begin + at)});
    return read;
}

std::string pathInside(const std::string& target, const std::string& folder)
{
    namespace fs = std::filesystem;
    std::string name;
    for (std::size_t at = 0; at < target.size(); ++at) {
        const std::string_view code = std::string_view(target).substr(at, 3);
        unsigned value = 0;
        const bool encoded = code.size() == 3 && code[0] == '%'
            && std::from_chars(code.data() + 1, code.data() + 3, value, 16).ptr == code.data() + 3;
        name += encoded ? static_cast<char>(value) : target[at];
        at += encoded ? 2 : 0;
    }
    const fs::path path = fs::path(name).lexically_normal();
    if (name.empty() || name.find_first_of(std::string_view(":\\\0", 3)) != std::string::npos || path.is_absolute()
        || *path.begin() == "..")
        return {};
    std::error_code ignored;
    const fs::path real = fs::weakly_canonical(fs::path(folder) / path, ignored); // links of the file system, too
    const fs::path root = fs::weakly_canonical(folder, ignored);
    const bool inside
        = folder.empty() || std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
    return inside ? (fs::path(folder) / path).string() : std::string();
}

std::size_t fileNameIn(std::string_view option, std::string_view text, std::size_t value)
{
    constexpr std::string_view kFiles[] = {"--session", "--config", "--text-file", "--compare", "--rope-factors"};
    constexpr std::string_view kPrefixes[] = {"file:", "wordpiece:", "sentencepiece:", "text:"};
    if (std::ranges::find(kFiles, option) != std::end(kFiles))
        return value;
    const auto* prefix
        = std::ranges::find_if(kPrefixes, [&](std::string_view one) { return text.substr(value).starts_with(one); });
    return prefix != std::end(kPrefixes) ? value + prefix->size() : text.size();
}

void checkLink(const LessonText& text, const MarkdownLink& link, const std::string& folder)
{
    if (link.target.starts_with('#') && !link.picture)
        return;
    const std::string path = pathInside(link.target, folder);
    std::error_code ignored;
    if (path.empty())
        text.fault(link.at, WORDS("%1 leaves the folder of the lesson").with(inQuotes(link.target)),
                   WORDS("put the file into that folder, and write its name"));
    else if (link.picture && (folder.empty() || !std::filesystem::is_regular_file(path, ignored)))
        text.fault(link.at, WORDS("there is no picture %1").with(inQuotes(link.target)),
                   WORDS("put it into the folder of the lesson"));
}

constexpr SourceText kWriteEstimate = WORDS("write `?? KEY LO … HI`, such as `?? ratio 0 … 50`");
constexpr SourceText kWriteCondition = WORDS("write `NAME = VALUE` (or <, >, <=, >=, !=), or `NAME changed`");

constexpr std::size_t kDots = std::string_view("…").size();

static std::optional<std::pair<double, double>> rangeOf(std::string_view low, std::string_view high)
{
    const Result<double> begin = parseReal(trimmed(low));
    const Result<double> end = parseReal(trimmed(high));
    return begin.ok() && end.ok() ? std::optional(std::pair(*begin, *end)) : std::nullopt;
}

static bool isRange(const LessonText& text, const std::pair<double, double>& range, std::size_t at)
{
    if (range.first >= range.second)
        text.fault(at, WORDS("%1 … %2 is not a range").with(shortNumber(range.first), shortNumber(range.second)),
                   WORDS("give the smaller number first"));
    return range.first < range.second;
}

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
