// SPDX-License-Identifier: GPL-3.0-or-later
// Scores, distance, frequencies and phasors of every kind of scheme beside NumPy's and PyTorch's numbers
// (tests/golden/make_views.py).
#include "views/attention/relative.h"
#include "views/attention/scores.h"
#include "views/waves/frequencies.h"
#include "views/waves/phasors.h"
#include "viewtesting.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

using namespace phasor;
using Json = nlohmann::json;

namespace {

constexpr int kCell = 5; // pixels of a cell

const Json& golden()
{
    static const Json kGolden = [] {
        std::ifstream file(PHASOR_GOLDEN "/views/schemes.json");
        return Json::parse(file);
    }();
    return kGolden;
}

Parameters setUp(const Json& options)
{
    const Json& all = golden();
    Parameters p;
    setScheme(p.encoding, options["scheme"].get<std::string>());
    p.encoding.dModel = all["d_model"];
    p.encoding.maxLen = all["max_len"];
    p.attention.heads = all["heads"];
    p.attention.head = all["head"];
    p.sentence.text = all["text"].get<std::string>();
    p.sum.scale = ScaleRule::None;
    p.dropout.mode = DropoutMode::Eval;
    for (const auto& [name, value] : options.items()) {
        if (name == "scheme")
            continue;
        const ParameterSpec* spec = findParameter(name, p);
        if (spec == nullptr)
            qFatal("no %s", name.c_str());
        spec->set(p, parseValue(*spec, value.get<std::string>()).value());
    }
    return p;
}

void addCases(const char* part)
{
    QTest::addColumn<std::size_t>("index");
    const Json& cases = golden()["cases"];
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases[i].contains(part) && !cases[i][part].is_null())
            QTest::newRow(cases[i]["options"].dump().c_str()) << i;
    }
}

bool isNear(double value, double expected, double tolerance)
{
    return std::fabs(value - expected) <= tolerance * std::max(1.0, std::fabs(expected));
}

bool sameAngle(double value, double expected, double tolerance)
{
    return std::fabs(std::remainder(value - expected, 2 * std::numbers::pi)) <= tolerance;
}

// Blank where `expected` has null.
void comparePicture(const Picture& picture, const Json& expected)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        for (std::size_t j = 0; j < expected.size(); ++j) {
            const float shown
                = picture.values(static_cast<std::int64_t>(i) * kCell + 2, static_cast<std::int64_t>(j) * kCell + 2);
            QCOMPARE(std::isnan(shown), expected[i][j].is_null());
            if (!std::isnan(shown))
                QVERIFY(isNear(static_cast<double>(shown), expected[i][j], 2e-5));
        }
    }
}

const RelativeData::Curve* chosenCurve(const RelativeData& data)
{
    for (const auto& curve : data.curves) {
        if (curve.chosenHead)
            return &curve;
    }
    return nullptr;
}

} // namespace

class TestSchemeGolden : public QObject
{
    Q_OBJECT

private slots:
    void scores_data() { addCases("scores"); }
    void scores();
    void distance_data() { addCases("scores"); }
    void distance();
    void frequencies_data() { addCases("frequencies"); }
    void frequencies();
    void clocks_data() { addCases("clocks"); }
    void clocks();
    void turnedPairs_data() { addCases("clocks"); }
    void turnedPairs();
};

void TestSchemeGolden::scores()
{
    QFETCH(std::size_t, index);
    const Json& c = golden()["cases"][index];
    const int pixels = kCell * static_cast<int>(c["scores"]["scores"].size());
    const auto data = viewOf<ScoresData>(ScoresRequest{.widths = {pixels, pixels}, .heights = {pixels, pixels}},
                                         setUp(c["options"]));
    comparePicture(data->a.scores, c["scores"]["scores"]);
    comparePicture(*data->a.attention, c["scores"]["attention"]);
    QVERIFY(isNear(*data->a.keys, c["scores"]["keys"], 1e-4));
    QVERIFY(isNear(*data->a.distance, c["scores"]["distance"], 1e-4));
}

