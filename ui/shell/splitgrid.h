// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSplitter>

#include <vector>

class QStackedWidget;

namespace phasor {

// Cells in rows of two, resized with the mouse; columns stay aligned in all rows.
class SplitGrid : public QSplitter
{
public:
    static constexpr int kColumns = 2;

    explicit SplitGrid(QWidget* parent);

    void addCell(); // after the last one, in a new row if needed
    std::vector<QStackedWidget*> cells() const; // row by row
    void showUsedRows(); // hides rows whose cells are all hidden

    QList<int> columnSizes() const;
    void resetSizes(); // to equal shares
    // Ignores sizes of another number of rows or columns, or that are not positive.
    void restoreSizes(const QList<int>& rows, const QList<int>& columns);

private:
    void align(const QSplitter* moved);

    std::vector<QSplitter*> m_rows;
};

} // namespace phasor
