// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/painting_p.h"

#include "export/xmltext_p.h"

#include <QBuffer>
#include <QImage>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

// What libpng takes while it writes: zlib's tables, and some rows that it filters.
constexpr qsizetype kPngMemory = 1 << 20;
constexpr qsizetype kPngRows = 8;
constexpr qsizetype kSvgMemory = 1 << 23; // of a drawing with small pictures in it, which are PNGs

// Throws where there is not enough: libpng would say so on standard error.
void requireRoom(qsizetype bytes)
{
    QByteArray(bytes, Qt::Uninitialized).clear();
}

// In place of the first tag that QSvgGenerator 6.4 wrote, whose sizes are whole units, and of its title and
// description, which it does not escape. The drawing fills the exact size; it is off by half a unit at most.
QByteArray asXml(const QByteArray& drawn, const Painting& painting)
{
    constexpr double kMillimetres = 25.4;
    const auto length = [](double inches) {
        return QByteArray::number(inches * kMillimetres, 'g', 10) + "mm";
    };
    const QSize units = painting.frame.size;
    const qsizetype tag = drawn.indexOf("<svg");
    const qsizetype content = drawn.indexOf("<defs>", tag); // behind a title and a description of its own
    QByteArray svg = drawn.left(tag) + "<svg width=\"" + length(painting.inches.width()) + "\" height=\""
        + length(painting.inches.height()) + "\"\n viewBox=\"0 0 " + QByteArray::number(units.width()) + ' '
        + QByteArray::number(units.height())
        + "\" preserveAspectRatio=\"none\"\n xmlns=\"http://www.w3.org/2000/svg\""
          " xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.2\" baseProfile=\"tiny\">\n<title>"
        + xmlText(painting.title()) + "</title>\n";
    if (!painting.session.isEmpty())
        svg += "<desc>" + xmlText(QString::fromUtf8(jsonForXml(painting.session))) + "</desc>\n";
    return withoutForbidden(svg + drawn.mid(content));
}

} // namespace

QString Painting::title() const
{
    return frame.title.isEmpty() ? plot.title() : frame.title;
}

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
    if (!painting.session.isEmpty())
        image.setText(QStringLiteral("phasor-session"), QString::fromUtf8(painting.session));
    requireRoom(kPngMemory + kPngRows * image.bytesPerLine());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? bytes : QByteArray();
}

QByteArray paintSvg(const Painting& painting)
{
    requireRoom(kSvgMemory);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(72);
    generator.setSize(painting.frame.size);
    generator.setViewBox(QRect(QPoint(), painting.frame.size));
    FigureFrame frame = painting.frame;
    frame.scale = 1;
    painting.plot.draw(generator, frame);
    return asXml(bytes, painting);
}

} // namespace phasor
