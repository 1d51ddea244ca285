// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/presets.h"

#include <QList>
#include <QMenuBar>

class QActionGroup;
class QUndoStack;

namespace phasor {

// The menu bar: says what was asked for and shows what is on; does nothing itself. Action names: "action-ID".
class MainMenu : public QMenuBar
{
    Q_OBJECT

public:
    struct PlotEntry
    {
        QString id;
        QString title;
    };
    struct PresetEntry
    {
        QString id;
        QString title;
        QString says; // what there is to see
        PresetGroup group = PresetGroup::Sines;
    };
    MainMenu(QUndoStack& history, const QList<PlotEntry>& plots, const QList<PresetEntry>& presets, QWidget* parent);

    void showTheme(const QString& choice);
    void showPlots(const QStringList& shown, bool maximised);
    void showFullScreen(bool on);
    void showControls(bool shown);
    void showSelection(bool any, bool only); // whether anything is selected, whether analyses look at it alone
    // While a long job runs no other can be asked for; their status tips say why.
    void showBusy(const QString& job);
    void showIdle();
    void showComparing(bool comparing);

signals:
    void openRequested();
    void saveSessionRequested();
    void compareRequested();
    void swapRequested();
    void dropSecondRequested();
    void exportRequested();
    void exportTableRequested();
    void copyRequested();
    void copyCommandRequested();
    void copyPyTorchRequested();
    void copyNumpyRequested();
    void quitRequested();
    void resetRequested();
    void plotToggled(const QString& id, bool visible);
    void maximiseRequested();
    void presetChosen(const QString& id);
    void themeChosen(const QString& choice);
    void fullScreenToggled(bool on);
    void controlsToggled(bool shown);
    void zoomResetRequested();
    void selectVisibleRequested();
    void selectNothingRequested();
    void onlySelectionToggled(bool on);
    void zoomBackRequested();
    void goToRequested();
    void layoutResetRequested();
    void answersRequested();
    void shortcutsRequested();
    void aboutRequested();

private:
    void buildFile();
    void buildEdit(QUndoStack& history);
    void addCompare(QMenu& menu);
    void buildView(const QList<PlotEntry>& plots);
    void addPlaces(QMenu& menu);
    void addSelection(QMenu& menu);
    void addThemes(QMenu& menu);
    void buildPresets(const QList<PresetEntry>& presets);
    void buildHelp();
    QAction* add(QMenu& menu, const char* id, const QString& text, const QKeySequence& shortcut);

    QList<QAction*> m_plots; // data: id
    QList<QAction*> m_longJobs;
    QAction* m_compare = nullptr;
    QList<QAction*> m_ofSecond; // make sense while two set-ups are compared
    QAction* m_maximise = nullptr;
    QAction* m_fullScreen = nullptr;
    QAction* m_controls = nullptr;
    QAction* m_selectNothing = nullptr;
    QAction* m_onlySelection = nullptr;
    QActionGroup* m_themes = nullptr;
};

} // namespace phasor
