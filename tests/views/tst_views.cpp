// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipelinetesting.h"
#include "pipeline/scene.h"
#include "raster/colormaps.h"
#include "text/numbers.h"
#include "views/dropout/dropout.h"
#include "views/measures/measure.h"
#include "views/measures/ratio.h"
#include "views/readout.h"
#include "views/strip.h"
#include "views/tables/builds.h"
#include "views/tables/curves.h"
#include "views/tables/heatmap.h"
#include "views/tables/precision.h"
#include "views/tables/similarity.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace phasor;

namespace {

// The pipelines of a scene that must be accepted.
Pipelines pipelinesOf(const Scene& scene, PipelineCache& cache)
{
    Result<Pipelines> pipelines = Pipelines::make(scene, cache);
    if (!pipelines.ok())
        qFatal("%s", toString(pipelines.error()).c_str());
    return std::move(*pipelines);
}

template <typename Request> Result<ViewDataPtr> computed(const Request& request, const Scene& scene, Effort effort)
{
    PipelineCache cache;
    const Pipelines pipelines = pipelinesOf(scene, cache);
    SceneReader reader(pipelines, cache, CancelToken{});
    return compute(request, reader, effort);
}

// What the view shows of the scene, which must be something.
template <typename Data, typename Request>
std::shared_ptr<const Data> run(const Request& request, const Scene& scene, Effort effort = Effort::Still)
{
    const Result<ViewDataPtr> data = computed(request, scene, effort);
    if (!data.ok())
        qFatal("%s", toString(data.error()).c_str());
    auto shown = std::dynamic_pointer_cast<const Data>(*data);
    if (!shown)
        qFatal("another view's data");
    return shown;
}

template <typename Data, typename Request>
std::shared_ptr<const Data> run(const Request& request, const Parameters& p, Effort effort = Effort::Still)
{
    return run<Data>(request, Scene{.a = p}, effort);
}

Parameters sentence()
{
    Parameters p;
    p.sentence.text = "the cat sat";
    p.encoding.dModel = 64;
    p.encoding.maxLen = 50;
    return p;
}

HeatmapRequest heatmapRequest(const NodeId& node, int width, int height)
{
    return {.node = node, .pictures = {.a = {.width = width, .height = height}}};
}

ReadoutRequest readoutRequest(std::int64_t position, std::int64_t dimension)
{
    ReadoutRequest request;
    request.cursor[AxisKind::Position] = position;
    request.cursor[AxisKind::Dimension] = dimension;
    return request;
}

// What the read-out says of a node, null where it is left out.
const ReadoutData::Step* stepOf(const ReadoutData& data, std::string_view node)
{
    const auto found
        = std::find_if(data.steps.begin(), data.steps.end(), [&](const auto& step) { return step.node->id == node; });
    return found != data.steps.end() ? &*found : nullptr;
}

double valueOf(const ReadoutData& data, std::string_view node)
{
    const ReadoutData::Step* step = stepOf(data, node);
    if (step == nullptr || !step->value)
        qFatal("no value of %s", std::string(node).c_str());
    return *step->value;
}

// Of two rows of a table, added in double.
double cosineOf(const Matrix& x, std::int64_t i, std::int64_t j)
{
    double dot = 0;
    double ii = 0;
    double jj = 0;
    for (std::int64_t c = 0; c < x.cols(); ++c) {
        const double a = x(i, c);
        const double b = x(j, c);
        dot += a * b;
        ii += a * a;
        jj += b * b;
    }
    return dot / std::sqrt(ii * jj);
}

// Whether all that a view has read is the same in other pipelines.
bool stillTrue(const SceneReader::Reading& reading, const Pipelines& now)
{
    return std::all_of(reading.begin(), reading.end(), [&](const auto& same) { return same(now); });
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
    void zoomIsInCoordinates();
    void heatmapHasTheRangeOfTheModel();
    void heatmapOfFewCellsIsExact();
    void heatmapSaysHowItReduces();
    void hugeHeatmapsAreCoarseFirst();
    void heatmapNamesItsTokens();
    void heatmapsOfTwoHaveOneRange();
    void heatmapSaysWhatItStandsOn_data();
    void heatmapSaysWhatItStandsOn();
    void twoMasksHaveTheRangeOfTheirSum();
    void errorsAreOfPositions();
    void precisionOfAHugeTable();
    void vectorFiguresHaveThePixelsAskedFor();
    void differenceIsOfTheCells();
    void rangeOfADifferenceIsTheSameForEverySize();
    void rangeOfALargeDifferenceIsRefined();
    void dataAreTheCells();
    void dataOfPixelsSaySo();
    void noDifferenceIsWhite();
    void tablesOfOtherShapesHaveNoDifference();
    void similarityIsTheCosine();
    void similarityOfBlocksIsTheirMean();
    void similarityOfRowsOfZeros();
    void curvesAreTheTable();
    void curvesBeginWithAFewPeriods();
    void usualCurvesAreFarApart();
    void usualCurvesHaveAUsualNumber();
    void curvesOfBillionsArePixels();
    void dimensionsBeyondTheTableAreLeftOut();
    void ratioIsMeasured();
    void expectedRatioWhenConcatenated();
    void dropoutIsMeasured();
    void numbersOfASampleAreRefined();
    void lostRowsAreCounted();
    void estimatesKnowTheirErrors();
    void scaleOfZeroHasRatioZero();
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
    void readingIsTrueWhileNothingThatWasReadChanges();
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
    for (const std::int64_t first : {0, 1, 1000}) {
        const Axis axis{.count = 100, .first = first};
        const auto offset = static_cast<double>(first);
        const Interval visible = axis.visible(Interval{low + offset, high + offset});
        QVERIFY(visible.low >= 0 && visible.high <= 100 && visible.high - visible.low >= 1);
        const Span cells = cellsOf(visible, 100);
        QVERIFY(cells.begin >= 0 && cells.end <= 100 && cells.size() >= 1);
    }
}

// Position 10 is row 9 where the table begins with position 1.
void TestViews::zoomIsInCoordinates()
{
    Parameters p = sentence();
    own(p)->firstPosition = 1;
    HeatmapRequest request = heatmapRequest("position", 20, 20);
    request.pictures.a.zoom[AxisKind::Position] = Interval{10, 20};
    request.pictures.a.zoom[AxisKind::Dimension] = Interval{4, 8};
    const auto data = run<HeatmapData>(request, p);
    QCOMPARE(data->picture.visibleRows, (Interval{9, 19}));
    QCOMPARE(data->picture.visibleColumns, (Interval{4, 8}));
    const Matrix table = valuesOf(made(p), "position");
    QCOMPARE(data->picture.values(0, 0), table(9, 4));
    QCOMPARE(data->picture.values(19, 19), table(18, 7));
}

void TestViews::heatmapHasTheRangeOfTheModel()
{
    Parameters p = sentence();
    const auto pe = run<HeatmapData>(heatmapRequest("position", 64, 50), p);
    QCOMPARE(pe->picture.range.low, -1.0);
    QCOMPARE(pe->picture.range.high, 1.0);
    const auto before = run<HeatmapData>(heatmapRequest("sum", 64, 50), p);
    p.random.seed = {99, false};
    const auto after = run<HeatmapData>(heatmapRequest("sum", 64, 50), p);
    QCOMPARE(after->picture.range.high, before->picture.range.high); // colors mean the same while data changes
    QCOMPARE(before->picture.range.low, -before->picture.range.high);
}

void TestViews::heatmapOfFewCellsIsExact()
{
    const Parameters p = sentence();
    const auto data = run<HeatmapData>(heatmapRequest("position", 128, 100), p);
    const PipelinePtr pipeline = made(p);
    for (std::int64_t y = 0; y < 100; ++y) {
        float cell = 0;
        (*fieldOf(pipeline, "position"))->fill({y / 2, 7, 1, 1}, {&cell, 1, 1, 1});
        QCOMPARE(data->picture.values(y, 14), cell);
    }
    QCOMPARE(data->picture.rowsPerPixel, 0.5);
    QCOMPARE(data->picture.columnsPerPixel, 0.5);
    QCOMPARE(data->picture.pixels.size(), std::size_t{12800});
    const std::uint32_t zero = data->picture.pixels[0]; // sin 0
    QCOMPARE(zero, data->picture.colorMap->table[128]);
}

void TestViews::heatmapSaysHowItReduces()
{
    const Parameters p;
    const auto data = run<HeatmapData>(heatmapRequest("position", 600, 500), p);
    QCOMPARE(data->picture.rowsPerPixel, 10.0);
    QVERIFY(data->picture.columnsPerPixel <= 1);
    QCOMPARE(data->picture.reduction, Reduction::Smooth);
    QVERIFY(!data->picture.sampled);
}

// 2^23 cells of a sum, which has no closed form: a sample says that it is one, the still picture has every cell.
void TestViews::hugeHeatmapsAreCoarseFirst()
{
    Parameters p;
    p.encoding.dModel = 512;
    p.encoding.maxLen = 16384;
    p.random.generator = "philox";
    HeatmapRequest request = heatmapRequest("sum", 64, 64);
    request.pictures.a.reduction = Reduction::Mean;
    const auto coarse = run<HeatmapData>(request, p, Effort::Frame);
    QVERIFY(coarse->coarse);
    QVERIFY(coarse->picture.sampled);
    const auto still = run<HeatmapData>(request, p, Effort::Still);
    QVERIFY(!still->coarse);
    QVERIFY(!still->picture.sampled);
    const Matrix sum = valuesOf(made(p), "sum");
    double mean = 0;
    for (std::int64_t r = 0; r < 256; ++r)
        for (std::int64_t c = 0; c < 8; ++c)
            mean += sum(r, c);
    QVERIFY(std::abs(still->picture.values(0, 0) - mean / (256 * 8)) < 1e-4);
    p.encoding.maxLen = 5000;
    const auto small = run<HeatmapData>(request, p, Effort::Frame);
    QVERIFY(!small->coarse);
    QVERIFY(!small->picture.sampled);
}

void TestViews::heatmapNamesItsTokens()
{
    const auto data = run<HeatmapData>(heatmapRequest("output", 64, 50), sentence());
    const Axis& rows = data->picture.rows;
    QVERIFY(rows.named());
    std::vector<std::string> labels;
    for (std::int64_t row = 0; row < rows.count; ++row)
        labels.push_back(rows.label(row));
    const std::vector<std::string> wanted{"[CLS]", "the", "cat", "sat", "[SEP]"};
    QCOMPARE(labels, wanted);
}

// Embeddings of σ = 1 and σ = 2: the same color is the same number in both pictures.
void TestViews::heatmapsOfTwoHaveOneRange()
{
    Scene scene{.a = sentence(), .b = sentence()};
    scene.b->embedding.sigma = 2;
    HeatmapRequest request = heatmapRequest("sum", 64, 5);
    request.pictures.widthOfB = 32;
    request.pictures.widthOfDifference = 64;
    const auto data = run<HeatmapData>(request, scene);
    QVERIFY(data->b && data->difference && !data->otherShape);
    const auto aAlone = run<HeatmapData>(request, scene.a);
    const auto bAlone = run<HeatmapData>(request, *scene.b);
    QVERIFY(bAlone->picture.range.high > aAlone->picture.range.high);
    QCOMPARE(data->picture.range, bAlone->picture.range);
    QCOMPARE(data->b->range, data->picture.range);
    QVERIFY(sameBits(data->picture.values, aAlone->picture.values));
    QCOMPARE(data->b->width, 32);
    // Unless they are of different stages: ALiBi has no table, its scores are shown.
    Scene other{.a = sentence(), .b = sentence()};
    setScheme(other.b->encoding, "alibi");
    const auto unlike = run<HeatmapData>(heatmapRequest("position", 64, 5), other);
    QCOMPARE(unlike->b->quantity.symbol.english(), "scores");
    QCOMPARE(unlike->picture.range, run<HeatmapData>(heatmapRequest("position", 64, 5), other.a)->picture.range);
    QVERIFY(unlike->b->range.high > unlike->picture.range.high);
    const auto alike = run<SimilarityData>(
        SimilarityRequest{.measure = SimilarityMeasure::Dot, .pictures = request.pictures}, other);
    QCOMPARE(alike->pictures->b->range, alike->pictures->picture.range);
    for (const Picture* picture : {&data->picture, &*data->b}) {
        Pixels pixels(picture->pixels.size());
        colorize(picture->values.view(), bAlone->picture.range, *picture->colorMap, 0xffff00ff, pixels.data());
        QVERIFY(pixels == picture->pixels);
    }
}

void TestViews::heatmapSaysWhatItStandsOn_data()
{
    QTest::addColumn<NodeId>("node");
    QTest::addColumn<bool>("scale");
    QTest::addColumn<bool>("sigma");
    QTest::newRow("embedding") << NodeId("embedding") << false << true; // it has not been scaled yet
    QTest::newRow("scaled") << NodeId("scaled") << true << true;
    QTest::newRow("position") << NodeId("position") << false << false;
    QTest::newRow("sum") << NodeId("sum") << true << true;
    QTest::newRow("output") << NodeId("output") << true << true;
}

void TestViews::heatmapSaysWhatItStandsOn()
{
    QFETCH(NodeId, node);
    QFETCH(bool, scale);
    QFETCH(bool, sigma);
    const auto data = run<HeatmapData>(heatmapRequest(node, 64, 50), sentence());
    QCOMPARE(data->node->id, node);
    QCOMPARE(data->scale.has_value(), scale);
    QCOMPARE(data->sigma.has_value(), sigma);
}

// s·E and PE are multiplied by 2 each and added: the colors need no more room than that.
void TestViews::twoMasksHaveTheRangeOfTheirSum()
{
    Parameters p = sentence();
    p.dropout.p = 0.5;
    p.dropout.placement = PlacementId::Separate;
    const PipelinePtr pipeline = made(p);
    const auto bounds = [&](const char* node) {
        return (*pipeline->find(node)->field)->bounds();
    };
    QVERIFY(std::abs(bounds("output").high - 2 * (bounds("scaled").high + bounds("position").high)) < 1e-5);
}

void TestViews::errorsAreOfPositions()
{
    Parameters p = sentence();
    p.encoding.own = SinusoidalSettings{.precision = Precision::Bfloat16};
    const auto data = run<PrecisionData>(PrecisionRequest{.picture = {.width = 64, .height = 50}}, p);
    QVERIFY(made(p)->find("position")->rows.named());
    QVERIFY(!data->a.difference.rows.named());
}

// A vector figure's map: cells that are larger than a pixel have an integer number of pixels, others are reduced to the
// pixels asked for, like on the screen.
void TestViews::vectorFiguresHaveThePixelsAskedFor()
{
    Parameters p;
    p.encoding.maxLen = 300;
    p.encoding.dModel = 4096;
    HeatmapRequest request = heatmapRequest("position", 700, 500);
    request.pictures.a.wholeCells = true;
    const auto data = run<HeatmapData>(request, p);
    QCOMPARE(data->picture.width, 700);
    QCOMPARE(data->picture.height, 600);
    request.pictures.a.wholeCells = false;
    request.pictures.a.height = 600;
    QVERIFY(sameBits(data->picture.values, run<HeatmapData>(request, p)->picture.values));

    p.encoding.dModel = 64;
    request.pictures.a.wholeCells = true;
    const auto sharp = run<HeatmapData>(request, p);
    QCOMPARE(sharp->picture.width, 704);
    const Matrix cells = valuesOf(made(p), "position");
    for (std::int64_t y = 0; y < 600; ++y) {
        for (std::int64_t x = 0; x < 704; ++x)
            QCOMPARE(sharp->picture.values(y, x), cells(y / 2, x / 11));
    }
}

// Of a table of 10^12 cells: exact − exact is zero everywhere, at once and for good; of another type there is a quick
// sample while something moves.
void TestViews::precisionOfAHugeTable()
{
    Parameters p;
    p.encoding.maxLen = 2147483647;
    const PrecisionRequest request{.picture = {.width = 64, .height = 50}};
    const auto exact = run<PrecisionData>(request, p, Effort::Frame);
    QVERIFY(exact->a.exact);
    QVERIFY(!exact->coarse);
    QVERIFY(!exact->a.errors.sampled);
    QVERIFY(!exact->a.difference.sampled);
    QCOMPARE(exact->a.difference.reduction, Reduction::Envelope);
    QCOMPARE(exact->a.errors.positions.size(), std::size_t{50});
    QCOMPARE(exact->a.worst, 0.0);
    for (std::int64_t i = 0; i < 64 * 50; ++i)
        QCOMPARE(exact->a.difference.values.data()[i], 0.0F);
    p.encoding.own = SinusoidalSettings{.precision = Precision::Float32};
    const auto moving = run<PrecisionData>(request, p, Effort::Frame);
    QVERIFY(moving->coarse);
    QVERIFY(moving->a.errors.sampled);
    QVERIFY(moving->a.worst > 0.1);
    p.encoding.maxLen = 50;
    QVERIFY(!run<PrecisionData>(request, p, Effort::Frame)->coarse);
}

void TestViews::differenceIsOfTheCells()
{
    Scene scene{.a = sentence(), .b = sentence()};
    own(*scene.b)->base = 100;
    HeatmapRequest request = heatmapRequest("position", 64, 50);
    request.pictures.widthOfB = 64;
    request.pictures.widthOfDifference = 64;
    const auto data = run<HeatmapData>(request, scene);
    const Matrix a = valuesOf(made(scene.a), "position");
    const Matrix b = valuesOf(made(*scene.b), "position");
    QVERIFY(data->b && data->difference);
    QVERIFY(sameBits(data->picture.values, a));
    QVERIFY(sameBits(data->b->values, b));
    float greatest = 0;
    for (std::int64_t r = 0; r < 50; ++r) {
        for (std::int64_t c = 0; c < 64; ++c) {
            QCOMPARE(data->difference->values(r, c), a(r, c) - b(r, c));
            greatest = std::max(greatest, std::abs(a(r, c) - b(r, c)));
        }
    }
    QVERIFY(greatest > 1); // there is something to see
    QCOMPARE(data->difference->range.low, -data->difference->range.high);

    // Where a pixel is the mean of 5 × 8 cells, so is that of the difference.
    request.pictures.a.width = request.pictures.widthOfB = request.pictures.widthOfDifference = 8;
    request.pictures.a.height = 10;
    request.pictures.a.reduction = Reduction::Mean;
    const auto reduced = run<HeatmapData>(request, scene);
    for (std::int64_t y = 0; y < 10; ++y) {
        for (std::int64_t x = 0; x < 8; ++x) {
            const float wanted = reduced->picture.values(y, x) - reduced->b->values(y, x);
            QVERIFY(std::abs(reduced->difference->values(y, x) - wanted) < 1e-6F);
        }
    }
}

// Bases 10000 and 100: the cells differ by up to 2, the pixels of a small plot by less.
void TestViews::rangeOfADifferenceIsTheSameForEverySize()
{
    Scene scene{.a = sentence(), .b = sentence()};
    scene.a.sentence.text.reset();
    scene.a.encoding.maxLen = 1500;
    scene.b = scene.a;
    own(*scene.b)->base = 100;
    const Matrix a = valuesOf(made(scene.a), "position");
    const Matrix b = valuesOf(made(*scene.b), "position");
    double reach = 0;
    for (std::int64_t i = 0; i < a.rows() * a.cols(); ++i)
        reach = std::max(reach, std::abs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i])));
    for (const auto& [width, height] : {std::pair(1, 1), {7, 9}, {40, 300}, {64, 1500}, {700, 3000}}) {
        HeatmapRequest request = heatmapRequest("position", width, height);
        request.pictures.widthOfB = request.pictures.widthOfDifference = width;
        for (const Reduction reduction :
             {Reduction::Smooth, Reduction::Mean, Reduction::Envelope, Reduction::Nearest}) {
            request.pictures.a.reduction = reduction;
            for (const Effort effort : {Effort::Frame, Effort::Still}) {
                const auto data = run<HeatmapData>(request, scene, effort);
                QVERIFY(std::abs(data->difference->range.high - reach) < 1e-6);
                QVERIFY(!data->coarse);
            }
        }
        // So is the range of A alone, where it follows the data.
        request.pictures.a.range = RangeRule::Data;
        request.pictures.a.reduction = Reduction::Mean;
        QVERIFY(std::abs(run<HeatmapData>(request, scene.a)->picture.range.high - 1) < 1e-5);
    }
}

