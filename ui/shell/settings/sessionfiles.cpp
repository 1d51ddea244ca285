// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/sessionfiles.h"

#include "session/sessionfile.h"
#include "ui/forms/text.h"
#include "ui/shell/files/questions.h"
#include "ui/shell/windowcontext.h"
#include "words/coretexts.h"

#include <QFile>
#include <QFileInfo>

namespace phasor {

SessionFiles::SessionFiles(const WindowContext& context, std::function<Document()> current,
                           std::function<void(const Document& opened)> show, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_current(std::move(current))
    , m_show(std::move(show))
{
}

void SessionFiles::open(const std::string& path)
{
    const QString name = QFile::decodeName(path.c_str());
    runJob<DocumentRead>(m_context,
                         {.title = tr("reading %1").arg(QFileInfo(name).fileName()),
                          .work = [path](const Runner::Progress&) { return readSessionFile(path); },
                          .done =
                              [this, name](const DocumentRead& read) {
                                  const Document& document = read.document;
                                  m_kept
                                      = {.title = document.title, .says = document.says, .unknown = document.unknown};
                                  m_show(document);
                                  m_context.inform(tr("opened %1").arg(name));
                                  if (!read.warnings.empty())
                                      m_context.warn(words::ofCore(read.warnings.front()));
                              },
                          .cancelled = tr("cancelled; nothing was changed"),
                          .busy = tr("an export is running: wait for it or cancel it, then open the file")});
}

void SessionFiles::askAndSave()
{
    const QString path
        = askWhereToSave(m_context.window, tr("Save session"), u"session.json"_s, tr("Sessions (*.json)"));
    if (!path.isEmpty())
        save(path);
}

void SessionFiles::save(const QString& path)
{
    Document document = m_current();
    document.title = m_kept.title;
    document.says = m_kept.says;
    document.unknown = m_kept.unknown;
    runJob<Done>(m_context,
                 {.title = tr("writing %1").arg(QFileInfo(path).fileName()),
                  .work = [document = std::move(document), name = QFile::encodeName(path).toStdString()](
                              const Runner::Progress&) { return writeSessionFile(document, name); },
                  .done = [this, path](const Done&) { m_context.inform(tr("saved %1").arg(path)); },
                  .cancelled = tr("cancelled; nothing was changed")});
}

} // namespace phasor
