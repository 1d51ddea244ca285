// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

namespace phasor {

// The Tab key goes from `before` (null: nothing yet) through those of `parts` that take the focus for themselves, in
// this order. Returns the last of them, or `before` if there is none.
inline QWidget* orderTabs(QWidget* before, const QList<QWidget*>& parts)
{
    for (QWidget* part : parts) {
        if (part->focusPolicy() == Qt::NoFocus || part->focusProxy() != nullptr)
            continue;
        if (before != nullptr)
            QWidget::setTabOrder(before, part);
        before = part;
    }
    return before;
}

} // namespace phasor
