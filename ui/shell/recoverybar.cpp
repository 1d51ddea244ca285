// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recoverybar.h"

#include "ui/forms/plaintext.h"
#include "ui/forms/text.h"
#include "ui/shell/files/sessionfiles.h"
#include "ui/shell/settings/autosave.h"

#include <QLabel>
#include <QLocale>
#include <QMainWindow>
#include <QPushButton>

namespace phasor {

RecoveryBar::RecoveryBar(Autosave& autosave, SessionFiles& sessions, QMainWindow* window)
    : QToolBar(tr("Recovered work"), window)
    , m_autosave(autosave)
    , m_text(named(u"recovery-text"_s, plainLabel(this)))
{
    setObjectName(u"recovery"_s);
    setMovable(false);
    window->setContextMenuPolicy(Qt::NoContextMenu); // it would offer to hide this bar
    m_text->setContentsMargins(8, 0, 16, 0);
    addWidget(m_text);
    auto* keep = named(u"recovery-keep"_s, new QPushButton(tr("&Keep"), this));
    keep->setToolTip(tr("Shows this work here, instead of the present setup"));
    auto* discard = named(u"recovery-discard"_s, new QPushButton(tr("&Discard"), this));
    discard->setToolTip(tr("Removes this work for good"));
    addWidget(keep);
    addWidget(discard);
    connect(keep, &QPushButton::clicked, this, [this, &sessions] {
        sessions.recover(m_autosave.left()->path, [this] {
            m_autosave.leftIsShown();
            showLeft();
        });
    });
    connect(discard, &QPushButton::clicked, this, [this] {
        m_autosave.discardLeft();
        showLeft();
    });
    window->addToolBar(this);
    showLeft();
}

void RecoveryBar::showLeft()
{
    const Autosave::Left* left = m_autosave.left();
    if (left == nullptr) {
        hide();
        return deleteLater();
    }
    const bool today = left->time.date() == QDate::currentDate();
    const QString time = today ? QLocale().toString(left->time.time(), QLocale::ShortFormat)
                               : QLocale().toString(left->time, QLocale::ShortFormat);
    m_text->setText(tr("Phasor ended without closing. Your work of %1 was recovered.").arg(time));
}

} // namespace phasor
