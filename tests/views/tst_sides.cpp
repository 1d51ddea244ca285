// SPDX-License-Identifier: GPL-3.0-or-later
// A, B and A − B of every view of numbers; and analyses of a part of the tables.
#include "pipeline/pipelinetesting.h"
#include "views/attention/scoreterms.h"
#include "views/dropout/recoverability.h"
#include "views/measures/energy.h"
#include "views/measures/initializers.h"
#include "views/measures/overlap.h"
#include "views/measures/ratio.h"
#include "views/measures/spectrum.h"
#include "views/tables/curves.h"
#include "views/tables/similarity.h"
#include "views/viewtesting.h"
#include "views/waves/wavefacts.h"
#include "views/waves/wavelengths.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

Parameters table(std::int64_t width, std::int64_t positions)
{
    Parameters p;
    p.encoding.dModel = width;
    p.encoding.maxLen = positions;
    return p;
}

const std::vector<double>* columnOf(const DataTable& of, const std::string& name)
{
    for (const DataTable::Column& column : of.columns) {
        if (column.name == name)
            return &column.values;
    }
    return nullptr;
}

// "difference_…" of a column is what A has less what B has, at each key of both.
template <typename Request> bool hasDifference(const Request& request, const Scene& scene, const std::string& column)
{
    const Result<ViewDataPtr> data = viewResult(request, scene);
    if (!data.ok())
        return false;
    const DataTable all = (*data)->table();
    const auto* a = columnOf(all, column);
    const auto* b = columnOf(all, "b_" + column);
    const auto* less = columnOf(all, "difference_" + column);
    if (a == nullptr || b == nullptr || less == nullptr || a->empty() || a->size() != b->size()
        || less->size() != a->size())
        return false;
    bool some = false;
    for (std::size_t i = 0; i < a->size(); ++i) {
        const double wanted = (*a)[i] - (*b)[i];
        if (!(std::isnan(wanted) && std::isnan((*less)[i])) && (*less)[i] != wanted)
            return false;
        some = some || wanted != 0;
    }
    return some;
}

std::vector<double> rowOf(const Matrix& matrix, std::int64_t row)
{
    return {matrix.view().row(row), matrix.view().row(row) + matrix.cols()};
}

} // namespace

class TestSides : public QObject
{
    Q_OBJECT

private slots:
    void curvesOfBReachAsFar();
    void differenceOfSimilaritiesIsSmooth();
    void differenceOfTables();
    void differencesOfOtherWidths();
    void secondWithoutATable();
    void partOfATable_data();
    void partOfATable();
    void nothingIsLeft();
    void analysesOfAPart();
    void statisticsOfAPart();
    void halfAPair();
    void similarityBesidesItsMap();
};

void TestSides::differenceOfTables()
{
    DataTable a;
    a.add("x", {1, 2, 3, 5}, kKey);
    a.add("y", {10, 20, 30, 50});
    a.add("only here", {1, 1, 1, 1});
    a.add("u", {7}, kKey);
    a.add("v", {1});
    DataTable b;
    b.add("x", {2, 3, 4, 5, 6}, kKey);
    b.add("y", {1, std::nan(""), 3, 4, 5});
    b.add("u", {8}, kKey);
    b.add("v", {1});
    const DataTable less = differenceOf(a, b);
    QCOMPARE(less.columns.size(), std::size_t{2});
    QCOMPARE(less.columns[0].values, (std::vector<double>{2, 3, 5}));
    QCOMPARE(less.columns[1].name, std::string("y"));
    QCOMPARE(less.columns[1].values[0], 19.0);
    QVERIFY(std::isnan(less.columns[1].values[1]));
    QCOMPARE(less.columns[1].values[2], 46.0);
}

// Those of setups of one width: tst_sentences.
void TestSides::differencesOfOtherWidths()
{
    Scene scene{.a = table(32, 40)};
    scene.b = scene.a;
    scene.b->sum.scale = 2.0;
    setParameter(*scene.b, "base", 100.0);
    QVERIFY(hasDifference(SimilarityRequest{.pictures = {.a = {.width = 8, .height = 8}}}, scene, "kernel"));
    scene.b->encoding.dModel = 64;
    QVERIFY(hasDifference(InitializersRequest{}, scene, "ratio_scaled"));
}

// B's scheme has nothing of the kind: A is shown alone.
void TestSides::secondWithoutATable()
{
    Scene scene{.a = table(16, 20)};
    scene.b = scene.a;
    setScheme(scene.b->encoding, "alibi");
    const auto energy = viewOf<EnergyData>(EnergyRequest{.width = 50}, scene);
    QVERIFY(!energy->b && !energy->table().empty());
    QVERIFY(!viewOf<WavelengthsData>(WavelengthsRequest{}, scene)->b);
    QVERIFY(!viewOf<RecoverabilityData>(RecoverabilityRequest{}, scene)->b);
}

void TestSides::partOfATable_data()
{
    QTest::addColumn<QByteArray>("node");
    for (const char* node : {"embedding", "scaled", "position", "sum", "output"})
        QTest::newRow(node) << QByteArray(node);
}

