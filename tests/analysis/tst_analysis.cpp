// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/nearest.h"
#include "analysis/rows/norms.h"
#include "analysis/spectrum.h"
#include "analysis/waves/pairs.h"
#include "encodings/golden.h"
#include "field/matrixfield.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>

using namespace phasor;
using nlohmann::json;

class TestAnalysis : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void columnEnergies_data() { rows(); }
    void columnEnergies();
    void ranks_data() { rows(); }
    void ranks();
    void spectraThatAreUndefined();
    void closestTwo_data() { rows(); }
    void closestTwo();
    void pairCounts_data() { rows(); }
    void pairCounts();
    void publishedCounts_data();
    void publishedCounts();
    void publishedKernel();
    void rowNormsAreConstant();
    void cosines();
    void sineRanges();
    void basesThatSayNothing();
    void cosineSumsOfBillions();

private:
    void rows();
    json m_golden;
};

namespace {

EncodingSettings settingsOf(const json& c)
{
    return {.dModel = c["d_model"], .maxLen = c["max_len"], .base = c["base"], .firstPosition = c["first_position"]};
}

std::vector<double> frequenciesOf(const EncodingSettings& settings)
{
    return modelOf(settings).waves.value().frequencies;
}

std::vector<SineColumn> columnsOf(const PositionTable& encoding)
{
    std::vector<SineColumn> columns;
    for (std::int64_t j = 0; j < encoding.shape().cols; ++j) {
        const ColumnWave column = encoding.wave(j).value();
        columns.push_back({column.frequency, column.cosine ? 0.0 : -std::numbers::pi / 2, 1.0});
    }
    return columns;
}

bool close(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

} // namespace

void TestAnalysis::initTestCase()
{
    std::ifstream file(PHASOR_GOLDEN "/analysis/tables.json");
    m_golden = json::parse(file);
    QVERIFY(m_golden.size() >= 7);
}

void TestAnalysis::rows()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_golden.size(); ++i)
        QTest::addRow("%d x %d from %d", m_golden[i]["max_len"].get<int>(), m_golden[i]["d_model"].get<int>(),
                      m_golden[i]["first_position"].get<int>())
            << i;
}

void TestAnalysis::columnEnergies()
{
    QFETCH(std::size_t, index);
    const json& c = m_golden[index];
    const auto encoding = encodingOf(settingsOf(c));
    const ColumnEnergy energy = columnEnergy(*encoding, whole(encoding->shape()));
    const std::vector<SineColumn> columns = columnsOf(*encoding);
    const std::int64_t first = c["first_position"];
    const std::int64_t count = c["max_len"];
    const ColumnEnergy closed = sineEnergy(columns, first, count);
    for (std::size_t j = 0; j < columns.size(); ++j) {
        QVERIFY(close(energy.mean[j], c["mean"][j], 3e-8));
        QVERIFY(close(energy.meanSquare[j], c["mean_square"][j], 3e-8));
        QVERIFY(close(closed.mean[j], c["mean"][j], 1e-11));
        QVERIFY(close(closed.meanSquare[j], c["mean_square"][j], 1e-11));
    }
}

void TestAnalysis::ranks()
{
    QFETCH(std::size_t, index);
    const json& c = m_golden[index];
    const auto encoding = encodingOf(settingsOf(c));
    const auto matches = [&c](const std::optional<std::vector<double>>& singular) {
        const std::optional<SpectrumMeasures> of = singular ? measuresOf(*singular) : std::nullopt;
        // float32 cells add directions of about 1e-8 of the largest singular value
        return of && std::is_sorted(singular->rbegin(), singular->rend())
            && close(of->effectiveRank, c["effective_rank"], 2e-4)
            && close(of->participationRatio, c["participation_ratio"], 1e-6)
            && of->dimensions99 == c["dimensions_99"].get<std::int64_t>();
    };
    QVERIFY(matches(singularValues(*encoding, whole(encoding->shape()))));
    if (c["max_len"].get<int>() >= c["d_model"].get<int>())
        QVERIFY(matches(singularValues(columnsOf(*encoding), c["first_position"], c["max_len"])));
}

