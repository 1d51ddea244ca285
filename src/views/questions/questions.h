// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

struct Parameters;

// The five questions of the README.
enum class Question { DropoutOnSum, LostTokens, AddOrConcatenate, Scale, WhatDropoutDoes };

constexpr std::array<Question, 5> kQuestions{Question::DropoutOnSum, Question::LostTokens, Question::AddOrConcatenate,
                                             Question::Scale, Question::WhatDropoutDoes};
std::string_view questionId(Question question); // "dropout-on-sum"
std::string_view viewOf(Question question); // that shows the answer

// One change of one parameter that is worth a look.
struct Trial
{
    std::string parameter; // "placement"
    std::string value; // as on the command line
    bool operator==(const Trial&) const = default;
};

// What to try with a question, given how things are: one thing changed at a time.
std::vector<Trial> trialsOf(Question question, const Parameters& parameters);

} // namespace phasor
