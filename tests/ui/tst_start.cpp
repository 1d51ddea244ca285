// SPDX-License-Identifier: GPL-3.0-or-later
// The first start, the page *Start* with its ways out, and the page of presets.
#include "options/lessonsteps.h"
#include "session/document.h"
#include "session/store.h"
#include "ui/forms/text.h"
#include "ui/look/look.h"
#include "ui/shell/files/files.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/lessons/lessons.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pages/pages.h"
#include "views/tables/heatmap.h"

#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoGroup>
#include <QtTest>

#include <memory>

using namespace phasor;

class TestStart : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void theFirstStartShowsASentence();
    void otherStartsAreAsTheUserWants();
    void aSetupOfTheCommandLineHasNoPage();
    void typingIsFollowed();
    void waysOut_data();
    void waysOut();
    void aBoxOpensItsStage();
    void cardsSayWhereLessonsAre();
    void allLessonsAreInSight_data();
    void allLessonsAreInSight();
    void recentFiles();
    void modelsAreOneClickAway();
    void presetsAreGrouped();
    void presetsAreSearchedAndOpened();
    void pagesReplaceEachOther();
    void narrowWindowsHaveOneColumn();
    void tabGoesAsOneReads();

private:
    template <typename T> T& part(const QString& name)
    {
        T* found = m_window->findChild<T*>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return *found;
    }
    StartPage& page() { return part<StartPage>("start"); }
    QWidget& strip() { return part<QWidget>("strip"); }
    const Parameters& parameters() { return m_window->store().parameters(); }
    QString settingsFile() const { return m_folder->filePath("window.json"); }
    void make(WindowOptions options);
    void start() { make({.settingsPath = {}, .file = {}, .machine = {}, .greets = true}); }
    void end()
    {
        m_window->close();
        m_window.reset();
    }
    QJsonObject layout()
    {
        QFile file(settingsFile());
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll())["layout"].toObject()
                                              : QJsonObject();
    }
    // Whether the board is shown, with the strip above it.
    bool isShown()
    {
        const auto* page = m_window->findChild<StartPage*>("start"); // made when it is shown first
        return page != nullptr && page->isVisible();
    }
    bool isLeft() { return !isShown() && part<QWidget>("plots").isVisible() && strip().isVisible(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<PipelineCache> m_cache;
    std::unique_ptr<MainWindow> m_window;
};

void TestStart::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_cache = std::make_unique<PipelineCache>();
    qputenv("XDG_CACHE_HOME", m_folder->filePath("cache").toUtf8());
}

void TestStart::cleanup()
{
    m_window.reset();
    m_folder.reset();
}

void TestStart::make(WindowOptions options)
{
    options.settingsPath = settingsFile().toStdString();
    options.lessons = {lessonIds, readLessonFile, [this](const std::string& lesson) {
                           return openLesson(lesson, *m_cache);
                       }};
    m_window = std::make_unique<MainWindow>(options);
    m_window->show();
    m_window->setWindowState(Qt::WindowNoState);
    m_window->resize(1280, 800);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().busy(), 20000);
}

void TestStart::theFirstStartShowsASentence()
{
    start();
    QVERIFY(page().isVisible());
    const Result<Preset> preset = loadPreset("sentence");
    QVERIFY(preset.ok());
    QCOMPARE(parameters(), preset->document.scene.a);
    QCOMPARE(part<QLineEdit>("start-sentence").text(), QString::fromStdString(*parameters().sentence.text));
    QVERIFY(part<QLineEdit>("start-sentence").hasFocus());
    QVERIFY(page().isAncestorOf(&strip()));
    QCOMPARE(m_window->store().view().stage(0), "position");
    for (const char* stage : {"tokens", "embedding", "scaled", "position", "sum", "mask", "output"})
        QTRY_VERIFY(part<QWidget>(u"stage-"_s + QLatin1String(stage)).isVisible());
    QVERIFY(!part<QAction>("action-undo").isEnabled());
    QVERIFY(!part<QCheckBox>("start-at-start").isChecked());
}

