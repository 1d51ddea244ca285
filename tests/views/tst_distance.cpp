// SPDX-License-Identifier: GPL-3.0-or-later
// What the distance does to the score, and the hands of the pairs, beside formulas that are written out here.
#include "views/attention/relative.h"
#include "views/waves/phasors.h"
#include "viewtesting.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace phasor;

namespace {

Parameters ofScheme(std::string_view scheme, std::int64_t length = 300)
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.dModel = 64;
    p.encoding.maxLen = length;
    p.attention.heads = 4;
    p.attention.head = 1;
    p.sentence.text = "the cat sat";
    return p;
}

std::shared_ptr<const RelativeData> distance(const Parameters& p, std::vector<std::string> schemes = {},
                                             bool logarithmic = false)
{
    return viewOf<RelativeData>(RelativeRequest{{std::move(schemes), logarithmic}, 400}, p);
}

const RelativeData::Curve& chosenCurve(const RelativeData& data)
{
    for (const auto& curve : data.curves) {
        if (curve.chosenHead)
            return curve;
    }
    qFatal("there is none");
}

double kernel(int width, double k)
{
    double sum = 0;
    for (int i = 0; i < width / 2; ++i)
        sum += std::cos(k * std::pow(10000.0, -2.0 * i / width));
    return 2 * sum / width;
}

double difference(double a, double b)
{
    return std::fabs(std::remainder(a - b, 2 * std::numbers::pi));
}

} // namespace

class TestDistance : public QObject
{
    Q_OBJECT

private slots:
    void kernelsOfWaves();
    void halvedAtAWholeDistance();
    void biasesByHead();
    void biasOfTheLastQuery();
    void othersAreLaidOver();
    void positionsThatAreNotKnown();
    void rowsOfATableWithoutALaw_data();
    void rowsOfATableWithoutALaw();
    void trainedLength();
    void endless();
    void stepsVisitWhatIsAsked();
    void meanScoresByDistance();
    void handsOfTheTable_data();
    void handsOfTheTable();
    void queriesAreTurnedByTheAngle();
    void handsOfXposFade();
    void ringsReachAsFarAsTheHands();
    void moreClocksThanRoom();
    void noPairs_data();
    void noPairs();
    void twoSetUps();
};

void TestDistance::kernelsOfWaves()
{
    for (const auto& [scheme, width] : {std::pair("sinusoidal", 64), std::pair("rope", 16)}) {
        const auto data = distance(ofScheme(scheme));
        const auto& curve = chosenCurve(*data);
        QVERIFY(curve.law == RelativeData::Law::Kernel && !curve.envelope);
        QCOMPARE(curve.values.size(), std::size_t{300});
        for (const int k : {0, 1, 7, 299})
            QVERIFY(std::fabs(curve.values[static_cast<std::size_t>(k)] - kernel(width, k)) < 1e-12);
    }
    // xPos: each pair fades by ζ^(k/512).
    const auto data = distance(ofScheme("xpos"));
    double sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += std::pow((2 * i + 0.4 * 16) / (1.4 * 16), 20.0 / 512) * std::cos(20 * std::pow(10000.0, -i / 8.0)) / 8;
    QVERIFY(std::fabs(chosenCurve(*data).values[20] - sum) < 1e-12);
}

// However far apart the points of the curve lie: at 2^31 − 1 positions a pixel stands for millions of distances.
void TestDistance::halvedAtAWholeDistance()
{
    std::int64_t first = 1;
    while (kernel(64, static_cast<double>(first)) > 0.5)
        ++first;
    for (const std::int64_t length : {std::int64_t{300}, std::int64_t{131072}, std::int64_t{2147483647}})
        QCOMPARE(chosenCurve(*distance(ofScheme("sinusoidal", length))).halved, std::optional(first));
    const auto shortened = distance(ofScheme("sinusoidal", 3));
    QCOMPARE(chosenCurve(*shortened).halved, first <= 2 ? std::optional(first) : std::nullopt);
    QCOMPARE(chosenCurve(*shortened).sought, first <= 2 ? first : 2);
}

void TestDistance::biasesByHead()
{
    const auto data = distance(ofScheme("alibi"));
    QCOMPARE(data->curves.size(), std::size_t{4});
    for (const auto& curve : data->curves) {
        QVERIFY(curve.law == RelativeData::Law::Bias);
        QCOMPARE(curve.chosenHead, curve.head == 1);
        QCOMPARE(curve.values[100], -100 * std::pow(2.0, -2.0 * static_cast<double>(curve.head + 1)));
    }
    QVERIFY(!data->trainedLength);
}

