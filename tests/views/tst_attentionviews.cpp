// SPDX-License-Identifier: GPL-3.0-or-later
// Scores and attention of a head, beside sums that are written out here.
#include "analysis/rows/norms.h"
#include "views/attention/scores.h"
#include "views/readout.h"
#include "views/tables/heatmap.h"
#include "viewtesting.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace phasor;

namespace {

constexpr int kPixels = 60; // of a picture: ten for each of six tokens

Parameters sentence(std::string_view scheme)
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.dModel = 32;
    p.encoding.maxLen = 100;
    p.attention.heads = 4;
    p.attention.head = 1;
    p.sum.scale = ScaleRule::None;
    p.sentence.text = "the cat sat down";
    return p;
}

ScoresRequest request()
{
    ScoresRequest request;
    request.widths.fill(kPixels);
    request.heights.fill(kPixels);
    return request;
}

Matrix valuesOf(const Parameters& p, std::string_view node)
{
    PipelineCache cache;
    const NodePtr found = Pipeline::make(p, cache).value()->find(node);
    Matrix values(found->shape());
    (*found->field)->fill(whole(found->shape()), values.view());
    return values;
}

double dot(const Matrix& a, std::int64_t i, const Matrix& b, std::int64_t j)
{
    double sum = 0;
    for (std::int64_t c = 0; c < a.cols(); ++c)
        sum += static_cast<double>(a(i, c)) * static_cast<double>(b(j, c));
    return sum;
}

float pixelOfCell(const Picture& picture, int row, int column)
{
    return picture.values(row * 10 + 5, column * 10 + 5);
}

} // namespace

class TestAttentionViews : public QObject
{
    Q_OBJECT

private slots:
    void scoresAndTheirSoftmax_data();
    void scoresAndTheirSoftmax();
    void sharedAmongAllWhereNothingDiffers();
    void overflowIsNotMasked();
    void twoSetUpsHaveOneRangeOfColors();
    void longRowsAreFewRows();
    void colorsEndAtTheLargestWeight();
    void tooManyKeys();
    void readOutTellsThePairs_data();
    void readOutTellsThePairs();
};

void TestAttentionViews::scoresAndTheirSoftmax_data()
{
    QTest::addColumn<QString>("scheme");
    for (const char* scheme : {"sinusoidal", "rope", "alibi", "t5", "nope"})
        QTest::newRow(scheme) << scheme;
}

void TestAttentionViews::scoresAndTheirSoftmax()
{
    QFETCH(QString, scheme);
    const Parameters p = sentence(scheme.toStdString());
    const auto data = viewOf<ScoresData>(request(), p);
    const Matrix q = valuesOf(p, "queries");
    const Matrix k = valuesOf(p, "keys");
    const bool biased = scheme == "alibi" || scheme == "t5";
    const Matrix bias = biased ? valuesOf(p, "bias") : Matrix(Shape{6, 6});
    const double root = scheme == "t5" ? 1 : std::sqrt(8.0);
    double keys = 0;
    double distance = 0;
    for (int i = 0; i < 6; ++i) {
        std::vector<double> shares;
        for (int j = 0; j <= i; ++j) {
            const double score = dot(q, i, k, j) / root + (biased ? static_cast<double>(bias(i, j)) : 0);
            QVERIFY(std::fabs(static_cast<double>(pixelOfCell(data->a.scores, i, j)) - score) < 1e-4);
            shares.push_back(std::exp(score));
        }
        const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
        double entropy = 0;
        for (int j = 0; j <= i; ++j) {
            const double share = shares[static_cast<std::size_t>(j)] / sum;
            QVERIFY(std::fabs(static_cast<double>(pixelOfCell(*data->a.attention, i, j)) - share) < 1e-4);
            entropy -= share * std::log(share);
            distance += share * (i - j) / 6;
        }
        keys += std::exp(entropy) / 6;
        for (int j = i + 1; j < 6; ++j)
            QVERIFY(std::isnan(pixelOfCell(data->a.scores, i, j)) && std::isnan(pixelOfCell(*data->a.attention, i, j)));
    }
    QVERIFY(std::fabs(*data->a.keys - keys) < 1e-3);
    QVERIFY(std::fabs(*data->a.distance - distance) < 1e-3);
    QCOMPARE(data->a.facts.head, 1);
    QVERIFY(!data->b && !data->coarse);
}

// Without a mask, of an embedding of zeros, each token is looked at as much as any other.
void TestAttentionViews::sharedAmongAllWhereNothingDiffers()
{
    Parameters p = sentence("nope");
    p.attention.causal = false;
    p.sum.scale = 0.0;
    const auto data = viewOf<ScoresData>(request(), p);
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j)
            QVERIFY(std::fabs(pixelOfCell(*data->a.attention, i, j) - 1.0F / 6) < 1e-6F);
    }
    QVERIFY(std::fabs(*data->a.keys - 6) < 1e-5);
    QVERIFY(std::fabs(*data->a.distance - 35.0 / 18) < 1e-5); // mean of |i − j| over 6 × 6
}

void TestAttentionViews::overflowIsNotMasked()
{
    Scene scene{.a = sentence("rope"), .b = sentence("rope")};
    scene.a.sum.scale = 1e30;
    const auto data = viewOf<ScoresData>(request(), scene);
    const auto colorOf = [](const Picture& picture, std::size_t row, std::size_t column) {
        return picture.pixels[(row * 10 + 5) * kPixels + column * 10 + 5];
    };
    for (const Picture* picture : {&data->a.scores, &*data->a.attention, &*data->lessScores, &*data->lessAttention}) {
        QCOMPARE(colorOf(*picture, 4, 1), 0xffff00ffU);
        QCOMPARE(colorOf(*picture, 1, 4), data->b->scores.blank);
    }
}

