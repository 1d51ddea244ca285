// SPDX-License-Identifier: GPL-3.0-or-later
// The window's session: its file, the mark of changes, and the question before they would be lost.
#include "options/lessonsteps.h"
#include "session/document.h"
#include "ui/look/look.h"
#include "ui/shell/files/files.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/settings/settings.h"

#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace phasor;

class TestSessions : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void theTitleHasFileAndMark();
    void withoutAFileOneIsAskedFor();
    void closingAsks_data();
    void closingAsks();
    void openingAsks();
    void theQuestionSaysWhatIsLost();
    void whatCannotBeSavedIsKept();
    void figuresAreNoFile();
    void aLessonLeavesTheFileAlone();
    void recentFiles();
    void unsavedWorkIsKept();
    void aCleanEndLeavesNone();
    void aSignalLeavesUnsavedChanges();
    void workLeftIsOffered_data();
    void workLeftIsOffered();
    void twoWindowsHaveTwo();
    void aFullDiskIsSaidOnce();
    void oneWindowKeepsTheSettings();
    void settingsThatCrashArePutAside();

private:
    std::unique_ptr<MainWindow> newWindow() const; // which has computed its first picture
    std::unique_ptr<MainWindow> begunWindow() const; // without one
    QStringList autosaved() const
    {
        return QDir(path("autosave")).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    }
    Document autosavedWork() const
    {
        const Result<DocumentRead> read
            = readSessionFile(path("autosave/").toStdString() + autosaved().value(0).toStdString());
        return read.ok() ? read->document : Document{};
    }
    // What a crash of the present window leaves; another one is opened.
    void crash();

    Store& store() { return m_window->store(); }
    SessionFiles& sessions() { return *m_window->findChild<SessionFiles*>(); }
    template <typename T> T& part(const char* name)
    {
        auto* found = m_window->findChild<T*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return *found;
    }
    void trigger(const char* action) { part<QAction>(action).trigger(); }
    QString message() { return part<ElidedLabel>("status-message").fullText(); }
    QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    void setWidth(std::int64_t dModel)
    {
        store().edit([=](Parameters& p) { p.encoding.dModel = dModel; });
    }
    std::int64_t savedWidth(const QString& path) const
    {
        const Result<DocumentRead> read = readSessionFile(path.toStdString());
        return read.ok() ? read->document.scene.a.encoding.dModel : -1;
    }
    void saveAs(const QString& path);
    // Answers the next question with that button (empty: Escape); its texts come to m_asked.
    void answer(const QString& button);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    QStringList m_asked;
};

void TestSessions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_asked.clear();
    m_window = newWindow();
}

std::unique_ptr<MainWindow> TestSessions::begunWindow() const
{
    static PipelineCache cache;
    auto window = std::make_unique<MainWindow>(
        WindowOptions{.settingsPath = path("window.json").toStdString(),
                      .file = {},
                      .machine = {},
                      .lessons = {lessonIds, readLessonFile, [](const std::string& lesson) {
                                      return openLesson(lesson, cache);
                                  }}});
    window->resize(1280, 800);
    window->show();
    return window;
}

std::unique_ptr<MainWindow> TestSessions::newWindow() const
{
    auto window = begunWindow();
    if (!QTest::qWaitFor([&] { return !window->queue().busy(); }))
        qFatal("the window computes for too long");
    return window;
}

void TestSessions::cleanup()
{
    m_window.reset();
    m_folder.reset();
}

void TestSessions::saveAs(const QString& path)
{
    sessions().saveAs(path);
    QTRY_COMPARE(sessions().file(), path);
}

void TestSessions::answer(const QString& button)
{
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, [this, timer, button] {
        auto* question = m_window->findChild<QMessageBox*>(QStringLiteral("leave-question"));
        if (question == nullptr || !question->isVisible())
            return;
        timer->deleteLater();
        m_asked << question->text() << question->informativeText();
        if (button.isEmpty())
            QTest::keyClick(question, Qt::Key_Escape);
        else
            question->findChild<QAbstractButton*>(button)->click();
    });
    timer->start(5);
}

