// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/painting_p.h"

#include <QBuffer>
#include <QDateTime>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QTimeZone>
#include <QUrl>
#include <QUuid>

namespace phasor {

namespace {

constexpr double kPointsPerInch = 72;

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

// `text` in place of size bytes at `at`.
void replaceIn(QByteArray& pdf, qsizetype at, qsizetype size, const QByteArray& text)
{
    pdf.replace(at, size, text);
    if (text.size() != size)
        shiftReferences(pdf, at, text.size() - size);
}

// QPdfWriter stamps the present time of this time zone. With SOURCE_DATE_EPOCH it is that time in UTC.
void fixDates(QByteArray& pdf)
{
    bool given = false;
    const qint64 epoch = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&given);
    if (!given)
        return;
    const QDateTime time = QDateTime::fromSecsSinceEpoch(epoch, QTimeZone::utc());
    const QByteArray stamp = "D:" + time.toString(QStringLiteral("yyyyMMddHHmmss")).toLatin1() + 'Z';
    for (const QByteArray key : {"/CreationDate (", "/ModDate ("}) {
        const qsizetype at = pdf.indexOf(key) + key.size();
        const qsizetype end = pdf.indexOf(')', at);
        if (at >= key.size() && end >= 0)
            replaceIn(pdf, at, end - at, stamp);
    }
}

// QPdfWriter's pages are whole points; the drawing begins at the top of such a page.
void fixPageSize(QByteArray& pdf, QSizeF points)
{
    const QByteArray key = "/MediaBox [";
    const qsizetype at = pdf.indexOf(key) + key.size();
    const qsizetype end = pdf.indexOf(']', at);
    if (at < key.size() || end < 0)
        return;
    const QByteArray box = pdf.mid(at, end - at);
    const double top = box.mid(box.lastIndexOf(' ') + 1).toDouble();
    const auto number = [](double value) {
        return QByteArray::number(value, 'f', 4);
    };
    replaceIn(pdf, at, end - at,
              "0 " + number(top - points.height()) + ' ' + number(points.width()) + ' ' + number(top));
}

} // namespace

QByteArray paintPdf(const Painting& painting)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    constexpr int kUnitsPerInch = 1200;
    writer.setResolution(kUnitsPerInch);
    const QSizeF points = painting.inches * kPointsPerInch;
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setCreator(QStringLiteral("Phasor"));
    writer.setTitle(painting.title());
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    // Qt takes a random number, and writes the present time into metadata, for which nothing else is known here.
    writer.setDocumentId(QUuid::createUuidV5(QUuid(), painting.session + painting.title().toUtf8()));
    writer.setDocumentXmpMetadata("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>");
#endif
    if (!painting.session.isEmpty())
        writer.addFileAttachment(QStringLiteral("session.json"), painting.session, QStringLiteral("application/json"));
    FigureFrame frame = painting.frame;
    const double across = points.width() / frame.size.width();
    frame.scale = kUnitsPerInch / kPointsPerInch * across;
    frame.stretch = points.height() / frame.size.height() / across;
    painting.plot.draw(writer, frame);
    fixPageSize(bytes, points);
    fixDates(bytes);
    return bytes;
}

} // namespace phasor
