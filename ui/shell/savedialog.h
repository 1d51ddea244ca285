// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace phasor {

// Asks where to save; empty if nowhere. `name`: proposed, with the ending of the first of `filters` ("PNG (*.png);;…",
// one ending each). The ending decides the format, so it follows the filter that is chosen.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters);

} // namespace phasor
