// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QStringList>

#include <functional>
#include <vector>

class QAction;
class QWidget;

namespace phasor {

// What an entry of the palette is; menus have all but settings.
enum class Topic { View, Preset, Lesson, Setting, Bookmark, Action };

// One menu entry: a command or a submenu. Menus, context menus, shortcuts and the page of shortcuts are made from lists
// of these.
struct Action
{
    QString id = {}; // QAction's object name without the prefix of its list: "action-open"
    QString text = {}; // with the mnemonic: "&Open…"
    QString icon = {}; // name for icon() of ui/look/widgets.h; empty: none
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

} // namespace phasor
