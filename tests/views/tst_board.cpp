// SPDX-License-Identifier: GPL-3.0-or-later
// The board: a view is in one cell at most, and keeps its options wherever it is.
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
    void aViewIsInOneCell();
    void optionsGoWithTheView();
    void standardOptionsAreEqual();
    void arrangedAsAnother();
    void optionsHaveNamesOfTheirOwn();
};

void TestBoard::standard()
{
    const Board board;
    QCOMPARE(board.shown(), (std::vector<std::string>{"heatmap", "curves", "ratio", "dropout"}));
    for (int cell = 0; cell < Board::kCells; ++cell)
        QCOMPARE(usualCell(board.cells()[static_cast<std::size_t>(cell)].view), cell);
    QCOMPARE(usualCell("no view"), -1);
}

void TestBoard::aViewIsInOneCell()
{
    Board board;
    board.show("heatmap", 3);
    QCOMPARE(board.cellOf("heatmap"), 3);
    QCOMPARE(board.cellOf("dropout"), -1);
    QVERIFY(board.cells()[0].view.empty());
    board.show("heatmap", 3);
    QCOMPARE(board.shown(), (std::vector<std::string>{"heatmap", "curves", "ratio"}));
    board.hide("curves");
    board.hide("no view");
    QCOMPARE(board.shown(), (std::vector<std::string>{"heatmap", "ratio"}));
    board.showOnly(std::array<std::string, 3>{"curves", "similarity", "no view"}); // of one cell: the last
    QCOMPARE(board.shown(), std::vector<std::string>{"similarity"});
}

void TestBoard::optionsGoWithTheView()
{
    Board board;
    board.set(SimilarityOptions{.minusMeanRow = true}); // not shown yet
    board.show("similarity", 0);
    QVERIFY(board.cells()[0].options.as<SimilarityOptions>().minusMeanRow);
    board.show("ratio", 0);
    board.set(RatioOptions{.divided = true});
    QVERIFY(board.of<SimilarityOptions>().minusMeanRow);
    board.show("similarity", 2);
    QVERIFY(board.cells()[2].options.as<SimilarityOptions>().minusMeanRow);
    QVERIFY(board.of<RatioOptions>().divided);
    QVERIFY(!Board().of<RatioOptions>().divided);
}

void TestBoard::standardOptionsAreEqual()
{
    for (const char* view : {"similarity", "heatmap"}) { // not shown, shown
        ViewState state;
        state.board.show(view, 0);
        state.board.set(SimilarityOptions{.minusMeanRow = true});
        ViewState before;
        before.board.show(view, 0);
        QVERIFY(!(state == before));
        state.board.set(SimilarityOptions{});
        QVERIFY(state == before);
    }
}

void TestBoard::arrangedAsAnother()
{
    Board board;
    board.set(RatioOptions{.divided = true});
    Board other;
    other.hide("curves");
    other.show("ratio", 1);
    other.show("similarity", 2);
    QVERIFY(!board.isArrangedAs(other));
    board.arrangeAs(other);
    QVERIFY(board.isArrangedAs(other));
    QVERIFY(!(board == other));
    QVERIFY(board.cells()[1].options.as<RatioOptions>().divided);
    board.set(RatioOptions{});
    QVERIFY(board == other);
}

void TestBoard::optionsHaveNamesOfTheirOwn()
{
    std::set<std::string> keys{"zoom", "dimensions", "selection", "analyse", "training"};
    for (const Setting<ViewState>& setting : viewSettings())
        QVERIFY2(keys.insert(setting.key()).second, setting.key().c_str());
    for (const ViewOption& option : viewOptions()) {
        QVERIFY2(keys.insert(option.key()).second, option.key().c_str());
        QVERIFY2(usualCell(option.view) >= 0, option.key().c_str());
    }
}

QTEST_APPLESS_MAIN(TestBoard)
#include "tst_board.moc"