void TestAnalysis::spectraThatAreUndefined()
{
    QVERIFY(!measuresOf(std::vector<double>{0, 0}));
    QVERIFY(!measuresOf({}));
    const std::optional<SpectrumMeasures> one = measuresOf(std::vector<double>{3, 0});
    QVERIFY(one && one->effectiveRank == 1 && one->participationRatio == 1 && one->dimensions99 == 1);
    auto broken = std::make_shared<Matrix>(Shape{3, 2});
    std::fill_n(broken->data(), 6, 0.0F);
    broken->view().row(0)[0] = 3;
    broken->view().row(1)[1] = std::numeric_limits<float>::quiet_NaN();
    broken->view().row(2)[1] = 4;
    QCOMPARE(singularValues(MatrixField(broken, {-1, 1}), {0, 0, 3, 2}).value(), (std::vector<double>{4, 3}));
    std::fill_n(broken->data(), 6, std::numeric_limits<float>::infinity());
    QVERIFY(!singularValues(MatrixField(broken, {-1, 1}), {0, 0, 3, 2}));
    CancelToken cancel;
    cancel.cancel();
    const CancelScope scope(cancel);
    const auto encoding = encodingOf(settingsOf(m_golden[0]));
    QVERIFY(!singularValues(*encoding, whole(encoding->shape())));
}

void TestAnalysis::closestTwo()
{
    QFETCH(std::size_t, index);
    const json& c = m_golden[index];
    const EncodingSettings settings = settingsOf(c);
    const auto encoding = encodingOf(settings);
    const std::optional<ClosestRows> visited = closestRows(*encoding, std::int64_t{1} << 30);
    QVERIFY(visited && visited->checked == settings.maxLen && visited->first < visited->second);
    QVERIFY(close(visited->distance, c["closest_distance"], 1e-6));
    if (settings.dModel % 2 == 0) {
        const auto closed = closestRows(frequenciesOf(settings), settings.maxLen, std::int64_t{1} << 30);
        QVERIFY(closed && close(closed->distance, c["closest_distance"], 1e-12));
    }
    QCOMPARE(closestRows(*encoding, 0)->checked, 2); // two at least
    auto one = std::make_shared<Matrix>(Shape{1, 3});
    QVERIFY(!closestRows(MatrixField(one, {-1, 1}), 1000));
}

void TestAnalysis::pairCounts()
{
    QFETCH(std::size_t, index);
    const json& c = m_golden[index];
    const std::vector<double> frequencies = frequenciesOf(settingsOf(c));
    const std::vector<std::int64_t> lengths(frequencies.size(), c["max_len"]);
    const PairCounts counts = countPairs(frequencies, lengths);
    QCOMPARE(counts.pairs, (c["d_model"].get<std::int64_t>() + 1) / 2);
    QCOMPARE(counts.dead, c["dead_pairs"].get<std::int64_t>());
    QCOMPARE(counts.frozen, c["frozen_pairs"].get<std::int64_t>());
    const auto base = largestBaseWithoutDeadPairs(frequencies, lengths, c["base"]);
    QCOMPARE(base.has_value(), !c["largest_base_without_dead_pairs"].is_null());
    if (base)
        QVERIFY(close(*base, c["largest_base_without_dead_pairs"], 1e-12));
    const std::vector<double> kernel = similarityKernel(frequencies, static_cast<std::int64_t>(c["kernel"].size()));
    for (std::size_t k = 0; k < kernel.size(); ++k)
        QVERIFY(close(kernel[k], c["kernel"][k], 1e-12));
    const auto rise = firstRise(frequencies, std::min<std::int64_t>(c["max_len"].get<std::int64_t>(), 1024));
    QCOMPARE(rise.has_value(), !c["first_rise"].is_null());
    if (rise)
        QCOMPARE(*rise, c["first_rise"].get<std::int64_t>());
}

// Full periods and frozen pairs of 256 pairs at d = 512, as tabulated in the literature of the table.
void TestAnalysis::publishedCounts_data()
{
    QTest::addColumn<qint64>("maxLen");
    QTest::addColumn<qint64>("alive");
    QTest::addColumn<qint64>("frozen");
    QTest::newRow("50") << qint64{50} << qint64{58} << qint64{83};
    QTest::newRow("128") << qint64{128} << qint64{84} << qint64{57};
    QTest::newRow("512") << qint64{512} << qint64{123} << qint64{18};
    QTest::newRow("2048") << qint64{2048} << qint64{161} << qint64{0};
    QTest::newRow("5000") << qint64{5000} << qint64{186} << qint64{0};
}

