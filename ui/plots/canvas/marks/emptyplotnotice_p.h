// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"

namespace phasor {

// Why the plot is empty, or shows old data, which it dims.
class EmptyPlotNotice : public Overlay
{
public:
    using Overlay::Overlay;
    void show(const QString& reason); // empty: hidden
    void setCovering(bool covering); // there are no old data: axes without data are not seen through it
    const QString& reason() const { return m_reason; }

    void paint(QPainter& painter) const override;

private:
    QString m_reason;
    bool m_covering = false;
};

} // namespace phasor