void TestSides::partOfATable()
{
    QFETCH(QByteArray, node);
    const PipelinePtr pipeline = made(table(16, 20));
    const NodePtr whole = pipeline->find(node.constData());
    const auto part = restricted(whole, {.positions = Span{3, 11}, .dimensions = Span{5, 12}});
    QVERIFY(part.ok());
    QCOMPARE((*part)->shape(), (Shape{8, 7}));
    QCOMPARE((*part)->rows.coordinate(0), 3);
    QCOMPARE((*part)->columns.coordinate(6), 11);
    Matrix all;
    Matrix some;
    materialize(**whole->field, phasor::whole(whole->shape()), all);
    materialize(**(*part)->field, phasor::whole((*part)->shape()), some);
    for (std::int64_t r = 0; r < 8; ++r)
        for (std::int64_t c = 0; c < 7; ++c)
            QCOMPARE(some(r, c), all(r + 3, c + 5));
    QVERIFY(restricted(whole, {}).value() == whole);
    QVERIFY(restricted(whole, {.positions = Span{-5, 100}}).value() == whole);
}

void TestSides::nothingIsLeft()
{
    const NodePtr node = made(table(16, 20))->find("position");
    const auto rows = restricted(node, {.positions = Span{20, 30}});
    QVERIFY(!rows.ok() && rows.error().code == "EMPTY");
    QCOMPARE(english(rows.error().where), std::string("--only-rows"));
    const auto columns = restricted(node, {.dimensions = Span{16, 17}});
    QVERIFY(!columns.ok());
    QCOMPARE(english(columns.error().where), std::string("--only-cols"));
}

// Each view of a part has the numbers of a table that is that part.
void TestSides::analysesOfAPart()
{
    const Parameters p = table(16, 40);
    const Restriction only{.positions = Span{10, 30}, .dimensions = Span{4, 12}};
    Matrix values;
    const PipelinePtr pipeline = made(p);
    materialize(**pipeline->find("position")->field, {10, 4, 20, 8}, values);
    const auto energy = viewOf<EnergyData>(EnergyRequest{.width = 100, .only = only}, p);
    QVERIFY(energy->restriction == only);
    QCOMPARE(energy->a.position.size(), std::size_t{8});
    for (std::int64_t c = 0; c < 8; ++c) {
        double squares = 0;
        for (std::int64_t r = 0; r < 20; ++r)
            squares += static_cast<double>(values(r, c)) * static_cast<double>(values(r, c)) / 20;
        QVERIFY(std::abs(energy->a.position[static_cast<std::size_t>(c)] - squares) < 1e-6);
        QCOMPARE(energy->a.positionDimensions[static_cast<std::size_t>(c)], static_cast<double>(4 + c));
    }
    const auto spectrum = viewOf<SpectrumData>(SpectrumRequest{.only = only}, p);
    QCOMPARE(spectrum->a.rows, 20);
    QCOMPARE(spectrum->a.cols, 8);
    double squares = 0;
    for (const double value : spectrum->a.singular)
        squares += value * value;
    QVERIFY(std::abs(squares - 20 * 4) < 1e-3); // four pairs whole: each row has the length 2
    const auto ratio = viewOf<RatioData>(RatioRequest{.width = 100, .only = only}, p);
    QCOMPARE(ratio->a.positions.front(), 10.0);
    QCOMPARE(ratio->a.positions.size(), std::size_t{20});
    QVERIFY(std::abs(ratio->a.encoding.front() - 2) < 1e-6);
    const auto overlap = viewOf<OverlapData>(OverlapRequest{.only = only}, p);
    QCOMPARE(overlap->a.spaces.rows, 20);
    QCOMPARE(overlap->a.embeddingWidth, 8);
    const auto terms = viewOf<ScoreTermsData>(
        ScoreTermsRequest{.widths = {8, 8, 8, 8}, .heights = {8, 8, 8, 8}, .only = {.positions = only.positions}}, p);
    QCOMPARE(terms->a.rows, 20);
}

void TestSides::statisticsOfAPart()
{
    const Parameters p = table(16, 40);
    const Restriction only{.positions = Span{10, 30}, .dimensions = Span{4, 12}};
    const nlohmann::ordered_json numbers = statsOf(p, only);
    const auto ratio = viewOf<RatioData>(RatioRequest{.width = 100, .only = only}, p);
    QVERIFY(std::abs(numbers["ratio"].get<double>() - ratio->a.meanRatio.value) < 1e-9);
    QVERIFY(std::abs(numbers["angle_degrees"].get<double>() - ratio->a.meanAngle.value) < 1e-5);
    const auto spectrum = viewOf<SpectrumData>(SpectrumRequest{.only = only}, p);
    QVERIFY(std::abs(numbers["effective_rank"].get<double>() - spectrum->a.measures->effectiveRank) < 1e-3);
    QCOMPARE(numbers["pairs"].get<int>(), 4);
    QCOMPARE(numbers["energy_by_dimension"]["position"].size(), std::size_t{8});
}

