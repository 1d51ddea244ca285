// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "pipeline/parameterspec.h"
#include "pipeline/pipelinetesting.h"
#include "views/statistics.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>

using namespace phasor;
using Json = nlohmann::ordered_json;

class TestStatistics : public QObject
{
    Q_OBJECT

private slots:
    void everyKeyIsThere_data();
    void everyKeyIsThere();
    void theRatioOfThePaper_data();
    void theRatioOfThePaper();
    void dropoutLaws();
    void dropoutOfEveryPlacement_data();
    void dropoutOfEveryPlacement();
    void protectedAndFilledRowsCount();
    void billionsOfPositionsHaveClosedForms();
    void biasesByDistance();
    void t5ScoresAreNotDivided();
    void wavesOfOtherSchemes();
};

namespace {

Json statsOf(const Parameters& p)
{
    std::vector<std::string> warnings;
    Result<Json> object = statistics(*made(p), {}, warnings);
    if (!object.ok())
        qFatal("%s", toString(object.error()).c_str());
    return *object;
}

} // namespace

void TestStatistics::everyKeyIsThere_data()
{
    QTest::addColumn<Parameters>("parameters");
    Parameters p;
    p.encoding.dModel = 64;
    p.encoding.maxLen = 200;
    QTest::newRow("sum") << p;
    p.sum.combine = Combine::Concatenate;
    QTest::newRow("concat") << p;
    Parameters tiny;
    tiny.encoding.dModel = 1;
    tiny.encoding.maxLen = 1;
    QTest::newRow("1 x 1") << tiny;
    tiny.dropout.p = 1;
    QTest::newRow("p = 1") << tiny;
    tiny.sentence.text = std::string();
    QTest::newRow("no token") << tiny;
}

void TestStatistics::everyKeyIsThere()
{
    QFETCH(Parameters, parameters);
    const Json object = statsOf(parameters);
    for (const char* key : {"d_model",
                            "max_len",
                            "seq_len",
                            "scale",
                            "sigma",
                            "embedding_norm",
                            "scaled_norm",
                            "position_norm",
                            "ratio",
                            "angle_degrees",
                            "ratio_by_position",
                            "energy_by_dimension",
                            "pairs",
                            "dead_pairs",
                            "frozen_pairs",
                            "constant_share",
                            "first_rise",
                            "kernel",
                            "effective_rank",
                            "dropped_fraction",
                            "dropout_cosine",
                            "position_energy_kept",
                            "expected_dropped_fraction",
                            "expected_position_energy_kept",
                            "token_loss_probability",
                            "token_loss_log10",
                            "inverse_frequencies",
                            "attention_factor",
                            "slopes",
                            "relative_kernel"})
        QVERIFY2(object.contains(key), key);
    for (const char* key : {"scaled", "position", "position_varying"})
        QVERIFY2(object["energy_by_dimension"].contains(key), key);
}

// R = √2·s·σ and the angle atan(1/R), published for each way to make an embedding.
void TestStatistics::theRatioOfThePaper_data()
{
    QTest::addColumn<QByteArray>("embedding");
    QTest::addColumn<bool>("scaled");
    QTest::addColumn<double>("ratio");
    QTest::addColumn<double>("angle");
    QTest::newRow("nn.Embedding, scaled") << QByteArray("normal") << true << 32.0 << 1.8;
    QTest::newRow("nn.Embedding") << QByteArray("normal") << false << 1.414 << 35.3;
    QTest::newRow("tensor2tensor") << QByteArray("tensor2tensor") << true << 1.414 << 35.3;
    QTest::newRow("scale forgotten") << QByteArray("tensor2tensor") << false << 0.0625 << 86.4;
    QTest::newRow("GPT-2, scaled") << QByteArray("gpt2") << true << 0.640 << 57.4;
    QTest::newRow("Keras, scaled") << QByteArray("keras") << true << 0.924 << 47.3;
}

