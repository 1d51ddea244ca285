// SPDX-License-Identifier: GPL-3.0-or-later
// What a set-up means, in numbers: wavelengths and energies, beside their definitions, `stats` and NumPy.
#include "pipeline/pipelinetesting.h"
#include "views/dropout/dropout.h"
#include "views/measures/energy.h"
#include "views/measures/initializers.h"
#include "views/measures/measure.h"
#include "views/measures/ratio.h"
#include "views/measures/spectrum.h"
#include "views/strip.h"
#include "views/tables/curves.h"
#include "views/tables/heatmap.h"
#include "views/tables/similarity.h"
#include "views/viewtesting.h"
#include "views/waves/shift.h"
#include "views/waves/wavefacts.h"
#include "views/waves/wavelengths.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace phasor;
using Json = nlohmann::ordered_json;

namespace {

Parameters table(std::int64_t dModel, std::int64_t maxLen)
{
    Parameters p;
    p.encoding.dModel = dModel;
    p.encoding.maxLen = maxLen;
    return p;
}

std::shared_ptr<const WavelengthsData> wavelengths(const Parameters& p)
{
    return viewOf<WavelengthsData>(WavelengthsRequest{}, p);
}

std::shared_ptr<const EnergyData> energies(const Parameters& p, int width = 100000)
{
    return viewOf<EnergyData>(EnergyRequest{.width = width}, p);
}

} // namespace

class TestMeasures : public QObject
{
    Q_OBJECT

private slots:
    void deadPairs_data();
    void deadPairs();
    void theLargestBaseIsTheLargest_data();
    void theLargestBaseIsTheLargest();
    void theLargestBaseOfAPart();
    void tablesOfOneSeed();
    void tablesOfOneSeedInAText();
    void scaledFrequenciesHaveNoBase();
    void energiesAreThoseOfStats_data();
    void energiesAreThoseOfStats();
    void lastDimensionsAreConstant();
    void manyDimensionsShareAPoint();
    void besideEachOther();
    void nothingThere_data();
    void nothingThere();
    void manyRowsAreSampled();
    void spectraAreThoseOfStats_data();
    void spectraAreThoseOfStats();
    void firstEstimateOfASpectrum();
    void zerosHaveNoSpectrum();
    void sinesTurn_data();
    void sinesTurn();
    void otherTablesAreFitted();
    void oneRowGoesNowhere();
    void closestTwoAndFirstRise();
    void deadDimensions();
    void valuesThatAreNotFiniteAreLeftOut();
    void expectedRatioOfAFile();
    void publishedRatios_data();
    void publishedRatios();
    void stripSaysTheNormsOfStats();
    void firstRiseIsThatOfStats_data();
    void firstRiseIsThatOfStats();
    void closestRowsAreThoseOfStats();
    void meanRowOfASampledSpectrum();
    void droppedShareIsThatOfStats_data();
    void droppedShareIsThatOfStats();
};

// analyses.md 4.2, published for d = 512.
void TestMeasures::deadPairs_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("turning");
    QTest::addColumn<int>("frozen");
    QTest::newRow("50") << 50 << 58 << 83;
    QTest::newRow("128") << 128 << 84 << 57;
    QTest::newRow("512") << 512 << 123 << 18;
    QTest::newRow("2048") << 2048 << 161 << 0;
    QTest::newRow("5000") << 5000 << 186 << 0;
}

void TestMeasures::deadPairs()
{
    QFETCH(int, length);
    QFETCH(int, turning);
    QFETCH(int, frozen);
    const auto data = wavelengths(table(512, length));
    const PairWavelengths& a = data->a;
    QCOMPARE(std::ranges::count(a.pairs, PairLife::Turning, &PairFrequencies::Pair::life), turning);
    QCOMPARE(std::ranges::count(a.pairs, PairLife::Frozen, &PairFrequencies::Pair::life), frozen);
    QCOMPARE(a.counts.dead, 256 - turning);
    QCOMPARE(a.pairs[3].columns, (std::vector<std::int64_t>{6, 7}));
    for (const PairFrequencies::Pair& pair : a.pairs)
        QCOMPARE(pair.wavelength() > length, pair.life != PairLife::Turning);
}

void TestMeasures::theLargestBaseIsTheLargest_data()
{
    QTest::addColumn<Parameters>("p");
    QTest::newRow("sinusoidal") << table(512, 5000);
    QTest::newRow("odd width") << table(7, 100);
    Parameters p = table(64, 300);
    setParameter(p, "layout", std::string("tensor2tensor"));
    QTest::newRow("tensor2tensor") << p;
    setScheme(p.encoding, "rope");
    QTest::newRow("rope") << p;
}

