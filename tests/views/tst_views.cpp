// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/placements.h"
#include "pipeline/stagestesting.h"
#include "views/buildsview.h"
#include "views/curvesview.h"
#include "views/dropoutview.h"
#include "views/heatmapview.h"
#include "views/ratioview.h"
#include "views/readoutview.h"
#include "views/stripview.h"
#include "views/viewtext.h"

#include <QTest>

#include <cmath>

using namespace phasor;

namespace {

template <typename Data> std::shared_ptr<const Data> run(const ViewJob& job, const Parameters& p)
{
    const Result<ViewDataPtr> data = job.run(*made(p), {});
    if (!data.ok())
        qFatal("%s", toString(data.error()).c_str());
    return std::static_pointer_cast<const Data>(*data);
}

Parameters sentence()
{
    Parameters p;
    p.text = "the cat sat";
    p.dModel = 64;
    p.maxLen = 50;
    return p;
}

} // namespace

class TestViews : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreShort_data();
    void numbersAreShort();
    void zoomStaysInTheTable_data();
    void zoomStaysInTheTable();
    void heatmapHasTheRangeOfTheModel();
    void heatmapOfFewCellsIsExact();
    void heatmapSaysHowItReduces();
    void hugeHeatmapsAreCoarseFirst();
    void heatmapNamesItsTokens();
    void curvesAreTheTable();
    void curvesBeginWithAFewPeriods();
    void curvesOfBillionsArePixels();
    void dimensionsBeyondTheTableAreLeftOut();
    void ratioIsMeasured();
    void dropoutIsMeasured();
    void buildsDisagree();
    void dropoutSaysWhatItActsOn();
    void powersOfTen_data();
    void powersOfTen();
    void stripHasEveryStage();
    void stripSaysWhatCannotBeHad();
    void readoutDerivesTheCell();
    void readoutOfEveryPlacement_data();
    void readoutOfEveryPlacement();
    void readoutNamesWhatIsLeftAlone();
    void nothingToShowIsSaid();
};

void TestViews::numbersAreShort_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("digits");
    QTest::addColumn<QString>("text");
    QTest::newRow("negative") << -0.48217 << 3 << QStringLiteral("−0.482");
    QTest::newRow("whole") << 512.0 << 4 << QStringLiteral("512");
    QTest::newRow("tiny") << 3.2e-5 << 3 << QStringLiteral("3.2·10⁻⁵");
    QTest::newRow("large") << 9.99e6 << 3 << QStringLiteral("9.99·10⁶");
    QTest::newRow("power") << -1e9 << 3 << QStringLiteral("−10⁹");
    QTest::newRow("round") << 999999.5 << 3 << QStringLiteral("10⁶");
    QTest::newRow("all digits") << 54775.0 << 3 << QStringLiteral("54775");
    QTest::newRow("zero") << -0.0 << 3 << QStringLiteral("0");
    QTest::newRow("NaN") << std::nan("") << 3 << QStringLiteral("NaN");
    QTest::newRow("infinite") << -HUGE_VAL << 3 << QStringLiteral("−∞");
}

void TestViews::numbersAreShort()
{
    QFETCH(double, value);
    QFETCH(int, digits);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(shortNumber(value, digits)), text);
}

void TestViews::zoomStaysInTheTable_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("inside") << 10.0 << 20.0;
    QTest::newRow("before") << -50.0 << -40.0;
    QTest::newRow("behind") << 500.0 << 600.0;
    QTest::newRow("inverted") << 20.0 << 10.0;
    QTest::newRow("a point") << 5.0 << 5.0;
    QTest::newRow("wide") << -1e300 << 1e300;
    QTest::newRow("NaN") << std::nan("") << 3.0;
}

void TestViews::zoomStaysInTheTable()
{
    QFETCH(double, low);
    QFETCH(double, high);
    const Interval visible = visiblePart(Interval{low, high}, 100);
    QVERIFY(visible.low >= 0 && visible.high <= 100 && visible.high - visible.low >= 1);
    const Span cells = cellsOf(visible, 100);
    QVERIFY(cells.begin >= 0 && cells.end <= 100 && cells.size() >= 1);
}

