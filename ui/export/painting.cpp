// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/painting_p.h"

#include <QBuffer>
#include <QDateTime>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QTimeZone>
#include <QUrl>

#include <cmath>

namespace phasor {

namespace {

// QPdfWriter stamps the present time. The stamp is replaced by SOURCE_DATE_EPOCH without moving a byte behind it,
// because the cross-reference table counts them.
void fixCreationDate(QByteArray& pdf)
{
    bool given = false;
    const qint64 epoch = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&given);
    const QByteArray key = "/CreationDate (";
    const qsizetype at = pdf.indexOf(key);
    const qsizetype end = at < 0 ? -1 : pdf.indexOf(')', at);
    if (!given || end < 0)
        return;
    const qsizetype length = end - at - key.size();
    const QDateTime time = QDateTime::fromSecsSinceEpoch(epoch, QTimeZone::utc());
    QByteArray stamp = "D:" + time.toString(QStringLiteral("yyyyMMddHHmmss")).toLatin1() + "Z)";
    stamp = stamp.leftJustified(length + 1, ' ', true);
    pdf.replace(at + key.size(), length + 1, stamp);
}

} // namespace

QByteArray paintPng(const Painting& painting)
{
    const auto pixels = [&](double inches) {
        return std::max(1, static_cast<int>(std::lround(inches * painting.dpi)));
    };
    QImage image(pixels(painting.inches.width()), pixels(painting.inches.height()), QImage::Format_RGB32);
    if (image.isNull())
        return {};
    image.fill(painting.background);
    painting.plot.draw(image, painting.frame);
    const int perMetre = static_cast<int>(std::lround(painting.dpi / 0.0254));
    image.setDotsPerMeterX(perMetre);
    image.setDotsPerMeterY(perMetre);
    image.setText(QStringLiteral("Software"), QStringLiteral("Phasor"));
    image.setText(QStringLiteral("phasor-session"), QString::fromUtf8(painting.session));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray paintSvg(const Painting& painting)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(72);
    generator.setSize(painting.frame.size);
    generator.setViewBox(QRect(QPoint(), painting.frame.size));
    generator.setTitle(painting.frame.title.isEmpty() ? painting.plot.title() : painting.frame.title);
    generator.setDescription(QString::fromUtf8(painting.session));
    FigureFrame frame = painting.frame;
    frame.scale = 1;
    painting.plot.draw(generator, frame);
    return bytes;
}

QByteArray paintPdf(const Painting& painting)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    constexpr int kUnitsPerInch = 1200;
    writer.setResolution(kUnitsPerInch);
    writer.setPageSize(QPageSize(painting.inches * 72, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setCreator(QStringLiteral("Phasor"));
    writer.setTitle(painting.frame.title.isEmpty() ? painting.plot.title() : painting.frame.title);
    writer.addFileAttachment(QStringLiteral("session.json"), painting.session, QStringLiteral("application/json"));
    FigureFrame frame = painting.frame;
    frame.scale = kUnitsPerInch / 72.0;
    painting.plot.draw(writer, frame);
    fixCreationDate(bytes);
    return bytes;
}

} // namespace phasor