void TestSessions::theTitleHasFileAndMark()
{
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Phasor[*]"));
    setWidth(48);
    QTest::qWait(20);
    QVERIFY(!m_window->isWindowModified()); // it has no file
    saveAs(path("my [*] one.json"));
    QCOMPARE(m_window->windowTitle(), QStringLiteral("my [*][*] one.json[*] — Phasor"));
    QVERIFY(!m_window->isWindowModified());
    setWidth(64);
    QTRY_VERIFY(m_window->isWindowModified());
    trigger("action-undo");
    QTRY_VERIFY(!m_window->isWindowModified()); // it is again what the file has
    store().editView([](ViewState& view) {
        view.zoom[AxisKind::Dimension] = Interval{3, 9};
        view.cursor[AxisKind::Position] = 1;
    });
    m_window->resize(1100, 700);
    QTest::qWait(50);
    QVERIFY(!m_window->isWindowModified()); // looking around changes nothing
    store().editView([](ViewState& view) { view.board.close(view.board.find("ratio")); });
    QTRY_VERIFY(m_window->isWindowModified());
    trigger("action-save-session");
    QTRY_VERIFY(!m_window->isWindowModified());
    QVERIFY(QFile::exists(path("my [*] one.json")));
    trigger("action-compare");
    QTRY_VERIFY(m_window->isWindowModified());
    trigger("action-save-session");
    QTRY_VERIFY(!m_window->isWindowModified());
    QVERIFY(readSessionFile(path("my [*] one.json").toStdString()).value().document.scene.b.has_value());
}

void TestSessions::withoutAFileOneIsAskedFor()
{
    for (const char* action : {"action-save-session", "action-save-session-as"}) {
        bool asked = false;
        QTimer::singleShot(200, this, [&] {
            auto* dialog = m_window->findChild<QFileDialog*>();
            asked = dialog != nullptr && dialog->acceptMode() == QFileDialog::AcceptSave;
            if (dialog != nullptr)
                dialog->reject();
        });
        trigger(action);
        QVERIFY(asked);
    }
    QCOMPARE(sessions().file(), QString());
}

void TestSessions::closingAsks_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<int>("saved");
    QTest::newRow("save") << "leave-save" << true << 64;
    QTest::newRow("do not") << "leave-drop" << true << 48;
    QTest::newRow("cancel") << "" << false << 48;
}

void TestSessions::closingAsks()
{
    QFETCH(QString, button);
    QFETCH(bool, closes);
    QFETCH(int, saved);
    setWidth(48);
    saveAs(path("a.json"));
    setWidth(64);
    answer(button);
    QCOMPARE(m_window->close(), closes);
    QCOMPARE(m_asked.size(), 2);
    QCOMPARE(savedWidth(path("a.json")), saved);
    QCOMPARE(store().scene().a.encoding.dModel, 64);
}

// Without changes, and without a file, nothing is asked.
void TestSessions::openingAsks()
{
    setWidth(48);
    saveAs(path("a.json"));
    setWidth(16);
    saveAs(path("b.json"));
    const auto open = [this](const char* name) {
        m_window->findChild<FileOpener*>()->open(path(name).toStdString());
    };
    open("a.json");
    QTRY_COMPARE(sessions().file(), path("a.json"));
    QTRY_COMPARE(store().scene().a.encoding.dModel, 48);
    QVERIFY(!m_window->isWindowModified());
    setWidth(64);
    answer({});
    open("b.json");
    QCOMPARE(m_asked.size(), 2);
    QTest::qWait(50);
    QCOMPARE(store().scene().a.encoding.dModel, 64);
    answer(QStringLiteral("leave-save"));
    open("b.json");
    QTRY_COMPARE(store().scene().a.encoding.dModel, 16);
    QCOMPARE(sessions().file(), path("b.json"));
    QCOMPARE(savedWidth(path("a.json")), 64);
    QVERIFY(m_window->close());
    QCOMPARE(m_asked.size(), 4);
}

