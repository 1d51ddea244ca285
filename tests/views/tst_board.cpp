// SPDX-License-Identifier: GPL-3.0-or-later
// The board as a value: views in rows or columns of cells, what moving them does, and whose options are whose.
#include "views/measures/ratio.h"
#include "views/tables/similarity.h"
#include "views/viewstate.h"

#include <QtTest>

#include <set>

using namespace phasor;

class TestBoard : public QObject
{
    Q_OBJECT

private slots:
    void standard();
    void wellArranged_data();
    void wellArranged();
    void viewsAreAdded();
    void aViewInPlaceOfAnother();
    void cellsAreClosed();
    void cellsAreSwapped();
    void cellsAreMoved_data();
    void cellsAreMoved();
    void aGridIsAlwaysRows();
    void twiceTheSameView();
    void optionsGoWithTheView();
    void standardOptionsAreEqual();
    void arrangedAsAnother();
    void listsOfOldSessions();
    void optionsHaveNamesOfTheirOwn();

private:
    static std::string print(const Board& board);
    static Board of(std::initializer_list<const char*> views, bool narrow = false);
};

// "a b | c" for two rows, "a b || c" for two columns.
std::string TestBoard::print(const Board& board)
{
    std::string text;
    for (const BoardLine& line : board.lines()) {
        text += text.empty() ? "" : board.inColumns() ? " ||" : " |";
        for (const BoardCell& cell : line.cells)
            text += (text.empty() ? "" : " ") + cell.view;
    }
    return text;
}

Board TestBoard::of(std::initializer_list<const char*> views, bool narrow)
{
    std::vector<BoardCell> cells;
    for (const char* view : views)
        cells.push_back({.view = view});
    return Board(cells, narrow);
}

void TestBoard::standard()
{
    const Board board;
    QCOMPARE(print(board), std::string("heatmap curves | ratio dropout"));
    QVERIFY(findView("no view") == nullptr);
}

void TestBoard::wellArranged_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("narrow");
    QTest::addColumn<std::string>("wanted");
    const auto row = [](const char* name, int count, const char* wanted, bool narrow = false) {
        QTest::newRow(name) << count << narrow << std::string(wanted);
    };
    row("none", 0, "heatmap curves | ratio dropout");
    row("one", 1, "curves");
    row("two", 2, "curves ratio");
    row("two, narrow", 2, "curves | ratio", true);
    row("three", 3, "curves ratio | dropout");
    row("four", 4, "curves ratio | dropout scores");
    row("five", 5, "curves ratio dropout | scores shift");
    row("six", 6, "curves ratio dropout | scores shift heads");
    row("seven", 7, "curves ratio dropout | scores shift heads");
}

void TestBoard::wellArranged()
{
    QFETCH(int, count);
    QFETCH(bool, narrow);
    const std::vector<BoardCell> cells{{"curves"}, {"ratio"}, {"dropout"}, {"scores"},
                                       {"shift"},  {"heads"}, {"energy"}};
    const Board board(std::span<const BoardCell>{cells}.first(static_cast<std::size_t>(count)), narrow);
    QTEST(print(board), "wanted");
}

// A new view takes a free cell, else a new column or row, and never the place of another one.
void TestBoard::viewsAreAdded()
{
    Board board = of({"curves"});
    const auto added = [&board](const char* view) {
        board.add(view);
        return print(board) + " / " + board.cell(board.focus()).view;
    };
    QCOMPARE(added("ratio"), std::string("curves ratio / ratio"));
    QCOMPARE(added("dropout"), std::string("curves ratio | dropout / dropout"));
    QCOMPARE(added("scores"), std::string("curves ratio | dropout scores / scores"));
    QCOMPARE(added("shift"), std::string("curves dropout || ratio scores || shift / shift"));
    QCOMPARE(added("heads"), std::string("curves ratio shift | dropout scores heads / heads"));
    QVERIFY(board.isFull());
    QCOMPARE(added("energy"), std::string("curves ratio shift | dropout scores heads / heads"));
    Board two = of({"curves", "ratio"}, true);
    two.add("dropout");
    QCOMPARE(print(two), std::string("curves ratio || dropout"));
}

