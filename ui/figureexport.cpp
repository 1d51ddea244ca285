// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figureexport.h"

#include "core/outputfile.h"
#include "export/figure.h"
#include "session/store.h"
#include "ui/forms/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QMimeData>

namespace phasor {

namespace {

FigureOptions fileOptions()
{
    FigureOptions options;
    options.dpi = 300;
    return options;
}

// Holds the waiting cursor while a figure is drawn: a fraction of a second.
struct Waiting
{
    Waiting() { QApplication::setOverrideCursor(Qt::WaitCursor); }
    ~Waiting() { QApplication::restoreOverrideCursor(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
};

Status write(const QString& path, const QByteArray& bytes)
{
    Result<OutputFile> file = OutputFile::open(QFile::encodeName(path).toStdString());
    if (!file.ok())
        return file.error();
    if (Status status = file->write(std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size())));
        !status.ok())
        return status;
    return file->commit();
}

} // namespace

FigureExport::FigureExport(Store& store, QWidget* parent)
    : QObject(parent)
    , m_store(store)
    , m_window(parent)
{
}

void FigureExport::askAndSave(std::string_view plot)
{
    QFileDialog dialog(m_window, tr("Export plot"), {}, tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.selectFile(qs(plot) + u".png"_s);
    // The ending decides the format: it follows the chosen filter.
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& filter) {
        const QString ending = filter.section(u"*."_s, 1).chopped(1);
        const QString name = dialog.selectedFiles().value(0);
        dialog.setDefaultSuffix(ending);
        dialog.selectFile(name.left(name.lastIndexOf(u'.')) + u'.' + ending);
    });
    dialog.setDefaultSuffix(u"png"_s);
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        save(plot, dialog.selectedFiles().front());
}

void FigureExport::save(std::string_view plot, const QString& path)
{
    const PlotSpec* spec = findPlot(plot);
    const Result<FigureFormat> format = figureFormatOf(path);
    if (spec == nullptr || !format.ok()) {
        emit failed(format.ok() ? tr("there is no such plot") : qs(toString(format.error())));
        return;
    }
    const Waiting waiting;
    const Result<QByteArray> bytes = renderFigure(*spec, m_store.parameters(), m_store.view(), fileOptions(), *format);
    const Status status = bytes.ok() ? write(path, *bytes) : Status(bytes.error());
    if (status.ok())
        emit done(tr("exported %1").arg(path));
    else
        emit failed(qs(toString(status.error())));
}

void FigureExport::copy(std::string_view plot)
{
    const PlotSpec* spec = findPlot(plot);
    if (spec == nullptr)
        return;
    const Waiting waiting;
    const auto render = [&](FigureFormat format) {
        return renderFigure(*spec, m_store.parameters(), m_store.view(), fileOptions(), format);
    };
    const Result<QByteArray> png = render(FigureFormat::Png);
    const Result<QByteArray> svg = render(FigureFormat::Svg);
    if (!png.ok() || !svg.ok()) {
        emit failed(qs(toString(png.ok() ? svg.error() : png.error())));
        return;
    }
    auto* data = new QMimeData; // the clipboard's
    data->setData(u"image/png"_s, *png);
    data->setData(u"image/svg+xml"_s, *svg);
    data->setImageData(QImage::fromData(*png, "PNG"));
    QGuiApplication::clipboard()->setMimeData(data);
    emit done(tr("copied the figure as PNG and SVG"));
}

} // namespace phasor
