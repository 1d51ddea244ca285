// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/sinusoidal/settings.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipeline.h"
#include "random/generator.h"
#include "words/coretexts.h"
#include "words/nodes.h"
#include "words/readout.h"
#include "words/summaries/summaries.h"

#include <QTest>
#include <QTranslator>

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

// Every text in brackets.
class Brackets : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override
    {
        return u'⟦' + QString::fromUtf8(text) + u'⟧';
    }
};

PipelinePtr pipelineOf(const Parameters& parameters)
{
    PipelineCache cache;
    return Pipeline::make(parameters, cache).value();
}

Parameters sentence()
{
    Parameters p;
    p.sentence.text = "the cat sat";
    p.encoding.dModel = 64;
    return p;
}

HeatmapData heatmapOf(const Node& node)
{
    HeatmapData data;
    data.node = std::make_shared<const Node>(node);
    data.picture.rows = node.rows;
    data.picture.columns = node.columns;
    data.picture.quantity = node.quantity;
    data.picture.range = {-40, 40};
    return data;
}

DropoutMeasure measured(PlacementId placement, double p)
{
    DropoutMeasure measure;
    measure.facts.probability = p;
    measure.facts.factor = 1 / (1 - p);
    measure.facts.placement = placement;
    measure.facts.generator = "torch";
    measure.expected = p;
    measure.dropped = p;
    measure.cosine = 0.9487;
    measure.positionEnergyKept = 0.9;
    measure.log10TokenLoss = -512;
    return measure;
}

DropoutData of(DropoutMeasure&& measure)
{
    DropoutData data;
    data.a = std::move(measure);
    return data;
}

ReadoutData readoutOf(const Parameters& parameters, std::optional<std::int64_t> position, std::int64_t dimension)
{
    Cursor cursor;
    cursor[AxisKind::Position] = position;
    cursor[AxisKind::Dimension] = dimension;
    PipelineCache cache;
    const Pipelines pipelines{pipelineOf(parameters), nullptr};
    SceneReader reader(pipelines, cache, {});
    const auto data = compute(ReadoutRequest{cursor}, reader, Effort::Still);
    return *std::dynamic_pointer_cast<const ReadoutData>(*data);
}

const ReadoutData::Step& stepOfEncoding(const ReadoutData& data)
{
    return *std::find_if(data.steps.begin(), data.steps.end(),
                         [](const auto& step) { return step.node->operation == Operation::Encode; });
}

} // namespace

class TestWords : public QObject
{
    Q_OBJECT

private slots:
    void heatmap();
    void pixels_data();
    void pixels();
    void curves();
    void ratio();
    void roundedNumbers_data();
    void roundedNumbers();
    void groupedNumbers();
    void intervals();
    void dropout();
    void tinyDistancesAreAlmostZero();
    void sampledNumbersShowWhatIsSure_data();
    void sampledNumbersShowWhatIsSure();
    void dropoutOfTwo();
    void dropoutNamesWhatItActsOn();
    void lostRowsAreSaid();
    void dropoutIsExplained();
    void builds();
    void precision();
    void readout();
    void readoutOfADimension();
    void readoutNamesWhatIsLeftAlone();
    void readoutEquatesOnlyWhatIsEqual();
    void readoutDerivesWhatWasComputed_data();
    void readoutDerivesWhatWasComputed();
    void readoutOfTwoMasks();
    void readoutOfTwoSetUps();
    void attentionToItself();
    void leftOutRows();
    void operators();
    void scaleIsNeverStale();
    void errorsNameControls();
    void errorsAreTranslated();
    void everySentenceIsTranslated();
};

void TestWords::heatmap()
{
    const PipelinePtr pipeline = pipelineOf(sentence());
    QVERIFY(words::detail(heatmapOf(*pipeline->find("position")))
                .startsWith(QStringLiteral("Positional encoding PE has 5,000 × 64 values.")));
    HeatmapData sum = heatmapOf(*pipeline->find("sum"));
    sum.scale = 8;
    sum.sigma = 1;
    const QStringList details = words::detail(sum).split(QStringLiteral("\n\n"));
    QCOMPARE(details,
             (QStringList{"Sum s·E + PE has 5 × 64 values.", "The embedding scale s is 8.",
                          "The embedding's values have standard deviation 1.", "Colors cover ±40."}));
    Parameters two = sentence();
    two.dropout.placement = PlacementId::Separate;
    HeatmapData mask = heatmapOf(*pipelineOf(two)->find("mask"));
    mask.positionColumns = 64;
    QVERIFY(words::detail(mask).contains(QStringLiteral("The mask of s·E is at the left, that of PE at the right.")));
    sum.otherShape = Shape{6, 64};
    QCOMPARE(words::summary(sum), QStringLiteral("A has 5 × 64 values and B 6 × 64, so A − B is missing"));
}

