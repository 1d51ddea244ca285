// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/drawing/drawingplot_p.h"

namespace phasor {

constexpr double kOwnStretch = 0.001; // stretch of titles and bars, which take only the size that they need

// Leaves no room for columns whose panels are all left out.
static void shrinkEmpty(QCPLayoutGrid& grid)
{
    for (int column = 0; column < grid.columnCount(); ++column) {
        bool empty = true;
        for (int row = 0; row < grid.rowCount(); ++row)
            empty = empty && !grid.hasElement(row, column);
        if (empty)
            grid.setColumnStretchFactor(column, kOwnStretch);
    }
}

// Whether no other panel is in the panel's row, apart from its A − B.
static bool isAlone(const std::vector<PanelForm>& forms, const PanelPlan& plan, std::size_t panel)
{
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const bool near = forms[i].place.area != forms[panel].place.area
            || (forms[i].place.row == forms[panel].place.row && forms[i].place.column != forms[panel].place.column);
        if (i != panel && plan.cells[i].shown && near)
            return false;
    }
    return true;
}

PanelGrid::PanelGrid(Canvas& canvas)
    : m_canvas(canvas)
    , m_areas(new QCPLayoutGrid)
{
    canvas.plotLayout()->addElement(1, 0, m_areas);
    m_areas->setRowSpacing(0);
    m_areas->setColumnSpacing(0);
}

void PanelGrid::arrange(const std::vector<PanelForm>& forms, const PanelPlan& plan, Panels& panels)
{
    for (const std::unique_ptr<DrawnPanel>& panel : panels)
        panel->takeOut();
    m_canvas.plotLayout()->simplify();
    m_areas->clear();
    m_areas->simplify();
    m_grids.clear();
    m_columns = 0;
    m_columnStretch.clear();
    m_rowStretch.clear();
    for (std::size_t i = 0; i < forms.size(); ++i) {
        if (plan.cells[i].shown)
            place(forms[i], plan.cells[i], *panels[i]);
        panels[i]->setAlone(isAlone(forms, plan, i));
    }
    for (const auto& [area, grid] : m_grids)
        shrinkEmpty(*grid.grid);
    QList<double> stretch(m_columns, kOwnStretch);
    for (const auto& [area, grid] : m_grids)
        stretch[grid.column] = plan.areas.at(area);
    m_areas->setColumnStretchFactors(stretch);
}

QCPLayoutGrid& PanelGrid::gridOf(int area)
{
    const auto [known, made] = m_grids.try_emplace(area);
    if (made) {
        known->second = {new QCPLayoutGrid, m_columns++};
        known->second.grid->setRowSpacing(0); // the axes' margins hold their labels
        known->second.grid->setColumnSpacing(0);
        m_areas->addElement(0, known->second.column, known->second.grid);
    }
    return *known->second.grid;
}

QCPMarginGroup* PanelGrid::group(int area, Qt::Orientation orientation, int number)
{
    QCPMarginGroup*& group = m_groups[{area, orientation, number}];
    return group != nullptr ? group : group = new QCPMarginGroup(&m_canvas);
}

