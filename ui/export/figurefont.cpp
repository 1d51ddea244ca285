// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/figurefont_p.h"

#include "text/spelling.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QVariant>

#include <algorithm>
#include <string>
#include <vector>

namespace phasor {

namespace {

constexpr int kLeastSmallPoints = 3;

// The family of the fonts inside the program; they are loaded once for each application.
Result<QString> ownFamily()
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
            return Error{.kind = ErrorKind::Resource,
                         .code = "FONT",
                         .where = WORDS("font"),
                         .what = WORDS("the font inside the program cannot be loaded"),
                         .remedy = WORDS("free memory and files, or raise their limits (ulimit -v, ulimit -n)")};
        family = families.first();
    }
    QCoreApplication::instance()->setProperty(kProperty, family);
    return family;
}

Result<QString> familyNamed(const QString& asked)
{
    const QStringList families = QFontDatabase::families();
    std::vector<std::string> names;
    for (const QString& listed : families) {
        const QString family
            = listed.section(QStringLiteral(" ["), 0, 0); // "C059 [URW ]": whose it is, if several have it
        if (family.compare(asked, Qt::CaseInsensitive) == 0)
            return family;
        names.push_back(family.toStdString());
    }
    const std::vector<std::string_view> words(names.begin(), names.end());
    const std::string nearest(nearestWord(asked.toStdString(), words));
    return usageError("ENUM", "--font", WORDS("there is no font %1 here").with(inQuotes(asked.toStdString())),
                      nearest.empty() ? WORDS("give a family that `fc-list : family` shows")
                                      : WORDS("did you mean %1?").with(inQuotes(nearest)));
}

QFont inFamily(QFont font, const QString& family)
{
    font.setFamilies({family});
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(
        static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias | QFont::PreferMatch));
    return font;
}

} // namespace

Result<Theme> withFigureFont(Theme theme, const std::optional<std::string>& asked, const std::optional<int>& points)
{
    TRY(QString family, ownFamily()); // also with another, for what that one has no glyph for
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

} // namespace phasor
