// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/filewatch.h"

#include "inputs/inputfile.h"
#include "lessons/lesson.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

namespace phasor {

namespace {

using namespace std::chrono_literals;
constexpr auto kPause = 150ms; // that a writer may take between two writes
constexpr auto kGone = 1s; // its folder may be gone, too, which can't be watched then

// Nothing if the file is missing, a pipe, or larger than 1 MB, as a lesson never is. Never waits.
std::optional<std::string> bytesOf(const QString& path)
{
    const Result<std::string> read = contentsOf(QFile::encodeName(path).toStdString(), kLargestLesson);
    return read.ok() ? std::optional(*read) : std::nullopt;
}

} // namespace

FileWatch::FileWatch(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &FileWatch::look);
    const auto wait = [this] {
        m_pause.start(kPause);
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, wait);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, wait);
}

void FileWatch::watch(const QString& path)
{
    if (const QStringList before = m_watcher.files() + m_watcher.directories(); !before.isEmpty())
        m_watcher.removePaths(before);
    m_pause.stop();
    m_path = path;
    if (path.isEmpty())
        return;
    m_watcher.addPaths({path, QFileInfo(path).absolutePath()});
    m_bytes = bytesOf(path);
}

void FileWatch::look()
{
    m_watcher.addPaths({m_path, QFileInfo(m_path).absolutePath()}); // another file has no watch yet
    std::optional<std::string> now = bytesOf(m_path);
    if (!now)
        m_pause.start(kGone);
    if (now != std::exchange(m_bytes, now))
        emit changed();
}

} // namespace phasor
