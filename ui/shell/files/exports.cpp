// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/exports.h"

#include "export/animation.h"
#include "pipeline/tablefile.h"
#include "system/memory.h"
#include "system/outputfile.h"
#include "ui/forms/text.h"
#include "ui/shell/files/files.h"
#include "words/nodes.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMimeData>

#include <algorithm>

namespace phasor {

static bool hasNumbers(const WindowContext& context, const ViewDataPtr& data)
{
    const bool has = data && !data->table().empty();
    if (!has)
        context.fail(Shell::tr("This plot has no numbers now."));
    return has;
}

static QString cancelledText()
{
    return Shell::tr("Canceled. Nothing was changed.");
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
                std::function<Status(const std::string& name, const Runner::Progress& progress)> write,
                const QString& cancelled)
{
    runJob<Done>(context,
                 {.title = Shell::tr("writing %1").arg(QFileInfo(path).fileName()),
                  .writes = large,
                  .work = [name = QFile::encodeName(path).toStdString(), write = std::move(write)](
                              const Runner::Progress& progress) { return write(name, progress); },
                  .done = [&context, doneText](const Done&) { context.inform(doneText); },
                  .cancelled = cancelled.isEmpty() ? Shell::tr("Canceled. %1 is unchanged.").arg(path) : cancelled});
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
    const NodeId stage = context.store.view().stage(stageCell(context.store.view()));
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

// The view in a cell of that name, as it is shown. A view that is not on the board: with the window's view state.
static Subject shownIn(const std::string& cell, const Store& store)
{
    const ViewState& view = store.view();
    const int index = view.board.find(cell);
    return {findPlot(cell.substr(0, cell.find('@'))), store.scene(), index >= 0 ? view.seenFrom(index) : view};
}

// The same for a job that draws it; nothing, with a message, if there is no such view, or another job is running.
static std::optional<Subject> drawableIn(const std::string& cell, const WindowContext& context)
{
    Subject what = shownIn(cell, context.store);
    if (what.spec != nullptr && !context.runner.isRunning())
        return what;
    context.fail(what.spec == nullptr ? Shell::tr("This plot is not shown.") : otherJobText());
    return std::nullopt;
}

// A figure for the thread of a job: computed on this thread, and made, painted and deleted on the window's.
template <typename T>
static Result<T> drawnFigure(const WindowContext& context, const Subject& what, const FigureOptions& options,
                             FigureFormat format, const std::function<Result<T>(FigureMaker&, const Snapshot&)>& paint)
{
    TRY(const FigureMakerPtr maker, onWindowThread<FigureMakerPtr>(context, [=]() -> Result<FigureMakerPtr> {
            TRY(std::unique_ptr<FigureMaker> made,
                FigureMaker::make(*what.spec, what.scene, what.view, options, format));
            return FigureMakerPtr(made.release(), [](FigureMaker* old) {
                QMetaObject::invokeMethod(qApp, [old] { delete old; }); // at once on the window's thread
            });
        }));
    const SnapshotPtr snapshot = compute(maker->request(), nullptr, *context.cache(), currentCancel());
    return onWindowThread<T>(context, [=] { return paint(*maker, *snapshot); });
}

// Draws an animation of `what`, for the thread of a job. Its files are written on the window's, as Animation asks.
static Status drawFrames(const WindowContext& context, const Subject& what, const FigureOptions& options,
                         const Play& play, const std::shared_ptr<Animation>& animation,
                         const Runner::Progress& progress)
{
    std::optional<ParameterValue> drawn; // the value of the frame
    std::shared_ptr<const FigurePicture> frame;
    while (const std::optional<double> share = animation->next()) {
        if (const ParameterValue value = play.value(*share); drawn != value) {
            progress(animation->done());
            Subject now = what;
            if (const ParameterSpec* spec = findParameter(play.spec.id, now.scene.a))
                spec->set(now.scene.a, value);
            now.view.training.phase = TrainingChoice::Phase::Running;
            if (const Setting<ViewState>* seen = findSetting(playedInViews(), play.spec.id))
                seen->set(now.view, value);
            TRY(FigurePicture painted,
                drawnFigure<FigurePicture>(context, now, options, FigureFormat::Png, &FigureMaker::paintPicture));
            frame = std::make_shared<const FigurePicture>(std::move(painted));
            drawn = value;
            context.cache()->forgetUnshown();
        }
        TRY_DONE(onWindowThread<Done>(context, [animation, frame] { return animation->take(*frame); }));
    }
    return animation->commit();
}

Result<QByteArray> paintedFigure(const WindowContext& context, const Subject& what, const FigureOptions& options,
                                 FigureFormat format)
{
    return drawnFigure<QByteArray>(context, what, options, format, &FigureMaker::paint);
}

void FigureExport::ask(const std::string& cell, const PlayOptions& play)
{
    const Subject what = shownIn(cell, m_context.store);
    if (what.spec == nullptr)
        return;
    auto* dialog = new FigureDialog(what, m_context.cache(), m_options, play, m_context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &FigureDialog::commandWanted, dialog,
                     [this, cell](const FigureOptions& options, const PlayOptions& animated) {
                         copyFigureCommand(m_context, cell, options, animated);
                     });
    QObject::connect(dialog, &QDialog::accepted, dialog, [this, dialog, cell, id = qs(what.spec->id)] {
        const Result<FigureOptions> wanted = dialog->options();
        const Result<PlayOptions> animated = dialog->play();
        if (!wanted.ok() || !animated.ok())
            return;
        m_options = *wanted;
        const bool still = animated->play.empty();
        const QString path = still ? askWhereToSave(m_context.window, Shell::tr("Export plot"), id + u".png"_s,
                                                    Shell::tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"))
                                   : askWhereToSave(m_context.window, Shell::tr("Export animation"), id + u".gif"_s,
                                                    Shell::tr("GIF (*.gif);;MP4 (*.mp4);;Numbered PNGs (*.png)"));
        if (!path.isEmpty())
            still ? save(cell, path) : animate(cell, *animated, path);
    });
    dialog->open();
}

void FigureExport::animate(const std::string& cell, const PlayOptions& play, QString path) const
{
    const std::optional<Subject> what = drawableIn(cell, m_context);
    if (!what)
        return;
    const std::optional<AnimationFormat> format = animationFormatOf(path);
    if (!format)
        return m_context.fail(Shell::tr("%1 has no ending of an animation. Use .gif, .mp4 or .png.").arg(path));
    if (*format == AnimationFormat::Frames && !path.contains(u"{frame}"_s))
        path.insert(path.size() - 4, u"-{frame}"_s);
    const Result<Play> read = Play::read(play.play, m_context.store.scene().a);
    if (!read.ok())
        return m_context.fail(read.error());
    Result<std::unique_ptr<Animation>> made = Animation::make(QFile::encodeName(path).toStdString(), *format, play);
    if (!made.ok())
        return m_context.fail(made.error());
    const std::shared_ptr<Animation> animation = std::move(*made);
    exportFile(
        m_context, path, Shell::tr("exported %1").arg(path), true,
        [&context = m_context, what = *what, options = m_options, play = *read,
         animation](const std::string&, const Runner::Progress& progress) {
            return drawFrames(context, what, options, play, animation, progress);
        },
        cancelledText());
}

void FigureExport::save(const std::string& cell, const QString& path) const
{
    const Result<FigureFormat> format = figureFormatOf(path);
    if (!format.ok())
        return m_context.fail(format.error());
    if (const std::optional<Subject> what = drawableIn(cell, m_context))
        exportFile(
            m_context, path, Shell::tr("exported %1").arg(path), true,
            [&context = m_context, what = *what, options = m_options,
             format = *format](const std::string& name, const Runner::Progress&) -> Status {
                TRY(const QByteArray bytes, paintedFigure(context, what, options, format));
                return writeFile(name, {bytes.data(), static_cast<std::size_t>(bytes.size())});
            },
            cancelledText());
}

void FigureExport::copy(const std::string& cell) const
{
    using Both = std::array<QByteArray, 2>;
    const std::optional<Subject> what = drawableIn(cell, m_context);
    if (!what)
        return;
    runJob<Both>(m_context,
                 {.title = Shell::tr("copying the figure"),
                  .writes = true,
                  .work = [&context = m_context, what = *what](const Runner::Progress&) -> Result<Both> {
                      FigureOptions options;
                      options.dpi = kDpi;
                      TRY(const QByteArray png, paintedFigure(context, what, options, FigureFormat::Png));
                      TRY(const QByteArray svg, paintedFigure(context, what, options, FigureFormat::Svg));
                      return Both{png, svg};
                  },
                  .done =
                      [&context = m_context](const Both& bytes) {
                          auto* data = new QMimeData; // owned by the clipboard
                          data->setData(u"image/png"_s, bytes[0]);
                          data->setData(u"image/svg+xml"_s, bytes[1]);
                          data->setImageData(QImage::fromData(bytes[0], "PNG"));
                          QGuiApplication::clipboard()->setMimeData(data);
                          context.inform(Shell::tr("copied the figure as PNG and SVG"));
                      },
                  .cancelled = cancelledText()});
}

void copyFigureCommand(const WindowContext& context, const std::string& cell, const FigureOptions& options,
                       const PlayOptions& play)
{
    const SnapshotPtr snapshot = context.queue.latest();
    const Subject what = shownIn(cell, context.store);
    if (!snapshot || !snapshot->pipelines.ok() || what.spec == nullptr)
        return context.warn(Shell::tr("There is no picture to copy a command of."));
    const QString command
        = qs(figureCommand(*what.spec, what.scene, what.view, *snapshot->pipelines->a, options, play));
    QGuiApplication::clipboard()->setText(command);
    context.inform(Shell::tr("copied: %1").arg(command));
}

} // namespace phasor