// With that base no pair is dead, with one that is a thousandth larger some are.
void TestMeasures::theLargestBaseIsTheLargest()
{
    QFETCH(Parameters, p);
    const std::optional<double> base = wavelengths(p)->a.largestBase;
    QVERIFY(base && std::isfinite(*base));
    QCOMPARE(statsOf(p)["largest_base_without_dead_pairs"].get<double>(), *base);
    setParameter(p, "base", *base * (1 - 1e-12));
    QCOMPARE(wavelengths(p)->a.counts.dead, 0);
    setParameter(p, "base", *base * 1.001);
    QVERIFY(wavelengths(p)->a.counts.dead > 0);
}

// Of the positions that are looked at, as the dead pairs are.
void TestMeasures::theLargestBaseOfAPart()
{
    const Parameters p = table(32, 100);
    const Json part = statsOf(p, {.positions = Span{20, 70}});
    QVERIFY(part["dead_pairs"].get<int>() > 0);
    const double base = part["largest_base_without_dead_pairs"].get<double>();
    QCOMPARE(base, statsOf(table(32, 50))["largest_base_without_dead_pairs"].get<double>());
    QVERIFY(base < statsOf(p)["largest_base_without_dead_pairs"].get<double>());
}

// Two tables of one seed are said to be so.
void TestMeasures::tablesOfOneSeed()
{
    Parameters p = table(32, 50);
    setScheme(p.encoding, "learned");
    std::vector<Message> warnings;
    QVERIFY(statsResult(p, warnings).ok());
    QCOMPARE(warnings.size(), std::size_t{1});
    setParameter(p, "table-seed", Seed{.bits = 1});
    warnings.clear();
    QVERIFY(statsResult(p, warnings).ok());
    QVERIFY(warnings.empty());
}

// In a text it is the token's id that has a position's numbers: words that repeat, and padding of zeros, hide nothing.
void TestMeasures::tablesOfOneSeedInAText()
{
    Parameters p = table(32, 50);
    setScheme(p.encoding, "learned");
    p.sentence.text = "the cat saw the dog and the cat ran";
    p.sentence.seqLen = 16;
    p.embedding.paddingRow = 0;
    std::vector<Message> warnings;
    QVERIFY(statsResult(p, warnings).ok());
    QCOMPARE(warnings.size(), std::size_t{1});
    setParameter(p, "seed", Seed{.bits = 2});
    warnings.clear();
    QVERIFY(statsResult(p, warnings).ok());
    QVERIFY(warnings.empty());
}

void TestMeasures::scaledFrequenciesHaveNoBase()
{
    Parameters p = table(64, 300);
    setScheme(p.encoding, "rope");
    setParameter(p, "rope-scaling", std::string("ntk"));
    setParameter(p, "rope-factor", 4.0);
    QVERIFY(!wavelengths(p)->a.largestBase);
    QVERIFY(statsOf(p)["largest_base_without_dead_pairs"].is_null());
}

void TestMeasures::energiesAreThoseOfStats_data()
{
    QTest::addColumn<Parameters>("p");
    QTest::newRow("closed form") << table(64, 200);
    Parameters p = table(64, 200);
    setParameter(p, "precision", std::string("float32"));
    QTest::newRow("visited") << p;
    setScheme(p.encoding, "learned");
    QTest::newRow("learned") << p;
    Parameters words = table(7, 40);
    words.sentence.text = "the cat sat";
    QTest::newRow("words, odd width") << words;
}

void TestMeasures::energiesAreThoseOfStats()
{
    QFETCH(Parameters, p);
    const auto data = energies(p);
    const Json stats = statsOf(p);
    const auto same = [](const Json& a, const std::vector<double>& b) {
        if (a.size() != b.size())
            return false;
        for (std::size_t i = 0; i < b.size(); ++i) {
            if (std::abs(a[i].get<double>() - b[i]) > 1e-6 * std::max(1.0, b[i]))
                return false;
        }
        return true;
    };
    QVERIFY(same(stats["energy_by_dimension"]["scaled"], data->a.scaled));
    QVERIFY(same(stats["energy_by_dimension"]["position"], data->a.position));
    QVERIFY(same(stats["energy_by_dimension"]["position_varying"], data->a.varying));
    QCOMPARE(stats["constant_dimensions"].get<std::int64_t>(), data->a.constant);
    QVERIFY(!data->coarse && !data->a.sampled);
    QCOMPARE(data->a.embeddingDimensions.back(), static_cast<double>(p.encoding.dModel - 1));
}

