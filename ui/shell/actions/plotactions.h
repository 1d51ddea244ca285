// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actionset.h"

#include <QCoreApplication>
#include <QMenu>

namespace phasor {

class FigureExport;
class Plot;
struct PlotSpec;
struct WindowContext;

// Context menu of one plot: "menu-heatmap" with actions "plot-action-ID". Two buttons in the plot's header maximize the
// plot and open the menu.
class PlotMenu : public QMenu
{
    Q_DECLARE_TR_FUNCTIONS(PlotMenu)

public:
    // `maximize` maximizes the plot or restores all; `actions` follow in the menu. Adds the buttons to the header.
    PlotMenu(const PlotSpec& spec, Plot& plot, std::function<void()> maximize, std::vector<Action> actions);

    void showMaximised(bool maximised);

private:
    QAction* m_maximise;
};

// Actions of one plot: export its figure, copy its numbers, set its colors if it has some. `context` and `figures`
// outlive the actions.
std::vector<Action> plotActions(const PlotSpec& spec, const WindowContext& context, FigureExport& figures);

void goToPosition(const WindowContext& context); // asks for a position and dimension in the heatmap

} // namespace phasor
