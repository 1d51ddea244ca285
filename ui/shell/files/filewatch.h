// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>
#include <string>

namespace phasor {

// Watches the file of a lesson, which other programs write, in place or by putting another file there. GUI thread only.
class FileWatch : public QObject
{
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent);
    void watch(const QString& path); // as it is now; empty: none

signals:
    void changed(); // the file has other bytes, after a pause in writing, or is gone

private:
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_pause;
    QString m_path;
    std::optional<std::string> m_bytes; // nothing: it is gone
};

} // namespace phasor
