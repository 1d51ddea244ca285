// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "field/matrixfield.h"
#include "views/attention/scoreterms.h"
#include "views/dropout/dropout.h"
#include "views/dropout/histogram.h"
#include "views/dropout/recoverability.h"
#include "views/measures/measure.h"
#include "views/measures/overlap.h"
#include "views/questions/answers.h"
#include "views/viewtesting.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

using namespace phasor;

// What the next layer can read, terms of the score, sum or concatenation, dropout's numbers, and the answers.
class TestQuestionViews : public QObject
{
    Q_OBJECT

private slots:
    void recoveryWithoutDropout();
    void recoveryOfNothing();
    void embeddingOfZeros();
    void intervals();
    void curves();
    void recoveryOfAPart();
    void dropoutOfAPart();
    void viewAgreesWithStats();
    void schemesWithoutTable_data();
    void schemesWithoutTable();
    void scoreTerms();
    void rowMeans();
    void projections();
    void besideEachOther();
    void overlap();
    void overlapOfTheSameTables();
    void histogram_data();
    void histogram();
    void histogramOfEval();
    void comparing();
    void comparedAtTheSameScales();
    void edges_data();
    void edges();
    void brokenRows();
    void answersOfBuilds();
    void answersOfPlacements();
    void trials();
};

