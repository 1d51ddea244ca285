// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipelinetesting.h"
#include "views/viewtesting.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace phasor;
using Json = nlohmann::ordered_json;

class TestStatistics : public QObject
{
    Q_OBJECT

private slots:
    void saysHowFarItIs();
    void everyKeyIsThere_data();
    void everyKeyIsThere();
    void measuresHaveWords();
    void someRows();
    void theRatioOfThePaper_data();
    void theRatioOfThePaper();
    void dropoutLaws();
    void dropoutOfEveryPlacement_data();
    void dropoutOfEveryPlacement();
    void noEnergyIsNoShare();
    void protectedAndFilledRowsCount();
    void expectedEnergyIsThatOfTheRows();
    void limitsAreSaid();
    void billionsOfPositionsHaveClosedForms();
    void rotations();
    void fadingOfXpos();
    void nothingAtAll();
};

// Shares that only grow, many of them while the spectrum is computed, which takes longest.
void TestStatistics::saysHowFarItIs()
{
    Parameters p;
    p.encoding.dModel = 16;
    p.encoding.maxLen = 20000;
    findParameter("precision", p)->set(p, std::string("bfloat16")); // no closed form
    std::vector<Message> warnings;
    std::vector<double> shares;
    QVERIFY(statsResult(p, warnings, {}, {}, [&](double share) { shares.push_back(share); }).ok());
    QVERIFY(shares.size() > 20);
    QVERIFY(std::is_sorted(shares.begin(), shares.end()));
    QVERIFY(shares.front() > 0 && shares.back() > 0.5 && shares.back() < 1);
}

void TestStatistics::everyKeyIsThere_data()
{
    QTest::addColumn<Parameters>("parameters");
    Parameters p;
    p.encoding.dModel = 64;
    p.encoding.maxLen = 200;
    QTest::newRow("sum") << p;
    p.sum.combine = Combine::Concatenate;
    QTest::newRow("concat") << p;
    for (const char* scheme : {"rope", "alibi", "fourier"}) {
        Parameters other;
        setScheme(other.encoding, scheme);
        other.encoding.dModel = 64;
        other.encoding.maxLen = 50;
        QTest::newRow(scheme) << other;
    }
    Parameters tiny;
    tiny.encoding.dModel = 1;
    tiny.encoding.maxLen = 1;
    QTest::newRow("1 x 1") << tiny;
    tiny.dropout.p = 1;
    QTest::newRow("p = 1") << tiny;
    tiny.sentence.text = std::string();
    QTest::newRow("no token") << tiny;
}

// In the order of the contract, and each by itself as among all.
void TestStatistics::everyKeyIsThere()
{
    QFETCH(Parameters, parameters);
    const Json object = statsOf(parameters);
    const QStringList contract
        = QString("d_model max_len seq_len scale sigma embedding_norm scaled_norm position_norm ratio angle_degrees "
                  "ratio_by_position energy_by_dimension pairs dead_pairs frozen_pairs constant_share first_rise "
                  "kernel effective_rank dropped_fraction dropout_cosine position_energy_kept "
                  "expected_dropped_fraction expected_position_energy_kept token_loss_probability token_loss_log10 "
                  "inverse_frequencies attention_factor slopes relative_kernel largest_base_without_dead_pairs "
                  "constant_dimensions participation_ratio dimensions_99 shift_residual ratio_by_initializer "
                  "closest_distance score_terms recoverability overlap")
              .split(' ');
    QStringList keys; // new ones may be among them
    for (const auto& item : object.items()) {
        if (const QString key = QString::fromStdString(item.key()); contract.contains(key))
            keys.append(key);
    }
    QCOMPARE(keys, contract);
    for (const char* key : {"scaled", "position", "position_varying"})
        QVERIFY2(object["energy_by_dimension"].contains(key), key);
    for (const auto& [key, value] : object.items()) {
        Json expected = object;
        for (const auto& item : object.items()) {
            if (item.key() != key)
                expected[item.key()] = nullptr;
        }
        QCOMPARE(statsOf(parameters, {}, {key}).dump(), expected.dump());
    }
}