// At 50 positions of 512 columns the last ones hold a constant as large as the first ones' waves: sines near 0,
// cosines near 1.
void TestMeasures::lastDimensionsAreConstant()
{
    const auto data = energies(table(512, 50));
    const EnergyCurves& a = data->a;
    QVERIFY(std::abs(a.meanPosition - 0.5) < 1e-6);
    QVERIFY(a.position[511] > 0.999 && a.varying[511] < 1e-9);
    QVERIFY(a.varying[0] > 0.4);
    QVERIFY(a.constant > 100 && a.constant < 300);
    // The share of the varying part is what the mean row leaves.
    const double share = 1 - a.meanVarying / a.meanPosition;
    QVERIFY(std::abs(share - statsOf(table(512, 50))["constant_share"].get<double>()) < 1e-6);
}

void TestMeasures::manyDimensionsShareAPoint()
{
    const auto all = energies(table(512, 100));
    const auto few = energies(table(512, 100), 64);
    QCOMPARE(few->a.position.size(), 128U); // a point of four sines, and one of four cosines
    const auto meanFrom = [&](std::size_t column) {
        const std::vector<double>& each = all->a.position;
        return (each[column] + each[column + 2] + each[column + 4] + each[column + 6]) / 4;
    };
    QVERIFY(std::abs(few->a.position[126] - meanFrom(504)) < 1e-12);
    QVERIFY(std::abs(few->a.position[127] - meanFrom(505)) < 1e-12);
    QVERIFY(!few->a.cosine[126] && few->a.cosine[127]);
    QCOMPARE(few->a.positionDimensions[0], 3.0);
    QCOMPARE(few->a.positionDimensions[1], 4.0);
    QCOMPARE(few->a.constant, all->a.constant);
}

void TestMeasures::besideEachOther()
{
    Parameters p = table(64, 100);
    p.sum.combine = Combine::Concatenate;
    const auto data = energies(p);
    QCOMPARE(data->a.larger, -1);
    QCOMPARE(data->a.scaled.size(), 48U);
    QCOMPARE(data->a.positionDimensions.front(), 48.0);
    QCOMPARE(data->columns.count, 64);
}

void TestMeasures::nothingThere_data()
{
    QTest::addColumn<Parameters>("p");
    QTest::newRow("one position, one dimension") << table(1, 1);
    Parameters zero = table(8, 5);
    zero.sum.scale = 0.0;
    QTest::newRow("no embedding") << zero;
    Parameters lost = table(8, 5);
    lost.dropout.p = 1;
    QTest::newRow("p = 1") << lost;
}

void TestMeasures::nothingThere()
{
    QFETCH(Parameters, p);
    const auto energy = energies(p);
    QVERIFY(std::isfinite(energy->a.meanPosition) && std::isfinite(energy->a.meanScaled));
    QCOMPARE(energy->a.undefined, 0);
    QCOMPARE(wavelengths(p)->a.counts.pairs, (p.encoding.dModel + 1) / 2);
}

// While something moves a few rows stand for all, and what stands still is exact.
void TestMeasures::manyRowsAreSampled()
{
    const Parameters p = table(512, 8000);
    const auto quick = viewOf<EnergyData>(EnergyRequest{.width = 600}, p, Effort::Frame);
    QVERIFY(quick->coarse && quick->a.sampled);
    const auto exact = energies(p, 600);
    QVERIFY(!exact->coarse);
    QVERIFY(std::abs(quick->a.meanScaled / exact->a.meanScaled - 1) < 0.01);
    QCOMPARE(quick->a.position, exact->a.position); // has a closed form
}

// analyses.md 4.4.
void TestMeasures::spectraAreThoseOfStats_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("length");
    QTest::addColumn<double>("rank");
    QTest::addColumn<double>("ratio");
    QTest::addColumn<int>("most");
    QTest::newRow("512, 50") << 512 << 50 << 13.3 << 2.1 << 16;
    QTest::newRow("512, 512") << 512 << 512 << 92.9 << 5.2 << 109;
    QTest::newRow("128, 2048") << 128 << 2048 << 63.1 << 11.5 << 67;
}