void TestBoard::aViewInPlaceOfAnother()
{
    Board board;
    board.setShares({300, 700}, {{400, 600}, {400, 600}});
    board.put(3, "similarity");
    QCOMPARE(print(board), std::string("heatmap curves | ratio similarity"));
    QCOMPARE(board.focus(), 3);
    QCOMPARE(board.cell(3).share, 600); // the sizes stay
    board.put(0, "similarity"); // twice
    QCOMPARE(print(board), std::string("similarity curves | ratio similarity"));
}

void TestBoard::cellsAreClosed()
{
    Board board;
    board.setFocus(2);
    board.close(0);
    QCOMPARE(print(board), std::string("curves | ratio dropout"));
    QCOMPARE(board.cell(board.focus()).view, std::string("ratio"));
    board.close(0);
    QCOMPARE(print(board), std::string("ratio dropout"));
    board.close(1);
    board.close(0);
    QCOMPARE(print(board), std::string("ratio")); // the last one stays
    QCOMPARE(board.focus(), 0);
}

void TestBoard::cellsAreSwapped()
{
    Board board;
    board.setShares({300, 700}, {{400, 600}, {400, 600}});
    board.swap(0, 3);
    QCOMPARE(print(board), std::string("dropout curves | ratio heatmap"));
    QCOMPARE(board.cell(0).share, 400);
    QCOMPARE(board.cell(3).share, 600);
    QCOMPARE(board.focus(), 3);
}

void TestBoard::cellsAreMoved_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to"); // -1: the border
    QTest::addColumn<int>("edge");
    QTest::addColumn<std::string>("wanted");
    const auto row = [](const char* name, int from, int to, Edge edge, const char* wanted) {
        QTest::newRow(name) << from << to << static_cast<int>(edge) << std::string(wanted);
    };
    row("to the left of another", 3, 0, Edge::Left, "dropout heatmap curves | ratio");
    row("to the right of another", 0, 2, Edge::Right, "curves | ratio heatmap dropout");
    row("above another: a row", 3, 2, Edge::Top, "heatmap curves | dropout | ratio");
    row("below another: a row", 0, 2, Edge::Bottom, "curves | ratio dropout | heatmap");
    row("where it is", 1, 1, Edge::Left, "heatmap curves | ratio dropout");
    row("to the upper border", 3, -1, Edge::Top, "dropout | heatmap curves | ratio");
    row("to the left border: a column", 3, -1, Edge::Left, "dropout || heatmap ratio || curves");
    row("to the right border: a column", 0, -1, Edge::Right, "curves ratio || dropout || heatmap");
}

void TestBoard::cellsAreMoved()
{
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(int, edge);
    Board board;
    const std::string moved = board.cell(from).view;
    board.setFocus(from);
    if (to < 0)
        board.moveToBorder(from, static_cast<Edge>(edge));
    else
        board.move(from, to, static_cast<Edge>(edge));
    QTEST(print(board), "wanted");
    QCOMPARE(board.cell(board.focus()).view, moved);
    QCOMPARE(board.size(), 4);
}

void TestBoard::aGridIsAlwaysRows()
{
    Board board;
    board.setShares({300, 700}, {{400, 600}, {400, 600}});
    const Board before = board;
    board.add("scores");
    QVERIFY(board.inColumns());
    QCOMPARE(board.lines()[0].share, 400);
    QCOMPARE(board.cell(1).share, 700);
    board.close(board.focus());
    board.setFocus(0);
    QVERIFY(board == before);
}