void TestWords::pixels_data()
{
    QTest::addColumn<double>("rows");
    QTest::addColumn<double>("columns");
    QTest::addColumn<bool>("envelope");
    QTest::addColumn<bool>("sampled");
    QTest::addColumn<QString>("text");
    QTest::newRow("a pixel each") << 0.5 << 1.0 << false << false << QString();
    QTest::newRow("positions") << 3.24 << 0.5 << false << false
                               << QStringLiteral("each pixel: 3.2 positions × 1 dimension, mean");
    QTest::newRow("both") << 1.0 << 128.4 << true << false
                          << QStringLiteral("each pixel: 1 position × 128 dimensions, envelope");
    QTest::newRow("sample") << 2e6 << 2.0 << false << true
                            << QStringLiteral("each pixel: 2·10⁶ positions × 2 dimensions, mean of a sample");
}

void TestWords::pixels()
{
    QFETCH(double, rows);
    QFETCH(double, columns);
    QFETCH(bool, envelope);
    QFETCH(bool, sampled);
    Picture picture;
    picture.columns.kind = AxisKind::Dimension;
    picture.rowsPerPixel = rows;
    picture.columnsPerPixel = columns;
    picture.reduction = envelope ? Reduction::Envelope : Reduction::Mean;
    picture.sampled = sampled;
    QTEST(words::pixelText(picture, picture.columns.kind), "text");
}

void TestWords::curves()
{
    CurvesData data;
    QCOMPARE(words::summary(data), QStringLiteral("No dimension is chosen"));
    const auto curve = [](std::int64_t dimension, double wavelength) {
        CurvesData::Curve made;
        made.dimension = dimension;
        made.wave = ColumnWave{.pair = dimension / 2, .cosine = dimension % 2 == 1, .frequency = 2 * M_PI / wavelength};
        return made;
    };
    data.curves = {curve(4, 6.75)};
    QCOMPARE(words::summary(data), QStringLiteral("This dimension is a wave of 6.75 positions"));
    data.curves.push_back(curve(7, 12));
    data.curves.front().envelope = true;
    data.leftOut = {600, 601};
    QCOMPARE(words::summary(data), QStringLiteral("These dimensions are waves of 6.75 to 12 positions"));
    QVERIFY(words::detail(data).contains(QStringLiteral("from the smallest to the largest")));
    QVERIFY(words::detail(data).endsWith(QStringLiteral("beyond the encoding's width: 2.")));
    QCOMPARE(words::curveName(data.curves[1]), QStringLiteral("dimension 7 · cos · λ 12"));
    QCOMPARE(words::ofSide(Side::A, words::curveName(data.curves[1])), QStringLiteral("A · dimension 7 · cos · λ 12"));
    data.curves[1].wave.reset();
    QCOMPARE(words::curveName(data.curves[1]), QStringLiteral("dimension 7"));
    data.curves[1].life = PairLife::Dead;
    QCOMPARE(words::curveName(data.curves[1]), QStringLiteral("dimension 7 · long-wave"));
    data.curves[1].life = PairLife::Frozen;
    QCOMPARE(words::curveName(data.curves[1]), QStringLiteral("dimension 7 · near-constant"));
}

void TestWords::ratio()
{
    RatioData data;
    data.a.meanRatio = 32;
    data.a.meanAngle = 1.79;
    QCOMPARE(words::summary(data), QStringLiteral("The embedding is 32 times as long as the encoding"));
    QVERIFY(words::detail(data).endsWith(QStringLiteral("The mean angle between s·E and s·E + PE is 1.79°.")));
    data.a.sampled = true;
    QVERIFY(words::detail(data).endsWith(QStringLiteral("The means are of a sample of the rows.")));
    data.a.concatenated = true;
    data.a.meanRatio = 0.5;
    QCOMPARE(words::summary(data), QStringLiteral("The encoding is 2 times as long as the embedding"));
    QVERIFY(words::detail(data).contains(QStringLiteral("share no dimension")));
    data.a.meanRatio = 1.04;
    QCOMPARE(words::summary(data), QStringLiteral("Embedding and encoding are about equally long (R = 1.04)"));
    data.a.meanRatio = HUGE_VAL;
    QCOMPARE(words::summary(data), QStringLiteral("The encoding is zero, so only the embedding is left"));
    data.a.meanRatio = 0;
    QVERIFY(words::summary(data).startsWith(QStringLiteral("The scaled embedding is zero")));
    data.a.meanRatio = std::nan("");
    QVERIFY(words::summary(data).startsWith(QStringLiteral("Embedding and encoding are both zero")));
    data.a.meanRatio = {31.87, 0.4};
    QCOMPARE(words::summary(data), QStringLiteral("The embedding is ≈ 32 times as long as the encoding"));
}

