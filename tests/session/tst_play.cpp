// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/play.h"
#include "session/store.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <set>

using namespace phasor;

class TestPlay : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreThoseOfTheSlider_data();
    void valuesAreThoseOfTheSlider();
    void basesHaveEqualFactors();
    void refusals_data();
    void refusals();
    void framesThereAndBack();
    void playerKeepsTime();
    void playerDropsPictures();
    void playerPausesAndStops();
    void fewPicturesWithReducedMotion();
};

void TestPlay::valuesAreThoseOfTheSlider_data()
{
    QTest::addColumn<QString>("play");
    QTest::addColumn<QString>("values");
    QTest::newRow("powers of two") << "d-model=8:64"
                                   << "8 16 32 64";
    QTest::newRow("downwards") << "d_model=64:8"
                               << "64 32 16 8";
    QTest::newRow("doublings of another width") << "d-model=48:768"
                                                << "48 96 192 384 768";
    QTest::newRow("multiples of the heads of both") << "d-model=96:512"
                                                    << "96 224 512";
    QTest::newRow("seeds") << "seed=3:6"
                           << "3 4 5 6";
    QTest::newRow("a negative seed") << "seed=-1:1"
                                     << "-1 0 1";
    QTest::newRow("heads") << "head=0:3"
                           << "0 1 2 3";
    QTest::newRow("dropout") << "dropout=0.2:0.202"
                             << "0.2 0.2005 0.201 0.2015 0.202";
}

void TestPlay::valuesAreThoseOfTheSlider()
{
    QFETCH(const QString, play);
    QFETCH(const QString, values);
    const Result<Play> read = Play::read(play.toStdString(), {});
    QVERIFY(read.ok());
    QStringList seen;
    const int steps = play.startsWith(u"dropout") ? 4 : 5000;
    for (int i = 0; i <= steps; ++i) {
        const QString value = QString::fromStdString(printValue(read->value(static_cast<double>(i) / steps)));
        if (seen.isEmpty() || seen.back() != value)
            seen << value;
    }
    QCOMPARE(seen.join(u' '), values);
}

void TestPlay::basesHaveEqualFactors()
{
    for (const char* text : {"base=100:10000", "embedding-std=0.01:1", "max-len=1000:100000"}) {
        const Result<Play> play = Play::read(text, {});
        QVERIFY(play.ok());
        const auto at = [&play](int i) {
            const ParameterValue value = play->value(i / 20.0);
            const auto* whole = std::get_if<std::int64_t>(&value);
            return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
        };
        for (int i = 0; i < 20; ++i)
            QVERIFY(std::fabs(at(i + 1) / at(i) / std::pow(100, 1 / 20.0) - 1) < 0.01);
        QCOMPARE(at(20) / at(0), 100.0);
    }
    const Result<Play> zero = Play::read("first-position=0:1000", {});
    QVERIFY(zero.ok());
    QCOMPARE(std::get<std::int64_t>(zero->value(0)), 0);
    QCOMPARE(std::get<std::int64_t>(zero->value(1)), 1000);
    QVERIFY(std::get<std::int64_t>(zero->value(0.5)) < 40);
}

void TestPlay::refusals_data()
{
    QTest::addColumn<QString>("play");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("said");
    QTest::newRow("nothing") << ""
                             << "SYNTAX"
                             << "NAME=FROM:TO";
    QTest::newRow("no range") << "base=5"
                              << "SYNTAX"
                              << "NAME=FROM:TO";
    QTest::newRow("mistyped") << "bse=1:2"
                              << "ENUM"
                              << "did you mean base?";
    QTest::newRow("another scheme's") << "t5-buckets=8:16"
                                      << "ENUM"
                                      << "t5-buckets";
    QTest::newRow("a choice") << "scheme=rope:t5"
                              << "TYPE"
                              << "no numbers";
    QTest::newRow("too small") << "d-model=0:8"
                               << "RANGE"
                               << "d-model";
    QTest::newRow("too large") << "dropout=0:2"
                               << "RANGE"
                               << "dropout";
    QTest::newRow("no number") << "base=a:b"
                               << "TYPE"
                               << "base";
    QTest::newRow("a rule") << "scale=none:2"
                            << "TYPE"
                            << "not a number";
    QTest::newRow("equal") << "base=10:10"
                           << "RANGE"
                           << "the same";
    QTest::newRow("a fraction") << "d-model=8:9.5"
                                << "RANGE"
                                << "d-model";
}

