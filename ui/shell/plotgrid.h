// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/theme.h"
#include "ui/shell/actions/actionset.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QStackedWidget;

namespace phasor {

class Plot;
class PlotMenu;
class SplitGrid;
class Store;
class Workbench;
struct PlotSpec;

// All plots of plotSpecs() in 2 × 2 cells, which can be resized, hidden and maximized. A cell shows one of its plots. A
// plot is made when it is first shown: most never are, and each takes 0.2 MiB. The current plot is the one last clicked
// or reached by the Tab key; it has a mark. In a small window one plot of each row, or one row, is folded away: never
// the current plot, and the first plot last. A folded plot comes back when it is chosen in the menu.
class PlotGrid : public QWidget
{
    Q_OBJECT

public:
    // What the menu of a plot offers besides maximizing it.
    using ActionsOf = std::function<std::vector<Action>(const PlotSpec& spec)>;

    // Each plot that is made is a view of the workbench, computed while it is visible. setShown() comes first.
    PlotGrid(Store& store, Workbench& workbench, ActionsOf actions, QWidget* parent);

    QString current() const { return m_entries[m_current].id; }

    // Replaces the cell's other plots. The last visible plot cannot be hidden.
    void setPlotVisible(const QString& id, bool visible);
    std::vector<std::string> shown() const; // ids, when nothing is maximised
    bool isWanted(const QString& id) const; // one of shown()
    void setShown(const std::vector<std::string>& ids); // the standard ones if none of them is a plot's
    void setCurrent(const QString& id);
    void toggleMaximised(); // shows the current plot alone, or all again
    bool isMaximised() const { return m_maximised; }
    bool isFolded(const QString& id) const; // wanted, and there is no room for it
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
        QStackedWidget* cell;
        bool wanted; // shown when nothing is maximised
        Plot* plot = nullptr; // both null until it is first shown
        PlotMenu* menu = nullptr;
    };

    void make(Entry& entry);
    void addToWorkbench(Plot* plot);
    void setCurrent(std::size_t index);
    std::size_t entryOf(const QWidget* part) const; // the plot that it is in
    void arrange();
    void orderTabs();
    void fold();
    bool hasRoom(std::size_t index) const;

    Store& m_store;
    Workbench& m_workbench;
    ActionsOf m_actionsOf;
    std::optional<Theme> m_theme;
    std::vector<Entry> m_entries;
    SplitGrid* m_grid;
    std::size_t m_current = 0;
    bool m_maximised = false;
    bool m_arranging = false;
    bool m_narrow = false; // one column
    bool m_low = false; // one row
};

} // namespace phasor