void TestMeasures::spectraAreThoseOfStats()
{
    QFETCH(int, width);
    QFETCH(int, length);
    QFETCH(double, rank);
    QFETCH(double, ratio);
    QFETCH(int, most);
    Parameters p = table(width, length);
    p.sentence.text = "a";
    const auto data = viewOf<SpectrumData>(SpectrumRequest{}, p);
    const SpectrumMeasures of = data->a.measures.value();
    QVERIFY(std::abs(of.effectiveRank - rank) < 0.05);
    QVERIFY(std::abs(of.participationRatio - ratio) < 0.05);
    QCOMPARE(of.dimensions99, most);
    const Json stats = statsOf(p);
    QVERIFY(std::abs(stats["effective_rank"].get<double>() - of.effectiveRank) < 1e-3);
    QVERIFY(std::abs(stats["participation_ratio"].get<double>() - of.participationRatio) < 1e-5);
    QCOMPARE(stats["dimensions_99"].get<std::int64_t>(), of.dimensions99);
    QVERIFY(std::abs(stats["constant_share"].get<double>() - data->a.constantShare.value()) < 1e-6);
}

// Of a table that is too large for a frame: some rows first, then all.
void TestMeasures::firstEstimateOfASpectrum()
{
    Parameters p = table(256, 5000);
    p.embedding.source = "tensor2tensor";
    const auto quick = viewOf<SpectrumData>(SpectrumRequest{.node = "sum"}, p, Effort::Frame);
    QVERIFY(quick->coarse && quick->a.sampled());
    QCOMPARE(quick->a.singular.size(), 96U);
    const auto exact = viewOf<SpectrumData>(SpectrumRequest{.node = "sum"}, p);
    QVERIFY(!exact->coarse && !exact->a.sampled());
    QCOMPARE(exact->a.singular.size(), 256U);
    QVERIFY(std::abs(quick->a.singular[0] / exact->a.singular[0] - 1) < 0.05);
    QVERIFY(!quick->a.constantShare && exact->a.constantShare); // 96 rows would have a mean row of their own
}

void TestMeasures::zerosHaveNoSpectrum()
{
    Parameters p = table(8, 20);
    p.sum.scale = 0.0;
    const auto data = viewOf<SpectrumData>(SpectrumRequest{.node = "scaled"}, p);
    QCOMPARE(data->a.node, NodeId("scaled"));
    QVERIFY(!data->a.measures && !data->a.constantShare);
}

void TestMeasures::sinesTurn_data()
{
    QTest::addColumn<Parameters>("p");
    Parameters p = table(64, 300);
    p.sentence.text = "a";
    QTest::newRow("interleaved") << p;
    setParameter(p, "layout", std::string("halves"));
    QTest::newRow("halves") << p;
    setParameter(p, "layout", std::string("tensor2tensor"));
    QTest::newRow("tensor2tensor") << p;
    setScheme(p.encoding, "rope");
    QTest::newRow("rope") << p;
}

// PE(p + k) = T PE(p) at every p, and T is orthogonal.
void TestMeasures::sinesTurn()
{
    QFETCH(Parameters, p);
    for (const std::int64_t k : {1, 7, 299, 5000}) {
        const auto data = viewOf<ShiftData>(
            ShiftRequest{.options = {.k = k},
                         .pictures = {.a = {.width = 64, .height = 64, .reduction = Reduction::Nearest}}},
            p);
        QCOMPARE(data->a.k, std::min<std::int64_t>(k, 299));
        QVERIFY(!data->a.fitted && !data->coarse);
        QVERIFY(data->a.greatest < 2e-6 && data->a.length > 1);
    }
    QVERIFY(statsOf(p)["shift_residual"].is_null() == (p.encoding.scheme == "rope"));
}

void TestMeasures::otherTablesAreFitted()
{
    Parameters p = table(32, 400);
    p.sentence.text = "a";
    setScheme(p.encoding, "learned");
    const ShiftRequest request{.pictures = {.a = {.width = 32, .height = 32}}};
    const auto data = viewOf<ShiftData>(request, p);
    QVERIFY(data->a.fitted && !data->a.alwaysFits);
    // Rows drawn one by one know nothing of each other: hardly anything of them is explained.
    QVERIFY(data->a.greatest > 0.5 * data->a.length);
    QVERIFY(statsOf(p)["shift_residual"].get<double>() > 0.5);
    p.encoding.maxLen = 20;
    QVERIFY(viewOf<ShiftData>(request, p)->a.alwaysFits);
    p.encoding.maxLen = 3000;
    p.encoding.dModel = 256;
    const auto quick = viewOf<ShiftData>(request, p, Effort::Frame);
    QVERIFY(quick->coarse && quick->a.waiting);
}

void TestMeasures::oneRowGoesNowhere()
{
    Parameters p = table(8, 1);
    const auto data = viewResult(ShiftRequest{.pictures = {.a = {.width = 8, .height = 8}}}, p);
    QVERIFY(!data.ok());
    QCOMPARE(english(data.error().where), std::string("--max-len"));
    QVERIFY(statsOf(p)["shift_residual"].is_null());
}

