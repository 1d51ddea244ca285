// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settingskeeper.h"

#include "ui/forms/text.h"

#include <QPointer>

namespace phasor {

namespace {

constexpr int kPatienceMilliseconds = 400;

} // namespace

SettingsKeeper::SettingsKeeper(SettingsFile file, std::function<Settings()> current, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_current(std::move(current))
{
    m_writer.setMaxThreadCount(1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, &SettingsKeeper::write);
}

SettingsKeeper::~SettingsKeeper()
{
    m_writer.waitForDone();
}

void SettingsKeeper::changed()
{
    m_delay.start();
}

void SettingsKeeper::finish()
{
    m_delay.stop();
    write();
    m_writer.waitForDone(kPatienceMilliseconds);
}

void SettingsKeeper::write()
{
    Settings settings = m_current();
    if (settings == m_written)
        return;
    m_written = settings;
    m_writer.start([guard = QPointer(this), file = m_file, settings = std::move(settings)] {
        const Status status = file.save(settings);
        if (status.ok())
            return;
        QMetaObject::invokeMethod(qApp, [guard, text = qs(toString(status.error()))] {
            if (guard && !std::exchange(guard->m_complained, true))
                emit guard->failed(tr("the window's state is not saved: %1").arg(text));
        });
    });
}

} // namespace phasor