// Of a pair's sine alone the length of a row depends on the position: no law of whole pairs is used.
void TestSides::halfAPair()
{
    const NodePtr node = made(table(16, 20))->find("position");
    const NodePtr part = restricted(node, {.dimensions = Span{4, 7}}).value();
    const PositionModel& model = *part->find<PositionFacts>()->model;
    QCOMPARE(model.waves->frequencies.size(), std::size_t{2});
    QVERIFY(!model.waves->alone && !model.waves->paired && model.waves->exact);
    QCOMPARE(model.table->wave(0)->pair, 0);
    QCOMPARE(model.table->wave(2)->pair, 1);
    QVERIFY(wavesOfDistance(*part) == nullptr);
    const ColumnEnergy closed = sineEnergy(sineColumns(*model.table), model.firstPosition, part->rows.count);
    const ColumnEnergy counted = columnEnergy(**part->field, whole(part->shape()));
    for (std::size_t c = 0; c < 3; ++c)
        QVERIFY(std::abs(closed.meanSquare[c] - counted.meanSquare[c]) < 1e-6);
}

// The row under the cross-hair, the kernel beside it, and both without the mean row.
void TestSides::similarityBesidesItsMap()
{
    const Parameters p = table(32, 30);
    Matrix x;
    const NodePtr position = made(p)->find("position");
    materialize(**position->field, whole(position->shape()), x);
    const auto cosine = [](const std::vector<double>& a, const std::vector<double>& b) {
        double dot = 0;
        double aa = 0;
        double bb = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            dot += a[i] * b[i];
            aa += a[i] * a[i];
            bb += b[i] * b[i];
        }
        return dot / std::sqrt(aa * bb);
    };
    SimilarityRequest request{.row = 7, .pictures = {.a = {.width = 30, .height = 30}}};
    const auto data = viewOf<SimilarityData>(request, p);
    QVERIFY(data->a.row && data->a.row->values.size() == 30);
    for (std::int64_t r = 0; r < 30; ++r)
        QVERIFY(std::abs(data->a.row->values[static_cast<std::size_t>(r)] - cosine(rowOf(x, 7), rowOf(x, r))) < 1e-6);
    QVERIFY(data->a.kernel && data->a.kernel->exact && data->a.kernel->distances.size() == 30);
    for (std::size_t k = 0; k < 30; ++k)
        QVERIFY(std::abs(data->a.kernel->values[k] - cosine(rowOf(x, 0), rowOf(x, static_cast<std::int64_t>(k))))
                < 1e-6);

    std::vector<double> mean(32);
    for (std::int64_t r = 0; r < 30; ++r)
        for (std::size_t c = 0; c < 32; ++c)
            mean[c] += rowOf(x, r)[c] / 30;
    const auto less = [&](std::int64_t row) {
        std::vector<double> values = rowOf(x, row);
        for (std::size_t c = 0; c < 32; ++c)
            values[c] -= mean[c];
        return values;
    };
    request.options.minusMeanRow = true;
    const auto centerd = viewOf<SimilarityData>(request, p);
    QVERIFY(centerd->a.kernel && !centerd->a.kernel->exact);
    for (std::int64_t r = 0; r < 30; ++r)
        QVERIFY(std::abs(centerd->a.row->values[static_cast<std::size_t>(r)] - cosine(less(7), less(r))) < 1e-5);
    request.row = 30; // outside
    QVERIFY(!viewOf<SimilarityData>(request, p)->a.row);
}

// Also where B's own periods are a hundred times shorter.
void TestSides::curvesOfBReachAsFar()
{
    const auto data = viewOf<CurvesData>(CurvesRequest{.dimensions = {4, 5}, .width = 300},
                                         Scene{.a = table(8, 5000), .b = table(128, 5000)});
    QCOMPARE(data->curves.size(), std::size_t{4});
    for (const CurvesData::Curve& curve : data->curves)
        QVERIFY(curve.positions.back() > 0.95 * data->visible.high);
}

// c(k) of both is a function of the distance, 1 at 0: so is their difference, 0 on the diagonal and near it. A sample
// of single cells was noise.
void TestSides::differenceOfSimilaritiesIsSmooth()
{
    SimilarityRequest request{.node = "position", .pictures = {}};
    request.pictures = {.a = {.width = 100, .height = 100}, .widthOfB = 100, .widthOfDifference = 100};
    for (const int width : {100, 101}) {
        request.pictures.widthOfDifference = width;
        const auto data = viewOf<SimilarityData>(request, Scene{.a = table(512, 5000), .b = table(256, 5000)});
        const Picture& difference = *data->pictures->difference;
        QCOMPARE(difference.width, width);
        for (int y = 0; y < 100; ++y) {
            for (int x = std::max(0, y - 3); x <= std::min(99, y + 3); ++x)
                QVERIFY(std::abs(difference.values(y, x)) < 0.02F);
        }
    }
}

QTEST_APPLESS_MAIN(TestSides)
#include "tst_sides.moc"
