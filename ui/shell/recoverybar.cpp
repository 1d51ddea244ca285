// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recoverybar.h"

#include "ui/forms/text.h"
#include "ui/shell/files/sessionfiles.h"
#include "ui/shell/settings/autosave.h"

#include <QLocale>
#include <QMainWindow>
#include <QPointer>
#include <QPushButton>
#include <QToolBar>

namespace phasor {

void offerRecovery(Autosave& autosave, SessionFiles& sessions, QMainWindow& window)
{
    const Autosave::Left* left = autosave.left();
    if (left == nullptr)
        return;
    const bool today = left->time.date() == QDate::currentDate();
    const QString time = today ? QLocale().toString(left->time.time(), QLocale::ShortFormat)
                               : QLocale().toString(left->time, QLocale::ShortFormat);
    auto* bar = named(u"recovery"_s, new QToolBar(&window));
    bar->setMovable(false);
    window.setContextMenuPolicy(Qt::NoContextMenu); // it would offer to hide this bar
    auto* text = named(u"recovery-text"_s, plainLabel(bar));
    text->setText(Shell::tr("Phasor ended without closing. Your work of %1 was recovered.").arg(time));
    text->setContentsMargins(8, 0, 16, 0);
    auto* keep = named(u"recovery-keep"_s, new QPushButton(Shell::tr("&Keep"), bar));
    keep->setToolTip(Shell::tr("Shows this work here, instead of the present setup"));
    auto* discard = named(u"recovery-discard"_s, new QPushButton(Shell::tr("&Discard"), bar));
    discard->setToolTip(Shell::tr("Removes this work for good"));
    for (QWidget* part : std::initializer_list<QWidget*>{text, keep, discard})
        bar->addWidget(part);
    window.addToolBar(bar);
    QObject::connect(keep, &QPushButton::clicked, bar, [=, &autosave, &sessions] {
        sessions.recover(autosave.left()->path, [bar = QPointer(bar), &autosave] {
            if (bar == nullptr || bar->isHidden())
                return; // discarded meanwhile
            autosave.leftIsShown();
            delete bar;
        });
    });
    QObject::connect(discard, &QPushButton::clicked, bar, [=, &autosave, &sessions, &window] {
        autosave.discardLeft();
        bar->deleteLater();
        bar->hide();
        offerRecovery(autosave, sessions, window); // the next one
    });
}

} // namespace phasor
