// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/labels/wholelines_p.h"

#include <algorithm>

namespace phasor {

namespace {

QFont smaller(QFont font, double factor)
{
    if (font.pixelSize() > 0)
        font.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * factor)));
    else
        font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

} // namespace

void WholeLines::draw(QCPPainter* painter)
{
    constexpr double kSmallest = 0.75; // of the type that was asked for
    const QString all = text();
    const QFont asked = font();
    const QStringList lines = all.split(u'\n');
    const auto widthOf = [this](const QString& line) {
        return QFontMetrics(mFont).horizontalAdvance(line) + 1;
    };
    int widest = 1;
    for (const QString& line : lines)
        widest = std::max(widest, widthOf(line));
    mFont = smaller(asked, std::clamp(static_cast<double>(rect().width()) / widest, kSmallest, 1.0));
    const int most = rect().height() / QFontMetrics(mFont).lineSpacing();
    QStringList fitting;
    for (const QString& line : lines) {
        if (fitting.size() < most && widthOf(line) <= rect().width())
            fitting << line;
    }
    if (fitting.size() < lines.size()) {
        if (fitting.size() == most && most > 1)
            fitting.removeLast();
        if (fitting.size() < most)
            fitting << QStringLiteral("…");
    }
    mText = fitting.join(u'\n');
    QCPTextElement::draw(painter);
    mText = all;
    mFont = asked;
}

} // namespace phasor
