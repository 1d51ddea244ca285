// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "lessons/lesson.h"
#include "pipeline/scene.h"
#include "plots/plot.h"
#include "session/document.h"
#include "text/result.h"

#include <optional>
#include <string>
#include <vector>

namespace phasor {

class PipelineCache;

// A view of a step, as it is shown and drawn alone.
struct LessonView
{
    const PlotSpec* spec = nullptr;
    ViewState state;
    FigureOptions figure;
    std::vector<std::string> words; // its options: "--view heatmap --stage sum"
};

// What a step shows, before or after *Do it for me*.
struct LessonSetup
{
    Document document; // setups and board
    std::vector<LessonView> views; // at least one
    bool trains = false; // it has an experiment
    std::vector<std::string> setup; // options of the setup and the training

    const TrainingChoice* training() const { return trains ? &document.view.training : nullptr; }
};

// A step with its setups; nothing: the options are wrong, see `faults`.
struct StepSetups
{
    std::optional<LessonSetup> before;
    std::optional<LessonSetup> after; // with the options of `act`
    std::vector<std::string> changed; // options in `act`: "--d-model"
};

// A lesson that can be shown.
struct OpenedLesson
{
    Lesson lesson;
    std::vector<StepSetups> steps; // one for each step
    std::vector<Error> faults; // of text and options, in the order of lines; `where` is empty
};

std::vector<std::string> lessonIds(); // of Phasor, then those in the user's data folder

// A lesson without its setups, for lists.
Result<Lesson> readLessonFile(const std::string& lesson);

// `lesson`: an id, or a file that ends in ".md". Files in its options lie in its folder. Errors: Usage ENUM: unknown id;
// Input: the file can't be read.
Result<OpenedLesson> openLesson(const std::string& lesson, PipelineCache& cache);

} // namespace phasor
