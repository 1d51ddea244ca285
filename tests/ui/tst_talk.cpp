// SPDX-License-Identifier: GPL-3.0-or-later
// A talk: bookmarks are made, named, moved and opened, and presented step by step, as lessons are.
#include "options/lessonsteps.h"
#include "plots/drawntexts.h"
#include "plots/plot.h"
#include "session/store.h"
#include "ui/shell/lessons/guide.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"

#include <qcustomplot.h>

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
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
    void bookmarksAreWalked();
    void twoViewsAreNextToEachOther();
    void aMaximizedViewIsAlone();
    void escapeBringsEverythingBack_data();
    void escapeBringsEverythingBack();
    void aGuessIsHiddenUntilItIsRevealed();
    void controlsAreShown();
    void spacePlays();
    void spacePlaysTheView();
    void aStepChoosesItsPanels();
    void aLongTextIsSeenAsAWhole();
    void aTextIsReadToItsEnd();
    void tabKeepsTheAnswer();
    void aRunningTrainingIsNotLeftUnasked();
    void theReadOutIsAtTheFoot();
    void answersAreShown();
    void aStillPointerIsHidden();
    void wordsOfLabelsAreExplained();
    void typeIsLarge_data();
    void typeIsLarge();
    void handouts();
    void handoutOfBookmarks();
    void aCanceledHandoutLeavesNothing();

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
    QWidget& present(); // F5: the stage
    QString text(const char* label) { return part<QLabel>(QLatin1String(label))->text(); }
    QByteArray everything();
    QByteArray handout(bool teacher); // as it is written
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
    m_window->show();
    m_window->setWindowState(Qt::WindowNoState); // the offscreen screen has 800 × 800
    m_window->resize(1280, 800);
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

QWidget& tst_Talk::present()
{
    trigger("action-present");
    auto* stage = part<QWidget>(u"stage"_qs);
    stage->setWindowState(Qt::WindowNoState); // the test's screen is small
    stage->resize(1366, 768);
    if (!QTest::qWaitForWindowExposed(stage))
        qFatal("no stage");
    return *stage;
}

void tst_Talk::bookmarksAreWalked()
{
    for (const int width : {32, 64, 128}) {
        store().edit([width](Parameters& p) { p.encoding.dModel = width; });
        bookmark(QString::number(width));
    }
    store().edit([](Parameters& p) { p.encoding.dModel = 32; });
    QWidget& stage = present();
    const auto isAt = [this](int width) {
        return store().scene().a.encoding.dModel == width && text("stage-title") == QString::number(width);
    };
    QVERIFY(isAt(32)); // what is shown is a bookmark: from there
    QCOMPARE(text("stage-place"), "Step 1 of 3");
    QVERIFY(text("stage-keys").contains("Esc"));
    QTRY_VERIFY(!text("stage-view-finding").isEmpty());
    const std::pair<Qt::Key, int> walk[]
        = {{Qt::Key_Left, 32}, {Qt::Key_Right, 64},  {Qt::Key_PageDown, 128}, {Qt::Key_PageDown, 128},
           {Qt::Key_Left, 64}, {Qt::Key_PageUp, 32}, {Qt::Key_End, 128},      {Qt::Key_Home, 32},
           {Qt::Key_Down, 64}, {Qt::Key_Up, 32},     {Qt::Key_Return, 64}};
    for (const auto& [key, width] : walk) {
        QTest::keyClick(&stage, key);
        QVERIFY2(isAt(width), qPrintable(QKeySequence(key).toString()));
    }
    QCOMPARE(text("stage-keys"), QString()); // known by now
    for (const Qt::Key key : {Qt::Key_B, Qt::Key_Period}) {
        QTest::keyClick(&stage, key);
        QVERIFY(part<QWidget>(u"stage-blank"_qs)->isVisible());
        QTest::keyClick(&stage, Qt::Key_Right);
        QVERIFY(!part<QWidget>(u"stage-blank"_qs)->isVisible());
        QVERIFY(isAt(64)); // this key only brought the picture back
    }
    QTest::keyClick(&stage, Qt::Key_Space); // of what plays
    QVERIFY(isAt(64));
    QTest::keyClick(&stage, Qt::Key_Escape);
    QVERIFY(stage.isHidden());
    QCOMPARE(store().scene().a.encoding.dModel, 32);
}

