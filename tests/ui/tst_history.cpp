// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/store.h"
#include "ui/shell/settings/history.h"
#include "views/tables/heatmap.h"
#include "views/tables/similarity.h"
#include "views/waves/shift.h"

#include <QUndoStack>
#include <QtTest>

using namespace phasor;

class tst_History : public QObject
{
    Q_OBJECT

private slots:
    void eachChangeIsAStep();
    void oneGestureIsOneStep();
    void twoGesturesAreTwo();
    void aGestureThatGoesBackIsNone();
    void comparingIsAStep();
    void changesOfBAreUndone();
    void swappingIsUndone();
    void theLastThousandStepsAndBack();
    void optionsOfViewsAreUndone();
    void twoCellsOfAView();
    void lookingIsNoStep();
    void aPresetIsOneStep();

private:
    static void setWidth(Store& store, std::int64_t width)
    {
        store.edit([width](Parameters& p) { p.encoding.dModel = width; });
    }
};

void tst_History::eachChangeIsAStep()
{
    Store store;
    History history(store);
    setWidth(store, 64);
    store.edit([](Parameters& p) { p.dropout.p = 0.5; });
    QCOMPARE(history.stack().count(), 2);
    QCOMPARE(history.stack().text(0), "d_model");
    history.stack().undo();
    QCOMPARE(store.parameters().dropout.p, 0.1);
    QCOMPARE(store.parameters().encoding.dModel, 64);
    history.stack().undo();
    QVERIFY(store.parameters() == Parameters{});
    history.stack().redo();
    history.stack().redo();
    QCOMPARE(store.parameters().dropout.p, 0.5);
    QCOMPARE(history.stack().count(), 2);
    history.stack().undo();
    setWidth(store, 32); // what was undone is gone
    QVERIFY(!history.stack().canRedo());
}

void tst_History::oneGestureIsOneStep()
{
    Store store;
    History history(store);
    store.beginGesture();
    for (const int width : {256, 128, 64, 32})
        setWidth(store, width);
    store.endGesture();
    QCOMPARE(history.stack().count(), 1);
    history.stack().undo();
    QCOMPARE(store.parameters().encoding.dModel, 512);
    history.stack().redo();
    QCOMPARE(store.parameters().encoding.dModel, 32);
}

void tst_History::twoGesturesAreTwo()
{
    Store store;
    History history(store);
    for (const int width : {256, 64}) {
        store.beginGesture();
        setWidth(store, width + 1);
        setWidth(store, width);
        store.endGesture();
    }
    QCOMPARE(history.stack().count(), 2);
    history.stack().undo();
    QCOMPARE(store.parameters().encoding.dModel, 256);
}

void tst_History::aGestureThatGoesBackIsNone()
{
    Store store;
    History history(store);
    store.beginGesture();
    setWidth(store, 64);
    setWidth(store, 512);
    store.endGesture();
    QCOMPARE(history.stack().count(), 0);
    setWidth(store, 8);
    history.stack().undo();
    QVERIFY(store.parameters() == Parameters{});
}

void tst_History::comparingIsAStep()
{
    Store store;
    History history(store);
    store.setScene({.a = {}, .b = Parameters{}});
    store.setEdited(Side::B);
    QCOMPARE(history.stack().count(), 1); // which side is edited is no step
    QCOMPARE(history.stack().text(0), "compare");
    history.stack().undo();
    QVERIFY(!store.scene().b);
    QVERIFY(store.edited() == Side::A);
    history.stack().redo();
    QVERIFY(store.scene().b.has_value());
    store.setScene({});
    QCOMPARE(history.stack().text(1), "remove B");
    history.stack().undo();
    QVERIFY(store.scene().b.has_value());
}

void tst_History::changesOfBAreUndone()
{
    Store store;
    History history(store);
    store.setScene({.a = {}, .b = Parameters{}});
    store.setEdited(Side::B);
    setWidth(store, 64);
    QVERIFY(store.scene().a == Parameters{});
    QCOMPARE(store.scene().b->encoding.dModel, 64);
    QCOMPARE(history.stack().text(1), "d_model of B");
    store.setEdited(Side::A);
    setWidth(store, 32);
    QCOMPARE(history.stack().text(2), "d_model");
    history.stack().undo();
    history.stack().undo(); // whichever side is edited now
    QVERIFY(store.scene() == (Scene{.a = {}, .b = Parameters{}}));
    history.stack().redo();
    QCOMPARE(store.scene().b->encoding.dModel, 64);
    QVERIFY(store.scene().a == Parameters{});
}

