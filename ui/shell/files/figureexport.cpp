// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/figureexport.h"

#include "export/figurecommand.h"
#include "session/computequeue.h"
#include "session/store.h"
#include "ui/forms/text.h"
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

QString cancelledText()
{
    return Shell::tr("Canceled. Nothing was changed.");
}

// Draws the plot; `end` gets the figure's bytes. The job's thread computes the snapshot, this one draws it.
void render(const WindowContext& context, std::string_view plot, const FigureOptions& options, FigureFormat format,
            const QString& title, std::function<void(const QByteArray& bytes)> end)
{
    const PlotSpec* spec = findPlot(plot);
    if (spec == nullptr)
        return context.fail(Shell::tr("This plot is not shown."));
    if (context.runner.isRunning())
        return context.fail(otherJobText());
    Result<std::unique_ptr<FigureMaker>> made
        = FigureMaker::make(*spec, context.store.scene(), context.store.view(), options, format);
    if (!made.ok())
        return context.fail(made.error());
    const FigureMakerPtr maker = std::move(*made);
    runJob<SnapshotPtr>(
        context,
        {.title = title,
         .writes = true,
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

void FigureExport::askAndSave(std::string_view plot)
{
    const PlotSpec* spec = findPlot(plot);
    if (spec == nullptr)
        return;
    auto* dialog = new FigureDialog(*spec, m_context.store.scene(), m_context.store.view(), m_context.cache(),
                                    m_options, m_context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &FigureDialog::commandWanted, dialog,
                     [this, spec](const FigureOptions& options) { copyFigureCommand(m_context, spec->id, options); });
    QObject::connect(dialog, &QDialog::accepted, dialog, [this, dialog, spec] {
        const Result<FigureOptions> wanted = dialog->options();
        if (!wanted.ok())
            return;
        m_options = *wanted;
        const QString path = askWhereToSave(m_context.window, Shell::tr("Export plot"), qs(spec->id) + u".png"_s,
                                            Shell::tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"));
        if (!path.isEmpty())
            save(spec->id, path);
    });
    dialog->open();
}

void FigureExport::save(std::string_view plot, const QString& path) const
{
    const Result<FigureFormat> format = figureFormatOf(path);
    if (!format.ok())
        return m_context.fail(format.error());
    const QString title = Shell::tr("writing %1").arg(QFileInfo(path).fileName());
    render(m_context, plot, m_options, *format, title, [&context = m_context, path, title](const QByteArray& bytes) {
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

void FigureExport::copy(std::string_view plot) const
{
    const QString title = Shell::tr("copying the figure");
    const auto make = [&context = m_context, name = std::string(plot), title](FigureFormat format, const auto& end) {
        render(context, name, fileOptions(), format, title, end);
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

void copyFigureCommand(const WindowContext& context, std::string_view plot, const FigureOptions& options)
{
    const SnapshotPtr snapshot = context.queue.latest();
    const PlotSpec* spec = findPlot(plot);
    if (!snapshot || !snapshot->pipelines.ok() || spec == nullptr)
        return context.warn(Shell::tr("There is no picture to copy a command of."));
    const QString command
        = qs(figureCommand(*spec, context.store.scene(), context.store.view(), *snapshot->pipelines->a, options));
    QGuiApplication::clipboard()->setText(command);
    context.inform(Shell::tr("copied: %1").arg(command));
}

} // namespace phasor
