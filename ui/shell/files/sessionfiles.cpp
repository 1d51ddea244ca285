// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/files.h"

#include "session/differences.h"
#include "training/trainingbook.h"
#include "ui/forms/text.h"
#include "ui/shell/settings/history.h"

#include <QFileInfo>

namespace phasor {

SessionFiles::SessionFiles(const WindowContext& context, std::function<Document()> shown, std::function<Document()> own,
                           std::function<void(const Document& opened)> show, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_shown(std::move(shown))
    , m_own(std::move(own))
    , m_show(std::move(show))
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &SessionFiles::changed);
    const auto soon = [this] {
        m_soon.start(0);
    };
    connect(&context.store, &Store::sceneChanged, this, soon);
    connect(&context.store, &Store::viewChanged, this, soon);
    connect(&context.store, &Store::bookmarksChanged, this, soon);
    connect(&context.queue, &ComputeQueue::snapshotReady, this, [this, soon] {
        const std::int64_t runs = m_context.cache()->lasting<TrainingBook>()->runs();
        if (runs != std::exchange(m_runs, runs)) // a training has ended
            soon();
    });
}

void SessionFiles::open(const std::string& path)
{
    if (!mayLeave())
        return;
    const QString name = QFile::decodeName(path.c_str());
    runJob<DocumentRead>(m_context,
                         {.title = tr("reading %1").arg(QFileInfo(name).fileName()),
                          .work = [path](const Runner::Progress&) { return readSessionFile(path); },
                          .done =
                              [this, path, name](const DocumentRead& read) {
                                  showOpened(read.document);
                                  setFile(read.inFigure ? QString() : QFileInfo(name).absoluteFilePath(),
                                          contentOf(m_own()));
                                  m_context.inform(tr("opened %1").arg(name));
                                  emit used(path);
                                  if (!read.warnings.empty())
                                      m_context.warn(words::ofCore(read.warnings.front()));
                              },
                          .cancelled = tr("Canceled. Nothing was changed."),
                          .busy = tr("An export is running. Press Esc to cancel it, then open the file again.")});
}

void SessionFiles::showOpened(const Document& document)
{
    m_kept = {.title = document.title, .says = document.says, .source = document.source, .unknown = document.unknown};
    m_show(document);
}

void SessionFiles::recover(const std::string& path, const std::function<void()>& shown)
{
    struct Autosaved
    {
        Document work;
        Document saved = {}; // what its file has, if it has one that can be read
    };
    if (!mayLeave())
        return;
    runJob<Autosaved>(m_context,
                      {.title = tr("reading %1").arg(QFileInfo(QFile::decodeName(path.c_str())).fileName()),
                       .work = [path](const Runner::Progress&) -> Result<Autosaved> {
                           TRY(DocumentRead read, readSessionFile(path));
                           Autosaved recovered{std::move(read.document)};
                           if (Result<DocumentRead> saved = readSessionFile(recovered.work.file); saved.ok())
                               recovered.saved = std::move(saved->document);
                           return recovered;
                       },
                       .done =
                           [this, shown](const Autosaved& recovered) {
                               showOpened(recovered.work);
                               Content saved = contentOf(recovered.saved);
                               if (recovered.saved.trainings != recovered.work.trainings)
                                   --saved.runs;
                               setFile(QFile::decodeName(recovered.work.file.c_str()), saved);
                               shown();
                           }});
}

std::optional<Document> SessionFiles::unsaved() const
{
    Document own = m_own();
    if (contentOf(own) == m_saved)
        return std::nullopt;
    addKept(own);
    own.layout = {};
    if (const QByteArray name = QFile::encodeName(m_file); name.isValidUtf8())
        own.file = name.toStdString();
    return own;
}

void SessionFiles::save()
{
    m_file.isEmpty() ? askAndSave() : write(m_own(), m_file);
}

