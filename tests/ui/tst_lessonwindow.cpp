// SPDX-License-Identifier: GPL-3.0-or-later
// Every lesson of Phasor in the whole window, from its first step to its last: nothing holds before the action, all
// conditions after it. Trainings are shortened, unless PHASOR_TRAINS is set.
#include "options/lessonsteps.h"
#include "plots/drawings.h"
#include "session/store.h"
#include "ui/look/look.h"
#include "ui/panels/stagebutton.h"
#include "ui/shell/files/files.h"
#include "ui/shell/lessons/guide.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/plotgrid.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <memory>

using namespace phasor;

namespace {

constexpr int kPatience = 600000; // ms, of a slow machine

} // namespace

class tst_LessonWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void everyLessonWalks_data();
    void everyLessonWalks();
    void escapeLeavesFromTheControls();
    void escapeLeavesFromAPlot();
    void thePresetBeforeComesBack();
    void ownWorkComesBack();
    void undoEndsWhereTheLessonBegan();
    void aGuessWithholdsItsNumber();
    void theStripWithholdsInAStepThatIsShownAgain();
    void nextTellsTheAnswerFirst();
    void aGuessIsNotAskedForWhatIsTold();
    void anAnswerHasTheDigitsOfItsKind();
    void whatIsToldGoesWithItsConditions();
    void conditionsHaveReadableNumbers();
    void theFirstQuestionIsInSight();
    void aSmallWindowStaysSmall();
    void aSentenceThatIsReplacedIsSaid();
    void feedbackComesWithTheAnswer();
    void feedbackOnATrainingWaits();
    void aTrainingCountsForItsSetup();
    void aTrainingCountsForItsSteps();
    void aReplayKeepsTheNumbers();
    void whatIsToldIsSeen();
    void nextIsFilledWhenAllIsDone();
    void theTimeOfATrainingIsSaid();
    void strayingIsSaid();
    void aChangedBoardIsSaid();
    void aFrameHasTheLabelInIt();
    void progressIsRemembered();
    void aFaultyFileOpensItsRest();

private:
    void start(); // the window, with the settings of the one before
    void open(const std::string& lesson);
    LessonRun& run() { return *m_window->findChild<LessonRun*>(); }
    template <typename T> T* part(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    void goOn() // to the next step, also if this one tells its answer first
    {
        for (const std::size_t at = run().index(); run().index() == at;)
            click(QStringLiteral("guide-next"));
    }
    void click(const QString& name) { part<QAbstractButton>(name)->click(); }
    Result<OpenedLesson> opened(const std::string& lesson);
    std::shared_ptr<const TrainingData> shownTraining() const; // null: none is shown
    QString written(const QByteArray& text);
    // Whether each number of a text has a value.
    bool isTold(const LessonPiece& piece) { return run().textOf(piece).find("…") == piece.text.find("…"); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<PipelineCache> m_cache;
    std::unique_ptr<MainWindow> m_window;
};

void tst_LessonWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    start();
}

void tst_LessonWindow::start()
{
    m_cache = std::make_unique<PipelineCache>();
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = m_folder->filePath(QStringLiteral("window.json")).toStdString(),
                      .file = {},
                      .machine = {},
                      .lessons = {lessonIds, readLessonFile, [this](const std::string& lesson) {
                                      return opened(lesson);
                                  }}});
    m_window->show();
    m_window->setWindowState(Qt::WindowNoState); // the offscreen screen has 800 × 800
    m_window->resize(1280, 800);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    QCoreApplication::processEvents(); // lessons are read after the window is seen
}

void tst_LessonWindow::cleanup()
{
    m_window.reset();
    m_cache.reset();
}

std::shared_ptr<const TrainingData> tst_LessonWindow::shownTraining() const
{
    const SnapshotPtr latest = m_window->queue().latest();
    if (!latest || !latest->views.contains("training") || !latest->views.at("training").data.ok())
        return nullptr;
    return std::dynamic_pointer_cast<const TrainingData>(*latest->views.at("training").data);
}