void tst_Talk::twoViewsAreNextToEachOther()
{
    QWidget& stage = present(); // the board of four cells
    const auto shown = [&stage](const char* view) {
        auto* plot = stage.findChild<Plot*>(QLatin1String(view));
        return plot != nullptr && plot->isVisible();
    };
    QVERIFY(shown("stage-heatmap") && shown("stage-curves"));
    QVERIFY(!part<QWidget>(u"stage-side"_qs)->isVisible());
    QTest::keyClick(&stage, Qt::Key_Tab);
    QVERIFY(!shown("stage-heatmap") && shown("stage-curves") && shown("stage-ratio"));
    QCOMPARE(text("stage-place"), QString());
    QCOMPARE(text("stage-title"), "Curves, Scale");
    QTest::keyClick(&stage, Qt::Key_Escape);
    store().editView([](ViewState& view) { view.board = Board(std::array<BoardCell, 1>{{{.view = "scores"}}}); });
    present();
    QVERIFY(shown("stage-scores") && !shown("stage-ratio"));
    QTRY_COMPARE(text("stage-finding"), findPlot("scores")->question);
    QTRY_VERIFY(!text("stage-explanation").isEmpty() && !text("stage-explanation").contains(text("stage-finding")));
    QTRY_COMPARE(text("stage-title"), stage.findChild<Plot*>("stage-scores")->summary());
    QTest::keyClick(&stage, Qt::Key_Escape);
}

void tst_Talk::aMaximizedViewIsAlone()
{
    store().editView([](ViewState& view) { view.board.setFocus(1); });
    trigger("action-maximise");
    bookmark("Alone");
    QCOMPARE(store().bookmarks()->front().view.board.shown(), std::vector<std::string>{"curves"});
    store().setBookmarks(std::vector<Document>());
    QWidget& stage = present();
    QCOMPARE(stage.findChildren<Plot*>().size(), 1);
    QVERIFY(stage.findChild<Plot*>("stage-curves")->isVisible());
    QTest::keyClick(&stage, Qt::Key_Escape);
    QCOMPARE(store().view().board.size(), 4);
    QVERIFY(part<QAction>(u"action-maximise"_qs)->isChecked());
}

// All that the window has: as one text.
QByteArray tst_Talk::everything()
{
    const ViewState& view = store().view();
    QByteArray all = QByteArray::fromStdString(
        writeDocument({.scene = store().scene(), .view = view, .arranged = true, .bookmarks = *store().bookmarks()})
        + writeDocument({.scene = store().openedScene()}));
    for (const std::string& step : m_window->findChild<Lessons*>()->progress())
        all += QByteArray::fromStdString(step) + ' ';
    all += QByteArray::number(view.board.focus()) + (store().edited() == Side::B ? "B" : "A")
        + (view.withholds ? " withholds " : " ") + QByteArray::number(int(view.training.phase))
        + (m_window->focusWidget() != nullptr ? m_window->focusWidget()->objectName().toUtf8() : "none")
        + (m_window->isActiveWindow() ? " active " : " ") + m_window->windowTitle().toUtf8();
    for (const char* action : {"action-undo", "action-redo", "action-maximise"})
        all += part<QAction>(QLatin1String(action))->text().toUtf8()
            + (part<QAction>(QLatin1String(action))->isChecked() ? "+" : "-");
    for (const Plot* plot : part<QWidget>(u"plots"_qs)->findChildren<Plot*>()) {
        if (plot->isVisible())
            all += plot->objectName().toUtf8() + QByteArray::number(plot->width());
    }
    return all;
}

void tst_Talk::escapeBringsEverythingBack_data()
{
    QTest::addColumn<QString>("lesson");
    QTest::newRow("bookmarks") << QString();
    QTest::newRow("lesson") << "why-sqrt-d-model";
}