void TestViews::heatmapHasTheRangeOfTheModel()
{
    Parameters p = sentence();
    const auto pe = run<HeatmapData>(heatmapJob({.stage = StageId::Position, .width = 64, .height = 50}), p);
    QCOMPARE(pe->range.low, -1.0);
    QCOMPARE(pe->range.high, 1.0);
    const auto before = run<HeatmapData>(heatmapJob({.stage = StageId::Sum, .width = 64, .height = 50}), p);
    p.seed = {99, false};
    const auto after = run<HeatmapData>(heatmapJob({.stage = StageId::Sum, .width = 64, .height = 50}), p);
    QCOMPARE(after->range.high, before->range.high); // colours mean the same while data changes
    QCOMPARE(before->range.low, -before->range.high);
}

void TestViews::heatmapOfFewCellsIsExact()
{
    const Parameters p = sentence();
    const auto data = run<HeatmapData>(heatmapJob({.stage = StageId::Position, .width = 128, .height = 100}), p);
    const StagesPtr stages = made(p);
    for (std::int64_t y = 0; y < 100; ++y) {
        float cell = 0;
        (*stages->field(StageId::Position))->fill({y / 2, 7, 1, 1}, {&cell, 1, 1, 1});
        QCOMPARE(data->values(y, 14), cell);
    }
    QVERIFY(data->reductionText.empty());
    QCOMPARE(data->pixels.size(), std::size_t{12800});
    const std::uint32_t zero = data->pixels[0]; // sin 0
    QCOMPARE(zero, data->colorMap->table[128]);
}

void TestViews::heatmapSaysHowItReduces()
{
    Parameters p;
    const auto data = run<HeatmapData>(heatmapJob({.stage = StageId::Position, .width = 600, .height = 500}), p);
    QCOMPARE(QString::fromStdString(data->reductionText), QStringLiteral("1 px = 10 positions × 1 dimension, mean"));
    QVERIFY(!data->sampled);
}

// 2^23 cells of a sum, which has no closed form: a sample says that it is one, the refined picture has every cell.
void TestViews::hugeHeatmapsAreCoarseFirst()
{
    Parameters p;
    p.dModel = 512;
    p.maxLen = 16384;
    p.generator = "philox";
    const StagesPtr stages = made(p);
    const ViewJob job = heatmapJob({.stage = StageId::Sum, .width = 64, .height = 64});
    const auto coarse = std::static_pointer_cast<const HeatmapData>(*job.run(*stages, {}));
    QVERIFY(coarse->coarse);
    QVERIFY(coarse->sampled);
    QVERIFY(coarse->reductionText.find("sample") != std::string::npos);
    const auto refined = std::static_pointer_cast<const HeatmapData>(*job.refined(*stages, {}));
    QVERIFY(!refined->coarse);
    QVERIFY(!refined->sampled);
    const Matrix sum = valuesOf(stages, StageId::Sum);
    double mean = 0;
    for (std::int64_t r = 0; r < 256; ++r)
        for (std::int64_t c = 0; c < 8; ++c)
            mean += sum(r, c);
    QVERIFY(std::abs(refined->values(0, 0) - mean / (256 * 8)) < 1e-4);
    p.maxLen = 5000;
    const auto small = run<HeatmapData>(heatmapJob({.stage = StageId::Sum, .width = 64, .height = 64}), p);
    QVERIFY(!small->coarse);
    QVERIFY(!small->sampled);
}

void TestViews::heatmapNamesItsTokens()
{
    const auto data = run<HeatmapData>(heatmapJob({.stage = StageId::Output, .width = 64, .height = 50}), sentence());
    const std::vector<std::string> wanted{"[CLS]", "the", "cat", "sat", "[SEP]"};
    QCOMPARE(data->rowLabels, wanted);
}

