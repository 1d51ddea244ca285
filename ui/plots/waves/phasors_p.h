// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/clockface_p.h"
#include "plots/canvas/labels/tickers_p.h"
#include "plots/canvas/marks/crosshair_p.h"
#include "views/waves/phasors.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

class QToolButton;

namespace phasor {

// A clock for each pair, and below them the positions: pointing there moves the hands, a click sets the second hand.
// The space bar lets the position play.
class PhasorsPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(PhasorsPlot)

public:
    PhasorsPlot(Store& store, QWidget* parent);

    bool playing() const { return m_tick.isActive(); }
    void setPlaying(bool playing);

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor& cursor) override;
    void applyTheme() override;
    std::optional<Cursor> cursorAt(const QPoint& pixel) const override;
    void clicked(const QPoint& pixel) override;
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void tick();
    bool overPositions(const QPoint& pixel) const;

    std::shared_ptr<const PhasorsData> m_data;
    ClockFace* m_face; // owned by the canvas's layout
    QCPAxisRect* m_rect; // of the positions
    QSharedPointer<IndexTicker> m_ticker;
    QCPGraph* m_marks; // on the positions: where the hands stand
    CrossHair& m_position;
    CrossHair& m_other;
    QToolButton* m_play;
    QTimer m_tick;
    QElapsedTimer m_since; // the last tick
    double m_time = 0; // position that is shown while it plays, coordinates
};

} // namespace phasor