void tst_Talk::escapeBringsEverythingBack()
{
    QFETCH(QString, lesson);
    bookmark("first");
    store().editView([](ViewState& view) { view.board = Board(std::array<BoardCell, 1>{{{.view = "scores"}}}); });
    bookmark("one view");
    if (!lesson.isEmpty()) {
        trigger(qPrintable(u"action-lesson-"_qs + lesson));
        trigger("action-lesson-next");
    }
    store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    trigger("action-undo");
    trigger("action-compare");
    store().edit([](Parameters& p) { p.dropout.p = 0.3; });
    store().editView([](ViewState& view) {
        view.board.add("heatmap");
        view.board.setFocus(1);
        view.zoom[AxisKind::Dimension] = Interval{1, 5};
        view.selection[AxisKind::Position] = Interval{2, 4};
    });
    trigger("action-maximise");
    part<QWidget>(u"field-d-model"_qs)->setFocus();
    QTRY_VERIFY(!m_window->queue().busy());
    const QByteArray before = everything();
    QWidget& stage = present();
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Right, Qt::Key_Return, Qt::Key_F9, Qt::Key_Right, Qt::Key_N,
                              Qt::Key_Tab, Qt::Key_B}) {
        QTest::keyClick(&stage, key);
        QTest::qWait(100);
    }
    QVERIFY(store().scene().a.encoding.dModel != 48 || store().scene().b == std::nullopt);
    store().editView([](ViewState& view) { view.zoom[AxisKind::Position] = Interval{3, 4}; });
    QTest::keyClick(&stage, Qt::Key_Escape);
    QTRY_COMPARE(everything(), before);
    trigger("action-zoom-back"); // no zoom of the talk is a step
    QVERIFY(!store().view().zoom[AxisKind::Position]);
    trigger("action-undo"); // the board
    trigger("action-undo");
    QVERIFY(store().scene().b->dropout.p != 0.3);
}

void tst_Talk::aGuessIsHiddenUntilItIsRevealed()
{
    trigger("action-lesson-why-sqrt-d-model");
    QWidget& stage = present();
    auto& run = *m_window->findChild<LessonRun*>();
    while (!run.isGuessing() && !run.isLast())
        QTest::keyClick(&stage, Qt::Key_Right);
    QVERIFY(run.isGuessing() && store().view().withholds);
    const std::size_t step = run.index();
    for (int i = 0; i < 5 && !text("stage-keys").startsWith("Enter reveal"); ++i) {
        QTest::keyClick(&stage, Qt::Key_Right); // reads on
        QTest::qWait(50);
    }
    QVERIFY(text("stage-keys").startsWith("Enter reveal"));
    auto* scale = stage.findChild<GuessScale*>();
    QVERIFY(scale != nullptr);
    scale->setValue(5); // what the audience said
    QTest::keyClick(&stage, Qt::Key_Right);
    QCOMPARE(run.index(), step);
    QVERIFY(!run.isGuessing() && !store().view().withholds);
    std::size_t piece = 0;
    while (run.step().pieces[piece].kind != LessonPiece::Kind::Guess)
        ++piece;
    QCOMPARE(run.guessOf(piece), 5.0);
    QTRY_VERIFY(!text("stage-keys").startsWith("Enter reveal"));
    QTest::keyClick(&stage, Qt::Key_Return); // Do it for me
    QTRY_VERIFY(run.isDone());
    QTest::keyClick(&stage, Qt::Key_N);
    QVERIFY(part<QLabel>(u"stage-notes"_qs)->isVisible());
    QVERIFY(text("stage-notes").contains("minute"));
    QTest::keyClick(&stage, Qt::Key_Escape);
    QCOMPARE(run.index(), 0U);
}

void tst_Talk::controlsAreShown()
{
    QWidget& stage = present();
    QTest::keyClick(&stage, Qt::Key_F9);
    auto* field = part<QWidget>(u"stage-controls"_qs)->findChild<QLineEdit*>(u"field-d-model"_qs);
    QTRY_VERIFY(field != nullptr && field->isVisible());
    field->setFocus();
    field->setText("36");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(store().scene().a.encoding.dModel, 36);
    QTest::keyClick(&stage, Qt::Key_F9);
    QVERIFY(stage.findChild<QWidget*>(u"stage-controls"_qs) == nullptr);
    QVERIFY(stage.hasFocus());
    QTest::keyClick(&stage, Qt::Key_Escape);
    QCOMPARE(store().scene().a.encoding.dModel, 512);
}

void tst_Talk::typeIsLarge_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("theme"); // of the window; the stage has its own
    for (const char* theme : {"light", "dark", "projector"}) {
        for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)})
            QTest::addRow("%d %s", size.height(), theme) << size << theme;
    }
}

