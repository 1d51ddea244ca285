// SPDX-License-Identifier: GPL-3.0-or-later
// What the statistics say of the schemes that are no sinusoid.
#include "encodings/schemes.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipelinetesting.h"
#include "views/viewtesting.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>

using namespace phasor;
using Json = nlohmann::ordered_json;

class TestSchemeStatistics : public QObject
{
    Q_OBJECT

private slots:
    void biasesByDistance();
    void t5ScoresAreNotDivided();
    void wavesOfOtherSchemes();
};

namespace {

Parameters ofScheme(const char* id)
{
    Parameters p;
    setScheme(p.encoding, id);
    p.encoding.dModel = 64;
    if (!schemesPositions(p.encoding))
        p.encoding.maxLen = 50;
    return p;
}

float cellOf(const Pipeline& pipeline, const char* node, std::int64_t row, std::int64_t column)
{
    return static_cast<float>(valueAt(*pipeline.find(node), row, column).value());
}

} // namespace

// The kernel of a bias is its head's bias of query − key = k, where that is all it depends on.
void TestSchemeStatistics::biasesByDistance()
{
    for (const Scheme& scheme : schemes()) {
        if (scheme.kind != SchemeKind::Bias)
            continue;
        const std::string id(scheme.id);
        Parameters p = ofScheme(id.c_str());
        p.attention.head = 2;
        const Json object = statsOf(p);
        QCOMPARE(object["slopes"].is_null(), id != "alibi");
        QVERIFY(object["kernel"].is_null() && object["pairs"].is_null());
        if (id == "fire") {
            QVERIFY(object["relative_kernel"].is_null());
            continue;
        }
        const PipelinePtr pipeline = made(p);
        QCOMPARE(object["relative_kernel"].size(), 50U);
        for (std::int64_t k = 0; k < 50; ++k)
            QCOMPARE(object["relative_kernel"][static_cast<std::size_t>(k)].get<float>(),
                     cellOf(*pipeline, "bias", 49, 49 - k));
    }
}

void TestSchemeStatistics::t5ScoresAreNotDivided()
{
    const PipelinePtr pipeline = made(ofScheme("t5"));
    for (const std::int64_t key : {0, 7, 20}) {
        float product = 0;
        for (std::int64_t j = 0; j < 8; ++j)
            product += cellOf(*pipeline, "queries", 20, j) * cellOf(*pipeline, "keys", key, j);
        QCOMPARE(cellOf(*pipeline, "scores", 20, key), product + cellOf(*pipeline, "bias", 20, key));
    }
    QCOMPARE(pipeline->find("scores")->note(20, 7).formula, std::string("q · k + bias"));
}

void TestSchemeStatistics::wavesOfOtherSchemes()
{
    for (const char* id : {"grid-mae", "grid-detr"}) {
        Parameters p = ofScheme(id);
        findParameter("grid", p)->set(p, std::string("3x50"));
        QCOMPARE(p.encoding.maxLen, std::int64_t{150});
        const Json object = statsOf(p);
        QCOMPARE(object["pairs"].get<int>(), 32);
        QVERIFY(object["kernel"].is_null() && object["relative_kernel"].is_null() && object["first_rise"].is_null());
        QVERIFY(std::fabs(object["position_norm"].get<double>() - std::sqrt(32.0)) <= 1e-6);
    }
    // λ of 16 pairs of an axis: 2π·10000^(i/16) cells; 4 of them fit into 50 cells, none into 3.
    Parameters mae = ofScheme("grid-mae");
    findParameter("grid", mae)->set(mae, std::string("3x50"));
    QCOMPARE(statsOf(mae)["dead_pairs"].get<int>(), 32 - 4);
    const Json gaussian = statsOf(ofScheme("gaussian-fourier"));
    QCOMPARE(gaussian["pairs"].get<int>(), 32);
    QCOMPARE(gaussian["kernel"].size(), 50U);
    QVERIFY(std::fabs(gaussian["position_norm"].get<double>() - std::sqrt(32.0)) <= 1e-6);
    const Json time2vec = statsOf(ofScheme("time2vec"));
    QCOMPARE(time2vec["inverse_frequencies"].size(), 63U);
    QVERIFY(time2vec["kernel"].is_null());
    const Json fourier = statsOf(ofScheme("fourier"));
    QCOMPARE(fourier["pairs"].get<int>(), 10);
    QVERIFY(std::fabs(fourier["inverse_frequencies"][3].get<double>() - 8.0 / 50) <= 1e-15);
}

QTEST_APPLESS_MAIN(TestSchemeStatistics)
#include "tst_schemestatistics.moc"
