// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"

#include <QObject>
#include <QString>

namespace phasor {

// Palette, style and type of the application: a Theme by name, or one that suits the desktop's palette. Exactly one per
// application; it sets QApplication's palette and font. GUI thread only.
class Appearance : public QObject
{
    Q_OBJECT

public:
    static constexpr auto kSystem = "system";

    explicit Appearance(QObject* parent = nullptr);

    const Theme& theme() const { return m_theme; }
    const QString& choice() const { return m_choice; } // "system", "light", "dark", "projector"
    void choose(const QString& choice);
    // Call on QEvent::PaletteChange and ThemeChange, when the desktop's palette may have changed.
    void systemChanged();

signals:
    void themeChanged(const phasor::Theme& theme);

private:
    void apply();

    QString m_choice = QLatin1String(kSystem);
    Theme m_theme;
    QFont m_systemFont;
    bool m_systemDark = false;
    bool m_applying = false;
};

} // namespace phasor
