// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/painting_p.h"

#include "export/figure.h"
#include "text/words.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDateTime>
#include <QFontDatabase>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QTimeZone>
#include <QUuid>
#include <QVariant>

#include <cmath>

namespace phasor {

constexpr const char* kNoCharacters[] = {"\xef\xbf\xbe", "\xef\xbf\xbf"}; // U+FFFE, U+FFFF

// Content of an XML element, in UTF-8: `&`, `<` and `>` escaped.
static QByteArray xmlText(const QString& text)
{
    QString escaped = text;
    escaped.replace(u'&', QStringLiteral("&amp;")).replace(u'<', QStringLiteral("&lt;"));
    return escaped.replace(u'>', QStringLiteral("&gt;")).toUtf8();
}

// UTF-8 without the characters that XML 1.0 cannot write: most control characters, U+FFFE, U+FFFF.
static QByteArray withoutForbidden(QByteArray utf8)
{
    utf8.removeIf([](char byte) {
        return static_cast<unsigned char>(byte) < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
    });
    for (const char* character : kNoCharacters)
        utf8.replace(character, "");
    return utf8;
}

constexpr double kPointsPerInch = 72;

// Moves the cross-reference table's offsets of everything after `at` by `shift` bytes.
static void shiftReferences(QByteArray& pdf, qsizetype at, qsizetype shift)
{
    constexpr int kDigits = 10; // digits of an offset in the table; 20 bytes an entry
    const QByteArray key = "startxref\n";
    const qsizetype start = pdf.lastIndexOf(key) + key.size();
    qsizetype end = start; // a space may follow
    while (end < pdf.size() && pdf[end] >= '0' && pdf[end] <= '9')
        ++end;
    const qsizetype table = pdf.mid(start, end - start).toLongLong() + shift;
    pdf.replace(start, end - start, QByteArray::number(table));
    const qsizetype trailer = pdf.indexOf("trailer", table);
    qsizetype entry = pdf.indexOf('\n', pdf.indexOf('\n', table) + 1) + 1; // after "xref" and "0 count"
    for (; entry + 20 <= trailer; entry += 20) {
        const qsizetype offset = pdf.mid(entry, kDigits).toLongLong();
        if (offset > at)
            pdf.replace(entry, kDigits, QByteArray::number(offset + shift).rightJustified(kDigits, '0'));
    }
}

// Replaces `size` bytes at `at` by `text`.
static void replaceIn(QByteArray& pdf, qsizetype at, qsizetype size, const QByteArray& text)
{
    pdf.replace(at, size, text);
    if (text.size() != size)
        shiftReferences(pdf, at, text.size() - size);
}

// Replaces QPdfWriter's local time by SOURCE_DATE_EPOCH in UTC, if set.
static void fixDates(QByteArray& pdf)
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

// Sets the exact page size. QPdfWriter's pages have whole points; the drawing begins at the top.
static void fixPageSize(QByteArray& pdf, QSizeF points)
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

constexpr int kLeastSmallPoints = 3;

// Family of the fonts inside the program, loaded once per application.
static Result<QString> ownFamily()
{
    constexpr const char* kProperty = "phasorFigureFamily";
    const QVariant known = QCoreApplication::instance()->property(kProperty);
    if (known.isValid())
        return known.toString();
    QString family;
    for (const char* file : {":/fonts/DejaVuSans-Bold.ttf", ":/fonts/DejaVuSans.ttf"}) {
        const int id = QFontDatabase::addApplicationFont(QString::fromLatin1(file));
        const QStringList families = QFontDatabase::applicationFontFamilies(id);
        if (families.isEmpty())
            return Error{ErrorKind::Resource, "FONT", WORDS("font"), WORDS("Phasor's own font cannot be loaded"),
                         WORDS("free memory and files, or raise their limits (ulimit -v, ulimit -n)")};
        family = families.first();
    }
    QCoreApplication::instance()->setProperty(kProperty, family);
    return family;
}

static Result<QString> familyNamed(const QString& asked)
{
    const QStringList families = QFontDatabase::families();
    std::vector<std::string> names;
    for (const QString& listed : families) {
        const QString family
            = listed.section(QStringLiteral(" ["), 0, 0); // "C059 [URW ]": foundry, if several have the family
        if (family.compare(asked, Qt::CaseInsensitive) == 0)
            return family;
        names.push_back(family.toStdString());
    }
    const std::vector<std::string_view> words(names.begin(), names.end());
    const std::string nearest(nearestWord(asked.toStdString(), words));
    return usageError("ENUM", "--font", WORDS("the font %1 is not installed").with(inQuotes(asked.toStdString())),
                      nearest.empty() ? WORDS("use a family that `fc-list : family` shows")
                                      : WORDS("did you mean %1?").with(inQuotes(nearest)));
}

static QFont inFamily(QFont font, const QString& family)
{
    font.setFamilies({family});
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(
        static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias | QFont::PreferMatch));
    return font;
}