void TestSessions::theQuestionSaysWhatIsLost()
{
    saveAs(path("a.json"));
    setWidth(64);
    store().edit([](Parameters& p) { p.dropout.p = 0.5; });
    Scene scene = store().scene();
    scene.b = scene.a;
    store().setScene(scene);
    store().editView([](ViewState& view) { view.board.close(view.board.find("ratio")); });
    answer({});
    QVERIFY(!m_window->close());
    QCOMPARE(m_asked.front(), QStringLiteral("Save the changes of a.json?"));
    QCOMPARE(m_asked.back(),
             QStringLiteral("The file does not have: d_model, Dropout p, setup B, the plots that are shown."));
    store().edit([](Parameters& p) {
        p.encoding.maxLen = 77;
        p.sentence.text = "a b";
        p.random.seed = Seed{9, false};
    });
    answer({});
    QVERIFY(!m_window->close());
    QVERIFY2(m_asked.back().endsWith(QStringLiteral(", 2 more.")), qPrintable(m_asked.back()));
}

void TestSessions::whatCannotBeSavedIsKept()
{
    QVERIFY(QDir().mkpath(path("gone")));
    saveAs(path("gone/a.json"));
    QVERIFY(QDir(path("gone")).removeRecursively());
    setWidth(64);
    trigger("action-save-session");
    QTRY_VERIFY2(message().contains(QStringLiteral("a.json")), qPrintable(message()));
    QTRY_VERIFY(m_window->isWindowModified());
    answer(QStringLiteral("leave-save"));
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
}

// Saving must not write a session over a picture.
void TestSessions::figuresAreNoFile()
{
    const QString figure = QStringLiteral(PHASOR_GOLDEN "/session/session-v1.png");
    QVERIFY(QFile::exists(figure));
    saveAs(path("a.json"));
    m_window->findChild<FileOpener*>()->open(figure.toStdString());
    QTRY_COMPARE(sessions().file(), QString());
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Phasor[*]"));
}

// In a lesson the session is the user's own, not the lesson's.
void TestSessions::aLessonLeavesTheFileAlone()
{
    setWidth(48);
    saveAs(path("a.json"));
    trigger("action-lesson-why-sqrt-d-model");
    QVERIFY(m_window->findChild<LessonRun*>() != nullptr);
    QVERIFY(m_window->windowTitle().endsWith(QStringLiteral("[*] — Phasor")));
    QVERIFY(store().scene().a.encoding.dModel != 48);
    QVERIFY(!sessions().hasChanges());
    trigger("action-save-session");
    QTRY_VERIFY2(message().startsWith(QStringLiteral("saved ")), qPrintable(message()));
    QCOMPARE(savedWidth(path("a.json")), 48);
    sessions().saveAs(path("lesson.json"));
    QTRY_VERIFY(QFile::exists(path("lesson.json")));
    QTRY_VERIFY(message().endsWith(QStringLiteral("lesson.json")));
    QCOMPARE(sessions().file(), path("a.json"));
    // Opening a session leaves the lesson.
    m_window->findChild<FileOpener*>()->open(path("a.json").toStdString());
    QTRY_COMPARE(store().scene().a.encoding.dModel, 48);
    QVERIFY(m_window->findChild<LessonRun*>() == nullptr);
    QCOMPARE(m_window->windowTitle(), QStringLiteral("a.json[*] — Phasor"));
}

void TestSessions::recentFiles()
{
    const auto first = [this]() -> QAction& {
        for (QMenu* menu : m_window->findChildren<QMenu*>())
            emit menu->aboutToShow();
        return part<QAction>("action-recent-1");
    };
    QVERIFY(!first().isEnabled());
    setWidth(48);
    saveAs(path("a.json"));
    setWidth(64);
    saveAs(path("b & c.json"));
    QVERIFY(first().isEnabled());
    QCOMPARE(first().text(), QStringLiteral("b && c.json"));
    QCOMPARE(first().statusTip(), path("b & c.json"));
    QVERIFY(m_window->findChild<QAction*>("action-recent-3") == nullptr);
    trigger("action-recent-2");
    QTRY_COMPARE(store().scene().a.encoding.dModel, 48);
    QCOMPARE(first().text(), QStringLiteral("a.json"));
}

