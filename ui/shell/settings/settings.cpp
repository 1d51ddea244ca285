// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/settings.h"

#include "inputs/inputfile.h"
#include "ui/forms/text.h"
#include "ui/shell/windowcontext.h"

#include <QDir>
#include <QUuid>

namespace phasor {

static std::string bytesOf(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

// Renames a file to NAME.WHY-DATE; empty: impossible.
static QString putAside(const QString& name, const QString& why)
{
    const QString aside
        = name + u'.' + why + u'-' + QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    return QFile::rename(name, aside) ? aside : QString();
}

std::string standardSettingsPath()
{
    // The state folder by hand: QStandardPaths has it only from Qt 6.7 on.
    QString folder = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(folder))
        folder = QDir::homePath() + u"/.local/state"_s;
    return bytesOf(folder + u"/phasor/window.json"_s);
}

LoadedSettings loadSettings(const std::string& path)
{
    const QString name = QFile::decodeName(path.c_str());
    if (!QFile::exists(name))
        return {.first = true};
    constexpr std::int64_t kLargest = 64 << 20; // bytes; a typical file has 2,000, with results of training more
    const Result<std::string> bytes = contentsOf(path, kLargest);
    Result<DocumentRead> read = bytes.ok() ? readDocument(*bytes) : Result<DocumentRead>(bytes.error());
    if (read.ok())
        return {std::move(read->document),
                read->warnings.empty() ? QString()
                                       : words::ofCore(WORDS("%1: %2").with(utf8(name), read->warnings.front()))};
    const QString aside = putAside(name, QStringLiteral("corrupt"));
    const bool moved = !aside.isEmpty();
    const QString text = moved ? Shell::tr("%1 %2. Phasor uses the default settings and keeps the file as %3.")
                               : Shell::tr("%1 %2. Phasor uses the default settings.");
    const Error& error = read.error();
    const QString fault
        = error.field.empty() ? words::ofCore(error.what) : words::ofCore(WORDS("%1 %2").with(error.field, error.what));
    const QString what = text.arg(name, fault);
    return {{}, moved ? what.arg(aside) : what};
}

Status saveSettings(const Document& document, const std::string& path)
{
    QDir().mkpath(QFileInfo(QFile::decodeName(path.c_str())).path()); // if this fails, the writer reports the reason
    return writeSessionFile(document, path);
}

DocumentKeeper::DocumentKeeper(std::function<Content()> current, std::function<void(const Error&)> complain,
                               QObject* parent)
    : QObject(parent)
    , m_current(std::move(current))
    , m_complain(std::move(complain))
{
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, &DocumentKeeper::write);
}

void DocumentKeeper::own(const std::string& path, const std::string& lock)
{
    QDir().mkpath(QFileInfo(QFile::decodeName(path.c_str())).path());
    m_path = path;
    m_lock = FileLock(lock);
}

DocumentKeeper::~DocumentKeeper()
{
    while (m_runner.isRunning()) // a finished write may start the next one
        m_runner.finish(std::chrono::hours(1));
    if (m_ends)
        m_lock.remove();
}

void DocumentKeeper::changed()
{
    if (!m_delay.isActive())
        m_delay.start(m_failed ? kPauseMilliseconds : kDelayMilliseconds);
}

bool DocumentKeeper::finish()
{
    m_delay.stop();
    write();
    return m_runner.finish(std::chrono::milliseconds(400)) && !m_failed; // a slow disk
}

void DocumentKeeper::write()
{
    if (!isOwner())
        return;
    Content content = m_current();
    if (m_written == content)
        return;
    m_written = content;
    if (m_runner.isRunning())
        m_next = std::move(content);
    else
        start(content);
}

void DocumentKeeper::start(const Content& content)
{
    const auto written = [this](const Status& status) {
        if (!status.ok()) {
            if (!m_failed)
                m_complain(status.error());
            m_written.reset();
            m_delay.start(kPauseMilliseconds);
        }
        m_failed = !status.ok();
        if (m_next)
            start(*std::exchange(m_next, std::nullopt));
    };
    m_runner.start<Done>({.title = {},
                          .work = [path = m_path, content](const Runner::Progress&) -> Status {
                              if (content)
                                  return saveSettings(*content, path);
                              QFile::remove(QFile::decodeName(path.c_str()));
                              return Done{};
                          },
                          .done = written});
}