void TestDistance::biasOfTheLastQuery()
{
    const Parameters p = ofScheme("fire");
    const auto data = distance(p);
    const auto& curve = chosenCurve(*data);
    QVERIFY(curve.ofLastQuery);
    PipelineCache cache;
    const PipelinePtr pipeline = Pipeline::make(p, cache).value();
    const FieldPtr bias = pipeline->model().bias->field(1, 300);
    for (const std::int64_t k : {0, 5, 299}) {
        float value = 0;
        bias->fill({299, 299 - k, 1, 1}, {&value, 1, 1, 1});
        QCOMPARE(curve.values[static_cast<std::size_t>(k)], static_cast<double>(value));
    }
}

void TestDistance::othersAreLaidOver()
{
    const auto data = distance(ofScheme("rope"), {"alibi", "sinusoidal", "learned"});
    QCOMPARE(data->curves.size(), std::size_t{4}); // of a scheme that is laid over one head
    QVERIFY(data->curves[0].side == Side::A && !data->curves[1].side && !data->curves[2].side);
    QCOMPARE(data->curves[1].scheme, std::string("alibi"));
    QCOMPARE(data->curves[1].head, 1);
    QVERIFY(std::fabs(data->curves[2].values[9] - kernel(64, 9)) < 1e-12);
    QCOMPARE(data->curves[3].law, RelativeData::Law::Rows);
    QVERIFY(data->curves[3].label == WORDS("Learned") && !data->curves[3].side && data->missing.empty());
}

void TestDistance::positionsThatAreNotKnown()
{
    const auto data = distance(ofScheme("nope"));
    QVERIFY(data->curves.empty());
    QCOMPARE(data->missing.size(), std::size_t{1});
    QVERIFY(!data->missing[0].refused);
    QCOMPARE(data->measured.size(), std::size_t{1}); // the scores are there all the same
}

void TestDistance::rowsOfATableWithoutALaw_data()
{
    QTest::addColumn<QString>("scheme");
    for (const char* scheme : {"learned", "time2vec", "grid-mae", "grid-detr"})
        QTest::newRow(scheme) << scheme;
}

// Where few rows are so far apart the mean is of all of them.
void TestDistance::rowsOfATableWithoutALaw()
{
    QFETCH(QString, scheme);
    Parameters p = ofScheme(scheme.toStdString(), 196); // the cells of a grid of 14 x 14
    const auto data = distance(p);
    const auto& curve = chosenCurve(*data);
    QVERIFY(curve.law == RelativeData::Law::Rows && !curve.envelope && data->missing.empty());
    QVERIFY(std::fabs(curve.values[0] - 1) < 1e-12); // a row with itself
    PipelineCache cache;
    const NodePtr node = Pipeline::make(p, cache).value()->find("position");
    Matrix table(node->shape());
    (*node->field)->fill(whole(node->shape()), table.view());
    // Laid over a longer one it ends where its table does.
    const auto over = distance(ofScheme("rope"), {scheme.toStdString()});
    QCOMPARE(over->curves[1].distances.back(), scheme.startsWith(QStringLiteral("grid")) ? 195.0 : 299.0);
    for (const std::int64_t k : {180, 190, 195}) {
        double mean = 0;
        for (std::int64_t i = 0; i + k < 196; ++i) {
            double ab = 0;
            double aa = 0;
            double bb = 0;
            for (std::int64_t c = 0; c < 64; ++c) {
                const auto a = static_cast<double>(table(i, c));
                const auto b = static_cast<double>(table(i + k, c));
                ab += a * b;
                aa += a * a;
                bb += b * b;
            }
            mean += ab / std::sqrt(aa * bb) / static_cast<double>(196 - k);
        }
        QVERIFY(std::fabs(curve.values[static_cast<std::size_t>(k)] - mean) < 1e-12);
    }
}

void TestDistance::trainedLength()
{
    Parameters p = ofScheme("rope", 8000);
    QCOMPARE(distance(p)->trainedLength, std::optional<std::int64_t>(4096));
    p.encoding.maxLen = 4000;
    QVERIFY(!distance(p)->trainedLength);
}

// A curve costs its pixels; its ends are the table's.
void TestDistance::endless()
{
    for (const bool logarithmic : {false, true}) {
        const auto data = distance(ofScheme("alibi", 2147483647), {}, logarithmic);
        const auto& curve = chosenCurve(*data);
        QVERIFY(curve.envelope && curve.values.size() <= 800);
        QCOMPARE(data->most, 2147483646.0);
        QVERIFY(std::is_sorted(curve.distances.begin(), curve.distances.end()));
        QVERIFY(curve.distances.front() >= (logarithmic ? 1 : 0) && curve.distances.back() > 2e9);
        for (std::size_t i = 0; i < curve.values.size(); ++i)
            QVERIFY(curve.values[i] <= 0 && curve.values[i] >= -2147483646.0 / 16);
    }
}