// A lesson whose trainings take two steps with one seed, unless its conditions are about these.
Result<OpenedLesson> tst_LessonWindow::opened(const std::string& lesson)
{
    Result<OpenedLesson> opened = openLesson(lesson, *m_cache);
    if (!opened.ok() || qEnvironmentVariableIsSet("PHASOR_TRAINS"))
        return opened;
    const auto asksFor = [&](std::string_view name) {
        return std::ranges::any_of(opened->lesson.steps, [&](const LessonStep& step) {
            return std::ranges::find(step.until, name, &Condition::name) != step.until.end();
        });
    };
    const bool steps = asksFor("steps");
    const bool seeds = asksFor("seeds");
    for (StepSetups& step : opened->steps) {
        for (std::optional<LessonSetup>* setup : {&step.before, &step.after}) {
            TrainingChoice& training = (*setup)->document.view.training;
            training.settings.steps = steps ? training.settings.steps : 2;
            training.seeds = seeds ? training.seeds : 1;
        }
    }
    return opened;
}

void tst_LessonWindow::open(const std::string& lesson)
{
    part<QAction>(QStringLiteral("action-lesson-") + QString::fromStdString(lesson))->trigger();
    QVERIFY(m_window->findChild<LessonRun*>() != nullptr);
}

QString tst_LessonWindow::written(const QByteArray& text)
{
    const QString path = m_folder->filePath(QStringLiteral("own.md"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("not written");
    return path;
}

void tst_LessonWindow::everyLessonWalks_data()
{
    QTest::addColumn<QString>("id");
    for (const std::string& id : lessonIds())
        QTest::newRow(id.c_str()) << QString::fromStdString(id);
}

void tst_LessonWindow::everyLessonWalks()
{
    QFETCH(QString, id);
    open(id.toStdString());
    const std::size_t count = run().lesson().steps.size();
    for (std::size_t step = 0; step < count; ++step) {
        QCOMPARE(run().index(), step);
        const QByteArray place = (id + QStringLiteral(", step %1").arg(step + 1)).toUtf8();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
        const bool acts = !run().step().until.empty();
        QVERIFY2(!acts || !run().isDone(), place);
        for (const LessonPiece& piece : run().step().pieces)
            QVERIFY2(!piece.behind || !run().isShown(piece), place);
        QVERIFY2(run().strayed().isEmpty(), place);
        const auto isMeasured = [](const LessonWord& key) {
            return key.text != "d_model" && key.text != "max_len" && key.text != "train.seconds";
        };
        QVERIFY2(std::ranges::any_of(run().step().keys, isMeasured), place);
        for (const std::string& framed : run().framedControls()) { // also if it is in a fold
            const auto* control
                = m_window->findChild<QWidget*>(QStringLiteral("control-") + QString::fromStdString(framed));
            QVERIFY2(control == nullptr || control->isVisible(), place);
        }
        for (const LessonPiece& piece : run().step().pieces) {
            const bool ofTraining = piece.text.find("{train") != std::string::npos;
            if (!piece.behind && !ofTraining)
                QTRY_VERIFY2_WITH_TIMEOUT(isTold(piece), place, kPatience);
        }
        for (std::size_t i = 0; i < run().step().pieces.size(); ++i) {
            const LessonPiece& piece = run().step().pieces[i];
            if (piece.kind == LessonPiece::Kind::Quiz)
                click(
                    QStringLiteral("choice-%1-%2")
                        .arg(i)
                        .arg(std::ranges::find(piece.quiz.choices, true, &Choice::right) - piece.quiz.choices.begin()));
            if (piece.kind == LessonPiece::Kind::Guess) {
                QVERIFY2(m_window->store().view().withholds, place);
                click(QStringLiteral("guess-check-%1").arg(i));
            }
        }
        QVERIFY2(!m_window->store().view().withholds, place);
        if (acts)
            click(QStringLiteral("guide-do"));
        QTRY_VERIFY2_WITH_TIMEOUT(run().isDone(), place, kPatience);
        QVERIFY2(run().strayed().isEmpty(), place);
        for (const LessonPiece& piece : run().step().pieces) {
            if (piece.kind == LessonPiece::Kind::Note && piece.text.find("{train") == std::string::npos)
                QTRY_VERIFY2_WITH_TIMEOUT(isTold(piece), place, kPatience);
        }
        click(QStringLiteral("guide-next"));
    }
    QTRY_VERIFY(m_window->findChild<LessonRun*>() == nullptr);
    const QString entry = QStringLiteral("action-lesson-") + id;
    emit qobject_cast<QMenu*>(part<QAction>(entry)->associatedObjects().constFirst())->aboutToShow();
    QVERIFY(part<QAction>(entry)->text().endsWith(QStringLiteral("(done)")) && !part<QAction>(entry)->isCheckable());
}

void tst_LessonWindow::escapeLeavesFromTheControls()
{
    const Scene own = m_window->store().scene();
    open("why-sqrt-d-model");
    QWidget* field = part<QWidget>(QStringLiteral("text-text"));
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(m_window->store().scene(), own);
}

// The first one ends the cross-hair.
void tst_LessonWindow::escapeLeavesFromAPlot()
{
    const Scene own = m_window->store().scene();
    open("why-sqrt-d-model");
    m_window->store().editView([](ViewState& view) { view.cursor[AxisKind::Position] = 1; });
    QWidget* canvas = m_window->findChild<Plot*>()->findChild<QWidget*>(QStringLiteral("canvas"));
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(m_window->findChild<LessonRun*>() != nullptr);
    QTest::keyClick(canvas, Qt::Key_Escape);
    QTRY_VERIFY(m_window->findChild<LessonRun*>() == nullptr);
    QCOMPARE(m_window->store().scene(), own);
}

// A preset opened in the lesson goes, with its sentence.
void tst_LessonWindow::thePresetBeforeComesBack()
{
    const auto trigger = [this](const char* preset) {
        m_window->findChild<FileOpener*>()->startFrom(QLatin1String(preset));
    };
    trigger("sentence");
    const QString said = part<ElidedLabel>(QStringLiteral("board-sentence"))->fullText();
    const Scene own = m_window->store().scene();
    open("why-sqrt-d-model");
    trigger("concatenated");
    QVERIFY(part<ElidedLabel>(QStringLiteral("board-sentence"))->fullText() != said);
    part<QAction>(QStringLiteral("action-lesson-leave"))->trigger();
    QCOMPARE(m_window->store().scene(), own);
    QCOMPARE(part<ElidedLabel>(QStringLiteral("board-sentence"))->fullText(), said);
    QVERIFY(part<ElidedLabel>(QStringLiteral("board-sentence"))->isVisible());
    open("why-sqrt-d-model");
    trigger("concatenated");
    m_window->close();
    start();
    QCOMPARE(m_window->store().scene(), own);
    QCOMPARE(part<ElidedLabel>(QStringLiteral("board-sentence"))->fullText(), said);
}

void tst_LessonWindow::ownWorkComesBack()
{
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 96; });
    const Scene own = m_window->store().scene();
    const Scene opened = m_window->store().openedScene();
    const ViewState view = m_window->store().view();
    open("why-sqrt-d-model");
    QVERIFY(m_window->store().scene().a.encoding.dModel != 96);
    QVERIFY(m_window->store().openedScene() != opened);
    part<QAction>(QStringLiteral("action-lesson-leave"))->trigger();
    QCOMPARE(m_window->store().scene(), own);
    QCOMPARE(m_window->store().openedScene(), opened);
    QCOMPARE(m_window->store().view(), view);
    QVERIFY(part<QAction>(QStringLiteral("action-undo"))->isEnabled());
    part<QAction>(QStringLiteral("action-undo"))->trigger();
    QVERIFY(m_window->store().scene().a.encoding.dModel != 96);
}

