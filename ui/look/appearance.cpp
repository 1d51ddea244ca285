// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/appearance.h"

#include <QApplication>
#include <QScreen>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace phasor {

static QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](float x, float y) {
        return static_cast<float>(x + (y - x) * share);
    };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

static bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128;
}

QPalette paletteOf(const Theme& theme)
{
    const QColor paper = theme.background;
    const QColor ink = theme.foreground;
    const QColor window = mixed(paper, ink, theme.isDark() ? 0.03 : 0.035);
    const QColor accent = theme.isDark() ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2);
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::Base, paper);
    palette.setColor(QPalette::AlternateBase, mixed(paper, ink, 0.05));
    palette.setColor(QPalette::ToolTipBase, mixed(paper, ink, 0.08));
    palette.setColor(QPalette::Button, mixed(window, paper, 0.6));
    palette.setColor(QPalette::Light, mixed(window, paper, 0.8));
    palette.setColor(QPalette::Midlight, mixed(window, ink, 0.08));
    palette.setColor(QPalette::Mid, mixed(window, ink, 0.2)); // color of hairlines
    palette.setColor(QPalette::Dark, mixed(window, ink, 0.35));
    palette.setColor(QPalette::Shadow, mixed(window, ink, 0.6));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        palette.setColor(role, ink);
    palette.setColor(QPalette::BrightText, paper);
    palette.setColor(QPalette::PlaceholderText, mixed(window, ink, 0.72));
    palette.setColor(QPalette::HighlightedText, theme.isDark() ? QColor(Qt::black) : QColor(Qt::white));
    for (const auto role : {QPalette::Highlight, QPalette::Link, QPalette::LinkVisited})
        palette.setColor(role, accent);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mixed(window, ink, 0.4));
    return palette;
}

Appearance::Appearance(QObject* parent)
    : QObject(parent)
    , m_theme(Theme::light())
    , m_systemFont(QApplication::font())
    , m_systemDark(isDark(QApplication::palette()))
{
    QApplication::setStyle(makeQuietStyle());
    apply();
}

void Appearance::choose(const QString& choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    apply();
}

void Appearance::setTypeSize(int percent)
{
    const int nearest
        = *std::ranges::min_element(kTypeSizes, {}, [percent](int size) { return std::abs(size - percent); });
    if (std::exchange(m_typeSize, nearest) != nearest)
        apply();
}

void Appearance::systemChanged()
{
    // Ignores the palette that Phasor set itself, which isn't the desktop's.
    if (m_applying || QApplication::palette().color(QPalette::Window) == paletteOf(m_theme).color(QPalette::Window))
        return;
    m_systemDark = isDark(QApplication::palette());
    apply();
}

void Appearance::apply()
{
    m_theme
        = m_choice == QLatin1String(kSystem) ? (m_systemDark ? Theme::dark() : Theme::light()) : Theme::named(m_choice);
    // The projector theme is made for pictures of 1080 lines; a projector enlarges smaller pictures itself.
    constexpr double kLines = 1080;
    constexpr double kLeast = 0.7;
    const double share = m_theme.id == QLatin1String("projector")
        ? std::clamp(QGuiApplication::primaryScreen()->size().height() / kLines, kLeast, 1.0)
        : 1;
    for (QFont* font : {&m_theme.font, &m_theme.smallFont})
        font->setPointSizeF(font->pointSizeF() * share * m_typeSize / 100);
    m_applying = true;
    QApplication::setPalette(paletteOf(m_theme));
    QToolTip::setPalette(QApplication::palette());
    QFont font = m_systemFont;
    font.setPointSizeF(m_theme.font.pointSizeF());
    QApplication::setFont(font);
    m_applying = false;
    emit themeChanged(m_theme);
}

} // namespace phasor
