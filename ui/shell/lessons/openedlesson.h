// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/lesson.h"
#include "plots/plot.h"
#include "session/document.h"
#include "system/cancelscope.h"

#include <QByteArray>

namespace phasor {

struct FigureOptions;

// A view of a step, as it is shown and drawn alone.
struct LessonView
{
    const PlotSpec* spec = nullptr;
    ViewState state;
    std::shared_ptr<const FigureOptions> figure; // of a handout
    std::vector<std::string> words; // its options: "--view heatmap --stage sum"
    std::string command = {}; // that draws it, without the program's name; empty: that of its words and the setup's
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

// What the window needs of lessons; the program reads their options, which are those of the command line.
struct LessonShelf
{
    std::function<std::vector<std::string>()> ids = {}; // null: there are no lessons
    std::function<Result<Lesson>(const std::string& id)> read = {}; // without its setups
    std::function<Result<OpenedLesson>(const std::string& idOrFile)> open = {};
    std::string folder = {}; // of the user's own lessons
};

struct HandoutParts
{
    bool answers = true; // feedback, and the answers at the end
    bool teacher = false; // what the lesson tells teachers only
    std::optional<std::size_t> step = {}; // only this one, from 0
};

// Draws a figure as SVG. Figures are drawn on the GUI thread, the rest may be elsewhere.
using FigureDrawer
    = std::function<Result<QByteArray>(const LessonView& view, const Scene& scene, const FigureOptions& options)>;

// A lesson as one HTML file that needs no other: texts with their numbers, a figure for each view, questions, and the
// answers at the end. `progress` gets the completed share, 0 … 1. Steps that train are trained. Errors: those of the
// setups, Cancelled; a picture of the lesson that cannot be read or has more than 64 MiB.
Result<std::string> handoutOf(const OpenedLesson& opened, HandoutParts parts, PipelineCache& cache,
                              const CancelToken& cancel, const std::function<void(double)>& progress,
                              const FigureDrawer& draw);

} // namespace phasor
