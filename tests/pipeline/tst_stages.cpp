// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/encoding.h"
#include "field/materialize.h"
#include "pipeline/stages.h"
#include "pipeline/stagestesting.h"
#include "raster/blockmeans.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace phasor;

namespace {

Parameters sentence()
{
    Parameters p;
    p.text = "the cat sat on the mat";
    p.dModel = 32;
    p.maxLen = 16;
    return p;
}

} // namespace

class TestStages : public QObject
{
    Q_OBJECT

private slots:
    void sentenceReachesTheOutput();
    void cancelledBeforeItIsDrawn();
    void sameWordHasTheSameEmbedding();
    void zeroDropoutIsTheIdentity();
    void evalIsTheIdentity();
    void fullDropoutLeavesOnlyZeros();
    void keptElementsAreScaled();
    void protectedRowsAreLeftAlone();
    void longTextIsCutAndSaid();
    void shortTextIsPadded();
    void paddingCostsNothing();
    void emptyTextHasNoRowsAndSaysSo();
    void contradictionsAreRefused_data();
    void contradictionsAreRefused();
    void edgesAreNotRefused();
    void unchangedPartsAreReused();
    void tooManyDrawsRefuseOnlyTheirStages();
    void anyTilingHasTheSameBits_data();
    void anyTilingHasTheSameBits();
    void meansOfAStageAreMeansOfItsCells();
};

void TestStages::sentenceReachesTheOutput()
{
    const StagesPtr stages = made(sentence());
    QCOMPARE(stages->sequence().length(), 8); // [CLS] the cat sat on the mat [SEP]
    QCOMPARE(stages->sequence().label(0), std::string("[CLS]"));
    QCOMPARE(stages->sequence().label(2), std::string("cat"));
    const Shape wanted{8, 32};
    for (const StageId id : {StageId::Embedding, StageId::Scaled, StageId::Sum, StageId::Mask, StageId::Output})
        QVERIFY((*stages->field(id))->shape() == wanted);
    QVERIFY(((*stages->field(StageId::Position))->shape() == Shape{16, 32}));
}

void TestStages::sameWordHasTheSameEmbedding()
{
    const Matrix e = valuesOf(made(sentence()), StageId::Embedding);
    for (std::int64_t c = 0; c < e.cols(); ++c) {
        QCOMPARE(e(1, c), e(5, c)); // the … the
        QVERIFY(e(1, c) != e(2, c));
    }
}

void TestStages::zeroDropoutIsTheIdentity()
{
    Parameters p = sentence();
    p.dropout = 0;
    const StagesPtr stages = made(p);
    QVERIFY(sameBits(valuesOf(stages, StageId::Output), valuesOf(stages, StageId::Sum)));
}

void TestStages::evalIsTheIdentity()
{
    Parameters p = sentence();
    p.dropout = 0.5;
    p.mode = "eval";
    const StagesPtr stages = made(p);
    QVERIFY(sameBits(valuesOf(stages, StageId::Output), valuesOf(stages, StageId::Sum)));
    const Matrix mask = valuesOf(stages, StageId::Mask);
    QCOMPARE(std::count(mask.data(), mask.data() + mask.rows() * mask.cols(), 1.0F), mask.rows() * mask.cols());
}

void TestStages::fullDropoutLeavesOnlyZeros()
{
    Parameters p = sentence();
    p.dropout = 1;
    const Matrix output = valuesOf(made(p), StageId::Output);
    QCOMPARE(std::count(output.data(), output.data() + output.rows() * output.cols(), 0.0F),
             output.rows() * output.cols());
}