void TestWords::roundedNumbers_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("small") << 3.0123e-5 << QStringLiteral("3.01·10⁻⁵");
    QTest::newRow("below a thousandth") << 3.0523e-4 << QStringLiteral("3.05·10⁻⁴");
    QTest::newRow("whole") << 32.0 << QStringLiteral("32");
    QTest::newRow("up to a thousand") << 999.6 << QStringLiteral("1,000");
    QTest::newRow("thousands") << -1718.0 << QStringLiteral("−1,720");
    QTest::newRow("ten thousands") << 54410.0 << QStringLiteral("54,400");
    QTest::newRow("up to a hundred thousand") << 99960.0 << QStringLiteral("100,000");
    QTest::newRow("million") << 1291450.0 << QStringLiteral("1.29 million");
    QTest::newRow("billion") << 5.44e10 << QStringLiteral("54.4 billion");
    QTest::newRow("more") << 5.44e12 << QStringLiteral("5.44·10¹²");
}

void TestWords::roundedNumbers()
{
    QFETCH(double, value);
    QTEST(words::rounded(value), "text");
}

void TestWords::groupedNumbers()
{
    QCOMPARE(words::grouped(47117, 6), QStringLiteral("47,117"));
    QCOMPARE(words::grouped(-1234.5, 6), QStringLiteral("−1,234.5"));
    QCOMPARE(words::endNumber(1125.4), QStringLiteral("1,130"));
    QCOMPARE(words::endNumber(2.07e8), QStringLiteral("2.07·10⁸"));
    QCOMPARE(words::endNumber(0.0002), words::number(0.0002));
    for (const double power : {1e-5, 1e-6, 1e10, -1e12, 2.5e13})
        QVERIFY2(!words::grouped(power).contains(u','), qPrintable(words::grouped(power)));
    const auto ofBase = [](double base) {
        return words::valueText(*findParameter("base"), base);
    };
    QCOMPARE(ofBase(500000), QStringLiteral("500000")); // as it can be typed
    QCOMPARE(ofBase(1e30), QStringLiteral("1e+30"));
}

// An interval whose ends look the same is a number.
void TestWords::intervals()
{
    RecoverabilityData data;
    data.a.now = {.position = {0.125, 0.11, 0.14}, .token = {0.5, 0.49999, 0.50001}, .positions = 8, .vocabulary = 4};
    QVERIFY2(words::detail(data).startsWith(
                 QStringLiteral("At p = 0: position 12.5 % (11–14 %) (chance 12.5 %), token 50 % (chance 25 %).")),
             qPrintable(words::detail(data)));
    const Restriction row{.positions = Span{3, 4}, .dimensions = Span{0, 1200}};
    QCOMPARE(words::restrictedTo(row, QStringLiteral("It varies")),
             QStringLiteral("It varies (position 3, dimensions 0–1,199)"));
    QCOMPARE(words::wavelengthsText({6.281, 6.283}, false), QStringLiteral("6.28 positions"));
    QCOMPARE(words::wavelengthsText({6.281, 54410}, true), QStringLiteral("6.28 to 54,400 cells"));
}

void TestWords::dropout()
{
    DropoutData filled = of(measured(PlacementId::MaskedFill, 0.25));
    filled.a.expected = 0.625;
    filled.a.dropped = 0.6;
    filled.a.log10TokenLoss = 64 * std::log10(0.25);
    QCOMPARE(words::summary(filled), QStringLiteral("Dropout and masked_fill zero 60 % of the values"));
    const QString detail = words::detail(filled);
    for (const char* fact :
         {"Computed: drop(masked_fill(", "p is 25 %.", "62.5 % of the values are expected", "multiplied by 1.33.",
          "have cosine 0.949.", "energy 90 % is kept.", "zeroed completely: practically never."})
        QVERIFY2(detail.contains(QString::fromUtf8(fact)), qPrintable(detail));
    filled.a.log10TokenLoss = -1;
    QVERIFY(words::detail(filled).contains(QStringLiteral("completely: with probability 0.1.")));
    filled.a.facts.mode = DropoutMode::Eval;
    filled.a.facts.probability = 0;
    QCOMPARE(words::summary(filled), QStringLiteral("Dropout is off, but masked_fill zeroes the padding"));
    DropoutData all = of(measured(PlacementId::Sum, 1));
    all.a.cosine = std::nan("");
    QCOMPARE(words::summary(all), QStringLiteral("Dropout zeroes all of the values"));
    QVERIFY(!words::detail(all).contains(QStringLiteral("multiplied")));
    QVERIFY(!words::detail(all).contains(QStringLiteral("cosine")));
    QCOMPARE(words::figures(of(measured(PlacementId::Sum, 0.1))),
             (QStringList{"zeroed\t10 %", "factor 1/(1 − p)\t1.11", "tokens zeroed\t0 of 0", "cosine to input\t0.949",
                          "PE energy kept\t90 %", "probability p\t10 %"}));
}

