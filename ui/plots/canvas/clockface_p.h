// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "views/waves/phasors.h"

#include <memory>

namespace phasor {

// The clocks of PhasorsData, as large as the room allows, fast ones first. On each: a ring as far as the hand gets, the
// hand with its cosine and sine as legs, a wedge from the second hand (or from 0) to the first; of a rotation the pair
// of the query before (dashed) and after, and that of the key.
class ClockFace : public QCPLayoutElement
{
public:
    explicit ClockFace(Canvas& canvas);

    void setData(std::shared_ptr<const PhasorsData> data) { m_data = std::move(data); }
    // Positions that the first hand has moved on since the data's position: what plays between two positions.
    void setAhead(double positions) { m_ahead = positions; }

    // How many clocks have room.
    int capacity() const;
    // The clock under a pixel of the canvas; null: there is none.
    const PhasorsData::Clock* clockAt(const QPoint& pixel) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    struct Cells
    {
        int columns = 1;
        double side = 0; // of a cell's square, logical pixels
        double label = 0; // height below it
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
