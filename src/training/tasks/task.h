// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"
#include "text/valuespec.h"
#include "training/tasks/batch.h"

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace phasor {

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

// The word of `--task`: kind and file.
struct TaskSettings
{
    std::string task = "recall"; // an id of taskChoices(), or "text:FILE"
    std::int64_t distance = 3; // for recall: number of tokens back
    std::int64_t tokens = 24; // symbols of the generated tasks
    std::int64_t length = 24;
    std::int64_t batch = 64;
    bool operator==(const TaskSettings&) const = default;
};

std::vector<ParameterChoice> taskChoices();
inline constexpr std::string_view kTextPrefix = "text:";

// Errors: Usage if length or tokens leave nothing to answer; Input for a file that is unreadable, not UTF-8 or shorter
// than a batch.
Result<Task> makeTask(const TaskSettings& settings);

// Tasks by character, for a UTF-8 text. `where` is its name in errors.
Result<Task> makeTextTask(const std::string& text, const Message& where, const TaskSettings& settings);
// The text that ships with the program (bundledText): Lewis Carroll, Alice's Adventures in Wonderland (1865), the
// beginning of chapter I. In the public domain.
inline constexpr std::string_view kShippedPage = "training/page.txt";

} // namespace phasor
