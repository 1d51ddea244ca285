// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QAction;
class QWidget;

namespace phasor {

// One entry of a menu: a command, or a menu inside it. Menus, context menus, shortcuts and the page of shortcuts are
// made of lists of these.
struct Action
{
    QString id = {}; // object name of the QAction, behind the prefix of its list: "action-open"
    QString text = {}; // with the mnemonic: "&Open…"
    QString icon = {}; // a name for icon() of ui/look/icons.h; empty: none
    QKeySequence shortcut = {};
    QString statusTip = {};
    bool lineAbove = false;
    bool startsJob = false; // cannot be used while a job runs
    bool isChoice = false; // checked, it is the only one of its menu's choices: a radio button
    std::function<void()> run = {};
    std::function<bool()> enabled = {}; // empty: always
    std::function<bool()> checked = {}; // empty: it has no check mark
    QAction* made = nullptr; // a QAction that exists already and keeps its own text and state; null: one is made
    std::vector<Action> submenu = {}; // then `id` is the menu's object name, and its actions are named ID-…
};

// An entry that runs `run`; `more` has the rest of it.
inline Action command(const QString& id, const QString& text, std::function<void()> run, Action more = {})
{
    more.id = id;
    more.text = text;
    more.run = std::move(run);
    return more;
}

// The QActions of a list, in one menu or menu bar. GUI thread only.
class ActionSet : public QObject
{
public:
    // Adds them to `menu`, which then owns the set; with the states that they have now.
    ActionSet(std::vector<Action> actions, const QString& prefix, QWidget& menu);

    const std::vector<Action>& actions() const { return m_actions; }
    // Asks each action whether it can be used and is checked. An action that has run is followed by this, other changes
    // of the window's state are not seen.
    void refresh();
    void setRunningJob(const QString& title); // for the actions that start one; empty: none is running

private:
    void add(const std::vector<Action>& actions, const QString& prefix, QWidget& menu);
    QAction* make(const Action& entry, const QString& prefix, QWidget& menu);

    struct Made
    {
        const Action& entry;
        QAction* action;
    };
    const std::vector<Action> m_actions;
    std::vector<Made> m_changing; // those with a state
    QString m_job; // title of the running one
};

} // namespace phasor