// Each has options and a stage of its own; the view state seen from a cell has those.
void TestBoard::twiceTheSameView()
{
    ViewState view;
    view.node = "sum";
    view.board = of({"similarity", "ratio", "similarity"});
    QCOMPARE(view.board.nameOf(0), std::string("similarity"));
    QCOMPARE(view.board.nameOf(2), std::string("similarity@2"));
    QCOMPARE(view.board.find("similarity@2"), 2);
    QCOMPARE(view.board.find("similarity@3"), -1);
    QCOMPARE(view.board.find("sim"), -1);
    view.board.setStage(2, "output");
    view.board.setFocus(2);
    view.board.set(SimilarityOptions{.minusMeanRow = true});
    QCOMPARE(view.stage(2), NodeId("output"));
    QCOMPARE(view.seenFrom(0).node, NodeId("sum"));
    QCOMPARE(view.seenFrom(2).node, NodeId("output"));
    QVERIFY(!view.seenFrom(0).board.of<SimilarityOptions>().minusMeanRow);
    QVERIFY(view.seenFrom(2).board.of<SimilarityOptions>().minusMeanRow);
    view.setStage(2, "mask"); // its own
    QCOMPARE(view.board.cell(2).stage, std::string("mask"));
    view.board.setFocus(1);
    view.setStage(1, "position"); // of the window
    QCOMPARE(view.node, NodeId("position"));
    view.board.close(0); // the other one keeps its options, and is the first now
    QVERIFY(view.board.cell(view.board.find("similarity")).options.as<SimilarityOptions>().minusMeanRow);
}

void TestBoard::optionsGoWithTheView()
{
    Board board;
    board.set(SimilarityOptions{.minusMeanRow = true}); // not shown yet
    board.put(0, "similarity");
    QVERIFY(board.cell(0).options.as<SimilarityOptions>().minusMeanRow);
    board.put(0, "ratio");
    board.set(RatioOptions{.divided = true}); // of the one in focus
    QVERIFY(board.of<SimilarityOptions>().minusMeanRow);
    QVERIFY(!board.cell(2).options.as<RatioOptions>().divided);
    board.add("similarity");
    QVERIFY(board.cell(board.focus()).options.as<SimilarityOptions>().minusMeanRow);
    QVERIFY(!Board().of<RatioOptions>().divided);
}

void TestBoard::standardOptionsAreEqual()
{
    for (const char* view : {"similarity", "heatmap"}) { // not shown, shown
        ViewState state;
        state.board.put(0, view);
        state.board.set(SimilarityOptions{.minusMeanRow = true});
        ViewState before;
        before.board.put(0, view);
        QVERIFY(!(state == before));
        state.board.set(SimilarityOptions{});
        QVERIFY(state == before);
    }
}

void TestBoard::arrangedAsAnother()
{
    Board board;
    board.set(RatioOptions{.divided = true});
    const Board other = of({"ratio", "similarity", "scores"});
    QVERIFY(!board.isArrangedAs(other));
    board.arrangeAs(other);
    QVERIFY(board.isArrangedAs(other));
    QVERIFY(!(board == other));
    QVERIFY(board.cell(0).options.as<RatioOptions>().divided);
    board.set(RatioOptions{});
    QVERIFY(board == other);
}

// Each view in its usual cell; of two for one cell the last.
void TestBoard::listsOfOldSessions()
{
    Board board;
    board.showOnly(std::array<std::string, 3>{"dropout", "curves", "no view"});
    QCOMPARE(print(board), std::string("curves | dropout"));
    board.showOnly(std::array<std::string, 2>{"curves", "similarity"});
    QCOMPARE(print(board), std::string("similarity"));
    board.showOnly({});
    QCOMPARE(print(board), std::string("similarity"));
}

void TestBoard::optionsHaveNamesOfTheirOwn()
{
    std::set<std::string> keys{"zoom", "dimensions", "selection", "analyse", "training"};
    for (const Setting<ViewState>& setting : viewSettings())
        QVERIFY2(keys.insert(setting.key()).second, setting.key().c_str());
    for (const ViewOption& option : viewOptions()) {
        QVERIFY2(keys.insert(option.key()).second, option.key().c_str());
        QVERIFY2(findView(option.view) != nullptr, option.key().c_str());
    }
}

QTEST_APPLESS_MAIN(TestBoard)
#include "tst_board.moc"
