// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/tasks/task.h"

#include "inputs/inputfile.h"
#include "text/bundled.h"
#include "training/tasks/batch.h"

#include <algorithm>
#include <limits>

namespace phasor {

namespace {

constexpr std::int64_t kLargestText = std::int64_t{64} << 20;

// Tasks over `tokens` symbols 0 … tokens − 1, and marks behind them.
class GeneratedTask : public Task
{
public:
    GeneratedTask(std::int64_t tokens, std::int64_t marks)
        : m_tokens(tokens)
        , m_marks(marks)
    {
    }
    std::int64_t vocabulary() const final { return m_tokens + m_marks; }

protected:
    std::int64_t tokens() const { return m_tokens; }
    std::int32_t mark(std::int32_t i) const { return static_cast<std::int32_t>(m_tokens) + i; }
    std::int32_t symbol(WordSource& words) const { return static_cast<std::int32_t>(words.below(m_tokens)); }

private:
    std::int64_t m_tokens;
    std::int64_t m_marks;
};

// At each position: the token `distance` before.
class RecallTask final : public GeneratedTask
{
public:
    RecallTask(std::int64_t tokens, std::int64_t distance)
        : GeneratedTask(tokens, 0)
        , m_distance(static_cast<std::size_t>(distance))
    {
    }
    void draw(WordSource& words, bool, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) const override
    {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            tokens[i] = symbol(words);
            if (i >= m_distance)
                targets[i] = tokens[i - m_distance];
        }
    }

private:
    std::size_t m_distance;
};

// The first half is given; at the second, where a mark stands everywhere, it is asked for, backwards or as it stood.
class SecondHalfTask final : public GeneratedTask
{
public:
    SecondHalfTask(std::int64_t tokens, bool reversed)
        : GeneratedTask(tokens, 1)
        , m_reversed(reversed)
    {
    }
    void draw(WordSource& words, bool, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) const override
    {
        const std::size_t half = tokens.size() / 2;
        for (std::size_t i = 0; i < tokens.size(); ++i)
            tokens[i] = i < half ? symbol(words) : mark(0);
        for (std::size_t i = 0; i < half; ++i)
            targets[half + i] = tokens[m_reversed ? half - 1 - i : i];
    }

private:
    bool m_reversed;
};

// Two marks stand among the symbols: from the second on, which of them came first?
class OrderTask final : public GeneratedTask
{
public:
    explicit OrderTask(std::int64_t tokens)
        : GeneratedTask(tokens, 2)
    {
    }
    void draw(WordSource& words, bool, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) const override
    {
        for (std::int32_t& token : tokens)
            token = symbol(words);
        const auto n = static_cast<std::int64_t>(tokens.size());
        const std::int64_t one = words.below(n);
        const std::int64_t other = (one + 1 + words.below(n - 1)) % n;
        tokens[static_cast<std::size_t>(one)] = mark(0);
        tokens[static_cast<std::size_t>(other)] = mark(1);
        const std::int32_t first = mark(one < other ? 0 : 1);
        for (auto i = static_cast<std::size_t>(std::max(one, other)); i < tokens.size(); ++i)
            targets[i] = first;
    }
};

// A run of symbols that comes again and again, of another length in each sequence: the next token, once it is known.
class InductionTask final : public GeneratedTask
{
public:
    explicit InductionTask(std::int64_t tokens)
        : GeneratedTask(tokens, 0)
    {
    }
    void draw(WordSource& words, bool, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) const override
    {
        const std::size_t n = tokens.size();
        const auto least = std::max<std::int64_t>(1, static_cast<std::int64_t>(n) / 4);
        const auto run = static_cast<std::size_t>(least + words.below(static_cast<std::int64_t>(n) / 2 - least + 1));
        for (std::size_t i = 0; i < n; ++i)
            tokens[i] = i < run ? symbol(words) : tokens[i - run];
        for (std::size_t i = run; i < n; ++i)
            targets[i] = tokens[i + 1 - run];
    }
};

Result<std::shared_ptr<const Task>> makeRecall(const TaskSettings& settings)
{
    if (settings.distance >= settings.length)
        return usageError("RANGE", "--distance",
                          WORDS("%1 tokens back there is none in %2").with(settings.distance, settings.length),
                          WORDS("give 1 … %1 or raise %2").with(settings.length - 1, Message::option("--length")));
    return std::shared_ptr<const Task>(std::make_shared<const RecallTask>(settings.tokens, settings.distance));
}

Result<std::shared_ptr<const Task>> readTextTask(const TaskSettings& settings)
{
    const std::string path = settings.task.substr(kTextPrefix.size());
    const auto named = [&](Error error) {
        error.where = quotedPlace(path);
        return error;
    };
    const Result<InputFile> file = InputFile::open(path);
    if (!file.ok())
        return named(file.error());
    const Result<std::string> text = file->all(kLargestText);
    if (!text.ok())
        return named(text.error());
    return makeTextTask(*text, quotedPlace(path), settings);
}

} // namespace

std::int64_t Task::longest() const
{
    return std::numeric_limits<std::int64_t>::max();
}

std::vector<ParameterChoice> taskChoices()
{
    return {{"recall", WORDS("Recall"), WORDS("at each position the token so many places back")},
            {"reverse", WORDS("Reverse"), WORDS("the first half of the sequence, backwards")},
            {"copy", WORDS("Copy"), WORDS("the first half of the sequence, as it stood")},
            {"order", WORDS("Order"), WORDS("which of two marks came first")},
            {"induction", WORDS("Induction"), WORDS("the next token of a run that comes again")},
            {"text", WORDS("Text"), WORDS("the next character of a page that ships with the program")}};
}

Result<std::shared_ptr<const Task>> makeTask(const TaskSettings& settings)
{
    using TaskPtr = std::shared_ptr<const Task>;
    if (settings.task == "reverse" || settings.task == "copy")
        return TaskPtr(std::make_shared<const SecondHalfTask>(settings.tokens, settings.task == "reverse"));
    if (settings.task == "order")
        return TaskPtr(std::make_shared<const OrderTask>(settings.tokens));
    if (settings.task == "induction")
        return TaskPtr(std::make_shared<const InductionTask>(settings.tokens));
    if (settings.task == "text")
        return makeTextTask(std::string(bundledText(kShippedPage)), Message::option("--task"), settings);
    if (settings.task.starts_with(kTextPrefix))
        return readTextTask(settings);
    return makeRecall(settings);
}

} // namespace phasor