void TestStatistics::theRatioOfThePaper()
{
    QFETCH(QByteArray, embedding);
    QFETCH(bool, scaled);
    QFETCH(double, ratio);
    QFETCH(double, angle);
    Parameters p;
    p.encoding.maxLen = 500;
    p.embedding.source = embedding.toStdString();
    if (!scaled)
        p.sum.scale = ScaleRule::None;
    const Json object = statsOf(p);
    QVERIFY(std::abs(object["ratio"].get<double>() / ratio - 1) < 0.02);
    QVERIFY(std::abs(object["angle_degrees"].get<double>() - angle) < 0.5);
    QVERIFY(std::abs(object["position_norm"].get<double>() - 16) < 1e-5);
}

void TestStatistics::dropoutLaws()
{
    Parameters p;
    p.encoding.maxLen = 1000;
    const Json object = statsOf(p);
    // 5 standard deviations of 512 000 draws
    QVERIFY(std::abs(object["dropped_fraction"].get<double>() - 0.1) < 5 * std::sqrt(0.09 / 512000));
    QVERIFY(std::abs(object["dropout_cosine"].get<double>() - std::sqrt(0.9)) < 1e-3);
    QVERIFY(std::abs(object["position_energy_kept"].get<double>() - 0.9) < 3e-3);
    p.dropout.mode = DropoutMode::Eval;
    const Json eval = statsOf(p);
    QCOMPARE(eval["dropped_fraction"].get<double>(), 0.0);
    QCOMPARE(eval["position_energy_kept"].get<double>(), 1.0);
    QVERIFY(std::abs(eval["dropout_cosine"].get<double>() - 1) < 1e-12);
}

void TestStatistics::dropoutOfEveryPlacement_data()
{
    QTest::addColumn<QByteArray>("placement");
    QTest::addColumn<double>("draws"); // independent ones, of 400 rows of 64
    QTest::addColumn<double>("tokenDraws"); // that take one token
    QTest::addColumn<double>("energy"); // of the position kept, expected
    QTest::addColumn<double>("cosine"); // NaN where no law is simple
    const double none = std::nan("");
    QTest::newRow("sum") << QByteArray("sum") << 25600. << 64. << 0.7 << std::sqrt(0.7);
    QTest::newRow("embedding") << QByteArray("embedding") << 25600. << 64. << 1. << none;
    QTest::newRow("position") << QByteArray("position") << 25600. << 64. << 0.7 << none;
    QTest::newRow("separate") << QByteArray("separate") << 51200. << 128. << 0.7 << none;
    QTest::newRow("tokens") << QByteArray("tokens") << 400. << 1. << 0.7 << 1.;
    QTest::newRow("dimensions") << QByteArray("dimensions") << 64. << 64. << 0.7 << none;
    QTest::newRow("masked-fill") << QByteArray("masked-fill") << 25600. << 64. << 0.7 << std::sqrt(0.7);
}

void TestStatistics::dropoutOfEveryPlacement()
{
    QFETCH(QByteArray, placement);
    QFETCH(double, draws);
    QFETCH(double, tokenDraws);
    QFETCH(double, energy);
    QFETCH(double, cosine);
    Parameters p;
    p.encoding.dModel = 64;
    p.encoding.maxLen = 400;
    p.dropout.p = 0.3;
    p.dropout.placement = fromId<PlacementId>(placement.toStdString()).value();
    const Json object = statsOf(p);
    const auto value = [&](const char* key) {
        return object[key].get<double>();
    };
    const double spread = 5 * std::sqrt(0.21 / draws);
    QCOMPARE(value("expected_dropped_fraction"), 0.3);
    QVERIFY(std::abs(value("dropped_fraction") - 0.3) < spread);
    QCOMPARE(value("expected_position_energy_kept"), energy);
    // sin² and cos² of a pair: elements weigh up to twice their share
    QVERIFY(std::abs(value("position_energy_kept") - energy) < (energy == 1 ? 1e-12 : 2 * spread));
    QVERIFY(std::abs(value("token_loss_log10") - tokenDraws * std::log10(0.3)) < 1e-9);
    QVERIFY(std::abs(value("token_loss_probability") / std::pow(0.3, tokenDraws) - 1) < 1e-9);
    if (!std::isnan(cosine))
        QVERIFY(std::abs(value("dropout_cosine") - cosine) < (cosine == 1 ? 1e-6 : 0.01));
    p.dropout.mode = DropoutMode::Eval;
    const Json eval = statsOf(p);
    QCOMPARE(eval["dropped_fraction"].get<double>(), 0.0);
    QCOMPARE(eval["expected_dropped_fraction"].get<double>(), 0.0);
    QCOMPARE(eval["position_energy_kept"].get<double>(), 1.0);
    QCOMPARE(eval["token_loss_probability"].get<double>(), 0.0);
    QVERIFY(eval["token_loss_log10"].is_null());
}

