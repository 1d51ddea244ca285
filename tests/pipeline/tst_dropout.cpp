// SPDX-License-Identifier: GPL-3.0-or-later
// Every placement of dropout against PyTorch (tests/golden/make_pipeline.py), and what each must be whatever is drawn.
#include "field/matrixfield.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipelinetesting.h"
#include "text/numbers.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

using namespace phasor;

namespace {

Parameters table(std::int64_t rows, std::int64_t cols, const char* placement)
{
    Parameters p;
    p.encoding.maxLen = rows;
    p.encoding.dModel = cols;
    p.dropout.placement = fromId<PlacementId>(placement).value();
    p.dropout.p = 0.5;
    return p;
}

Parameters padded(const char* placement)
{
    Parameters p = table(16, 24, placement);
    p.sentence.text = "the cat";
    p.sentence.seqLen = 6; // [CLS] the cat [SEP] [PAD] [PAD]
    return p;
}

bool isRow(const Matrix& m, std::int64_t row, float value)
{
    return std::all_of(m.view().row(row), m.view().row(row) + m.cols(), [&](float v) { return v == value; });
}

double factorOf(const PipelinePtr& pipeline)
{
    return pipeline->find("mask")->find<DropoutFacts>()->factor;
}

} // namespace

class TestDropout : public QObject
{
    Q_OBJECT

private slots:
    void outputIsPyTorchs_data();
    void outputIsPyTorchs();
    void everyPlacementIsListed();
    void separateShowsBothMasks();
    void wholeTokens();
    void wholeDimensions();
    void maskedFillLosesThePadding();
    void maskedFillWithoutPaddingIsTheSum();
    void protectedRowsOfEveryPlacement_data() { placementRows(); }
    void protectedRowsOfEveryPlacement();
    void evalIsTheIdentity_data() { placementRows(); }
    void evalIsTheIdentity();
    void everyGenerator_data();
    void everyGenerator();
    void threadsAtOnce_data() { placementRows(); }
    void threadsAtOnce();
    void theFactorAloneRedrawsNothing();
    void theGpuDecidesLargeMasks();

private:
    static void placementRows();
};

void TestDropout::placementRows()
{
    QTest::addColumn<QByteArray>("placement");
    for (const Placement& placement : placements()) {
        const QByteArray id(placement.choice.words.id.data(), static_cast<qsizetype>(placement.choice.words.id.size()));
        QTest::newRow(id.constData()) << id;
    }
}

