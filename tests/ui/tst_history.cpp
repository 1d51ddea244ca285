// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/store.h"
#include "ui/shell/history.h"

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
    void tenThousandStepsAndBack();

private:
    static void setWidth(Store& store, std::int64_t width)
    {
        store.edit([width](Parameters& p) { p.dModel = width; });
    }
};

void tst_History::eachChangeIsAStep()
{
    Store store;
    History history(store);
    setWidth(store, 64);
    store.edit([](Parameters& p) { p.dropout = 0.5; });
    QCOMPARE(history.stack().count(), 2);
    QCOMPARE(history.stack().text(0), "d_model");
    history.stack().undo();
    QCOMPARE(store.parameters().dropout, 0.1);
    QCOMPARE(store.parameters().dModel, 64);
    history.stack().undo();
    QVERIFY(store.parameters() == Parameters{});
    history.stack().redo();
    history.stack().redo();
    QCOMPARE(store.parameters().dropout, 0.5);
    QCOMPARE(history.stack().count(), 2);
    history.stack().undo();
    setWidth(store, 32); // what was undone is gone
    QVERIFY(!history.stack().canRedo());
}

void tst_History::oneGestureIsOneStep()
{
    Store store;
    History history(store);
    history.beginGesture();
    for (const int width : {256, 128, 64, 32})
        setWidth(store, width);
    history.endGesture();
    QCOMPARE(history.stack().count(), 1);
    history.stack().undo();
    QCOMPARE(store.parameters().dModel, 512);
    history.stack().redo();
    QCOMPARE(store.parameters().dModel, 32);
}

void tst_History::twoGesturesAreTwo()
{
    Store store;
    History history(store);
    for (const int width : {256, 64}) {
        history.beginGesture();
        setWidth(store, width + 1);
        setWidth(store, width);
        history.endGesture();
    }
    QCOMPARE(history.stack().count(), 2);
    history.stack().undo();
    QCOMPARE(store.parameters().dModel, 256);
}

void tst_History::aGestureThatGoesBackIsNone()
{
    Store store;
    History history(store);
    history.beginGesture();
    setWidth(store, 64);
    setWidth(store, 512);
    history.endGesture();
    QCOMPARE(history.stack().count(), 0);
    setWidth(store, 8);
    history.stack().undo();
    QVERIFY(store.parameters() == Parameters{});
}

void tst_History::tenThousandStepsAndBack()
{
    Store store;
    History history(store);
    for (int i = 1; i <= 10000; ++i)
        setWidth(store, 1 + i % 65536);
    const Parameters last = store.parameters();
    while (history.stack().canUndo())
        history.stack().undo();
    QVERIFY(store.parameters() == Parameters{});
    while (history.stack().canRedo())
        history.stack().redo();
    QVERIFY(store.parameters() == last);
}

QTEST_APPLESS_MAIN(tst_History)
#include "tst_history.moc"