// Each text that the stage paints, of every view, is at least 20 of 768 lines high.
// A setting once it has begun, by its ▶ behind F9 or in the window; else the view that is shown.
void tst_Talk::spacePlays()
{
    store().editView([](ViewState& view) { view.board = Board(std::array<BoardCell, 1>{{{.view = "ratio"}}}); });
    QWidget& stage = present();
    QVERIFY(!text("stage-keys").contains(u"Space"));
    QTest::keyClick(&stage, Qt::Key_Space);
    QTest::keyClick(&stage, Qt::Key_F9);
    auto* play = part<QWidget>(u"stage-controls"_qs)->findChild<QAbstractButton*>(u"play-dropout"_qs);
    QContextMenuEvent menu(QContextMenuEvent::Keyboard, {}, play->mapToGlobal(QPoint()));
    QCoreApplication::sendEvent(play, &menu);
    auto* field = stage.findChild<QLineEdit*>(u"play-from"_qs);
    QVERIFY(QFontInfo(field->font()).pixelSize() >= 20);
    field->window()->close();
    play->click();
    QTRY_VERIFY(store().scene().a.dropout.p > 0.12);
    QVERIFY(text("stage-keys").contains(u"Space play"));
    field = part<QWidget>(u"stage-controls"_qs)->findChild<QLineEdit*>(u"field-d-model"_qs);
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Space);
    QCOMPARE(play->text(), u"❚❚"_qs);
    QTest::keyClick(&stage, Qt::Key_Space);
    QCOMPARE(play->text(), u"▶"_qs);
    QTest::keyClick(&stage, Qt::Key_F9);
    const double paused = store().scene().a.dropout.p;
    QTest::keyClick(&stage, Qt::Key_Space);
    QTRY_VERIFY(store().scene().a.dropout.p != paused);
    QTest::keyClick(&stage, Qt::Key_Escape);
    QCOMPARE(store().scene().a.dropout.p, Parameters().dropout.p);
}

// A view that plays by itself.
void tst_Talk::spacePlaysTheView()
{
    store().editView([](ViewState& view) { view.board = Board(std::array<BoardCell, 1>{{{.view = "phasors"}}}); });
    QWidget& stage = present();
    QTRY_VERIFY(text("stage-keys").contains(u"Space play"));
    QTest::keyClick(&stage, Qt::Key_Space);
    QTRY_VERIFY(store().view().cursor[AxisKind::Position].value_or(0) > 0);
    QTest::keyClick(&stage, Qt::Key_Escape);
}

// --panels of the step's figure, on the stage and in the window; a bookmark of the same view has all that there is room
// for.
void tst_Talk::aStepChoosesItsPanels()
{
    const auto drawsLoss = [](QWidget& stage, const QString& plot = u"stage-training"_qs) {
        auto* canvas = stage.findChild<Plot*>(plot)->findChild<QCustomPlot*>();
        DrawnTexts texts(canvas->size());
        QCPPainter painter(&texts);
        canvas->toPainter(&painter, canvas->width(), canvas->height());
        painter.end();
        return std::ranges::any_of(texts.all(), [](const DrawnTexts::Text& one) { return one.text == "Loss"; });
    };
    bookmark("Before");
    std::vector<Document> steps = *store().bookmarks();
    steps.front().view.board = Board(std::array<BoardCell, 1>{{{.view = "training"}}});
    store().setBookmarks(steps);
    QWidget& stage = present();
    QTRY_VERIFY(!m_window->queue().busy());
    QVERIFY(drawsLoss(stage));
    QTest::keyClick(&stage, Qt::Key_Escape);
    store().editView([&](ViewState& view) { view.board = steps.front().view.board; });
    QTRY_VERIFY(drawsLoss(*m_window, u"training"_qs));
    m_window->findChild<Lessons*>()->open("ten-minutes-for-a-lecture", 1);
    QTRY_VERIFY(!m_window->queue().busy());
    QVERIFY(!drawsLoss(*m_window, u"training"_qs));
    present();
    QTRY_VERIFY(!m_window->queue().busy());
    QVERIFY(!drawsLoss(stage));
    QTest::keyClick(&stage, Qt::Key_Escape);
    m_window->findChild<Lessons*>()->leave();
    QTRY_VERIFY(drawsLoss(*m_window, u"training"_qs));
    present();
    QTRY_VERIFY(drawsLoss(stage));
    QTest::keyClick(&stage, Qt::Key_Escape);
}