SettingsKeeper::SettingsKeeper(const std::string& path, std::function<Document()> current, const WindowContext& context,
                               QObject* parent)
    : DocumentKeeper([this] { return settings(); },
                     [&context](const Error& error) {
                         context.warn(tr("The window's state is not saved: %1.").arg(words::errorText(error)));
                     },
                     parent)
    , m_tries(QFile::decodeName(path.c_str()) + u".opening"_s)
    , m_current(std::move(current))
{
    own(path, path + ".lock");
}

LoadedSettings SettingsKeeper::load()
{
    constexpr qint64 kMostTries = 2;
    LoadedSettings loaded;
    if (isOwner() && QFileInfo(m_tries).size() >= kMostTries) {
        const QString aside = putAside(QFile::decodeName(m_path.c_str()), QStringLiteral("crashed"));
        loaded.message = tr("Phasor ended twice while it opened its last setup. It uses the default settings.");
        if (!aside.isEmpty())
            loaded.message += u' ' + tr("The last ones are kept as %1.").arg(aside);
        opened();
    } else {
        loaded = loadSettings(m_path);
    }
    QFile tries(m_tries);
    if (isOwner() && tries.open(QIODevice::Append))
        tries.write("x");
    m_unknown = loaded.document.unknown;
    if (loaded.message.isEmpty() && !isOwner())
        loaded.message = tr("Another window of Phasor is open. Save a session here to keep this window's setup.");
    return loaded;
}

void SettingsKeeper::opened()
{
    if (isOwner())
        QFile::remove(m_tries);
}

void SettingsKeeper::finish()
{
    opened();
    DocumentKeeper::finish();
}

// Document for the next start, which is not zoomed in.
Document SettingsKeeper::settings() const
{
    Document settings = m_current();
    ViewState start;
    start.node = settings.view.node;
    start.dimensions = settings.view.dimensions;
    start.training = settings.view.training;
    start.board = settings.view.board;
    settings.view = start;
    settings.unknown = m_unknown;
    return settings;
}

Autosave::Autosave(const std::string& folder, std::function<std::optional<Document>()> work,
                   const WindowContext& context, QObject* parent)
    : DocumentKeeper(
        [this, work = std::move(work)] { return m_ends ? std::nullopt : work(); },
        [&context](const Error& error) {
            context.warn(
                tr("Unsaved work is not kept, should Phasor crash: %1. Save a session.").arg(words::errorText(error)));
        },
        parent)
{
    m_ends = false;
    const QString name = QFile::decodeName(folder.c_str());
    findLeft(name);
    const std::string stem = bytesOf(name + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces));
    own(stem + ".json", stem + ".lock");
}

void Autosave::finish(bool keeps)
{
    m_ends = !keeps;
    DocumentKeeper::finish();
}

// A lock without a session is of a window that had nothing to keep when it was killed.
void Autosave::findLeft(const QString& folder)
{
    for (const QFileInfo& file : QDir(folder).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Time)) {
        FileLock lock(bytesOf(file.path() + u'/' + file.completeBaseName() + u".lock"_s));
        if (lock.state() != FileLock::State::OfOthers)
            m_left.push_back({bytesOf(file.filePath()), file.lastModified(), std::move(lock)});
    }
    for (const QFileInfo& file : QDir(folder).entryInfoList({u"*.lock"_s}, QDir::Files)) {
        if (!QFile::exists(file.path() + u'/' + file.completeBaseName() + u".json"_s))
            FileLock(bytesOf(file.filePath())).remove();
    }
}

void Autosave::discardLeft()
{
    QFile::remove(QFile::decodeName(m_left.front().path.c_str()));
    m_left.front().lock.remove();
    m_left.pop_front();
}

void Autosave::leftIsShown()
{
    if (DocumentKeeper::finish()) // now it is in this window's own session
        discardLeft();
    m_left.clear();
}

} // namespace phasor