namespace {

Parameters small(std::int64_t width = 64, std::int64_t positions = 50)
{
    Parameters p;
    p.encoding.dModel = width;
    p.encoding.maxLen = positions;
    p.embedding.source = "tensor2tensor";
    return p;
}

Recovery recoveryOfSetup(const Parameters& parameters)
{
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make({.a = parameters}, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    const Result<Recovery> recovery = recoveryOf(reader, Side::A, [](Parameters&) {}, {});
    if (!recovery.ok())
        qFatal("%s", toString(recovery.error()).c_str());
    return *recovery;
}

nlohmann::ordered_json numbersOfSetup(const Parameters& p)
{
    return statsOf(p, {}, {"score_terms", "recoverability", "overlap"});
}

ScoreTermsRequest termsRequest()
{
    return {.widths = {50, 50, 50, 50}, .heights = {50, 50, 50, 50}};
}

} // namespace

void TestQuestionViews::recoveryWithoutDropout()
{
    Parameters p = small();
    p.dropout.p = 0;
    const Recovery added = recoveryOfSetup(p);
    QCOMPARE(added.seeds, 1);
    QCOMPARE(added.rows, std::int64_t{50});
    QCOMPARE(added.token.share, 1.0); // R = √2: the own word is by far the nearest
    QCOMPARE(added.position.low, added.position.high);
    p.sum.combine = Combine::Concatenate;
    const Recovery beside = recoveryOfSetup(p);
    QCOMPARE(beside.position.share, 1.0); // its columns are the encoding itself
    QCOMPARE(beside.token.share, 1.0);
    p.dropout.p = 0.5;
    p.dropout.mode = DropoutMode::Eval;
    QCOMPARE(recoveryOfSetup(p).seeds, 1);
}

void TestQuestionViews::recoveryOfNothing()
{
    Parameters p = small();
    p.dropout.p = 1;
    const Recovery nothing = recoveryOfSetup(p);
    QCOMPARE(nothing.position.share, 1.0 / 50); // one row is the nearest to zero, whatever stood there
    QCOMPARE(nothing.seeds, 1);
}

void TestQuestionViews::embeddingOfZeros()
{
    Parameters p = small();
    p.sum.scale = 0.0;
    p.dropout.p = 0;
    const Recovery recovery = recoveryOfSetup(p);
    QVERIFY(std::isnan(recovery.token.share));
    QCOMPARE(recovery.position.share, 1.0);
    QVERIFY(numbersOfSetup(p)["recoverability"]["token"].is_null());
    QVERIFY(numbersOfSetup(p)["overlap"].is_null());
}

// Student's t of 3 shares 0.4, 0.5, 0.6: 0.5 ± 4.303 · 0.1/√3. With 2 degrees of freedom it has a closed form.
void TestQuestionViews::intervals()
{
    const Recovered of = recoveredOf({0.4, 0.5, 0.6});
    const double reach = 0.95 * std::sqrt(2 / (1 - 0.95 * 0.95)) * 0.1 / std::sqrt(3);
    QVERIFY(std::abs(of.share - 0.5) < 1e-12);
    QVERIFY(std::abs(of.low - (0.5 - reach)) < 1e-12);
    QVERIFY(std::abs(of.high - (0.5 + reach)) < 1e-12);
    QCOMPARE(recoveredOf({0.25}).low, 0.25);
    QCOMPARE(recoveredOf({0, 0.1}).low, 0.0); // no share is below 0
    QVERIFY(std::isnan(recoveredOf({}).share));
    QVERIFY(std::isnan(recoveredOf({std::nan("")}).share));
}

void TestQuestionViews::curves()
{
    const auto data = viewOf<RecoverabilityData>(RecoverabilityRequest{}, small());
    QVERIFY(!data->coarse);
    QCOMPARE(data->a.byProbability.size(), std::size_t{3}); // as it is, concatenated, dropout on the embedding
    for (const RecoveryCurve& curve : data->a.byProbability) {
        QCOMPARE(curve.at.front(), 0.0);
        QCOMPARE(curve.at.back(), 1.0);
        QVERIFY(curve.token.front().share >= curve.token.back().share);
    }
    QCOMPARE(data->a.byProbability[1].variant, RecoveryVariant::OtherCombination);
    QCOMPARE(data->a.byProbability[1].position.front().share, 1.0);
    // The larger the embedding, the less of the position is left.
    const RecoveryCurve& scale = data->a.byScale.front();
    QVERIFY(scale.position.front().share > scale.position.back().share);
    QVERIFY(scale.token.front().share <= scale.token.back().share);
    // A mark of a setup's own p and s lies on its curve, and is measured as the other setup is there.
    Scene scene{.a = small(), .b = small()};
    scene.b->dropout.p = 0.35;
    scene.b->sum.scale = 3.0;
    const auto two = viewOf<RecoverabilityData>(RecoverabilityRequest{}, scene);
    for (const RecoveryMeasure* of : {&two->a, &*two->b}) {
        for (const auto& [curve, own] : {std::pair(of->byProbability, of->p), std::pair(of->byScale, of->scale)}) {
            const auto at = std::ranges::find(curve.front().at, own) - curve.front().at.begin();
            QCOMPARE(curve.front().position.at(static_cast<std::size_t>(at)), of->now.position);
            QCOMPARE(curve.front().token.at(static_cast<std::size_t>(at)), of->now.token);
        }
    }
    QCOMPARE(two->a.byProbability.front().at, two->b->byProbability.front().at);
    const auto coarse = viewOf<RecoverabilityData>(RecoverabilityRequest{}, small(), Effort::Frame);
    QVERIFY(coarse->coarse);
    QVERIFY(!data->table().empty());
}

void TestQuestionViews::viewAgreesWithStats()
{
    const Parameters p = small();
    const nlohmann::ordered_json numbers = numbersOfSetup(p);
    const auto data = viewOf<RecoverabilityData>(RecoverabilityRequest{}, p);
    QCOMPARE(numbers["recoverability"]["position"].get<double>(), data->a.now.position.share);
    QCOMPARE(numbers["recoverability"]["token_low"].get<double>(), data->a.now.token.low);
    QCOMPARE(numbers["recoverability"]["seeds"].get<int>(), 6);
    const auto overlap = viewOf<OverlapData>(OverlapRequest{}, p);
    QVERIFY(std::abs(numbers["overlap"]["measured"].get<double>() - overlap->a.spaces.measured()) < 1e-12);
    const auto terms = viewOf<ScoreTermsData>(termsRequest(), p);
    QCOMPARE(numbers["score_terms"]["cp"].get<double>(), terms->a.sizes[1]);
    const auto answers = viewOf<AnswersData>(AnswersRequest{}, p);
    QCOMPARE(answers->a.dropout.now.recovery, data->a.now);
}

// The selected positions among each other, by what the selected dimensions say: every distance in double.
void TestQuestionViews::recoveryOfAPart()
{
    Parameters p = small();
    p.dropout.p = 0;
    p.sum.scale = 2.0;
    PipelineCache cache;
    const PipelinePtr pipeline = Pipeline::make(p, cache).value();
    const Rect window{10, 4, 20, 12};
    Matrix output;
    Matrix position;
    materialize(**pipeline->find("output")->field, window, output);
    materialize(**pipeline->find("position")->field, window, position);
    int found = 0;
    for (std::int64_t r = 0; r < window.rows; ++r) {
        std::int64_t nearest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::int64_t candidate = 0; candidate < window.rows; ++candidate) {
            double distance = 0;
            for (std::int64_t c = 0; c < window.cols; ++c)
                distance
                    += std::pow(static_cast<double>(output(r, c)) - static_cast<double>(position(candidate, c)), 2);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        found += nearest == r;
    }
    const Restriction only{.positions = Span{10, 30}, .dimensions = Span{4, 16}};
    const auto part = viewOf<RecoverabilityData>(RecoverabilityRequest{.only = only}, p);
    QVERIFY(part->restriction == only);
    QCOMPARE(part->a.now.positions, std::int64_t{20});
    QCOMPARE(part->a.now.position.share, found / 20.0);
    QVERIFY(found > 0 && found < 20);
    QVERIFY(part->a.now.position.share < viewOf<RecoverabilityData>(RecoverabilityRequest{}, p)->a.now.position.share);
    const auto outside = viewResult(RecoverabilityRequest{.only = {.dimensions = Span{5000, 5001}}}, p);
    QVERIFY(!outside.ok() && outside.error().code == "EMPTY");
}

// What dropout takes of a selection is counted in it.
void TestQuestionViews::dropoutOfAPart()
{
    Parameters p = small();
    p.dropout.p = 0.3;
    PipelineCache cache;
    const PipelinePtr pipeline = Pipeline::make(p, cache).value();
    const Rect window{10, 4, 20, 12};
    Matrix mask;
    materialize(**pipeline->find("mask")->field, window, mask);
    const auto lost = std::count(mask.data(), mask.data() + window.rows * window.cols, 0.0F);
    const double share = static_cast<double>(lost) / static_cast<double>(window.rows * window.cols);
    const Restriction only{.positions = Span{10, 30}, .dimensions = Span{4, 16}};
    const DropoutRequest request{.picture = {.width = 64, .height = 50}, .only = only};
    const auto dropout = viewOf<DropoutData>(request, p);
    QCOMPARE(std::llround(dropout->a.dropped.value * static_cast<double>(dropout->a.cells)), lost);
    QCOMPARE(dropout->a.cells, window.rows * window.cols);
    QCOMPARE(dropout->a.byPosition.positions.front(), 10.0);
    QCOMPARE(dropout->a.dimensions.back(), 15.0);
    QCOMPARE(dropout->a.comparedRows, std::int64_t{20});
    DropoutRequest zoomed{.picture = {.width = 64, .height = 50}};
    QVERIFY(!viewOf<DropoutData>(zoomed, p)->a.visiblePart);
    zoomed.picture.zoom[AxisKind::Position] = Interval{10, 30};
    QVERIFY(viewOf<DropoutData>(zoomed, p)->a.visiblePart);
    zoomed.only = only; // then the numbers are those of the selection, whatever is visible
    QVERIFY(!viewOf<DropoutData>(zoomed, p)->a.visiblePart);
    const auto spread = viewOf<HistogramData>(HistogramRequest{.only = only}, p);
    QVERIFY(std::abs(spread->a.spread.zeros - share) < 1e-9);
    QCOMPARE(spread->a.rows, std::int64_t{20});
    QVERIFY(std::abs(spread->a.cosine - dropout->a.cosine.value) < 1e-9);
    QVERIFY(std::abs(spread->a.mean->variance / spread->a.mean->expectedVariance - 1) < 0.2);
    const auto& fates = spread->a.pairs->shares; // of 6 pairs in 20 rows: cells lost are those of the mask
    QVERIFY(std::abs((fates[1] + 2 * fates[2]) * 120 - static_cast<double>(lost)) < 1e-6);
    const nlohmann::ordered_json numbers = statsOf(p, only);
    QVERIFY(std::abs(numbers["dropped_fraction"].get<double>() - share) < 1e-12);
    QVERIFY(std::abs(numbers["dropout_cosine"].get<double>() - dropout->a.cosine.value) < 1e-12);
    QVERIFY(std::abs(numbers["position_energy_kept"].get<double>() - dropout->a.positionEnergyKept.value) < 1e-12);
}

void TestQuestionViews::schemesWithoutTable_data()
{
    QTest::addColumn<QByteArray>("scheme");
    for (const char* scheme : {"rope", "alibi", "nope"})
        QTest::newRow(scheme) << QByteArray(scheme);
}

void TestQuestionViews::schemesWithoutTable()
{
    QFETCH(QByteArray, scheme);
    Parameters p = small();
    setScheme(p.encoding, scheme.toStdString());
    for (const Result<ViewDataPtr>& refused :
         {viewResult(RecoverabilityRequest{}, p), viewResult(OverlapRequest{}, p), viewResult(termsRequest(), p)}) {
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, std::string("SCHEME"));
    }
    const nlohmann::ordered_json numbers = numbersOfSetup(p);
    for (const char* key : {"recoverability", "score_terms", "overlap"})
        QVERIFY(numbers.contains(key) && numbers[key].is_null());
    QVERIFY(viewResult(HistogramRequest{}, p).ok());
    const auto answers = viewOf<AnswersData>(AnswersRequest{}, p);
    QVERIFY(!answers->a.withTable && !answers->a.combination);
}