void TestDistance::stepsVisitWhatIsAsked()
{
    for (const bool logarithmic : {false, true}) {
        for (const std::int64_t length : {1, 2, 50, 4000, 1000000}) {
            const DistanceSteps steps = distanceSteps(length, 100, logarithmic, 1000);
            std::int64_t values = 0;
            std::int64_t last = -1;
            for (const auto& [middle, ks] : steps.columns) {
                QVERIFY(!ks.empty() && (steps.envelope || ks.size() == 1));
                QVERIFY(ks.front() > last && ks.back() < length);
                last = ks.back();
                values += std::ssize(ks);
            }
            QVERIFY(values >= 1 && values <= 1000);
            if (length <= 200)
                QCOMPARE(values, length - (logarithmic && length > 1 ? 1 : 0));
        }
    }
}

void TestDistance::meanScoresByDistance()
{
    Parameters p = ofScheme("alibi");
    p.sum.scale = 0.0; // q = k = 0: what is left is the bias
    const auto data = distance(p);
    QCOMPARE(data->measured[0].distances, (std::vector<double>{1, 2, 3, 4}));
    for (std::size_t i = 0; i < 4; ++i)
        QVERIFY(std::fabs(data->measured[0].scores[i] + static_cast<double>(i + 1) / 16) < 1e-6);
    p.sentence.text.reset();
    p.encoding.maxLen = 20000; // single cells of some distances
    const auto sampled = distance(p, {}, true);
    QVERIFY(sampled->measured[0].sampled);
    for (std::size_t i = 0; i < sampled->measured[0].distances.size(); ++i)
        QVERIFY(std::fabs(sampled->measured[0].scores[i] / sampled->measured[0].distances[i] + 1.0 / 16) < 1e-6);
}

void TestDistance::handsOfTheTable_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("layout");
    QTest::addColumn<int>("width");
    QTest::newRow("sines, interleaved") << "sinusoidal"
                                        << "interleaved" << 64;
    QTest::newRow("sines, halves") << "sinusoidal"
                                   << "halves" << 64;
    QTest::newRow("rope, interleaved") << "rope"
                                       << "interleaved" << 16;
    QTest::newRow("rope, halves") << "rope"
                                  << "halves" << 16;
}

void TestDistance::handsOfTheTable()
{
    QFETCH(QString, scheme);
    QFETCH(QString, layout);
    QFETCH(int, width);
    Parameters p = ofScheme(scheme.toStdString());
    setParameter(p, "layout", layout.toStdString());
    const auto data = viewOf<PhasorsData>(PhasorsRequest{.position = 137, .other = 20, .clocks = 64}, p);
    QCOMPARE(data->a.clocks.size(), static_cast<std::size_t>(width / 2));
    for (const PhasorClocks::Clock& clock : data->a.clocks) {
        const double omega = std::pow(10000.0, -2.0 * static_cast<double>(clock.pair) / width);
        QVERIFY(std::fabs(clock.frequency / omega - 1) < 1e-14);
        QVERIFY(difference(clock.angle, 137 * omega) < 1e-6);
        QVERIFY(difference(*clock.otherAngle, 20 * omega) < 1e-6);
    }
    // Without a cursor a position where the hands have parted; beyond the table its end.
    QCOMPARE(viewOf<PhasorsData>(PhasorsRequest{}, p)->position, 12);
    QCOMPARE(viewOf<PhasorsData>(PhasorsRequest{.position = 5000}, p)->position, 299);
}

// The query before is the head's part of the output; both are as long as each other.
void TestDistance::queriesAreTurnedByTheAngle()
{
    const Parameters p = ofScheme("rope");
    const auto data = viewOf<PhasorsData>(PhasorsRequest{.position = 3, .other = 1}, p);
    QCOMPARE(data->token, std::string("sat"));
    QCOMPARE(data->otherToken, std::string("the"));
    PipelineCache cache;
    const PipelinePtr pipeline = Pipeline::make(p, cache).value();
    Matrix output(pipeline->find("output")->shape());
    (*pipeline->find("output")->field)->fill(whole(output.shape()), output.view());
    double longest = 0;
    for (int pair = 0; pair < 8; ++pair)
        longest = std::max(
            longest, std::hypot(static_cast<double>(output(3, 16 + pair)), static_cast<double>(output(3, 24 + pair))));
    for (const PhasorClocks::Clock& clock : data->a.clocks) {
        const auto& [before, after] = *clock.query;
        QVERIFY(std::fabs(before.x * longest - static_cast<double>(output(3, 16 + clock.pair))) < 1e-5);
        QVERIFY(std::fabs(before.y * longest - static_cast<double>(output(3, 24 + clock.pair))) < 1e-5);
        QVERIFY(std::fabs(std::hypot(before.x, before.y) - std::hypot(after.x, after.y)) < 1e-6);
        if (std::hypot(before.x, before.y) > 1e-3)
            QVERIFY(difference(std::atan2(after.y, after.x) - std::atan2(before.y, before.x), clock.angle) < 1e-4);
        QVERIFY(clock.key.has_value());
    }
    // Beyond the sentence there is no token, but still an angle.
    const auto beyond = viewOf<PhasorsData>(PhasorsRequest{.position = 200}, p);
    QVERIFY(beyond->token.empty() && !beyond->a.clocks[0].query);
}