void TestViews::curvesAreTheTable()
{
    const auto data = run<CurvesData>(curvesJob({.dimensions = {4, 5}, .width = 300}), sentence());
    QCOMPARE(data->curves.size(), std::size_t{2});
    QCOMPARE(data->curves[0].pair, 2);
    QVERIFY(!data->curves[0].cosine && data->curves[1].cosine);
    const double w = std::pow(10000.0, -4.0 / 64);
    for (std::size_t i = 0; i < 50; ++i) {
        QVERIFY(std::abs(data->curves[0].values[i] - std::sin(static_cast<double>(i) * w)) < 3.1e-8);
        QVERIFY(std::abs(data->curves[1].values[i] - std::cos(static_cast<double>(i) * w)) < 3.1e-8);
    }
}

void TestViews::curvesBeginWithAFewPeriods()
{
    const Parameters p;
    const auto fast = run<CurvesData>(curvesJob({.dimensions = {4, 5, 6, 7}, .width = 400}), p);
    QCOMPARE(fast->positions.low, 0.0);
    QCOMPARE(fast->positions.high, 99.0);
    QVERIFY(!fast->curves.front().envelope);
    const auto slow = run<CurvesData>(curvesJob({.dimensions = {510}, .width = 400}), p);
    QCOMPARE(slow->positions.high, 4999.0);
    QCOMPARE(slow->allPositions.high, 4999.0);
}

void TestViews::curvesOfBillionsArePixels()
{
    Parameters p;
    p.maxLen = 2147483647;
    const auto data
        = run<CurvesData>(curvesJob({.dimensions = {0, 511}, .rows = Interval{0, 2147483647}, .width = 800}), p);
    for (const CurvesData::Curve& curve : data->curves) {
        QVERIFY(curve.envelope);
        QVERIFY(curve.positions.size() <= 1600);
        for (std::size_t i = 0; i + 1 < curve.values.size(); i += 2)
            QVERIFY(curve.values[i] <= curve.values[i + 1]);
    }
    QCOMPARE(data->curves[0].values[0], -1.0);
    QCOMPARE(data->curves[0].values[1], 1.0);
}

void TestViews::dimensionsBeyondTheTableAreLeftOut()
{
    const auto data = run<CurvesData>(curvesJob({.dimensions = {63, 64, 511}, .width = 300}), sentence());
    QCOMPARE(data->curves.size(), std::size_t{1});
    QCOMPARE(data->leftOut.size(), std::size_t{2});
}

void TestViews::ratioIsMeasured()
{
    Parameters p;
    p.maxLen = 400;
    const auto data = run<RatioData>(ratioJob({.width = 600}), p);
    QVERIFY(std::abs(data->meanRatio - 32) < 0.2);
    QVERIFY(std::abs(data->expectedRatio - 32) < 1e-9);
    QVERIFY(std::abs(data->meanAngle - 1.79) < 0.05);
    for (const double norm : data->encoding)
        QVERIFY(std::abs(norm - 16) < 1e-5);
}

void TestViews::dropoutIsMeasured()
{
    Parameters p;
    p.maxLen = 400;
    p.dropout = 0.3;
    const auto data = run<DropoutData>(dropoutJob({.width = 300, .height = 200}), p);
    QCOMPARE(data->cells, 400 * 512);
    QVERIFY(std::abs(data->dropped - 0.3) < 5 * std::sqrt(0.21 / (400 * 512)));
    QVERIFY(std::abs(data->scale - 1 / 0.7) < 1e-6);
    QCOMPARE(data->droppedByDimension.size(), std::size_t{512});
    double total = 0;
    for (const double share : data->droppedByDimension)
        total += share / 512;
    QVERIFY(std::abs(total - data->dropped) < 1e-9);
}

// The book's mask and that of Linux readers, as published: 18 of 36 cells.
void TestViews::buildsDisagree()
{
    Parameters p;
    p.dModel = 6;
    p.maxLen = 6;
    p.dropout = 0.5;
    p.dropoutSeed = Seed{.bits = 123};
    for (const char* generator : {"torch", "torch-mkl", "philox"}) {
        p.generator = generator;
        const auto data = run<BuildsData>(buildsJob({.widths = {50, 60, 70}, .height = 100}), p);
        QCOMPARE(data->differingShare, 0.5);
        QCOMPARE(data->withMkl.width, 60);
        QVERIFY(data->summary.find("50 %") != std::string::npos);
        QVERIFY(data->detail.find("Checked against published outputs only") != std::string::npos);
    }
    p.dropout = 0;
    QCOMPARE(run<BuildsData>(buildsJob({.widths = {50, 60, 70}, .height = 100}), p)->differingShare, 0.0);
}

