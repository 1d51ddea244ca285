// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/talk/steps.h"

#include "export/figure.h"
#include "session/store.h"
#include "ui/forms/text.h"

namespace phasor {

Document stepOf(const Store& store)
{
    Document step{.scene = store.scene(), .view = store.view(), .arranged = true};
    step.view.cursor = {};
    step.view.board.setFocus(0);
    step.view.training.phase = TrainingChoice::Phase::Waiting;
    step.view.withholds = false;
    QStringList views;
    for (const std::string& view : step.view.board.shown())
        views << findPlot(view)->titleText();
    step.title = utf8(views.mid(0, 2).join(u", "_s));
    return step;
}

OpenedLesson lessonOf(const std::vector<Document>& documents)
{
    OpenedLesson steps;
    for (const Document& document : documents) {
        LessonSetup setup{.document = document, .views = {}, .setup = {}};
        const Board& board = document.view.board;
        for (int cell = 0; cell < board.size(); ++cell)
            setup.views.push_back({.spec = findPlot(board.cell(cell).view),
                                   .state = document.view.seenFrom(cell),
                                   .figure = std::make_shared<const FigureOptions>(),
                                   .words = {}});
        steps.lesson.steps.push_back({.title = document.title, .line = 0, .pieces = {}});
        steps.steps.emplace_back().before = std::move(setup);
    }
    return steps;
}

} // namespace phasor
