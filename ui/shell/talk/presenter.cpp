// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/talk/presenter.h"

#include "ui/forms/text.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/talk/bookmarks.h"
#include "ui/shell/workbench.h"

#include <QApplication>

namespace phasor {

Presenter::Presenter(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
}

Presenter::~Presenter()
{
    delete m_stage;
}

LessonRun* Presenter::run() const
{
    return m_own != nullptr ? m_own : m_parts.lessons.run();
}

void Presenter::begin()
{
    if (m_before)
        return;
    Store& store = m_parts.context.store;
    m_before = {.document = {.scene = store.scene(), .view = store.view(), .arranged = true},
                .opened = store.openedScene(),
                .edited = store.edited(),
                .focus = QApplication::focusWidget(),
                .lessons = m_parts.lessons.progress(),
                .progress = {}};
    m_parts.history.setAside();
    m_parts.zooms.setPaused(true);
    m_parts.plots.setFrozen(true);
    if (store.isMaximised())
        store.editView([](ViewState& view) { view.board = view.board.alone(); });
    std::size_t first = 0;
    if (const LessonRun* lesson = m_parts.lessons.run()) {
        m_before->progress = lesson->progress();
    } else {
        const std::vector<Document>& bookmarks = *store.bookmarks();
        const std::vector shown{Document{.scene = store.scene(), .view = store.view(), .arranged = true}};
        const auto present = std::ranges::find_if(bookmarks, [&store](const Document& one) {
            return one.scene == store.scene() && one.view.board.isArrangedAs(store.view().board);
        });
        first = present != bookmarks.end() ? static_cast<std::size_t>(present - bookmarks.begin()) : 0;
        m_own = new LessonRun(store, lessonOf(bookmarks.empty() ? shown : bookmarks), this);
    }
    if (m_stage == nullptr) {
        m_stage = new Stage(store, m_parts.workbench, m_parts.playing, m_parts.context.window);
        connect(m_stage, &Stage::stepRequested, this, &Presenter::go);
        connect(m_stage, &Stage::ended, this, &Presenter::end);
    }
    connect(run(), &LessonRun::stepBegun, m_stage, &Stage::showStep);
    connect(run(), &LessonRun::retold, m_stage, &Stage::showStep);
    connect(run(), &LessonRun::changed, m_stage, &Stage::refresh);
    m_parts.workbench.setOnStage(true);
    m_stage->begin(*run());
    if (m_own != nullptr)
        m_own->begin(first);
    else
        m_stage->showStep();
}

void Presenter::go(int by)
{
    const auto last = static_cast<std::ptrdiff_t>(run()->lesson().steps.size()) - 1;
    const auto now = static_cast<std::ptrdiff_t>(run()->index());
    if (const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>(now + by, 0, last); next != now)
        run()->begin(static_cast<std::size_t>(next));
    else
        m_stage->refresh();
}

void Presenter::end()
{
    if (!m_before)
        return;
    Store& store = m_parts.context.store;
    m_stage->end();
    m_parts.workbench.setOnStage(false);
    run()->disconnect(m_stage);
    if (m_own != nullptr) {
        store.disconnect(m_own);
        std::exchange(m_own, nullptr)->deleteLater();
    }
    store.setEdited(Side::A);
    store.open(m_before->opened);
    store.setScene(m_before->document.scene);
    store.setEdited(m_before->edited);
    store.setView(m_before->document.view);
    if (LessonRun* lesson = m_parts.lessons.run()) {
        lesson->goBackTo(m_before->progress);
        m_parts.lessons.setProgress(m_before->lessons);
    }
    m_parts.history.bringBack();
    m_parts.zooms.setPaused(false);
    m_parts.plots.setFrozen(false);
    m_parts.workbench.refresh();
    m_parts.context.window->activateWindow();
    if (QWidget* focus = m_before->focus)
        focus->setFocus(Qt::OtherFocusReason);
    m_before.reset();
}

} // namespace phasor