void TestStages::keptElementsAreScaled()
{
    Parameters p = sentence();
    p.dropout = 0.5;
    const StagesPtr stages = made(p);
    const Matrix sum = valuesOf(stages, StageId::Sum);
    const Matrix mask = valuesOf(stages, StageId::Mask);
    const Matrix output = valuesOf(stages, StageId::Output);
    std::int64_t kept = 0;
    for (std::int64_t r = 0; r < sum.rows(); ++r) {
        for (std::int64_t c = 0; c < sum.cols(); ++c) {
            QCOMPARE(output(r, c), mask(r, c) != 0 ? 2 * sum(r, c) : 0);
            kept += mask(r, c) != 0 ? 1 : 0;
        }
    }
    QVERIFY(kept > 0 && kept < sum.rows() * sum.cols());
}

void TestStages::protectedRowsAreLeftAlone()
{
    Parameters p = sentence();
    p.dropout = 0.9;
    p.protect = "[CLS], [SEP]";
    const StagesPtr stages = made(p);
    const Matrix sum = valuesOf(stages, StageId::Sum);
    const Matrix output = valuesOf(stages, StageId::Output);
    std::int64_t changed = 0;
    for (std::int64_t c = 0; c < sum.cols(); ++c) {
        QCOMPARE(output(0, c), sum(0, c));
        QCOMPARE(output(7, c), sum(7, c));
        changed += output(3, c) != sum(3, c) ? 1 : 0;
    }
    QVERIFY(changed > 0);
}

void TestStages::longTextIsCutAndSaid()
{
    Parameters p = sentence();
    p.maxLen = 4;
    const StagesPtr stages = made(p);
    QCOMPARE(stages->sequence().length(), 4);
    QCOMPARE(stages->warnings().size(), std::size_t{1});
    QVERIFY(stages->warnings().front().find("8 tokens, the first 4") != std::string::npos);
}

void TestStages::shortTextIsPadded()
{
    Parameters p = sentence();
    p.seqLen = 12;
    const StagesPtr stages = made(p);
    QCOMPARE(stages->sequence().length(), 12);
    QCOMPARE(stages->sequence().label(11), std::string("[PAD]"));
}

void TestStages::paddingCostsNothing()
{
    Parameters p = sentence();
    p.maxLen = p.seqLen.emplace(2000000000);
    p.protect = "[PAD],cat";
    p.generator = "philox";
    p.dModel = 4;
    const StagesPtr stages = made(p);
    const TokenSequence& sequence = stages->sequence();
    QCOMPARE(sequence.length(), 2000000000);
    QCOMPARE(sequence.label(1999999999), std::string("[PAD]"));
    QCOMPARE(sequence.id(1999999999), 0);
    QVERIFY(sequence.isProtected(1999999999) && sequence.isProtected(2) && !sequence.isProtected(1));
    QVERIFY(stages->warnings().empty());
    Matrix sum(Shape{2, 4});
    Matrix output(Shape{2, 4});
    (*stages->field(StageId::Sum))->fill({1999999998, 0, 2, 4}, sum.view());
    (*stages->field(StageId::Output))->fill({1999999998, 0, 2, 4}, output.view());
    QVERIFY(sameBits(sum, output));
}

void TestStages::emptyTextHasNoRowsAndSaysSo()
{
    Parameters p = sentence();
    p.text = "";
    const StagesPtr stages = made(p);
    QCOMPARE(stages->sequence().length(), 0);
    QVERIFY(!stages->warnings().empty());
    QCOMPARE((*stages->field(StageId::Output))->shape().rows, 0);
}