void PanelGrid::place(const PanelForm& form, const PanelCell& cell, DrawnPanel& panel)
{
    const int area = form.place.area;
    QCPLayoutGrid& grid = gridOf(area);
    const auto add = [&](QCPLayoutElement& element, int row, int column, double height) {
        grid.addElement(row, column, &element);
        grid.setRowStretchFactor(row, height);
        element.setVisible(true);
    };
    if (cell.titleRow >= 0) {
        add(panel.title(), cell.titleRow, cell.column, kOwnStretch);
        panel.title().setMarginGroup(QCP::msLeft | QCP::msRight, group(area, Qt::Vertical, cell.column));
    }
    if (form.kind == PanelForm::Kind::Text) {
        add(panel.text(), cell.row, cell.column, std::max(kOwnStretch, form.place.height));
        return;
    }
    add(panel.rect(), cell.row, cell.column, form.place.height);
    panel.rect().setMarginGroup(QCP::msLeft | QCP::msRight, group(area, Qt::Vertical, cell.column));
    panel.rect().setMarginGroup(QCP::msTop | QCP::msBottom, group(area, Qt::Horizontal, cell.row));
    grid.setColumnStretchFactor(cell.column, form.place.width);
    if (cell.bar == PanelCell::Bar::None)
        return;
    QCPLayoutElement& bar = *panel.bar().element();
    using Bar = PanelCell::Bar;
    panel.bar().setBelow(cell.bar == Bar::Below || cell.bar == Bar::Under, form.named);
    bar.setVisible(true);
    if (cell.bar == Bar::Below) {
        add(bar, cell.row + 1, cell.column, kOwnStretch);
        bar.setMarginGroup(QCP::msLeft | QCP::msRight, group(area, Qt::Vertical, cell.column));
    } else if (cell.bar == Bar::Beside) {
        add(bar, cell.row, cell.column + 1, form.place.height);
        bar.setMarginGroup(QCP::msTop | QCP::msBottom, group(area, Qt::Horizontal, cell.row));
        grid.setColumnStretchFactor(cell.column + 1, kOwnStretch);
    } else if (cell.bar == Bar::Aside) {
        m_areas->addElement(0, m_columns++, &bar);
    } else {
        m_areas->addElement(1, m_grids[area].column, &bar);
        m_areas->setRowStretchFactors({1, kOwnStretch});
        bar.setMarginGroup(QCP::msLeft, group(area, Qt::Vertical, cell.column));
    }
}

// Gives columns of maps their share of the inner width, and rows of squares or lanes the same inner height. The layout
// shares sizes including labels, and only some panels have these: they would be the smallest.
void PanelGrid::makeEqual(const std::vector<PanelForm>& forms, const PanelPlan& plan, const Panels& panels)
{
    if (m_equalizing || !m_grids.contains(0))
        return;
    const Stretch columns = equalStretch(forms, plan, panels, Qt::Horizontal);
    const Stretch rows = equalStretch(forms, plan, panels, Qt::Vertical);
    if ((columns.empty() || columns == m_columnStretch) && (rows.empty() || rows == m_rowStretch))
        return;
    for (const auto& [column, stretch] : columns)
        gridOf(0).setColumnStretchFactor(column, stretch);
    for (const auto& [row, stretch] : rows)
        gridOf(0).setRowStretchFactor(row, stretch);
    m_columnStretch = columns;
    m_rowStretch = rows;
    m_equalizing = true;
    m_canvas.layoutFor(m_canvas.viewport().size());
    m_equalizing = false;
}

// Stretch of the first area's columns or rows that makes them equal inside; empty: they are, or should not be.
PanelGrid::Stretch PanelGrid::equalStretch(const std::vector<PanelForm>& forms, const PanelPlan& plan,
                                           const Panels& panels, Qt::Orientation orientation) const
{
    const bool across = orientation == Qt::Horizontal;
    struct Size
    {
        int inside = 0;
        int labels = 0;
        double share = 1;
    };
    std::map<int, Size> sizes;
    for (std::size_t i = 0; i < plan.cells.size() && i < panels.size(); ++i) {
        if (!plan.cells[i].shown || forms[i].place.area != 0)
            continue;
        const double share = across ? forms[i].place.width : 1;
        const bool alike = across ? share == forms.front().place.width || forms.front().kind == PanelForm::Kind::Map
                                  : forms[i].square || forms[i].lane;
        if (forms[i].kind == PanelForm::Kind::Text || !alike)
            return {};
        const QCPAxisRect& rect = panels[i]->rect();
        const QSize labels = rect.outerRect().size() - rect.size();
        sizes[across ? plan.cells[i].column : plan.cells[i].row]
            = across ? Size{rect.width(), labels.width(), share} : Size{rect.height(), labels.height()};
    }
    double all = 0;
    double shares = 0;
    for (const auto& [at, size] : sizes) {
        all += size.inside;
        shares += size.share;
    }
    int least = 0; // too little
    int most = 0; // too much
    Stretch stretch;
    for (const auto& [at, size] : sizes) {
        const int inside = static_cast<int>(all * size.share / shares);
        least = std::min(least, size.inside - inside);
        most = std::max(most, size.inside - inside);
        stretch[at] = std::max(1, inside + size.labels);
    }
    // A pixel of rounding may stay in equal columns; with shares, places would depend on the layout before.
    const int rounding = shares == static_cast<double>(sizes.size()) ? 1 : 0;
    return most - least > rounding ? stretch : Stretch();
}

} // namespace phasor