// analyses.md 4.1 and 4.12: neighbors are the closest, 3.71 apart; the similarity rises first at 44.
void TestMeasures::closestTwoAndFirstRise()
{
    Parameters p = table(512, 5000);
    p.sentence.text = "a";
    const SimilarityRequest request{.pictures = {.a = {.width = 50, .height = 50}}};
    const auto data = viewOf<SimilarityData>(request, p, Effort::Frame);
    QVERIFY(data->closest && std::abs(data->closest->distance - 3.71) < 0.005);
    QCOMPARE(data->closest->second - data->closest->first, 1);
    QVERIFY(data->a.kernel && data->a.kernel->exact);
    QCOMPARE(data->a.kernel->firstRise, std::optional<std::int64_t>(44));
    const Json stats = statsOf(p);
    QVERIFY(std::abs(stats["closest_distance"].get<double>() - data->closest->distance) < 1e-9);
    setScheme(p.encoding, "learned");
    p.encoding.maxLen = 50;
    const auto learned = viewOf<SimilarityData>(request, p);
    QVERIFY(learned->closest && learned->a.kernel && !learned->a.kernel->firstRise && learned->closest->checked == 50);
}

// 58 of 256 pairs turn within 50 positions: interleaved the others are one run, with halves they are two. 83 are
// frozen.
void TestMeasures::deadDimensions()
{
    Parameters p = table(512, 50);
    const auto of = [&p](const NodeId& node) {
        return viewOf<HeatmapData>(HeatmapRequest{.node = node, .pictures = {.a = {.width = 512, .height = 50}}}, p)
            ->dead;
    };
    const auto is = [](const std::vector<Span>& runs, std::vector<std::pair<std::int64_t, std::int64_t>> want) {
        std::vector<std::pair<std::int64_t, std::int64_t>> got;
        for (const Span run : runs)
            got.emplace_back(run.begin, run.end);
        return got == want;
    };
    QVERIFY(is(of("position")->dead, {{116, 512}}));
    QVERIFY(is(of("position")->frozen, {{346, 512}}));
    QVERIFY(is(of("sum")->dead, {{116, 512}}));
    QVERIFY(of("embedding") == nullptr && of("mask") == nullptr);
    // A longer table, of which only the rows of 50 tokens are shown: only near-constant ones are marked.
    Parameters longer = table(512, 5000);
    longer.sentence.seqLen = 50;
    const auto shown = viewOf<HeatmapData>(HeatmapRequest{.node = "position",
                                                          .options = {.tokenRows = true},
                                                          .pictures = {.a = {.width = 512, .height = 50}}},
                                           longer);
    QCOMPARE(shown->tokenRows->high, 50.0);
    QCOMPARE(shown->pairsOfTokens.frozen, std::int64_t{83});
    QVERIFY(is(shown->dead->frozen, {{346, 512}}) && is(shown->dead->dead, {{346, 512}}));
    // The same in every view with an axis of dimensions.
    QVERIFY(is(viewOf<EnergyData>(EnergyRequest{.width = 512}, p)->dead->dead, {{116, 512}}));
    QVERIFY(is(viewOf<ShiftData>(ShiftRequest{}, p)->dead->dead, {{116, 512}}));
    QVERIFY(
        is(viewOf<DropoutData>(DropoutRequest{.picture = {.width = 64, .height = 50}}, p)->dead->frozen, {{346, 512}}));
    const auto curves = viewOf<CurvesData>(CurvesRequest{.dimensions = {0, 115, 116, 346}, .width = 50}, p);
    std::vector<PairLife> lives;
    for (const CurvesData::Curve& curve : curves->curves)
        lives.push_back(curve.life);
    QVERIFY((lives == std::vector{PairLife::Turning, PairLife::Turning, PairLife::Dead, PairLife::Frozen}));
    setParameter(p, "layout", std::string("halves"));
    QVERIFY(is(of("position")->dead, {{58, 256}, {314, 512}}));
    setScheme(p.encoding, "learned");
    QVERIFY(of("position") == nullptr);
}

// analyses.md 5: R beside a sinusoidal encoding, d = 512.
namespace {

// A .npy of float32 with rows of 8 columns.
void writeRows(const QString& name, const std::vector<float>& values)
{
    QByteArray header
        = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + QByteArray::number(values.size() / 8) + ", 8), }";
    header.append(QByteArray((64 - (10 + header.size() + 1) % 64) % 64, ' ')).append('\n');
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("\x93NUMPY\x01\x00", 8));
    const auto size = static_cast<std::uint16_t>(header.size());
    file.write(reinterpret_cast<const char*>(&size), 2);
    file.write(header);
    file.write(reinterpret_cast<const char*>(values.data()), static_cast<qint64>(4 * values.size()));
}

