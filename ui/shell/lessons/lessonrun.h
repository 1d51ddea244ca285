// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/values.h"
#include "ui/shell/lessons/openedlesson.h"

#include <QStringList>

namespace phasor {

class Store;

// A lesson that is open in a window: its present step, what was answered, and which conditions hold. It sets the
// store's setup and views when a step begins, and for *Do it for me*. GUI thread only.
class LessonRun : public QObject
{
    Q_OBJECT

public:
    // The present step, and what was done in it.
    struct Progress
    {
        std::size_t step = 0;
        std::map<std::size_t, std::size_t> answers = {}; // by piece
        std::map<std::size_t, double> guesses = {};
        Scene scene = {}; // when it began
        TrainingChoice training = {};
        std::vector<std::string> views = {};
        std::shared_ptr<const LessonNumbers> numbers = {}; // of that scene; null: not measured yet
        bool reached = false; // all conditions have held once
        bool skipped = false;
        bool ownSentence = false;
    };

    LessonRun(Store& store, OpenedLesson opened, QObject* parent);

    const OpenedLesson& opened() const { return m_opened; }
    const Lesson& lesson() const { return m_opened.lesson; }
    const LessonStep& step() const { return m_opened.lesson.steps[m_at.step]; }
    std::size_t index() const { return m_at.step; }
    bool isLast() const { return m_at.step + 1 == m_opened.lesson.steps.size(); }
    bool trains() const { return setups().after && setups().after->trains; }
    std::int64_t minutesLeft() const; // 0: the lesson doesn't say

    // Its file has changed. The step stays, by its title or else by its number; if its setups are the same, with what
    // was done in it. A file without steps only gives its faults.
    void replace(OpenedLesson opened);
    void begin(std::size_t step); // also the same step again
    const Progress& progress() const { return m_at; }
    void goBackTo(const Progress& progress); // the store has its setup and views again
    void act(); // *Do it for me*
    bool skip(); // answers and does what is open, and is true the first time; false: the step is told
    void answer(std::size_t piece, std::size_t choice); // of a quiz
    void guess(std::size_t piece, double value);

    std::optional<std::size_t> answerTo(std::size_t piece) const { return givenTo(piece, m_at.answers); }
    std::optional<double> guessOf(std::size_t piece) const { return givenTo(piece, m_at.guesses); }
    // When the step began.
    std::optional<double> measured(const Guess& guess) const { return valuesBegun().number(guess.key); }
    bool holds(const Condition& condition) const;
    bool isDone() const; // all conditions hold; without one: everything was answered
    bool isSkipped() const { return m_at.skipped; }
    bool isGuessing() const; // the answer is still to be guessed, and isn't told yet: nothing may show it
    bool isShown(const LessonPiece& piece) const;

    // Texts of the step with their numbers: of the step's beginning, or those of now.
    std::string textOf(const LessonPiece& piece) const { return withNumbers(piece.text, piece.behind); }
    std::string withNumbers(const std::string& text, bool now) const;
    // Feedback on a choice; its numbers are those after the action. One with numbers, or on a training, waits until
    // the conditions hold.
    bool isTold(const std::string& feedback) const;
    std::string feedbackOf(const std::string& text) const { return withNumbers(text, isDone()); }
    QString conditionText(const Condition& condition) const; // "Scale s is none"
    QString nowText(const Condition& condition) const; // "now √d_model"
    QStringList strayed() const; // what the step did not ask to change: the board, labels of settings
    bool hasOwnSentence() const { return m_at.ownSentence; } // it replaced one that the user had typed

    std::vector<std::string> framedControls() const; // ids of parameters

    std::optional<ViewRequest> request() const; // the step's numbers
    void show(const SnapshotPtr& snapshot); // a complete one, or a part

signals:
    void stepBegun();
    void retold(); // other texts of the same step
    void changed(); // a number, an answer, a condition

private:
    static constexpr std::string_view kTrained = "trained"; // the condition that the training has ended
    template <typename T> static std::optional<T> givenTo(std::size_t piece, const std::map<std::size_t, T>& answers)
    {
        const auto found = answers.find(piece);
        return found == answers.end() ? std::nullopt : std::optional(found->second);
    }
    const StepSetups& setups() const { return m_opened.steps[m_at.step]; }
    LessonValues valuesNow() const;
    LessonValues valuesBegun() const;
    void set(const LessonSetup& setup, bool keepsViews);
    void fit(); // progress of another text
    bool isAnswered() const; // all its questions
    bool isPresent(const TrainingData& trained) const; // of the options of training that are set now
    bool isTrainingAskedFor() const; // all conditions hold but that of its end
    void storeChanged();

    Store& m_store;
    OpenedLesson m_opened;
    Progress m_at;
    std::shared_ptr<const LessonNumbers> m_now;
    std::shared_ptr<const TrainingData> m_trained; // of the present setup and training; null: none
    Scene m_trainedScene; // its setup
    std::optional<double> m_seconds; // that the step's training takes
};

} // namespace phasor
