// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus/mainmenu.h"

#include "ui/forms/text.h"
#include "ui/look/appearance.h"
#include "ui/look/icons.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QUndoStack>

namespace phasor {

MainMenu::MainMenu(QUndoStack& history, const QList<PlotEntry>& plots, const QList<PresetEntry>& presets,
                   QWidget* parent)
    : QMenuBar(parent)
    , m_themes(new QActionGroup(this))
{
    setObjectName(QStringLiteral("menu"));
    buildFile();
    buildEdit(history);
    buildView(plots);
    buildPresets(presets);
    buildHelp();
}

QAction* MainMenu::add(QMenu& menu, const char* id, const QString& text, const QKeySequence& shortcut)
{
    QAction* action = menu.addAction(text);
    action->setObjectName(QLatin1String("action-") + QLatin1String(id));
    action->setShortcut(shortcut);
    return action;
}

void MainMenu::buildFile()
{
    QMenu& menu = *addMenu(tr("&File"));
    QAction* open = add(menu, "open", tr("&Open…"), QKeySequence::Open);
    open->setIcon(icon(QStringLiteral("open")));
    connect(open, &QAction::triggered, this, &MainMenu::openRequested);
    QAction* session = add(menu, "save-session", tr("&Save session…"), QKeySequence::Save);
    connect(session, &QAction::triggered, this, &MainMenu::saveSessionRequested);
    menu.addSeparator();
    QAction* save = add(menu, "export", tr("&Export plot…"), Qt::CTRL | Qt::Key_E);
    save->setIcon(icon(QStringLiteral("export")));
    connect(save, &QAction::triggered, this, &MainMenu::exportRequested);
    QAction* table = add(menu, "export-table", tr("Export &table…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    connect(table, &QAction::triggered, this, &MainMenu::exportTableRequested);
    QAction* copy = add(menu, "copy-figure", tr("&Copy figure"), Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    copy->setIcon(icon(QStringLiteral("copy")));
    connect(copy, &QAction::triggered, this, &MainMenu::copyRequested);
    connect(add(menu, "copy-command", tr("Copy as co&mmand line"), {}), &QAction::triggered, this,
            &MainMenu::copyCommandRequested);
    m_longJobs << open << save << table << copy;
    menu.addSeparator();
    connect(add(menu, "quit", tr("&Quit"), QKeySequence::Quit), &QAction::triggered, this, &MainMenu::quitRequested);
}

void MainMenu::buildEdit(QUndoStack& history)
{
    QMenu& menu = *addMenu(tr("&Edit"));
    const auto prepare = [&](QAction* action, const char* id, const QString& image, QKeySequence::StandardKey key) {
        action->setObjectName(QLatin1String("action-") + QLatin1String(id));
        action->setIconText(action->text().remove(u'&')); // its text says what it would undo, later on
        action->setShortcut(key);
        action->setIcon(icon(image));
        menu.addAction(action);
    };
    prepare(history.createUndoAction(this, tr("&Undo")), "undo", QStringLiteral("undo"), QKeySequence::Undo);
    prepare(history.createRedoAction(this, tr("&Redo")), "redo", QStringLiteral("redo"), QKeySequence::Redo);
    menu.addSeparator();
    QAction* torch = add(menu, "copy-torch", tr("Copy as &PyTorch"), Qt::CTRL | Qt::SHIFT | Qt::Key_P);
    QAction* numpy = add(menu, "copy-numpy", tr("Copy as &NumPy"), Qt::CTRL | Qt::SHIFT | Qt::Key_N);
    connect(torch, &QAction::triggered, this, &MainMenu::copyPyTorchRequested);
    connect(numpy, &QAction::triggered, this, &MainMenu::copyNumpyRequested);
    m_longJobs << torch << numpy;
    menu.addSeparator();
    addCompare(menu);
    menu.addSeparator();
    connect(add(menu, "reset", tr("Reset all to &defaults"), Qt::CTRL | Qt::SHIFT | Qt::Key_D), &QAction::triggered,
            this, &MainMenu::resetRequested);
}

void MainMenu::addCompare(QMenu& menu)
{
    m_compare = add(menu, "compare", tr("&Compare with a copy"), Qt::CTRL | Qt::Key_B);
    m_compare->setStatusTip(tr("Set-up B begins as a copy of A; every plot then shows both"));
    connect(m_compare, &QAction::triggered, this, &MainMenu::compareRequested);
    QAction* swap = add(menu, "swap", tr("S&wap A and B"), {});
    connect(swap, &QAction::triggered, this, &MainMenu::swapRequested);
    QAction* drop = add(menu, "drop-b", tr("Drop &B"), {});
    connect(drop, &QAction::triggered, this, &MainMenu::dropSecondRequested);
    m_ofSecond = {swap, drop};
    showComparing(false);
}

void MainMenu::showComparing(bool comparing)
{
    m_compare->setEnabled(!comparing);
    for (QAction* action : m_ofSecond)
        action->setEnabled(comparing);
}

void MainMenu::buildView(const QList<PlotEntry>& plots)
{
    QMenu& menu = *addMenu(tr("&View"));
    int key = Qt::Key_1;
    for (const PlotEntry& plot : plots) {
        QAction* action = menu.addAction(plot.title);
        action->setObjectName(u"action-plot-"_s + plot.id);
        action->setCheckable(true);
        action->setData(plot.id);
        if (key <= Qt::Key_9)
            action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(key++)));
        connect(action, &QAction::triggered, this, [this, id = plot.id](bool on) { emit plotToggled(id, on); });
        m_plots << action;
    }
    m_maximise = add(menu, "maximise", tr("&Maximise the current plot"), Qt::CTRL | Qt::Key_M);
    m_maximise->setCheckable(true);
    connect(m_maximise, &QAction::triggered, this, &MainMenu::maximiseRequested);
    addPlaces(menu);
    addThemes(menu);
    menu.addSeparator();
    m_controls = add(menu, "controls", tr("&Controls"), Qt::Key_F9);
    m_controls->setCheckable(true);
    m_controls->setChecked(true);
    connect(m_controls, &QAction::triggered, this, &MainMenu::controlsToggled);
    connect(add(menu, "reset-layout", tr("Reset la&yout"), {}), &QAction::triggered, this,
            &MainMenu::layoutResetRequested);
    m_fullScreen = add(menu, "full-screen", tr("&Full screen"), Qt::Key_F11);
    m_fullScreen->setCheckable(true);
    connect(m_fullScreen, &QAction::triggered, this, &MainMenu::fullScreenToggled);
}

// Where one is in the table.
void MainMenu::addPlaces(QMenu& menu)
{
    menu.addSeparator();
    connect(add(menu, "go-to", tr("&Go to position…"), Qt::CTRL | Qt::Key_G), &QAction::triggered, this,
            &MainMenu::goToRequested);
    connect(add(menu, "zoom-reset", tr("Reset &zoom"), Qt::CTRL | Qt::Key_0), &QAction::triggered, this,
            &MainMenu::zoomResetRequested);
    connect(add(menu, "zoom-back", tr("Zoom of &before"), QKeySequence::Back), &QAction::triggered, this,
            &MainMenu::zoomBackRequested);
    addSelection(menu);
}

void MainMenu::addSelection(QMenu& menu)
{
    connect(add(menu, "select-visible", tr("Select &what is visible"), Qt::CTRL | Qt::SHIFT | Qt::Key_A),
            &QAction::triggered, this, &MainMenu::selectVisibleRequested);
    m_selectNothing = add(menu, "select-nothing", tr("Select &nothing"), {});
    connect(m_selectNothing, &QAction::triggered, this, &MainMenu::selectNothingRequested);
    m_onlySelection = add(menu, "only-selection", tr("Analyse the &selection only"), {});
    m_onlySelection->setCheckable(true);
    m_onlySelection->setStatusTip(tr(
        "Scale, energy, spectrum, similarity, score terms and overlap look at the selected positions and dimensions"));
    connect(m_onlySelection, &QAction::triggered, this, &MainMenu::onlySelectionToggled);
    showSelection(false, false);
}

void MainMenu::showSelection(bool any, bool only)
{
    m_selectNothing->setEnabled(any);
    m_onlySelection->setEnabled(any || only);
    m_onlySelection->setChecked(only);
}

void MainMenu::addThemes(QMenu& menu)
{
    menu.addSeparator();
    const std::pair<const char*, QString> themes[] = {{Appearance::kSystem, tr("Follow the &system")},
                                                      {"light", tr("&Light")},
                                                      {"dark", tr("&Dark")},
                                                      {"projector", tr("&Projector")}};
    for (const auto& [id, text] : themes) {
        QAction* action = menu.addAction(text);
        action->setObjectName(QLatin1String("action-theme-") + QLatin1String(id));
        action->setCheckable(true);
        action->setData(QString::fromLatin1(id));
        m_themes->addAction(action);
    }
    connect(m_themes, &QActionGroup::triggered, this,
            [this](const QAction* action) { emit themeChosen(action->data().toString()); });
}

void MainMenu::buildPresets(const QList<PresetEntry>& presets)
{
    const std::pair<PresetGroup, QString> groups[] = {{PresetGroup::Sines, tr("&Sines")},
                                                      {PresetGroup::Embedding, tr("&Embedding and sum")},
                                                      {PresetGroup::Dropout, tr("&Dropout")},
                                                      {PresetGroup::Rotations, tr("&Models that rotate")},
                                                      {PresetGroup::OtherModels, tr("&Other models")}};
    QMenu& all = *addMenu(tr("&Presets"));
    for (const auto& [group, title] : groups) {
        QMenu& menu = *all.addMenu(title);
        for (const PresetEntry& preset : presets) {
            if (preset.group != group)
                continue;
            QAction* action = menu.addAction(preset.title);
            action->setObjectName(u"action-preset-"_s + preset.id);
            action->setStatusTip(preset.says);
            connect(action, &QAction::triggered, this, [this, id = preset.id] { emit presetChosen(id); });
        }
    }
}

void MainMenu::buildHelp()
{
    QMenu& menu = *addMenu(tr("&Help"));
    connect(add(menu, "answers", tr("A&nswers"), Qt::SHIFT | Qt::Key_F1), &QAction::triggered, this,
            &MainMenu::answersRequested);
    connect(add(menu, "shortcuts", tr("&Keyboard and mouse"), QKeySequence::HelpContents), &QAction::triggered, this,
            &MainMenu::shortcutsRequested);
    connect(add(menu, "about", tr("&About Phasor"), {}), &QAction::triggered, this, &MainMenu::aboutRequested);
}

void MainMenu::showTheme(const QString& choice)
{
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data() == choice);
}

void MainMenu::showPlots(const QStringList& shown, bool maximised)
{
    for (QAction* action : m_plots)
        action->setChecked(shown.contains(action->data().toString()));
    m_maximise->setChecked(maximised);
}

void MainMenu::showBusy(const QString& job)
{
    for (QAction* action : m_longJobs) {
        action->setEnabled(false);
        action->setStatusTip(tr("One thing at a time: %1. Wait for it, or cancel it with Escape.").arg(job));
    }
}

void MainMenu::showIdle()
{
    for (QAction* action : m_longJobs) {
        action->setEnabled(true);
        action->setStatusTip({});
    }
}

void MainMenu::showFullScreen(bool on)
{
    m_fullScreen->setChecked(on);
}

void MainMenu::showControls(bool shown)
{
    m_controls->setChecked(shown);
}

} // namespace phasor
