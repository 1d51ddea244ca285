// SPDX-License-Identifier: GPL-3.0-or-later
// The frequencies of a rotation before and after its scaling, beside published counts and a search by hand.
#include "views/waves/frequencies.h"
#include "viewtesting.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace phasor;

namespace {

// One head of 128 columns.
Parameters rope(std::string_view scaling, double factor, double base, std::int64_t original, std::int64_t length)
{
    Parameters p;
    setScheme(p.encoding, "rope");
    p.encoding.dModel = 128;
    p.encoding.maxLen = length;
    p.attention.heads = 1;
    p.sentence.text = "a";
    setParameter(p, "rope-scaling", std::string(scaling));
    setParameter(p, "rope-factor", factor);
    setParameter(p, "base", base);
    setParameter(p, "rope-original", original);
    return p;
}

std::shared_ptr<const FrequenciesData> frequencies(const Parameters& p)
{
    return viewOf<FrequenciesData>(FrequenciesRequest{}, p);
}

} // namespace

class TestFrequencies : public QObject
{
    Q_OBJECT

private slots:
    void publishedBands_data();
    void publishedBands();
    void temperatureOfYarn();
    void anglesThatTrainingNeverReached_data();
    void anglesThatTrainingNeverReached();
    void positionsOfLlama();
    void equalAnglesAreNotBeyond();
    void interpolationReachesNothingNew();
    void sinesHaveOneLength();
    void columnsOfAPair();
    void schemesWithoutWavesSayWhy_data();
    void schemesWithoutWavesSayWhy();
    void twoSetUps();
};

void TestFrequencies::publishedBands_data()
{
    QTest::addColumn<Parameters>("setUp");
    QTest::addColumn<int>("kept");
    QTest::addColumn<int>("between");
    QTest::addColumn<int>("divided");
    QTest::newRow("Llama 3.1") << rope("llama3", 8, 500000, 8192, 131072) << 29 << 6 << 29;
    // Both band factors are 1: a step, no ramp.
    Parameters scout = rope("llama3", 16, 500000, 8192, 10485760);
    setParameter(scout, "rope-high-freq-factor", 1.0);
    QTest::newRow("Llama 4 Scout") << scout << 35 << 0 << 29;
    // The ramp of the paper's example begins at pair 20 and ends at pair 46.
    QTest::newRow("YaRN") << rope("yarn", 16, 10000, 4096, 65536) << 21 << 25 << 18;
    QTest::newRow("linear") << rope("linear", 8, 10000, 4096, 32768) << 0 << 0 << 64;
    QTest::newRow("none") << rope("none", 8, 10000, 4096, 32768) << 64 << 0 << 0;
    // The first pair does not change with the base; the last one is divided by the factor.
    QTest::newRow("NTK") << rope("ntk", 4, 10000, 4096, 16384) << 1 << 62 << 1;
}

void TestFrequencies::publishedBands()
{
    QFETCH(Parameters, setUp);
    const auto data = frequencies(setUp);
    QTEST(static_cast<int>(data->a.count(PairBand::Kept)), "kept");
    QTEST(static_cast<int>(data->a.count(PairBand::Between)), "between");
    QTEST(static_cast<int>(data->a.count(PairBand::Divided)), "divided");
}

void TestFrequencies::temperatureOfYarn()
{
    QVERIFY(std::fabs(frequencies(rope("yarn", 16, 10000, 4096, 65536))->a.attentionFactor - 1.277259) < 1e-6);
    QCOMPARE(frequencies(rope("llama3", 8, 500000, 8192, 131072))->a.attentionFactor, 1.0);
}

void TestFrequencies::anglesThatTrainingNeverReached_data()
{
    QTest::addColumn<Parameters>("setUp");
    QTest::newRow("plain") << rope("none", 1, 10000, 4096, 32768);
    QTest::newRow("plain, a larger base") << rope("none", 1, 500000, 8192, 131072);
    QTest::newRow("NTK") << rope("ntk", 4, 10000, 4096, 16384);
    QTest::newRow("Llama 3.1") << rope("llama3", 8, 500000, 8192, 131072);
}

// The definition, written out: every position, with its angle within a turn.
void TestFrequencies::anglesThatTrainingNeverReached()
{
    QFETCH(Parameters, setUp);
    const auto data = frequencies(setUp);
    int unseen = 0;
    int neverTurned = 0;
    for (const PairFrequencies::Pair& pair : data->a.pairs) {
        neverTurned += pair.trained * static_cast<double>(data->a.trainedLength) < kTurn ? 1 : 0;
        const double largest = static_cast<double>(data->a.trainedLength - 1) * pair.trained;
        std::int64_t positions = 0;
        for (std::int64_t p = 0; p < setUp.encoding.maxLen && largest < kTurn; ++p)
            positions += std::fmod(static_cast<double>(p) * pair.used, kTurn) > largest * (1 + 1e-12) ? 1 : 0;
        QCOMPARE(pair.unseen, positions);
        unseen += positions > 0 ? 1 : 0;
    }
    QVERIFY(unseen > 0);
    QCOMPARE(data->a.unseen(), unseen);
    QCOMPARE(data->a.neverTurned(), neverTurned);
}

