// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"
#include "ui/shell/actions/actionset.h"
#include "views/viewstate.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace phasor {

class PlotMenu;
class SplitGrid;
class Store;
class Workbench;
struct PlotSpec;

// The plots of the store's board in 2 × 2 cells, which can be resized, hidden and maximized. A plot is made when it is
// first shown: most never are, and each takes 0.2 MiB. The current plot is the one last clicked or reached by the Tab
// key; it has a mark. In a small window one plot of each row, or one row, is folded away: never
// the current plot, and the first plot last. A folded plot comes back when it is chosen in the menu.
class PlotGrid : public QWidget
{
    Q_OBJECT

public:
    // What the menu of a plot offers besides maximizing it.
    using ActionsOf = std::function<std::vector<Action>(const PlotSpec& spec)>;

    // Each plot that is made is a view of the workbench, computed while it is visible. Made from showFirst() on.
    PlotGrid(Store& store, Workbench& workbench, ActionsOf actions, QWidget* parent);

    QString current() const { return m_current->id; }

    // Replaces the plot in its usual cell. The last visible plot cannot be hidden.
    void setPlotVisible(const QString& id, bool visible);
    std::vector<std::string> shown() const { return m_board.shown(); } // ids, when nothing is maximised
    bool isWanted(const QString& id) const { return m_board.cellOf(id.toStdString()) >= 0; } // one of shown()
    void arrangeAs(const Board& board); // the same plots in the same cells
    void showFirst(); // of a board that is new: its first plot is current, none is maximized
    void setCurrent(const QString& id);
    void toggleMaximised(); // shows the current plot alone, or all again
    bool isMaximised() const { return m_maximised; }
    bool isFolded(const QString& id); // wanted, and there is no room for it
    void setTheme(const Theme& theme);

    SplitGrid& cells() { return *m_grid; }

signals:
    void visibilityChanged(); // which plots are visible
    void failed(const QString& message); // of a plot

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Entry
    {
        const PlotSpec& spec;
        QString id;
        Plot* plot = nullptr; // both null until it is first shown
        PlotMenu* menu = nullptr;
    };

    void make(Entry& entry);
    int cellOf(const Entry& entry) const { return m_board.cellOf(entry.spec.id); } // -1: it is not on the board
    bool isWanted(const Entry& entry) const { return cellOf(entry) >= 0; } // shown when nothing is maximized
    Entry& firstWanted();
    Entry& entryNamed(const QString& id);
    void setCurrent(Entry& entry);
    Entry& entryOf(const QWidget* part); // the plot that it is in
    void arrange();
    void fold();
    bool hasRoom(const Entry& entry) const;

    Store& m_store;
    Workbench& m_workbench;
    ActionsOf m_actionsOf;
    std::optional<Theme> m_theme;
    std::vector<Entry> m_entries;
    SplitGrid* m_grid;
    Board m_board; // as it is shown
    Entry* m_current;
    bool m_maximised = false;
    bool m_arranging = false;
    bool m_narrow = false; // one column
    bool m_low = false; // one row
};

} // namespace phasor
