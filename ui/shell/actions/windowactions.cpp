// SPDX-License-Identifier: GPL-3.0-or-later
// The window's menus: every command with its text, its keys and when it can be used. A new command is one entry here.
#include "plots/plot.h"
#include "session/presets.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/appearance.h"
#include "ui/shell/actions/helpdialogs.h"
#include "ui/shell/actions/plotactions.h"
#include "ui/shell/answerspage.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/figureexport.h"
#include "ui/shell/files/fileopener.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/plotgrid.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/settings/sessionfiles.h"
#include "ui/shell/windowlayout.h"
#include "words/coretexts.h"

#include <QUndoStack>

#include <cmath>

namespace phasor {

namespace {

// B begins as a copy of A; what is changed next is B.
void compareWithCopy(Store& store)
{
    const Parameters a = store.scene().a;
    store.setScene({.a = a, .b = a});
    store.setEdited(Side::B);
}

void swapSides(Store& store)
{
    const Scene& scene = store.scene();
    if (scene.b)
        store.setScene({.a = *scene.b, .b = scene.a});
}

void selectVisible(ViewState& view)
{
    for (const AxisKind kind : {AxisKind::Position, AxisKind::Dimension}) {
        if (const std::optional<Interval>& zoom = view.zoom[kind])
            view.selection[kind] = Interval{std::floor(zoom->low), std::ceil(zoom->high)};
    }
}

void selectNothing(ViewState& view)
{
    view.selection = {};
    view.onlySelection = false;
}

} // namespace

std::vector<Action> MainWindow::actions()
{
    return {{.text = tr("&File"), .submenu = fileActions()},
            {.text = tr("&Edit"), .submenu = editActions()},
            {.text = tr("&View"), .submenu = viewActions()},
            {.text = tr("&Presets"), .submenu = presetActions()},
            {.text = tr("&Help"), .submenu = helpActions()}};
}

std::vector<Action> MainWindow::fileActions()
{
    return {{.id = u"open"_s,
             .text = tr("&Open…"),
             .icon = u"open"_s,
             .shortcut = QKeySequence::Open,
             .startsJob = true,
             .run =
                 [this] {
                     m_files->ask();
                 }},
            {.id = u"save-session"_s,
             .text = tr("&Save session…"),
             .shortcut = QKeySequence::Save,
             .run =
                 [this] {
                     m_sessions->askAndSave();
                 }},
            {.id = u"export"_s,
             .text = tr("&Export plot…"),
             .icon = u"export"_s,
             .shortcut = Qt::CTRL | Qt::Key_E,
             .lineAbove = true,
             .startsJob = true,
             .run =
                 [this] {
                     m_figures->askAndSave(utf8(m_plots->current()));
                 }},
            {.id = u"export-table"_s,
             .text = tr("Export &table…"),
             .shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_E,
             .startsJob = true,
             .run =
                 [this] {
                     askAndExportTable(m_context);
                 }},
            {.id = u"copy-figure"_s,
             .text = tr("&Copy figure"),
             .icon = u"copy"_s,
             .shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_C,
             .startsJob = true,
             .run =
                 [this] {
                     m_figures->copy(utf8(m_plots->current()));
                 }},
            {.id = u"copy-command"_s,
             .text = tr("Copy as co&mmand line"),
             .run =
                 [this] {
                     copyFigureCommand(m_context, utf8(m_plots->current()));
                 }},
            {.id = u"quit"_s, .text = tr("&Quit"), .shortcut = QKeySequence::Quit, .lineAbove = true, .run = [this] {
                 close();
             }}};
}

std::vector<Action> MainWindow::editActions()
{
    QUndoStack& history = m_history->stack();
    const auto comparing = [this] {
        return m_store.scene().b.has_value();
    };
    return {{.id = u"undo"_s,
             .text = tr("&Undo"),
             .icon = u"undo"_s,
             .shortcut = QKeySequence::Undo,
             .made = history.createUndoAction(this, tr("&Undo"))},
            {.id = u"redo"_s,
             .text = tr("&Redo"),
             .icon = u"redo"_s,
             .shortcut = QKeySequence::Redo,
             .made = history.createRedoAction(this, tr("&Redo"))},
            {.id = u"copy-torch"_s,
             .text = tr("Copy as &PyTorch"),
             .shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_P,
             .lineAbove = true,
             .startsJob = true,
             .run =
                 [this] {
                     copyScript(m_context, NotebookLibrary::PyTorch);
                 }},
            {.id = u"copy-numpy"_s,
             .text = tr("Copy as &NumPy"),
             .shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_N,
             .startsJob = true,
             .run =
                 [this] {
                     copyScript(m_context, NotebookLibrary::NumPy);
                 }},
            {.id = u"compare"_s,
             .text = tr("&Compare with a copy"),
             .shortcut = Qt::CTRL | Qt::Key_B,
             .statusTip = tr("Set-up B begins as a copy of A; every plot then shows both"),
             .lineAbove = true,
             .run = [this] { compareWithCopy(m_store); },
             .enabled =
                 [comparing] {
                     return !comparing();
                 }},
            {.id = u"swap"_s, .text = tr("S&wap A and B"), .run = [this] { swapSides(m_store); }, .enabled = comparing},
            {.id = u"drop-b"_s,
             .text = tr("Drop &B"),
             .run = [this] { m_store.setScene({.a = m_store.scene().a}); },
             .enabled = comparing},
            {.id = u"reset"_s,
             .text = tr("Reset all to &defaults"),
             .shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_D,
             .lineAbove = true,
             .run = [this] {
                 const Store::Gesture together(m_store);
                 m_store.setParameters({}); // of the edited setup
                 m_store.setView(Document().viewOver(m_store.view().board));
             }}};
}

std::vector<Action> MainWindow::viewActions()
{
    std::vector<Action> all;
    for (const std::vector<Action>& part : {plotListActions(), placeActions(), themeActions(), layoutActions()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

// Which plots are shown; the first nine have keys.
std::vector<Action> MainWindow::plotListActions()
{
    std::vector<Action> actions;
    int key = Qt::Key_1;
    for (const PlotSpec& spec : plotSpecs()) {
        const QString id = qs(spec.id);
        actions.push_back({.id = u"plot-"_s + id,
                           .text = spec.titleText(),
                           .run = [this, id] { m_plots->setPlotVisible(id, !m_plots->isWanted(id)); },
                           .checked =
                               [this, id] {
                                   return m_plots->isWanted(id);
                               }});
        if (key <= Qt::Key_9)
            actions.back().shortcut = Qt::CTRL | static_cast<Qt::Key>(key++);
    }
    actions.push_back({.id = u"maximise"_s,
                       .text = tr("&Maximise the current plot"),
                       .shortcut = Qt::CTRL | Qt::Key_M,
                       .run = [this] { m_plots->toggleMaximised(); },
                       .checked =
                           [this] {
                               return m_plots->isMaximised();
                           }});
    return actions;
}

// Where one is in the table, and what of it is selected.
std::vector<Action> MainWindow::placeActions()
{
    const auto edit = [this](auto change) {
        return [this, change] {
            m_store.editView(change);
        };
    };
    const auto selected = [this] {
        return m_store.view().selection != Zoom{};
    };
    const auto onlySelection = [this] {
        return m_store.view().onlySelection;
    };
    return {{.id = u"go-to"_s,
             .text = tr("&Go to position…"),
             .shortcut = Qt::CTRL | Qt::Key_G,
             .lineAbove = true,
             .run =
                 [this] {
                     goToPosition(m_context);
                 }},
            {.id = u"zoom-reset"_s,
             .text = tr("Reset &zoom"),
             .shortcut = Qt::CTRL | Qt::Key_0,
             .run = edit([](ViewState& view) { view.zoom = {}; })},
            {.id = u"zoom-back"_s,
             .text = tr("Zoom of &before"),
             .shortcut = QKeySequence::Back,
             .run =
                 [this] {
                     m_zooms->back();
                 }},
            {.id = u"select-visible"_s,
             .text = tr("Select &what is visible"),
             .shortcut = Qt::CTRL | Qt::SHIFT | Qt::Key_A,
             .run = edit(selectVisible)},
            {.id = u"select-nothing"_s, .text = tr("Select &nothing"), .run = edit(selectNothing), .enabled = selected},
            {.id = u"only-selection"_s,
             .text = tr("Analyse the &selection only"),
             .statusTip = tr("Scale, energy, spectrum, similarity, score terms and overlap look at the selected "
                             "positions and dimensions"),
             .run = edit([](ViewState& view) { view.onlySelection = !view.onlySelection; }),
             .enabled = [selected, onlySelection] { return selected() || onlySelection(); },
             .checked = onlySelection}};
}

std::vector<Action> MainWindow::themeActions()
{
    std::vector<Action> actions;
    const std::pair<QString, QString> themes[] = {{QLatin1String(Appearance::kSystem), tr("Follow the &system")},
                                                  {u"light"_s, tr("&Light")},
                                                  {u"dark"_s, tr("&Dark")},
                                                  {u"projector"_s, tr("&Projector")}};
    for (const auto& [id, text] : themes) {
        actions.push_back({.id = u"theme-"_s + id,
                           .text = text,
                           .lineAbove = actions.empty(),
                           .isChoice = true,
                           .run = [this, id = id] { m_appearance->choose(id); },
                           .checked =
                               [this, id = id] {
                                   return m_appearance->choice() == id;
                               }});
    }
    return actions;
}

std::vector<Action> MainWindow::layoutActions()
{
    return {{.id = u"controls"_s,
             .text = tr("&Controls"),
             .shortcut = Qt::Key_F9,
             .lineAbove = true,
             .run = [this] { m_layout->showControls(!m_layout->areControlsShown()); },
             .checked =
                 [this] {
                     return m_layout->areControlsShown();
                 }},
            {.id = u"reset-layout"_s,
             .text = tr("Reset la&yout"),
             .run =
                 [this] {
                     m_layout->reset();
                 }},
            {.id = u"full-screen"_s,
             .text = tr("&Full screen"),
             .shortcut = Qt::Key_F11,
             .run = [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); },
             .checked =
                 [this] {
                     return isFullScreen();
                 }}};
}

std::vector<Action> MainWindow::presetActions()
{
    std::vector<Action> menus;
    const std::pair<PresetGroup, QString> groups[] = {{PresetGroup::Sines, tr("&Sines")},
                                                      {PresetGroup::Embedding, tr("&Embedding and sum")},
                                                      {PresetGroup::Dropout, tr("&Dropout")},
                                                      {PresetGroup::Rotations, tr("&Models that rotate")},
                                                      {PresetGroup::OtherModels, tr("&Other models")}};
    for (const auto& [group, title] : groups)
        menus.push_back({.text = title});
    for (const std::string_view id : presetIds()) {
        const Result<Preset> preset = loadPreset(id);
        if (!preset.ok())
            continue;
        for (std::size_t i = 0; i < menus.size(); ++i) {
            if (groups[i].first == preset->group)
                menus[i].submenu.push_back({.id = u"preset-"_s + qs(id),
                                            .text = words::ofPreset(preset->document.title),
                                            .statusTip = words::ofPreset(preset->document.says),
                                            .run = [this, name = qs(id)] {
                                                m_files->startFrom(name);
                                            }});
        }
    }
    return menus;
}

std::vector<Action> MainWindow::helpActions()
{
    return {{.id = u"answers"_s,
             .text = tr("A&nswers"),
             .shortcut = Qt::SHIFT | Qt::Key_F1,
             .run =
                 [this] {
                     m_answers->open();
                 }},
            {.id = u"shortcuts"_s,
             .text = tr("&Keyboard and mouse"),
             .shortcut = QKeySequence::HelpContents,
             .run =
                 [this] {
                     showShortcuts(m_actions->actions(), this);
                 }},
            {.id = u"about"_s, .text = tr("&About Phasor"), .run = [this] {
                 showAbout(this);
             }}};
}

} // namespace phasor