void TestWords::tinyDistancesAreAlmostZero()
{
    HeadAttention a;
    a.keys = 1.2;
    a.distance = 0.31;
    HeadAttention b;
    b.keys = 1.2;
    b.distance = 5.5e-33;
    QCOMPARE(words::change(a, b), QStringLiteral("The mean distance of attention is 0.31 in A and almost 0 in B"));
}

void TestWords::sampledNumbersShowWhatIsSure_data()
{
    QTest::addColumn<Estimate>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("known") << Estimate(0.948635) << QStringLiteral("0.9486");
    QTest::newRow("two") << Estimate(0.9502, 0.0021) << QStringLiteral("≈ 0.95");
    QTest::newRow("three") << Estimate(0.9486, 0.0004) << QStringLiteral("≈ 0.949");
    QTest::newRow("no more than asked for") << Estimate(0.948635, 1e-9) << QStringLiteral("≈ 0.9486");
    QTest::newRow("tens") << Estimate(5231, 40) << QStringLiteral("≈ 5200");
    QTest::newRow("not rounded more than known") << Estimate(537, 6) << QStringLiteral("≈ 540");
    QTest::newRow("one") << Estimate(0.02, 5) << QStringLiteral("≈ 0.02");
}

void TestWords::sampledNumbersShowWhatIsSure()
{
    QFETCH(Estimate, value);
    QFETCH(QString, text);
    QCOMPARE(words::number(value, 4), text);
}

void TestWords::dropoutNamesWhatItActsOn()
{
    DropoutMeasure beside = measured(PlacementId::Sum, 0.1);
    beside.concatenated = true;
    QVERIFY(words::detail(of(std::move(beside))).startsWith(QStringLiteral("Computed: drop([s·E, PE]).")));
    DropoutMeasure part = measured(PlacementId::Position, 0.1);
    part.concatenated = true;
    QVERIFY(words::detail(of(std::move(part))).startsWith(QStringLiteral("Computed: [s·E, drop(PE)].")));
    DropoutMeasure alone = measured(PlacementId::Sum, 0.1);
    alone.withTable = false;
    QVERIFY(words::detail(of(std::move(alone))).startsWith(QStringLiteral("Computed: drop(s·E).")));
}

void TestWords::lostRowsAreSaid()
{
    DropoutMeasure tokens = measured(PlacementId::Tokens, 0.4);
    tokens.cosine = 1;
    tokens.comparedRows = 13;
    tokens.lostRows = 5;
    tokens.zeroRows = 5;
    const DropoutData data = of(std::move(tokens));
    QCOMPARE(words::summary(data), QStringLiteral("Dropout zeroes 5 of 13 tokens completely"));
    QVERIFY2(words::detail(data).contains(
                 QStringLiteral("5 of 13 tokens looked at. Output and input have cosine 1, without 5 zero rows.")),
             qPrintable(words::detail(data)));
    QVERIFY(words::figures(data).contains(QStringLiteral("tokens zeroed\t5 of 13")));
}

void TestWords::dropoutOfTwo()
{
    DropoutData data = of(measured(PlacementId::Sum, 0.1));
    data.b = measured(PlacementId::Sum, 0.3);
    QCOMPARE(words::summary(data), QStringLiteral("Dropout zeroes 10 % of the values in A and 30 % in B"));
    data.a.lostRows = 1;
    const QStringList figures = words::figures(data);
    QCOMPARE(figures.front(), QStringLiteral("\tA\tB\tA − B"));
    for (const char* line : {"zeroed\t10 %\t30 %\t−20 points", "tokens zeroed\t1 of 0\t0 of 0\t1",
                             "probability p\t10 %\t30 %\t−20 points"})
        QVERIFY2(figures.contains(QString::fromUtf8(line)), qPrintable(figures.join(u'\n')));
}

void TestWords::dropoutIsExplained()
{
    DropoutData filled = of(measured(PlacementId::MaskedFill, 0.1));
    filled.a.facts.generator = "torch-mkl";
    const QString detail = words::detail(filled);
    QVERIFY(detail.contains(QStringLiteral("it protects no token")));
    QVERIFY(detail.contains(QStringLiteral("\n\nPyTorch, CPU with MKL: As torch")));
    QVERIFY(detail.contains(QStringLiteral("Compared with published outputs only")));
    DropoutData both = of(measured(PlacementId::Separate, 0.1));
    auto mask = std::make_shared<Picture>();
    mask->columns.count = 64;
    both.a.mask = mask;
    both.a.positionColumns = 32;
    QCOMPARE(words::columnsTitle(both.a), QStringLiteral("dimension: 32 of s·E, then 32 of PE"));
}

