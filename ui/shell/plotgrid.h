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

// Plots of the store's board in 2 × 2 cells that can be resized, hidden and maximized. A plot is made when it is first
// shown, since most never are and each takes 0.2 MiB. The current plot was clicked or reached by the Tab key last; it
// has a mark. A small window folds away one plot of each row, or one row, but never the current plot. A folded plot
// comes back when it is chosen in the menu.
class PlotGrid : public QWidget
{
    Q_OBJECT

public:
    // Entries of a plot's menu, besides maximizing.
    using ActionsOf = std::function<std::vector<Action>(const PlotSpec& spec)>;

    // Makes plots from showFirst() on. Each plot is a view of the workbench and computed while visible.
    PlotGrid(Store& store, Workbench& workbench, ActionsOf actions, QWidget* parent);

    QString current() const { return m_current->id; }

    // Shows a plot in place of the one in its usual cell, or hides it. The last visible plot cannot be hidden.
    void setPlotVisible(const QString& id, bool visible);
    std::vector<std::string> shown() const { return m_board.shown(); } // ids of the plots shown when none is maximized
    bool isWanted(const QString& id) const { return m_board.cellOf(id.toStdString()) >= 0; } // whether it is in shown()
    void arrangeAs(const Board& board); // puts the board's plots into the board's cells
    void showFirst(); // for a new board: its first plot becomes current, none is maximized
    void setCurrent(const QString& id);
    void toggleMaximised(); // shows the current plot only, or all again
    bool isMaximised() const { return m_maximised; }
    bool isFolded(const QString& id); // it is on the board, but has no room
    void setTheme(const Theme& theme);

    SplitGrid& cells() { return *m_grid; }

signals:
    void visibilityChanged(); // other plots are visible now
    void failed(const QString& message); // an error of a plot

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Entry
    {
        const PlotSpec& spec;
        QString id;
        Plot* plot = nullptr; // null, like the menu, until it is first shown
        PlotMenu* menu = nullptr;
    };

    void make(Entry& entry);
    int cellOf(const Entry& entry) const { return m_board.cellOf(entry.spec.id); } // -1: not on the board
    bool isWanted(const Entry& entry) const { return cellOf(entry) >= 0; } // shown when none is maximized
    Entry& firstWanted();
    Entry& entryNamed(const QString& id);
    void setCurrent(Entry& entry);
    Entry& entryOf(const QWidget* part); // the entry whose plot contains `part`
    void arrange();
    void fold();
    bool hasRoom(const Entry& entry) const;

    Store& m_store;
    Workbench& m_workbench;
    ActionsOf m_actionsOf;
    std::optional<Theme> m_theme;
    std::vector<Entry> m_entries;
    SplitGrid* m_grid;
    Board m_board; // the board that is shown
    Entry* m_current;
    bool m_maximised = false;
    bool m_arranging = false;
    bool m_narrow = false; // room for one column only
    bool m_low = false; // room for one row only
};

} // namespace phasor
