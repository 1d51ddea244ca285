// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/theme.h"

#include <QFontInfo>

namespace phasor {

namespace {

QFont fontOf(double points)
{
    QFont font;
    font.setPointSizeF(points);
    return font;
}

QFont inUnits(const QFont& font, double shrink)
{
    QFont fixed = font;
    fixed.setFamily(QFontInfo(font).family()); // "Sans Serif" means nothing on the machine that shows an SVG
    fixed.setPixelSize(qMax(6, qRound(font.pointSizeF() * shrink)));
    return fixed;
}

} // namespace

Theme Theme::light()
{
    Theme theme;
    theme.id = QStringLiteral("light");
    theme.background = QColor(0xff, 0xff, 0xff);
    theme.foreground = QColor(0x26, 0x28, 0x2b);
    theme.muted = QColor(0x69, 0x6d, 0x72);
    theme.grid = QColor(0xe9, 0xea, 0xec);
    theme.crossHair = QColor(0x10, 0x10, 0x10);
    theme.warning = QColor(0xc6, 0x28, 0x28);
    theme.nanColour = QColor(0xff, 0x00, 0xff);
    theme.font = fontOf(9.5);
    theme.smallFont = fontOf(8.5);
    return theme;
}

Theme Theme::dark()
{
    Theme theme = light();
    theme.id = QStringLiteral("dark");
    theme.background = QColor(0x1c, 0x1e, 0x21);
    theme.foreground = QColor(0xe4, 0xe6, 0xe8);
    theme.muted = QColor(0x9c, 0xa1, 0xa7);
    theme.grid = QColor(0x30, 0x33, 0x38);
    theme.crossHair = QColor(0xff, 0xff, 0xff);
    theme.warning = QColor(0xff, 0x7b, 0x72);
    return theme;
}

Theme Theme::projector()
{
    Theme theme = light();
    theme.id = QStringLiteral("projector");
    theme.foreground = QColor(0, 0, 0);
    theme.muted = QColor(0x40, 0x40, 0x40);
    theme.grid = QColor(0xd8, 0xd8, 0xd8);
    theme.lineWidth = 3;
    theme.axisWidth = 1.5;
    theme.font = fontOf(16);
    theme.smallFont = fontOf(14);
    return theme;
}

Theme Theme::named(const QString& id)
{
    if (id == QLatin1String("dark"))
        return dark();
    if (id == QLatin1String("projector"))
        return projector();
    return light();
}

bool Theme::isKnown(const QString& id)
{
    return named(id).id == id;
}

Theme Theme::forFigure() const
{
    // Paper takes smaller type than a screen: 9.5 pt labels become 8 pt, as journals ask for.
    constexpr double kShrink = 8.0 / 9.5;
    Theme theme = *this;
    theme.font = inUnits(font, kShrink);
    theme.smallFont = inUnits(smallFont, kShrink);
    theme.lineWidth *= 0.75;
    theme.axisWidth *= 0.6;
    return theme;
}

} // namespace phasor