void TestDropout::outputIsPyTorchs_data()
{
    QTest::addColumn<Parameters>("parameters");
    QTest::addColumn<QByteArray>("digest");
    QFile file(QStringLiteral(PHASOR_GOLDEN "/pipeline/dropout.tsv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QVERIFY(lines.size() > 1000);
    for (const QByteArray& line : lines) {
        const QList<QByteArray> cells = line.split('\t');
        QCOMPARE(cells.size(), 7);
        Parameters p = table(cells[1].toLongLong(), cells[2].toLongLong(), cells[4].constData());
        p.random.seed = parseSeed(cells[0].toStdString()).value();
        p.dropout.p = parseReal(cells[3].toStdString()).value();
        p.dropout.factor = fromId<DropoutOperator>(cells[5].toStdString()).value();
        own(p)->precision = Precision::Float32;
        if (p.dropout.placement == PlacementId::MaskedFill) {
            p.encoding.maxLen += 2;
            p.sentence.seqLen = p.encoding.maxLen;
            p.sentence.text = "ab";
            p.sentence.tokenizer = "bytes";
        }
        QTest::addRow("%s", cells.mid(0, 6).join(' ').constData()) << p << cells[6];
    }
}

void TestDropout::outputIsPyTorchs()
{
    QFETCH(Parameters, parameters);
    QFETCH(QByteArray, digest);
    const Matrix output = valuesOf(made(parameters), "output");
    const QByteArrayView bytes(reinterpret_cast<const char*>(output.data()),
                               output.rows() * output.cols() * qsizetype(sizeof(float)));
    QCOMPARE(QCryptographicHash::hash(bytes.toByteArray(), QCryptographicHash::Sha256).toHex().left(16), digest);
}

// The command line's contract names them; scripts depend on it.
void TestDropout::everyPlacementIsListed()
{
    QStringList ids;
    for (const Placement& placement : placements()) {
        ids += QString::fromUtf8(placement.choice.words.id.data(),
                                 static_cast<qsizetype>(placement.choice.words.id.size()));
        QVERIFY(!placement.formula.empty() && !placement.choice.words.explanation.empty());
        QVERIFY(&placementOf(placement.choice.value) == &placement);
    }
    QCOMPARE(ids.join(u' '), QStringLiteral("sum embedding position separate tokens dimensions masked-fill"));
    QVERIFY(!fromId<PlacementId>("word"));
}

void TestDropout::separateShowsBothMasks()
{
    const PipelinePtr each = made(table(20, 30, "separate"));
    const Matrix mask = valuesOf(each, "mask");
    QVERIFY((mask.shape() == Shape{20, 60}));
    const Matrix e = valuesOf(each, "scaled");
    const Matrix pe = valuesOf(each, "position");
    const Matrix output = valuesOf(each, "output");
    std::int64_t differ = 0;
    for (std::int64_t r = 0; r < 20; ++r) {
        for (std::int64_t c = 0; c < 30; ++c) {
            QCOMPARE(output(r, c), 2 * mask(r, c) * e(r, c) + 2 * mask(r, c + 30) * pe(r, c));
            differ += mask(r, c) != mask(r, c + 30) ? 1 : 0;
        }
    }
    QVERIFY(differ > 200 && differ < 400); // of 600; 300 expected of independent masks, σ = 12
    // The word's mask is the first drawn, that of placement `embedding`.
    const Matrix first = valuesOf(made(table(20, 30, "embedding")), "mask");
    for (std::int64_t r = 0; r < 20; ++r)
        QVERIFY(std::equal(first.view().row(r), first.view().row(r) + 30, mask.view().row(r)));
}

void TestDropout::wholeTokens()
{
    const PipelinePtr stages = made(table(200, 9, "tokens"));
    const Matrix mask = valuesOf(stages, "mask");
    const Matrix sum = valuesOf(stages, "sum");
    const Matrix output = valuesOf(stages, "output");
    std::int64_t lost = 0;
    for (std::int64_t r = 0; r < 200; ++r) {
        QVERIFY(isRow(mask, r, mask(r, 0)));
        lost += mask(r, 0) == 0 ? 1 : 0;
        for (std::int64_t c = 0; c < 9; ++c)
            QCOMPARE(output(r, c), 2 * mask(r, 0) * sum(r, c));
    }
    QVERIFY(lost > 65 && lost < 135); // 100 expected, σ = 7.1
}

void TestDropout::wholeDimensions()
{
    const PipelinePtr stages = made(table(9, 200, "dimensions"));
    const Matrix mask = valuesOf(stages, "mask");
    for (std::int64_t r = 1; r < 9; ++r)
        QVERIFY(std::equal(mask.view().row(r), mask.view().row(r) + 200, mask.view().row(0)));
    const auto kept = std::count(mask.view().row(0), mask.view().row(0) + 200, 1.0F);
    QVERIFY(kept > 65 && kept < 135);
}

void TestDropout::maskedFillLosesThePadding()
{
    for (const DropoutMode mode : {DropoutMode::Train, DropoutMode::Eval}) {
        Parameters p = padded("masked-fill");
        p.dropout.mode = mode;
        const PipelinePtr stages = made(p);
        const Matrix output = valuesOf(stages, "output");
        const Matrix mask = valuesOf(stages, "mask");
        for (std::int64_t r = 0; r < 6; ++r) {
            QCOMPARE(isRow(output, r, 0), r >= 4);
            QCOMPARE(isRow(mask, r, 0), r >= 4);
        }
        // What it was published for does not come true: in training [CLS] loses elements as any other row.
        QCOMPARE(isRow(mask, 0, 1), mode == DropoutMode::Eval);
        QVERIFY(stages->warnings().empty());
    }
}

void TestDropout::maskedFillWithoutPaddingIsTheSum()
{
    Parameters p = padded("masked-fill");
    p.sentence.seqLen.reset();
    const PipelinePtr filled = made(p);
    QCOMPARE(filled->warnings().size(), std::size_t{1});
    QVERIFY(english(filled->warnings().front()).find("no padding") != std::string::npos);
    p.dropout.placement = PlacementId::Sum;
    QVERIFY(sameBits(valuesOf(filled, "output"), valuesOf(made(p), "output")));
}

void TestDropout::protectedRowsOfEveryPlacement()
{
    QFETCH(QByteArray, placement);
    Parameters p = padded(placement.constData());
    p.dropout.p = 0.9;
    p.dropout.protect = "[CLS],[PAD]";
    const PipelinePtr stages = made(p);
    const Matrix sum = valuesOf(stages, "sum");
    const Matrix output = valuesOf(stages, "output");
    const Matrix mask = valuesOf(stages, "mask");
    for (const std::int64_t r : {0, 4, 5}) {
        QVERIFY(std::equal(sum.view().row(r), sum.view().row(r) + sum.cols(), output.view().row(r)));
        QVERIFY(isRow(mask, r, 1));
    }
    std::int64_t changed = 0;
    for (const std::int64_t r : {1, 2, 3})
        changed += std::equal(sum.view().row(r), sum.view().row(r) + sum.cols(), output.view().row(r)) ? 0 : 1;
    QVERIFY(changed > 0);
}

void TestDropout::evalIsTheIdentity()
{
    QFETCH(QByteArray, placement);
    Parameters p = table(12, 10, placement.constData());
    p.dropout.mode = DropoutMode::Eval;
    const PipelinePtr stages = made(p);
    QVERIFY(sameBits(valuesOf(stages, "output"), valuesOf(stages, "sum")));
    const Matrix mask = valuesOf(stages, "mask");
    for (std::int64_t r = 0; r < 12; ++r)
        QVERIFY(isRow(mask, r, 1));
}

void TestDropout::everyGenerator_data()
{
    QTest::addColumn<QByteArray>("generator");
    QTest::addColumn<QByteArray>("placement");
    for (const char* generator : {"torch", "torch-mkl", "torch-cuda", "numpy-legacy", "numpy", "philox"}) {
        for (const Placement& placement : placements()) {
            const std::string id(placement.choice.words.id);
            QTest::addRow("%s %s", generator, id.c_str()) << QByteArray(generator) << QByteArray::fromStdString(id);
        }
    }
}

// The share that is lost, within five standard deviations of what is drawn.
void TestDropout::everyGenerator()
{
    QFETCH(QByteArray, generator);
    QFETCH(QByteArray, placement);
    Parameters p = table(300, 200, placement.constData());
    p.random.generator = generator.toStdString();
    p.dropout.p = 0.3;
    const PipelinePtr stages = made(p);
    const Matrix mask = valuesOf(stages, "mask");
    const std::int64_t cells = mask.rows() * mask.cols();
    const auto dropped = static_cast<double>(std::count(mask.data(), mask.data() + cells, 0.0F));
    const Placement& of = placementOf(p.dropout.placement);
    const double draws = of.unit == Placement::Unit::Token ? 300
        : of.unit == Placement::Unit::Dimension            ? 200
                                                           : static_cast<double>(cells);
    QVERIFY(std::abs(dropped / static_cast<double>(cells) - 0.3) < 5 * std::sqrt(0.21 / draws));
    // Any window has the bits of the whole.
    const Matrix output = valuesOf(stages, "output");
    Matrix window(Shape{17, 13});
    (*fieldOf(stages, "output"))->fill({251, 187, 17, 13}, window.view());
    for (std::int64_t r = 0; r < 17; ++r)
        QVERIFY(std::memcmp(window.view().row(r), output.view().row(251 + r) + 187, 13 * sizeof(float)) == 0);
}

// Many threads that fill narrow bands of one Field at once get the bits of one thread that fills it whole.
void TestDropout::threadsAtOnce()
{
    QFETCH(QByteArray, placement);
    Parameters p = table(64, 96, placement.constData());
    const FieldPtr field = *fieldOf(made(p), "output");
    Matrix whole(field->shape());
    field->fill({0, 0, 64, 96}, whole.view());
    Matrix banded(field->shape());
    std::vector<std::jthread> threads;
    for (std::int64_t first = 0; first < 8; ++first) {
        threads.emplace_back([&, first] {
            for (std::int64_t row = first; row < 64; row += 8)
                field->fill({row, 0, 1, 96}, banded.view().window({row, 0, 1, 96}));
        });
    }
    threads.clear(); // joins
    QVERIFY(sameBits(whole, banded));
}

void TestDropout::theFactorAloneRedrawsNothing()
{
    Parameters p = table(40, 24, "sum");
    p.dropout.p = 0.15;
    PipelineCache cache;
    const PipelinePtr module = made(p, cache);
    p.dropout.factor = DropoutOperator::Native;
    const PipelinePtr native = made(p, cache);
    QVERIFY(*fieldOf(native, "mask") == *fieldOf(module, "mask"));
    QVERIFY(*fieldOf(native, "output") != *fieldOf(module, "output"));
    QCOMPARE(static_cast<float>(factorOf(module)), 1.0F / 0.85F);
    QCOMPARE(static_cast<float>(factorOf(native)), static_cast<float>(1.0 / (1.0 - 0.15)));
    QVERIFY(factorOf(module) != factorOf(native));
    p.random.generator = "torch-cuda";
    const double onGpu = factorOf(made(p));
    p.dropout.factor = DropoutOperator::Module;
    QCOMPARE(factorOf(made(p)), onGpu);
}

// 4 SMs of 1024 threads deal 4 · 4096 elements at once: a mask of twice as many differs from that of an A100 behind
// them.
void TestDropout::theGpuDecidesLargeMasks()
{
    Parameters p = table(64, 512, "sum");
    p.random.generator = "torch-cuda";
    const Matrix large = valuesOf(made(p), "mask");
    p.random.gpuMultiprocessors = 4;
    p.random.gpuThreads = GpuThreads::T1024;
    const Matrix small = valuesOf(made(p), "mask");
    const std::int64_t together = 4 * 4096;
    QVERIFY(std::equal(large.data(), large.data() + together, small.data()));
    QVERIFY(!std::equal(large.data() + together, large.data() + 64 * 512, small.data() + together));
    const Result<ParameterValue> refused = parseValue(*findParameter("gpu-threads"), "1000");
    QVERIFY(!refused.ok());
    QCOMPARE(english(refused.error().where), std::string("--gpu-threads"));
    // Other generators do not look at it: the same stream, nothing is drawn again.
    p.random.gpuThreads = GpuThreads::T1024;
    p.random.generator = "torch";
    PipelineCache cache;
    const PipelinePtr before = made(p, cache);
    p.random.gpuMultiprocessors = 108;
    QVERIFY(*fieldOf(before, "embedding") == *fieldOf(made(p, cache), "embedding"));
}

QTEST_APPLESS_MAIN(TestDropout)
#include "tst_dropout.moc"
