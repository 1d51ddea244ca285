// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/headertoggle_p.h"

#include <QSignalBlocker>

#include <functional>

namespace phasor {

HeaderToggle::HeaderToggle(const QString& id, const QString& text, const QString& tip,
                           std::function<void(bool)> toggled, QWidget* parent)
    : QToolButton(parent)
{
    setObjectName(id);
    setText(text);
    setToolTip(tip);
    setAutoRaise(true);
    setCheckable(true);
    connect(this, &QToolButton::toggled, this, std::move(toggled));
}

void HeaderToggle::showState(bool on)
{
    const QSignalBlocker quiet(this);
    setChecked(on);
}

} // namespace phasor
