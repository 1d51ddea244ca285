// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "ui/shell/menus/plotmenu.h"
#include "ui/shell/speaker.h"

class QWidget;

namespace phasor {

class ComputeQueue;
class DataExport;
class FigureExport;
class PlotGrid;
class Store;

// What is done with one plot: its figure, its numbers, its command, the range of its colours, a place in it.
// GUI thread only; what it refers to must outlive it.
class PlotActions : public Speaker
{
    Q_OBJECT

public:
    PlotActions(Store& store, ComputeQueue& queue, FigureExport& figures, DataExport& data, QWidget* window);

    void act(PlotAction action, const QString& plot); // Maximise is the grid's own
    void copyCommand(const QString& plot, const FigureOptions& options = {}); // run, it draws what is seen
    void goTo(); // asks for a place

private:
    ViewDataPtr shownBy(const QString& plot) const; // null: it has nothing
    void lockRange(const QString& plot);

    Store& m_store;
    ComputeQueue& m_queue;
    FigureExport& m_figures;
    DataExport& m_data;
    QWidget* m_window;
};

} // namespace phasor
