// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions/actions.h"

#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/shell/windowcontext.h"

#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <iterator>

namespace phasor {

ActionSet::ActionSet(std::vector<Action> actions, const QString& prefix, QWidget& menu)
    : QObject(&menu)
    , m_actions(std::move(actions))
{
    add(m_actions, prefix, menu, {});
    refresh();
    if (!m_fills.empty())
        QTimer::singleShot(0, this, &ActionSet::fillMenus); // for shortcuts; the window is seen before
}

void ActionSet::add(std::vector<Action>& actions, const QString& prefix, QWidget& menu, const QStringList& menus)
{
    QActionGroup* choices = nullptr;
    for (Action& entry : actions) {
        if (entry.lineAbove) {
            auto* line = new QAction(&menu);
            line->setSeparator(true);
            menu.addAction(line);
        }
        if (entry.fill || !entry.submenu.empty()) {
            addMenu(entry, entry.id.isEmpty() ? prefix : entry.id + u'-', menu, menus);
            continue;
        }
        QAction* action = make(entry, prefix, menu);
        m_made.push_back({entry, action, menus});
        if (entry.isChoice) {
            if (choices == nullptr)
                choices = new QActionGroup(&menu);
            choices->addAction(action);
        }
    }
}

void ActionSet::addMenu(Action& entry, const QString& prefix, QWidget& menu, QStringList menus)
{
    auto* inner = new QMenu(entry.text, &menu);
    inner->setObjectName(entry.id);
    menu.addAction(inner->menuAction());
    menus << inner->menuAction()->iconText(); // without its mnemonic
    const auto show = [=, this, &entry] {
        inner->setToolTipsVisible(!entry.submenu.empty() && !entry.submenu.front().toolTip.isEmpty());
        add(entry.submenu, prefix, *inner, menus);
    };
    show();
    if (!entry.fill)
        return;
    m_fills.emplace_back([=, this, &entry] {
        std::vector<Action> now = entry.fill();
        const auto same = [](const Action& a, const Action& b) {
            return a.id == b.id && a.text == b.text && a.toolTip == b.toolTip && a.statusTip == b.statusTip;
        };
        if (std::ranges::equal(now, entry.submenu, same))
            return;
        std::vector<Made> others; // vectors of references can't be erased from
        std::ranges::copy_if(m_made, std::back_inserter(others), [&](const Made& one) { return one.menus != menus; });
        m_made.swap(others);
        inner->clear();
        entry.submenu = std::move(now);
        show();
        refresh();
    });
    connect(inner, &QMenu::aboutToShow, this, m_fills.back());
}

void ActionSet::fillMenus()
{
    for (const auto& fill : m_fills)
        fill();
}

QAction* ActionSet::make(const Action& entry, const QString& prefix, QWidget& menu)
{
    QAction* action = entry.made != nullptr ? entry.made : new QAction(entry.text, &menu);
    action->setObjectName(prefix + entry.id);
    action->setShortcut(entry.shortcut);
    if (entry.made == nullptr)
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
    menu.addAction(action);
    return action;
}

void ActionSet::refresh()
{
    for (const Made& one : m_made) {
        const auto& [entry, action, menus] = one;
        if (!entry.enabled && !entry.checked && !entry.startsJob)
            continue;
        action->setEnabled((!entry.startsJob || m_job.isEmpty()) && (!entry.enabled || entry.enabled()));
        if (entry.checked)
            action->setChecked(entry.checked());
        const QString reason = whyDisabled(one);
        action->setStatusTip(reason.isEmpty() ? entry.statusTip : reason);
    }
}

QString ActionSet::whyDisabled(const Made& one) const
{
    if (one.action->isEnabled())
        return {};
    return one.entry.startsJob && !m_job.isEmpty() ? Shell::tr("Still %1. Press Esc to cancel.").arg(m_job)
                                                   : one.entry.otherwise;
}

void ActionSet::setRunningJob(const QString& title)
{
    m_job = title;
    refresh();
}

} // namespace phasor