void TestWords::builds()
{
    BuildsData data;
    QCOMPARE(words::summary(data), QStringLiteral("Nothing is dropped, so both builds agree"));
    data.probability = 0.5;
    QCOMPARE(words::summary(data), QStringLiteral("Both builds drop the same values here"));
    data.differingShare = 0.5;
    QCOMPARE(words::summary(data), QStringLiteral("With the same seed the two builds disagree on 50 % of the values"));
    data.differingShare = {0.5, 0.01}; // of a sample
    QVERIFY2(words::summary(data).contains(QStringLiteral("on ≈ 50 % of the values")),
             qPrintable(words::summary(data)));
    data.differingShare = 0.0001;
    QVERIFY2(words::summary(data).contains(QStringLiteral("less than 0.1 %")), qPrintable(words::summary(data)));
    QVERIFY(words::detail(data).contains(QStringLiteral("Compared with published outputs only")));
}

void TestWords::precision()
{
    PrecisionMeasure data;
    data.exact = true;
    QCOMPARE(words::summaryOf(data), QStringLiteral("Every value is exact, rounded once"));
    data.exact = false;
    data.worst = 4e-4;
    QCOMPARE(words::summaryOf(data), QStringLiteral("All positions differ, and the largest error is 4·10⁻⁴"));
    data.collidingCount = 12;
    data.allChecked = false;
    data.checked = {0, 8192};
    data.errors.sampled = true;
    QCOMPARE(words::summaryOf(data),
             QStringLiteral("12 of 8,192 positions cannot be told from another (largest error 4·10⁻⁴ or more)"));
    QVERIFY(words::detailOf(data).contains(QStringLiteral("Later positions are not compared.")));
    data.errors.positions = {1, 2};
    data.errors.numbers = {0.1, std::nan("")};
    QCOMPARE(words::summaryOf(data), QStringLiteral("From about position 2 on, values are undefined"));
    QVERIFY(words::detailOf(data).join(u' ').contains(QStringLiteral("equals another one: 12 of 8,192.")));
    PrecisionMeasure exact;
    exact.exact = true;
    data.errors.positions.clear();
    data.errors.numbers.clear();
    QCOMPARE(words::change(exact, data), QStringLiteral("The number of confused positions rises from 0 to 12 in B"));
    data.collidingCount = 0;
    QCOMPARE(words::change(data, exact), QStringLiteral("The largest error falls from ≈ 4·10⁻⁴ to ≈ 0 in B"));
    QVERIFY(words::change(exact, exact).isEmpty());
}

void TestWords::readout()
{
    const words::Derivation said = words::derivation(readoutOf(sentence(), 2, 12));
    const QString cell = words::Derivation::line(said.cell);
    const QString chain = words::Derivation::line(said.chain);
    QVERIFY2(cell.startsWith(QStringLiteral("cat · position 2 · dimension 12 · pair 6 · λ 35.33 · PE[2,12] = sin(2 / "
                                            "10000^(12/64)) = 0.348")),
             qPrintable(cell));
    QCOMPARE(said.chain.size(), 5);
    QVERIFY(said.chain[0].startsWith(QStringLiteral("E = ")));
    QVERIFY(said.chain[1].startsWith(QStringLiteral("s·E = 8 × ")));
    QVERIFY(said.chain[2].startsWith(QStringLiteral("s·E + PE = ")));
    QVERIFY(said.chain[3] == QStringLiteral("kept × 1.11111") || said.chain[3] == QStringLiteral("dropped"));
    QVERIFY2(said.chain[4].startsWith(QStringLiteral("output ")), qPrintable(chain));
}

// Views of dimensions point at no position: the pair is explained all the same.
void TestWords::readoutOfADimension()
{
    Parameters p;
    p.encoding.dModel = 64;
    p.encoding.maxLen = 100;
    const auto said = [&](std::int64_t dimension) {
        return words::Derivation::line(words::derivation(readoutOf(p, std::nullopt, dimension)).cell);
    };
    QCOMPARE(said(12), QStringLiteral("dimension 12 · pair 6 · λ 35.33"));
    QCOMPARE(said(21), QStringLiteral("dimension 21 · pair 10 · λ 111.7 · long-wave: no full period in 100 positions"));
    QCOMPARE(
        said(63),
        QStringLiteral("dimension 63 · pair 31 · λ 47,117 · near-constant: moves less than 0.1 rad in 100 positions"));
    setScheme(p.encoding, "learned");
    QCOMPARE(said(63), QStringLiteral("dimension 63"));
}

