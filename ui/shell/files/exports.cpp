// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/exports.h"

#include "pipeline/tablefile.h"
#include "system/memory.h"
#include "system/outputfile.h"
#include "ui/forms/text.h"
#include "ui/shell/files/questions.h"
#include "words/nodes.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>

namespace phasor {

static bool hasNumbers(const WindowContext& context, const ViewDataPtr& data)
{
    const bool has = data && !data->table().empty();
    if (!has)
        context.fail(Shell::tr("This plot has no numbers now."));
    return has;
}

// Pipeline of the edited setup; null while the store's latest state is not computed yet.
static PipelinePtr shownPipeline(const WindowContext& context)
{
    const SnapshotPtr snapshot = context.queue.latest();
    if (!snapshot || !snapshot->pipelines.ok() || snapshot->scene != context.store.scene())
        return nullptr;
    return context.store.edited() == Side::B ? snapshot->pipelines->b : snapshot->pipelines->a;
}

Status writeFile(const std::string& path, std::string_view bytes)
{
    TRY(OutputFile file, OutputFile::open(path));
    TRY_DONE(file.write(bytes));
    return file.commit();
}

void exportFile(const WindowContext& context, const QString& path, const QString& doneText, bool large,
                std::function<Status(const std::string& name, const Runner::Progress& progress)> write)
{
    runJob<Done>(context,
                 {.title = Shell::tr("writing %1").arg(QFileInfo(path).fileName()),
                  .writes = large,
                  .work = [name = QFile::encodeName(path).toStdString(), write = std::move(write)](
                              const Runner::Progress& progress) { return write(name, progress); },
                  .done = [&context, doneText](const Done&) { context.inform(doneText); },
                  .cancelled = Shell::tr("Canceled. %1 is unchanged.").arg(path)});
}

void exportTable(const WindowContext& context, const NodeId& stage, const QString& path)
{
    exportFile(context, path, Shell::tr("wrote %1").arg(path), true,
               [parameters = context.store.parameters(), stage,
                cache = context.cache()](const std::string& name, const Runner::Progress& progress) -> Status {
                   TRY_DONE(tableFormat(name)); // checked before anything is computed
                   TRY(const PipelinePtr pipeline, Pipeline::make(parameters, *cache, currentCancel()));
                   TRY(const NodePtr node, pipeline->node(stage));
                   TRY(const Shape shape, tableShape(*node));
                   return writeTable(*pipeline, *node, whole(shape), name, {.progress = progress});
               });
}

void askAndExportTable(const WindowContext& context)
{
    const NodeId stage = context.store.view().stage();
    const PipelinePtr shown = shownPipeline(context);
    const NodePtr node = shown ? shown->find(stage) : nullptr;
    const bool known = node && node->field.ok();
    const auto info = std::ranges::find(nodeInfos(), stage, &NodeInfo::id);
    QString title = Shell::tr("Export table: %1")
                        .arg(info != nodeInfos().end() ? words::ofCore(info->quantity.title) : QString());
    if (known) {
        const std::int64_t bytes = leastFileSize(*node, TableFormat::Npy);
        title = Shell::tr("%1 · %2 · %3 as .npy", "what is exported, rows × columns, bytes")
                    .arg(title, words::sizeText(*node), qs(formatBytes(static_cast<ByteCount>(bytes))));
    }
    const QString path
        = askWhereToSave(context.window, title, qs(stage) + u".npy"_s, Shell::tr("NumPy (*.npy);;CSV (*.csv)"));
    if (path.isEmpty())
        return;
    const Result<TableFormat> format = tableFormat(QFile::encodeName(path).toStdString());
    if (!known || !format.ok() || mayTake(context.window, path, leastFileSize(*node, *format)))
        exportTable(context, stage, path);
}

void copyData(const WindowContext& context, const ViewDataPtr& data)
{
    if (!hasNumbers(context, data))
        return;
    QGuiApplication::clipboard()->setText(qs(csvOf(data->table())));
    context.inform(Shell::tr("copied the plot's numbers as CSV"));
}

void exportData(const WindowContext& context, const ViewDataPtr& data, const QString& path)
{
    exportFile(
        context, path, Shell::tr("exported %1").arg(path), false,
        [data](const std::string& name, const Runner::Progress&) { return writeFile(name, csvOf(data->table())); });
}

void askAndExportData(const WindowContext& context, const QString& plot, const ViewDataPtr& data)
{
    if (!hasNumbers(context, data))
        return;
    const QString path
        = askWhereToSave(context.window, Shell::tr("Save data"), plot + u".csv"_s, Shell::tr("CSV (*.csv)"));
    if (!path.isEmpty())
        exportData(context, data, path);
}

void copyScript(const WindowContext& context, NotebookLibrary library)
{
    const bool torch = library == NotebookLibrary::PyTorch;
    runJob<std::string>(
        context,
        {.title = torch ? Shell::tr("writing a script for PyTorch") : Shell::tr("writing a script for NumPy"),
         .work = [parameters = context.store.parameters(), library,
                  cache = context.cache()](const Runner::Progress&) -> Result<std::string> {
             TRY(const PipelinePtr pipeline, Pipeline::make(parameters, *cache, currentCancel()));
             return notebookScript(*pipeline, library);
         },
         .done =
             [&context, torch](const std::string& script) {
                 QGuiApplication::clipboard()->setText(qs(script));
                 context.inform(torch ? Shell::tr("copied a script for PyTorch")
                                      : Shell::tr("copied a script for NumPy"));
             },
         .cancelled = Shell::tr("Canceled. The clipboard is unchanged."),
         .busy = Shell::tr("An export is running. Press Esc to cancel it, then copy again.")});
}

} // namespace phasor
