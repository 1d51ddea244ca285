// SPDX-License-Identifier: GPL-3.0-or-later
// A talk: bookmarks are made, named, moved and opened.
#include "options/lessonsteps.h"
#include "session/store.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QUndoGroup>
#include <QtTest>

#include <memory>

using namespace phasor;

class tst_Talk : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }

    void aBookmarkIsNamed();
    void aBookmarkOpensAsOneStep();
    void bookmarksMoveAndGo();
    void bookmarksAreDragged();
    void bookmarksAreKept();
    void aNameIsNoMarkup();
    void aBookmarkOfALessonStays();

private:
    void open();
    template <typename T> T* part(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    void trigger(const char* action) { part<QAction>(QLatin1String(action))->trigger(); }
    QListWidget& list() { return *part<QListWidget>(u"bookmark-list"_qs); }
    void bookmark(const QString& name);
    QStringList names();
    Store& store() { return m_window->store(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<PipelineCache> m_cache;
    std::unique_ptr<MainWindow> m_window;
};

void tst_Talk::open()
{
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = m_folder->filePath("window.json").toStdString(),
                      .file = {},
                      .machine = {},
                      .lessons = {.ids = lessonIds, .read = readLessonFile, .open = [this](const std::string& lesson) {
                                      return openLesson(lesson, *m_cache);
                                  }}});
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void tst_Talk::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_cache = std::make_unique<PipelineCache>();
    open();
}

// Ctrl+D, then the name.
void tst_Talk::bookmark(const QString& name)
{
    trigger("action-bookmark");
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    QVERIFY(field != nullptr);
    const QString before = names().back();
    field->setText(name);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(list().findChild<QLineEdit*>() == nullptr);
    QTRY_COMPARE(names().back(), name.trimmed().isEmpty() ? before : name);
    QTRY_COMPARE(list().item(list().count() - 1)->text(), names().back());
}

QStringList tst_Talk::names()
{
    QStringList names;
    for (const Document& step : *store().bookmarks())
        names << QString::fromStdString(step.title);
    return names;
}

void tst_Talk::aBookmarkIsNamed()
{
    auto* before = part<QWidget>(u"text-text"_qs);
    before->setFocus();
    QCOMPARE(part<QAction>(u"action-bookmark"_qs)->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_D));
    trigger("action-bookmark");
    QVERIFY(!list().isHidden());
    QCOMPARE(names(), QStringList{"Heatmap, Curves"});
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QTRY_COMPARE(QApplication::focusWidget(), before);
    QTRY_VERIFY(list().findChild<QLineEdit*>() == nullptr);
    QCOMPARE(names(), QStringList{"Heatmap, Curves"});
    bookmark("What E is");
    QCOMPARE(names(), QStringList({"Heatmap, Curves", "What E is"}));
    bookmark("   ");
    QCOMPARE(names().back(), "Heatmap, Curves"); // a name is never empty
}

void tst_Talk::aBookmarkOpensAsOneStep()
{
    store().editView([](ViewState& view) {
        view.board = Board(std::array<BoardCell, 1>{{{.view = "scores"}}});
        view.zoom[AxisKind::Key] = Interval{1, 5};
        view.selection[AxisKind::Position] = Interval{2, 4};
    });
    store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    bookmark("Scores");
    const Document step = store().bookmarks()->front();
    QVERIFY(step.scene == store().scene());
    store().edit([](Parameters& p) { p.encoding.dModel = 32; });
    store().edit([](Parameters& p) { p.sentence.text = "a b c"; });
    trigger("action-compare");
    store().editView([](ViewState& view) { view = {}; });
    const Document before{.scene = store().scene(), .view = store().view()};
    list().setCurrentRow(0);
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Return);
    QVERIFY(store().scene() == step.scene);
    QVERIFY(store().view() == step.view);
    trigger("action-undo");
    QVERIFY(store().scene() == before.scene);
    QVERIFY(store().view().board.isArrangedAs(before.view.board));
    trigger("action-redo");
    QVERIFY(store().scene() == step.scene);
}

void tst_Talk::bookmarksMoveAndGo()
{
    for (const char* name : {"a", "b", "c"})
        bookmark(QString::fromLatin1(name));
    list().setFocus();
    list().setCurrentRow(2);
    QTest::keyClick(&list(), Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(names(), QStringList({"a", "c", "b"}));
    QCOMPARE(list().currentRow(), 1);
    part<QPushButton>(u"bookmark-up"_qs)->click();
    part<QPushButton>(u"bookmark-up"_qs)->click(); // it is the first
    QCOMPARE(names(), QStringList({"c", "a", "b"}));
    QTest::keyClick(&list(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(names(), QStringList({"a", "c", "b"}));
    QTest::keyClick(&list(), Qt::Key_Delete);
    QCOMPARE(names(), QStringList({"a", "b"}));
    trigger("action-undo");
    QCOMPARE(names(), QStringList({"a", "c", "b"}));
    QCOMPARE(list().count(), 3);
    trigger("action-redo");
    QCOMPARE(names(), QStringList({"a", "b"}));
}

void tst_Talk::bookmarksAreDragged()
{
    for (const char* name : {"a", "b", "c"})
        bookmark(QString::fromLatin1(name));
    QVERIFY(list().model()->moveRow({}, 0, {}, 3)); // what a drop to the end does
    QTRY_COMPARE(names(), QStringList({"b", "c", "a"}));
    QCOMPARE(list().item(0)->text(), "b");
}

void tst_Talk::bookmarksAreKept()
{
    store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    bookmark("kept");
    const BookmarksPtr before = store().bookmarks();
    m_window->closeUnasked();
    open();
    QVERIFY(*store().bookmarks() == *before);
    QCOMPARE(list().count(), 1);
}

// Texts of users are shown as they were typed.
void tst_Talk::aNameIsNoMarkup()
{
    const QString name = u"<img src=x><b>bold</b>"_qs;
    bookmark(name);
    QCOMPARE(names(), QStringList{name});
    QCOMPARE(list().item(0)->text(), name);
    QCOMPARE(list().item(0)->toolTip(), u"<div>"_qs + name.toHtmlEscaped() + u"</div>"_qs);
    QVERIFY(list().itemWidget(list().item(0)) == nullptr); // drawn by the list, which knows no markup
}

void tst_Talk::aBookmarkOfALessonStays()
{
    bookmark("own");
    trigger("action-lesson-what-is-a-position");
    bookmark("of the lesson");
    const QStringList both{"own", "of the lesson"};
    trigger("action-lesson-leave");
    QCOMPARE(names(), both);
    store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    trigger("action-undo");
    QCOMPARE(names(), both);
}

QTEST_MAIN(tst_Talk)
#include "tst_talk.moc"
