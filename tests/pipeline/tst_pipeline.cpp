// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrixfield.h"
#include "pipeline/pipelinetesting.h"
#include "raster/rasterize.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace phasor;

namespace {

Parameters sentence()
{
    Parameters p;
    p.sentence.text = "the cat sat on the mat";
    p.encoding.dModel = 32;
    p.encoding.maxLen = 16;
    return p;
}

} // namespace

class TestPipeline : public QObject
{
    Q_OBJECT

private slots:
    void sentenceReachesTheOutput();
    void cancelledBeforeItIsDrawn();
    void keptPartsOutliveTheirJob();
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

void TestPipeline::sentenceReachesTheOutput()
{
    const PipelinePtr stages = made(sentence());
    QCOMPARE(stages->sequence().length(), 8); // [CLS] the cat sat on the mat [SEP]
    QCOMPARE(stages->sequence().label(0), std::string("[CLS]"));
    QCOMPARE(stages->sequence().label(2), std::string("cat"));
    const Shape wanted{8, 32};
    for (const char* const id : {"embedding", "scaled", "sum", "mask", "output"})
        QVERIFY((*fieldOf(stages, id))->shape() == wanted);
    QVERIFY(((*fieldOf(stages, "position"))->shape() == Shape{16, 32}));
}

void TestPipeline::sameWordHasTheSameEmbedding()
{
    const Matrix e = valuesOf(made(sentence()), "embedding");
    for (std::int64_t c = 0; c < e.cols(); ++c) {
        QCOMPARE(e(1, c), e(5, c)); // the … the
        QVERIFY(e(1, c) != e(2, c));
    }
}

void TestPipeline::zeroDropoutIsTheIdentity()
{
    Parameters p = sentence();
    p.dropout.p = 0;
    const PipelinePtr stages = made(p);
    QVERIFY(sameBits(valuesOf(stages, "output"), valuesOf(stages, "sum")));
}

void TestPipeline::evalIsTheIdentity()
{
    Parameters p = sentence();
    p.dropout.p = 0.5;
    p.dropout.mode = DropoutMode::Eval;
    const PipelinePtr stages = made(p);
    QVERIFY(sameBits(valuesOf(stages, "output"), valuesOf(stages, "sum")));
    const Matrix mask = valuesOf(stages, "mask");
    QCOMPARE(std::count(mask.data(), mask.data() + mask.rows() * mask.cols(), 1.0F), mask.rows() * mask.cols());
}

void TestPipeline::fullDropoutLeavesOnlyZeros()
{
    Parameters p = sentence();
    p.dropout.p = 1;
    const Matrix output = valuesOf(made(p), "output");
    QCOMPARE(std::count(output.data(), output.data() + output.rows() * output.cols(), 0.0F),
             output.rows() * output.cols());
}

void TestPipeline::keptElementsAreScaled()
{
    Parameters p = sentence();
    p.dropout.p = 0.5;
    const PipelinePtr stages = made(p);
    const Matrix sum = valuesOf(stages, "sum");
    const Matrix mask = valuesOf(stages, "mask");
    const Matrix output = valuesOf(stages, "output");
    std::int64_t kept = 0;
    for (std::int64_t r = 0; r < sum.rows(); ++r) {
        for (std::int64_t c = 0; c < sum.cols(); ++c) {
            QCOMPARE(output(r, c), mask(r, c) != 0 ? 2 * sum(r, c) : 0);
            kept += mask(r, c) != 0 ? 1 : 0;
        }
    }
    QVERIFY(kept > 0 && kept < sum.rows() * sum.cols());
}

void TestPipeline::protectedRowsAreLeftAlone()
{
    Parameters p = sentence();
    p.dropout.p = 0.9;
    p.dropout.protect = "[CLS], [SEP]";
    const PipelinePtr stages = made(p);
    const Matrix sum = valuesOf(stages, "sum");
    const Matrix output = valuesOf(stages, "output");
    std::int64_t changed = 0;
    for (std::int64_t c = 0; c < sum.cols(); ++c) {
        QCOMPARE(output(0, c), sum(0, c));
        QCOMPARE(output(7, c), sum(7, c));
        changed += output(3, c) != sum(3, c) ? 1 : 0;
    }
    QVERIFY(changed > 0);
}

void TestPipeline::longTextIsCutAndSaid()
{
    Parameters p = sentence();
    p.encoding.maxLen = 4;
    const PipelinePtr stages = made(p);
    QCOMPARE(stages->sequence().length(), 4);
    QCOMPARE(stages->warnings().size(), std::size_t{1});
    QVERIFY(english(stages->warnings().front()).find("8 tokens, but only the first 4") != std::string::npos);
}

void TestPipeline::shortTextIsPadded()
{
    Parameters p = sentence();
    p.sentence.seqLen = 12;
    const PipelinePtr stages = made(p);
    QCOMPARE(stages->sequence().length(), 12);
    QCOMPARE(stages->sequence().label(11), std::string("[PAD]"));
}

void TestPipeline::paddingCostsNothing()
{
    Parameters p = sentence();
    p.encoding.maxLen = p.sentence.seqLen.emplace(2000000000);
    p.dropout.protect = "[PAD],cat";
    p.random.generator = "philox";
    p.encoding.dModel = 4;
    const PipelinePtr stages = made(p);
    const TokenSequence& sequence = stages->sequence();
    QCOMPARE(sequence.length(), 2000000000);
    QCOMPARE(sequence.label(1999999999), std::string("[PAD]"));
    QCOMPARE(sequence.id(1999999999), 0);
    QVERIFY(sequence.isProtected(1999999999) && sequence.isProtected(2) && !sequence.isProtected(1));
    QVERIFY(stages->warnings().empty());
    Matrix sum(Shape{2, 4});
    Matrix output(Shape{2, 4});
    (*fieldOf(stages, "sum"))->fill({1999999998, 0, 2, 4}, sum.view());
    (*fieldOf(stages, "output"))->fill({1999999998, 0, 2, 4}, output.view());
    QVERIFY(sameBits(sum, output));
}

void TestPipeline::emptyTextHasNoRowsAndSaysSo()
{
    Parameters p = sentence();
    p.sentence.text = "";
    const PipelinePtr stages = made(p);
    QCOMPARE(stages->sequence().length(), 0);
    QVERIFY(!stages->warnings().empty());
    QCOMPARE((*fieldOf(stages, "output"))->shape().rows, 0);
}

void TestPipeline::contradictionsAreRefused_data()
{
    QTest::addColumn<Parameters>("parameters");
    QTest::addColumn<QByteArray>("where");
    Parameters p;
    p.sum.combine = Combine::Concatenate;
    p.sum.positionDims = 512;
    QTest::newRow("position_dims = d_model") << p << QByteArray("--position-dims");
    p.sum.positionDims = 600;
    QTest::newRow("position_dims > d_model") << p << QByteArray("--position-dims");
    p = {};
    p.sum.combine = Combine::Concatenate;
    p.encoding.dModel = 1;
    QTest::newRow("one dimension for two") << p << QByteArray("--combine");
    p = {};
    p.sentence.seqLen = 5001;
    QTest::newRow("seq_len > max_len") << p << QByteArray("--seq-len");
    p = {};
    p.sentence.vocab = 10;
    QTest::newRow("vocab too small") << p << QByteArray("--vocab");
    p = {};
    own(p)->precision = Precision::Float16;
    p.encoding.maxLen = 65506;
    QTest::newRow("positions that float16 has not") << p << QByteArray("--precision");
    p.encoding.maxLen = 10;
    own(p)->firstPosition = 65496;
    QTest::newRow("first position in float16") << p << QByteArray("--precision");
    p = {};
    p.random.generator = "numpy";
    p.random.seed = {1, true};
    QTest::newRow("a seed that NumPy refuses") << p << QByteArray("--seed");
    p.random.seed = {};
    p.random.generator = "numpy-legacy";
    p.dropout.seed = Seed{std::uint64_t{1} << 32, false};
    QTest::newRow("a mask's seed that NumPy refuses") << p << QByteArray("--dropout-seed");
    p = {};
    p.embedding.source = "file:/nonexistent.npy";
    QTest::newRow("file that is missing") << p << QByteArray("\"/nonexistent.npy\"");
}

void TestPipeline::contradictionsAreRefused()
{
    QFETCH(Parameters, parameters);
    QFETCH(QByteArray, where);
    const Result<PipelinePtr> stages = tried(parameters);
    QVERIFY(!stages.ok());
    QCOMPARE(QByteArray::fromStdString(english(stages.error().where)), where);
}

void TestPipeline::edgesAreNotRefused()
{
    Parameters p;
    own(p)->precision = Precision::Float16;
    p.encoding.maxLen = 65505; // the last position is 65504, the greatest float16
    p.encoding.dModel = 4;
    const Matrix table = valuesOf(made(p), "position");
    QVERIFY(std::all_of(table.data(), table.data() + 4 * 65505, [](float v) { return std::isfinite(v); }));
    p = {};
    p.random.generator = "numpy-legacy";
    p.dropout.seed = Seed{0xffffffff, false};
    QVERIFY(tried(p).ok());
}

void TestPipeline::unchangedPartsAreReused()
{
    PipelineCache cache;
    const PipelinePtr before = made(sentence(), cache);
    const auto kept = [&](const PipelinePtr& after, const char* id) {
        return *fieldOf(before, id) == *fieldOf(after, id);
    };

    Parameters p = sentence();
    p.dropout.p = 0.2;
    PipelinePtr after = made(p, cache);
    QVERIFY(kept(after, "embedding") && kept(after, "position") && kept(after, "sum"));
    QVERIFY(!kept(after, "mask") && !kept(after, "output"));

    p = sentence();
    own(p)->base = 100;
    after = made(p, cache);
    QVERIFY(kept(after, "embedding") && kept(after, "scaled") && kept(after, "mask"));
    QVERIFY(!kept(after, "position") && !kept(after, "sum") && !kept(after, "output"));

    p = sentence();
    p.sum.scale = 3.0;
    after = made(p, cache);
    QVERIFY(kept(after, "embedding") && kept(after, "position") && kept(after, "mask"));
    QVERIFY(!kept(after, "scaled") && !kept(after, "output"));

    p = sentence();
    p.random.seed = {1, false};
    after = made(p, cache);
    QVERIFY(kept(after, "position") && !kept(after, "embedding") && !kept(after, "mask"));
}

void TestPipeline::tooManyDrawsRefuseOnlyTheirStages()
{
    Parameters p;
    p.encoding.maxLen = 2147483647;
    const PipelinePtr stages = made(p);
    QVERIFY(!fieldOf(stages, "embedding").ok());
    QCOMPARE(fieldOf(stages, "embedding").error().kind, ErrorKind::Resource);
    QVERIFY(!fieldOf(stages, "output").ok());
    QVERIFY(fieldOf(stages, "position").ok());
    float value = 0;
    (*fieldOf(stages, "position"))->fill({2147483646, 0, 1, 1}, {&value, 1, 1, 1});
    QCOMPARE(value, static_cast<float>(std::sin(2147483646.0)));
}

void TestPipeline::anyTilingHasTheSameBits_data()
{
    QTest::addColumn<Parameters>("parameters");
    Parameters p;
    p.encoding.dModel = 37;
    p.encoding.maxLen = 301;
    QTest::newRow("torch") << p;
    p.sum.combine = Combine::Concatenate;
    QTest::newRow("concatenated") << p;
    p.dropout.placement = PlacementId::Position;
    QTest::newRow("on the encoding") << p;
    p.sum.combine = Combine::Sum;
    for (const char* placement : {"separate", "tokens", "dimensions"}) {
        p.dropout.placement = fromId<PlacementId>(placement).value();
        QTest::newRow(placement) << p;
    }
    p.dropout.placement = PlacementId::MaskedFill;
    p.sentence.text = "a b";
    p.sentence.seqLen = 90;
    p.dropout.protect = "a";
    QTest::newRow("masked-fill") << p;
    p = {};
    p.encoding.dModel = 65;
    p.encoding.maxLen = 130;
    p.random.generator = "philox";
    own(p)->layout = SinusoidalLayout::Halves;
    QTest::newRow("philox") << p;
    p.encoding.dModel = 1;
    p.encoding.maxLen = 1;
    QTest::newRow("1 x 1") << p;
}

void TestPipeline::anyTilingHasTheSameBits()
{
    QFETCH(Parameters, parameters);
    const PipelinePtr stages = made(parameters);
    for (const char* const id : {"embedding", "position", "sum", "mask", "output"}) {
        const Matrix all = valuesOf(stages, id);
        const FieldPtr field = *fieldOf(stages, id);
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

void TestPipeline::meansOfAStageAreMeansOfItsCells()
{
    Parameters p;
    p.encoding.dModel = 24;
    p.encoding.maxLen = 100;
    const PipelinePtr stages = made(p);
    const std::vector<Span> rows{{0, 1}, {1, 40}, {40, 100}};
    const std::vector<Span> cols{{0, 3}, {3, 24}};
    for (const char* const id : {"scaled", "position", "sum", "output"}) {
        const FieldPtr field = *fieldOf(stages, id);
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

void TestPipeline::cancelledBeforeItIsDrawn()
{
    Parameters p;
    p.random.generator = "numpy"; // a draw of minutes
    p.encoding.dModel = 65536;
    p.encoding.maxLen = 1 << 18;
    const CancelToken cancel;
    cancel.cancel();
    const Result<PipelinePtr> stages = tried(p, cancel);
    QVERIFY(!stages.ok());
    QCOMPARE(stages.error().kind, ErrorKind::Cancelled);
    // what was made before is as it was
    PipelineCache cache;
    const PipelinePtr before = made(sentence(), cache);
    QVERIFY(!Pipeline::make(p, cache, cancel).ok());
    QVERIFY(fieldOf(made(sentence(), cache), "output").value() == fieldOf(before, "output").value());
}

// A table that is drawn where it is looked at, made by a job that was cancelled afterwards and taken over by the next.
void TestPipeline::keptPartsOutliveTheirJob()
{
    Parameters p;
    p.encoding.dModel = 16384;
    p.encoding.maxLen = 2048;
    const CancelToken first;
    PipelineCache cache;
    const PipelinePtr before = Pipeline::make(p, cache, first).value();
    first.cancel();
    Parameters q = p;
    q.sum.scale = ScaleRule::None;
    const PipelinePtr pipeline = Pipeline::make(q, cache).value();
    const FieldPtr embedding = fieldOf(pipeline, "embedding").value();
    QVERIFY(embedding == fieldOf(before, "embedding").value());
    PipelineCache another;
    const FieldPtr fresh = fieldOf(Pipeline::make(q, another).value(), "embedding").value();
    Matrix kept(Shape{2, 50});
    Matrix want(Shape{2, 50});
    embedding->fill({1900, 77, 2, 50}, kept.view());
    fresh->fill({1900, 77, 2, 50}, want.view());
    QVERIFY(std::equal(kept.data(), kept.data() + 100, want.data()));
}

QTEST_APPLESS_MAIN(TestPipeline)
#include "tst_pipeline.moc"
