// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/sessionfiles.h"

#include "session/runner.h"
#include "session/sessionfile.h"
#include "ui/forms/text.h"
#include "ui/shell/files/savedialog.h"
#include "words/coretexts.h"

#include <QFile>
#include <QFileInfo>
#include <QWidget>

#include <functional>

namespace phasor {

SessionFiles::SessionFiles(std::function<Document()> current, Runner& runner, QWidget* parent)
    : Speaker(parent)
    , m_current(std::move(current))
    , m_runner(runner)
    , m_window(parent)
{
}

void SessionFiles::open(const std::string& path)
{
    const QString name = QFileInfo(QFile::decodeName(path.c_str())).fileName();
    const bool begun
        = m_runner.start<DocumentRead>({.title = tr("reading %1").arg(name),
                                        .work = [path](const Runner::Progress&) { return readSessionFile(path); },
                                        .done =
                                            [this, path](const Result<DocumentRead>& read) {
                                                finish(path, read);
                                            }});
    if (!begun)
        fail(tr("an export is running: wait for it or cancel it, then open the file"));
}

void SessionFiles::finish(const std::string& path, const Result<DocumentRead>& read)
{
    if (!read.ok())
        return endWith(read.error());
    m_kept = {.title = read->document.title, .says = read->document.says, .unknown = read->document.unknown};
    emit opened(read->document);
    inform(tr("opened %1").arg(QFile::decodeName(path.c_str())));
    if (!read->warnings.empty())
        warn(words::ofCore(read->warnings.front()));
}

void SessionFiles::askAndSave()
{
    const QString path = askWhereToSave(m_window, tr("Save session"), u"session.json"_s, tr("Sessions (*.json)"));
    if (!path.isEmpty())
        save(path);
}

void SessionFiles::save(const QString& path)
{
    Document document = m_current();
    document.title = m_kept.title;
    document.says = m_kept.says;
    document.unknown = m_kept.unknown;
    const bool begun
        = m_runner.start<Done>({.title = tr("writing %1").arg(QFileInfo(path).fileName()),
                                .work = [document = std::move(document), name = QFile::encodeName(path).toStdString()](
                                            const Runner::Progress&) { return writeSessionFile(document, name); },
                                .done =
                                    [this, path](const Status& status) {
                                        if (status.ok())
                                            inform(tr("saved %1").arg(path));
                                        else
                                            endWith(status.error());
                                    }});
    if (!begun)
        fail(tr("another export is running"));
}

void SessionFiles::endWith(const Error& error)
{
    fail(error, tr("cancelled; nothing was changed"));
}

} // namespace phasor
