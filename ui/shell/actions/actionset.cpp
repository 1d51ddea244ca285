// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions/actionset.h"

#include "ui/forms/text.h"
#include "ui/look/icons.h"
#include "ui/shell/windowcontext.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace phasor {

ActionSet::ActionSet(std::vector<Action> actions, const QString& prefix, QWidget& menu)
    : QObject(&menu)
    , m_actions(std::move(actions))
{
    add(m_actions, prefix, menu);
    refresh();
}

void ActionSet::add(const std::vector<Action>& actions, const QString& prefix, QWidget& menu)
{
    QActionGroup* choices = nullptr;
    for (const Action& entry : actions) {
        if (entry.lineAbove) {
            auto* line = new QAction(&menu);
            line->setSeparator(true);
            menu.addAction(line);
        }
        if (!entry.submenu.empty()) {
            auto* inner = new QMenu(entry.text, &menu);
            inner->setObjectName(entry.id);
            inner->setToolTipsVisible(!entry.submenu.front().toolTip.isEmpty());
            menu.addAction(inner->menuAction());
            add(entry.submenu, entry.id.isEmpty() ? prefix : entry.id + u'-', *inner);
            continue;
        }
        QAction* action = make(entry, prefix, menu);
        if (entry.isChoice) {
            if (choices == nullptr)
                choices = new QActionGroup(&menu);
            choices->addAction(action);
        }
    }
}

QAction* ActionSet::make(const Action& entry, const QString& prefix, QWidget& menu)
{
    QAction* action = entry.made != nullptr ? entry.made : new QAction(entry.text, &menu);
    action->setObjectName(prefix + entry.id);
    action->setShortcut(entry.shortcut);
    action->setStatusTip(entry.statusTip);
    if (!entry.toolTip.isEmpty())
        action->setToolTip(entry.toolTip);
    action->setCheckable(entry.checked != nullptr);
    if (!entry.icon.isEmpty())
        action->setIcon(icon(entry.icon));
    if (entry.run) {
        connect(action, &QAction::triggered, this, [this, &entry] {
            entry.run();
            refresh();
        });
    }
    if (entry.enabled || entry.checked || entry.startsJob)
        m_changing.push_back({entry, action});
    menu.addAction(action);
    return action;
}

void ActionSet::refresh()
{
    for (const auto& [entry, action] : m_changing) {
        const bool waits = entry.startsJob && !m_job.isEmpty();
        action->setEnabled(!waits && (!entry.enabled || entry.enabled()));
        if (entry.checked)
            action->setChecked(entry.checked());
        action->setStatusTip(!waits ? entry.statusTip : Shell::tr("Still %1. Press Esc to cancel.").arg(m_job));
    }
}

void ActionSet::setRunningJob(const QString& title)
{
    m_job = title;
    refresh();
}

} // namespace phasor
