// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QMenu>

#include <functional>

class QToolButton;

namespace phasor {

class FigureExport;
class Plot;
struct PlotSpec;
struct WindowContext;

// What an entry of the palette is; menus have all but settings.
enum class Topic { View, Preset, Lesson, Setting, Bookmark, Action };

// One menu entry: a command or a submenu. Menus, context menus, shortcuts and the page of shortcuts are made from lists
// of these.
struct Action
{
    QString id = {}; // QAction's object name without the prefix of its list: "action-open"
    QString text = {}; // with the mnemonic: "&Open…"
    QString icon = {}; // name for icon() of ui/look/look.h; empty: none
    QKeySequence shortcut = {};
    QString statusTip = {};
    QString toolTip = {}; // empty: none
    bool lineAbove = false;
    bool startsJob = false; // disabled while a job runs
    bool isChoice = false; // checked excludes the menu's other choices: a radio button
    std::function<void()> run = {};
    std::function<bool()> enabled = {}; // empty: always enabled
    QString otherwise = {}; // why it is disabled
    std::function<bool()> checked = {}; // empty: no check mark
    Topic topic = Topic::Action;
    QAction* made = nullptr; // an existing QAction that keeps its own text and state; null: a new one
    std::vector<Action> submenu = {}; // then `id` is the menu's object name, and its actions are named ID-…
    std::function<std::vector<Action>()> fill = {}; // makes `submenu` after the start, and whenever the menu opens
};

// An entry that runs `run`; `more` has its other members.
inline Action command(const QString& id, const QString& text, std::function<void()> run, Action more = {})
{
    more.id = id;
    more.text = text;
    more.run = std::move(run);
    return more;
}

// QActions made from a list, in one menu or menu bar. GUI thread only.
class ActionSet : public QObject
{
public:
    // Adds the actions with their present states to `menu`, which then owns this set.
    ActionSet(std::vector<Action> actions, const QString& prefix, QWidget& menu);

    const std::vector<Action>& actions() const { return m_actions; }
    // Updates which actions are enabled and checked. Runs by itself after each action; call it after any other change
    // of the window's state.
    void refresh();
    void fillMenus(); // those with `fill`
    void setRunningJob(const QString& title); // disables the actions that start a job; empty: no job is running

    struct Made
    {
        const Action& entry;
        QAction* action;
        QStringList menus; // that contain it, from the outermost
    };
    const std::vector<Made>& made() const { return m_made; }
    QString whyDisabled(const Made& one) const; // empty: it is enabled

private:
    void add(std::vector<Action>& actions, const QString& prefix, QWidget& menu, const QStringList& menus);
    void addMenu(Action& entry, const QString& prefix, QWidget& menu, QStringList menus);
    QAction* make(const Action& entry, const QString& prefix, QWidget& menu);

    std::vector<Action> m_actions;
    std::vector<Made> m_made;
    std::vector<std::function<void()>> m_fills;
    QString m_job; // title of the running job
};

// What a cell's menu does with its cell.
struct CellActs
{
    std::function<void()> maximize; // or restores all
    std::function<void()> close;
    std::function<bool()> canClose;
    std::function<void(const QString& view)> put; // shows that view in the cell
};

// Context menu of one plot: "menu-heatmap" with actions "plot-action-ID". Three buttons in the plot's header show
// another view here, maximize the plot and open the menu.
class PlotMenu : public QMenu
{
    Q_DECLARE_TR_FUNCTIONS(PlotMenu)

public:
    // The plot's object name names menu and buttons; `actions` follow in the menu. Adds the buttons to the header.
    PlotMenu(const PlotSpec& spec, Plot& plot, const CellActs& acts, std::vector<Action> actions);

    ActionSet& actions() { return *m_set; }
    const PlotSpec& spec() const { return m_spec; }
    void showMaximized(bool maximized);
    void showStage(const std::string& stage); // that the plot shows, if it has one

private:
    const PlotSpec& m_spec;
    Plot& m_plot;
    std::string m_stage; // that the plot shows
    ActionSet* m_set = nullptr;
    QAction* m_maximize;
    QToolButton* m_view; // the view's name
};

// Menus of the views by group; a group of one view is its entry alone.
std::vector<Action> viewMenus(const std::function<Action(const PlotSpec& spec)>& entryOf);
QString groupTitle(ViewGroup group);

// The stage for one more cell with that view: of its own if the view is shown already and takes one, else none.
std::string stageOfNext(const ViewState& view, const QString& added);

// Actions of the plot in a cell of that name: export its figure, copy its numbers, set its stage and colors if it has
// some. `context` and `figures` outlive the actions.
std::vector<Action> plotActions(const PlotSpec& spec, const std::string& cell, const WindowContext& context,
                                FigureExport& figures);

void goToPosition(const WindowContext& context); // asks for a position and dimension in the heatmap

} // namespace phasor