void TestStart::otherStartsAreAsTheUserWants()
{
    start();
    QVERIFY(m_window->store().view().board.of<HeatmapOptions>().tokenRows);
    end();
    start();
    QVERIFY(isLeft()); // off after the first
    QVERIFY(m_window->store().view().board.of<HeatmapOptions>().tokenRows); // options of views, too
    part<QAction>("action-start").trigger();
    QVERIFY(page().isVisible());
    QTest::mouseClick(&part<QCheckBox>("start-at-start"), Qt::LeftButton, {}, QPoint(8, 8));
    QVERIFY(part<QCheckBox>("start-at-start").isChecked());
    m_window->store().edit([](Parameters& p) { p.encoding.dModel = 64; });
    end();
    QVERIFY(layout()["start_page"].toBool());
    start();
    QVERIFY(page().isVisible());
    QVERIFY(part<QCheckBox>("start-at-start").isChecked());
    QCOMPARE(parameters().encoding.dModel, 64); // as it was left, not the preset
}

void TestStart::aSetupOfTheCommandLineHasNoPage()
{
    make({.settingsPath = {}, .file = {}, .start = Document(), .machine = {}});
    QVERIFY(isLeft());
    QCOMPARE(parameters(), Parameters());
}

void TestStart::typingIsFollowed()
{
    start();
    auto& field = part<QLineEdit>("start-sentence");
    field.selectAll();
    QTest::keyClicks(&field, "one two");
    QCOMPARE(parameters().sentence.text, "one two");
    QTRY_COMPARE(part<QWidget>("stage-tokens").accessibleDescription(), "[CLS] one two [SEP]");
    QTest::qWait(1200); // a pause
    QTest::keyClicks(&field, " three");
    part<QAction>("action-undo").trigger();
    QCOMPARE(field.text(), "one two");
    part<QAction>("action-undo").trigger();
    QVERIFY(field.text().startsWith("The cat"));
    QVERIFY(page().isVisible());
    field.clear();
    QTest::keyClick(&field, Qt::Key_A);
    QTest::keyClick(&field, Qt::Key_Backspace);
    QVERIFY(!parameters().sentence.text); // no sentence: ids
}

void TestStart::waysOut_data()
{
    QTest::addColumn<QString>("click");
    QTest::addColumn<int>("key");
    QTest::newRow("Enter") << QString() << int(Qt::Key_Return);
    QTest::newRow("Esc") << QString() << int(Qt::Key_Escape);
    QTest::newRow("Explore") << "start-explore" << 0;
    QTest::newRow("a box") << "stage-position" << 0;
    QTest::newRow("a lesson") << "card-lesson-what-is-a-position" << 0;
    QTest::newRow("a model") << "start-preset-llama-3.1" << 0;
    QTest::newRow("the tutorial") << "start-tutorial" << 0;
}

void TestStart::waysOut()
{
    QFETCH(QString, click);
    QFETCH(int, key);
    start();
    if (click.isEmpty())
        QTest::keyClick(&part<QLineEdit>("start-sentence"), static_cast<Qt::Key>(key));
    else
        QTest::mouseClick(&part<QWidget>(click), Qt::LeftButton);
    QTRY_VERIFY(isLeft());
    part<QAction>("action-start").trigger(); // and again
    QVERIFY(page().isVisible() && page().isAncestorOf(&strip()));
    QTest::keyClick(&part<QLineEdit>("start-sentence"), Qt::Key_Escape);
    QVERIFY(isLeft());
}

void TestStart::aBoxOpensItsStage()
{
    start();
    QTest::mouseClick(&part<QWidget>("stage-mask"), Qt::LeftButton);
    QCOMPARE(m_window->store().view().stage(0), "mask");
}