void tst_LessonWindow::undoEndsWhereTheLessonBegan()
{
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 96; });
    open("why-sqrt-d-model");
    QVERIFY(!part<QAction>(QStringLiteral("action-undo"))->isEnabled());
    const Scene begun = m_window->store().scene();
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    part<QAction>(QStringLiteral("action-undo"))->trigger();
    QCOMPARE(m_window->store().scene(), begun);
    QVERIFY(!part<QAction>(QStringLiteral("action-undo"))->isEnabled());
}

void tst_LessonWindow::aGuessWithholdsItsNumber()
{
    open("why-sqrt-d-model");
    goOn();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    const Plot* plot = m_window->findChild<Plot*>(QStringLiteral("ratio"));
    QVERIFY(plot != nullptr);
    QVERIFY2(!plot->summary().contains(QStringLiteral("32")), qPrintable(plot->summary()));
    const auto linesOf = [plot] {
        return plot->drawing()->panels.front().lines.size();
    };
    QCOMPARE(linesOf(), std::size_t(0));
    const std::size_t guess = 3;
    auto* field = part<QLineEdit>(QStringLiteral("guess-field-%1").arg(guess));
    const auto* asks = part<QLabel>(QStringLiteral("guess-asks-%1").arg(guess));
    const auto* scale = part<GuessScale>(QStringLiteral("guess-scale-%1").arg(guess));
    QVERIFY(asks->isHidden());
    for (const char* wrong : {"", "abc", "51"}) {
        field->selectAll();
        QTest::keyClicks(field, QLatin1String(wrong));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY2(scale->accessibleDescription().isEmpty(), wrong);
        QVERIFY2(!run().guessOf(guess) && m_window->store().view().withholds, wrong);
        QVERIFY2(asks->isVisible() && asks->text().contains(QStringLiteral("from 0 to 50")), qPrintable(asks->text()));
    }
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("4"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(run().guessOf(guess), std::optional(4.0));
    QVERIFY(asks->isHidden());
    QTRY_VERIFY2(plot->summary().contains(QStringLiteral("32")), qPrintable(plot->summary()));
    QVERIFY(linesOf() > 0);
    const QString told = scale->accessibleDescription();
    QVERIFY2(told.contains(QStringLiteral("32")), qPrintable(told));
    emit run().retold(); // another text of the same step: the guess stays
    const QString again = part<GuessScale>(QStringLiteral("guess-scale-%1").arg(guess))->accessibleDescription();
    QCOMPARE(again, told);
}

// A click on its box also changes the stage of the step's heatmap, although the focus is elsewhere.
void tst_LessonWindow::theStripWithholdsInAStepThatIsShownAgain()
{
    open("why-sqrt-d-model");
    goOn();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    const auto stage = [this] {
        const Board& board = m_window->store().view().board;
        return board.cell(board.find("heatmap")).stage;
    };
    QCOMPARE(stage(), std::string("sum"));
    QVERIFY(part<StageButton>(QStringLiteral("stage-sum"))->isChecked());
    click(QStringLiteral("stage-output"));
    QCOMPARE(stage(), std::string("output"));
    QVERIFY(part<StageButton>(QStringLiteral("stage-output"))->isChecked());
    click(QStringLiteral("guide-again"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    QVERIFY(part<StageButton>(QStringLiteral("stage-sum"))->isChecked() && m_window->store().view().withholds);
    for (const StageButton* box : m_window->findChildren<StageButton*>())
        QVERIFY2(box->norm().isEmpty() && box->bar() == 0, qPrintable(box->objectName()));
    run().guess(3, 4);
    QTRY_VERIFY(part<StageButton>(QStringLiteral("stage-sum"))->bar() > 0);
}

void tst_LessonWindow::nextTellsTheAnswerFirst()
{
    open("add-or-concatenate");
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    auto* foot = part<QLabel>(QStringLiteral("guide-strayed"));
    QVERIFY(foot->isHidden());
    click(QStringLiteral("guide-next"));
    QCOMPARE(run().index(), std::size_t(0));
    QVERIFY(foot->text().contains(QStringLiteral("Skipped")) && foot->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(run().isDone(), kPatience); // so that the explanation has its numbers
    const auto* scale = m_window->findChild<GuessScale*>();
    QTRY_VERIFY2(scale->accessibleDescription().startsWith(QStringLiteral("Answer: 0.01")),
                 qPrintable(scale->accessibleDescription()));
    click(QStringLiteral("guide-next"));
    QCOMPARE(run().index(), std::size_t(1));
    click(QStringLiteral("guide-next")); // a quiz: its right answer
    QCOMPARE(run().index(), std::size_t(1));
    const auto told = [this] {
        return std::ranges::count_if(m_window->findChildren<QLabel*>(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("✓"));
        });
    };
    QTRY_COMPARE(told(), 1);
}

void tst_LessonWindow::aGuessIsNotAskedForWhatIsTold()
{
    open("why-sqrt-d-model");
    goOn();
    QVERIFY(m_window->store().view().withholds);
    click(QStringLiteral("guide-do"));
    QTRY_VERIFY_WITH_TIMEOUT(run().isDone(), kPatience);
    QVERIFY(!m_window->store().view().withholds);
    const QString now = part<QLabel>(QStringLiteral("condition-now-ratio"))->text();
    QVERIFY2(now.startsWith(QStringLiteral("now 1.4")), qPrintable(now));
}

void tst_LessonWindow::anAnswerHasTheDigitsOfItsKind()
{
    GuessScale scale(0, 64, nullptr);
    scale.showMeasured(48, false); // a count
    QCOMPARE(scale.accessibleDescription(), QStringLiteral("Answer: 48."));
    scale.showMeasured(32.04, false);
    QCOMPARE(scale.accessibleDescription(), QStringLiteral("Answer: 32.0."));
}

// What the note tells is measured with the action, and not true without it.
void tst_LessonWindow::whatIsToldGoesWithItsConditions()
{
    open("what-is-a-position");
    const std::vector<LessonPiece>& pieces = run().step().pieces;
    const auto& note = *std::ranges::find(pieces, LessonPiece::Kind::Note, &LessonPiece::kind);
    QVERIFY(!run().isShown(note));
    const auto now = [this] {
        return part<QLabel>(QStringLiteral("condition-now-closest_distance"))->text();
    };
    QTRY_COMPARE_WITH_TIMEOUT(now(), QStringLiteral("now 0.150"), kPatience); // as in the text
    m_window->store().edit([](Parameters& p) { p.encoding.maxLen = 60; });
    QTRY_VERIFY_WITH_TIMEOUT(run().isShown(note), kPatience);
    QCOMPARE(now(), QStringLiteral("now 0.0177"));
    QVERIFY(run().textOf(note).find("only 0.0177 apart") != std::string::npos);
    part<QAction>(QStringLiteral("action-undo"))->trigger();
    QVERIFY(!run().isShown(note));
    part<QAction>(QStringLiteral("action-redo"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(run().isShown(note), kPatience);
}

void tst_LessonWindow::conditionsHaveReadableNumbers()
{
    open("your-models-config");
    goOn();
    QCOMPARE(part<QLabel>(QStringLiteral("condition-base"))->text(), QStringLiteral("○ Base b is at least 100,000"));
    click(QStringLiteral("guess-check-2"));
    click(QStringLiteral("guide-do"));
    QCOMPARE(part<QLabel>(QStringLiteral("condition-now-base"))->text(), QStringLiteral("now 500,000"));
    QCOMPARE(part<QLineEdit>(QStringLiteral("field-base"))->text(), QStringLiteral("500000"));
}

void tst_LessonWindow::theFirstQuestionIsInSight()
{
    open("what-is-a-position");
    m_window->resize(1280, 800); // the test's screen is smaller
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    QList<QRadioButton*> choices
        = m_window->findChildren<QRadioButton*>(QRegularExpression(QStringLiteral("^choice-")));
    QCOMPARE(choices.size(), 3);
    for (const QRadioButton* choice : choices)
        QTRY_VERIFY(!choice->visibleRegion().isEmpty());
    const QString condition = part<QLabel>(QStringLiteral("condition-closest_distance"))->text();
    QVERIFY2(condition.size() < 60, qPrintable(condition)); // two lines
}

void tst_LessonWindow::aSmallWindowStaysSmall()
{
    m_window->resize(700, 500);
    open("what-is-a-position");
    QTest::qWait(200);
    QCOMPARE(m_window->size(), QSize(700, 500));
    QVERIFY(part<QWidget>(QStringLiteral("phasors"))->height() > 100);
    for (const char* name : {"status", "guide-next", "controls-rail"}) {
        const auto* shown = part<QWidget>(QLatin1String(name));
        QVERIFY2(shown->visibleRegion().boundingRect() == shown->rect(), name);
    }
}

void tst_LessonWindow::aSentenceThatIsReplacedIsSaid()
{
    open("what-is-a-position");
    auto* foot = part<QLabel>(QStringLiteral("guide-strayed"));
    run().begin(2);
    QVERIFY(foot->isHidden()); // the lesson's sentence, in place of none
    m_window->store().edit([](Parameters& p) { p.sentence.text = "my own words"; });
    run().begin(3);
    QVERIFY2(foot->text().contains(QStringLiteral("of its own")) && foot->isVisible(), qPrintable(foot->text()));
}

void tst_LessonWindow::feedbackComesWithTheAnswer()
{
    open("why-sqrt-d-model");
    const auto texts = [this] {
        QString all;
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            all += label->isVisible() ? label->text() : QString();
        return all;
    };
    QVERIFY(!texts().contains(QStringLiteral("the root of a quarter is a half")));
    const std::vector<LessonPiece>& pieces = run().step().pieces;
    const auto quiz = std::ranges::find(pieces, LessonPiece::Kind::Quiz, &LessonPiece::kind) - pieces.begin();
    click(QStringLiteral("choice-%1-2").arg(quiz));
    QTRY_VERIFY(texts().contains(QStringLiteral("the root of a quarter is a half")));
    QVERIFY(!texts().contains(QStringLiteral("Each pair of dimensions holds"))); // a note, for later
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 128; });
    QTRY_VERIFY_WITH_TIMEOUT(texts().contains(QStringLiteral("Each pair of dimensions holds")), kPatience);
    QTRY_VERIFY(texts().contains(QStringLiteral("√64 = 8.00")));
}

void tst_LessonWindow::feedbackOnATrainingWaits()
{
    open("why-dropout-on-the-sum");
    goOn();
    const auto choice = [this](std::size_t which) {
        const std::vector<LessonPiece>& pieces = run().step().pieces;
        const auto quiz = std::ranges::find(pieces, LessonPiece::Kind::Quiz, &LessonPiece::kind) - pieces.begin();
        return QStringLiteral("choice-%1-%2").arg(quiz).arg(which);
    };
    const auto texts = [this] {
        QString all;
        for (const QLabel* label : m_window->findChild<QWidget*>(QStringLiteral("guide"))->findChildren<QLabel*>())
            all += label->isVisible() ? label->text() : QString();
        return all;
    };
    click(choice(1));
    QTRY_VERIFY(texts().contains(QStringLiteral("Noted.")));
    QVERIFY(!texts().contains(QStringLiteral("✓")));
    QVERIFY(!texts().contains(QStringLiteral("in this game: …")));
    click(QStringLiteral("guide-do"));
    QTRY_VERIFY_WITH_TIMEOUT(run().isDone(), kPatience);
    QTRY_VERIFY(texts().contains(QStringLiteral("✓")));
    QVERIFY(!texts().contains(QStringLiteral("Noted.")));
}

// The next step begins with the training of the step before, which has ended, and asks for another setup.
void tst_LessonWindow::aTrainingCountsForItsSetup()
{
    open("why-dropout-on-the-sum");
    goOn();
    click(QStringLiteral("guide-do"));
    QTRY_VERIFY_WITH_TIMEOUT(run().isDone(), kPatience);
    goOn();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    const auto now = [this] {
        return part<QLabel>(QStringLiteral("condition-now-trained"))->text();
    };
    QCOMPARE(now(), QString());
    bool wasDone = false;
    connect(&run(), &LessonRun::changed, this, [&] { wasDone = wasDone || run().isDone(); });
    m_window->store().edit([](Parameters& p) { p.dropout.p = 0.1; });
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    QVERIFY(!wasDone && !run().isDone());
    click(QStringLiteral("guide-do"));
    QTRY_VERIFY_WITH_TIMEOUT(run().isDone(), kPatience);
}

// A step asks for a training of more steps than the finished one that is shown.
void tst_LessonWindow::aTrainingCountsForItsSteps()
{
    open("add-or-concatenate");
    const auto asksForSteps = [this] {
        return std::ranges::any_of(run().step().until, [](const Condition& one) { return one.name == "steps"; });
    };
    while (!asksForSteps())
        goOn();
    m_window->store().editView([](ViewState& view) {
        view.training.settings.steps = 20;
        view.training.seeds = 2;
        view.training.phase = TrainingChoice::Phase::Running;
    });
    QTRY_VERIFY_WITH_TIMEOUT(shownTraining() && shownTraining()->finished, kPatience);
    QVERIFY(!run().isDone());
    bool wasDone = false;
    connect(&run(), &LessonRun::changed, this, [&] { wasDone = wasDone || run().isDone(); });
    m_window->store().editView([](ViewState& view) {
        view.training.settings.steps = 1000;
        view.training.seeds = 5;
        view.training.phase = TrainingChoice::Phase::Waiting;
    });
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    QVERIFY(!wasDone && !run().isDone());
}

void tst_LessonWindow::aReplayKeepsTheNumbers()
{
    open("does-position-matter");
    goOn();
    click(QStringLiteral("guide-do"));
    QTRY_VERIFY_WITH_TIMEOUT(run().isDone(), kPatience);
    const auto told = [this] {
        const std::vector<LessonPiece>& pieces = run().step().pieces;
        return QString::fromStdString(run().textOf(*std::ranges::find(pieces, true, &LessonPiece::behind)));
    };
    const QString text = told();
    QVERIFY2(text.contains(QStringLiteral(" %")), qPrintable(text));
    m_window->store().editView([](ViewState& view) { view.training.upTo = 0; });
    QTRY_VERIFY_WITH_TIMEOUT(shownTraining() && shownTraining()->choice.upTo, kPatience);
    QCOMPARE(told(), text);
}

// In a low window a text that appears below the others is scrolled to.
void tst_LessonWindow::whatIsToldIsSeen()
{
    open("why-sqrt-d-model");
    m_window->resize(1000, 420);
    QTest::qWait(50);
    const auto note = [this]() -> QLabel* {
        const std::size_t behind = static_cast<std::size_t>(
            std::ranges::find(run().step().pieces, true, &LessonPiece::behind) - run().step().pieces.begin());
        const QString words = QString::fromStdString(run().textOf(run().step().pieces.at(behind))).left(12);
        for (QLabel* label : m_window->findChild<QWidget*>(QStringLiteral("guide"))->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(words))
                return label;
        }
        return nullptr;
    };
    QVERIFY(note() == nullptr);
    click(QStringLiteral("guide-do"));
    QTRY_VERIFY_WITH_TIMEOUT(note() != nullptr, kPatience);
    QTRY_VERIFY(!note()->visibleRegion().isEmpty());
}

void tst_LessonWindow::nextIsFilledWhenAllIsDone()
{
    open("why-sqrt-d-model");
    auto* next = part<QPushButton>(QStringLiteral("guide-next"));
    const auto fill = [next] {
        return next->grab().toImage().pixelColor(next->width() / 2, 4);
    };
    const QColor accent = next->palette().color(QPalette::Highlight);
    QVERIFY(next->isEnabled());
    QVERIFY(fill() != accent);
    click(QStringLiteral("guide-do"));
    QTRY_VERIFY_WITH_TIMEOUT(run().isDone(), kPatience);
    QCOMPARE(fill(), accent);
    part<QAction>(QStringLiteral("action-undo"))->trigger();
    QTRY_VERIFY(fill() != accent);
}

void tst_LessonWindow::theTimeOfATrainingIsSaid()
{
    open("does-position-matter");
    const auto timed = [this] {
        return std::ranges::find_if(run().step().pieces, [](const LessonPiece& piece) {
            return piece.text.find("{train.seconds") != std::string::npos;
        });
    };
    while (timed() == run().step().pieces.end())
        goOn();
    const auto text = [&] {
        return QString::fromStdString(run().textOf(*timed()));
    };
    static const QRegularExpression kTime(QStringLiteral("takes about ([0-9.]+) seconds"));
    QTRY_VERIFY2_WITH_TIMEOUT(text().contains(kTime), qPrintable(text()), kPatience);
    QVERIFY(kTime.match(text()).captured(1).toDouble() > 0);
    const QString begun = text();
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 48; }); // the time of the step stays
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), kPatience);
    QCOMPARE(text(), begun);
}

