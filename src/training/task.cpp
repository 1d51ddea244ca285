// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/task.h"

#include "inputs/inputfile.h"
#include "kernels/randomwords.h"
#include "text/pythontext.h"
#include "text/utf8.h"

#include <algorithm>

namespace phasor {

void WordSource::draw()
{
    philoxWords(m_key, m_offset, m_counter, m_words.size() / 4, m_words.data());
    m_counter += m_words.size() / 4;
    m_used = 0;
}

static std::int64_t sequencesOfPart(const Batch& batch)
{
    return std::max<std::int64_t>(1, (batch.sequences + kParts - 1) / kParts);
}

void Batch::resize(std::int64_t count, std::int64_t positions)
{
    sequences = count;
    length = positions;
    tokens.assign(static_cast<std::size_t>(count * positions), 0);
    targets.assign(tokens.size(), kNotAsked);
}

std::int64_t Batch::asked() const
{
    return std::count_if(targets.begin(), targets.end(), [](std::int32_t target) { return target != kNotAsked; });
}

std::int64_t partCount(const Batch& batch)
{
    const std::int64_t each = sequencesOfPart(batch);
    return (batch.sequences + each - 1) / each;
}

BatchPart partOf(const Batch& batch, std::int64_t part)
{
    const std::int64_t each = sequencesOfPart(batch);
    const std::int64_t first = part * each;
    return {first, std::min(each, batch.sequences - first), batch.length, batch.tokens.data() + first * batch.length,
            batch.targets.data() + first * batch.length};
}

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

// The next character of the text; its last tenth is held back. `where`: the text's name in errors.
Result<Task> makeTextTask(const std::string& text, const Message& where, const TrainingSettings& settings)
{
    if (const auto bad = firstInvalidUtf8(text))
        return Error{.kind = ErrorKind::Input,
                     .code = "UTF8",
                     .where = where,
                     .what = WORDS("is not UTF-8"),
                     .remedy = WORDS("use a text in UTF-8"),
                     .offset = static_cast<std::int64_t>(*bad)};
    std::vector<std::int32_t> characters;
    const std::int64_t vocabulary = numbered(text, characters);
    const std::int64_t count = std::ssize(characters);
    // Needed: a batch of training sequences without overlap, and one evaluation sequence in the last tenth.
    const std::int64_t needed = std::max(settings.batch, std::int64_t{20}) * (settings.length + 1);
    if (count < needed)
        return Error{.kind = ErrorKind::Input,
                     .code = "SHORT",
                     .where = where,
                     .what = WORDS("the text has %1 characters, but a batch needs %2").with(count, needed),
                     .remedy = WORDS("use a longer text, or a smaller %1 or %2")
                                   .with(Message::option("--batch"), Message::option("--length"))};
    const std::int64_t held = count / 10;
    std::vector<std::int64_t> each(static_cast<std::size_t>(vocabulary));
    for (const std::int32_t character : characters)
        ++each[static_cast<std::size_t>(character)];
    const double chance = static_cast<double>(std::ranges::max(each)) / static_cast<double>(count);
    auto draw = [characters = std::move(characters), count, held](
                    WordSource& words, bool isHeld, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
        const auto n = static_cast<std::int64_t>(tokens.size());
        const std::int64_t trained = count - held;
        const auto begin = characters.begin() + (isHeld ? trained + words.below(held - n) : words.below(trained - n));
        std::copy_n(begin, n, tokens.begin());
        std::copy_n(begin + 1, n, targets.begin());
    };
    return Task{vocabulary, std::move(draw), held - 1, chance};
}

using Tokens = std::span<std::int32_t>;

// Generated tasks use the tokens 0 … symbols − 1, and marks after them.
std::int32_t symbol(WordSource& words, std::int64_t symbols)
{
    return static_cast<std::int32_t>(words.below(symbols));
}

// At each position: the token `distance` before.
Result<Task> makeRecall(const TrainingSettings& settings)
{
    if (settings.distance >= settings.length)
        return usageError("RANGE", "--distance",
                          WORDS("must be less than the length %2, but is %1").with(settings.distance, settings.length),
                          WORDS("use %1 or less, or raise %2").with(settings.length - 1, Message::option("--length")));
    const auto distance = static_cast<std::size_t>(settings.distance);
    return Task{settings.tokens,
                [symbols = settings.tokens, distance](WordSource& words, bool, Tokens tokens, Tokens targets) {
                    for (std::size_t i = 0; i < tokens.size(); ++i) {
                        tokens[i] = symbol(words, symbols);
                        if (i >= distance)
                            targets[i] = tokens[i - distance];
                    }
                }};
}

// The second half has a mark at each position; the answers are the first half, reversed or in order.
Task secondHalf(std::int64_t symbols, bool reversed)
{
    return {.vocabulary = symbols + 1,
            .draw =
                [symbols, reversed](WordSource& words, bool, Tokens tokens, Tokens targets) {
                    const std::size_t half = tokens.size() / 2;
                    for (std::size_t i = 0; i < tokens.size(); ++i)
                        tokens[i] = i < half ? symbol(words, symbols) : static_cast<std::int32_t>(symbols);
                    for (std::size_t i = 0; i < half; ++i)
                        targets[half + i] = tokens[reversed ? half - 1 - i : i];
                },
            .chance = 1 / static_cast<double>(symbols)};
}

// Two marks are among the symbols: from the second on, which of them came first?
Task order(std::int64_t symbols)
{
    return {.vocabulary = symbols + 2,
            .draw =
                [symbols](WordSource& words, bool, Tokens tokens, Tokens targets) {
                    for (std::int32_t& token : tokens)
                        token = symbol(words, symbols);
                    const auto mark = static_cast<std::int32_t>(symbols);
                    const auto n = static_cast<std::int64_t>(tokens.size());
                    const std::int64_t one = words.below(n);
                    const std::int64_t other = (one + 1 + words.below(n - 1)) % n;
                    tokens[static_cast<std::size_t>(one)] = mark;
                    tokens[static_cast<std::size_t>(other)] = mark + 1;
                    std::fill(targets.begin() + std::max(one, other), targets.end(), one < other ? mark : mark + 1);
                },
            .chance = 0.5};
}

// A run of symbols repeats, with another length in each sequence. Answers: the next token, once it is determined.
Task induction(std::int64_t symbols)
{
    return {symbols, [symbols](WordSource& words, bool, Tokens tokens, Tokens targets) {
                const std::size_t n = tokens.size();
                const auto least = std::max<std::int64_t>(1, static_cast<std::int64_t>(n) / 4);
                const auto run
                    = static_cast<std::size_t>(least + words.below(static_cast<std::int64_t>(n) / 2 - least + 1));
                for (std::size_t i = 0; i < n; ++i)
                    tokens[i] = i < run ? symbol(words, symbols) : tokens[i - run];
                for (std::size_t i = run; i < n; ++i)
                    targets[i] = tokens[i + 1 - run];
            }};
}

} // namespace

