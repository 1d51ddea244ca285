// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"

#include <QIcon>
#include <QLabel>
#include <QPalette>

#include <array>

class QFrame;
class QStyle;
class QToolButton;

namespace phasor {

// An icon (resources/icons/NAME.svg), drawn in the text color of the application's palette at the time of painting, so
// that it follows light and dark.
QIcon icon(const QString& name);

// A flat button without a frame; `tip` is also its accessible name. `shown`: its icon; empty: none.
QToolButton* quietButton(const QString& name, const QString& tip, QWidget* parent, const QString& shown = {});

// A line between panels, `height` pixels.
QFrame* hairline(QWidget* parent, int height = 1);

// A line of plain text. If it is too long, its last parts ("a · b · c") are left out, or one part is cut with "…"; the
// tool tip then has all of it. Or all of the text, in as many lines as its width needs. Requires no width.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent);

    void setFullText(const QString& text, bool whole = false, const QString& more = {});
    const QString& fullText() const { return m_text; }
    QString shownText() const; // in one line
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(m_text), linesHeight()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    int linesHeight() const;

    QString m_text;
    QString m_more;
    bool m_whole = false;
    int m_fitted = 0; // height reported to the layout
};

// Plain text in as many lines as needed; it can be selected and copied.
QLabel* paragraph(const QString& name, const QString& text, QWidget* parent);

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