void SessionFiles::askAndSave()
{
    const QString path = askWhereToSave(m_context.window, tr("Save session"),
                                        m_file.isEmpty() ? u"session.json"_s : m_file, tr("Sessions (*.json)"));
    if (!path.isEmpty())
        saveAs(path);
}

void SessionFiles::saveAs(const QString& path)
{
    write(m_shown(), QFileInfo(path).absoluteFilePath());
}

void SessionFiles::write(Document document, const QString& path)
{
    const Content saved = contentOf(document);
    // A lesson's setup, saved while one is open, is a copy: the user's own session keeps its file.
    const bool copy = path != m_file && saved != contentOf(m_own());
    addKept(document);
    const std::string name = QFile::encodeName(path).toStdString();
    m_writer.finish(std::chrono::seconds(2)); // the session that was saved before
    const bool begun
        = m_writer.start<Done>({.title = tr("writing %1").arg(QFileInfo(path).fileName()),
                                .work = [document = std::move(document),
                                         name](const Runner::Progress&) { return writeSessionFile(document, name); },
                                .done =
                                    [this, path, name, saved, copy](const Status& status) {
                                        if (!status.ok())
                                            return m_context.fail(status.error());
                                        if (!copy)
                                            setFile(path, saved);
                                        m_context.inform(tr("saved %1").arg(path));
                                        emit used(name);
                                    }});
    if (!begun)
        m_context.fail(tr("The session is still being saved. Try again when that is done."));
}

void SessionFiles::addKept(Document& document) const
{
    document.title = m_kept.title;
    document.says = m_kept.says;
    document.source = m_kept.source;
    document.unknown = m_kept.unknown;
}

void SessionFiles::setFile(const QString& path, const Content& saved)
{
    m_file = path;
    m_saved = saved;
    emit changed();
}

SessionFiles::Content SessionFiles::contentOf(const Document& document) const
{
    Content content{document.scene, document.view, document.bookmarks,
                    m_context.cache()->lasting<TrainingBook>()->runs()};
    content.view.zoom = {};
    content.view.cursor = {};
    content.view.selection = {};
    content.view.training.phase = {};
    content.view.withholds = false;
    content.view.board.setFocus(0);
    return content;
}

QStringList SessionFiles::changes() const
{
    const Content now = contentOf(m_own());
    QStringList names;
    const auto add = [&names](const QString& form, const Parameters& before, const Parameters& after) {
        for (const ParameterDifference& one : differences(before, after))
            names << form.arg(words::ofCore(one.spec->label));
    };
    add(u"%1"_s, m_saved.scene.a, now.scene.a);
    if (m_saved.scene.b && now.scene.b)
        add(tr("%1 of B"), *m_saved.scene.b, *now.scene.b);
    else if (m_saved.scene.b || now.scene.b)
        names << (now.scene.b ? tr("setup B") : tr("setup B, which is removed"));
    if (m_saved.view != now.view) {
        for (const ValueSpec* one : differences(m_saved.view, now.view))
            names << words::ofCore(one->label);
        if (m_saved.view.board != now.view.board)
            names << tr("the plots that are shown");
    }
    if (now.bookmarks != m_saved.bookmarks)
        names << tr("bookmarks");
    if (now.runs != m_saved.runs)
        names << tr("results of training");
    return names;
}

bool SessionFiles::mayLeave()
{
    m_writer.finish(std::chrono::seconds(2)); // what is being saved is soon no change any more
    if (!hasChanges())
        return true;
    const Leave answer = askBeforeLeaving(m_context.window, QFileInfo(m_file).fileName(), changes());
    if (answer != Leave::AfterSaving)
        return answer == Leave::WithoutSaving;
    save();
    m_writer.finish(std::chrono::seconds(10)); // a slow disk
    return !hasChanges();
}

bool SessionFiles::finish()
{
    m_writer.finish(std::chrono::milliseconds(400));
    return !hasChanges();
}

} // namespace phasor
