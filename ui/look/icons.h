// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

class QFrame;
class QToolButton;
class QWidget;

namespace phasor {

// An icon (resources/icons/NAME.svg), drawn in the text color of the application's palette at the time of painting, so
// that it follows light and dark.
QIcon icon(const QString& name);

QIcon applicationIcon();

// A flat button without a frame; `tip` is also its accessible name.
QToolButton* quietButton(const QString& name, const QString& tip, QWidget* parent);

// A line between panels, `height` pixels.
QFrame* hairline(QWidget* parent, int height = 1);

} // namespace phasor