Parameters fromFile(const QString& name)
{
    Parameters p = table(8, 100);
    p.embedding.source = "file:" + name.toStdString();
    p.sentence.seqLen = 12;
    p.sentence.vocab = 12;
    p.attention.heads = 1;
    return p;
}

} // namespace

// A NaN in row 1, an infinity in row 4. The numbers are NumPy's, of the other rows.
void TestMeasures::valuesThatAreNotFiniteAreLeftOut()
{
    const QTemporaryDir folder;
    std::vector<float> values;
    for (int i = 0; i < 12 * 8; ++i)
        values.push_back(static_cast<float>((i * i * 7 + 3 * i) % 23 - 11) / 8);
    values[8 + 3] = std::numeric_limits<float>::quiet_NaN();
    values[4 * 8] = std::numeric_limits<float>::infinity();
    writeRows(folder.filePath("e.npy"), values);
    const Parameters p = fromFile(folder.filePath("e.npy"));
    const Json stats = statsOf(p);
    const auto isNear = [](const Json& number, double expected) {
        return number.is_number() && std::abs(number.get<double>() / expected - 1) < 1e-5;
    };
    QCOMPARE(stats["left_out_rows"].get<int>(), 2);
    QVERIFY(isNear(stats["embedding_norm"], 2.3545828721));
    QVERIFY(isNear(stats["scaled_norm"], 6.6597659367));
    QVERIFY(isNear(stats["ratio"], 3.3298829634));
    QVERIFY(isNear(stats["angle_degrees"], 16.9520386947));
    const std::array<double, 8> energies{6.8374997196, 3.5749998966, 5.2624997714, 4.7624998307,
                                         5.3749997928, 6.7499997289, 6.3249998004, 6.5124997497};
    for (std::size_t i = 0; i < energies.size(); ++i)
        QVERIFY(isNear(stats["energy_by_dimension"]["scaled"][i], energies[i]));
    QVERIFY(isNear(stats["score_terms"]["cc"], 5.1088849790));
    QVERIFY(isNear(stats["score_terms"]["cp"], 1.4098919632));
    QVERIFY(isNear(stats["overlap"]["measured"], 0.8743600837)); // of 7 directions each
    const auto spectrum = viewOf<SpectrumData>(SpectrumRequest{.node = "scaled"}, p);
    QVERIFY(std::abs(spectrum->a.measures->effectiveRank / 7.1383402959 - 1) < 1e-5);
    QCOMPARE(spectrum->notFinite, (std::vector<std::int64_t>{2}));
    const auto ratio = viewOf<RatioData>(RatioRequest{.width = 600}, p);
    QCOMPARE(ratio->notFinite, (std::vector<std::int64_t>{2}));
    QVERIFY(std::isnan(ratio->a.embedding[1]) && std::isnan(ratio->a.sum[4]) && std::isnan(ratio->a.output.numbers[4]));
    QVERIFY(std::abs(ratio->a.meanRatio.value / 3.3298829634 - 1) < 1e-5);
    const auto heatmap
        = viewOf<HeatmapData>(HeatmapRequest{.node = "embedding", .pictures = {.a = {.width = 8, .height = 12}}}, p);
    QCOMPARE(heatmap->notFinite, (std::vector<std::int64_t>{2}));
    QVERIFY(std::isnan(heatmap->picture.values(4, 0)) && std::isfinite(heatmap->picture.range.high));
    // The same file as the encoding: eight pairs of rows have both finite (NumPy's lstsq).
    Parameters learned = table(8, 12);
    setScheme(learned.encoding, "learned");
    setParameter(learned, "table", "file:" + folder.filePath("e.npy").toStdString());
    const auto shift = viewOf<ShiftData>(ShiftRequest{}, learned);
    QCOMPARE(shift->notFinite, (std::vector<std::int64_t>{2}));
    QVERIFY(shift->a.fitted && shift->a.alwaysFits && std::isfinite(shift->a.greatest));
    QCOMPARE(shift->a.positions, (std::vector<double>{2, 5, 6, 7, 8, 9, 10}));
    // Without a finite row, energy and its part that varies are undefined, not zero.
    for (std::size_t row = 0; row < 12; ++row)
        values[row * 8] = std::numeric_limits<float>::quiet_NaN();
    writeRows(folder.filePath("none.npy"), values);
    setParameter(learned, "table", "file:" + folder.filePath("none.npy").toStdString());
    const Json none = statsOf(learned)["energy_by_dimension"];
    QVERIFY(none["position"][0].is_null() && none["position_varying"][0].is_null());
    // Nothing is left out of the encoding.
    QCOMPARE(viewOf<SpectrumData>(SpectrumRequest{.node = "position"}, p)->notFinite, (std::vector<std::int64_t>{0}));
}

