// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSplitter>

#include <vector>

class QStackedWidget;

namespace phasor {

// Cells in rows of two, whose sizes the mouse changes; the columns of all rows stay aligned.
class SplitGrid : public QSplitter
{
public:
    static constexpr int kColumns = 2;

    explicit SplitGrid(QWidget* parent);

    void addCell(); // behind the last one, in a new row where that is full
    std::vector<QStackedWidget*> cells() const; // row by row
    void showUsedRows(); // those with a cell that is not hidden

    QList<int> columnSizes() const;
    void resetSizes(); // equal shares
    // Sizes of another number of rows or columns, or that are not positive, change nothing.
    void restoreSizes(const QList<int>& rows, const QList<int>& columns);

private:
    void align(const QSplitter* moved);

    std::vector<QSplitter*> m_rows;
};

} // namespace phasor