// Of 2^31 positions a frame visits 2^20 cells, a still view more; never a different number for another size.
void TestViews::rangeOfALargeDifferenceIsRefined()
{
    Scene scene{.a = {}, .b = Parameters()};
    scene.a.encoding.maxLen = 2147483647;
    scene.b = scene.a;
    own(*scene.b)->base = 100;
    for (const Effort effort : {Effort::Frame, Effort::Still}) {
        std::optional<Interval> range;
        for (const int side : {20, 150, 301}) {
            HeatmapRequest request = heatmapRequest("position", side, side);
            request.pictures.widthOfB = request.pictures.widthOfDifference = side;
            const auto data = run<HeatmapData>(request, scene, effort);
            QCOMPARE(data->coarse, effort == Effort::Frame);
            QVERIFY(data->difference->rangeSampled && !data->difference->sampled);
            QVERIFY(data->difference->range.high > 1.99 && data->difference->range.high <= 2);
            QVERIFY(data->difference->range == range.value_or(data->difference->range));
            range = data->difference->range;
        }
    }
}

const std::vector<double>& columnOf(const DataTable& table, const std::string& name)
{
    static const std::vector<double> kNone;
    const auto found = std::ranges::find(table.columns, name, &DataTable::Column::name);
    return found != table.columns.end() ? found->values : kNone;
}

