// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

// A lesson: one Markdown file with steps. Each step has text, a setup in the options of the command line, questions,
// and an action with the conditions that hold after it. COMMANDS.md has the format.
namespace phasor {

// A word of a block of options, and its place in the file, from 1.
struct LessonWord
{
    std::string text;
    std::int64_t line = 0;
    std::int64_t column = 0;
    bool operator==(const LessonWord&) const = default;
};

// A line of a block `phasor until`: "scale = none", "ratio < 2", "d-model changed".
struct Condition
{
    enum class Test { Less, More, AtMost, AtLeast, Equal, Unequal, Changed };
    std::string name; // a parameter, a training option, "trained", or a key of `stats`
    Test test = Test::Changed;
    std::string value; // as typed
    std::int64_t line = 0;
};

// A choice of a quiz. Texts are Markdown, here and below.
struct Choice
{
    std::string text;
    std::string feedback; // on this choice; may be empty
    bool right = false;
};

// Exactly one choice is right.
struct Quiz
{
    std::vector<Choice> choices;
    std::string feedback; // on every choice
};

// A guess of a number on a scale.
struct Guess
{
    struct Range
    {
        double low = 0;
        double high = 0;
        std::string text;
    };
    std::string key; // of `stats`, or "train.VARIANT"
    double low = 0;
    double high = 0;
    std::string feedback; // on every guess
    std::vector<Range> ranges; // feedback on a guess inside
};

struct LessonPiece
{
    enum class Kind { Text, Note, Teacher, Quiz, Guess };
    Kind kind = Kind::Text;
    std::string text = {}; // of the first three
    Quiz quiz = {};
    Guess guess = {};
    bool behind = false; // behind the conditions, or a note: shown when they hold, its numbers are those with `act`
    std::int64_t line = 0;
};

struct LessonStep
{
    std::string title;
    std::int64_t line = 0;
    std::vector<LessonPiece> pieces;
    // Options of the setup and the views; nothing: those of the step before, with its action.
    std::optional<std::vector<LessonWord>> setup = {};
    std::optional<std::vector<LessonWord>> act = {}; // options that *Do it for me* adds
    std::vector<Condition> until = {};
    std::vector<LessonWord> keys = {}; // of the numbers in its texts and guesses
};

struct Lesson
{
    std::string id; // name of the file without ".md"
    std::string folder; // of the file, for its pictures; empty: a lesson of Phasor
    std::string title; // the id if the file has none that can be read
    std::string question;
    std::string level; // "beginner", "advanced", or empty
    std::string author;
    std::int64_t minutes = 0; // 0: not said
    std::vector<LessonStep> steps; // at least one
};

// A lesson, and what is wrong in its file. Each fault has a line and a column, and leaves out only what it is about.
struct LessonRead
{
    Lesson lesson;
    std::vector<Error> faults; // in the order of lines; kind Input, `where` is empty
};

inline constexpr std::size_t kLargestLesson = 1 << 20; // bytes

// Any text: a wrong one has faults. Pictures and links have to be in `folder` (empty: there can be none).
LessonRead readLesson(std::string_view text, std::string id, std::string folder);

// The path of a file that a text names, "a%20b.png"; empty: it leaves the folder.
std::string pathInside(const std::string& target, const std::string& folder);

// Where the name of a file begins in the value of an option, which begins at byte `value`; the text's size: nowhere.
std::size_t fileNameIn(std::string_view option, std::string_view text, std::size_t value = 0);

void sortByPlace(std::vector<Error>& faults);

// A fault at a place of the file.
Error lessonFault(std::int64_t line, std::int64_t column, Message what, Message remedy);

} // namespace phasor
