// SPDX-License-Identifier: GPL-3.0-or-later
// The window's menus: each command with its text, keys and when it is enabled. A new command is one entry here.
#include "ui/forms/text.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/fileopener.h"
#include "ui/shell/files/sessionfiles.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pages/gallery.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/talk/playing.h"
#include "ui/shell/talk/writing.h"

#include <QUndoGroup>

namespace phasor {

std::vector<Action> MainWindow::actions()
{
    return {{.text = tr("&File"), .submenu = fileActions()},
            {.text = tr("&Edit"), .submenu = editActions()},
            {.text = tr("&View"), .submenu = viewActions()},
            {.text = tr("&Presets"), .fill = std::bind_front(&MainWindow::presetActions, this)},
            {.text = tr("&Lessons"), .fill = std::bind_front(&Lessons::actions, m_lessons)},
            {.text = tr("&Help"), .submenu = helpActions()}};
}

std::vector<Action> MainWindow::fileActions()
{
    const auto current = [this] {
        return utf8(m_plots->current());
    };
    return {
        command(u"open"_s, tr("&Open…"), [this] { m_files->ask(); },
                {.icon = u"open"_s, .shortcut = QKeySequence::Open, .startsJob = true}),
        m_recent->menu(),
        command(u"save-session"_s, tr("&Save session"), [this] { m_sessions->save(); },
                {.shortcut = QKeySequence::Save}),
        command(u"save-session-as"_s, tr("Save session &as…"), [this] { m_sessions->askAndSave(); },
                {.shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_S}),
        command(u"export"_s, tr("&Export plot…"), [this, current] { m_figures->ask(current()); },
                {.icon = u"export"_s, .shortcut = Qt::CTRL | Qt::Key_E, .lineAbove = true, .startsJob = true}),
        command(u"export-animation"_s, tr("Export &animation…"),
                [this, current] { m_figures->ask(current(), m_playing->last()); }, {.startsJob = true}),
        command(u"export-table"_s, tr("Export &table…"), [this] { askAndExportTable(m_context); },
                {.shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_E, .startsJob = true}),
        newLessonAction(m_context, *m_lessons),
        addStepAction(m_context, *m_lessons),
        {.id = u"handout"_s, .text = tr("&Handout"), .submenu = handoutActions(m_context, *m_lessons)},
        command(
            u"copy-figure"_s, tr("&Copy figure"), [this, current] { m_figures->copy(current()); },
            {.icon = u"copy"_s, .shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_C, .lineAbove = true, .startsJob = true}),
        command(u"copy-command"_s, tr("Copy as co&mmand line"),
                [this, current] { copyFigureCommand(m_context, current()); }),
        command(u"quit"_s, tr("&Quit"), [this] { close(); }, {.shortcut = QKeySequence::Quit, .lineAbove = true})};
}

std::vector<Action> MainWindow::editActions()
{
    QUndoGroup& history = m_history->group();
    const auto comparing = [this] {
        return m_store.scene().b.has_value();
    };
    const QString alone = tr("There is no setup B. Compare with a copy first.");
    // Setup B starts as a copy of A, and the controls then edit B.
    const auto compare = [this] {
        const Parameters a = m_store.scene().a;
        m_store.setScene({.a = a, .b = a});
        m_store.setEdited(Side::B);
    };
    const auto swap = [this] {
        if (const Scene& scene = m_store.scene(); scene.b)
            m_store.setScene({.a = *scene.b, .b = scene.a});
    };
    const auto reset = [this] {
        const Store::Gesture together(m_store);
        m_store.open({.a = {}, .b = m_store.scene().b ? std::optional(Parameters{}) : std::nullopt});
        m_store.setView(Document().viewOver(m_store.view().board));
    };
    return {{.id = u"undo"_s,
             .text = tr("&Undo"),
             .icon = u"undo"_s,
             .shortcut = QKeySequence::Undo,
             .otherwise = tr("There is nothing to undo."),
             .made = history.createUndoAction(this, tr("&Undo"))},
            {.id = u"redo"_s,
             .text = tr("&Redo"),
             .icon = u"redo"_s,
             .shortcut = QKeySequence::Redo,
             .otherwise = tr("There is nothing to redo."),
             .made = history.createRedoAction(this, tr("&Redo"))},
            command(u"copy-torch"_s, tr("Copy as &PyTorch"),
                    [this] { copyScript(m_context, NotebookLibrary::PyTorch); },
                    {.shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_P, .lineAbove = true, .startsJob = true}),
            command(u"copy-numpy"_s, tr("Copy as &NumPy"), [this] { copyScript(m_context, NotebookLibrary::NumPy); },
                    {.shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_N, .startsJob = true}),
            command(u"compare"_s, tr("&Compare with a copy"), compare,
                    {.shortcut = Qt::CTRL | Qt::Key_B,
                     .statusTip = tr("Setup B starts as a copy of A; every plot then shows both"),
                     .lineAbove = true,
                     .enabled = std::not_fn(comparing),
                     .otherwise = tr("There is a setup B already.")}),
            command(u"swap"_s, tr("S&wap A and B"), swap, {.enabled = comparing, .otherwise = alone}),
            command(u"drop-b"_s, tr("Remove &B"), [this] { m_store.setScene({.a = m_store.scene().a}); },
                    {.enabled = comparing, .otherwise = alone}),
            command(u"reset"_s, tr("Reset all to &defaults"), reset, {.lineAbove = true})};
}

std::vector<Action> MainWindow::presetActions()
{
    std::vector<Action> menus;
    for (const PresetList& list : presetLists()) {
        Action& menu = menus.emplace_back(Action{.text = list.menu});
        for (const Preset& preset : list.presets)
            menu.submenu.push_back(command(u"preset-"_s + qs(preset.id), words::ofPreset(preset.document.title),
                                           [this, name = qs(preset.id)] { m_files->startFrom(name); },
                                           {.statusTip = words::ofPreset(preset.document.says),
                                            .toolTip = words::sourceOfPreset(preset.document.source),
                                            .topic = Topic::Preset}));
    }
    menus.push_back(
        command(u"presets"_s, tr("All &presets…"), [this] { showPresets(PresetGroup::Sum); }, {.lineAbove = true}));
    return menus;
}

} // namespace phasor
