// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

class QWidget;

namespace phasor {

// Asks where to save; empty if nowhere. `name`: proposed, with the ending of the first of `filters` ("PNG (*.png);;…",
// one ending each). The ending decides the format, so it follows the filter that is chosen.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name, const QString& filters);

// Asks before a file of a GiB or more: says its size and what the disk has. False: not wanted. Of one that the disk has
// no room for nobody is asked, it is refused where it is written.
bool mayTake(QWidget* parent, const QString& path, std::int64_t bytes);

} // namespace phasor
