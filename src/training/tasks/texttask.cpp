// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/utf8.h"
#include "training/tasks/task.h"

#include <algorithm>

namespace phasor {

namespace {

// Each character as a number, from 0 on, in the order of the code points; returns how many there are.
std::int64_t numbered(const std::string& text, std::vector<std::int32_t>& characters)
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
    for (const char32_t value : values)
        characters.push_back(
            static_cast<std::int32_t>(std::lower_bound(known.begin(), known.end(), value) - known.begin()));
    return std::ssize(known);
}

} // namespace

// The next character of the text; its last tenth is held back.
Result<Task> makeTextTask(const std::string& text, const Message& where, const TaskSettings& settings)
{
    if (const auto bad = firstInvalidUtf8(text))
        return Error{.kind = ErrorKind::Input,
                     .code = "UTF8",
                     .where = where,
                     .what = WORDS("is not UTF-8"),
                     .remedy = WORDS("give a text in UTF-8"),
                     .offset = static_cast<std::int64_t>(*bad)};
    std::vector<std::int32_t> characters;
    const std::int64_t vocabulary = numbered(text, characters);
    const std::int64_t count = std::ssize(characters);
    // A batch of sequences without overlap to train on, and in the tenth that is held back one to evaluate.
    const std::int64_t needed = std::max(settings.batch, std::int64_t{20}) * (settings.length + 1);
    if (count < needed)
        return Error{.kind = ErrorKind::Input,
                     .code = "SHORT",
                     .where = where,
                     .what = WORDS("%1 characters are fewer than a batch has, %2").with(count, needed),
                     .remedy = WORDS("give a longer text, or a smaller %1 or %2")
                                   .with(Message::option("--batch"), Message::option("--length"))};
    const std::int64_t held = count / 10;
    auto draw = [characters = std::move(characters), count, held](
                    WordSource& words, bool isHeld, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
        const auto n = static_cast<std::int64_t>(tokens.size());
        const std::int64_t trained = count - held;
        const auto begin = characters.begin() + (isHeld ? trained + words.below(held - n) : words.below(trained - n));
        std::copy_n(begin, n, tokens.begin());
        std::copy_n(begin + 1, n, targets.begin());
    };
    return Task{vocabulary, std::move(draw), held - 1};
}

} // namespace phasor
