// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/figure.h"

#include <array>
#include <charconv>
#include <utility>

namespace phasor {

namespace {

constexpr double kMostInches = 200; // the largest page that PDF 1.4 knows

std::optional<double> parseLength(const QString& text)
{
    const std::string digits = text.trimmed().toStdString();
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return value;
}

} // namespace

Result<QSizeF> parseFigureSize(const QString& text, double dpi)
{
    const std::array<std::pair<QString, double>, 5> units{{{QStringLiteral("in"), 1.0},
                                                           {QStringLiteral("mm"), 1 / 25.4},
                                                           {QStringLiteral("cm"), 1 / 2.54},
                                                           {QStringLiteral("pt"), 1 / 72.0},
                                                           {QStringLiteral("px"), 1 / dpi}}};
    const std::string where = "--size";
    const QString plain = text.trimmed().toLower();
    for (const auto& [unit, inches] : units) {
        if (!plain.endsWith(unit))
            continue;
        const QStringList sides = plain.chopped(2).split(QLatin1Char('x'));
        const auto width = sides.size() == 2 ? parseLength(sides[0]) : std::nullopt;
        const auto height = sides.size() == 2 ? parseLength(sides[1]) : std::nullopt;
        if (!width || !height)
            break;
        const QSizeF size(*width * inches, *height * inches);
        if (!(size.width() > 0) || !(size.height() > 0) || size.width() > kMostInches || size.height() > kMostInches)
            return usageError("RANGE", where, WORDS("%1 is no size of a page").with(inQuotes(text.toStdString())),
                              WORDS("use more than 0 and at most 200 inches each way"));
        return size;
    }
    return usageError("SYNTAX", where, WORDS("%1 is not WIDTHxHEIGHT with a unit").with(inQuotes(text.toStdString())),
                      WORDS("write for example 3.5x2.6in, 89x60mm or 1280x720px (in, mm, cm, pt, px)"));
}

Result<FigureFormat> figureFormatOf(const QString& fileName)
{
    constexpr std::array<std::pair<const char*, FigureFormat>, 3> kFormats{
        {{".png", FigureFormat::Png}, {".svg", FigureFormat::Svg}, {".pdf", FigureFormat::Pdf}}};
    const QString name = fileName.toLower();
    for (const auto& [ending, format] : kFormats) {
        if (name.endsWith(QLatin1String(ending)))
            return format;
    }
    return usageError("ENUM", "--out",
                      WORDS("%1 has no ending that says the format of a figure").with(inQuotes(fileName.toStdString())),
                      WORDS("use .png, .svg or .pdf"));
}

} // namespace phasor