void TestSessions::unsavedWorkIsKept()
{
    QTest::qWait(DocumentKeeper::kDelayMilliseconds + 500);
    QCOMPARE(autosaved(), QStringList()); // a window that was only opened has nothing to keep
    setWidth(48);
    for (int i = 0; i < 50 && autosaved().isEmpty(); ++i) { // also during changes without a pause
        QTest::qWait(100);
        store().edit([](Parameters& p) { ++p.encoding.maxLen; });
    }
    QCOMPARE(autosaved().size(), 1);
    QCOMPARE(autosavedWork().scene.a.encoding.dModel, 48);
    QCOMPARE(autosavedWork().file, std::string());
    saveAs(path("a.json"));
    QTRY_COMPARE(autosaved(), QStringList()); // the file has it
    setWidth(64);
    QTRY_COMPARE(autosavedWork().scene.a.encoding.dModel, 64);
    QCOMPARE(autosavedWork().file, path("a.json").toStdString());
    QCOMPARE(savedWidth(path("a.json")), 48);
    trigger("action-undo");
    QTRY_COMPARE(autosaved(), QStringList());
}

void TestSessions::aCleanEndLeavesNone()
{
    setWidth(48);
    QTRY_COMPARE(autosaved().size(), 1);
    QVERIFY(m_window->close());
    m_window.reset();
    QVERIFY(QDir(path("autosave")).isEmpty(QDir::Files | QDir::Hidden));
    QVERIFY(!QFile::exists(path("window.json.lock")));
    QCOMPARE(savedWidth(path("window.json")), 48);
}

void TestSessions::aSignalLeavesUnsavedChanges()
{
    setWidth(48);
    m_window->closeUnasked(); // as on a signal
    m_window.reset();
    QVERIFY(QDir(path("autosave")).isEmpty(QDir::Files | QDir::Hidden)); // no session is named
    m_window = newWindow();
    saveAs(path("a.json"));
    setWidth(64);
    m_window->closeUnasked(); // also before the 2 s are over
    m_window.reset();
    QCOMPARE(autosavedWork().scene.a.encoding.dModel, 64);
    QCOMPARE(autosavedWork().file, path("a.json").toStdString());
    QCOMPARE(savedWidth(path("a.json")), 48);
}

void TestSessions::crash()
{
    QTRY_COMPARE(autosaved().size(), 1);
    const QString left = path("autosave/") + autosaved().front();
    QVERIFY(QFile::copy(left, path("copy"))); // without a lock, as the system drops it
    m_window.reset();
    QFile::remove(left);
    QVERIFY(QFile::rename(path("copy"), path("autosave/left.json")));
    m_window = newWindow();
}

void TestSessions::workLeftIsOffered_data()
{
    QTest::addColumn<bool>("isNamed");
    QTest::addColumn<bool>("keeps");
    QTest::newRow("keep") << false << true;
    QTest::newRow("discard") << false << false;
    QTest::newRow("keep changes of a file") << true << true;
    QTest::newRow("discard changes of a file") << true << false;
}

