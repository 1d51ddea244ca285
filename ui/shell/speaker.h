// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace phasor {

struct Error;

struct StatusMessage
{
    enum class Kind { None, Information, Warning, Error };
    Kind kind = Kind::None;
    QString text; // one line
    bool operator==(const StatusMessage&) const = default;
};

// A part of the window that tells its user how its work went; the status bar shows it. GUI thread only.
class Speaker : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

signals:
    void said(const phasor::StatusMessage& message);

protected:
    void inform(const QString& text);
    void warn(const QString& text);
    void fail(const QString& text);
    void fail(const Error& error);
    // What the user cancelled is no error: `cancelled` says what it left.
    void fail(const Error& error, const QString& cancelled);
};

} // namespace phasor
