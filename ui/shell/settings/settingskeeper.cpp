// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/settingskeeper.h"

#include "ui/forms/text.h"
#include "ui/shell/windowcontext.h"
#include "words/errors.h"

#include <chrono>
#include <functional>
#include <utility>

namespace phasor {

namespace {

constexpr std::chrono::milliseconds kPatience{400};

} // namespace

SettingsKeeper::SettingsKeeper(SettingsFile file, std::function<Document()> current, const WindowContext& context,
                               QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_current(std::move(current))
    , m_context(context)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, &SettingsKeeper::write);
}

SettingsKeeper::~SettingsKeeper()
{
    while (m_runner.isRunning()) // the end of a write may start the next
        m_runner.finish(std::chrono::hours(1));
}

SettingsFile::Loaded SettingsKeeper::load()
{
    SettingsFile::Loaded loaded = m_file.load();
    m_unknown = loaded.document.unknown;
    return loaded;
}

// What the next start begins with: not zoomed in.
Document SettingsKeeper::settings() const
{
    Document settings = m_current();
    ViewState start;
    start.node = settings.view.node;
    start.dimensions = settings.view.dimensions;
    settings.view = start;
    settings.unknown = m_unknown;
    return settings;
}

void SettingsKeeper::changed()
{
    m_delay.start();
}

void SettingsKeeper::finish()
{
    m_delay.stop();
    write();
    m_runner.finish(kPatience);
}

void SettingsKeeper::write()
{
    Document document = settings();
    if (document == m_written)
        return;
    m_written = document;
    if (m_runner.isRunning())
        m_next = std::move(document);
    else
        start(document);
}

void SettingsKeeper::start(const Document& document)
{
    m_runner.start<Done>({.title = {},
                          .work = [file = m_file, document](const Runner::Progress&) { return file.save(document); },
                          .done =
                              [this](const Status& status) {
                                  written(status);
                              }});
}

void SettingsKeeper::written(const Status& status)
{
    if (!status.ok() && !std::exchange(m_complained, true))
        m_context.warn(tr("the window's state is not saved: %1").arg(words::errorText(status.error())));
    if (m_next)
        start(*std::exchange(m_next, std::nullopt));
}

} // namespace phasor
