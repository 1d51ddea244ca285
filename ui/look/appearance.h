// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"

#include <QObject>
#include <QPalette>
#include <QString>

#include <array>

class QStyle;

namespace phasor {

QPalette paletteOf(const Theme& theme);

// Fusion with hairlines: flat fields and lists, a thin slider that jumps to a click, narrow scroll bars, check boxes
// and radio buttons that are seen on a dark window. All colors come from the palette. The caller owns it; GUI thread
// only.
QStyle* makeQuietStyle();

// Palette, style and type of the application: a Theme by name, or one that suits the desktop's palette, in a chosen
// size. Exactly one per application; it sets QApplication's palette and font. GUI thread only.
class Appearance : public QObject
{
    Q_OBJECT

public:
    static constexpr auto kSystem = "system";

    explicit Appearance(QObject* parent = nullptr);

    const Theme& theme() const { return m_theme; }
    const QString& choice() const { return m_choice; } // "system", "light", "dark", "projector"
    void choose(const QString& choice);
    static constexpr std::array kTypeSizes{80, 90, 100, 110, 125, 150, 175, 200};
    int typeSize() const { return m_typeSize; } // percent of the usual size, one of kTypeSizes
    void setTypeSize(int percent); // takes the nearest one
    // Factor for lengths that follow the type; 1: the usual type.
    double typeScale() const { return m_theme.font.pointSizeF() / Theme::light().font.pointSizeF(); }
    // Call on QEvent::PaletteChange and ThemeChange, when the desktop's palette may have changed.
    void systemChanged();

signals:
    void themeChanged(const phasor::Theme& theme);

private:
    void apply();

    QString m_choice = QLatin1String(kSystem);
    int m_typeSize = 100;
    Theme m_theme;
    QFont m_systemFont;
    bool m_systemDark = false;
    bool m_applying = false;
};

} // namespace phasor