// The four terms are the product of the sums.
void TestQuestionViews::scoreTerms()
{
    Parameters p = small();
    const auto data = viewOf<ScoreTermsData>(termsRequest(), p);
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
    const NodePtr sum = pipelines.a->find("sum");
    for (std::int64_t i : {0, 7, 49}) {
        for (std::int64_t j : {1, 30}) {
            double product = 0;
            for (std::int64_t c = 0; c < 64; ++c)
                product += *valueAt(*sum, i, c) * *valueAt(*sum, j, c);
            double terms = 0;
            for (const Picture& picture : data->pictures)
                terms += static_cast<double>(picture.values(i, j));
            QVERIFY(std::abs(terms - product / 8) < 1e-4);
        }
    }
    for (const Picture& picture : data->pictures)
        QCOMPARE(picture.range, data->pictures[0].range);
    QCOMPARE(data->a.sizes[1], data->a.sizes[2]); // without projections each other's mirror image
}

void TestQuestionViews::rowMeans()
{
    ScoreTermsRequest request = termsRequest();
    request.options.minusRowMeans = true;
    const auto data = viewOf<ScoreTermsData>(request, small());
    for (const Picture& picture : data->pictures) {
        for (std::int64_t r = 0; r < 50; ++r) {
            const float* const row = picture.values.view().row(r);
            QVERIFY(std::abs(std::accumulate(row, row + 50, 0.0)) < 1e-3);
        }
    }
}