void TestStart::cardsSayWhereLessonsAre()
{
    start();
    auto& first = part<Card>("card-lesson-what-is-a-position");
    QVERIFY2(first.says().contains("start here"), qPrintable(first.says()));
    QVERIFY2(first.toolTip().endsWith('?'), qPrintable(first.toolTip())); // the lesson's question
    QTest::mouseClick(&first, Qt::LeftButton);
    auto& lessons = *m_window->findChild<Lessons*>();
    QVERIFY(lessons.run() != nullptr);
    part<QAction>("action-lesson-next").trigger(); // tells the answer
    part<QAction>("action-lesson-next").trigger();
    part<QAction>("action-lesson-leave").trigger();
    part<QAction>("action-start").trigger();
    QVERIFY2(first.says().startsWith("step 2 of"), qPrintable(first.says()));
    QTest::keyClick(&first, Qt::Key_Return); // by keys
    QVERIFY(isLeft());
    QVERIFY(lessons.run() != nullptr && lessons.run()->index() == 1);
    // Finished: the page shows it as done, and which one is next.
    while (!lessons.run()->isLast())
        part<QAction>("action-lesson-next").trigger();
    lessons.run()->act();
    QTRY_VERIFY_WITH_TIMEOUT(lessons.run()->isDone(), 20000);
    QTest::mouseClick(&part<QWidget>("guide-next"), Qt::LeftButton); // the quiz isn't answered
    QTest::mouseClick(&part<QWidget>("guide-next"), Qt::LeftButton);
    QVERIFY(lessons.run() == nullptr && page().isVisible());
    QVERIFY2(first.says().contains("done"), qPrintable(first.says()));
    QVERIFY(part<Card>("card-lesson-one-table-read-twice").says().endsWith("next"));
}

void TestStart::allLessonsAreInSight_data()
{
    QTest::addColumn<bool>("again");
    QTest::newRow("first start") << false;
    QTest::newRow("Help ▸ Start later") << true;
}

void TestStart::allLessonsAreInSight()
{
    QFETCH(const bool, again);
    start();
    if (again) {
        end();
        start();
        part<QAction>("action-start").trigger();
    }
    m_window->resize(1280, 800);
    const auto cards = page().findChildren<Card*>();
    QCOMPARE(cards.size(), m_window->findChild<Lessons*>()->all().size());
    for (const Card* card : cards)
        QTRY_COMPARE(card->visibleRegion().boundingRect(), card->rect());
}

void TestStart::recentFiles()
{
    start();
    QVERIFY(m_window->findChild<QWidget*>("start-recent") == nullptr);
    end();
    const QString session = m_folder->filePath("mine & yours.json");
    QVERIFY(QFile::copy(settingsFile(), session));
    QFile(session).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    make({.settingsPath = {}, .file = session.toStdString(), .machine = {}});
    part<QAction>("action-start").trigger();
    QTRY_VERIFY(part<ElidedLabel>("status-message").fullText().contains("opened"));
    part<QAction>("action-start").trigger();
    QAbstractButton* recent = &part<QAbstractButton>("start-recent");
    QCOMPARE(recent->text(), "mine & yours.json");
    QCOMPARE(recent->toolTip(), session);
    end();
    QCOMPARE(layout()["recent"].toArray(), QJsonArray{session});
    start();
    part<QAction>("action-start").trigger();
    QTest::mouseClick(&part<QWidget>("start-recent"), Qt::LeftButton);
    QTRY_VERIFY(isLeft());
    // A file that is gone says so, and the page stays.
    part<QAction>("action-start").trigger();
    QFile::remove(session);
    QTest::mouseClick(&part<QWidget>("start-recent"), Qt::LeftButton);
    QTRY_VERIFY(part<ElidedLabel>("status-message").fullText().contains("mine & yours.json"));
    QVERIFY(page().isVisible());
}

void TestStart::modelsAreOneClickAway()
{
    start();
    QTest::mouseClick(&part<QWidget>("start-preset-bloom"), Qt::LeftButton);
    QCOMPARE(parameters().encoding.scheme, "alibi");
    part<QAction>("action-start").trigger();
    QTest::mouseClick(&part<QWidget>("start-models"), Qt::LeftButton);
    QVERIFY(part<QWidget>("presets").isVisible() && !isShown());
    QVERIFY(part<Card>("card-preset-llama-3.1").isChecked());
}