void tst_LessonWindow::strayingIsSaid()
{
    open("why-sqrt-d-model");
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 64; }); // what the step asks for
    QVERIFY(part<QLabel>(QStringLiteral("guide-strayed"))->isHidden());
    m_window->store().edit([](Parameters& p) { p.dropout.p = 0.4; });
    auto* line = part<QLabel>(QStringLiteral("guide-strayed"));
    QVERIFY(line->isVisible());
    QVERIFY2(line->text().contains(QStringLiteral("changed Dropout p.")), qPrintable(line->text()));
    m_window->store().edit([](Parameters& p) { setScheme(p.encoding, "rope"); }); // its own parameters aren't named
    QVERIFY2(line->text().contains(QStringLiteral("changed Scheme and 1 more.")), qPrintable(line->text()));
    emit line->linkActivated(QStringLiteral("#"));
    QVERIFY(part<QLabel>(QStringLiteral("guide-strayed"))->isHidden());
    QVERIFY(m_window->store().scene().a.dropout.p == 0);
}

void tst_LessonWindow::aChangedBoardIsSaid()
{
    open("why-sqrt-d-model");
    auto* line = part<QLabel>(QStringLiteral("guide-strayed"));
    QVERIFY(line->isHidden());
    m_window->store().editView([](ViewState& view) { view.board.add("overlap", {}); });
    QVERIFY(line->isVisible());
    QVERIFY2(line->text().contains(QStringLiteral("the board")), qPrintable(line->text()));
    emit line->linkActivated(QStringLiteral("#"));
    QVERIFY(line->isHidden() && m_window->store().view().board.find("overlap") < 0);
}

