// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons written in the window: they open as what was shown, steps are appended, and edits of the file are seen at
// once.
#include "options/lessonsteps.h"
#include "plots/plot.h"
#include "session/document.h"
#include "session/store.h"
#include "ui/look/look.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/talk/talk.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <array>
#include <memory>
#include <sys/stat.h>

using namespace phasor;

namespace {

// What differs between a window's step and the step of a lesson, as far as it can be seen.
QStringList differing(const Document& meant, const Document& read)
{
    QStringList names;
    const auto compare = [&names](bool same, const std::string& name) {
        if (!same)
            names << QString::fromStdString(name);
    };
    const ViewState& a = meant.view;
    const ViewState& b = read.view;
    compare(meant.scene == read.scene, "scene");
    compare(a.board.shown() == b.board.shown(), "views");
    for (int i = 0; names.isEmpty() && i < a.board.size(); ++i) {
        const PlotSpec& plot = *findPlot(a.board.cell(i).view);
        const ViewState seen = a.seenFrom(i);
        for (const Setting<ViewState>& setting : viewSettings())
            compare(!plot.takesOption(setting.id) || setting.get(seen) == setting.get(b.seenFrom(i)),
                    std::string(setting.id));
        for (const ViewOption* option : optionsOfView(plot.id)) {
            const AnySettings& own = a.board.cell(i).options;
            const bool means = (!option->onlyComparing || meant.scene.b) && (!option->matters || option->matters(own));
            compare(!means || option->get(own) == option->get(b.board.cell(i).options), std::string(option->id));
        }
        compare(!plot.takesOption("dims") || a.dimensions == b.dimensions, "dims");
        compare(plot.id != "training" || a.training == b.training, "training");
    }
    compare(a.zoom == b.zoom, "zoom");
    compare(a.selection == b.selection && a.onlySelection == b.onlySelection, "selection");
    return names;
}

} // namespace

class tst_Writing : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }

    void presets_data();
    void presets();
    void views_data();
    void views();
    void aViewTwice();
    void whatNoOptionSaysIsSaid();
    void filesOfTheFolder();
    void bookmarksAreSteps();
    void aNewLessonIsAskedFor();
    void stepsAreAdded();
    void aNewLessonIsInTheMenu();
    void anEditIsSeenAtOnce();
    void faultsAreSaid();
    void theStepIsFoundAgain();
    void aStepOnTheStageIsSeenAtOnce();

private:
    template <typename T> T* part(const char* name)
    {
        T* found = m_window->findChild<T*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }
    Store& store() { return m_window->store(); }
    Lessons& lessons() { return *m_window->findChild<Lessons*>(); }
    LessonRun& run() { return *lessons().run(); }
    QString path(const char* name = "mine.md") const { return m_folder->filePath(QLatin1String(name)); }
    void wait() { QTRY_VERIFY_WITH_TIMEOUT(!m_window->context().runner.isRunning(), 60000); }
    QString message() { return part<ElidedLabel>("status-message")->fullText(); }
    QByteArray text();
    void save(const QByteArray& text, bool byAnotherFile = false); // as an editor does
    void writeAndOpen(); // what is shown
    QString faults()
    {
        return part<QLabel>("guide-faults")->isHidden() ? QString() : part<QLabel>("guide-faults")->text();
    }
    void show(std::vector<BoardCell> cells);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<PipelineCache> m_cache;
    std::unique_ptr<MainWindow> m_window;
    QString m_said;
};

void tst_Writing::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_cache = std::make_unique<PipelineCache>();
    m_window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = path("window.json").toStdString(),
                      .file = {},
                      .machine = {},
                      .lessons = {.ids = lessonIds,
                                  .read = readLessonFile,
                                  .open = [this](const std::string& lesson) { return openLesson(lesson, *m_cache); },
                                  .folder = path("lessons").toStdString()}});
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