void TestWords::readoutNamesWhatIsLeftAlone()
{
    Parameters p = sentence();
    p.dropout.protect = "[CLS]";
    p.sentence.seqLen = 8;
    p.dropout.placement = PlacementId::MaskedFill;
    QVERIFY(words::derivation(readoutOf(p, 0, 3)).chain.contains(QStringLiteral("protected from dropout")));
    QVERIFY(words::derivation(readoutOf(p, 7, 3)).chain.contains(QStringLiteral("padding, set to 0")));
}

// bfloat16 has no 597.
void TestWords::readoutEquatesOnlyWhatIsEqual()
{
    Parameters p;
    p.encoding.own = SinusoidalSettings{.precision = Precision::Bfloat16};
    const auto encoding = [&](std::int64_t position, std::int64_t dimension) {
        return words::derivation(readoutOf(p, position, dimension)).cell.last();
    };
    const QString stepwise = encoding(597, 12);
    const double angle = 597 * std::pow(10000.0, -12.0 / 512);
    QVERIFY2(stepwise.startsWith(QStringLiteral("PE[597,12] = sin(597 / 10000^(12/512)) = %1 exactly; in bfloat16 ")
                                     .arg(words::number(std::sin(angle), 6))),
             qPrintable(stepwise));
    QVERIFY2(stepwise.endsWith(QStringLiteral(": position 597 was rounded to 596")), qPrintable(stepwise));
    const double value = *stepOfEncoding(readoutOf(p, 597, 12)).value;
    QVERIFY(stepwise.contains(QStringLiteral("in bfloat16 %1:").arg(words::number(value, 6))));
    QVERIFY(encoding(5, 12).endsWith(QStringLiteral(": each step is rounded")));
    QCOMPARE(encoding(0, 0), QStringLiteral("PE[0,0] = sin(0 / 10000^(0/512)) = 0"));
    p.encoding.own = SinusoidalSettings{.precision = Precision::Bfloat16Rounded};
    QVERIFY(encoding(597, 12).endsWith(QStringLiteral(": rounded at the end")));
    p.encoding.own = SinusoidalSettings{};
    QVERIFY(!encoding(597, 12).contains(QStringLiteral("exactly")));
}

void TestWords::readoutDerivesWhatWasComputed_data()
{
    QTest::addColumn<PlacementId>("placement");
    QTest::addColumn<Combine>("combine");
    for (const PlacementId placement : {PlacementId::Embedding, PlacementId::Position, PlacementId::Separate}) {
        for (const Combine combine : {Combine::Sum, Combine::Concatenate})
            QTest::addRow("%s, %s", std::string(placementOf(placement).choice.words.id).c_str(),
                          combine == Combine::Sum ? "added" : "beside")
                << placement << combine;
    }
}

// Dropout acts on a part: the sum before it is nowhere, and the terms of the output add up to it.
void TestWords::readoutDerivesWhatWasComputed()
{
    QFETCH(PlacementId, placement);
    QFETCH(Combine, combine);
    Parameters p = sentence();
    p.dropout.placement = placement;
    p.dropout.p = 0.5;
    p.sum.combine = combine;
    for (std::int64_t dimension = 0; dimension < 64; dimension += 7) {
        const ReadoutData data = readoutOf(p, 2, dimension);
        const QStringList chain = words::derivation(data).chain;
        for (const QString& part : chain)
            QVERIFY2(!part.startsWith(QStringLiteral("s·E + PE =")) && !part.startsWith(QStringLiteral("[s·E, PE] =")),
                     qPrintable(part));
        const QStringList said = chain.filter(QStringLiteral("output = "));
        QVERIFY2(said.size() == 1, qPrintable(chain.join(u'\n')));
        const QStringList output = said.first().split(QStringLiteral(" = "));
        QCOMPARE(output.size(), 3);
        double sum = 0;
        for (const QString& term : output[1].split(QStringLiteral(" + "))) {
            double product = 1;
            for (QString factor : term.split(QStringLiteral(" × ")))
                product *= factor.replace(QChar(0x2212), u'-').toDouble();
            sum += product;
        }
        const auto step
            = std::find_if(data.steps.begin(), data.steps.end(), [](const auto& s) { return s.node->id == "output"; });
        QVERIFY2(std::abs(sum - *step->value) < 1e-4, qPrintable(said.first()));
        QCOMPARE(output[1].split(QStringLiteral(" + ")).size(), combine == Combine::Sum ? 2 : 1);
    }
}

void TestWords::readoutOfTwoMasks()
{
    Parameters p = sentence();
    p.dropout.placement = PlacementId::Separate;
    const QString chain = words::Derivation::line(words::derivation(readoutOf(p, 2, 12)).chain);
    QVERIFY2(chain.contains(QStringLiteral(" · s·E kept × 1.11111 · PE "))
                 || chain.contains(QStringLiteral(" · s·E dropped · PE ")),
             qPrintable(chain));
}