// The column of a step's text is wider if the text is long; the answers of the quiz are on the screen.
void tst_Talk::aLongTextIsSeenAsAWhole()
{
    auto& lessons = *m_window->findChild<Lessons*>();
    lessons.open("does-position-matter", 1);
    QWidget& stage = present();
    stage.resize(1366, 768);
    QTRY_VERIFY(!m_window->queue().busy());
    auto& side = *part<QScrollArea>(u"stage-side"_qs);
    const int wide = side.width();
    QVERIFY2(wide > 340 && wide <= 520, qPrintable(QString::number(wide)));
    int seen = 0;
    for (const QLabel* label : side.widget()->findChildren<QLabel*>()) {
        if (label->text().contains(u"Your turn"_qs))
            break; // what comes after the quiz is not asked yet
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        QVERIFY2(side.rect().contains(QRect(label->mapTo(&side, QPoint()), label->size())), qPrintable(label->text()));
        ++seen;
    }
    QVERIFY2(seen >= 4, qPrintable(QString::number(seen)));
    QTest::keyClick(&stage, Qt::Key_Return); // reveals more text
    QVERIFY(side.width() >= wide);
    QTest::keyClick(&stage, Qt::Key_Escape);
    lessons.leave();
}

// Page Down moves the text until its end is on the screen, then it reveals.
void tst_Talk::aTextIsReadToItsEnd()
{
    m_window->findChild<Lessons*>()->open("what-is-a-position", 0);
    QWidget& stage = present();
    QTRY_VERIFY(!m_window->queue().busy());
    auto& run = *m_window->findChild<LessonRun*>();
    const QScrollBar& text = *part<QScrollArea>(u"stage-side"_qs)->verticalScrollBar();
    QTRY_COMPARE(this->text("stage-keys").section(u"   "_qs, 0, 0), "Enter read on");
    QTest::qWait(50);
    while (text.value() < text.maximum()) {
        const int before = text.value();
        QTest::keyClick(&stage, Qt::Key_PageDown);
        QVERIFY(text.value() > before && text.value() - before < text.pageStep());
        QVERIFY(run.progress().answers.empty());
        QTest::qWait(50);
    }
    QTRY_COMPARE(this->text("stage-keys").section(u"   "_qs, 0, 0), "Enter reveal");
    QTest::keyClick(&stage, Qt::Key_PageDown);
    QCOMPARE(run.progress().answers.size(), 1U);
    QTest::qWait(50);
    const auto* told = stage.findChild<QAbstractButton*>("choice-3-1");
    QVERIFY(told == nullptr || !told->visibleRegion().isEmpty());
    QTest::keyClick(&stage, Qt::Key_PageUp);
    QCOMPARE(run.index(), 0U);
    QTest::keyClick(&stage, Qt::Key_Escape);
}

void tst_Talk::tabKeepsTheAnswer()
{
    m_window->findChild<Lessons*>()->open("does-position-matter", 0);
    QWidget& stage = present();
    QTRY_VERIFY(!m_window->queue().busy());
    const auto chosen = [&stage] {
        const auto all = stage.findChildren<QRadioButton*>();
        return std::ranges::count_if(all, &QAbstractButton::isChecked);
    };
    for (int i = 0; i < 5 && chosen() == 0; ++i)
        QTest::keyClick(&stage, Qt::Key_PageDown);
    QCOMPARE(chosen(), 1);
    QTest::qWait(50);
    const QScrollBar& text = *part<QScrollArea>(u"stage-side"_qs)->verticalScrollBar();
    const int read = text.value();
    for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_F9, Qt::Key_F9}) {
        QTest::keyClick(&stage, key);
        QCOMPARE(chosen(), 1);
    }
    QCOMPARE(text.value(), read);
    QTest::keyClick(&stage, Qt::Key_Escape);
}

void tst_Talk::aRunningTrainingIsNotLeftUnasked()
{
    m_window->findChild<Lessons*>()->open("does-position-matter", 1);
    QWidget& stage = present();
    QTRY_VERIFY(text("stage-keys").contains(u"Space start"));
    QTest::keyClick(&stage, Qt::Key_Space);
    const auto& training = store().view().training;
    QCOMPARE(training.phase, TrainingChoice::Phase::Running);
    auto& run = *m_window->findChild<LessonRun*>();
    QTest::keyClick(&stage, Qt::Key_Left);
    QCOMPARE(run.index(), 1U);
    QCOMPARE(training.phase, TrainingChoice::Phase::Running);
    QCOMPARE(text("stage-keys"), "Training still runs. The next step ends it.");
    QTest::keyClick(&stage, Qt::Key_Left);
    QCOMPARE(run.index(), 0U);
    QTest::keyClick(&stage, Qt::Key_Escape);
}