// One row of the CSV for each cell, however many pixels it has.
void TestViews::dataAreTheCells()
{
    const Parameters p = sentence();
    const Matrix cells = valuesOf(made(p), "position");
    HeatmapRequest request = heatmapRequest("position", 150, 333);
    request.pictures.a.zoom[AxisKind::Position] = Interval{10, 45};
    const DataTable table = run<HeatmapData>(request, p)->table();
    const std::vector<double>& rows = columnOf(table, "row");
    const std::vector<double>& columns = columnOf(table, "column");
    const std::vector<double>& values = columnOf(table, "value");
    QCOMPARE(values.size(), std::size_t{35} * 64);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto row = static_cast<std::int64_t>(rows[i]);
        const auto column = static_cast<std::int64_t>(columns[i]);
        QCOMPARE(row, static_cast<std::int64_t>(10 + i / 64));
        QCOMPARE(column, static_cast<std::int64_t>(i % 64));
        QCOMPARE(values[i], static_cast<double>(cells(row, column)));
    }
}

void TestViews::dataOfPixelsSaySo()
{
    HeatmapRequest request = heatmapRequest("position", 128, 10);
    for (const auto& [reduction, name] :
         {std::pair(Reduction::Smooth, "smooth_mean"), {Reduction::Mean, "mean"}, {Reduction::Envelope, "envelope"}}) {
        request.pictures.a.reduction = reduction;
        const DataTable table = run<HeatmapData>(request, sentence())->table();
        QCOMPARE(columnOf(table, name).size(), std::size_t{10} * 64);
        QCOMPARE(columnOf(table, "row_of_pixel_center")[64], 7.0); // pixel 1 has the rows 5 … 9
        QCOMPARE(columnOf(table, "column")[65], 1.0);
        QVERIFY(columnOf(table, "value").empty());
    }
}