void TestWords::readoutOfTwoSetUps()
{
    ReadoutData data = readoutOf(sentence(), 2, 12);
    for (ReadoutData::Step& step : data.steps) {
        step.value = 0.14;
        ReadoutData::Step ofB = step;
        ofB.value = 0.99;
        step.ofB = std::make_shared<ReadoutData::Step>(ofB);
    }
    const words::Derivation said = words::derivation(data);
    QCOMPARE(said.chain[0], QStringLiteral("E = A 0.14 · B 0.99 · A − B −0.85"));
    QVERIFY(said.cell.last().endsWith(QStringLiteral("= A 0.14 · B 0.99 · A − B −0.85")));
    // A formula, a wavelength, a factor is said of both only if it is both's.
    const auto compared = [](const Parameters& a, const Parameters& b, AxisKind column) {
        PipelineCache cache;
        const Pipelines pipelines = Pipelines::make({.a = a, .b = b}, cache).value();
        SceneReader reader(pipelines, cache, {});
        ReadoutRequest request;
        request.cursor[AxisKind::Position] = 4;
        request.cursor[column] = 2;
        const auto both = std::dynamic_pointer_cast<const ReadoutData>(compute(request, reader, Effort::Still).value());
        const words::Derivation of = words::derivation(*both);
        return words::Derivation::line(of.cell + of.chain);
    };
    Parameters b = sentence();
    b.encoding.own = SinusoidalSettings{.base = 100};
    b.dropout.p = 0.5;
    const QString bases = compared(sentence(), b, AxisKind::Dimension);
    QVERIFY2(bases.contains(QStringLiteral("A · pair 1 · λ 8.379 · B · pair 1 · λ 7.256 · PE[4,2] = A 0.")),
             qPrintable(bases));
    QVERIFY2(bases.contains(QStringLiteral("× 2")) || bases.contains(QStringLiteral("B dropped")), qPrintable(bases));
    const QString seeds = compared(sentence(), sentence(), AxisKind::Dimension);
    QVERIFY2(seeds.contains(QStringLiteral("λ 8.379 · PE[4,2] = sin(4 / 10000^(2/64)) = A 0.")), qPrintable(seeds));
    Parameters heads[2] = {sentence(), sentence()};
    for (Parameters& p : heads)
        setScheme(p.encoding, "alibi");
    heads[1].attention.head = 3;
    const QString biases = compared(heads[0], heads[1], AxisKind::Key);
    QVERIFY2(biases.contains(QStringLiteral("bias[4,2] = A −1 · B −0.125 · A − B −0.875")), qPrintable(biases));
    QVERIFY2(biases.contains(QStringLiteral("scores = q · k / √8 + bias = A ")), qPrintable(biases));
    QCOMPARE(words::compared(-HUGE_VAL, -HUGE_VAL, 3), QStringLiteral("A −∞ · B −∞"));
}

// What is said of a head and of its scores where a causal mask or large scores leave a single key.
void TestWords::attentionToItself()
{
    HeadAttention head;
    head.attention = Picture();
    head.scores.columns.count = 13;
    head.facts = {0, 8, true};
    head.keys = 1 + 1e-9;
    head.distance = 1.09e-38;
    QCOMPARE(words::summaryOf(head), QStringLiteral("In head 0 each token attends only to itself"));
    head.distance = 2;
    head.seen = 7;
    QCOMPARE(words::summaryOf(head), QStringLiteral("Head 0 attends to about one token, at mean distance 2"));
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make({.a = sentence()}, cache).value();
    SceneReader scene(pipelines, cache, CancelToken{});
    ReadoutRequest request;
    request.cursor[AxisKind::Position] = 1;
    request.cursor[AxisKind::Key] = 2;
    const auto data = std::dynamic_pointer_cast<const ReadoutData>(compute(request, scene, Effort::Still).value());
    QVERIFY(words::derivation(*data).chain.contains(QStringLiteral("scores = −∞")));
    QVERIFY(words::detail(ScoreTermsData()).contains(QStringLiteral("all dimensions, not only those of one head")));
    QVERIFY(std::string(findParameter("causal", sentence())->help.english()).find("only to itself and")
            != std::string::npos);
}

void TestWords::leftOutRows()
{
    RatioData data;
    QCOMPARE(words::leftOut(data), QString());
    data.notFinite = {2};
    QCOMPARE(words::leftOut(data), QStringLiteral("Rows left out because they have values that are not finite: 2."));
    data.notFinite = {0, 3};
    QVERIFY(words::leftOut(data).startsWith(QStringLiteral("B · ")));
    data.a.scaled = {std::nan("")};
    data.a.meanRatio = std::nan("");
    QVERIFY(words::summary(data).contains(QStringLiteral("every row has values that are not finite")));
}