// Two lines, next to the progress; the slide stays as it is.
void tst_Talk::theReadOutIsAtTheFoot()
{
    m_window->findChild<Lessons*>()->open("why-sqrt-d-model", 0);
    QWidget& stage = present();
    store().editView([](ViewState& view) {
        view.cursor[AxisKind::Position] = 2;
        view.cursor[AxisKind::Dimension] = 3;
    });
    auto& pointed = *part<QLabel>(u"stage-pointed"_qs);
    QTRY_VERIFY(pointed.isVisible() && pointed.text().contains(u'\n'));
    const QWidget& foot = *part<QWidget>(u"stage-foot"_qs);
    QVERIFY(foot.rect().contains(pointed.geometry()));
    QTRY_VERIFY2(pointed.sizeHint().height() <= foot.height() && pointed.sizeHint().width() <= pointed.width(),
                 qPrintable(pointed.text()));
    QCOMPARE(stage.size(), QSize(1366, 768));
    QVERIFY(part<QWidget>(u"stage-place"_qs)->isVisible() && !part<QWidget>(u"stage-keys"_qs)->isVisible());
    QTest::keyClick(&stage, Qt::Key_Escape);
}

void tst_Talk::answersAreShown()
{
    QWidget& stage = present();
    QTest::keyClick(&stage, Qt::Key_A);
    auto& answers = *part<QWidget>(u"stage-answers"_qs);
    QVERIFY(answers.isVisible());
    auto& finding = *answers.findChild<QLabel*>(u"answer-finding"_qs);
    QTRY_VERIFY(!finding.text().isEmpty());
    QVERIFY(!answers.findChild<QWidget*>(u"answer-picture"_qs)->isVisible()); // a view is next to it
    DrawnTexts texts(stage.size());
    QPainter painter(&texts);
    stage.render(&painter);
    painter.end();
    for (const DrawnTexts::Text& one : texts.all())
        QVERIFY2(one.size > 19.5, qPrintable(u"%1 is %2 high"_qs.arg(one.text).arg(one.size)));
    QTest::keyClick(&stage, Qt::Key_A);
    QVERIFY(!answers.isVisible());
    QTest::keyClick(&stage, Qt::Key_Escape);
}

void tst_Talk::aStillPointerIsHidden()
{
    QWidget& stage = present();
    QTRY_VERIFY(QApplication::overrideCursor() != nullptr);
    QMouseEvent move(QEvent::MouseMove, QPointF(9, 9), stage.mapToGlobal(QPointF(9, 9)), Qt::NoButton, {}, {});
    QCoreApplication::sendEvent(&stage, &move);
    QVERIFY(QApplication::overrideCursor() == nullptr);
    QTRY_VERIFY(QApplication::overrideCursor() != nullptr);
    QTest::keyClick(&stage, Qt::Key_Escape);
    QVERIFY(QApplication::overrideCursor() == nullptr);
}

// What a tool tip says in the window.
void tst_Talk::wordsOfLabelsAreExplained()
{
    store().editView([](ViewState& view) { view.board = Board(std::array<BoardCell, 1>{{{.view = "energy"}}}); });
    QWidget& stage = present();
    QTRY_VERIFY(text("stage-explanation").contains("Mean of the squared values of a column"));
    QTest::keyClick(&stage, Qt::Key_Escape);
}

