// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/settings.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>

namespace phasor {

// Writes the settings a little after they changed and once more at the end, on a thread of its own: a slow disk never
// holds up the window. That they cannot be written is said once. GUI thread only.
class SettingsKeeper : public QObject
{
    Q_OBJECT

public:
    static constexpr int kDelayMilliseconds = 2000;

    // `current` is asked when it is time to write.
    SettingsKeeper(SettingsFile file, std::function<Settings()> current, QObject* parent);
    ~SettingsKeeper() override; // waits for a write that is under way

    void changed();
    // Writes now and waits, but no longer than a user would.
    void finish();

signals:
    void failed(const QString& message);

private:
    void write();

    SettingsFile m_file;
    std::function<Settings()> m_current;
    Settings m_written;
    QThreadPool m_writer; // one thread: writes keep their order
    QTimer m_delay;
    bool m_complained = false;
};

} // namespace phasor
