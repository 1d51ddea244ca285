// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/openedlesson.h"

#include <string>
#include <vector>

namespace phasor {

class PipelineCache;

std::string lessonFolder(); // of the user's own lessons
std::vector<std::string> lessonIds(); // of Phasor, then those in the user's data folder

// A lesson without its setups, for lists.
Result<Lesson> readLessonFile(const std::string& lesson);

// `lesson`: an id, or a file that ends in ".md". Files in its options lie in its folder. Errors: Usage ENUM: unknown
// id; Input: the file can't be read.
Result<OpenedLesson> openLesson(const std::string& lesson, PipelineCache& cache);

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
