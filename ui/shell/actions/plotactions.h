// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actionset.h"

#include <QCoreApplication>
#include <QMenu>

namespace phasor {

class Plot;
struct PlotSpec;

// The context menu of one plot, "menu-heatmap" with actions "plot-action-ID". Two buttons in the plot's header maximize
// it and open the menu.
class PlotMenu : public QMenu
{
    Q_DECLARE_TR_FUNCTIONS(PlotMenu)

public:
    // `maximize` maximizes the plot or restores the others; `actions` are the rest. Adds the buttons to the header.
    PlotMenu(const PlotSpec& spec, Plot& plot, std::function<void()> maximize, std::vector<Action> actions);

    void showMaximised(bool maximised);

private:
    QAction* m_maximise;
};

class FigureExport;
struct PlotSpec;
struct WindowContext;

// What can be done with one plot: its figure, its numbers, and the colors where it has some. `context` and `figures`
// outlive the actions.
std::vector<Action> plotActions(const PlotSpec& spec, const WindowContext& context, FigureExport& figures);

void goToPosition(const WindowContext& context); // asks for a place in the heatmap

} // namespace phasor
