// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace phasor {

class Plot;
class Store;
struct PlotSpec;

enum class PlotAction { Maximise, Export, CopyFigure, CopyData, SaveData, LockRange };

// What can be done with one plot: its context menu, which a button in its header opens, too. Beside it a button that
// maximises the plot. Actions: "plot-action-ID", of a plot "heatmap" in the menu "menu-heatmap".
class PlotMenu : public QMenu
{
    Q_OBJECT

public:
    // Adds the buttons to the plot's header.
    PlotMenu(const PlotSpec& spec, Store& store, Plot& plot);

    void showMaximised(bool maximised);

signals:
    void asked(phasor::PlotAction action);

private:
    void add(PlotAction action, const char* id, const QString& text, const QString& image = {});
    void addColours(Store& store);
    void askForRange(Store& store);

    QWidget* m_plot;
    QAction* m_maximise = nullptr;
};

} // namespace phasor