void TestQuestionViews::projections()
{
    Parameters p = small();
    p.attention.projection = Projection::Random;
    p.attention.heads = 4;
    p.attention.head = 3;
    p.dropout.p = 0;
    p.attention.causal = false;
    const auto data = viewOf<ScoreTermsData>(termsRequest(), p);
    QVERIFY(data->a.projected);
    // Together they are the scores of that head.
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
    double terms = 0;
    for (const Picture& picture : data->pictures)
        terms += static_cast<double>(picture.values(4, 9));
    QVERIFY(std::abs(terms - *valueAt(*pipelines.a->find("scores"), 4, 9)) < 1e-4);
    p.attention.heads = 7;
    QVERIFY(!viewResult(termsRequest(), p).ok());
}

void TestQuestionViews::besideEachOther()
{
    Parameters p = small();
    p.sum.combine = Combine::Concatenate;
    const Result<ViewDataPtr> terms = viewResult(termsRequest(), p);
    QVERIFY(!terms.ok());
    QCOMPARE(terms.error().where, Message::option("--combine"));
    const auto overlap = viewOf<OverlapData>(OverlapRequest{}, p);
    QVERIFY(overlap->a.concatenated && overlap->a.spaces.byRank == std::vector<double>(16));
    QCOMPARE(overlap->a.spaces.random(8), 0.125);
    QCOMPARE(overlap->a.embeddingWidth + overlap->a.positionWidth, std::int64_t{64});
    const nlohmann::ordered_json numbers = numbersOfSetup(p);
    QVERIFY(numbers["score_terms"].is_null() && numbers["overlap"].is_null());
    QVERIFY(numbers["recoverability"]["position"].is_number());
}

