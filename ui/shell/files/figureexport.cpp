// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/figureexport.h"

#include "files/outputfile.h"
#include "session/runner.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/shell/files/figuredialog.h"
#include "ui/shell/files/savedialog.h"

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

Status writeFile(const QString& path, const QByteArray& bytes)
{
    TRY(OutputFile file, OutputFile::open(QFile::encodeName(path).toStdString()));
    TRY_DONE(file.write(std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size()))));
    return file.commit();
}

} // namespace

FigureExport::FigureExport(Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QWidget* parent)
    : Speaker(parent)
    , m_store(store)
    , m_cache(std::move(cache))
    , m_runner(runner)
    , m_window(parent)
    , m_options(fileOptions())
{
}

void FigureExport::askAndSave(std::string_view plot)
{
    const PlotSpec* spec = findPlot(plot);
    if (spec == nullptr)
        return;
    auto* dialog = new FigureDialog(*spec, m_store.scene(), m_store.view(), m_cache, m_options, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FigureDialog::commandWanted, this,
            [this, name = qs(plot)](const FigureOptions& options) { emit commandWanted(name, options); });
    connect(dialog, &QDialog::accepted, this, [this, dialog, name = std::string(plot)] {
        if (const Result<FigureOptions> wanted = dialog->options(); wanted.ok()) {
            m_options = *wanted;
            saveAs(name);
        }
    });
    dialog->open();
}

void FigureExport::saveAs(std::string_view plot)
{
    const QString path = askWhereToSave(m_window, tr("Export plot"), qs(plot) + u".png"_s,
                                        tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"));
    if (!path.isEmpty())
        save(plot, path);
}

void FigureExport::save(std::string_view plot, const QString& path)
{
    const Result<FigureFormat> format = figureFormatOf(path);
    if (!format.ok())
        return endWith(format.error());
    const QString title = tr("writing %1").arg(QFileInfo(path).fileName());
    make(plot, m_options, *format, title, [this, path, title](const Result<QByteArray>& bytes) {
        if (bytes.ok())
            write(path, *bytes, title);
        else
            endWith(bytes.error());
    });
}

void FigureExport::copy(std::string_view plot)
{
    const QString title = tr("copying the figure");
    make(plot, fileOptions(), FigureFormat::Png, title,
         [this, name = std::string(plot), title](const Result<QByteArray>& png) {
             if (!png.ok())
                 return endWith(png.error());
             make(name, fileOptions(), FigureFormat::Svg, title, [this, bytes = *png](const Result<QByteArray>& svg) {
                 svg.ok() ? toClipboard(bytes, *svg) : endWith(svg.error());
             });
         });
}

// Ends with the bytes of the figure of the store's present state, or an Error.
void FigureExport::make(std::string_view plot, const FigureOptions& options, FigureFormat format, const QString& title,
                        const End& end)
{
    const PlotSpec* spec = findPlot(plot);
    if (spec == nullptr || m_runner.isRunning()) {
        fail(spec == nullptr ? tr("there is no such plot") : tr("another export is running"));
        return;
    }
    Result<std::unique_ptr<FigureMaker>> maker
        = FigureMaker::make(*spec, m_store.scene(), m_store.view(), options, format);
    if (!maker.ok())
        return end(maker.error());
    compute(std::move(*maker), title, end);
}

// The request is computed on the job's thread; the maker itself stays on this one.
void FigureExport::compute(const Maker& maker, const QString& title, const End& end)
{
    m_runner.start<SnapshotPtr>(
        {.title = title,
         .writes = true,
         .work = [request = maker->request(), cache = m_cache](const Runner::Progress&) -> Result<SnapshotPtr> {
             SnapshotPtr snapshot = phasor::compute(request, nullptr, *cache, currentCancel());
             if (cancelled())
                 return cancelledError(); // the picture is not whole
             return snapshot;
         },
         .done =
             [maker, end](const Result<SnapshotPtr>& snapshot) {
                 const Status taken = snapshot.ok() ? maker->take(**snapshot) : Status(snapshot.error());
                 end(taken.ok() ? maker->paint() : Result<QByteArray>(taken.error()));
             }});
}

void FigureExport::write(const QString& path, const QByteArray& bytes, const QString& title)
{
    m_runner.start<Done>({.title = title,
                          .writes = true,
                          .work = [path, bytes](const Runner::Progress&) { return writeFile(path, bytes); },
                          .done =
                              [this, path](const Status& status) {
                                  if (status.ok())
                                      inform(tr("exported %1").arg(path));
                                  else
                                      endWith(status.error());
                              }});
}

void FigureExport::toClipboard(const QByteArray& png, const QByteArray& svg)
{
    auto* data = new QMimeData; // the clipboard's
    data->setData(u"image/png"_s, png);
    data->setData(u"image/svg+xml"_s, svg);
    data->setImageData(QImage::fromData(png, "PNG"));
    QGuiApplication::clipboard()->setMimeData(data);
    inform(tr("copied the figure as PNG and SVG"));
}

void FigureExport::endWith(const Error& error)
{
    fail(error, tr("cancelled; nothing was changed"));
}

} // namespace phasor
