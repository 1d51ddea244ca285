// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "views/waves/phasors.h"

#include <memory>

namespace phasor {

// Clocks of PhasorsData, the fastest first, as large as the room allows. Each has a ring as long as the hand's range, a
// hand with cosine and sine as legs, and a wedge between the second hand (or 0) and the first. A rotation adds the
// query pair before (dashed) and after, and the key pair.
class ClockFace : public QCPLayoutElement
{
public:
    explicit ClockFace(Canvas& canvas);

    void setData(std::shared_ptr<const PhasorsData> data) { m_data = std::move(data); }
    // Playback between two positions: the first hand is this many positions ahead of the data.
    void setAhead(double positions) { m_ahead = positions; }

    // Number of clocks that have room.
    int capacity() const;
    // The clock under a pixel of the canvas; null: none.
    const PhasorsData::Clock* clockAt(const QPoint& pixel) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    struct Cells
    {
        int columns = 1;
        double side = 0; // of a square cell, logical pixels
        double label = 0; // height of the text below a clock
        QPointF origin;
    };

    Cells cells() const;
    QPointF centreOf(const Cells& cells, std::size_t index) const;
    double angleOf(const PhasorsData::Clocks& of, const PhasorsData::Clock& clock) const;

    const Canvas& m_canvas;
    std::shared_ptr<const PhasorsData> m_data;
    double m_ahead = 0;
};

} // namespace phasor