std::vector<ParameterChoice> taskChoices()
{
    return {{"recall", WORDS("Recall"), WORDS("name the token k tokens back")},
            {"reverse", WORDS("Reverse"), WORDS("repeat the first half of the sequence backwards")},
            {"copy", WORDS("Copy"), WORDS("repeat the first half of the sequence")},
            {"order", WORDS("Order"), WORDS("say which of two marks came first")},
            {"induction", WORDS("Induction"), WORDS("continue a run of tokens that occurs again")},
            {"text", WORDS("Text"), WORDS("name the next character of a page that comes with Phasor")}};
}

Result<Task> makeTask(const TrainingSettings& settings)
{
    if (settings.task == "reverse" || settings.task == "copy")
        return secondHalf(settings.tokens, settings.task == "reverse");
    if (settings.task == "order")
        return order(settings.tokens);
    if (settings.task == "induction")
        return induction(settings.tokens);
    if (settings.task == "text")
        return makeTextTask(std::string(bundledText(kShippedPage)), Message::option("--task"), settings);
    if (!settings.task.starts_with(kTextPrefix))
        return makeRecall(settings);
    constexpr std::int64_t kLargestText = std::int64_t{64} << 20; // bytes
    const std::string path = settings.task.substr(kTextPrefix.size());
    TRY(const std::string text, contentsOf(path, kLargestText));
    return makeTextTask(text, quotedPlace(path), settings);
}