void TestStages::contradictionsAreRefused_data()
{
    QTest::addColumn<Parameters>("parameters");
    QTest::addColumn<QByteArray>("where");
    Parameters p;
    p.combine = "concat";
    p.positionDims = 512;
    QTest::newRow("position_dims = d_model") << p << QByteArray("--position-dims");
    p.positionDims = 600;
    QTest::newRow("position_dims > d_model") << p << QByteArray("--position-dims");
    p = {};
    p.combine = "concat";
    p.dModel = 1;
    QTest::newRow("one dimension for two") << p << QByteArray("--combine");
    p = {};
    p.seqLen = 5001;
    QTest::newRow("seq_len > max_len") << p << QByteArray("--seq-len");
    p = {};
    p.vocab = 10;
    QTest::newRow("vocab too small") << p << QByteArray("--vocab");
    p = {};
    p.precision = "float16";
    p.maxLen = 65506;
    QTest::newRow("positions that float16 has not") << p << QByteArray("--precision");
    p.maxLen = 10;
    p.firstPosition = 65496;
    QTest::newRow("first position in float16") << p << QByteArray("--precision");
    p = {};
    p.generator = "numpy";
    p.seed = {1, true};
    QTest::newRow("a seed that NumPy refuses") << p << QByteArray("--seed");
    p.seed = {};
    p.generator = "numpy-legacy";
    p.dropoutSeed = Seed{std::uint64_t{1} << 32, false};
    QTest::newRow("a mask's seed that NumPy refuses") << p << QByteArray("--dropout-seed");
    p = {};
    p.embedding = "file:/nonexistent.npy";
    QTest::newRow("file that is missing") << p << QByteArray("\"/nonexistent.npy\"");
}

void TestStages::contradictionsAreRefused()
{
    QFETCH(Parameters, parameters);
    QFETCH(QByteArray, where);
    const Result<StagesPtr> stages = Stages::make(parameters);
    QVERIFY(!stages.ok());
    QCOMPARE(QByteArray::fromStdString(stages.error().where), where);
}

void TestStages::edgesAreNotRefused()
{
    Parameters p;
    p.precision = "float16";
    p.maxLen = 65505; // the last position is 65504, the greatest float16
    p.dModel = 4;
    const Matrix table = valuesOf(made(p), StageId::Position);
    QVERIFY(std::all_of(table.data(), table.data() + 4 * 65505, [](float v) { return std::isfinite(v); }));
    p = {};
    p.generator = "numpy-legacy";
    p.dropoutSeed = Seed{0xffffffff, false};
    QVERIFY(Stages::make(p).ok());
}

void TestStages::unchangedPartsAreReused()
{
    const StagesPtr before = made(sentence());
    const auto kept = [&](const StagesPtr& after, StageId id) {
        return *before->field(id) == *after->field(id);
    };

    Parameters p = sentence();
    p.dropout = 0.2;
    StagesPtr after = made(p, before);
    QVERIFY(kept(after, StageId::Embedding) && kept(after, StageId::Position) && kept(after, StageId::Sum));
    QVERIFY(!kept(after, StageId::Mask) && !kept(after, StageId::Output));

    p = sentence();
    p.base = 100;
    after = made(p, before);
    QVERIFY(kept(after, StageId::Embedding) && kept(after, StageId::Scaled) && kept(after, StageId::Mask));
    QVERIFY(!kept(after, StageId::Position) && !kept(after, StageId::Sum) && !kept(after, StageId::Output));

    p = sentence();
    p.scale = 3.0;
    after = made(p, before);
    QVERIFY(kept(after, StageId::Embedding) && kept(after, StageId::Position) && kept(after, StageId::Mask));
    QVERIFY(!kept(after, StageId::Scaled) && !kept(after, StageId::Output));

    p = sentence();
    p.seed = {1, false};
    after = made(p, before);
    QVERIFY(kept(after, StageId::Position) && !kept(after, StageId::Embedding) && !kept(after, StageId::Mask));
}

void TestStages::tooManyDrawsRefuseOnlyTheirStages()
{
    Parameters p;
    p.maxLen = 2147483647;
    const StagesPtr stages = made(p);
    QVERIFY(!stages->field(StageId::Embedding).ok());
    QCOMPARE(stages->field(StageId::Embedding).error().kind, ErrorKind::Resource);
    QVERIFY(!stages->field(StageId::Output).ok());
    QVERIFY(stages->field(StageId::Position).ok());
    float value = 0;
    (*stages->field(StageId::Position))->fill({2147483646, 0, 1, 1}, {&value, 1, 1, 1});
    QCOMPARE(value, static_cast<float>(std::sin(2147483646.0)));
}