// Also where A is never the smaller one: here a mask that drops nothing beside one that does.
void TestViews::noDifferenceIsWhite()
{
    Scene scene{.a = sentence(), .b = sentence()};
    scene.a.dropout.p = 0;
    scene.b->dropout.p = 0.5;
    HeatmapRequest request = heatmapRequest("mask", 64, 50);
    request.pictures.widthOfB = request.pictures.widthOfDifference = 64;
    const auto data = run<HeatmapData>(request, scene);
    QVERIFY(data->difference);
    QCOMPARE(data->difference->range.high, 1.0);
    QCOMPARE(data->difference->range.low, -1.0);
}

void TestViews::tablesOfOtherShapesHaveNoDifference()
{
    Scene scene{.a = sentence(), .b = sentence()};
    scene.b->encoding.dModel = 32;
    HeatmapRequest request = heatmapRequest("position", 64, 50);
    request.pictures.widthOfB = 32;
    request.pictures.widthOfDifference = 64;
    const auto data = run<HeatmapData>(request, scene);
    QVERIFY(data->b);
    QCOMPARE(data->b->table(), (Shape{50, 32}));
    QVERIFY(!data->difference);
    QVERIFY(data->otherShape == std::optional(Shape{50, 32}));
}

void TestViews::similarityIsTheCosine()
{
    for (const char* node : {"position", "output"}) {
        const Parameters p = sentence();
        const Matrix x = valuesOf(made(p), node);
        const auto n = static_cast<int>(x.rows());
        const SimilarityRequest request{.node = node, .pictures = {.a = {.width = n, .height = n}}};
        const auto data = run<SimilarityData>(request, p);
        QCOMPARE(data->node, NodeId(node));
        QCOMPARE(data->pictures->picture.columns.kind, AxisKind::Key);
        double neighbors = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            QVERIFY(std::abs(data->pictures->picture.values(i, i) - 1) < 1e-6F);
            for (std::int64_t j = 0; j < n; ++j) {
                QCOMPARE(data->pictures->picture.values(i, j), data->pictures->picture.values(j, i));
                QVERIFY(std::abs(static_cast<double>(data->pictures->picture.values(i, j)) - cosineOf(x, i, j)) < 5e-7);
            }
            if (i + 1 < n)
                neighbors += cosineOf(x, i, i + 1) / (n - 1);
        }
        QVERIFY(data->a.nearest && std::abs(data->a.nearest->value - neighbors) < 1e-6);
    }
}