std::span<const TrainingParameter> trainingParameters()
{
    using S = TrainingSettings;
    static const TrainingParameter kParameters[] = {
        setting(choiceOrFile("task", WORDS("Task"), taskChoices, kTextPrefix)
                    .says(WORDS("What the model learns: a generated task, or the next character of a text.")),
                &S::task),
        setting(integer("distance", WORDS("Recall distance"), 1, 4095)
                    .inUnit(WORDS("tokens"))
                    .offering("1,2,3,5,8")
                    .says(WORDS("How many tokens back the task `recall` asks for.")),
                &S::distance),
        setting(integer("steps", WORDS("Steps"), 1, 1000000)
                    .logarithmic()
                    .offering("200,500,1000,2000")
                    .says(WORDS("Number of training steps (Adam).")),
                &S::steps),
        setting(
            integer("length", WORDS("Training length"), 2, 4096)
                .logarithmic()
                .inUnit(WORDS("tokens"))
                .offering("12,24,48")
                .says(WORDS(
                    "Sequence length in training. The model is also evaluated at twice and four times the length.")),
            &S::length),
        setting(integer("tokens", WORDS("Symbols"), 2, 65536)
                    .logarithmic()
                    .says(WORDS("Number of different tokens in the generated tasks.")),
                &S::tokens),
        setting(integer("batch", WORDS("Batch size"), 1, 4096)
                    .powersOfTwo()
                    .inUnit(WORDS("sequences"))
                    .says(WORDS("Number of sequences in a step.")),
                &S::batch),
        setting(
            integer("layers", WORDS("Layers"), 1, 4).offering("1,2,3,4").says(WORDS("Number of transformer layers.")),
            &S::layers),
        setting(real("learning-rate", WORDS("Learning rate"), 1e-9, 1e9)
                    .logarithmic()
                    .offering("3e-4,1e-3,3e-3")
                    .says(WORDS("Largest learning rate of Adam.")),
                &S::learningRate),
        setting(integer("warmup", WORDS("Warm-up"), 0, 1000000)
                    .logarithmic()
                    .inUnit(WORDS("steps"))
                    .offering("0,50,200")
                    .says(WORDS("Number of steps over which the learning rate rises from 0.")),
                &S::warmup),
        setting(choice("tied", WORDS("Tied weights"), onOffChoices)
                    .says(WORDS("Whether the output layer uses the weights of the embedding.")),
                &S::tied),
    };
    return kParameters;
}

const TrainingParameter* findTrainingParameter(std::string_view id)
{
    return findSetting(trainingParameters(), id);
}

Parameters smallModel(Parameters parameters)
{
    constexpr std::int64_t kWidest = 64;
    constexpr std::int64_t kWidth = 32;
    constexpr std::int64_t kHeads = 4;
    if (parameters.encoding.dModel <= kWidest)
        return parameters;
    parameters.encoding.dModel = kWidth;
    parameters.attention.heads = std::min(parameters.attention.heads, kHeads);
    parameters.attention.head = std::min(parameters.attention.head, parameters.attention.heads - 1);
    if (parameters.sum.positionDims.value_or(0) >= kWidth)
        parameters.sum.positionDims.reset();
    return parameters;
}

} // namespace phasor