void TestStages::anyTilingHasTheSameBits_data()
{
    QTest::addColumn<Parameters>("parameters");
    Parameters p;
    p.dModel = 37;
    p.maxLen = 301;
    QTest::newRow("torch") << p;
    p.combine = "concat";
    QTest::newRow("concatenated") << p;
    p.placement = "position";
    QTest::newRow("on the encoding") << p;
    p.combine = "sum";
    for (const char* placement : {"separate", "tokens", "dimensions"}) {
        p.placement = placement;
        QTest::newRow(placement) << p;
    }
    p.placement = "masked-fill";
    p.text = "a b";
    p.seqLen = 90;
    p.protect = "a";
    QTest::newRow("masked-fill") << p;
    p = {};
    p.dModel = 65;
    p.maxLen = 130;
    p.generator = "philox";
    p.layout = "halves";
    QTest::newRow("philox") << p;
    p.dModel = 1;
    p.maxLen = 1;
    QTest::newRow("1 x 1") << p;
}

void TestStages::anyTilingHasTheSameBits()
{
    QFETCH(Parameters, parameters);
    const StagesPtr stages = made(parameters);
    for (const StageId id : {StageId::Embedding, StageId::Position, StageId::Sum, StageId::Mask, StageId::Output}) {
        const Matrix all = valuesOf(stages, id);
        const FieldPtr field = *stages->field(id);
        for (const std::int64_t step : {1, 7, 64}) {
            Matrix tile(Shape{step, step});
            for (std::int64_t r = 0; r < all.rows(); r += step) {
                for (std::int64_t c = 0; c < all.cols(); c += step) {
                    const Rect place{r, c, std::min(step, all.rows() - r), std::min(step, all.cols() - c)};
                    field->fill(place, {tile.data(), place.rows, place.cols, step});
                    for (std::int64_t i = 0; i < place.rows; ++i)
                        QVERIFY(std::memcmp(tile.data() + i * step, all.view().row(r + i) + c,
                                            static_cast<std::size_t>(place.cols) * sizeof(float))
                                == 0);
                }
            }
        }
    }
}

void TestStages::meansOfAStageAreMeansOfItsCells()
{
    Parameters p;
    p.dModel = 24;
    p.maxLen = 100;
    const StagesPtr stages = made(p);
    const std::vector<Span> rows{{0, 1}, {1, 40}, {40, 100}};
    const std::vector<Span> cols{{0, 3}, {3, 24}};
    for (const StageId id : {StageId::Scaled, StageId::Position, StageId::Sum, StageId::Output}) {
        const FieldPtr field = *stages->field(id);
        const Matrix all = valuesOf(stages, id);
        Matrix means(Shape{3, 2});
        blockMeans(*field, rows, cols, means.view());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < cols.size(); ++j) {
                double total = 0;
                for (std::int64_t r = rows[i].begin; r < rows[i].end; ++r) {
                    for (std::int64_t c = cols[j].begin; c < cols[j].end; ++c)
                        total += all(r, c);
                }
                const double mean = total / static_cast<double>(rows[i].size() * cols[j].size());
                QVERIFY(std::abs(means(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)) - mean) < 5e-6);
            }
        }
    }
}

void TestStages::cancelledBeforeItIsDrawn()
{
    Parameters p;
    p.generator = "numpy"; // a draw of minutes
    p.dModel = 65536;
    p.maxLen = 1 << 18;
    const CancelToken cancel;
    cancel.cancel();
    const Result<StagesPtr> stages = Stages::make(p, {}, cancel);
    QVERIFY(!stages.ok());
    QCOMPARE(stages.error().kind, ErrorKind::Cancelled);
    // what was made before is as it was
    const StagesPtr before = Stages::make(sentence()).value();
    QVERIFY(!Stages::make(p, before, cancel).ok());
    QVERIFY(Stages::make(sentence(), before).value()->field(StageId::Output).value()
            == before->field(StageId::Output).value());
}

QTEST_APPLESS_MAIN(TestStages)
#include "tst_stages.moc"
