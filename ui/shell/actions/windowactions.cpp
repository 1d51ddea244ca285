// SPDX-License-Identifier: GPL-3.0-or-later
// The window's menus: each command with its text, keys and when it is enabled. A new command is one entry here. Then
// the pages of the Help menu.
#include "ui/forms/text.h"
#include "ui/panels/parts.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/files.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pages/pages.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/talk/talk.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QTextBrowser>
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
        {.text = tr("Open &recent"), .fill = std::bind_front(&FileOpener::recentActions, m_files)},
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

static QString row(const QString& keys, const QString& what)
{
    return u"<tr><td style='padding-right:24px'>"_s + keys.toHtmlEscaped() + u"</td><td>"_s + what.toHtmlEscaped()
        + u"</td></tr>"_s;
}

static QString withoutMnemonic(QString text)
{
    return text.remove(u'&').remove(u'…');
}

static QString gestureRows()
{
    return row(Shell::tr("Point"), Shell::tr("show the cross-hair on every plot and read the value"))
        + row(Shell::tr("Wheel, + and −"), Shell::tr("zoom (next to an axis: that axis only)"))
        + row(Shell::tr("Drag, Ctrl + arrow keys"), Shell::tr("move"))
        + row(Shell::tr("Shift + drag"), Shell::tr("zoom into a box"))
        + row(Shell::tr("Z, arrow keys, Z"), Shell::tr("zoom into a box that begins at the cross-hair"))
        + row(Shell::tr("Ctrl + drag"), Shell::tr("select positions and dimensions; Ctrl + click clears the selection"))
        + row(Shell::tr("S, arrow keys, S"), Shell::tr("select a box that begins at the cross-hair"))
        + row(Shell::tr("Click, Enter on a plot"),
              Shell::tr("do what the status bar says: show the curve of a dimension"))
        + row(Shell::tr("Right click, Menu, Shift + F10"), Shell::tr("open the menu of a plot"))
        + row(Shell::tr("Double click, Home"), Shell::tr("show everything"))
        + row(Shell::tr("Arrow keys on a plot"), Shell::tr("move the cross-hair"))
        + row(Shell::tr("Arrow keys on a control"), Shell::tr("change by one step, with Shift by ten"))
        + row(Shell::tr("Enter in a field"), Shell::tr("apply"))
        + row(Shell::tr("Escape"), Shell::tr("discard; on a plot: clear cross-hair and selection"));
}

// Shows a dialog; the window keeps computing and drawing behind it.
static void showText(const QString& title, const QString& html, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* text = new QTextBrowser(dialog);
    text->setFrameShape(QFrame::NoFrame);
    text->setOpenExternalLinks(true);
    text->setHtml(html);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    fillLayout(new QVBoxLayout(dialog), {text, buttons});
    dialog->resize(560, 520);
    dialog->show();
}

// Phasor's license and those of its components.
static void showAbout(QWidget* parent)
{
    constexpr std::pair<const char*, const char*> kMadeWith[] = {{"Qt " QT_VERSION_STR, "LGPL-3.0 / GPL-3.0"},
                                                                 {"QCustomPlot", "GPL-3.0-or-later"},
                                                                 {"Eigen", "MPL-2.0"},
                                                                 {"Boost, SLEEF", "BSL-1.0"},
                                                                 {"Highway", "Apache-2.0 / BSD-3-Clause"},
                                                                 {"oneTBB, SentencePiece", "Apache-2.0"},
                                                                 {"nlohmann-json, MD4C, utf8proc, giflib", "MIT"},
                                                                 {"CLI11", "BSD-3-Clause"},
                                                                 {"zlib", "Zlib"},
                                                                 {"DejaVu fonts", "Bitstream Vera license"}};
    QString parts;
    for (const auto& [name, license] : kMadeWith)
        parts += row(QString::fromLatin1(name), QString::fromLatin1(license));
    const QString html = u"<p><img src=':/icons/io.github.phasor.Phasor.svg' width='64' height='64'></p><h2>Phasor "_s
        + QCoreApplication::applicationVersion() + u"</h2><p>"_s
        + Shell::tr("A laboratory for positional encodings: see what a transformer does to a token before attention, "
                    "and in its first attention scores.")
        + u"</p><p>"_s
        + Shell::tr("Free software under the GNU General Public License, version 3 or later. It comes with no "
                    "warranty. Figures you export are yours.")
        + u"</p><h4>"_s + Shell::tr("Made with") + u"</h4><table>"_s + parts + u"</table>"_s;
    showText(Shell::tr("About Phasor"), html, parent);
}

// All shortcuts of `menus`, and what keys and mouse do on plots and controls.
static void showShortcuts(const std::vector<Action>& menus, QWidget* parent)
{
    QString html = u"<table cellspacing='0' cellpadding='2'>"_s;
    const auto heading = [](const QString& text) {
        return u"<tr><td colspan='2'><h4>"_s + text + u"</h4></td></tr>"_s;
    };
    const std::function<void(const Action&)> addRows = [&](const Action& menu) {
        for (const Action& action : menu.submenu) {
            addRows(action);
            if (!action.shortcut.isEmpty())
                html += row(action.shortcut.toString(QKeySequence::NativeText), withoutMnemonic(action.text));
        }
    };
    for (const Action& menu : menus) {
        html += heading(withoutMnemonic(menu.text));
        addRows(menu);
    }
    html += heading(Shell::tr("Plots and controls")) + gestureRows() + u"</table>"_s;
    showText(Shell::tr("Keyboard and mouse"), html, parent);
}

std::vector<Action> MainWindow::helpActions()
{
    const auto toggleAnswers = [this] {
        showBoard();
        m_answers->setOpen(m_answers->isHidden());
    };
    return {command(u"start"_s, tr("&Start"), [this] { showStart(); }),
            command(u"answers"_s, tr("A&nswers"), toggleAnswers, {.shortcut = Qt::SHIFT | Qt::Key_F1}),
            command(u"shortcuts"_s, tr("&Keyboard and mouse"), [this] { showShortcuts(m_actions->actions(), this); },
                    {.shortcut = QKeySequence::HelpContents}),
            command(u"about"_s, tr("&About Phasor"), [this] { showAbout(this); })};
}

} // namespace phasor