// A pixel of several pairs, both in a picture and over runs of several lengths.
void TestViews::similarityOfBlocksIsTheirMean()
{
    const Parameters p = sentence();
    const Matrix x = valuesOf(made(p), "position");
    const auto meanOf = [&](Span rows, Span columns) {
        double total = 0;
        for (std::int64_t i = rows.begin; i < rows.end; ++i)
            for (std::int64_t j = columns.begin; j < columns.end; ++j)
                total += cosineOf(x, i, j);
        return total / static_cast<double>(rows.size() * columns.size());
    };
    const SimilarityRequest request{.node = "position", .pictures = {.a = {.width = 5, .height = 10}}};
    const auto data = run<SimilarityData>(request, p);
    QVERIFY(!data->pictures->picture.sampled);
    for (std::int64_t y = 0; y < 10; ++y)
        for (std::int64_t c = 0; c < 5; ++c)
            QVERIFY(std::abs(data->pictures->picture.values(y, c) - meanOf({5 * y, 5 * y + 5}, {10 * c, 10 * c + 10}))
                    < 1e-6);

    const PipelinePtr pipeline = made(p);
    const FieldPtr pairs = similarityOfRows(*fieldOf(pipeline, "position"), SimilarityMeasure::Cosine);
    const std::vector<Span> rows{{0, 1}, {1, 8}, {8, 50}};
    const std::vector<Span> columns{{0, 3}, {3, 50}};
    Matrix means(Shape{3, 2});
    QVERIFY(pairs->means() != nullptr);
    pairs->means()->blockMeans(rows, columns, means.view());
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t c = 0; c < columns.size(); ++c)
            QVERIFY(std::abs(means(static_cast<std::int64_t>(r), static_cast<std::int64_t>(c))
                             - meanOf(rows[r], columns[c]))
                    < 1e-6);
}

// Everything is dropped: no row has a direction, and no pixel is NaN.
void TestViews::similarityOfRowsOfZeros()
{
    Parameters p = sentence();
    p.dropout.p = 1;
    const auto data
        = run<SimilarityData>(SimilarityRequest{.node = "output", .pictures = {.a = {.width = 5, .height = 5}}}, p);
    for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < 5; ++j)
            QCOMPARE(data->pictures->picture.values(i, j), 0.0F);
}

void TestViews::curvesAreTheTable()
{
    const auto data = run<CurvesData>(CurvesRequest{.dimensions = {4, 5}, .width = 300}, sentence());
    QCOMPARE(data->curves.size(), std::size_t{2});
    QVERIFY(data->curves[0].wave && data->curves[1].wave);
    QCOMPARE(data->curves[0].wave->pair, 2);
    QVERIFY(!data->curves[0].wave->cosine && data->curves[1].wave->cosine);
    const double w = std::pow(10000.0, -4.0 / 64);
    for (std::size_t i = 0; i < 50; ++i) {
        QVERIFY(std::abs(data->curves[0].values[i] - std::sin(static_cast<double>(i) * w)) < 3.1e-8);
        QVERIFY(std::abs(data->curves[1].values[i] - std::cos(static_cast<double>(i) * w)) < 3.1e-8);
    }
}

void TestViews::curvesBeginWithAFewPeriods()
{
    const Parameters p;
    const auto fast = run<CurvesData>(CurvesRequest{.dimensions = {4, 5, 6, 7}, .width = 400}, p);
    QCOMPARE(fast->visible.low, 0.0);
    QCOMPARE(fast->visible.high, 99.0);
    QVERIFY(!fast->curves.front().envelope);
    const auto slow = run<CurvesData>(CurvesRequest{.dimensions = {510}, .width = 400}, p);
    QCOMPARE(slow->visible.high, 4999.0);
    QCOMPARE(slow->rows.coordinate(slow->rows.count - 1), 4999);
}

// Without a choice, waves an octave or more apart; a table without waves has its first columns.
void TestViews::usualCurvesAreFarApart()
{
    for (const std::int64_t width : {20, 128, 512}) {
        Parameters p;
        p.encoding.dModel = width;
        const auto data = run<CurvesData>(CurvesRequest{.width = 400}, p);
        QCOMPARE(data->curves.size(), 4U);
        QVERIFY(data->leftOut.empty());
        for (std::size_t i = 1; i < 4; ++i)
            QVERIFY(data->curves[i].wave->wavelength() >= 2 * data->curves[i - 1].wave->wavelength());
    }
    Parameters learned;
    learned.encoding.scheme = "learned";
    QCOMPARE(run<CurvesData>(CurvesRequest{.width = 400}, learned)->curves[3].dimension, 3);
    // B has dimensions of its own if its table has another width or scheme, else those of A.
    const auto ofB = [](std::int64_t width, const char* scheme, double base) {
        Scene scene{.a = Parameters(), .b = Parameters()};
        scene.b->encoding.dModel = width;
        setScheme(scene.b->encoding, scheme);
        if (const ParameterSpec* found = findParameter("base", *scene.b))
            found->set(*scene.b, base);
        std::vector<std::int64_t> dimensions;
        const auto data = run<CurvesData>(CurvesRequest{.width = 400}, scene);
        for (const CurvesData::Curve& curve : data->curves) {
            if (curve.side == Side::B)
                dimensions.push_back(curve.dimension);
        }
        return dimensions;
    };
    QCOMPARE(ofB(512, "sinusoidal", 100), (std::vector<std::int64_t>{0, 78, 156, 234}));
    QCOMPARE(ofB(512, "learned", 0), (std::vector<std::int64_t>{0, 1, 2, 3}));
    QCOMPARE(ofB(64, "sinusoidal", 10000).size(), 4U);
}

