// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/figureexport.h"

#include "export/figurecommand.h"
#include "session/computequeue.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/files/animationexport.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/figuredialog.h"
#include "ui/shell/files/questions.h"
#include "ui/shell/windowcontext.h"

#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

namespace phasor {

namespace {

FigureOptions fileOptions()
{
    FigureOptions options;
    options.dpi = 300;
    return options;
}

// The view in a cell of that name, and the view state that it shows. A view that is not on the board: the window's.
struct CellView
{
    const PlotSpec* spec;
    ViewState view;
};

CellView viewIn(const std::string& cell, const Store& store)
{
    const ViewState& view = store.view();
    const int index = view.board.find(cell);
    return {findPlot(cell.substr(0, cell.find('@'))), index >= 0 ? view.seenFrom(index) : view};
}

// Draws the plot; `end` gets the figure's bytes. The job's thread computes the snapshot, this one draws it.
void render(const WindowContext& context, const std::string& cell, const FigureOptions& options, FigureFormat format,
            const QString& title, std::function<void(const QByteArray& bytes)> end)
{
    const auto [spec, view] = viewIn(cell, context.store);
    if (spec == nullptr)
        return context.fail(Shell::tr("This plot is not shown."));
    if (context.runner.isRunning())
        return context.fail(otherJobText());
    Result<std::unique_ptr<FigureMaker>> made = FigureMaker::make(*spec, context.store.scene(), view, options, format);
    if (!made.ok())
        return context.fail(made.error());
    const FigureMakerPtr maker = std::move(*made);
    runJob<SnapshotPtr>(
        context,
        {.title = title,
         .writes = true,
         .isStep = true,
         .work = [request = maker->request(), cache = context.cache()](const Runner::Progress&) -> Result<SnapshotPtr> {
             SnapshotPtr snapshot = compute(request, nullptr, *cache, currentCancel());
             if (cancelled())
                 return cancelledError(); // the picture is incomplete
             return snapshot;
         },
         .done =
             [&context, maker, end = std::move(end)](const SnapshotPtr& snapshot) {
                 if (const Result<QByteArray> bytes = maker->paint(*snapshot); bytes.ok())
                     end(*bytes);
                 else
                     context.fail(bytes.error(), cancelledText());
             },
         .cancelled = cancelledText()});
}

} // namespace

FigureExport::FigureExport(const WindowContext& context)
    : m_context(context)
    , m_options(fileOptions())
{
}

void FigureExport::ask(const std::string& cell, const PlayOptions& play, const QString& filters,
                       std::function<void(const PlayOptions& play, const QString& path)> write)
{
    const auto [spec, view] = viewIn(cell, m_context.store);
    if (spec == nullptr)
        return;
    auto* dialog
        = new FigureDialog(*spec, m_context.store.scene(), view, m_context.cache(), m_options, play, m_context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &FigureDialog::commandWanted, dialog,
                     [this, cell](const FigureOptions& options, const PlayOptions& animated) {
                         copyFigureCommand(m_context, cell, options, animated);
                     });
    const QString name = qs(spec->id) + (play.play.empty() ? u".png"_s : u".gif"_s);
    QObject::connect(dialog, &QDialog::accepted, dialog, [this, dialog, filters, name, write = std::move(write)] {
        const Result<FigureOptions> wanted = dialog->options();
        const Result<PlayOptions> animated = dialog->play();
        if (!wanted.ok() || !animated.ok())
            return;
        m_options = *wanted;
        const QString path = askWhereToSave(
            m_context.window, animated->play.empty() ? Shell::tr("Export plot") : Shell::tr("Export animation"), name,
            filters);
        if (!path.isEmpty())
            write(*animated, path);
    });
    dialog->open();
}

void FigureExport::askAndSave(const std::string& cell)
{
    ask(cell, {}, Shell::tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"),
        [this, cell](const PlayOptions&, const QString& path) { save(cell, path); });
}

void FigureExport::askAndAnimate(const std::string& cell, const PlayOptions& play)
{
    ask(cell, play, Shell::tr("GIF (*.gif);;MP4 (*.mp4);;Numbered PNGs (*.png)"),
        [this, cell](const PlayOptions& wanted, const QString& path) { animate(cell, wanted, path); });
}

void FigureExport::animate(const std::string& cell, const PlayOptions& play, const QString& path) const
{
    const auto [spec, view] = viewIn(cell, m_context.store);
    if (spec == nullptr)
        return m_context.fail(Shell::tr("This plot is not shown."));
    exportAnimation(m_context, {*spec, m_context.store.scene(), view, m_options}, play, path);
}

void FigureExport::save(const std::string& cell, const QString& path) const
{
    const Result<FigureFormat> format = figureFormatOf(path);
    if (!format.ok())
        return m_context.fail(format.error());
    const QString title = Shell::tr("writing %1").arg(QFileInfo(path).fileName());
    render(m_context, cell, m_options, *format, title, [&context = m_context, path, title](const QByteArray& bytes) {
        runJob<Done>(context,
                     {.title = title,
                      .writes = true,
                      .work =
                          [path, bytes](const Runner::Progress&) {
                              return writeFile(QFile::encodeName(path).toStdString(),
                                               {bytes.data(), static_cast<std::size_t>(bytes.size())});
                          },
                      .done = [&context, path](const Done&) { context.inform(Shell::tr("exported %1").arg(path)); },
                      .cancelled = cancelledText()});
    });
}

void FigureExport::copy(const std::string& cell) const
{
    const QString title = Shell::tr("copying the figure");
    const auto make = [&context = m_context, cell, title](FigureFormat format, const auto& end) {
        render(context, cell, fileOptions(), format, title, end);
    };
    make(FigureFormat::Png, [&context = m_context, make](const QByteArray& png) {
        make(FigureFormat::Svg, [&context, png](const QByteArray& svg) {
            auto* data = new QMimeData; // owned by the clipboard
            data->setData(u"image/png"_s, png);
            data->setData(u"image/svg+xml"_s, svg);
            data->setImageData(QImage::fromData(png, "PNG"));
            QGuiApplication::clipboard()->setMimeData(data);
            context.inform(Shell::tr("copied the figure as PNG and SVG"));
        });
    });
}

void copyFigureCommand(const WindowContext& context, const std::string& cell, const FigureOptions& options,
                       const PlayOptions& play)
{
    const SnapshotPtr snapshot = context.queue.latest();
    const auto [spec, view] = viewIn(cell, context.store);
    if (!snapshot || !snapshot->pipelines.ok() || spec == nullptr)
        return context.warn(Shell::tr("There is no picture to copy a command of."));
    const QString command
        = qs(figureCommand(*spec, context.store.scene(), view, *snapshot->pipelines->a, options, play));
    QGuiApplication::clipboard()->setText(command);
    context.inform(Shell::tr("copied: %1").arg(command));
}

} // namespace phasor