void tst_LessonWindow::aFrameHasTheLabelInIt()
{
    open("what-is-a-position");
    const auto placeOf = [this](const char* name) {
        const auto* widget = part<QWidget>(QLatin1String(name));
        return QRect(widget->mapTo(m_window.get(), QPoint()), widget->size());
    };
    QTRY_VERIFY(part<QWidget>(QStringLiteral("frame-control-max-len"))->isVisible());
    QTRY_VERIFY(placeOf("frame-control-max-len").contains(placeOf("control-max-len") | placeOf("label-max-len")));
    QVERIFY(placeOf("frame-phasors").contains(placeOf("phasors")));
    QVERIFY(part<QWidget>(QStringLiteral("frame-controls-rail"))->isHidden());
    m_window->resize(900, 700);
    QTRY_VERIFY(part<QWidget>(QStringLiteral("frame-controls-rail"))->isVisible());
}

void tst_LessonWindow::progressIsRemembered()
{
    const Scene own = m_window->store().scene();
    open("why-sqrt-d-model");
    goOn();
    QVERIFY(m_window->store().scene() != own);
    m_window->close(); // writes the settings
    start();
    QCOMPARE(m_window->store().scene(), own);
    open("why-sqrt-d-model");
    QCOMPARE(run().index(), 1U);
}

void tst_LessonWindow::aFaultyFileOpensItsRest()
{
    const QString path = written("---\ntitle: Mine <b>bold</b>\n---\n\n## One\n\nText <script>x</script>.\n\n"
                                 "```phasor\n--d-model 48\n```\n\n- [x] a\n- [x] b\n\n## Two\n\nMore.\n");
    m_window->close();
    m_window.reset();
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = m_folder->filePath(QStringLiteral("other.json")).toStdString(),
                      .file = path.toStdString(),
                      .machine = {},
                      .lessons = {lessonIds, readLessonFile, [this](const std::string& lesson) {
                                      return opened(lesson);
                                  }}});
    m_window->show();
    QCOMPARE(run().lesson().steps.size(), std::size_t(2));
    QCOMPARE(m_window->store().scene().a.encoding.dModel, std::int64_t(48));
    QCOMPARE(part<QLabel>(QStringLiteral("guide-title"))->textFormat(), Qt::PlainText);
    for (const QLabel* label : m_window->findChildren<QLabel*>())
        QVERIFY(!label->text().contains(QStringLiteral("<script")));
}

QTEST_MAIN(tst_LessonWindow)
#include "tst_lessonwindow.moc"