void TestStatistics::protectedAndFilledRowsCount()
{
    Parameters p;
    p.encoding.dModel = 16;
    p.encoding.maxLen = 50;
    p.sentence.text = "a b";
    p.sentence.seqLen = 8; // [CLS] a b [SEP] and four of padding
    p.dropout.p = 0.5;
    p.dropout.protect = "[CLS]";
    QCOMPARE(statsOf(p)["expected_dropped_fraction"].get<double>(), 7 * 0.5 / 8);
    p.dropout.placement = PlacementId::MaskedFill;
    const Json filled = statsOf(p);
    QCOMPARE(filled["expected_dropped_fraction"].get<double>(), (3 * 0.5 + 4) / 8);
    QVERIFY(filled["dropped_fraction"].get<double>() > 0.5);
    QVERIFY(filled["position_energy_kept"].get<double>() < 0.5);
}

void TestStatistics::billionsOfPositionsHaveClosedForms()
{
    Parameters p;
    p.encoding.dModel = 32;
    p.encoding.maxLen = 2147483647;
    p.sentence.text = "a b";
    const Json object = statsOf(p);
    // Over so many positions every pair turns thousands of times: nothing is constant and all columns are orthogonal.
    QVERIFY(object["constant_share"].get<double>() < 1e-6);
    QVERIFY(std::abs(object["effective_rank"].get<double>() - 32) < 1e-3);
    for (const Json& energy : object["energy_by_dimension"]["position"])
        QVERIFY(std::abs(energy.get<double>() - 0.5) < 1e-4);
}

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
void TestStatistics::biasesByDistance()
{
    for (const char* id : {"alibi", "t5", "kerple-log", "kerple-power", "sandwich", "fire"}) {
        Parameters p = ofScheme(id);
        p.attention.head = 2;
        const Json object = statsOf(p);
        QCOMPARE(object["slopes"].is_null(), std::string(id) != "alibi");
        QVERIFY(object["kernel"].is_null() && object["pairs"].is_null());
        if (std::string(id) == "fire") {
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

void TestStatistics::t5ScoresAreNotDivided()
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

void TestStatistics::wavesOfOtherSchemes()
{
    for (const char* id : {"grid-mae", "grid-detr"}) {
        Parameters p = ofScheme(id);
        findParameter("grid", p)->assign(p, std::string("3x50"));
        QCOMPARE(p.encoding.maxLen, std::int64_t{150});
        const Json object = statsOf(p);
        QCOMPARE(object["pairs"].get<int>(), 32);
        QVERIFY(object["kernel"].is_null() && object["relative_kernel"].is_null() && object["first_rise"].is_null());
        QVERIFY(std::fabs(object["position_norm"].get<double>() - std::sqrt(32.0)) <= 1e-6);
    }
    // λ of 16 pairs of an axis: 2π·10000^(i/16) cells; 4 of them fit into 50 cells, none into 3.
    Parameters mae = ofScheme("grid-mae");
    findParameter("grid", mae)->assign(mae, std::string("3x50"));
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

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
