// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"

namespace phasor {

// A word in the upper right corner of a plot that is still computed while others are done.
class BusyMark : public Overlay
{
public:
    using Overlay::Overlay;
    void show(const QString& word); // empty: hidden
    const QString& word() const { return m_word; }

    void paint(QPainter& painter) const override;

private:
    QString m_word;
};

} // namespace phasor
