// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/board.h"

#include <QSize>
#include <QSplitter>

#include <functional>

class QTabWidget;

namespace phasor {

// What is shown where: the sizes of a board's lines and slots, and the names of the cells that are tabs of each slot.
struct BoardPlan
{
    bool columns = false;
    std::vector<std::vector<std::vector<std::string>>> tabs = {};
    std::vector<int> shares = {};
    std::vector<std::vector<int>> sharesInLines = {};
    bool operator==(const BoardPlan&) const = default;
};
// Plan for a place of that size. Cells that would be smaller than `least` are tabs of their neighbors.
BoardPlan planOf(const Board& board, const QSize& size, const QSize& least);
BoardPlan planOfOne(const Board& board, int cell); // that cell alone

// Lines of slots that can be resized, made by a plan. Lines with as many slots stay aligned.
class SplitBoard : public QSplitter
{
    Q_OBJECT

public:
    struct Page
    {
        QWidget* widget;
        QString title;
    };
    SplitBoard(const BoardPlan& plan, const std::function<Page(const std::string& cell)>& pageOf, QWidget* parent);

    bool showTab(QWidget* page); // true: another tab was shown before
    std::vector<int> shares() const; // thousandths of the whole
    std::vector<std::vector<int>> sharesInLines() const;
    bool hasTabs() const; // some slot has several cells

signals:
    void resizing(bool begins); // a drag of a border begins or ends
    void resized();
    void tabChosen(const std::string& cell);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QSplitter* lineAt(int index) const { return static_cast<QSplitter*>(widget(index)); }
    void align(const QSplitter* moved);
    void watch(QSplitter& line);

    std::vector<QTabWidget*> m_slots;
};

} // namespace phasor
