// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace phasor {

// A message of the status bar: one line, with the icon of its kind.
struct StatusMessage
{
    enum class Kind { None, Information, Warning, Error };
    Kind kind = Kind::None;
    QString text;
    bool operator==(const StatusMessage&) const = default;
};

} // namespace phasor