QByteArray tst_Writing::text()
{
    QFile file(path());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void tst_Writing::save(const QByteArray& text, bool byAnotherFile)
{
    QFile file(path(byAnotherFile ? "mine.md~" : "mine.md"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    file.close();
    if (byAnotherFile)
        QCOMPARE(std::rename(qPrintable(file.fileName()), qPrintable(path())), 0);
}

void tst_Writing::writeAndOpen()
{
    writeLesson(m_window->context(), lessons(), path());
    wait();
    m_said = message();
    QVERIFY2(lessons().run() != nullptr, qPrintable(m_said));
}

void tst_Writing::show(std::vector<BoardCell> cells)
{
    store().editView([&](ViewState& view) { view.board = Board(cells, true); });
}

void tst_Writing::presets_data()
{
    QTest::addColumn<QString>("id");
    for (const std::string_view id : presetIds())
        QTest::newRow(std::string(id).c_str()) << QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

void tst_Writing::presets()
{
    QFETCH(QString, id);
    part<QAction>(qPrintable("action-preset-" + id))->trigger();
    const Document shown = stepOf(store());
    writeAndOpen();
    QCOMPARE(faults(), QString());
    QCOMPARE(differing(shown, run().opened().steps.front().before->document), QStringList());
    QCOMPARE(differing(shown, stepOf(store())), QStringList());
    for (const QByteArray& line : text().split('\n')) // only one option may be longer
        QVERIFY2(line.size() <= 100 || line.lastIndexOf(" --") <= 0, line.constData());
}

void tst_Writing::views_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("two");
    for (const PlotSpec& plot : plotSpecs()) {
        for (const bool two : {false, true})
            QTest::addRow("%s %d", std::string(plot.id).c_str(), two ? 2 : 1)
                << QString::fromStdString(std::string(plot.id)) << two;
    }
}

// Each view with all its choices and numbers changed.
void tst_Writing::views()
{
    QFETCH(QString, id);
    QFETCH(bool, two);
    if (two)
        store().setScene({.a = store().scene().a, .b = [this] {
                              Parameters b = store().scene().a;
                              b.sentence.text = "it's `here` -- and \\ there";
                              b.encoding.dModel = 64;
                              return b;
                          }()});
    AnySettings options;
    for (const ViewOption* option : optionsOfView(id.toStdString())) {
        if (option->choices != nullptr)
            option->set(options, std::string(option->choices().back().id));
        else if (option->kind == ParameterKind::Integer)
            option->set(options, static_cast<std::int64_t>(option->minimum + 1));
        QVERIFY2(option->choices == nullptr || option->list || option->choices().size() > 1, option->id.data());
    }
    show({{.view = id.toStdString(), .options = options}});
    store().editView([](ViewState& view) {
        view.colorMap = "viridis";
        view.range = Interval{-0.5, 2};
        view.dimensions = {0, 4, 5, 9};
        view.training.vary = {"scale=none,sqrt-d-model", "dropout=0,0.1"};
        view.training.seeds = 2;
    });
    const Document shown = stepOf(store());
    writeAndOpen();
    QCOMPARE(faults(), QString());
    QCOMPARE(differing(shown, run().opened().steps.front().before->document), QStringList());
}

// Stages and options belong to one cell.
void tst_Writing::aViewTwice()
{
    const auto options = optionsOfView("similarity");
    const ViewOption* option
        = *std::ranges::find_if(options, [](const ViewOption* one) { return one->choices != nullptr; });
    AnySettings changed;
    option->set(changed, std::string(option->choices().back().id));
    if (option->isStandard(changed))
        option->set(changed, std::string(option->choices().front().id));
    QVERIFY(!option->isStandard(changed));
    show({{.view = "similarity", .options = changed, .stage = "sum"},
          {.view = "similarity"},
          {.view = "similarity", .options = {}, .stage = "output"}});
    store().editView([](ViewState& view) {
        view.zoom[AxisKind::Position] = Interval{3, 9};
        view.zoom[AxisKind::Key] = Interval{4, 7};
        view.selection[AxisKind::Position] = Interval{2, 4};
        view.selection[AxisKind::Dimension] = Interval{8, 16};
    });
    const Document shown = stepOf(store());
    writeAndOpen();
    QCOMPARE(faults(), QString());
    QCOMPARE(differing(shown, run().opened().steps.front().before->document), QStringList());
    QVERIFY(!m_said.contains(u"can't"));
}

void tst_Writing::whatNoOptionSaysIsSaid()
{
    store().editView([](ViewState& view) {
        view.board = Board(std::array<BoardCell, 2>{{{.view = "overlap"}, {.view = "spectrum"}}});
        view.selection[AxisKind::Dimension] = Interval{2, 4};
    });
    writeAndOpen();
    QVERIFY(m_said.contains(u"can't keep places and sizes of the views"));
    lessons().leave();
    store().editView([](ViewState& view) {
        view.board = Board(std::array<BoardCell, 1>{{{.view = "spectrum"}}});
        view.onlySelection = true;
    });
    const Document shown = stepOf(store());
    writeAndOpen();
    QVERIFY2(!m_said.contains(u"can't"), qPrintable(m_said));
    QCOMPARE(differing(shown, run().opened().steps.front().before->document), QStringList());
}

// Files next to the lesson are named from there; others can't be.
void tst_Writing::filesOfTheFolder()
{
    QFile file(path("own table.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("1,2,3,4\n").repeated(12));
    file.close();
    store().edit([this](Parameters& p) {
        p.embedding.source = "file:" + path("own table.csv").toStdString();
        p.encoding.dModel = 4;
        p.sentence.vocab = 12;
        p.sentence.text = "a b";
    });
    const Document shown = stepOf(store());
    writeAndOpen();
    QCOMPARE(faults(), QString());
    QVERIFY2(text().contains("--embedding 'file:own table.csv'"), text().constData());
    QCOMPARE(differing(shown, run().opened().steps.front().before->document), QStringList());
    lessons().leave();
    writeLesson(m_window->context(), lessons(), [this] {
        QDir(m_folder->path()).mkdir(QStringLiteral("other"));
        return path("other/mine.md");
    }());
    wait();
    QCOMPARE(faults(), QString());
    QVERIFY(message().contains(path("own table.csv")));
}

void tst_Writing::bookmarksAreSteps()
{
    std::vector<Document> steps{stepOf(store()), stepOf(store())};
    steps[0].title = "What *E* is # {not a number}";
    steps[1].title = "- [x] d_model <b>";
    steps[1].scene.a.encoding.dModel = 64;
    store().setBookmarks(steps);
    writeAndOpen();
    QCOMPARE(faults(), QString());
    QCOMPARE(run().lesson().title, std::string("mine"));
    QCOMPARE(run().lesson().steps.size(), std::size_t(2));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(run().lesson().steps[i].title, steps[i].title);
        QCOMPARE(differing(steps[i], run().opened().steps[i].before->document), QStringList());
    }
}

// File ▸ New lesson proposes the folder whose lessons are listed.
void tst_Writing::aNewLessonIsAskedFor()
{
    QString proposed;
    const auto answer = [&](int result, const QString& name = {}) {
        QTimer::singleShot(200, this, [=, &proposed] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            proposed = dialog->selectedFiles().value(0);
            if (!name.isEmpty())
                dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(name);
            static_cast<QDialog*>(dialog)->done(result);
        });
        part<QAction>("action-new-lesson")->trigger();
        wait();
    };
    answer(QDialog::Rejected);
    QCOMPARE(proposed, path("lessons/lesson.md"));
    QVERIFY(!QFileInfo::exists(path("lessons"))); // nothing is left
    answer(QDialog::Accepted, QStringLiteral("mine.txt"));
    QVERIFY(lessons().run() == nullptr);
    QVERIFY(message().contains(u".md"));
    answer(QDialog::Accepted, QStringLiteral("my own"));
    QVERIFY(QFileInfo::exists(path("lessons/my own.md")));
    QCOMPARE(run().lesson().title, std::string("my own"));
    for (QMenu* menu : m_window->findChildren<QMenu*>())
        emit menu->aboutToShow();
    QCOMPARE(part<QAction>("action-recent-1")->text(), QStringLiteral("my own.md"));
    save("---\ntitle: T\n---\n## A\n\n## B\n"); // progress in "my own" is not that in "my"
    QVERIFY(QFile::rename(path(), path("my.md")));
    for (const char* name : {"my.md", "lessons/my own.md"})
        lessons().open(path(name).toStdString(), 0);
    lessons().open(path("my.md").toStdString(), 1);
    QCOMPARE(lessons().progress(), (std::vector<std::string>{"my own 1", "my 2"}));
}

void tst_Writing::stepsAreAdded()
{
    QVERIFY(!part<QAction>("action-add-step")->isEnabled());
    part<QAction>("action-lesson-what-is-a-position")->trigger();
    QVERIFY(!part<QAction>("action-add-step")->isEnabled()); // not a lesson of Phasor
    lessons().leave();
    writeAndOpen();
    const auto add = [this](const QString& title, const QString& sentence) {
        part<QAction>("action-add-step")->trigger();
        part<QLineEdit>("step-title")->setText(title);
        part<QLineEdit>("step-sentence")->setText(sentence);
        QTest::keyClick(part<QLineEdit>("step-sentence"), Qt::Key_Return);
        wait();
    };
    save(text() + "\nTyped in another window, without an end of line"); // just now
    store().edit([](Parameters& p) { p.encoding.dModel = 48; });
    const Document shown = stepOf(store());
    add(QStringLiteral("Wider *or* not"), QStringLiteral("# {d_model} dimensions."));
    QVERIFY(text().contains("Typed in another window, without an end of line\n\n## Wider"));
    QCOMPARE(run().index(), std::size_t(1)); // it is shown
    QCOMPARE(faults(), QString());
    QCOMPARE(run().step().title, std::string("Wider *or* not"));
    QCOMPARE(differing(shown, run().opened().steps.back().before->document), QStringList());
    QCOMPARE(run().strayed(), QStringList());
    QTRY_VERIFY(QString::fromStdString(run().textOf(run().step().pieces.front())).contains(u"48 dimensions"));
    lessons().leave(); // the lesson is still the user's last one
    add(QStringLiteral("After"), {});
    QVERIFY(lessons().run() == nullptr);
    QCOMPARE(openLesson(path().toStdString(), *m_cache)->lesson.steps.size(), std::size_t(3));
    const QByteArray before = text() + QByteArray(1 << 20, 'x');
    save(before);
    add(QStringLiteral("Too much"), {});
    QCOMPARE(text(), before);
}

// In the folder of the user's lessons, as soon as the menu or the palette opens; until its file is gone.
void tst_Writing::aNewLessonIsInTheMenu()
{
    qputenv("XDG_DATA_HOME", path("data").toUtf8());
    const auto clean = qScopeGuard([] { qunsetenv("XDG_DATA_HOME"); });
    const QString folder = QFile::decodeName(lessonFolder().c_str());
    QVERIFY(folder.startsWith(m_folder->path()));
    QVERIFY(QDir().mkpath(folder));
    const QString file = folder + QStringLiteral("/mine.md");
    const auto entry = [&] {
        return m_window->findChild<QAction*>(QStringLiteral("action-lesson-mine"));
    };
    const auto open = [&] {
        for (QAction* menu : m_window->menuBar()->actions())
            if (menu->iconText() == QStringLiteral("Lessons"))
                emit menu->menu()->aboutToShow();
    };
    writeLesson(m_window->context(), lessons(), file);
    wait();
    lessons().leave();
    QVERIFY(entry() == nullptr);
    open();
    QVERIFY(entry() != nullptr);
    entry()->trigger();
    QVERIFY(lessons().run() != nullptr);
    QCOMPARE(run().lesson().id, std::string("mine"));
    part<QAction>("action-lesson-leave")->trigger();
    QVERIFY(lessons().run() == nullptr && !part<QAction>("action-lesson-next")->isEnabled());
    QVERIFY(QFile::remove(file));
    part<QAction>("action-find")->trigger();
    QVERIFY(entry() == nullptr);
    QVERIFY(part<QAction>("action-lesson-add-or-concatenate") != nullptr);
}

void tst_Writing::anEditIsSeenAtOnce()
{
    writeAndOpen();
    store().edit([](Parameters& p) { p.encoding.dModel = 48; }); // the user tries something
    QVERIFY(!run().strayed().isEmpty());
    for (const bool byAnotherFile : {false, true}) {
        const QByteArray sentence = byAnotherFile ? "Two: {pairs} pairs." : "One: {dropped} dropped.";
        save(text().replace("\n## ", "\n\n## ").append("\n" + sentence + "\n"), byAnotherFile);
        QTRY_VERIFY(std::ranges::any_of(run().step().pieces, [&](const LessonPiece& piece) {
            return piece.text.find(sentence.constData()) != std::string::npos;
        }));
        QCOMPARE(store().scene().a.encoding.dModel, std::int64_t(48)); // only the text has changed
        QTRY_VERIFY(part<QLabel>("guide-step")->isVisible());
        QVERIFY(!run().strayed().isEmpty());
    }
    const QByteArray before = text();
    save(QByteArray(before).replace("phasor\n", "phasor\n--d-model 32\n"));
    QTRY_COMPARE(store().scene().a.encoding.dModel, std::int64_t(32));
    QVERIFY(run().strayed().isEmpty());
    save(QByteArray(before).replace("title: mine", "title: Yours"), true);
    QTRY_COMPARE(part<QLabel>("guide-title")->text(), QStringLiteral("Yours"));
    QVERIFY(m_window->windowTitle().contains(u"Yours"));
}

void tst_Writing::faultsAreSaid()
{
    writeAndOpen();
    QCOMPARE(faults(), QString());
    const QByteArray good = text();
    save(good + "\n## Two\n\n```phasor\n--d-mode 32\n```\n\n```phasor maybe\n```\n\nText.\n");
    QTRY_VERIFY2(faults().contains(u"d-mode"), qPrintable(faults()));
    const QString line = QString::number(good.count('\n') + 5);
    QVERIFY2(faults().contains("line " + line) && faults().contains(u"2 faults"), qPrintable(faults()));
    QCOMPARE(run().lesson().steps.size(), std::size_t(2)); // the rest opens
    save("---\ntitle: mine\n---\nNothing yet\n");
    QTRY_VERIFY2(faults().contains(u"no step"), qPrintable(faults()));
    QCOMPARE(run().lesson().steps.size(), std::size_t(2)); // as it was
    QVERIFY(QFile::remove(path()));
    QTRY_VERIFY2(faults().contains(u"mine.md"), qPrintable(faults()));
    QCOMPARE(run().lesson().steps.size(), std::size_t(2));
    QCOMPARE(mkfifo(QFile::encodeName(path()), 0600), 0); // a pipe without a writer is not waited for
    QTest::qWait(1500);
    QVERIFY2(faults().contains(u"mine.md"), qPrintable(faults()));
    save(good, true);
    QTRY_COMPARE_WITH_TIMEOUT(faults(), QString(), 10000);
    QCOMPARE(run().lesson().steps.size(), std::size_t(1));
}

void tst_Writing::theStepIsFoundAgain()
{
    save("---\ntitle: T\n---\n## A\n\n- [x] a\n- [ ] b\n\n## B\n\n- [x] a\n- [ ] b\n");
    lessons().open(path().toStdString(), 1);
    run().answer(0, 1);
    save("---\ntitle: T\n---\n## New\n\nText.\n\n## A\n\nText.\n\n## B\n\n- [x] a\n- [ ] b\n"); // by its title
    QTRY_COMPARE(run().index(), std::size_t(2));
    QCOMPARE(run().answerTo(0), std::optional<std::size_t>(1)); // what was done stays
    save("---\ntitle: T\n---\n## New\n\nText.\n\n## A\n\nText.\n\n## B2\n\n- [x] a\n"); // by its number
    QTRY_COMPARE(run().step().title, std::string("B2"));
    QVERIFY(!run().answerTo(0)); // that choice is gone
    save("---\ntitle: T\n---\n## New\n\nText.\n");
    QTRY_COMPARE(run().step().title, std::string("New"));
    QCOMPARE(part<QLabel>("guide-place")->text(), QStringLiteral("Step 1 of 1"));
}

// A teacher corrects a word during the talk.
void tst_Writing::aStepOnTheStageIsSeenAtOnce()
{
    save("---\ntitle: T\n---\n## A\n\nWorng.\n\n## B\n\nText.\n");
    lessons().open(path().toStdString(), 0);
    part<QAction>("action-present")->trigger();
    auto* stage = part<QWidget>("stage");
    QTest::keyClick(stage, Qt::Key_Right);
    QCOMPARE(part<QLabel>("stage-place")->text(), QStringLiteral("Step 2 of 2"));
    save("---\ntitle: T\n---\n## A\n\nWrong.\n\n## C\n\nText.\n\n## B\n\nMore text.\n");
    QTRY_COMPARE(part<QLabel>("stage-place")->text(), QStringLiteral("Step 3 of 3"));
    save("---\ntitle: T\n---\n## A\n\nWrong.\n");
    QTRY_COMPARE(part<QLabel>("stage-title")->text(), QStringLiteral("A"));
    QTest::keyClick(stage, Qt::Key_Escape);
    QVERIFY(!stage->isVisible());
    QCOMPARE(run().step().title, std::string("A"));
}

QTEST_MAIN(tst_Writing)
#include "tst_writing.moc"