void TestWords::operators()
{
    const auto texts = [](const Parameters& parameters) {
        QStringList all;
        const PipelinePtr pipeline = pipelineOf(parameters);
        const auto nodes = pipeline->nodes().first(7);
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            const words::OperatorText text = words::operatorBefore(nodes, i);
            all << (QStringList(text.sign) + text.lines).join(u' ');
        }
        return all;
    };
    Parameters p;
    QCOMPARE(texts(p), (QStringList{"→", "× 22.63 (√512)", "+", "=", "⊙ dropout p = 0.1 on the sum", "→"}));
    p.sum.combine = Combine::Concatenate;
    QCOMPARE(texts(p)[4], QStringLiteral("⊙ dropout p = 0.1 on both"));
    p.dropout.mode = DropoutMode::Eval;
    QCOMPARE(texts(p), (QStringList{"→", "× 22.63 (√512)", "‖", "=", "⊙ eval: no change", "→"}));
}

// From √d_model to the number of the same value only the caption changes.
void TestWords::scaleIsNeverStale()
{
    Parameters p;
    p.encoding.dModel = 4;
    const auto scaleOf = [&] {
        const PipelinePtr pipeline = pipelineOf(p);
        return words::operatorBefore(pipeline->nodes(), 2).lines;
    };
    p.attention.heads = 1;
    QCOMPARE(scaleOf(), (QStringList{"2", "(√4)"}));
    p.sum.scale = 2.0;
    QCOMPARE(scaleOf(), QStringList{"2"});
}

// The window has no options: it says the label of the control, whatever the sentence.
void TestWords::errorsNameControls()
{
    Parameters p = sentence();
    p.sentence.seqLen = 6000;
    PipelineCache cache;
    const auto refused = Pipeline::make(p, cache);
    QVERIFY(!refused.ok());
    QCOMPARE(toString(refused.error()),
             std::string("--seq-len: 6000 tokens need as many positions, but max_len is 5000; raise --max-len or lower "
                         "--seq-len"));
    QCOMPARE(words::errorText(refused.error()),
             QStringLiteral("seq_len: 6000 tokens need as many positions, but max_len is 5000; raise max_len or lower "
                            "seq_len"));
    QCOMPARE(words::faultText(refused.error()),
             QStringLiteral("6000 tokens need as many positions, but max_len is 5000; raise max_len or lower seq_len"));
    // What was typed is a fact, even where it looks like an option.
    const Error typed = usageError("ENUM", "--layout", WORDS("%1 is unknown").with(inQuotes("--seq-len")),
                                   WORDS("give %1").with(Message::option("--view")));
    QCOMPARE(words::errorText(typed), QStringLiteral("Layout: \"--seq-len\" is unknown; give --view"));
}

void TestWords::errorsAreTranslated()
{
    Brackets brackets;
    QVERIFY(QCoreApplication::installTranslator(&brackets));
    const QString text = words::errorText(usageError("RANGE", "--heads", WORDS("there is no head %1").with(9),
                                                     WORDS("give more %1").with(Message::option("--heads"))));
    QCoreApplication::removeTranslator(&brackets);
    QCOMPARE(text, QStringLiteral("⟦⟦Heads⟧: ⟦there is no head 9⟧; ⟦give more ⟦Heads⟧⟧⟧"));
}

void TestWords::everySentenceIsTranslated()
{
    Brackets brackets;
    QVERIFY(QCoreApplication::installTranslator(&brackets));
    const PipelinePtr pipeline = pipelineOf(sentence());
    BuildsData builds;
    builds.probability = 0.5;
    builds.differingShare = 0.5;
    CurvesData curves;
    curves.curves.emplace_back();
    RatioData ratio;
    ratio.a.meanRatio = 3;
    PrecisionMeasure precision;
    QStringList all{words::summary(heatmapOf(*pipeline->find("sum"))),
                    words::summary(builds),
                    words::summary(curves),
                    words::summary(ratio),
                    words::summaryOf(precision),
                    words::summary(of(measured(PlacementId::Sum, 0.1))),
                    words::detail(builds),
                    words::ofCore(pipeline->find("sum")->quantity.title),
                    words::sizeText(*pipeline->find("sum")),
                    words::axisTitle(AxisKind::Key)};
    all += words::derivation(readoutOf(sentence(), 2, 12)).chain;
    QCoreApplication::removeTranslator(&brackets);
    for (const QString& text : all)
        QVERIFY2(text.startsWith(u'⟦') && text.endsWith(u'⟧'), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestWords)
#include "tst_words.moc"
