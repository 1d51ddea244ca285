// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actionset.h"
#include "views/viewstate.h"

#include <QCoreApplication>
#include <QMenu>

class QToolButton;

namespace phasor {

class FigureExport;
class Plot;
struct PlotSpec;
struct WindowContext;

// What a cell's menu does with its cell.
struct CellActs
{
    std::function<void()> maximize; // or restores all
    std::function<void()> close;
    std::function<bool()> canClose;
    std::function<void(const QString& view)> put; // shows that view in the cell
};

// Context menu of one plot: "menu-heatmap" with actions "plot-action-ID". Three buttons in the plot's header show
// another view here, maximize the plot and open the menu.
class PlotMenu : public QMenu
{
    Q_DECLARE_TR_FUNCTIONS(PlotMenu)

public:
    // The plot's object name names menu and buttons; `actions` follow in the menu. Adds the buttons to the header.
    PlotMenu(const PlotSpec& spec, Plot& plot, const CellActs& acts, std::vector<Action> actions);

    ActionSet& actions() { return *m_set; }
    const PlotSpec& spec() const { return m_spec; }
    void showMaximised(bool maximised);
    void showStage(const std::string& stage); // that the plot shows, if it has one

private:
    const PlotSpec& m_spec;
    Plot& m_plot;
    std::string m_stage; // that the plot shows
    ActionSet* m_set = nullptr;
    QAction* m_maximise;
    QToolButton* m_view; // the view's name
};

// Menus of the views by group; a group of one view is its entry alone.
std::vector<Action> viewMenus(const std::function<Action(const PlotSpec& spec)>& entryOf);
QString groupTitle(ViewGroup group);

// The stage for one more cell with that view: of its own if the view is shown already and takes one, else none.
std::string stageOfNext(const ViewState& view, const QString& added);

// Actions of the plot in a cell of that name: export its figure, copy its numbers, set its stage and colors if it has
// some. `context` and `figures` outlive the actions.
std::vector<Action> plotActions(const PlotSpec& spec, const std::string& cell, const WindowContext& context,
                                FigureExport& figures);

void goToPosition(const WindowContext& context); // asks for a position and dimension in the heatmap

} // namespace phasor
