// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for any set-up, tried with many at random (rapidcheck).
#include "analysis/spectrum.h"
#include "analysis/waves/pairs.h"
#include "field/matrixfield.h"
#include "pipeline/pipelinetesting.h"
#include "views/attention/scoreterms.h"
#include "views/dropout/dropout.h"
#include "views/dropout/histogram.h"
#include "views/measures/energy.h"
#include "views/measures/ratio.h"
#include "views/measures/spectrum.h"
#include "views/viewtesting.h"
#include "views/waves/wavelengths.h"

#include <rapidcheck.h>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace phasor;

namespace {

// Even widths, any base, layout, first position and scale.
Parameters anySetup()
{
    Parameters p;
    p.encoding.dModel = 2 * *rc::gen::inRange<std::int64_t>(1, 20);
    p.encoding.maxLen = *rc::gen::inRange<std::int64_t>(2, 60);
    p.random.seed = Seed{.bits = *rc::gen::inRange<std::uint64_t>(0, 1000)};
    p.sum.scale = *rc::gen::inRange(1, 400) / 16.0;
    p.dropout.p = *rc::gen::inRange(0, 101) / 100.0;
    setParameter(p, "base", static_cast<double>(*rc::gen::inRange(2, 20000)));
    setParameter(p, "layout", *rc::gen::element<std::string>("interleaved", "halves"));
    setParameter(p, "first-position", *rc::gen::inRange<std::int64_t>(0, 1000));
    return p;
}

void close(double a, double b, double relative)
{
    RC_ASSERT(std::abs(a - b) <= relative * std::max({1.0, std::abs(a), std::abs(b)}));
}

double total(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

DataTable anyTable()
{
    std::set<int> keys = *rc::gen::container<std::set<int>>(rc::gen::inRange(0, 30));
    std::vector<double> at(keys.begin(), keys.end());
    std::vector<double> values;
    for (std::size_t i = 0; i < at.size(); ++i)
        values.push_back(*rc::gen::inRange(-1000, 1000));
    DataTable table;
    table.add("x", std::move(at), kKey);
    table.add("y", std::move(values));
    return table;
}

} // namespace

class TestProperties : public QObject
{
    Q_OBJECT

private slots:
    void lengthsOfTheEncoding();
    void energies();
    void spectrum();
    void kernel();
    void pairs();
    void partsOfTables();
    void differences();
    void dropout();
};

// ‖PE(p)‖² = d/2 at every position; R and the angle follow from the lengths.
void TestProperties::lengthsOfTheEncoding()
{
    QVERIFY(rc::check("‖PE‖² = d/2", [] {
        const Parameters p = anySetup();
        const auto data = viewOf<RatioData>(RatioRequest{.width = 200}, p);
        for (std::size_t i = 0; i < data->a.positions.size(); ++i) {
            close(data->a.encoding[i] * data->a.encoding[i], static_cast<double>(p.encoding.dModel) / 2, 1e-6);
            close(data->a.ratio[i], data->a.scaled[i] / data->a.encoding[i], 1e-9);
            // The sum is a side of the triangle of the other two.
            RC_ASSERT(data->a.sum[i] <= data->a.scaled[i] + data->a.encoding[i] + 1e-6);
            RC_ASSERT(data->a.sum[i] >= std::abs(data->a.scaled[i] - data->a.encoding[i]) - 1e-6);
            RC_ASSERT(data->a.angle[i] >= 0 && data->a.angle[i] <= 180);
        }
    }));
}

// The energies of the dimensions are those of the rows, and no dimension varies by more than it has.
void TestProperties::energies()
{
    QVERIFY(rc::check("Σ energy = d/2", [] {
        const Parameters p = anySetup();
        const auto data = viewOf<EnergyData>(EnergyRequest{.width = 200}, p);
        close(total(data->a.position), static_cast<double>(p.encoding.dModel) / 2, 1e-6);
        for (std::size_t i = 0; i < data->a.position.size(); ++i)
            RC_ASSERT(data->a.varying[i] >= 0 && data->a.varying[i] <= data->a.position[i] + 1e-9);
    }));
}

void TestProperties::spectrum()
{
    QVERIFY(rc::check("Σ σ² = rows · d/2, 1 <= ranks <= smaller side", [] {
        const Parameters p = anySetup();
        const auto data = viewOf<SpectrumData>(SpectrumRequest{}, p);
        double squares = 0;
        for (std::size_t i = 0; i < data->a.singular.size(); ++i) {
            squares += data->a.singular[i] * data->a.singular[i];
            if (i > 0) // RC_ASSERT evaluates both sides of ||
                RC_ASSERT(data->a.singular[i] <= data->a.singular[i - 1]);
        }
        const auto rows = static_cast<double>(p.encoding.maxLen);
        close(squares, rows * static_cast<double>(p.encoding.dModel) / 2, 1e-5);
        const auto side = static_cast<double>(std::min(p.encoding.maxLen, p.encoding.dModel));
        RC_ASSERT(data->a.measures.has_value());
        for (const double rank : {data->a.measures->effectiveRank, data->a.measures->participationRatio})
            RC_ASSERT(rank >= 1 - 1e-9 && rank <= side * (1 + 1e-9));
        RC_ASSERT(data->a.constantShare.has_value());
        RC_ASSERT(*data->a.constantShare >= 0 && *data->a.constantShare <= 1 + 1e-9);
    }));
}

// PE(p) · PE(q) = (d/2) c(q − p).
void TestProperties::kernel()
{
    QVERIFY(rc::check("PE(p) · PE(q) = (d/2) c(q − p)", [] {
        const Parameters p = anySetup();
        const NodePtr position = made(p)->find("position");
        Matrix x;
        materialize(**position->field, whole(position->shape()), x);
        const auto a = *rc::gen::inRange<std::int64_t>(0, x.rows());
        const auto b = *rc::gen::inRange<std::int64_t>(0, x.rows());
        double dot = 0;
        for (std::int64_t c = 0; c < x.cols(); ++c)
            dot += static_cast<double>(x(a, c)) * static_cast<double>(x(b, c));
        const auto& waves = *position->find<PositionFacts>()->model->waves;
        close(dot, static_cast<double>(x.cols()) / 2 * similarityAt(waves.frequencies, std::abs(a - b)), 1e-5);
    }));
}

// Frozen pairs are dead, dead ones complete no period; with the largest base no pair is dead.
void TestProperties::pairs()
{
    QVERIFY(rc::check("frozen ⊂ dead", [] {
        Parameters p = anySetup();
        p.encoding.maxLen = *rc::gen::inRange<std::int64_t>(2, 100000);
        p.sentence.text = "a";
        const auto data = viewOf<WavelengthsData>(WavelengthsRequest{}, p);
        std::int64_t dead = 0;
        for (const PairFrequencies::Pair& pair : data->a.pairs) {
            const bool isDead = pair.life != PairLife::Turning;
            dead += isDead ? 1 : 0;
            RC_ASSERT(isDead == (pair.wavelength() > static_cast<double>(p.encoding.maxLen)));
        }
        RC_ASSERT(data->a.counts.dead == dead && data->a.counts.frozen <= dead);
        if (data->a.largestBase && std::isfinite(*data->a.largestBase) && *data->a.largestBase > 1) {
            setParameter(p, "base", *data->a.largestBase * 0.999);
            RC_ASSERT(viewOf<WavelengthsData>(WavelengthsRequest{}, p)->a.counts.dead == 0);
        }
    }));
}

// A part of a table has the numbers of the table there, and its laws.
void TestProperties::partsOfTables()
{
    QVERIFY(rc::check("a part is a part", [] {
        const Parameters p = anySetup();
        const NodePtr node = made(p)->find("position");
        const Shape shape = node->shape();
        const auto row = *rc::gen::inRange<std::int64_t>(0, shape.rows);
        const auto rows = *rc::gen::inRange<std::int64_t>(1, shape.rows - row + 1);
        const auto column = *rc::gen::inRange<std::int64_t>(0, shape.cols);
        const auto columns = *rc::gen::inRange<std::int64_t>(1, shape.cols - column + 1);
        const std::int64_t first = node->rows.first + row;
        const NodePtr part
            = restricted(node, {.positions = Span{first, first + rows}, .dimensions = Span{column, column + columns}})
                  .value();
        RC_ASSERT(part->shape() == (Shape{rows, columns}));
        Matrix all;
        Matrix some;
        materialize(**node->field, whole(shape), all);
        materialize(**part->field, whole(part->shape()), some);
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < columns; ++c)
                RC_ASSERT(some(r, c) == all(r + row, c + column));
        const auto& model = *part->find<PositionFacts>()->model;
        for (std::int64_t c = 0; c < columns && part != node; ++c) {
            const auto wave = model.table->wave(c);
            RC_ASSERT(wave && wave->frequency == model.waves->frequencies[static_cast<std::size_t>(wave->pair)]);
        }
    }));
}