// Each key once, the members of a group together, and a sentence that says what it is.
void TestStatistics::measuresHaveWords()
{
    std::set<std::string_view> seen;
    std::string_view group;
    for (const auto list : {measuresOfSetup(), measuresOfEncoding(), measuresOfDropout(), furtherMeasuresOfEncoding(),
                            measuresOfQuestions(), measuresOfAnswers()}) {
        for (const Measure& measure : list) {
            const QByteArray key = QByteArray::fromStdString(std::string(measure.key));
            const QString meaning = QString::fromStdString(english(Message(measure.meaning)));
            QVERIFY2(measure.of != nullptr, key);
            QVERIFY2(seen.insert(measure.key).second, key);
            if (measure.group() != group)
                QVERIFY2(measure.member().empty() || seen.insert(measure.group()).second, key);
            group = measure.group();
            QVERIFY2(meaning.size() > 8 && meaning.front().isUpper() && meaning.endsWith('.'), key);
        }
    }
}

// A number of some of the rows says how sure it is.
void TestStatistics::someRows()
{
    Parameters p;
    p.encoding.dModel = 64;
    p.encoding.maxLen = 3000;
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
    SceneReader scene(pipelines, cache, CancelToken{});
    const VisitedRows some{{{0, 300}, {1000, 1300}}, false};
    for (const char* key : {"ratio", "angle_degrees", "dropout_cosine", "position_energy_kept"}) {
        const Estimate exact = numberOf(key, {.scene = scene}).value();
        const Estimate sampled = numberOf(key, {.scene = scene, .visited = some}).value();
        QCOMPARE(exact.error, 0.0);
        QVERIFY2(sampled.error > 0 && sampled.value != exact.value, key);
        QVERIFY2(std::abs(sampled.value - exact.value) < 2 * sampled.error, key);
    }
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

// sin(0) alone: no energy of which a share could be kept, wherever dropout acts.
void TestStatistics::noEnergyIsNoShare()
{
    Parameters p;
    p.encoding.dModel = 1;
    p.encoding.maxLen = 1;
    for (const PlacementId placement : {PlacementId::Sum, PlacementId::Embedding}) {
        p.dropout.placement = placement;
        QVERIFY(statsOf(p)["position_energy_kept"].is_null());
    }
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

// Rows of another length have another share in the energy: without chance, expected and measured are the same.
void TestStatistics::expectedEnergyIsThatOfTheRows()
{
    Parameters p;
    setScheme(p.encoding, "time2vec");
    p.encoding.dModel = 8;
    p.encoding.maxLen = 20;
    p.sentence.text = "a b";
    p.sentence.seqLen = 20;
    p.dropout.placement = PlacementId::MaskedFill;
    p.dropout.mode = DropoutMode::Eval;
    const Json filled = statsOf(p);
    const auto measured = filled["position_energy_kept"].get<double>();
    QVERIFY(measured < 0.05); // 4 of 20 rows, the shortest
    QVERIFY(std::abs(filled["expected_position_energy_kept"].get<double>() / measured - 1) < 1e-12);

    Parameters sine; // one column: sin 0 = 0, so the protected [CLS] keeps nothing
    sine.encoding.dModel = 1;
    sine.encoding.maxLen = 60;
    sine.sentence.text = "a b a c";
    sine.dropout.p = 0.5;
    sine.dropout.protect = "[CLS]";
    QCOMPARE(statsOf(sine)["expected_position_energy_kept"].get<double>(), 0.5);
}

void TestStatistics::limitsAreSaid()
{
    std::vector<Message> warnings;
    Parameters p;
    setScheme(p.encoding, "learned");
    p.encoding.dModel = 512;
    p.encoding.maxLen = 5793;
    QVERIFY(statsResult(p, warnings, {}, {"closest_distance"}).ok());
    QCOMPARE(english(warnings.back()), std::string("closest_distance is that of the first 5792 of 5793 positions"));
    p.encoding.maxLen = 5792;
    warnings.clear();
    QVERIFY(statsResult(p, warnings, {}, {"closest_distance"}).ok());
    QVERIFY(warnings.empty());

    Parameters slow; // cos(k/100000) has its minimum at k = 314159
    setScheme(slow.encoding, "rope");
    slow.encoding.dModel = 2;
    slow.encoding.maxLen = 1000000;
    slow.attention.heads = 1;
    slow.sentence.text = "a";
    findParameter("rope-scaling", slow)->set(slow, std::string("linear"));
    findParameter("rope-factor", slow)->set(slow, 100000.0);
    const Result<Json> rises = statsResult(slow, warnings, {}, {"first_rise"});
    QVERIFY(rises.ok() && (*rises)["first_rise"].is_null());
    QCOMPARE(english(warnings.back()), std::string("first_rise is null: it is looked for up to distance 65536"));
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

Parameters ofScheme(std::string_view scheme)
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.dModel = 64;
    p.encoding.maxLen = 300;
    p.attention.heads = 4;
    p.sentence.text = "the cat sat";
    return p;
}

double cosineSum(std::int64_t k, double fading)
{
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
        const double zeta = (2.0 * i + 0.4 * 16) / (1.4 * 16);
        sum += std::pow(zeta, fading * static_cast<double>(k))
            * std::cos(static_cast<double>(k) * std::pow(10000.0, -i / 8.0));
    }
    return sum / 8;
}

} // namespace