// Half the columns, up to four, each of them once: the plot has as many panels before there is data.
void TestViews::usualCurvesHaveAUsualNumber()
{
    int shown = 0;
    for (const Scheme& scheme : schemes()) {
        for (const std::int64_t width : {4, 8, 12, 64}) {
            for (const double base : {1.001, 10.0, 10000.0}) {
                Parameters p;
                setScheme(p.encoding, scheme.id);
                p.encoding.dModel = width;
                p.encoding.maxLen = 196;
                p.attention.heads = 2;
                if (const ParameterSpec* found = findParameter("base", p))
                    found->set(p, base);
                PipelineCache cache;
                const Result<Pipelines> pipelines = Pipelines::make({.a = p}, cache);
                if (!pipelines.ok())
                    continue; // a width that the scheme can't have
                SceneReader reader(*pipelines, cache, CancelToken{});
                const Result<ViewDataPtr> made = compute(CurvesRequest{.width = 400}, reader, Effort::Still);
                if (!made.ok())
                    continue; // no table
                ++shown;
                const auto& data = dynamic_cast<const CurvesData&>(**made);
                std::set<std::int64_t> dimensions;
                for (const CurvesData::Curve& curve : data.curves)
                    dimensions.insert(curve.dimension);
                const std::int64_t columns = scheme.kind == SchemeKind::Rotation ? width / 2 : width;
                QCOMPARE(dimensions.size(), data.curves.size());
                QVERIFY2(std::ssize(dimensions) == std::clamp<std::int64_t>(columns / 2, 1, 4),
                         qPrintable(QStringLiteral("%1, %2 columns: %3")
                                        .arg(scheme.id.data())
                                        .arg(columns)
                                        .arg(dimensions.size())));
            }
        }
    }
    QVERIFY(shown > 50);
}

void TestViews::curvesOfBillionsArePixels()
{
    Parameters p;
    p.encoding.maxLen = 2147483647;
    const CurvesRequest request{.dimensions = {0, 511}, .positions = Interval{0, 2147483647}, .width = 800};
    const auto data = run<CurvesData>(request, p);
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
    const auto data = run<CurvesData>(CurvesRequest{.dimensions = {63, 64, 511}, .width = 300}, sentence());
    QCOMPARE(data->curves.size(), std::size_t{1});
    QCOMPARE(data->leftOut.size(), std::size_t{2});
}

void TestViews::ratioIsMeasured()
{
    Parameters p;
    p.encoding.maxLen = 400;
    const auto data = run<RatioData>(RatioRequest{.width = 600}, p);
    QVERIFY(std::abs(data->a.meanRatio.value - 32) < 0.2);
    QVERIFY(data->a.expectedRatio
            && std::abs(*data->a.expectedRatio / 31.9844) - 1 < 1e-4); // √2 · √512 · 22.6163711585 / √512
    QVERIFY(std::abs(data->a.meanAngle.value - 1.79) < 0.05);
    for (const double norm : data->a.encoding)
        QVERIFY(std::abs(norm - 16) < 1e-5);
}

// An embedding of 384 dimensions beside an encoding of 128: s·σ·√384 beside √(128 / 2).
void TestViews::expectedRatioWhenConcatenated()
{
    Parameters p;
    p.encoding.maxLen = 400;
    p.sum.combine = Combine::Concatenate;
    p.sum.positionDims = 128;
    const auto data = run<RatioData>(RatioRequest{.width = 600}, p);
    QVERIFY(data->a.concatenated);
    QVERIFY(data->a.expectedRatio);
    QVERIFY(std::abs(*data->a.expectedRatio / data->a.meanRatio.value - 1) < 0.03);
    const double scale = made(p)->find("scaled")->find<ScaleFacts>()->factor;
    QVERIFY(std::abs(*data->a.expectedRatio / (scale * std::sqrt(384.0 / 64)) - 1) < 1e-3);
    QVERIFY(data->a.angle.empty());
}

void TestViews::dropoutIsMeasured()
{
    Parameters p;
    p.encoding.maxLen = 400;
    p.dropout.p = 0.3;
    const auto data = run<DropoutData>(DropoutRequest{.picture = {.width = 300, .height = 200}}, p);
    QCOMPARE(data->a.cells, 400 * 512);
    QVERIFY(std::abs(data->a.dropped.value - 0.3) < 5 * std::sqrt(0.21 / (400 * 512)));
    QVERIFY(std::abs(data->a.facts.factor - 1 / 0.7) < 1e-6);
    QCOMPARE(data->a.droppedByDimension.size(), std::size_t{512});
    double total = 0;
    for (const double share : data->a.droppedByDimension)
        total += share / 512;
    QVERIFY(std::abs(total - data->a.dropped.value) < 1e-9);
}

// While something moves 64 rows stand for all, and know how far off they may be; then all rows are measured.
void TestViews::numbersOfASampleAreRefined()
{
    Parameters p;
    p.encoding.maxLen = 5000;
    const DropoutRequest request{.picture = {.width = 300, .height = 200}};
    const auto moving = run<DropoutData>(request, p, Effort::Frame);
    const auto still = run<DropoutData>(request, p, Effort::Still);
    QVERIFY(moving->coarse && !still->coarse);
    QCOMPARE(moving->a.comparedRows, 64);
    QCOMPARE(still->a.comparedRows, 5000);
    for (const Estimate DropoutMeasure::*number : {&DropoutMeasure::cosine, &DropoutMeasure::positionEnergyKept}) {
        const Estimate sample = moving->a.*number;
        const Estimate all = still->a.*number;
        QVERIFY(sample.error > 0 && sample.error < 0.01);
        QCOMPARE(all.error, 0.0);
        QVERIFY(std::abs(sample.value - all.value) < 2 * sample.error);
    }
    // As `phasor stats` has them.
    QVERIFY(std::abs(still->a.cosine.value - 0.9486) < 1e-4);
    QVERIFY(std::abs(still->a.positionEnergyKept.value - 0.9) < 5e-4);
}