void TestPlay::refusals()
{
    QFETCH(const QString, play);
    QFETCH(const QString, code);
    QFETCH(const QString, said);
    const Result<Play> read = Play::read(play.toStdString(), {});
    QVERIFY(!read.ok());
    QCOMPARE(QString::fromStdString(read.error().code), code);
    const QString line = QString::fromStdString(toString(read.error()));
    QVERIFY2(line.startsWith(u"--play: ") && line.contains(said), qPrintable(line));
}

void TestPlay::framesThereAndBack()
{
    PlayOptions options{.seconds = 0.4, .fps = 10};
    QCOMPARE(options.frames(), 4);
    QCOMPARE(options.share(0), 0.0);
    QCOMPARE(options.share(3), 1.0);
    options.bounce = true;
    QCOMPARE(options.frames(), 6);
    QCOMPARE(options.share(3), 1.0);
    QCOMPARE(options.share(5), options.share(1));
    QCOMPARE((PlayOptions{.seconds = 0.1, .fps = 1}).frames(), 2);
}

void TestPlay::playerKeepsTime()
{
    Store store;
    Player player(store, nullptr);
    std::vector<double> shares;
    connect(&player, &Player::moved, this, [&](double share) { shares.push_back(share); });
    player.play(0.3, Player::Way::ThereAndBack);
    QVERIFY(player.isPlaying());
    QTRY_VERIFY(!player.isPlaying());
    QCOMPARE(shares.front(), 0.0);
    QCOMPARE(shares.back(), 0.0);
    QVERIFY(*std::ranges::max_element(shares) > 0.5 && *std::ranges::max_element(shares) <= 1);
    QVERIFY(shares.size() <= 22); // one in 33 ms
    QVERIFY(!player.isPaused());
}

void TestPlay::playerDropsPictures()
{
    Store store;
    bool ready = false;
    Player player(store, nullptr, [&ready] { return ready; });
    const QSignalSpy moved(&player, &Player::moved);
    player.play(0.3, Player::Way::Once);
    QTest::qWait(450);
    QCOMPARE(moved.size(), 1); // the beginning; the view still draws it
    ready = true;
    QTRY_VERIFY(!player.isPlaying());
    QCOMPARE(moved.size(), 2); // what was missed is dropped
    QCOMPARE(moved.back().front().toDouble(), 1.0);
}

void TestPlay::playerPausesAndStops()
{
    Store store;
    Player player(store, nullptr);
    double last = 0;
    connect(&player, &Player::moved, this, [&](double share) { last = share; });
    player.play(2, Player::Way::Again, 0.25);
    QTRY_VERIFY(last > 0.25);
    player.toggle();
    QVERIFY(player.isPaused());
    const double held = last;
    QTest::qWait(100);
    QCOMPARE(last, held);
    player.toggle();
    QTRY_VERIFY(last > held && last < held + 0.4);
    player.stop();
    QVERIFY(!player.isPlaying() && !player.isPaused());
}

void TestPlay::fewPicturesWithReducedMotion()
{
    Store store;
    store.setReducesMotion(true);
    Player player(store, nullptr);
    const QSignalSpy moved(&player, &Player::moved);
    player.play(1.5, Player::Way::Once);
    QTRY_VERIFY(!player.isPlaying());
    QCOMPARE(moved.size(), 3); // the beginning, after a second, the end
}

QTEST_GUILESS_MAIN(TestPlay)
#include "tst_play.moc"
