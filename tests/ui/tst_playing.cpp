// SPDX-License-Identifier: GPL-3.0-or-later
// ▶ at the settings, with real clicks and keys.
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QCheckBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include <algorithm>
#include <set>
#include <stdexcept>

using namespace phasor;

class TestPlaying : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void valueRunsInOneStepOfUndo();
    void seedsAreNewMasks();
    void spacePausesExceptInText();
    void theMenuOfASliderPlays();
    void theUsersEditPauses();
    void wrongRangesAreRefused();
    void motionIsReduced();

private:
    template <typename Part> Part& part(const char* name)
    {
        auto* found = m_window->findChild<Part*>(QString::fromLatin1(name));
        return found != nullptr ? *found : throw std::runtime_error(name);
    }
    QAction& action(const char* name) { return part<QAction>(name); }
    void play(const char* parameter, const char* from, const char* to, const char* seconds, bool bounce = false,
              const char* role = "play-");
    bool isPlaying(const char* button) { return part<QToolButton>(button).text() != u"▶"; }
    double p() const { return m_window->store().scene().a.dropout.p; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestPlaying::init()
{
    m_window.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_window = std::make_unique<MainWindow>(WindowOptions{
        .settingsPath = m_folder->filePath(QStringLiteral("window.json")).toStdString(), .file = {}, .machine = {}});
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QTRY_VERIFY(!m_window->queue().busy());
}

// By the menu of ▶ or of the slider: the range, then Play.
void TestPlaying::play(const char* parameter, const char* from, const char* to, const char* seconds, bool bounce,
                       const char* role)
{
    auto& button = part<QWidget>((QByteArray(role) + parameter).constData());
    QContextMenuEvent menu(QContextMenuEvent::Keyboard, {}, button.mapToGlobal(QPoint()));
    QCoreApplication::sendEvent(&button, &menu);
    part<QLineEdit>("play-from").setText(QString::fromLatin1(from));
    part<QLineEdit>("play-to").setText(QString::fromLatin1(to));
    part<QLineEdit>("play-seconds").setText(QString::fromLatin1(seconds));
    part<QCheckBox>("play-bounce").setChecked(bounce);
    QTest::keyClick(&part<QLineEdit>("play-to"), Qt::Key_Return);
}

void TestPlaying::valueRunsInOneStepOfUndo()
{
    const double before = p();
    std::vector<double> seen;
    connect(&m_window->store(), &Store::sceneChanged, this,
            [&](const Scene& scene) { seen.push_back(scene.a.dropout.p); });
    play("dropout", "0", "1", "0.6");
    QVERIFY(isPlaying("play-dropout"));
    QTRY_VERIFY(!isPlaying("play-dropout"));
    QCOMPARE(seen.front(), 0.0);
    QCOMPARE(seen.back(), 1.0);
    QVERIFY(seen.size() > 3 && std::ranges::is_sorted(seen));
    QTRY_VERIFY(!m_window->queue().busy());
    QCOMPARE(m_window->queue().latest()->scene.a.dropout.p, 1.0); // the views follow
    action("action-undo").trigger();
    QCOMPARE(p(), before);
    QVERIFY(!action("action-undo").isEnabled());
    play("dropout", "0", "1", "0.3", true);
    QTRY_VERIFY(!isPlaying("play-dropout"));
    QCOMPARE(p(), 0.0); // and back
    action("action-undo").trigger();
    QCOMPARE(p(), before);
}

void TestPlaying::seedsAreNewMasks()
{
    auto& fold = part<QToolButton>("play-seed");
    std::set<std::uint64_t> seeds;
    connect(&m_window->store(), &Store::sceneChanged, this,
            [&](const Scene& scene) { seeds.insert(scene.a.random.seed.bits); });
    fold.click();
    QTRY_VERIFY(seeds.size() > 3);
    fold.click();
    QVERIFY(!isPlaying("play-seed"));
}

void TestPlaying::spacePausesExceptInText()
{
    play("dropout", "0", "1", "20");
    QTRY_VERIFY(p() > 0);
    auto& sentence = part<QPlainTextEdit>("text-text");
    sentence.setFocus();
    QTest::keyClick(&sentence, Qt::Key_Space);
    QVERIFY(sentence.toPlainText().contains(u' ') && isPlaying("play-dropout"));
    auto& slider = part<QSlider>("slider-d-model");
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Space);
    QVERIFY(!isPlaying("play-dropout"));
    const double held = p();
    QTest::qWait(150);
    QCOMPARE(p(), held);
    auto& dice = part<QToolButton>("dice-seed"); // a button, which Space would press
    const Seed seed = m_window->store().scene().a.random.seed;
    QTest::keyClick(&dice, Qt::Key_Space);
    QVERIFY(isPlaying("play-dropout"));
    QCOMPARE(m_window->store().scene().a.random.seed, seed);
    QTRY_VERIFY(p() > held && p() < held + 0.2);
    action("action-play").trigger();
    QVERIFY(!isPlaying("play-dropout"));
    action("action-bookmark").trigger(); // a list whose texts can be edited
    auto& list = part<QListWidget>("bookmark-list");
    QTest::keyClick(list.findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_VERIFY(list.findChild<QLineEdit*>() == nullptr);
    QTest::keyClick(&list, Qt::Key_Space);
    QVERIFY(isPlaying("play-dropout"));
}

// The dialog, not the slider, gets the release of the right button.
void TestPlaying::theMenuOfASliderPlays()
{
    QTest::mousePress(&part<QSlider>("slider-dropout"), Qt::RightButton);
    QCOMPARE(m_window->store().gesture(), -1);
    play("dropout", "0", "1", "0.6", false, "slider-");
    QTRY_COMPARE(p(), 1.0);
}

void TestPlaying::theUsersEditPauses()
{
    play("dropout", "0", "1", "20");
    QTRY_VERIFY(p() > 0);
    m_window->store().edit([](Parameters& parameters) { parameters.dropout.p = 0.9; });
    QTRY_VERIFY(!isPlaying("play-dropout"));
    QCOMPARE(p(), 0.9);
    m_window->store().edit([](Parameters& parameters) { parameters.encoding.dModel = 32; });
    part<QToolButton>("play-dropout").click();
    QTRY_VERIFY(p() < 0.5);
}

void TestPlaying::wrongRangesAreRefused()
{
    play("d-model", "0", "64", "1");
    QVERIFY(part<QLabel>("play-complaint").text().contains(u"65"));
    QVERIFY(!isPlaying("play-d-model"));
    part<QLineEdit>("play-from").setText(QStringLiteral("8"));
    part<QLineEdit>("play-seconds").setText(QStringLiteral("0"));
    QTest::keyClick(&part<QLineEdit>("play-to"), Qt::Key_Return);
    QVERIFY(!isPlaying("play-d-model") && !part<QLabel>("play-complaint").text().isEmpty());
    part<QDialog>("play-dialog").reject();
}

void TestPlaying::motionIsReduced()
{
    action("action-reduce-motion").trigger();
    QVERIFY(action("action-reduce-motion").isChecked());
    int changes = 0;
    connect(&m_window->store(), &Store::sceneChanged, this, [&] { ++changes; });
    play("dropout", "0", "1", "1.5");
    QTRY_VERIFY(!isPlaying("play-dropout"));
    QCOMPARE(changes, 3); // the beginning, after a second, the end
    m_window.reset();
    m_window = std::make_unique<MainWindow>(WindowOptions{
        .settingsPath = m_folder->filePath(QStringLiteral("window.json")).toStdString(), .file = {}, .machine = {}});
    QVERIFY(m_window->store().reducesMotion()); // it is kept
}

QTEST_MAIN(TestPlaying)
#include "tst_playing.moc"