void TestViews::lostRowsAreCounted()
{
    Parameters p = sentence();
    p.sentence.text = "the cat sat on the mat and saw the black dog";
    p.dropout.p = 0.4;
    p.dropout.placement = PlacementId::Tokens;
    const auto data = run<DropoutData>(DropoutRequest{.picture = {.width = 64, .height = 50}}, p);
    const PipelinePtr pipeline = made(p);
    const std::int64_t rows = pipeline->sequence().length();
    std::int64_t lost = 0;
    for (std::int64_t row = 0; row < rows; ++row)
        lost += *valueAt(*pipeline->find("mask"), row, 0) == 0;
    QVERIFY(lost > 0 && lost < rows);
    QCOMPARE(data->a.comparedRows, rows);
    QCOMPARE(data->a.lostRows, lost);
    QVERIFY(std::abs(data->a.cosine.value - 1) < 1e-6); // of those that are left
}

void TestViews::estimatesKnowTheirErrors()
{
    const std::vector<double> values{1, 2, 3, 6};
    QCOMPARE(estimatedMean(values, true), Estimate(3));
    QCOMPARE(estimatedMean(values, false), Estimate(3, 2 * std::sqrt(14.0 / 12))); // 4 + 1 + 0 + 9, of 4 · 3
    QVERIFY(std::isnan(estimatedMean(std::vector<double>{NAN}, true).value));
    QCOMPARE(estimatedMean(std::vector<double>{NAN, 4}, true), Estimate(4));
    const std::vector<double> wholes{2, 4, 6, 12};
    QCOMPARE(estimatedRatio(values, wholes, false), Estimate(0.5, 0)); // each row says the same
    const Estimate ratio = estimatedRatio(values, std::vector<double>{1, 1, 1, 1}, false);
    QCOMPARE(ratio, estimatedMean(values, false));
}

void TestViews::scaleOfZeroHasRatioZero()
{
    Parameters p = sentence();
    p.sum.scale = 0.0;
    const auto data = run<RatioData>(RatioRequest{.width = 300}, p);
    QCOMPARE(data->a.meanRatio, Estimate(0));
}

// The book's mask and that of Linux readers, as published: 18 of 36 cells.
void TestViews::buildsDisagree()
{
    Parameters p;
    p.encoding.dModel = 6;
    p.encoding.maxLen = 6;
    p.dropout.p = 0.5;
    p.dropout.seed = Seed{.bits = 123};
    const BuildsRequest request{.picture = {.height = 100}, .widths = {50, 60, 70}};
    for (const char* generator : {"torch", "torch-mkl", "philox"}) {
        p.random.generator = generator;
        const auto data = run<BuildsData>(request, p);
        QCOMPARE(data->differingShare, Estimate(0.5));
        QCOMPARE(data->withMkl.width, 60);
        QCOMPARE(data->probability, 0.5);
        QVERIFY(data->dead == nullptr); // waves are no matter of a mask
    }
    p.dropout.p = 0;
    QCOMPARE(run<BuildsData>(request, p)->differingShare, Estimate(0.0));
}

void TestViews::dropoutSaysWhatItActsOn()
{
    Parameters p = sentence();
    p.sentence.seqLen = 10; // 5 tokens and as many rows of padding
    p.dropout.placement = PlacementId::MaskedFill;
    p.dropout.p = 0.25;
    p.random.generator = "torch-mkl";
    const DropoutRequest request{.picture = {.width = 300, .height = 200}};
    auto data = run<DropoutData>(request, p);
    QCOMPARE(data->a.facts.probability, 0.25);
    QCOMPARE(data->a.expected, (5 * 0.25 + 5) / 10); // 62.5 %
    QVERIFY(data->a.dropped.value > 0.5 && data->a.dropped.value < 0.75);
    QVERIFY(data->a.positionEnergyKept.value < 0.5);
    QVERIFY(data->a.facts.placement == PlacementId::MaskedFill);
    QVERIFY(data->a.facts.mode == DropoutMode::Train);
    QCOMPARE(data->a.facts.generator, std::string("torch-mkl"));
    QVERIFY(std::abs(data->a.log10TokenLoss - 64 * std::log10(0.25)) < 1e-9); // 2.9·10⁻³⁹

    p.dropout.mode = DropoutMode::Eval;
    data = run<DropoutData>(request, p);
    QCOMPARE(data->a.dropped.value, 0.5);
    QCOMPARE(data->a.facts.probability, 0.0);
    QVERIFY(data->a.facts.mode == DropoutMode::Eval);

    p.dropout.placement = PlacementId::Sum;
    p.dropout.mode = DropoutMode::Train;
    p.dropout.protect = "[CLS],[SEP],[PAD]";
    data = run<DropoutData>(request, p);
    QCOMPARE(data->a.expected, 3 * 0.25 / 10);
    QVERIFY(data->a.dropped.value > 0.03 && data->a.dropped.value < 0.13);
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
    const auto data = run<StripData>(StripRequest{.width = 60, .height = 40}, sentence());
    QCOMPARE(data->thumbnails.size(), std::size_t{7});
    for (const StripData::Thumbnail& thumbnail : data->thumbnails) {
        QVERIFY(thumbnail.node->field.ok());
        QCOMPARE(thumbnail.pixels.size(), thumbnail.node->id == "tokens" ? std::size_t{0} : std::size_t{2400});
    }
    QCOMPARE(data->tokens.size(), std::size_t{5});
}

void TestViews::stripSaysWhatCannotBeHad()
{
    Parameters p;
    p.encoding.maxLen = 2147483647;
    const auto data = run<StripData>(StripRequest{.width = 60, .height = 40}, p);
    const auto thumbnailOf = [&](std::string_view id) -> const StripData::Thumbnail& {
        return *std::find_if(data->thumbnails.begin(), data->thumbnails.end(),
                             [&](const auto& thumbnail) { return thumbnail.node->id == id; });
    };
    QVERIFY(!thumbnailOf("embedding").node->field.ok());
    QVERIFY(!toString(thumbnailOf("embedding").node->field.error()).empty());
    QVERIFY(thumbnailOf("embedding").pixels.empty());
    QVERIFY(thumbnailOf("position").node->field.ok());
    QCOMPARE(thumbnailOf("position").pixels.size(), std::size_t{2400});
}

