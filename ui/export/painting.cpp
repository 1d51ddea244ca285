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

// Moves what the cross-reference table says about everything behind `at` by `shift` bytes.
void shiftReferences(QByteArray& pdf, qsizetype at, qsizetype shift)
{
    constexpr int kDigits = 10; // of an offset in the table, 20 bytes an entry
    const QByteArray key = "startxref\n";
    const qsizetype start = pdf.lastIndexOf(key) + key.size();
    qsizetype end = start;
    while (end < pdf.size() && pdf[end] >= '0' && pdf[end] <= '9')
        ++end;
    const qsizetype table = pdf.mid(start, end - start).toLongLong() + shift;
    pdf.replace(start, end - start, QByteArray::number(table));
    const qsizetype trailer = pdf.indexOf("trailer", table);
    qsizetype entry = pdf.indexOf('\n', pdf.indexOf('\n', table) + 1) + 1; // behind "xref" and "0 count"
    for (; entry + 20 <= trailer; entry += 20) {
        const qsizetype offset = pdf.mid(entry, kDigits).toLongLong();
        if (offset > at)
            pdf.replace(entry, kDigits, QByteArray::number(offset + shift).rightJustified(kDigits, '0'));
    }
}

// QPdfWriter stamps the present time of this time zone. With SOURCE_DATE_EPOCH it is that time in UTC.
void fixCreationDate(QByteArray& pdf)
{
    bool given = false;
    const qint64 epoch = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&given);
    const QByteArray key = "/CreationDate (";
    const qsizetype at = pdf.indexOf(key) + key.size();
    const qsizetype end = pdf.indexOf(')', at);
    if (!given || at < key.size() || end < 0)
        return;
    const QDateTime time = QDateTime::fromSecsSinceEpoch(epoch, QTimeZone::utc());
    const QByteArray stamp = "D:" + time.toString(QStringLiteral("yyyyMMddHHmmss")).toLatin1() + 'Z';
    const qsizetype shift = stamp.size() - (end - at);
    pdf.replace(at, end - at, stamp);
    if (shift != 0)
        shiftReferences(pdf, at, shift);
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