void TestViews::dropoutSaysWhatItActsOn()
{
    Parameters p = sentence();
    p.seqLen = 10; // 5 tokens and as many rows of padding
    p.placement = "masked-fill";
    p.dropout = 0.25;
    p.generator = "torch-mkl";
    auto data = run<DropoutData>(dropoutJob({.width = 300, .height = 200}), p);
    QCOMPARE(data->probability, 0.25);
    QCOMPARE(data->expected, (5 * 0.25 + 5) / 10);
    QVERIFY(data->dropped > 0.5 && data->dropped < 0.75);
    QVERIFY(data->positionEnergyKept < 0.5);
    const QString summary = QString::fromStdString(data->summary);
    QVERIFY2(summary.startsWith(QStringLiteral("drop(masked_fill(")), qPrintable(summary));
    QVERIFY2(summary.contains(QStringLiteral("expected 62.5 %")), qPrintable(summary));
    QVERIFY2(summary.endsWith(QStringLiteral("lost whole with probability 2.9·10⁻³⁹")), qPrintable(summary));
    QVERIFY(data->detail.find("it protects no token") != std::string::npos);
    QVERIFY(data->detail.find("Checked against published outputs only") != std::string::npos);

    p.mode = "eval";
    data = run<DropoutData>(dropoutJob({.width = 300, .height = 200}), p);
    QCOMPARE(data->dropped, 0.5);
    QVERIFY(data->summary.find("the padding; eval") != std::string::npos);

    p.placement = "sum";
    p.mode = "train";
    p.protect = "[CLS],[SEP],[PAD]";
    data = run<DropoutData>(dropoutJob({.width = 300, .height = 200}), p);
    QCOMPARE(data->expected, 3 * 0.25 / 10);
    QVERIFY(data->dropped > 0.03 && data->dropped < 0.13);
}

void TestViews::powersOfTen_data()
{
    QTest::addColumn<double>("exponent");
    QTest::addColumn<QString>("text");
    QTest::newRow("p = 0.1, d = 512") << -512.0 << QStringLiteral("10⁻⁵¹²");
    QTest::newRow("p = 0.3, d = 512") << 512 * std::log10(0.3) << QStringLiteral("1.9·10⁻²⁶⁸");
    QTest::newRow("below the least double") << -1000.5 << QStringLiteral("3.2·10⁻¹⁰⁰¹");
    QTest::newRow("rounds up to the next power") << -399.999 << QStringLiteral("10⁻⁴⁰⁰");
    QTest::newRow("half") << std::log10(0.5) << QStringLiteral("0.5");
    QTest::newRow("certain") << 0.0 << QStringLiteral("1");
    QTest::newRow("never") << -HUGE_VAL << QStringLiteral("0");
}

void TestViews::powersOfTen()
{
    QFETCH(double, exponent);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(powerOfTen(exponent)), text);
}

void TestViews::stripHasEveryStage()
{
    const auto data = run<StripData>(stripJob({.width = 60, .height = 40}), sentence());
    QCOMPARE(data->thumbnails.size(), std::size_t{7});
    for (const StripData::Thumbnail& thumbnail : data->thumbnails) {
        QVERIFY(thumbnail.error.empty());
        QCOMPARE(thumbnail.pixels.size(), thumbnail.stage == StageId::Tokens ? std::size_t{0} : std::size_t{2400});
    }
    QCOMPARE(data->tokens.size(), std::size_t{5});
}

void TestViews::stripSaysWhatCannotBeHad()
{
    Parameters p;
    p.maxLen = 2147483647;
    const auto data = run<StripData>(stripJob({.width = 60, .height = 40}), p);
    QVERIFY(!data->thumbnails[static_cast<std::size_t>(StageId::Embedding)].error.empty());
    QVERIFY(data->thumbnails[static_cast<std::size_t>(StageId::Position)].error.empty());
}