// Encodings as E: rows of norm √(8/2), s = √8. About the mean they deviate by less.
void TestMeasures::expectedRatioOfAFile()
{
    const QTemporaryDir folder;
    std::vector<float> values;
    for (int p = 0; p < 12; ++p)
        for (int i = 0; i < 4; ++i)
            for (const double phase : {0.0, std::numbers::pi / 2})
                values.push_back(static_cast<float>(std::sin(p * std::pow(10000.0, -i / 4.0) + phase)));
    writeRows(folder.filePath("pe.npy"), values);
    const Parameters p = fromFile(folder.filePath("pe.npy"));
    const auto ratio = viewOf<RatioData>(RatioRequest{.width = 600}, p);
    QVERIFY(std::abs(*ratio->a.expectedRatio / std::sqrt(8.0) - 1) < 1e-6);
    QVERIFY(std::abs(ratio->a.meanRatio.value / std::sqrt(8.0) - 1) < 1e-6);
    QVERIFY(std::abs(viewOf<InitializersData>(InitializersRequest{}, p)->a.ratio / std::sqrt(8.0) - 1) < 1e-6);
    // √2 · √6 · 2.34996400747 / √6
    const auto narrow = viewOf<RatioData>(RatioRequest{.width = 600}, table(6, 100));
    QVERIFY(std::abs(*narrow->a.expectedRatio / 3.32335096 - 1) < 1e-6);
}

void TestMeasures::publishedRatios_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<double>("scaled");
    QTest::addColumn<double>("unscaled");
    QTest::newRow("normal") << QByteArray("normal") << 32.0 << 1.414;
    QTest::newRow("tensor2tensor") << QByteArray("tensor2tensor") << 1.414 << 0.0625;
    QTest::newRow("gpt2") << QByteArray("gpt2") << 0.640 << 0.0283;
    QTest::newRow("bert") << QByteArray("bert") << 0.0249 * 22.627 << 0.0249;
    QTest::newRow("keras") << QByteArray("keras") << 0.924 << 0.041;
    QTest::newRow("xavier-uniform") << QByteArray("xavier-uniform") << 0.234 << 0.234 / 22.627;
}

void TestMeasures::publishedRatios()
{
    QFETCH(QByteArray, id);
    QFETCH(double, scaled);
    QFETCH(double, unscaled);
    Parameters p = table(512, 50);
    p.sentence.text = "a";
    p.sentence.vocab = 37000;
    p.embedding.source = "gpt2";
    const auto data = viewOf<InitializersData>(InitializersRequest{}, p);
    const auto row = std::find_if(data->a.rows.begin(), data->a.rows.end(),
                                  [&](const RatioOfInitializer& one) { return one.id == id.toStdString(); });
    QVERIFY(row != data->a.rows.end());
    QVERIFY(std::abs(row->scaled / scaled - 1) < 0.01);
    QVERIFY(std::abs(row->unscaled / unscaled - 1) < 0.02);
    QCOMPARE(row->current, id == "gpt2");
    QVERIFY(std::abs(data->a.ratio / 0.640 - 1) < 0.01); // as it stands, × √512
    const Json stats = statsOf(p)["ratio_by_initializer"];
    QCOMPARE(stats.size(), data->a.rows.size());
    QCOMPARE(stats[3]["ratio_scaled"].get<double>(), data->a.rows[3].scaled);
}

