// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/settings.h"

#include "session/sessionfile.h"
#include "ui/forms/text.h"
#include "ui/shell/windowcontext.h"
#include "words/coretexts.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <chrono>
#include <utility>

namespace phasor {

SettingsFile::SettingsFile(std::string path)
    : m_path(std::move(path))
{
}

std::string SettingsFile::standardPath()
{
    // The state folder by hand: QStandardPaths has it only from Qt 6.7 on.
    QString folder = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(folder))
        folder = QDir::homePath() + u"/.local/state"_s;
    return QFile::encodeName(folder + u"/phasor/window.json"_s).toStdString();
}

SettingsFile::Loaded SettingsFile::load() const
{
    const QString name = QFile::decodeName(m_path.c_str());
    QFile file(name);
    if (!file.exists())
        return {.first = true};
    if (!file.open(QIODevice::ReadOnly)) {
        return {{},
                Shell::tr("%1 cannot be read (%2). Phasor uses the default settings.").arg(name, file.errorString())};
    }
    constexpr qint64 kLargest = 1 << 20; // bytes; a typical file has 2,000
    const QByteArray bytes = file.read(kLargest);
    file.close();
    Result<DocumentRead> read = readDocument({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (read.ok())
        return {std::move(read->document),
                read->warnings.empty() ? QString()
                                       : words::ofCore(WORDS("%1: %2").with(utf8(name), read->warnings.front()))};
    const QString aside
        = name + u".corrupt-"_s + QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const bool moved = QFile::rename(name, aside);
    const QString text = moved ? Shell::tr("%1 %2. Phasor uses the default settings and keeps the file as %3.")
                               : Shell::tr("%1 %2. Phasor uses the default settings.");
    const Error& error = read.error();
    const QString fault
        = error.field.empty() ? words::ofCore(error.what) : words::ofCore(WORDS("%1 %2").with(error.field, error.what));
    const QString what = text.arg(name, fault);
    return {{}, moved ? what.arg(aside) : what};
}

Status SettingsFile::save(const Document& document) const
{
    QDir().mkpath(QFileInfo(QFile::decodeName(m_path.c_str())).path()); // if this fails, the writer reports the reason
    return writeSessionFile(document, m_path);
}

SettingsKeeper::SettingsKeeper(SettingsFile file, std::function<Document()> current, const WindowContext& context,
                               QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_current(std::move(current))
    , m_context(context)
{
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, &SettingsKeeper::write);
}

SettingsKeeper::~SettingsKeeper()
{
    while (m_runner.isRunning()) // a finished write may start the next one
        m_runner.finish(std::chrono::hours(1));
}

SettingsFile::Loaded SettingsKeeper::load()
{
    SettingsFile::Loaded loaded = m_file.load();
    m_unknown = loaded.document.unknown;
    return loaded;
}

// Document for the next start, which is not zoomed in.
Document SettingsKeeper::settings() const
{
    Document settings = m_current();
    ViewState start;
    start.node = settings.view.node;
    start.dimensions = settings.view.dimensions;
    start.training = settings.view.training;
    start.board.arrangeAs(settings.view.board);
    settings.view = start;
    settings.unknown = m_unknown;
    return settings;
}

void SettingsKeeper::finish()
{
    m_delay.stop();
    write();
    m_runner.finish(std::chrono::milliseconds(400)); // wait for a slow disk
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
    const auto written = [this](const Status& status) {
        if (!status.ok() && !std::exchange(m_complained, true))
            m_context.warn(tr("The window's state is not saved: %1.").arg(words::errorText(status.error())));
        if (m_next)
            start(*std::exchange(m_next, std::nullopt));
    };
    m_runner.start<Done>({.title = {},
                          .work = [file = m_file, document](const Runner::Progress&) { return file.save(document); },
                          .done = written});
}

} // namespace phasor