void TestSessions::workLeftIsOffered()
{
    QFETCH(bool, isNamed);
    QFETCH(bool, keeps);
    setWidth(48);
    if (isNamed)
        saveAs(path("a.json"));
    setWidth(64);
    QTRY_COMPARE(autosavedWork().scene.a.encoding.dModel, 64);
    crash();
    QVERIFY(part<QWidget>("recovery").isVisible());
    QVERIFY2(part<QLabel>("recovery-text").text().contains(QLocale().toString(QTime::currentTime().hour())),
             qPrintable(part<QLabel>("recovery-text").text()));
    setWidth(16);
    part<QAbstractButton>(keeps ? "recovery-keep" : "recovery-discard").click();
    QTRY_VERIFY(m_window->findChild<QWidget*>(QStringLiteral("recovery")) == nullptr);
    QVERIFY(!QFile::exists(path("autosave/left.json")));
    QCOMPARE(store().scene().a.encoding.dModel, keeps ? 64 : 16);
    QCOMPARE(sessions().file(), keeps && isNamed ? path("a.json") : QString());
    QCOMPARE(m_window->isWindowModified(), keeps && isNamed);
    if (keeps)
        QCOMPARE(autosavedWork().scene.a.encoding.dModel, 64); // it is never in no file
    if (keeps && isNamed) {
        answer(QStringLiteral("leave-save"));
        QVERIFY(m_window->close());
        QCOMPARE(m_asked.back(), QStringLiteral("The file does not have: d_model."));
        QCOMPARE(savedWidth(path("a.json")), 64);
    }
}

// A start that never showed the settings leaves a byte in window.json.opening.
void TestSessions::settingsThatCrashArePutAside()
{
    const QString tries = path("window.json.opening");
    setWidth(48);
    m_window->close();
    QString said;
    for (const int before : {1, 2}) {
        m_window.reset();
        QVERIFY(!QFile::exists(tries));
        {
            QFile file(tries);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("xx", before) == before);
        }
        m_window = begunWindow();
        QCOMPARE(QFileInfo(tries).size(), before == 1 ? 2 : 1);
        QCOMPARE(store().scene().a.encoding.dModel, before == 1 ? 48 : Parameters().encoding.dModel);
        said = message();
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(tries), 30000);
        if (before == 1)
            m_window->close();
    }
    const QStringList aside = QDir(m_folder->path()).entryList({QStringLiteral("window.json.crashed-*")});
    QCOMPARE(aside.size(), 1);
    QVERIFY2(said.contains(aside.front()), qPrintable(said));
    QCOMPARE(savedWidth(m_folder->filePath(aside.front())), 48);
}

// Each window has its own; the one that lives is not offered to the other.
void TestSessions::twoWindowsHaveTwo()
{
    setWidth(48);
    QTRY_COMPARE(autosaved().size(), 1);
    const auto second = newWindow();
    QVERIFY(second->findChild<QWidget*>(QStringLiteral("recovery")) == nullptr);
    second->store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    QTRY_COMPARE(autosaved().size(), 2);
    second->close();
    QTRY_COMPARE(autosaved().size(), 1);
    QCOMPARE(autosavedWork().scene.a.encoding.dModel, 48);
}

void TestSessions::aFullDiskIsSaidOnce()
{
    // In the way of every write, also for root.
    QVERIFY(QDir(path("autosave")).removeRecursively());
    QFile inTheWay(path("autosave"));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    setWidth(48);
    QTRY_VERIFY2(message().contains(QStringLiteral("Save a session")), qPrintable(message()));
    setWidth(64);
    QTest::qWait(2 * DocumentKeeper::kDelayMilliseconds);
    saveAs(path("a.json"));
    QVERIFY2(message().startsWith(QStringLiteral("saved ")), qPrintable(message())); // work goes on
    QTest::qWait(2 * DocumentKeeper::kDelayMilliseconds);
    QVERIFY2(message().startsWith(QStringLiteral("saved ")), qPrintable(message()));
}

void TestSessions::oneWindowKeepsTheSettings()
{
    auto second = newWindow();
    const auto* said = second->findChild<ElidedLabel*>(QStringLiteral("status-message"));
    QVERIFY2(said->fullText().startsWith(QStringLiteral("Another window")), qPrintable(said->fullText()));
    second->store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    setWidth(48);
    QVERIFY(m_window->close());
    QVERIFY(second->close());
    second.reset();
    m_window.reset();
    QCOMPARE(savedWidth(path("window.json")), 48);
    m_window = newWindow();
    QCOMPARE(message(), QString());
    QCOMPARE(store().scene().a.encoding.dModel, 48);
}

QTEST_MAIN(TestSessions)
#include "tst_sessions.moc"
