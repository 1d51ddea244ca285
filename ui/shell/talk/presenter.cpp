// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/talk/talk.h"

#include "ui/forms/text.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/workbench.h"

#include <QApplication>

namespace phasor {

Presenter::Presenter(const Parts& parts)
    : QWidget(parts.context.window, Qt::Window)
    , m_parts(parts)
    , m_store(parts.context.store)
{
}

void Presenter::begin()
{
    if (m_before)
        return;
    if (m_title == nullptr)
        build();
    m_before = {.document = {.scene = m_store.scene(), .view = m_store.view(), .arranged = true},
                .opened = m_store.openedScene(),
                .edited = m_store.edited(),
                .focus = QApplication::focusWidget(),
                .lessons = m_parts.lessons.progress(),
                .progress = {}};
    m_parts.history.setAside();
    m_parts.zooms.setPaused(true);
    m_parts.plots.setFrozen(true);
    if (m_store.isMaximized())
        m_store.editView([](ViewState& view) { view.board = view.board.alone(); });
    std::size_t first = 0;
    LessonRun* run = m_parts.lessons.run();
    if (run != nullptr) {
        m_before->progress = run->progress();
    } else {
        const std::vector<Document>& bookmarks = *m_store.bookmarks();
        const std::vector shown{Document{.scene = m_store.scene(), .view = m_store.view(), .arranged = true}};
        const auto present = std::ranges::find_if(bookmarks, [this](const Document& one) {
            return one.scene == m_store.scene() && one.view.board.isArrangedAs(m_store.view().board);
        });
        first = present != bookmarks.end() ? static_cast<std::size_t>(present - bookmarks.begin()) : 0;
        run = m_own = new LessonRun(m_store, lessonOf(bookmarks.empty() ? shown : bookmarks), this);
    }
    connect(run, &LessonRun::stepBegun, this, &Presenter::showStep);
    connect(run, &LessonRun::retold, this, &Presenter::showStep);
    connect(run, &LessonRun::changed, this, &Presenter::refresh);
    m_parts.workbench.setOnStage(true);
    m_run = run;
    cover();
    if (m_own != nullptr)
        m_own->begin(first);
    else
        showStep();
}

void Presenter::go(int by)
{
    const auto last = static_cast<std::ptrdiff_t>(m_run->lesson().steps.size()) - 1;
    const auto now = static_cast<std::ptrdiff_t>(m_run->index());
    if (const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>(now + by, 0, last); next != now)
        m_run->begin(static_cast<std::size_t>(next));
    else
        refresh();
}

void Presenter::end()
{
    if (!m_before)
        return;
    uncover();
    std::exchange(m_run, nullptr)->disconnect(this);
    m_parts.workbench.setOnStage(false);
    if (m_own != nullptr) {
        m_store.disconnect(m_own);
        std::exchange(m_own, nullptr)->deleteLater();
    }
    m_store.setEdited(Side::A);
    m_store.setScene(m_before->document.scene);
    m_store.setOpened(m_before->opened);
    m_store.setEdited(m_before->edited);
    m_store.setView(m_before->document.view);
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
