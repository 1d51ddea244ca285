// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvas_p.h"
#include "views/waves/phasors.h"

#include <optional>

namespace phasor {

// Clocks of PhasorsData, the fastest first, as large as the room allows. Each has a ring as long as the hand's range, a
// hand with cosine and sine as legs, and a wedge between the second hand (or 0) and the first. A rotation adds the
// query pair before (dashed) and after, and the key pair. During playback the hands move between positions, too.
class ClockFace : public QCPLayoutElement
{
public:
    explicit ClockFace(Canvas& canvas);

    void setData(std::shared_ptr<const PhasorsData> data);
    void setTime(const std::optional<double>& position); // of playback; nullopt: the data's

    // Number of clocks that have room.
    int capacity() const;
    // The clock under a pixel of the canvas; null: none.
    const PhasorClocks::Clock* clockAt(const QPoint& pixel) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    struct Cells
    {
        int columns = 1;
        double side = 0; // of a square cell, logical pixels
        double label = 0; // height of the text below a clock
        QPointF origin;
    };

    Cells cells() const;
    QPointF centerOf(const Cells& cells, std::size_t index) const;
    double angleOf(const PhasorClocks& of, const PhasorClocks::Clock& clock) const;

    Canvas& m_canvas;
    std::shared_ptr<const PhasorsData> m_data;
    std::optional<double> m_time; // position during playback
};

} // namespace phasor
