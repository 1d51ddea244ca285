// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions/plotmenu.h"

#include "plots/plot.h"
#include "ui/forms/text.h"
#include "ui/look/icons.h"

#include <QToolButton>

namespace phasor {

namespace {

QToolButton* headerButton(const QString& name, const QString& tip, const QString& image)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setIcon(icon(image));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

PlotMenu::PlotMenu(const PlotSpec& spec, Plot& plot, std::function<void()> maximize, std::vector<Action> actions)
    : QMenu(&plot)
    , m_maximise(new QAction(this))
{
    setObjectName(u"menu-"_s + qs(spec.id));
    showMaximised(false);
    actions.insert(actions.begin(), {.id = u"maximise"_s, .run = std::move(maximize), .made = m_maximise});
    auto* set = new ActionSet(std::move(actions), u"plot-action-"_s, *this);
    connect(this, &QMenu::aboutToShow, set, &ActionSet::refresh);
    QToolButton* button = headerButton(u"maximise-"_s + qs(spec.id), tr("Maximise"), QStringLiteral("maximise"));
    button->setDefaultAction(m_maximise);
    plot.addToHeader(button);
    QToolButton* more
        = headerButton(u"more-"_s + qs(spec.id), tr("What can be done with this plot"), QStringLiteral("more"));
    connect(more, &QToolButton::clicked, this, [this, more] { popup(more->mapToGlobal(QPoint(0, more->height()))); });
    plot.addToHeader(more);
}

void PlotMenu::showMaximised(bool maximised)
{
    m_maximise->setText(maximised ? tr("&Restore") : tr("&Maximise"));
    m_maximise->setIcon(phasor::icon(maximised ? QStringLiteral("restore") : QStringLiteral("maximise")));
}

} // namespace phasor
