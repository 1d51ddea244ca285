// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/shiftfit.h"
#include "field/matrixfield.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>

using namespace phasor;
using nlohmann::json;

class TestShift : public QObject
{
    Q_OBJECT

private slots:
    void fitIsNumpys();
    void whatCannotBeFitted();
    void rowsThatAreNotFiniteAreLeftOut();
    void pairsAsAField();
};

namespace {

FieldPtr fieldOf(const json& rows)
{
    auto matrix = std::make_shared<Matrix>(
        Shape{static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(rows[0].size())});
    for (std::int64_t r = 0; r < matrix->rows(); ++r)
        for (std::int64_t c = 0; c < matrix->cols(); ++c)
            matrix->view()(r, c) = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)].get<float>();
    return std::make_shared<MatrixField>(matrix, Interval{-9, 9});
}

} // namespace

void TestShift::fitIsNumpys()
{
    std::ifstream file(PHASOR_GOLDEN "/analysis/shift.json");
    const json golden = json::parse(file);
    QCOMPARE(golden.size(), 4U);
    for (const json& c : golden) {
        const FieldPtr table = fieldOf(c["table"]);
        const std::int64_t k = c["k"];
        const Span rows{0, table->shape().rows};
        std::optional<FittedShift> fit = fittedShift(*table, rows, k);
        QVERIFY(fit);
        QCOMPARE(std::ssize(fit->rows), rows.size() - k);
        const auto map = std::make_shared<const Matrix>(std::move(fit->map));
        for (std::int64_t r = 0; r < map->rows(); ++r)
            for (std::int64_t j = 0; j < map->cols(); ++j)
                QVERIFY(std::abs(static_cast<double>(map->view()(r, j))
                                 - c["shift"][static_cast<std::size_t>(r)][static_cast<std::size_t>(j)].get<double>())
                        < 1e-6);
        std::vector<std::int64_t> positions;
        for (std::int64_t p = 0; p < rows.size() - k; ++p)
            positions.push_back(p);
        const std::vector<double> residuals = shiftResiduals(*table, MatrixField(map, {-9, 9}), positions, k);
        for (std::size_t p = 0; p < residuals.size(); ++p)
            QVERIFY(std::abs(residuals[p] - c["residual"][p].get<double>()) < 1e-5);
    }
}

void TestShift::whatCannotBeFitted()
{
    const FieldPtr two = fieldOf(json{{1.0, 2.0}, {3.0, 4.0}});
    QVERIFY(!fittedShift(*two, {0, 2}, 2)); // no row has one so far behind it
    auto broken = std::make_shared<Matrix>(Shape{2, 1});
    broken->view()(0, 0) = 1;
    broken->view()(1, 0) = std::nanf("");
    QVERIFY(!fittedShift(MatrixField(broken, {-1, 1}), {0, 2}, 1));
}

// Rows on a circle, turned by 0.3 from one to the next. A row that is not finite takes its two pairs with it.
void TestShift::rowsThatAreNotFiniteAreLeftOut()
{
    auto circle = std::make_shared<Matrix>(Shape{20, 2});
    for (std::int64_t p = 0; p < 20; ++p) {
        circle->view()(p, 0) = static_cast<float>(std::cos(0.3 * static_cast<double>(p)));
        circle->view()(p, 1) = static_cast<float>(std::sin(0.3 * static_cast<double>(p)));
    }
    circle->view()(4, 1) = std::nanf("");
    circle->view()(19, 0) = std::numeric_limits<float>::infinity();
    const std::optional<FittedShift> fit = fittedShift(MatrixField(circle, {-1, 1}), {0, 20}, 1);
    QVERIFY(fit);
    QCOMPARE(std::ssize(fit->rows), std::int64_t{19 - 2 - 1});
    const double want[2][2] = {{std::cos(0.3), -std::sin(0.3)}, {std::sin(0.3), std::cos(0.3)}};
    for (std::int64_t r = 0; r < 2; ++r)
        for (std::int64_t c = 0; c < 2; ++c)
            QVERIFY(std::abs(static_cast<double>(fit->map.view()(r, c)) - want[r][c]) < 1e-6);
}

// Cells, and the means of any blocks, as those of the matrix written out.
void TestShift::pairsAsAField()
{
    const FieldPtr pairs = pairwiseShift({{2, 0.5, 0.25}, {-1, 1, 0}, {0, 0.5, -0.25}});
    const json want{{0.5, 0.0, 0.25}, {0.0, 1.0, 0.0}, {-0.25, 0.0, 0.5}};
    Matrix cells;
    materialize(*pairs, whole(pairs->shape()), cells);
    for (std::int64_t r = 0; r < 3; ++r)
        for (std::int64_t c = 0; c < 3; ++c)
            QCOMPARE(static_cast<double>(cells.view()(r, c)),
                     want[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)].get<double>());
    const std::vector<Span> blocks{{1, 3}, {0, 2}, {2, 3}};
    Matrix means(Shape{3, 3});
    pairs->means()->blockMeans(blocks, blocks, means.view());
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            double total = 0;
            for (std::int64_t r = blocks[i].begin; r < blocks[i].end; ++r)
                for (std::int64_t c = blocks[j].begin; c < blocks[j].end; ++c)
                    total += static_cast<double>(cells.view()(r, c));
            QCOMPARE(static_cast<double>(means.view()(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j))),
                     total / static_cast<double>(blocks[i].size() * blocks[j].size()));
        }
    }
}

QTEST_GUILESS_MAIN(TestShift)
#include "tst_shift.moc"