// A box of the strip says what `stats` says; of a longer table a frame says fewer digits.
void TestMeasures::stripSaysTheNormsOfStats()
{
    const auto normsOf = [](const Parameters& p, Effort effort) {
        const auto data = viewOf<StripData>(StripRequest{.width = 64, .height = 48}, p, effort);
        std::map<std::string, Estimate> norms;
        for (const StripData::Thumbnail& thumbnail : data->thumbnails)
            norms[thumbnail.node->id] = thumbnail.norm;
        return std::pair(norms, data->coarse);
    };
    for (const std::int64_t rows : {200, 3000}) {
        const Parameters p = table(64, rows);
        const Json stats = statsOf(p);
        for (const Effort effort : {Effort::Still, Effort::Frame}) {
            auto [norms, coarse] = normsOf(p, effort);
            const bool exact = effort == Effort::Still || rows == 200;
            QVERIFY(coarse || exact);
            const std::pair<const char*, const char*> kinds[]
                = {{"embedding", "embedding_norm"}, {"scaled", "scaled_norm"}, {"position", "position_norm"}};
            for (const auto& [node, key] : kinds) {
                const double all = stats[key].get<double>();
                QCOMPARE(norms[node].error > 0, !exact);
                QVERIFY(exact ? norms[node].value == all : std::abs(norms[node].value / all - 1) < 0.02);
            }
        }
        // So does Scale, where a point is one row or two.
        const std::vector<Estimate> means = viewOf<RatioData>(RatioRequest{.width = 350}, p)->a.meanNorms;
        QCOMPARE(means[1].value, stats["scaled_norm"].get<double>());
        QCOMPARE(means[4], normsOf(p, Effort::Still).first["output"]);
    }
}

void TestMeasures::firstRiseIsThatOfStats_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("base");
    QTest::addColumn<int>("rise");
    QTest::newRow("base 10000") << 4096 << 1e4 << 245;
    QTest::newRow("base 100") << 16384 << 1e2 << 32;
}

void TestMeasures::firstRiseIsThatOfStats()
{
    QFETCH(int, width);
    QFETCH(double, base);
    QFETCH(int, rise);
    Parameters p = table(width, 600);
    p.attention.heads = 1;
    p.sentence.text = "a";
    setParameter(p, "base", base);
    const SimilarityRequest request{.pictures = {.a = {.width = 20, .height = 20}}};
    const auto still = viewOf<SimilarityData>(request, p);
    QCOMPARE(still->a.kernel->firstRise, std::optional<std::int64_t>(rise));
    QCOMPARE(statsOf(p, {}, {"first_rise"})["first_rise"].get<int>(), rise);
    const auto frame = viewOf<SimilarityData>(request, p, Effort::Frame);
    QVERIFY(!frame->a.kernel->firstRise && frame->a.kernel->searched <= rise && frame->coarse);
}

void TestMeasures::closestRowsAreThoseOfStats()
{
    Parameters p = table(2048, 1500);
    setScheme(p.encoding, "learned");
    p.sentence.text = "a";
    const auto data = viewOf<SimilarityData>(SimilarityRequest{.pictures = {.a = {.width = 20, .height = 20}}}, p);
    QCOMPARE(data->closest->checked, 1500);
    QCOMPARE(statsOf(p, {}, {"closest_distance"})["closest_distance"].get<double>(), data->closest->distance);
}

// The spectrum of 2,100 dimensions is that of 1,024 rows, but their mean row is not that of all rows.
void TestMeasures::meanRowOfASampledSpectrum()
{
    Parameters p = table(2100, 2100);
    p.attention.heads = 1;
    setScheme(p.encoding, "learned");
    p.sentence.text = "a";
    const auto data = viewOf<SpectrumData>(SpectrumRequest{}, p);
    QVERIFY(data->a.sampled());
    QCOMPARE(statsOf(p, {}, {"constant_share"})["constant_share"].get<double>(), data->a.constantShare.value());
}

void TestMeasures::droppedShareIsThatOfStats_data()
{
    QTest::addColumn<int>("reduction");
    QTest::newRow("smooth") << static_cast<int>(Reduction::Smooth);
    QTest::newRow("nearest") << static_cast<int>(Reduction::Nearest);
}

// Cells are counted, however many of them a pixel has, and whatever it shows of them.
void TestMeasures::droppedShareIsThatOfStats()
{
    QFETCH(int, reduction);
    const Parameters p = table(512, 300);
    HeatmapRequest request{.node = "mask", .pictures = {.a = {.width = 200, .height = 190}}};
    request.pictures.a.reduction = static_cast<Reduction>(reduction);
    const double share = statsOf(p)["dropped_fraction"].get<double>();
    const auto data = viewOf<HeatmapData>(request, p);
    QCOMPARE(data->dropped.value(), Estimate(share));
    QCOMPARE(viewOf<DropoutData>(DropoutRequest{.picture = {.width = 200, .height = 190}}, p)->a.dropped,
             Estimate(share));
    const auto frame = viewOf<HeatmapData>(request, p, Effort::Frame);
    QVERIFY(frame->coarse && std::abs(frame->dropped->value - share) < frame->dropped->error);
}

QTEST_GUILESS_MAIN(TestMeasures)
#include "tst_measures.moc"