void TestViews::readoutDerivesTheCell()
{
    const auto data = run<ReadoutData>(readoutJob({2, 12}), sentence());
    QCOMPARE(data->token, std::string("cat"));
    QCOMPARE(data->position, 2);
    QCOMPARE(data->pair, 6);
    const double angle = 2 * std::pow(10000.0, -12.0 / 64);
    QVERIFY(std::abs(*data->encoding - std::sin(angle)) < 3.1e-8);
    QVERIFY(std::abs(data->wavelength - 2 * M_PI * std::pow(10000.0, 12.0 / 64)) < 1e-9);
    QCOMPARE(*data->scaled, static_cast<double>(static_cast<float>(*data->embedding) * 8.0F));
    QCOMPARE(*data->sum, static_cast<double>(static_cast<float>(*data->scaled) + static_cast<float>(*data->encoding)));
    QVERIFY(data->formula.find("PE[2,12] = sin(2 / 10000^(12/64)) = ") == 0);
    QVERIFY(data->summary.find("cat · position 2 · dimension 12 · pair 6") == 0);
    if (*data->kept)
        QVERIFY(std::abs(*data->output - *data->sum / 0.9) < 1e-5);
    else
        QCOMPARE(*data->output, 0.0);
}

void TestViews::readoutOfEveryPlacement_data()
{
    QTest::addColumn<QByteArray>("placement");
    for (const Placement& placement : placements()) {
        const QByteArray id(placement.id.data(), static_cast<qsizetype>(placement.id.size()));
        QTest::newRow(id.constData()) << id;
    }
}

// The output follows from what the read-out says of the cell.
void TestViews::readoutOfEveryPlacement()
{
    QFETCH(QByteArray, placement);
    Parameters p = sentence();
    p.placement = placement.toStdString();
    p.dropout = 0.5;
    for (std::int64_t column = 0; column < 64; ++column) {
        const auto data = run<ReadoutData>(readoutJob({2, column}), p);
        const bool onWord = placement != "position";
        const bool onEncoding = placement != "embedding";
        const bool wordKept = !onWord || *data->kept;
        const bool encodingKept = !onEncoding || data->encodingKept.value_or(*data->kept);
        const double word = wordKept ? *data->scaled * (onWord ? 2 : 1) : 0;
        const double encoding = encodingKept ? *data->encoding * (onEncoding ? 2 : 1) : 0;
        QVERIFY(std::abs(*data->output - (word + encoding)) < 1e-5);
        QCOMPARE(data->encodingKept.has_value(), placement == "separate");
    }
    if (placement == "separate")
        QCOMPARE(run<ReadoutData>(readoutJob({2, 64 + 5}), p)->cell.dimension, 5);
}

void TestViews::readoutNamesWhatIsLeftAlone()
{
    Parameters p = sentence();
    p.protect = "[CLS]";
    p.seqLen = 8;
    p.placement = "masked-fill";
    QVERIFY(run<ReadoutData>(readoutJob({0, 3}), p)->summary.find("protected from dropout") != std::string::npos);
    const auto padding = run<ReadoutData>(readoutJob({7, 3}), p);
    QVERIFY(padding->summary.find("padding, filled with 0") != std::string::npos);
    QCOMPARE(*padding->output, 0.0);
}

void TestViews::nothingToShowIsSaid()
{
    Parameters p = sentence();
    p.text = "";
    const StagesPtr stages = made(p);
    for (const ViewJob& job : {heatmapJob({.stage = StageId::Sum, .width = 10, .height = 10}), ratioJob({.width = 10}),
                               dropoutJob({.width = 10, .height = 10})})
        QVERIFY(!job.run(*stages, {}).ok());
    QVERIFY(stripJob({.width = 10, .height = 10}).run(*stages, {}).ok());
}

QTEST_GUILESS_MAIN(TestViews)
#include "tst_views.moc"