// Frequencies and their kernel are there; what a table beside the embedding would have is null.
void TestStatistics::rotations()
{
    Parameters p = ofScheme("rope");
    const Json object = statsOf(p);
    QCOMPARE(object["pairs"].get<int>(), 8);
    QCOMPARE(object["inverse_frequencies"].size(), 8U);
    QCOMPARE(object["inverse_frequencies"][2].get<double>(), 0.1);
    QCOMPARE(object["attention_factor"].get<double>(), 1.0);
    QCOMPARE(object["dead_pairs"].get<int>(), 4); // 2π 10^(i/2) > 300 from i = 4 on
    for (const std::int64_t k : {0, 1, 17, 299}) {
        QVERIFY(std::abs(object["relative_kernel"][static_cast<std::size_t>(k)].get<double>() - cosineSum(k, 0))
                < 1e-12);
        QVERIFY(std::abs(object["kernel"][static_cast<std::size_t>(k)].get<double>() - cosineSum(k, 0)) < 1e-12);
    }
    for (const char* key : {"position_norm", "ratio", "angle_degrees", "ratio_by_position", "constant_share",
                            "effective_rank", "position_energy_kept", "expected_position_energy_kept", "slopes"})
        QVERIFY2(object[key].is_null(), key);
    QVERIFY(object["energy_by_dimension"]["position"].is_null());
    p.attention.heads = 3;
    std::vector<Message> warnings;
    const Result<Json> uneven = statsResult(p, warnings);
    QVERIFY(!uneven.ok());
    QCOMPARE(english(uneven.error().where), std::string("--heads"));
}

void TestStatistics::fadingOfXpos()
{
    const Json object = statsOf(ofScheme("xpos"));
    for (const std::int64_t k : {0, 1, 17, 299})
        QVERIFY(std::abs(object["relative_kernel"][static_cast<std::size_t>(k)].get<double>() - cosineSum(k, 1.0 / 512))
                < 1e-12);
}

void TestStatistics::nothingAtAll()
{
    const Json object = statsOf(ofScheme("nope"));
    for (const char* key : {"pairs", "kernel", "relative_kernel", "inverse_frequencies", "attention_factor", "ratio"})
        QVERIFY2(object[key].is_null(), key);
    QVERIFY(object["dropped_fraction"].is_number() && object["scaled_norm"].is_number());
}

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