void TestQuestionViews::overlap()
{
    const auto data = viewOf<OverlapData>(OverlapRequest{}, small(32, 200));
    QVERIFY(data->a.spaces.byRank.size() >= 8);
    for (const double share : data->a.spaces.byRank)
        QVERIFY(share >= 0 && share < 1 + 1e-9);
    QCOMPARE(data->a.spaces.random(8), 0.25);
    QVERIFY((data->a.beside == Widths{.whole = 32, .embedding = 24, .position = 8}));
    QVERIFY(viewOf<OverlapData>(OverlapRequest{}, small(32, 200), Effort::Frame)->coarse);
    // A short sentence has as many directions as tokens.
    QCOMPARE(numbersOfSetup(small(512, 5))["overlap"]["rank"].get<int>(), 5);
    QCOMPARE(numbersOfSetup(small(512, 8))["overlap"]["rank"].get<int>(), 8);
}

// The directions of both tables stay known: another s is answered in full at once, another table is not.
void TestQuestionViews::overlapOfTheSameTables()
{
    PipelineCache cache;
    Parameters p = small(64, 300);
    const auto answer = [&](Effort effort) {
        const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
        SceneReader scene(pipelines, cache, CancelToken());
        const Result<ViewDataPtr> data = compute(OverlapRequest{}, scene, effort);
        cache.forgetUnused();
        return std::dynamic_pointer_cast<const OverlapData>(data.value())->a.spaces;
    };
    const SpaceOverlap first = answer(Effort::Frame);
    QVERIFY(first.rows < 300);
    const SpaceOverlap full = answer(Effort::Still);
    QCOMPARE(full.rows, std::int64_t{300});
    p.sum.scale = 3.0;
    QCOMPARE(answer(Effort::Frame).byRank, full.byRank);
    p.random.seed = Seed{.bits = 7};
    QCOMPARE(answer(Effort::Frame).rows, first.rows);
    const SpaceOverlap other = answer(Effort::Still);
    QVERIFY(other.byRank != full.byRank);
    QCOMPARE(other.byRank, viewOf<OverlapData>(OverlapRequest{}, p)->a.spaces.byRank);
    p.sum.scale = 0.0;
    QVERIFY(answer(Effort::Still).byRank.empty()); // a table of zeros has no directions
}

void TestQuestionViews::histogram_data()
{
    QTest::addColumn<double>("p");
    for (const double p : {0.1, 0.5, 0.9})
        QTest::addRow("%g", p) << p;
}