void TestAttentionViews::twoSetUpsHaveOneRangeOfColors()
{
    const auto data = viewOf<ScoresData>(request(), Scene{.a = sentence("rope"), .b = sentence("t5")});
    QVERIFY(data->b.has_value());
    QCOMPARE(data->a.scores.range, data->b->scores.range);
    QCOMPARE(data->a.attention->range, data->b->attention->range);
    QVERIFY(data->a.attention->range.low == 0 && data->a.attention->range.high <= 1);
    QVERIFY(data->a.scores.values.data()[0] != data->b->scores.values.data()[0]);
    QVERIFY(data->lessScores && data->lessAttention);
    for (const auto& [less, a, b] : {std::tuple(&*data->lessScores, &data->a.scores, &data->b->scores),
                                     std::tuple(&*data->lessAttention, &*data->a.attention, &*data->b->attention)}) {
        QCOMPARE(less->values.data()[0], a->values.data()[0] - b->values.data()[0]);
        QVERIFY(less->range.low == -less->range.high && less->range.high > 0);
        QVERIFY(less->causal == a->causal && less->blank == a->blank); // the same cells are blank
    }
    Scene longer{.a = sentence("rope"), .b = sentence("t5")};
    longer.b->sentence.text = "the cat sat down again";
    QVERIFY(!viewOf<ScoresData>(request(), longer)->lessScores);
}

// A row of attention is whole or nothing: of long ones a quick picture has few.
void TestAttentionViews::longRowsAreFewRows()
{
    Parameters p = sentence("rope");
    p.sentence.text.reset();
    p.encoding.maxLen = 6000;
    const auto quick = viewOf<ScoresData>(request(), p, Effort::Frame);
    QVERIFY(quick->coarse && quick->a.attention->sampled && quick->a.attention->height < kPixels);
    for (const float share : std::span(quick->a.attention->values.data(), kPixels))
        QVERIFY(std::isnan(share) || (share >= 0 && share <= 1));
    const auto still = viewOf<ScoresData>(request(), p, Effort::Still);
    QVERIFY(!still->coarse && still->a.attention->height == kPixels);
}

// A token before which there is none has the weight 1, which is lost in a pixel's mean.
void TestAttentionViews::colorsEndAtTheLargestWeight()
{
    Parameters p = sentence("rope");
    p.sentence.text.reset();
    p.encoding.maxLen = 600;
    const auto data = viewOf<ScoresData>(request(), p);
    QVERIFY(reachOf(data->a.attention->values) < 0.9);
    QCOMPARE(data->a.attention->range, (Interval{0, 1}));
}

void TestAttentionViews::tooManyKeys()
{
    Parameters p = sentence("alibi");
    p.sentence.text.reset();
    p.random.generator = "philox";
    p.encoding.maxLen = 2147483647;
    p.embedding.source = "normal";
    const auto data = viewOf<ScoresData>(request(), p, Effort::Frame);
    QVERIFY(!data->a.attention && !data->a.keys);
    QCOMPARE(data->a.scores.rows.count, std::int64_t{2147483647});
    const auto heatmap
        = viewResult(HeatmapRequest{.node = "attention", .pictures = {.a = {.width = 10, .height = 10}}}, p);
    QVERIFY(!heatmap.ok());
    QCOMPARE(heatmap.error().code, std::string("SIZE"));
}

void TestAttentionViews::readOutTellsThePairs_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<int>("distance"); // from the first column of a pair to its second
    QTest::newRow("halves") << "rope" << 4;
    QTest::newRow("interleaved") << "xpos" << 1;
    QTest::newRow("no pairs of its own") << "alibi" << 1;
}

void TestAttentionViews::readOutTellsThePairs()
{
    QFETCH(QString, scheme);
    QFETCH(int, distance);
    const Parameters p = sentence(scheme.toStdString());
    ReadoutRequest readout;
    readout.cursor[AxisKind::Position] = 4;
    readout.cursor[AxisKind::Key] = 2;
    const auto data = viewOf<ReadoutData>(readout, p);
    const auto step
        = std::find_if(data->steps.begin(), data->steps.end(), [](const auto& s) { return s.node->id == "scores"; });
    QVERIFY(step != data->steps.end());
    QCOMPARE(step->note.parts.size(), std::size_t{4});
    const Matrix q = valuesOf(p, "queries");
    const Matrix k = valuesOf(p, "keys");
    double before = INFINITY;
    for (const CellNote::Part& part : step->note.parts) {
        const std::int64_t first = distance == 1 ? 2 * part.pair : part.pair;
        const double expected = static_cast<double>(q(4, first)) * static_cast<double>(k(2, first))
            + static_cast<double>(q(4, first + distance)) * static_cast<double>(k(2, first + distance));
        QVERIFY(std::fabs(part.value - expected) < 1e-12);
        QVERIFY(std::fabs(part.value) <= before);
        before = std::fabs(part.value);
    }
    readout.cursor[AxisKind::Key] = 5; // behind the mask
    const auto masked = viewOf<ReadoutData>(readout, p);
    for (const auto& s : masked->steps)
        QVERIFY(s.note.parts.empty());
}

QTEST_GUILESS_MAIN(TestAttentionViews)
#include "tst_attentionviews.moc"
