// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>

namespace phasor {

// Watches a small file that other programs write, in place or by putting another file there. GUI thread only.
class FileWatch : public QObject
{
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent);
    void watch(const QString& path); // as it is now; empty: none

signals:
    void changed(); // its bytes, once nobody has written for a moment; also that it is gone

private:
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_pause;
    QString m_path;
    std::optional<QByteArray> m_bytes; // nothing: it is gone
};

} // namespace phasor