void tst_Talk::typeIsLarge()
{
    QFETCH(QSize, size);
    QFETCH(QString, theme);
    trigger(qPrintable(u"action-theme-"_qs + theme));
    std::vector<Document> steps;
    for (const PlotSpec& spec : plotSpecs()) {
        Document step{.title = "<i>A</i>", .arranged = true};
        step.scene.a.sentence.text = "The cat sat on the mat because it was tired .";
        step.scene.a.encoding.dModel = 64;
        step.view.board = Board(std::array<BoardCell, 1>{{{.view = std::string(spec.id)}}});
        step.view.cursor[AxisKind::Position] = 2;
        step.view.cursor[AxisKind::Dimension] = 3;
        steps.push_back(std::move(step));
    }
    store().setBookmarks(steps);
    QWidget& stage = present();
    stage.resize(size);
    const double least = 20.0 * size.height() / 768;
    for (const PlotSpec& spec : plotSpecs()) {
        auto* plot = stage.findChild<Plot*>(u"stage-"_qs + QLatin1String(spec.id.data(), qsizetype(spec.id.size())));
        QVERIFY(plot != nullptr && plot->isVisible());
        QTest::qWait(20);
        QTRY_VERIFY(!m_window->queue().busy());
        QTest::qWait(20);
        DrawnTexts texts(size);
        {
            QPainter painter(&texts);
            stage.render(&painter);
            painter.end();
            auto* canvas = plot->findChild<QCustomPlot*>();
            QCPPainter inPlot(&texts);
            canvas->toPainter(&inPlot, canvas->width(), canvas->height());
        }
        QVERIFY2(texts.all().size() > 4, qPrintable(plot->objectName()));
        QCOMPARE(texts.all().front().text, "<i>A</i>"); // no markup
        for (const DrawnTexts::Text& one : texts.all())
            QVERIFY2(one.size > least - 0.5,
                     qPrintable(u"%1: %2 is %3 high"_qs.arg(plot->objectName(), one.text).arg(one.size)));
        QTest::keyClick(&stage, Qt::Key_Right);
    }
    QTest::keyClick(&stage, Qt::Key_Escape);
    trigger("action-theme-system");
}

QByteArray tst_Talk::handout(bool teacher)
{
    QFile file(m_folder->filePath(teacher ? "teachers.html" : "students.html"));
    writeHandout(m_window->context(), *m_window->findChild<Lessons*>(), teacher, file.fileName());
    if (!QTest::qWaitFor([&] { return !m_window->context().runner.isRunning(); }, 60000)
        || !file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll();
}

void tst_Talk::handouts()
{
    QVERIFY(!part<QAction>(u"handout-students"_qs)->isEnabled()); // of what?
    trigger("action-lesson-what-is-a-position");
    QVERIFY(part<QAction>(u"handout-students"_qs)->isEnabled());
    std::string told; // to teachers: two words of it
    for (const LessonPiece& piece : m_window->findChild<LessonRun*>()->step().pieces) {
        if (piece.kind == LessonPiece::Kind::Teacher)
            told = piece.text.substr(0, piece.text.find(' ', piece.text.find(' ') + 1));
    }
    QVERIFY(!told.empty());
    const QByteArray students = handout(false);
    const QByteArray teachers = handout(true);
    for (const QByteArray& one : {students, teachers})
        QVERIFY(one.contains("<svg") && one.endsWith("</html>\n"));
    QVERIFY(!students.contains(told.c_str()) && !students.contains("class=\"teacher\"")
            && !students.contains("Answers"));
    QVERIFY(teachers.contains(told.c_str()) && teachers.contains("class=\"teacher\"") && teachers.contains("Answers"));
}

void tst_Talk::handoutOfBookmarks()
{
    store().edit([](Parameters& p) { p.encoding.dModel = 40; });
    store().editView([](ViewState& view) { view.board = Board(std::array<BoardCell, 1>{{{.view = "scores"}}}); });
    bookmark("<img src=x><b>A</b>");
    const QByteArray page = handout(false);
    QCOMPARE(page.count("<figure>"), 1);
    QVERIFY(page.contains("1. &lt;img src=x&gt;&lt;b&gt;A&lt;/b&gt;"));
    QVERIFY(page.contains("phasor figure --view scores --d-model 40"));
    QVERIFY(page.contains("<title>students</title>"));
}

void tst_Talk::aCanceledHandoutLeavesNothing()
{
    trigger("action-lesson-does-position-matter"); // trains
    const QString path = m_folder->filePath("long.html");
    writeHandout(m_window->context(), *m_window->findChild<Lessons*>(), true, path);
    QVERIFY(m_window->context().runner.isRunning());
    QTest::qWait(300);
    m_window->context().runner.cancel();
    QTRY_VERIFY(!m_window->context().runner.isRunning());
    QVERIFY(!QFile::exists(path));
    writeHandout(m_window->context(), *m_window->findChild<Lessons*>(), true, path);
    m_window.reset(); // the window closes while figures are drawn
    QVERIFY(!QFile::exists(path));
}

QTEST_MAIN(tst_Talk)
#include "tst_talk.moc"
