// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions/plotmenu.h"

#include "plots/plot.h"
#include "ui/forms/text.h"
#include "ui/look/icons.h"

#include <QToolButton>

namespace phasor {

PlotMenu::PlotMenu(const PlotSpec& spec, Plot& plot, std::function<void()> maximize, std::vector<Action> actions)
    : QMenu(&plot)
    , m_maximise(new QAction(this))
{
    setObjectName(u"menu-"_s + qs(spec.id));
    showMaximised(false);
    actions.insert(actions.begin(), {.id = u"maximise"_s, .run = std::move(maximize), .made = m_maximise});
    auto* set = new ActionSet(std::move(actions), u"plot-action-"_s, *this);
    connect(this, &QMenu::aboutToShow, set, &ActionSet::refresh);
    QToolButton* button = quietButton(u"maximise-"_s + qs(spec.id), tr("Maximise"), nullptr);
    button->setDefaultAction(m_maximise);
    QToolButton* more = quietButton(u"more-"_s + qs(spec.id), tr("What can be done with this plot"), nullptr);
    more->setIcon(phasor::icon(QStringLiteral("more")));
    for (QToolButton* one : {button, more}) {
        one->setFocusPolicy(Qt::TabFocus);
        plot.addToHeader(one);
    }
    connect(more, &QToolButton::clicked, this, [this, more] { popup(more->mapToGlobal(QPoint(0, more->height()))); });
}

void PlotMenu::showMaximised(bool maximised)
{
    m_maximise->setText(maximised ? tr("&Restore") : tr("&Maximise"));
    m_maximise->setIcon(phasor::icon(maximised ? QStringLiteral("restore") : QStringLiteral("maximise")));
}

} // namespace phasor
