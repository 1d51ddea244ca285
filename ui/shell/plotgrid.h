// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"
#include "ui/shell/actions/actions.h"
#include "ui/shell/splitboard.h"

#include <QWidget>

#include <list>

namespace phasor {

class FigureExport;
class PlotMenu;
class Store;
class Workbench;
struct WindowContext;

// The store's board: a plot in each cell, in rows or columns that can be resized, moved and maximized. A plot is made
// when it is first shown, since most never are and each takes 0.2 MiB. Cells without room are tabs of their neighbors.
// The cell in focus was clicked or reached by the Tab key last; it has a mark, and its tab is the one that is shown.
class PlotGrid : public QWidget
{
    Q_OBJECT

public:
    // Makes plots from showFirst() on. Each plot is a view of the workbench and computed while visible.
    PlotGrid(const WindowContext& context, Workbench& workbench, FigureExport& figures, QWidget* parent);
    ~PlotGrid() override;

    QString current() const; // name of the cell in focus: "heatmap", "heatmap@2"
    PlotMenu& currentMenu() { return *entryNamed(board().nameOf(board().focus())).menu; }
    void showPlot(const QString& view); // gives it the focus where it is, else a new cell; a full board asks
    void add(const QString& view); // in a new cell, also if it is shown already; a full board asks
    void put(int cell, const QString& view); // in place of the one there
    std::vector<std::string> shown() const { return board().shown(); } // views, also those that have no room
    bool isWanted(const QString& view) const; // whether it is in shown()
    void showFirst(); // for a new board: its first cell gets the focus, none is maximized
    void closeCurrent();
    void toggleMaximized() // shows the cell in focus only, or all again
    {
        m_maximized = !m_maximized;
        arrange();
    }
    void setFrozen(bool frozen) { m_arranging = frozen; } // while frozen, the plots stay where they are
    bool isMaximized() const { return m_maximized; }
    void setTheme(const Theme& theme);

    QSize minimumSizeHint() const override { return leastCell(*this) * 3 / 4; }

signals:
    void visibilityChanged(); // other plots are visible now
    void askedFor(const QString& view); // there is no free cell for it

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Entry
    {
        std::string name; // of its cell
        const PlotSpec& spec;
        Plot* plot = nullptr;
        PlotMenu* menu = nullptr;
    };
    const Board& board() const;
    void edit(const std::function<void(Board&)>& change);
    Entry& entryNamed(const std::string& name); // makes it if needed
    void make(Entry& entry);
    const Entry* entryOf(const QWidget* part) const; // the entry whose plot contains `part`
    void setCurrent(const Entry& entry);
    void focusPlot();
    BoardPlan planNow() const;
    void arrange();
    void build();
    void keepSizes();
    std::vector<CellPlace> places() const; // of the cells that are visible
    bool drag(QWidget* part, QEvent* event);

    Store& m_store;
    Workbench& m_workbench;
    const WindowContext& m_context; // these two for the menus of cells
    FigureExport& m_figures;
    std::optional<Theme> m_theme;
    std::list<Entry> m_entries; // made so far
    SplitBoard* m_lines = nullptr;
    BoardPlan m_plan; // as built
    CellDrag m_drag;
    bool m_maximized = false;
    bool m_arranging = false;
};

} // namespace phasor
