// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/utf8.h"
#include "training/tasks/task.h"

#include <algorithm>

namespace phasor {

namespace {

// The next character of a text; its last tenth is held back.
class TextTask final : public Task
{
public:
    explicit TextTask(const std::string& text)
    {
        std::vector<char32_t> values;
        for (std::size_t i = 0; i < text.size();) {
            const CodePoint point = codePointAt(text, i);
            values.push_back(point.value);
            i += point.length;
        }
        std::vector<char32_t> known = values;
        std::sort(known.begin(), known.end());
        known.erase(std::unique(known.begin(), known.end()), known.end());
        m_vocabulary = std::ssize(known);
        for (const char32_t value : values)
            m_characters.push_back(
                static_cast<std::int32_t>(std::lower_bound(known.begin(), known.end(), value) - known.begin()));
        m_held = std::ssize(m_characters) / 10;
    }

    std::int64_t vocabulary() const override { return m_vocabulary; }
    std::int64_t characters() const { return std::ssize(m_characters); }
    std::int64_t longest() const override { return m_held - 1; }

    void draw(WordSource& words, bool held, std::span<std::int32_t> tokens,
              std::span<std::int32_t> targets) const override
    {
        const auto n = static_cast<std::int64_t>(tokens.size());
        const std::int64_t trained = characters() - m_held;
        const std::int64_t begin = held ? trained + words.below(m_held - n) : words.below(trained - n);
        for (std::int64_t i = 0; i < n; ++i) {
            tokens[static_cast<std::size_t>(i)] = m_characters[static_cast<std::size_t>(begin + i)];
            targets[static_cast<std::size_t>(i)] = m_characters[static_cast<std::size_t>(begin + i + 1)];
        }
    }

private:
    std::vector<std::int32_t> m_characters;
    std::int64_t m_vocabulary = 0;
    std::int64_t m_held = 0;
};

} // namespace

Result<std::shared_ptr<const Task>> makeTextTask(const std::string& text, const Message& where,
                                                 const TaskSettings& settings)
{
    if (const auto bad = firstInvalidUtf8(text))
        return Error{.kind = ErrorKind::Input,
                     .code = "UTF8",
                     .where = where,
                     .what = WORDS("is not UTF-8"),
                     .remedy = WORDS("give a text in UTF-8"),
                     .offset = static_cast<std::int64_t>(*bad)};
    auto task = std::make_shared<const TextTask>(text);
    // A batch of sequences without overlap to train on, and in the tenth that is held back one to evaluate.
    const std::int64_t needed = std::max(settings.batch, std::int64_t{20}) * (settings.length + 1);
    if (task->characters() < needed)
        return Error{.kind = ErrorKind::Input,
                     .code = "SHORT",
                     .where = where,
                     .what = WORDS("%1 characters are fewer than a batch has, %2").with(task->characters(), needed),
                     .remedy = WORDS("give a longer text, or a smaller %1 or %2")
                                   .with(Message::option("--batch"), Message::option("--length"))};
    return std::shared_ptr<const Task>(std::move(task));
}

} // namespace phasor