void TestStart::presetsAreGrouped()
{
    std::size_t all = 0;
    for (const PresetList& list : presetLists()) {
        QVERIFY2(!list.presets.empty(), qPrintable(list.title()));
        all += list.presets.size();
    }
    QCOMPARE(all, presetIds().size());
    QVERIFY(PresetGroup::Dropout < PresetGroup::Rotations && PresetGroup::OtherModels < PresetGroup::Figures
            && PresetGroup::Figures < PresetGroup::Mistakes);
    start();
    part<QAction>("action-presets").trigger();
    for (const std::string_view id : presetIds())
        QVERIFY2(part<Card>(u"card-preset-"_s + QString::fromUtf8(id.data(), qsizetype(id.size()))).isVisible(),
                 id.data());
    QVERIFY(part<Card>("card-preset-sentence").isChecked());
}

void TestStart::presetsAreSearchedAndOpened()
{
    start();
    part<QAction>("action-presets").trigger();
    QTest::keyClicks(&part<QLineEdit>("presets-search"), "masked_fill");
    QVERIFY(part<Card>("card-preset-masked-fill").isVisible() && !part<Card>("card-preset-bloom").isVisible());
    QTest::keyClick(&part<QLineEdit>("presets-search"), Qt::Key_Return);
    QVERIFY(isLeft());
    const Result<Preset> preset = loadPreset("masked-fill");
    QCOMPARE(parameters(), preset->document.scene.a);
    part<QAction>("action-presets").trigger();
    QTest::keyClick(&part<Card>("card-preset-sentence"), Qt::Key_Escape);
    QVERIFY(isLeft());
    part<QAction>("action-presets").trigger();
    end(); // while pictures are drawn
}

void TestStart::pagesReplaceEachOther()
{
    start();
    part<QAction>("action-add-view").trigger();
    QVERIFY(part<QWidget>("gallery").isVisible() && !isShown());
    part<QAction>("action-start").trigger();
    QVERIFY(page().isVisible() && page().isAncestorOf(&strip()));
    part<QAction>("action-presets").trigger();
    part<QAction>("action-answers").trigger();
    QVERIFY(isLeft() && part<QWidget>("answers").isVisible());
    part<QAction>("action-start").trigger();
    m_window->store().editView([](ViewState& view) { view.board.showOnly(std::vector<std::string>{"energy"}); });
    QTRY_VERIFY(part<QWidget>("energy").isVisible());
}

void TestStart::narrowWindowsHaveOneColumn()
{
    start();
    const auto& model = part<QWidget>("start-preset-bloom");
    const auto& card = part<QWidget>("card-lesson-what-is-a-position");
    const auto isBelow = [&] {
        return model.mapTo(&page(), QPoint()).y() > card.mapTo(&page(), QPoint()).y() + card.height();
    };
    QVERIFY(!isBelow());
    m_window->resize(800, 700);
    QTRY_VERIFY(isBelow());
    QVERIFY(model.isVisible());
}

void TestStart::tabGoesAsOneReads()
{
    start();
    m_window->findChild<FileOpener*>()->note(m_folder->filePath("own.json").toStdString());
    emit page().left();
    part<QAction>("action-start").trigger();
    QTRY_VERIFY(part<QWidget>("start-recent").isVisible());
    QStringList seen;
    do {
        seen << QApplication::focusWidget()->objectName().section(u'-', 0, 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    } while (seen.size() < 60 && seen.back() != u"start-at");
    seen.removeDuplicates();
    QCOMPARE(seen.join(u' '),
             "start-sentence start-explore card-lesson start-preset start-models start-recent start-open "
             "start-presets start-at");
}

QTEST_MAIN(TestStart)
#include "tst_start.moc"