// The law, and beside it the measured mean score.
void TestSchemeGolden::distance()
{
    QFETCH(std::size_t, index);
    const Json& c = golden()["cases"][index];
    const auto data = viewOf<RelativeData>(RelativeRequest{.options = {}, .width = 4000}, setUp(c["options"]));
    const RelativeData::Curve* curve = chosenCurve(*data);
    QCOMPARE(curve == nullptr, c["law"].is_null());
    for (std::size_t i = 0; curve != nullptr && i < c["law"].size(); ++i) {
        const auto k = golden()["distances"][i].get<std::size_t>();
        QCOMPARE(curve->distances[k], static_cast<double>(k));
        QVERIFY2(isNear(curve->values[k], c["law"][i], 1e-6), std::to_string(k).c_str());
    }
    const auto& measured = data->measured.at(0);
    QCOMPARE(measured.scores.size(), c["scores"]["mean_by_distance"].size());
    for (std::size_t i = 0; i < measured.scores.size(); ++i)
        QVERIFY(isNear(measured.scores[i], c["scores"]["mean_by_distance"][i], 2e-5));
}

void TestSchemeGolden::frequencies()
{
    QFETCH(std::size_t, index);
    const Json& c = golden()["cases"][index];
    const Json& expected = c["frequencies"];
    const PairFrequencies of = viewOf<FrequenciesData>(FrequenciesRequest{}, setUp(c["options"]))->a;
    QCOMPARE(of.pairs.size(), expected["used"].size());
    for (std::size_t i = 0; i < of.pairs.size(); ++i) {
        QVERIFY(std::fabs(of.pairs[i].trained / expected["trained"][i].get<double>() - 1) < 1e-12);
        QVERIFY(std::fabs(of.pairs[i].used / expected["used"][i].get<double>() - 1) < 1e-12);
    }
    QCOMPARE(of.count(PairBand::Kept), expected["kept"].get<std::int64_t>());
    QCOMPARE(of.count(PairBand::Divided), expected["divided"].get<std::int64_t>());
    QCOMPARE(of.neverTurned(), expected["never_turned"].get<std::int64_t>());
    for (std::size_t i = 0; i < of.pairs.size(); ++i)
        QCOMPARE(of.pairs[i].unseen, expected["unseen"][i].get<std::int64_t>());
    QVERIFY(isNear(of.attentionFactor, expected["attention_factor"], 1e-12));
}

void TestSchemeGolden::clocks()
{
    QFETCH(std::size_t, index);
    const Json& c = golden()["cases"][index];
    const Json& expected = c["clocks"];
    const auto data = viewOf<PhasorsData>(PhasorsRequest{.position = golden()["far"], .other = golden()["near"]},
                                          setUp(c["options"]));
    QCOMPARE(data->a.clocks.size(), expected["angle"].size());
    for (std::size_t i = 0; i < data->a.clocks.size(); ++i) {
        const PhasorClocks::Clock& clock = data->a.clocks[i];
        QVERIFY(sameAngle(clock.angle, expected["angle"][i], 1e-6));
        QVERIFY(sameAngle(*clock.otherAngle, expected["other_angle"][i], 1e-6));
        QVERIFY(isNear(clock.reach, expected["reach"][i], 1e-12));
        QVERIFY(isNear(clock.trainedReach, expected["trained_reach"][i], 1e-12));
        QVERIFY(isNear(clock.left, expected.contains("left") ? expected["left"][i].get<double>() : 1.0, 1e-12));
    }
}

// The pairs of a query and of a key, before and after: attention factor and growth make them longer or shorter.
void TestSchemeGolden::turnedPairs()
{
    QFETCH(std::size_t, index);
    const Json& c = golden()["cases"][index];
    const auto data = viewOf<PhasorsData>(PhasorsRequest{.position = golden()["position"], .other = golden()["other"]},
                                          setUp(c["options"]));
    for (std::size_t i = 0; i < data->a.clocks.size(); ++i) {
        const PhasorClocks::Clock& clock = data->a.clocks[i];
        QCOMPARE(clock.query.has_value(), c["clocks"].contains("query"));
        if (!clock.query)
            continue;
        const auto compare = [&](const PhasorClocks::Turned& turned, const Json& ends) {
            QVERIFY(isNear(turned.before.x, ends[2 * i][0], 1e-5) && isNear(turned.before.y, ends[2 * i][1], 1e-5));
            QVERIFY(isNear(turned.after.x, ends[2 * i + 1][0], 1e-5)
                    && isNear(turned.after.y, ends[2 * i + 1][1], 1e-5));
        };
        compare(*clock.query, c["clocks"]["query"]);
        compare(*clock.key, c["clocks"]["key"]);
    }
}

QTEST_GUILESS_MAIN(TestSchemeGolden)
#include "tst_schemegolden.moc"