// The laws of dropout, measured.
void TestQuestionViews::histogram()
{
    QFETCH(double, p);
    Parameters parameters = small(128, 300);
    parameters.dropout.p = p;
    const auto data = viewOf<HistogramData>(HistogramRequest{}, parameters);
    const HistogramMeasure& measure = data->a;
    QVERIFY(std::abs(measure.spread.zeros - p) < 0.02);
    const auto total = [](const std::vector<double>& shares) {
        return std::accumulate(shares.begin(), shares.end(), 0.0);
    };
    QVERIFY(std::abs(total(measure.spread.input) - 1) < 1e-9);
    QVERIFY(std::abs(total(measure.spread.output) + measure.spread.zeros - 1) < 1e-9);
    QVERIFY(std::abs(measure.cosine - std::sqrt(1 - p)) < 0.02);
    QVERIFY(std::abs(measure.mean->variance / (p / (1 - p)) - 1) < 0.1);
    QCOMPARE(measure.mean->expectedVariance, p / (1 - p));
    QVERIFY(measure.mean->distance.back() < measure.mean->distance.front());
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(std::abs(measure.pairs->shares[i] - measure.pairs->expected[i]) < 0.02);
    for (std::size_t i = 0; i < measure.scatterInput.size(); ++i) {
        const double y = measure.scatterOutput[i];
        QVERIFY(y == 0 || std::abs(y * (1 - p) - measure.scatterInput[i]) < 1e-5 * (1 + std::abs(y)));
    }
    // Filled padding is in the mean over masks as in the output.
    parameters.sentence.text = "the cat sat";
    parameters.sentence.seqLen = 300;
    parameters.dropout.placement = PlacementId::MaskedFill;
    const auto filled = viewOf<HistogramData>(HistogramRequest{}, parameters);
    QVERIFY(filled->a.mean->distance.back() > 0.95);
    parameters.sentence = {};
    // On the embedding alone the variance is that of its part of the energy.
    parameters.dropout.placement = PlacementId::Embedding;
    const auto alone = viewOf<HistogramData>(HistogramRequest{}, parameters);
    QVERIFY(alone->a.mean->expectedVariance < 0.9 * p / (1 - p));
    QVERIFY(std::abs(alone->a.mean->variance / alone->a.mean->expectedVariance - 1) < 0.1);
    QVERIFY(!alone->a.pairs && std::isnan(alone->a.expectedCosine));
}

void TestQuestionViews::histogramOfEval()
{
    Parameters p = small();
    p.dropout.mode = DropoutMode::Eval;
    const auto data = viewOf<HistogramData>(HistogramRequest{}, p);
    QCOMPARE(data->a.p, 0.0);
    QVERIFY(!data->a.mean);
    QVERIFY(std::abs(data->a.cosine - 1) < 1e-9);
    QCOMPARE(data->a.scatterInput, data->a.scatterOutput);
}

void TestQuestionViews::comparing()
{
    Scene scene{.a = small(), .b = small(32, 20)};
    scene.b->dropout.p = 0.5;
    QVERIFY(viewOf<RecoverabilityData>(RecoverabilityRequest{}, scene)->b);
    QVERIFY(viewOf<OverlapData>(OverlapRequest{}, scene)->b);
    QVERIFY(viewOf<ScoreTermsData>(termsRequest(), scene)->b);
    QVERIFY(viewOf<HistogramData>(HistogramRequest{}, scene)->b);
}

// Of two scales, too, there is something to subtract: both are measured at the same ones.
void TestQuestionViews::comparedAtTheSameScales()
{
    Scene scene{.a = small(), .b = small()};
    scene.a.sum.scale = 8.0;
    scene.b->sum.scale = 0.5;
    const auto data = viewOf<RecoverabilityData>(RecoverabilityRequest{}, scene);
    QCOMPARE(data->a.scale, 8.0);
    QCOMPARE(data->b->scale, 0.5);
    QVERIFY(!data->a.byScale.front().at.empty());
    QCOMPARE(data->a.byScale.front().at, data->b->byScale.front().at);
    const std::vector<double>& at = data->a.byScale.front().at;
    QVERIFY(at.front() < 0.5 && at.back() > 8);
    scene.b->sum.scale = 0.0;
    QCOMPARE(viewOf<RecoverabilityData>(RecoverabilityRequest{}, scene)->a.byScale.size(), std::size_t{1});
}

void TestQuestionViews::edges_data()
{
    QTest::addColumn<Parameters>("parameters");
    QTest::newRow("1 position") << small(16, 1);
    QTest::newRow("1 dimension") << small(1, 8);
    QTest::newRow("1 x 1") << small(1, 1);
    Parameters p = small(6, 9);
    p.dropout.p = 1;
    QTest::newRow("p = 1") << p;
    Parameters zero = small(6, 9);
    zero.sum.scale = 0.0;
    QTest::newRow("embedding of zeros") << zero;
    Parameters odd = small(7, 9);
    odd.sum.combine = Combine::Concatenate;
    QTest::newRow("odd, concatenated") << odd;
    Parameters learned = small(6, 9);
    setScheme(learned.encoding, "learned");
    QTest::newRow("learned") << learned;
}