void tst_History::swappingIsUndone()
{
    Store store;
    Parameters narrow;
    narrow.encoding.dModel = 64;
    store.setScene({.a = {}, .b = narrow});
    History history(store);
    store.setScene({.a = narrow, .b = Parameters{}});
    QCOMPARE(history.stack().text(0), "swap A and B");
    history.stack().undo();
    QVERIFY(store.scene() == (Scene{.a = {}, .b = narrow}));
}

// Older ones are forgotten, so that they do not fill the memory.
void tst_History::theLastThousandStepsAndBack()
{
    Store store;
    History history(store);
    for (int i = 1; i <= 1500; ++i)
        setWidth(store, 1 + i);
    const Parameters last = store.parameters();
    while (history.stack().canUndo())
        history.stack().undo();
    QCOMPARE(store.parameters().encoding.dModel, std::int64_t{501});
    while (history.stack().canRedo())
        history.stack().redo();
    QVERIFY(store.parameters() == last);
}

void tst_History::optionsOfViewsAreUndone()
{
    Store store;
    History history(store);
    store.editView([](ViewState& view) { view.board.set(SimilarityOptions{.minusMeanRow = true}); });
    store.editView([](ViewState& view) { view.reduction = Reduction::Mean; });
    QCOMPARE(history.stack().count(), 2);
    QCOMPARE(history.stack().text(0), QStringLiteral("Subtract mean row"));
    QCOMPARE(history.stack().text(1), QStringLiteral("Reduction"));
    history.stack().undo();
    QVERIFY(store.view().board.of<SimilarityOptions>().minusMeanRow);
    history.stack().undo();
    QVERIFY(store.view() == ViewState{});
    store.beginGesture(); // a field is entered, "15" typed
    for (const std::int64_t k : {1, 15})
        store.editView([k](ViewState& view) { view.board.set(ShiftOptions{.k = k}); });
    store.endGesture();
    QCOMPARE(history.stack().count(), 1);
    history.stack().undo();
    QCOMPARE(store.view().board.of<ShiftOptions>().k, std::int64_t{1});
}

// Steps are named after the board where cells come and go, and after an option in any cell.
void tst_History::twoCellsOfAView()
{
    Store store;
    History history(store);
    const auto edit = [&](auto change) {
        store.editView([&](ViewState& view) { change(view.board); });
    };
    edit([](Board& board) { board.add("heatmap"); });
    const int second = store.view().board.find("heatmap@2");
    edit([=](Board& board) {
        board.setFocus(second);
        board.set(HeatmapOptions{.tokenRows = true});
    });
    edit([](Board& board) { board.close(0); });
    for (int step = 0; const char* name : {"board", "Token rows", "board"})
        QCOMPARE(history.stack().text(step++), QString(name));
}

void tst_History::lookingIsNoStep()
{
    Store store;
    History history(store);
    store.editView([](ViewState& view) { view.board.set(ShiftOptions{.k = 3}); });
    store.editView([](ViewState& view) {
        view.zoom[AxisKind::Position] = Interval{0, 10};
        view.cursor[AxisKind::Position] = 4;
        view.dimensions = {1};
    });
    QCOMPARE(history.stack().count(), 1);
    history.stack().undo();
    QCOMPARE(store.view().board.of<ShiftOptions>().k, std::int64_t{1});
    QVERIFY(store.view().zoom[AxisKind::Position].has_value()); // stays as it is
    QCOMPARE(store.view().dimensions, std::vector<std::int64_t>{1});
}

void tst_History::aPresetIsOneStep()
{
    Store store;
    History history(store);
    {
        const Store::Gesture together(store);
        setWidth(store, 64);
        store.editView([](ViewState& view) { view.node = "sum"; });
    }
    QCOMPARE(history.stack().count(), 1);
    QCOMPARE(history.stack().text(0), QStringLiteral("d_model"));
    history.stack().undo();
    QVERIFY(store.parameters() == Parameters{});
    QVERIFY(store.view() == ViewState{});

    {
        const Store::Gesture together(store, "The sentence");
        setWidth(store, 64);
        store.edit([](Parameters& p) { p.dropout.p = 0.5; });
    }
    QCOMPARE(history.stack().text(0), QStringLiteral("The sentence"));
    setWidth(store, 32);
    QCOMPARE(history.stack().text(1), QStringLiteral("d_model"));
}

QTEST_APPLESS_MAIN(tst_History)
#include "tst_history.moc"
