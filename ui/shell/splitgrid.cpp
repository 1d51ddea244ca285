// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/splitgrid.h"

#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>

namespace phasor {

SplitGrid::SplitGrid(QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
{
    setChildrenCollapsible(false);
}

void SplitGrid::addCell()
{
    if (m_rows.empty() || m_rows.back()->count() == kColumns) {
        auto* row = new QSplitter(Qt::Horizontal);
        row->setChildrenCollapsible(false);
        addWidget(row);
        setStretchFactor(count() - 1, 1);
        connect(row, &QSplitter::splitterMoved, this, [this, row] { align(row); });
        m_rows.push_back(row);
    }
    QSplitter& row = *m_rows.back();
    row.addWidget(new QStackedWidget);
    row.setStretchFactor(row.count() - 1, 1);
}

std::vector<QStackedWidget*> SplitGrid::cells() const
{
    std::vector<QStackedWidget*> cells;
    for (const QSplitter* row : m_rows) {
        for (int i = 0; i < row->count(); ++i)
            cells.push_back(static_cast<QStackedWidget*>(row->widget(i)));
    }
    return cells;
}

void SplitGrid::showUsedRows()
{
    for (QSplitter* row : m_rows) {
        bool used = false;
        for (int i = 0; i < row->count(); ++i)
            used = used || !row->widget(i)->isHidden();
        row->setVisible(used);
    }
}

void SplitGrid::align(const QSplitter* moved)
{
    for (QSplitter* row : m_rows) {
        const QSignalBlocker quiet(row);
        if (row != moved && row->count() == moved->count())
            row->setSizes(moved->sizes());
    }
}

QList<int> SplitGrid::columnSizes() const
{
    return m_rows.empty() ? QList<int>() : m_rows.front()->sizes();
}

// Equal shares, whatever sizes the cells prefer. Sizes that exceed the splitter are relative.
void SplitGrid::resetSizes()
{
    constexpr int kShare = 10000;
    restoreSizes(QList<int>(count(), kShare), QList<int>(kColumns, kShare));
}

void SplitGrid::restoreSizes(const QList<int>& rows, const QList<int>& columns)
{
    const auto usable = [](const QList<int>& sizes, const QSplitter& splitter) {
        return sizes.size() == splitter.count() && std::all_of(sizes.begin(), sizes.end(), [](int s) { return s > 0; });
    };
    if (usable(rows, *this))
        setSizes(rows);
    for (QSplitter* row : m_rows) {
        if (usable(columns, *row))
            row->setSizes(columns);
    }
}

} // namespace phasor