// xPos: the hand is as long as what is left of a score over the distance; a query is scaled by ζ^((p + ⌊−n/2⌋)/512), a
// key by its inverse, beside being turned.
void TestDistance::handsOfXposFade()
{
    const auto data = viewOf<PhasorsData>(PhasorsRequest{.position = 290, .other = 34}, ofScheme("xpos"));
    const auto zeta = [](std::int64_t pair) {
        return (2 * static_cast<double>(pair) + 0.4 * 16) / (1.4 * 16);
    };
    for (const PhasorClocks::Clock& clock : data->a.clocks)
        QVERIFY(std::fabs(clock.left - std::sqrt(zeta(clock.pair))) < 1e-12); // 256 of 512
    // Five tokens: −3 is the power's first position.
    Parameters kept = ofScheme("xpos");
    kept.dropout.p = 0; // a pair that is dropped has no length
    const auto near = viewOf<PhasorsData>(PhasorsRequest{.position = 4, .other = 0}, kept);
    for (const PhasorClocks::Clock& clock : near->a.clocks) {
        const auto grown = [](const PhasorClocks::Turned& turned) {
            return std::hypot(turned.after.x, turned.after.y) / std::hypot(turned.before.x, turned.before.y);
        };
        QVERIFY(std::fabs(grown(*clock.query) - std::pow(zeta(clock.pair), 1.0 / 512)) < 1e-5);
        QVERIFY(std::fabs(grown(*clock.key) - std::pow(zeta(clock.pair), 3.0 / 512)) < 1e-5);
    }
    const auto rope = viewOf<PhasorsData>(PhasorsRequest{}, ofScheme("rope"));
    for (const PhasorClocks::Clock& clock : rope->a.clocks)
        QCOMPARE(clock.left, 1.0);
}

void TestDistance::ringsReachAsFarAsTheHands()
{
    const auto data = viewOf<PhasorsData>(PhasorsRequest{}, ofScheme("rope", 8000));
    for (const PhasorClocks::Clock& clock : data->a.clocks) {
        QCOMPARE(clock.reach, std::min(2 * std::numbers::pi, 7999 * clock.frequency));
        QCOMPARE(clock.trainedReach, std::min(2 * std::numbers::pi, 4095 * clock.frequency));
    }
}

void TestDistance::moreClocksThanRoom()
{
    const auto data = viewOf<PhasorsData>(PhasorsRequest{.clocks = 10}, ofScheme("sinusoidal"));
    QCOMPARE(data->a.pairs, 32);
    QCOMPARE(data->a.clocks.size(), std::size_t{8});
    QCOMPARE(data->a.clocks[1].pair, 4);
}

void TestDistance::noPairs_data()
{
    QTest::addColumn<QString>("scheme");
    for (const char* scheme : {"alibi", "learned", "nope", "time2vec"})
        QTest::newRow(scheme) << scheme;
}

void TestDistance::noPairs()
{
    QFETCH(QString, scheme);
    const auto data = viewResult(PhasorsRequest{}, ofScheme(scheme.toStdString()));
    QVERIFY(!data.ok());
    QCOMPARE(data.error().code, std::string("SCHEME"));
    Parameters one = ofScheme("sinusoidal");
    one.encoding.dModel = 1;
    one.attention.heads = 1;
    one.attention.head = 0;
    QCOMPARE(viewResult(PhasorsRequest{}, one).error().code, std::string("EMPTY"));
}

void TestDistance::twoSetUps()
{
    Parameters b = ofScheme("sinusoidal");
    setParameter(b, "base", 100.0);
    const Scene scene{.a = ofScheme("rope"), .b = b};
    const auto phasors = viewOf<PhasorsData>(PhasorsRequest{.position = 9}, scene);
    QVERIFY(phasors->b && phasors->b->clocks.size() == 32 && phasors->a.rotation && !phasors->b->rotation);
    const auto relative = viewOf<RelativeData>(RelativeRequest{.options = {}, .width = 300}, scene);
    QCOMPARE(relative->curves.size(), std::size_t{2});
    QVERIFY(relative->curves[1].side == Side::B);
    QCOMPARE(relative->measured.size(), std::size_t{2});
    QVERIFY(!viewOf<PhasorsData>(PhasorsRequest{}, Scene{.a = b, .b = ofScheme("alibi")})->b);
}

QTEST_GUILESS_MAIN(TestDistance)
#include "tst_distance.moc"