void TestQuestionViews::edges()
{
    QFETCH(Parameters, parameters);
    for (const Effort effort : {Effort::Frame, Effort::Still}) {
        QVERIFY(viewResult(RecoverabilityRequest{}, parameters, effort).ok());
        QVERIFY(viewResult(OverlapRequest{}, parameters, effort).ok());
        QVERIFY(viewResult(HistogramRequest{}, parameters, effort).ok());
        QVERIFY(viewResult(AnswersRequest{}, parameters, effort).ok());
        QCOMPARE(viewResult(termsRequest(), parameters, effort).ok(), parameters.sum.combine == Combine::Sum);
    }
    const nlohmann::ordered_json numbers = numbersOfSetup(parameters);
    QVERIFY(numbers["recoverability"].is_object());
}

// A scale that overflows: no row has numbers, so nothing can be said of them.
void TestQuestionViews::brokenRows()
{
    Parameters p = small(8, 12);
    p.sum.scale = 1e30;
    p.embedding.sigma = 1e30;
    const Recovery recovery = recoveryOfSetup(p);
    QVERIFY(std::isnan(recovery.position.share));
    QVERIFY(numbersOfSetup(p)["score_terms"]["cc"].is_null());
    QVERIFY(numbersOfSetup(p)["overlap"].is_null());
    QVERIFY(viewResult(HistogramRequest{}, p).ok());
    QVERIFY(viewResult(AnswersRequest{}, p).ok());
}

// torch.manual_seed(42); nn.Dropout(0.5) of 1, 2, 3, 4 in three builds, none of which prints 0, 0, 0, 8.
void TestQuestionViews::answersOfBuilds()
{
    const auto data = viewOf<AnswersData>(AnswersRequest{}, small());
    QCOMPARE(data->builds[0].output, (std::array<float, 4>{2, 4, 6, 8}));
    QCOMPARE(data->builds[1].output, (std::array<float, 4>{0, 0, 6, 8}));
    QCOMPARE(data->builds[2].output, (std::array<float, 4>{0, 4, 6, 8}));
}

void TestQuestionViews::answersOfPlacements()
{
    Parameters p = small();
    p.dropout.p = 0.5;
    const auto data = viewOf<AnswersData>(AnswersRequest{}, p);
    QVERIFY(std::abs(data->a.dropout.now.zeros - 0.5) < 0.05);
    QCOMPARE(data->a.dropout.other->placement, PlacementId::Embedding);
    QVERIFY(data->a.dropout.other->zeros < 0.02); // the encoding is zero in sin 0 alone
    QCOMPARE(data->a.dropout.other->positionKept, 1.0);
    QCOMPARE(data->a.dropout.tenCells, std::int64_t{640});
    QVERIFY(std::abs(data->a.loss.log10Loss - 64 * std::log10(0.5)) < 1e-9);
    QVERIFY(std::abs(data->a.scale.ratio - std::sqrt(2)) < 0.1);
    QVERIFY(std::abs(data->a.scale.logits - 1) < 1e-6); // σ = d^−½
    // The last dimensions carry a constant as large as the first ones' sines.
    const auto& [first, last] = *data->a.combination->quarters;
    QVERIFY(std::abs(last.position - first.position) < 0.1);
    QVERIFY(last.varying < 0.1 * last.position);
}

// Each trial is one change that can be made.
void TestQuestionViews::trials()
{
    const Parameters p = small();
    const auto data = viewOf<AnswersData>(AnswersRequest{}, p);
    for (const auto& trials : data->trials) {
        QVERIFY(!trials.empty());
        for (const Trial& trial : trials) {
            const ParameterSpec* spec = findParameter(trial.parameter, p);
            QVERIFY2(spec != nullptr, trial.parameter.c_str());
            const Result<ParameterValue> value = parseValue(*spec, trial.value);
            QVERIFY2(value.ok(), trial.value.c_str());
            Parameters changed = p;
            spec->set(changed, *value);
            QVERIFY2(!(changed == p), trial.parameter.c_str());
            QVERIFY(viewResult(AnswersRequest{}, changed, Effort::Frame).ok());
        }
    }
}

QTEST_APPLESS_MAIN(TestQuestionViews)
#include "tst_questionviews.moc"
