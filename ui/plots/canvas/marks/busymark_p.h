// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"

namespace phasor {

// A word in the upper right corner of a plot that is still computed while others are done.
class BusyMark : public Overlay
{
public:
    explicit BusyMark(Canvas& canvas);
    void setTheme(const Theme& theme);
    void show(const QString& word); // empty: hidden
    const QString& word() const { return m_word; }

    void paint(QPainter& painter) const override;

private:
    QRect place() const;

    const Canvas& m_canvas;
    QString m_word;
    QFont m_font;
    QColor m_ink;
    QColor m_ground;
};

} // namespace phasor