void TestViews::readoutDerivesTheCell()
{
    const auto data = run<ReadoutData>(readoutRequest(2, 12), sentence());
    QCOMPARE(data->token, std::string("cat"));
    QVERIFY(data->cursor == readoutRequest(2, 12).cursor);
    const ReadoutData::Step* encoding = stepOf(*data, "position");
    QVERIFY(encoding && encoding->value && data->wave);
    QCOMPARE(encoding->row, 2);
    QCOMPARE(encoding->column, 12);
    QCOMPARE(data->wave->of.pair, 6);
    const double angle = 2 * std::pow(10000.0, -12.0 / 64);
    QVERIFY(std::abs(*encoding->value - std::sin(angle)) < 3.1e-8);
    QVERIFY(std::abs(data->wave->of.wavelength() - 2 * M_PI * std::pow(10000.0, 12.0 / 64)) < 1e-9);
    QCOMPARE(encoding->note.formula, std::string("sin(2 / 10000^(12/64))"));
    const double scaled = valueOf(*data, "scaled");
    const double sum = valueOf(*data, "sum");
    QCOMPARE(scaled, static_cast<double>(static_cast<float>(valueOf(*data, "embedding")) * 8.0F));
    QCOMPARE(sum, static_cast<double>(static_cast<float>(scaled) + static_cast<float>(*encoding->value)));
    const ReadoutData::Step* mask = stepOf(*data, "mask");
    QVERIFY(mask && (mask->note.fate == CellNote::Fate::Kept || mask->note.fate == CellNote::Fate::Dropped));
    if (mask->note.fate == CellNote::Fate::Kept)
        QVERIFY(std::abs(valueOf(*data, "output") - sum / 0.9) < 1e-5);
    else
        QCOMPARE(valueOf(*data, "output"), 0.0);
}

void TestViews::readoutOfEveryPlacement_data()
{
    QTest::addColumn<PlacementId>("placement");
    for (const Placement& placement : placements())
        QTest::newRow(std::string(placement.choice.words.id).c_str()) << placement.choice.value;
}

// The output follows from what the read-out says of the cell.
void TestViews::readoutOfEveryPlacement()
{
    QFETCH(PlacementId, placement);
    Parameters p = sentence();
    p.dropout.placement = placement;
    p.dropout.p = 0.5;
    const bool onWord = placement != PlacementId::Position;
    const bool onEncoding = placement != PlacementId::Embedding;
    for (std::int64_t column = 0; column < 64; ++column) {
        const auto data = run<ReadoutData>(readoutRequest(2, column), p);
        const ReadoutData::Step* mask = stepOf(*data, "mask");
        QVERIFY(mask && mask->value);
        const bool kept = mask->note.fate == CellNote::Fate::Kept;
        QVERIFY(kept || mask->note.fate == CellNote::Fate::Dropped);
        QCOMPARE(*mask->value != 0, kept);
        const bool wordKept = !onWord || kept;
        const bool encodingKept = !onEncoding || (mask->second ? mask->second->fate == CellNote::Fate::Kept : kept);
        const double word = wordKept ? valueOf(*data, "scaled") * (onWord ? 2 : 1) : 0;
        const double encoding = encodingKept ? valueOf(*data, "position") * (onEncoding ? 2 : 1) : 0;
        QVERIFY(std::abs(valueOf(*data, "output") - (word + encoding)) < 1e-5);
        QCOMPARE(mask->second.has_value(), placement == PlacementId::Separate);
    }
    // Column 64 + 5 of the two masks side by side is dimension 5 of the encoding.
    if (placement == PlacementId::Separate)
        QCOMPARE(made(p)->find("mask")->columns.coordinate(64 + 5), 5);
}

void TestViews::readoutNamesWhatIsLeftAlone()
{
    Parameters p = sentence();
    p.dropout.protect = "[CLS]";
    p.sentence.seqLen = 8;
    p.dropout.placement = PlacementId::MaskedFill;
    const auto first = run<ReadoutData>(readoutRequest(0, 3), p);
    QVERIFY(stepOf(*first, "mask") && stepOf(*first, "mask")->note.fate == CellNote::Fate::Protected);
    const auto padding = run<ReadoutData>(readoutRequest(7, 3), p);
    QVERIFY(stepOf(*padding, "mask") && stepOf(*padding, "mask")->note.fate == CellNote::Fate::Padding);
    QCOMPARE(valueOf(*padding, "output"), 0.0);
}

void TestViews::nothingToShowIsSaid()
{
    Parameters p = sentence();
    p.sentence.text = "";
    const Scene scene{.a = p};
    const auto code = [&](const auto& request) {
        const Result<ViewDataPtr> data = computed(request, scene, Effort::Still);
        return data.ok() ? std::string("none") : data.error().code;
    };
    QCOMPARE(code(heatmapRequest("sum", 10, 10)), std::string("EMPTY"));
    QCOMPARE(code(RatioRequest{.width = 10}), std::string("EMPTY"));
    QCOMPARE(code(DropoutRequest{.picture = {.width = 10, .height = 10}}), std::string("EMPTY"));
    QCOMPARE(code(SimilarityRequest{.node = "sum", .pictures = {.a = {.width = 10, .height = 10}}}),
             std::string("EMPTY"));
    QCOMPARE(code(StripRequest{.width = 10, .height = 10}), std::string("none"));
}

void TestViews::readingIsTrueWhileNothingThatWasReadChanges()
{
    PipelineCache cache;
    Scene scene{.a = sentence()};
    const Pipelines before = pipelinesOf(scene, cache);
    const auto readingOf = [&](const auto& request) {
        SceneReader reader(before, cache, CancelToken{});
        if (!compute(request, reader, Effort::Still).ok())
            qFatal("nothing was computed");
        return reader.reading();
    };
    const auto curves = readingOf(CurvesRequest{.dimensions = {4, 5}, .width = 100});
    const auto dropout = readingOf(DropoutRequest{.picture = {.width = 64, .height = 5}});
    const Pipelines same = pipelinesOf(scene, cache);
    QVERIFY(stillTrue(curves, same));
    QVERIFY(stillTrue(dropout, same));

    scene.a.dropout.p = 0.5;
    const Pipelines dropped = pipelinesOf(scene, cache);
    QVERIFY(stillTrue(curves, dropped));
    QVERIFY(!stillTrue(dropout, dropped));

    scene.a = sentence();
    own(scene.a)->base = 100;
    QVERIFY(!stillTrue(curves, pipelinesOf(scene, cache)));
    // A view of one set-up shows two as soon as there are two.
    scene.a = sentence();
    scene.b = sentence();
    QVERIFY(!stillTrue(curves, pipelinesOf(scene, cache)));
}

QTEST_GUILESS_MAIN(TestViews)
#include "tst_views.moc"