// A − B is nothing of a table and itself, and has the other sign the other way round.
void TestProperties::differences()
{
    QVERIFY(rc::check("A − B = −(B − A)", [] {
        const DataTable a = anyTable();
        const DataTable b = anyTable();
        const DataTable ab = differenceOf(a, b);
        const DataTable ba = differenceOf(b, a);
        RC_ASSERT(ab.columns.size() == ba.columns.size());
        for (std::size_t c = 1; c < ab.columns.size(); ++c) {
            RC_ASSERT(ab.columns[c].values.size() == ab.columns[0].values.size());
            for (std::size_t i = 0; i < ab.columns[c].values.size(); ++i)
                RC_ASSERT(ab.columns[c].values[i] == -ba.columns[c].values[i]);
        }
        const DataTable none = differenceOf(a, a);
        for (std::size_t c = 1; c < none.columns.size(); ++c)
            for (const double value : none.columns[c].values)
                RC_ASSERT(value == 0);
    }));
}

// Shares add up, and what is kept is multiplied by 1/(1 − p).
void TestProperties::dropout()
{
    QVERIFY(rc::check("shares of pairs add up to 1", [] {
        const Parameters p = anySetup();
        const auto data = viewOf<HistogramData>(HistogramRequest{}, p);
        if (data->a.pairs) {
            const auto& shares = data->a.pairs->shares;
            const auto& expected = data->a.pairs->expected;
            close(shares[0] + shares[1] + shares[2], 1, 1e-9);
            close(expected[0] + expected[1] + expected[2], 1, 1e-9);
        }
        close(total(data->a.spread.input), 1, 1e-9);
        close(total(data->a.spread.output) + data->a.spread.zeros, 1, 1e-9);
        const double loss = static_cast<double>(p.encoding.dModel) * std::log10(p.dropout.p);
        if (p.dropout.p > 0)
            close(data->a.log10TokenLoss, loss, 1e-9);
    }));
}

QTEST_APPLESS_MAIN(TestProperties)
#include "tst_properties.moc"