// Llama 3.1, counted with mpmath, 200 bits. Position 8 · 8191 of a divided pair has the largest angle of training.
void TestFrequencies::positionsOfLlama()
{
    std::vector<double> expected(64, 65543);
    std::fill_n(expected.begin(), 35, 0);
    std::ranges::copy(std::array{221, 15184, 33552, 56099}, expected.begin() + 35);
    const Parameters p = rope("llama3", 8, 500000, 8192, 131072);
    QCOMPARE(statsOf(p, {}, {"unseen_angles"})["unseen_angles"].get<std::vector<double>>(), expected);
    QCOMPARE(frequencies(p)->a.mostUnseen(), 65543);
    Parameters table;
    QVERIFY(statsOf(table, {}, {"unseen_angles"})["unseen_angles"].is_null());
}

// A third, which no double is: position 3 · 4095 has the largest angle of training, four more are beyond it.
void TestFrequencies::equalAnglesAreNotBeyond()
{
    QCOMPARE(frequencies(rope("linear", 3, 10000, 4096, 3 * 4095 + 1))->a.unseen(), 0);
    QCOMPARE(frequencies(rope("linear", 3, 10000, 4096, 3 * 4095 + 5))->a.pairs.back().unseen, 4);
    QCOMPARE(unseenPositions(1e-9, 1e-9, 2, 2147483647), 2147483645);
    QCOMPARE(unseenPositions(1, 1, 1, 2147483647), 2147483646); // every position but 0
}

void TestFrequencies::interpolationReachesNothingNew()
{
    QCOMPARE(frequencies(rope("linear", 8, 10000, 4096, 32761))->a.unseen(), 0);
    QVERIFY(frequencies(rope("linear", 4, 10000, 4096, 32768))->a.unseen() > 0);
}

void TestFrequencies::sinesHaveOneLength()
{
    Parameters p;
    p.sentence.text = "a";
    p.encoding.dModel = 128;
    p.encoding.maxLen = 500;
    const auto data = frequencies(p);
    QVERIFY(!data->a.rotation && !data->a.scaled && !data->a.grid);
    QCOMPARE(data->a.target, 500);
    QCOMPARE(data->a.trainedLength, 500);
    QCOMPARE(data->a.unseen(), 0);
    std::int64_t slow = 0;
    for (int i = 0; i < 64; ++i)
        slow += 500 * std::pow(10000.0, -i / 64.0) < kTurn ? 1 : 0;
    QCOMPARE(data->a.neverTurned(), slow);
}

void TestFrequencies::columnsOfAPair()
{
    Parameters p = rope("none", 1, 10000, 4096, 5000);
    QCOMPARE(frequencies(p)->a.pairs[3].columns, (std::vector<std::int64_t>{3, 67}));
    setParameter(p, "layout", std::string("interleaved"));
    QCOMPARE(frequencies(p)->a.pairs[3].columns, (std::vector<std::int64_t>{6, 7}));
}

void TestFrequencies::schemesWithoutWavesSayWhy_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("says");
    QTest::newRow("alibi") << "alibi"
                           << "ALiBi adds a bias to the attention scores, so there are no frequencies";
    QTest::newRow("nope") << "nope"
                          << "None (NoPE) has no frequencies";
    QTest::newRow("learned") << "learned"
                             << "the table of Learned has no waves";
}

void TestFrequencies::schemesWithoutWavesSayWhy()
{
    QFETCH(QString, scheme);
    QFETCH(QString, says);
    Parameters p;
    setScheme(p.encoding, scheme.toStdString());
    p.sentence.text = "a";
    const auto data = viewResult(FrequenciesRequest{}, p);
    QVERIFY(!data.ok());
    QCOMPARE(data.error().code, std::string("SCHEME"));
    QVERIFY2(english(data.error().what).starts_with(says.toStdString()), english(data.error().what).c_str());
}

void TestFrequencies::twoSetUps()
{
    const Parameters a = rope("yarn", 16, 10000, 4096, 65536);
    const auto both
        = viewOf<FrequenciesData>(FrequenciesRequest{}, Scene{.a = a, .b = rope("none", 1, 10000, 4096, 65536)});
    QVERIFY(both->b && !both->b->scaled && both->a.scaled);
    Parameters alibi = a;
    setScheme(alibi.encoding, "alibi");
    QVERIFY(!viewOf<FrequenciesData>(FrequenciesRequest{}, Scene{.a = a, .b = alibi})->b);
}

QTEST_GUILESS_MAIN(TestFrequencies)
#include "tst_frequencies.moc"