// Memory that libpng takes during writing: zlib's tables, and some filtered rows. At a limit the C library takes
// 1 MiB for each small piece.
constexpr qsizetype kPngMemory = 1 << 22;
constexpr qsizetype kPngRows = 8;
constexpr qsizetype kSvgMemory = 1 << 23; // for a drawing that contains small PNGs

// Throws without enough memory, because libpng would report that on standard error.
static void requireRoom(qsizetype bytes)
{
    QByteArray(bytes, Qt::Uninitialized).clear();
}

// Replaces QSvgGenerator 6.4's first tag, whose sizes are whole units, and its title and description, which are not
// escaped. The drawing fills the exact size; it is off by half a unit at most.
static QByteArray asXml(const QByteArray& drawn, const Painting& painting)
{
    constexpr double kMillimetres = 25.4;
    const auto length = [](double inches) {
        return QByteArray::number(inches * kMillimetres, 'g', 10) + "mm";
    };
    const QSize units = painting.frame.size;
    const qsizetype tag = drawn.indexOf("<svg");
    const qsizetype content = drawn.indexOf("<defs>", tag); // after Qt's title and description
    QByteArray svg = drawn.left(tag) + "<svg width=\"" + length(painting.inches.width()) + "\" height=\""
        + length(painting.inches.height()) + "\"\n viewBox=\"0 0 " + QByteArray::number(units.width()) + ' '
        + QByteArray::number(units.height())
        + "\" preserveAspectRatio=\"none\"\n xmlns=\"http://www.w3.org/2000/svg\""
          " xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.2\" baseProfile=\"tiny\">\n<title>"
        + xmlText(painting.title()) + "</title>\n";
    QByteArray session = painting.session; // JSON: escaped, so that withoutForbidden() removes nothing
    session.replace(kNoCharacters[0], "\\ufffe").replace(kNoCharacters[1], "\\uffff");
    if (!session.isEmpty())
        svg += "<desc>" + xmlText(QString::fromUtf8(session)) + "</desc>\n";
    return withoutForbidden(svg + drawn.mid(content));
}

QByteArray paintPdf(const Painting& painting)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    constexpr int kPdfUnitsPerInch = 1200;
    writer.setResolution(kPdfUnitsPerInch);
    const QSizeF points = painting.inches * kPointsPerInch;
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setCreator(QStringLiteral("Phasor"));
    writer.setTitle(painting.title());
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    // A fixed id, because Qt takes a random number, and no metadata, because Qt writes the present time into it.
    writer.setDocumentId(QUuid::createUuidV5(QUuid(), painting.session + painting.title().toUtf8()));
    writer.setDocumentXmpMetadata("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>");
#endif
    if (!painting.session.isEmpty())
        writer.addFileAttachment(QStringLiteral("session.json"), painting.session, QStringLiteral("application/json"));
    FigureFrame frame = painting.frame;
    const double across = points.width() / frame.size.width();
    frame.scale = kPdfUnitsPerInch / kPointsPerInch * across;
    frame.stretch = points.height() / frame.size.height() / across;
    painting.plot.draw(writer, frame);
    fixPageSize(bytes, points);
    fixDates(bytes);
    return bytes;
}

Result<Theme> withFigureFont(Theme theme, const std::optional<std::string>& asked, const std::optional<int>& points)
{
    TRY(QString family, ownFamily()); // also needed with another font, for its missing glyphs
    if (asked) {
        TRY(family, familyNamed(QString::fromStdString(*asked)));
    }
    theme.font = inFamily(theme.font, family);
    theme.smallFont = inFamily(theme.smallFont, family);
    if (!points)
        return theme;
    const int small = std::max(kLeastSmallPoints, theme.smallFont.pixelSize() * *points / theme.font.pixelSize());
    theme.font.setPixelSize(*points);
    theme.smallFont.setPixelSize(small);
    return theme;
}

QImage paintImage(const Painting& painting)
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
        image.setText(kSessionText, QString::fromUtf8(painting.session));
    return image;
}

QByteArray pngOf(const QImage& image)
{
    if (image.isNull())
        return {};
    requireRoom(kPngMemory + kPngRows * image.bytesPerLine());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? bytes : QByteArray();
}

QByteArray paintPng(const Painting& painting)
{
    return pngOf(paintImage(painting));
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
