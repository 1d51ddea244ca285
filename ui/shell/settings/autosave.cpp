// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/autosave.h"

#include "session/document.h"
#include "ui/forms/text.h"
#include "ui/shell/windowcontext.h"

#include <QDir>
#include <QUuid>

namespace phasor {

namespace {

std::string bytesOf(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

Status writeOrRemove(const std::string& path, const std::optional<Document>& work)
{
    const QString name = QFile::decodeName(path.c_str());
    if (work) {
        QDir().mkpath(QFileInfo(name).path()); // if this fails, the writer reports the reason
        return writeSessionFile(*work, path);
    }
    QFile::remove(name);
    return Done{};
}

} // namespace

Autosave::Autosave(const std::string& folder, std::function<std::optional<Document>()> work,
                   const WindowContext& context, QObject* parent)
    : QObject(parent)
{
    const QString name = QFile::decodeName(folder.c_str());
    QDir().mkpath(name);
    findLeft(name);
    const std::string own = bytesOf(name + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces));
    m_path = own + ".json";
    m_lock = FileLock(own + ".lock");
    m_keeper = new DocumentKeeper(
        [this, work = std::move(work)] { return m_ended ? std::nullopt : work(); },
        std::bind_front(writeOrRemove, m_path),
        [&context](const Error& error) {
            context.warn(
                tr("Unsaved work is not kept, should Phasor crash: %1. Save a session.").arg(words::errorText(error)));
        },
        this);
}

Autosave::~Autosave()
{
    delete m_keeper; // waits for it
    if (m_ended)
        m_lock.remove();
}

void Autosave::finish(bool keeps)
{
    m_ended = !keeps;
    m_keeper->finish();
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
    if (m_keeper->finish()) // now it is in this window's own session
        discardLeft();
    m_left.clear();
}

} // namespace phasor
