// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/trainingbook.h"
#include "views/questions/asked.h"

namespace phasor {

namespace {

// Which question an experiment is about: the first thing that it varies says so. Tied weights are what many explain
// √d_model with.
std::optional<Question> questionOf(const Experiment& experiment)
{
    const std::string varied = experiment.vary.empty() ? std::string() : experiment.vary.front();
    const std::string_view name = std::string_view(varied).substr(0, varied.find('='));
    if (name == "placement" || name == "dropout")
        return Question::DropoutOnSum;
    if (name == "combine")
        return Question::AddOrConcatenate;
    if (name == "scale" || name == "tied")
        return Question::Scale;
    return std::nullopt;
}

} // namespace

std::array<std::optional<AnswersData::Trained>, 5> trainedAnswers(SceneReader& scene, const Parameters& parameters)
{
    const std::shared_ptr<TrainingBook> book = scene.lasting<TrainingBook>();
    scene.readBeside([book, seen = book->quotes()] { return book->quotes() == seen; });
    std::array<std::optional<AnswersData::Trained>, 5> answers;
    for (const TrainingBook::Quote& quote : book->quotesOf(smallModel(parameters))) {
        const std::optional<Question> question = questionOf(quote.experiment);
        if (question && !answers[static_cast<std::size_t>(*question)])
            answers[static_cast<std::size_t>(*question)] = AnswersData::Trained{quote.experiment.settings, quote.said};
    }
    return answers;
}

} // namespace phasor