void TestAnalysis::publishedCounts()
{
    QFETCH(qint64, maxLen);
    QFETCH(qint64, alive);
    QFETCH(qint64, frozen);
    const std::vector<double> frequencies = frequenciesOf({.maxLen = maxLen});
    const PairCounts counts = countPairs(frequencies, std::vector<std::int64_t>(frequencies.size(), maxLen));
    QCOMPARE(counts.pairs - counts.dead, std::int64_t{alive});
    QCOMPARE(counts.frozen, std::int64_t{frozen});
}

void TestAnalysis::publishedKernel()
{
    const std::vector<double> frequencies = frequenciesOf({});
    const std::vector<double> kernel = similarityKernel(frequencies, 5000);
    for (const auto& [k, value] :
         {std::pair{1, 0.973}, {5, 0.741}, {10, 0.679}, {100, 0.437}, {1000, 0.176}, {4999, -0.043}})
        QVERIFY2(std::abs(kernel[static_cast<std::size_t>(k)] - value) < 5.1e-4, std::to_string(k).c_str());
    QCOMPARE(*firstRise(frequencies, 5000), 44);
}

void TestAnalysis::rowNormsAreConstant()
{
    const auto encoding = encodingOf({.maxLen = 1000});
    for (const double norm : rowNorms(*encoding, whole(encoding->shape())))
        QVERIFY(std::abs(norm - 16) < 16 * 2e-7);
}

void TestAnalysis::cosines()
{
    const auto encoding = encodingOf({.dModel = 10, .maxLen = 7});
    const RowPairs same = rowPairs(*encoding, *encoding, whole(encoding->shape()));
    for (const double cosine : same.cosine)
        QVERIFY(std::abs(cosine - 1) < 1e-12);
}

void TestAnalysis::sineRanges()
{
    const auto check = [](double from, double to, double low, double high) {
        const Interval range = sineRange(from, to);
        return std::abs(range.low - low) < 1e-12 && std::abs(range.high - high) < 1e-12;
    };
    QVERIFY(check(0, 1, 0, std::sin(1.0)));
    QVERIFY(check(0, 2, 0, 1));
    QVERIFY(check(0, 100, -1, 1));
    QVERIFY(check(3, 4, std::sin(4.0), std::sin(3.0)));
    QVERIFY(check(4, 5, -1, std::max(std::sin(4.0), std::sin(5.0))));
}

// One pair turns whatever the base; two columns of 6 positions never do; a base of 1 has no exponents.
void TestAnalysis::basesThatSayNothing()
{
    const std::vector<double> one{1.0};
    const std::vector<std::int64_t> seven{7};
    const std::vector<std::int64_t> six{6};
    QCOMPARE(largestBaseWithoutDeadPairs(one, seven, 100).value(), std::numeric_limits<double>::infinity());
    QVERIFY(!largestBaseWithoutDeadPairs(one, six, 100));
    QVERIFY(!largestBaseWithoutDeadPairs(one, seven, 1));
    QVERIFY(!largestBaseWithoutDeadPairs(one, seven, 0));
}

void TestAnalysis::cosineSumsOfBillions()
{
    // Σ cos(2πk p) = n for whole k; Σ cos(π p) over an even number of positions is 0.
    QVERIFY(std::abs(turnSum(2 * std::numbers::pi, 0, 1'000'000).real() - 1e6) < 1);
    QVERIFY(std::abs(turnSum(std::numbers::pi, 0, 1'000'000).real()) < 1e-3);
    QCOMPARE(turnSum(0, 5, 2147483647).real(), 2147483647.0);
    // |Σ sin(p)| <= 1 / sin(1/2) however many
    QVERIFY(std::abs(turnSum(1, 0, 2147483647).imag()) <= 1 / std::sin(0.5));
}

QTEST_APPLESS_MAIN(TestAnalysis)
#include "tst_analysis.moc"
