// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/settings.h"

#include "session/sessionfile.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace phasor {

namespace {

constexpr qint64 kLargest = 1 << 20; // bytes; a real one has about two thousand

} // namespace

SettingsFile::SettingsFile(std::string path)
    : m_path(std::move(path))
{
}

std::string SettingsFile::standardPath()
{
    // QStandardPaths knows the state folder from Qt 6.7 on.
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
        return {};
    if (!file.open(QIODevice::ReadOnly)) {
        return {{},
                QCoreApplication::translate("Settings", "%1 cannot be read (%2): standard settings are used")
                    .arg(name, file.errorString())};
    }
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
    const QString text = moved
        ? QCoreApplication::translate("Settings", "%1 %2: standard settings are used, the file is kept as %3")
        : QCoreApplication::translate("Settings", "%1 %2: standard settings are used");
    const Error& error = read.error();
    const QString fault
        = error.field.empty() ? words::ofCore(error.what) : words::ofCore(WORDS("%1 %2").with(error.field, error.what));
    const QString what = text.arg(name, fault);
    return {{}, moved ? what.arg(aside) : what};
}

Status SettingsFile::save(const Document& document) const
{
    QDir().mkpath(QFileInfo(QFile::decodeName(m_path.c_str())).path()); // if it fails, the writer says why
    return writeSessionFile(document, m_path);
}

} // namespace phasor
