// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"

namespace phasor {

// Dims a plot that has nothing to show, or only what was there before, and says why.
class ReasonVeil : public Overlay
{
public:
    explicit ReasonVeil(Canvas& canvas);
    void setTheme(const Theme& theme);
    void show(const QString& reason); // empty: hidden
    void setCovering(bool covering); // nothing was there before: axes without data are not seen through it
    const QString& reason() const { return m_reason; }

    void paint(QPainter& painter) const override;

private:
    const Canvas& m_canvas;
    QString m_reason;
    QFont m_font;
    QColor m_colour;
    QColor m_veil;
    bool m_covering = false;
};

} // namespace phasor
