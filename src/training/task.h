// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"

#include <array>
#include <functional>
#include <limits>
#include <span>

namespace phasor {

// Random words for one sequence of one batch (Philox); `offset` is the batch. Independent of the order of calls.
class WordSource
{
public:
    WordSource(std::uint64_t key, std::uint64_t offset, std::int64_t sequence)
        : m_key(key)
        , m_offset(offset)
        , m_counter(static_cast<std::uint64_t>(sequence) << 32)
    {
    }

    std::uint32_t next()
    {
        if (m_used == m_words.size())
            draw();
        return m_words[m_used++];
    }
    // 0 … n − 1, n < 2^31; probabilities differ by at most n / 2^32.
    std::int64_t below(std::int64_t n)
    {
        return static_cast<std::int64_t>((std::uint64_t{next()} * static_cast<std::uint64_t>(n)) >> 32);
    }

private:
    void draw();

    std::uint64_t m_key;
    std::uint64_t m_offset;
    std::uint64_t m_counter;
    std::array<std::uint32_t, 32> m_words{};
    std::size_t m_used = m_words.size();
};

inline constexpr std::int32_t kNotAsked = -1; // target where no answer is expected

// Sequences and their answers, [sequences, length] each.
struct Batch
{
    std::int64_t sequences = 0;
    std::int64_t length = 0;
    std::vector<std::int32_t> tokens;
    std::vector<std::int32_t> targets; // kNotAsked, or the token that is right there

    void resize(std::int64_t count, std::int64_t positions);
    std::int64_t asked() const; // how many targets there are
};

// Some sequences of a batch, one after the other.
struct BatchPart
{
    std::int64_t first = 0; // index in the batch
    std::int64_t sequences = 0;
    std::int64_t length = 0;
    const std::int32_t* tokens = nullptr;
    const std::int32_t* targets = nullptr;

    std::int64_t rows() const { return sequences * length; }
};

// Largest number of parts, independent of the threads: gradients are added part by part, for the same bits.
inline constexpr std::int64_t kParts = 8;

std::int64_t partCount(const Batch& batch);
BatchPart partOf(const Batch& batch, std::int64_t part);

// Training task: unlimited sequences and their answers. A plain value, any thread.
struct Task
{
    std::int64_t vocabulary = 0; // tokens, the task's own marks too
    // Makes one sequence: `tokens`, and as many `targets`, which are kNotAsked everywhere; it sets those that have an
    // answer. `held`: takes it from the data that was held back from training, if the task has any.
    std::function<void(WordSource& words, bool held, std::span<std::int32_t> tokens, std::span<std::int32_t> targets)>
        draw;
    std::int64_t longest = std::numeric_limits<std::int64_t>::max(); // longest sequence for evaluation
    double chance = 1 / static_cast<double>(vocabulary); // accuracy of the best answer that is always the same
};

// Settings of the training, in addition to the setup's Parameters. A plain value.
struct TrainingSettings
{
    std::string task = "recall"; // an id of taskChoices(), or "text:FILE"
    std::int64_t distance = 3; // for recall: number of tokens back
    std::int64_t steps = 500;
    std::int64_t length = 24;
    std::int64_t tokens = 24; // symbols of the generated tasks
    std::int64_t batch = 64;
    std::int64_t layers = 1;
    double learningRate = 1e-3;
    std::int64_t warmup = 0;
    bool tied = false;

    bool operator==(const TrainingSettings&) const = default;
};

// One training setting: its values, and its member. Options, JSON, controls and `--vary` derive from it.
using TrainingParameter = Setting<TrainingSettings>;

std::span<const TrainingParameter> trainingParameters();
const TrainingParameter* findTrainingParameter(std::string_view id); // null: unknown id

// A setup wider than 64 reduced for live training: 32 dimensions, at most 4 heads. Others unchanged.
Parameters smallModel(Parameters parameters);

// Ids of --task; "text:FILE" is one, too.
std::vector<ParameterChoice> taskChoices();
inline constexpr std::string_view kTextPrefix = "text:";

// Errors: Usage if length or tokens leave nothing to answer; Input for a file that is unreadable, not UTF-8 or shorter
// than a batch.
Result<Task> makeTask(const TrainingSettings& settings);

// The text that ships with the program (bundledText): Lewis Carroll, Alice's Adventures in Wonderland (1865), the
// beginning of chapter I. In the public domain.
inline constexpr std::string_view kShippedPage = "training/page.txt";

} // namespace phasor
