// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace phasor {

// The texts of the shell's functions, as lupdate finds them: a free function tr() would have no context.
struct Shell
{
    Q_DECLARE_TR_FUNCTIONS(Shell)
};

// A message of the status bar: one line, with the icon of its kind.
struct StatusMessage
{
    enum class Kind { None, Information, Warning, Error };
    Kind kind = Kind::None;
    QString text;
    bool operator==(const StatusMessage&) const = default;
};

} // namespace phasor
