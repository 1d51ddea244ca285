// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"

namespace phasor {

// An option of a lesson with its values.
struct OptionUnit
{
    std::string name; // "--view"
    std::vector<LessonWord> words;
};

std::vector<OptionUnit> unitsOf(const std::vector<LessonWord>& words);
// The options of `words`, without those that `more` has anew, then `more`.
std::vector<LessonWord> joined(const std::vector<LessonWord>& words, const std::vector<LessonWord>& more);

// The words as text; files become paths inside the lesson's folder. Error (Usage FOLDER): one lies outside.
Result<std::vector<std::string>> textsInside(const OptionUnit& unit, const std::string& folder);

} // namespace phasor
