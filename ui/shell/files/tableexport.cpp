// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/tableexport.h"

#include "pipeline/tablefile.h"
#include "session/runner.h"
#include "session/store.h"
#include "system/memorybudget.h"
#include "ui/forms/text.h"
#include "ui/shell/files/savedialog.h"
#include "words/coretexts.h"
#include "words/nodes.h"

#include <QFile>
#include <QFileInfo>
#include <QWidget>

namespace phasor {

namespace {

Status write(const Parameters& parameters, const NodeId& id, const std::string& path, PipelineCache& cache,
             const StreamControl& control)
{
    TRY_DONE(tableFormat(path)); // before anything is drawn
    TRY(const PipelinePtr pipeline, Pipeline::make(parameters, cache, currentCancel()));
    TRY(const NodePtr node, pipeline->node(id));
    TRY(const Shape shape, tableShape(*node));
    return writeTable(*pipeline, *node, whole(shape), path, control);
}

QString titleOf(std::string_view id)
{
    for (const NodeInfo& info : nodeInfos()) {
        if (info.id == id)
            return words::ofCore(info.quantity.title);
    }
    return {};
}

} // namespace

TableExport::TableExport(Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QWidget* parent)
    : Speaker(parent)
    , m_store(store)
    , m_cache(std::move(cache))
    , m_runner(runner)
    , m_window(parent)
{
}

void TableExport::askAndSave(const PipelinePtr& shown)
{
    const NodeId id = m_store.view().node;
    const NodePtr node = shown ? shown->find(id) : nullptr;
    QString title = tr("Export table: %1").arg(titleOf(id));
    if (node && node->field.ok()) {
        const std::int64_t bytes = leastFileSize(*node, TableFormat::Npy);
        title = tr("%1 · %2 · %3 as .npy", "what is exported, rows × columns, bytes")
                    .arg(title, words::sizeText(*node), qs(formatBytes(static_cast<ByteCount>(bytes))));
    }
    const QString path = askWhereToSave(m_window, title, qs(id) + u".npy"_s, tr("NumPy (*.npy);;CSV (*.csv)"));
    if (path.isEmpty())
        return;
    const Result<TableFormat> format = tableFormat(QFile::encodeName(path).toStdString());
    if (!node || !node->field.ok() || !format.ok() || mayTake(m_window, path, leastFileSize(*node, *format)))
        save(id, path);
}

void TableExport::save(const NodeId& node, const QString& path)
{
    const bool begun
        = m_runner.start<Done>({.title = tr("writing %1").arg(QFileInfo(path).fileName()),
                                .writes = true,
                                .work =
                                    [parameters = m_store.parameters(), node, cache = m_cache,
                                     name = QFile::encodeName(path).toStdString()](const Runner::Progress& progress) {
                                        return write(parameters, node, name, *cache, {.progress = progress});
                                    },
                                .done =
                                    [this, path](const Status& status) {
                                        report(path, status);
                                    }});
    if (!begun)
        fail(tr("another export is running"));
}

void TableExport::report(const QString& path, const Status& status)
{
    if (status.ok())
        inform(tr("wrote %1").arg(path));
    else
        fail(status.error(), tr("cancelled; %1 is as it was").arg(path));
}

} // namespace phasor
