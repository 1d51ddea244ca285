// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/nearest.h"
#include "analysis/spectrum.h"
#include "field/matrixfield.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>

using namespace phasor;

// What the next layer can read: nearest rows, terms of the score, overlap of subspaces, against NumPy.
class TestQuestions : public QObject
{
    Q_OBJECT

private slots:
    void nearestRows_data();
    void nearestRows();
    void nearInAllButOneColumn();
    void equallyNear();
    void rowsWithoutNumbers();
    void spreads_data();
    void spreads();
    void overlaps_data();
    void overlaps();
    void overlapsOfKnownSpaces();
    void overlapOfNothing();
    void directionsOfFew_data();
    void directionsOfFew();
    void directionsOfSines();
};

namespace {

// As make_questions.py makes it.
Matrix table(std::int64_t rows, std::int64_t cols, std::uint64_t seed, std::int64_t most)
{
    Matrix values(Shape{rows, cols});
    std::uint64_t state = seed;
    for (std::int64_t i = 0; i < rows * cols; ++i) {
        state = 6364136223846793005U * state + 1442695040888963407U;
        const auto whole = static_cast<std::int64_t>((state >> 33) % static_cast<std::uint64_t>(2 * most + 1)) - most;
        values.data()[i] = static_cast<float>(whole) / 8;
    }
    return values;
}

Matrix copied(const Matrix& from)
{
    Matrix values(from.shape());
    std::copy_n(from.data(), from.rows() * from.cols(), values.data());
    return values;
}

FieldPtr fieldOf(const Matrix& values)
{
    return std::make_shared<MatrixField>(std::make_shared<const Matrix>(copied(values)), Interval{-8, 8});
}

nlohmann::json golden(const char* part)
{
    std::ifstream file(PHASOR_GOLDEN "/analysis/questions.json");
    return nlohmann::json::parse(file)[part];
}

void addRows(const char* part)
{
    QTest::addColumn<QByteArray>("golden");
    int index = 0;
    for (const auto& one : golden(part))
        QTest::addRow("%d", index++) << QByteArray::fromStdString(one.dump());
}

Span allRows(const Matrix& values)
{
    return {0, values.rows()};
}

std::vector<double> overlapOf(const Matrix& a, const Matrix& b)
{
    return subspaceOverlap(principalDirections(*fieldOf(a), allRows(a), 8),
                           principalDirections(*fieldOf(b), allRows(b), 8));
}

} // namespace

void TestQuestions::nearestRows_data()
{
    addRows("nearest");
}

void TestQuestions::nearestRows()
{
    QFETCH(QByteArray, golden);
    const auto expected = nlohmann::json::parse(golden.toStdString());
    const std::int64_t n = expected["rows"];
    const std::int64_t m = expected["candidates"];
    const std::int64_t d = expected["width"];
    const std::uint64_t seed = expected["seed"];
    Matrix candidates = table(m, d, seed, expected["most"]);
    Matrix rows = table(n, d, seed + 1, expected["noise"]);
    std::vector<std::int64_t> own;
    for (std::int64_t r = 0; r < n; ++r) {
        own.push_back(r * 7 % m);
        for (std::int64_t c = 0; c < d; ++c)
            rows.view()(r, c) += candidates(own.back(), c);
    }
    const NearestRows nearest(std::move(candidates));
    const double share = nearest.shareFound(rows.view(), own);
    QCOMPARE(share, expected["found"].get<double>());
    for (std::int64_t i = 0; i < n * d; ++i)
        rows.data()[i] *= 4;
    QCOMPARE(nearest.shareFound(rows.view(), own, 4), share); // everything four times as large
    QVERIFY(nearest.shareFound(rows.view(), own, 1024) != share || share == 0 || share == 1);
}

// One column tells the candidates apart, wherever it stands among the parts that products are made of.
void TestQuestions::nearInAllButOneColumn()
{
    constexpr std::int64_t kCount = 130;
    constexpr std::int64_t kWidth = 37;
    for (std::int64_t column = 0; column < kWidth; ++column) {
        Matrix candidates(Shape{kCount, kWidth});
        std::fill_n(candidates.data(), kCount * kWidth, 3.0F);
        Matrix rows = copied(candidates);
        std::vector<std::int64_t> own;
        for (std::int64_t r = 0; r < kCount; ++r) {
            own.push_back(r);
            candidates.view()(r, column) = static_cast<float>(r);
            // Every fifth is nearer to the next one, which the last has not.
            rows.view()(r, column) = static_cast<float>(r) + (r % 5 == 4 ? 0.75F : 0.25F);
        }
        QCOMPARE(NearestRows(std::move(candidates)).shareFound(rows.view(), own), (kCount * 4 / 5 + 1.0) / kCount);
    }
}

void TestQuestions::equallyNear()
{
    Matrix candidates(Shape{3, 2});
    std::fill_n(candidates.data(), 6, 1.0F); // all the same: the first of them is the nearest
    const NearestRows nearest(copied(candidates));
    const std::vector<std::int64_t> own{0, 1, 2};
    QCOMPARE(nearest.shareFound(candidates.view(), own), 1.0 / 3);
    QVERIFY(!nearest.empty());
    std::fill_n(candidates.data(), 6, 0.0F);
    QVERIFY(NearestRows(std::move(candidates)).empty());
}

void TestQuestions::rowsWithoutNumbers()
{
    const Matrix candidates = table(6, 5, 9, 8);
    Matrix rows = copied(candidates);
    rows.view()(2, 3) = std::numeric_limits<float>::quiet_NaN();
    rows.view()(4, 0) = std::numeric_limits<float>::infinity();
    const std::vector<std::int64_t> own{0, 1, 2, 3, 4, 0};
    const NearestRows nearest(copied(candidates));
    QCOMPARE(nearest.shareFound(rows.view(), own), 0.75); // rows 0, 1 and 3 of 0, 1, 3 and 5
    for (std::int64_t r = 0; r < rows.rows(); ++r)
        rows.view()(r, 0) = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(std::isnan(nearest.shareFound(rows.view(), own)));
}

void TestQuestions::spreads_data()
{
    addRows("pairs");
}

void TestQuestions::spreads()
{
    QFETCH(QByteArray, golden);
    const auto expected = nlohmann::json::parse(golden.toStdString());
    const Matrix a = table(expected["rows"], expected["width"], expected["seed"], 20);
    Matrix b = table(expected["rows"], expected["width"], expected["seed"].get<std::uint64_t>() + 1, 20);
    for (std::int64_t r = 0; r < b.rows(); ++r)
        b.view()(r, 0) += 3;
    QCOMPARE(spreadOfProducts(a.view(), b.view()), expected["spread"].get<double>());
    QCOMPARE(spreadOfProducts(a.view(), a.view()), expected["spread_own"].get<double>());
    QVERIFY(std::isnan(spreadOfProducts(a.view().window({0, 0, 1, a.cols()}), b.view().window({0, 0, 1, b.cols()}))));
}

void TestQuestions::overlaps_data()
{
    addRows("pairs");
}

void TestQuestions::overlaps()
{
    QFETCH(QByteArray, golden);
    const auto expected = nlohmann::json::parse(golden.toStdString());
    const Matrix a = table(expected["rows"], expected["width"], expected["seed"], 20);
    Matrix b = table(expected["rows"], expected["width"], expected["seed"].get<std::uint64_t>() + 1, 20);
    for (std::int64_t r = 0; r < b.rows(); ++r)
        b.view()(r, 0) += 3;
    const std::vector<double> overlap = overlapOf(a, b);
    QCOMPARE(overlap.size(), expected["overlap"].size());
    for (std::size_t r = 0; r < overlap.size(); ++r)
        QVERIFY2(std::abs(overlap[r] - expected["overlap"][r].get<double>()) < 1e-4, qPrintable(QString::number(r)));
}

// Of axes: the same ones coincide, others do not, whatever the rows are.
void TestQuestions::overlapsOfKnownSpaces()
{
    Matrix first(Shape{4, 6});
    std::fill_n(first.data(), 24, 0.0F);
    Matrix second = copied(first);
    Matrix mixed = copied(first);
    first.view()(0, 0) = first.view()(1, 1) = 2;
    second.view()(2, 4) = second.view()(3, 5) = 3;
    mixed.view()(0, 0) = mixed.view()(1, 4) = 1;
    QCOMPARE(overlapOf(first, first).size(), std::size_t{2}); // directions that there are, no more
    QVERIFY(std::abs(overlapOf(first, first)[1] - 1) < 1e-12);
    QVERIFY(overlapOf(first, second)[1] < 1e-12);
    QVERIFY(std::abs(overlapOf(first, mixed)[1] - 0.5) < 1e-12);
}

void TestQuestions::overlapOfNothing()
{
    const Matrix some = table(5, 4, 3, 9);
    Matrix zeros = copied(some);
    std::fill_n(zeros.data(), 20, 0.0F);
    Matrix broken = copied(some);
    broken.view()(1, 1) = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(overlapOf(some, zeros).empty());
    QCOMPARE(overlapOf(broken, some).size(), 4); // of the other rows
    std::fill_n(broken.data(), 20, std::numeric_limits<float>::quiet_NaN());
    QVERIFY(overlapOf(broken, some).empty());
    QVERIFY(overlapOf(some, table(5, 3, 3, 9)).empty()); // of another width
    QCOMPARE(principalDirections(*fieldOf(some), {0, 0}, 8).count(), 0);
    const CancelToken cancel;
    cancel.cancel();
    const CancelScope scope(cancel);
    QCOMPARE(principalDirections(*fieldOf(some), {0, 5}, 8).count(), 0);
}

void TestQuestions::directionsOfFew_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("tall") << 500 << 12;
    QTest::newRow("wide") << 12 << 500;
    QTest::newRow("square") << 30 << 30;
    QTest::newRow("row") << 1 << 20;
    QTest::newRow("column") << 20 << 1;
}

// Beside Eigen's SVD, with singular values that fall by half from one to the next: a Gram matrix loses the smallest.
void TestQuestions::directionsOfFew()
{
    QFETCH(const int, rows);
    QFETCH(const int, columns);
    const int ranks = std::min({rows, columns, 20});
    std::mt19937 engine(11);
    std::normal_distribution<double> normal;
    const auto directions = [&](int n) {
        Eigen::MatrixXd values(n, ranks);
        std::ranges::generate(values.reshaped(), [&] { return normal(engine); });
        const Eigen::HouseholderQR<Eigen::MatrixXd> qr(values);
        return Eigen::MatrixXd(qr.householderQ() * Eigen::MatrixXd::Identity(n, ranks));
    };
    Eigen::VectorXd singular(ranks);
    for (int k = 0; k < ranks; ++k)
        singular(k) = std::exp2(-k);
    const Eigen::MatrixXd exact = directions(rows) * singular.asDiagonal() * directions(columns).transpose();
    const Eigen::MatrixXf rounded = exact.cast<float>();
    Matrix cells(Shape{rows, columns});
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c)
            cells.view()(r, c) = rounded(r, c);
    }
    const PrincipalDirections found = principalDirections(*fieldOf(cells), {0, rows}, 64);
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(rounded.cast<double>(), Eigen::ComputeThinU | Eigen::ComputeThinV);
    const auto count
        = static_cast<std::int64_t>((svd.singularValues().array() > svd.singularValues()(0) * 1e-7).count());
    QCOMPARE(found.count(), count);
    const Eigen::Map<const Eigen::MatrixXd> right(found.vectors.data(), columns, count);
    const Eigen::MatrixXd cosines = (right.transpose() * svd.matrixV().leftCols(count)).cwiseAbs();
    QVERIFY((cosines - Eigen::MatrixXd::Identity(count, count)).cwiseAbs().maxCoeff() < 1e-7);
    QCOMPARE(principalDirections(*fieldOf(cells), {0, rows}, 0).count(), 0);
}

// The closed form beside the cells: the same spaces at each rank.
void TestQuestions::directionsOfSines()
{
    constexpr std::int64_t kFirst = 7;
    constexpr std::int64_t kRows = 300;
    std::vector<SineColumn> columns;
    for (int pair = 0; pair < 48; ++pair) {
        const double frequency = std::pow(10000.0, -pair / 48.0);
        columns.push_back({frequency, -std::acos(0.0), 1});
        columns.push_back({frequency, 0, 1});
    }
    Matrix cells(Shape{kRows, std::ssize(columns)});
    for (std::int64_t p = 0; p < kRows; ++p) {
        for (std::int64_t c = 0; c < cells.cols(); ++c) {
            const SineColumn& column = columns[static_cast<std::size_t>(c)];
            cells.view()(p, c)
                = static_cast<float>(std::cos(column.frequency * static_cast<double>(kFirst + p) + column.phase));
        }
    }
    const PrincipalDirections closed = principalDirections(columns, kFirst, kRows, 8);
    QCOMPARE(closed.count(), 8);
    const std::vector<double> overlap = subspaceOverlap(closed, principalDirections(*fieldOf(cells), {0, kRows}, 8));
    QCOMPARE(overlap.size(), std::size_t{8});
    for (const double share : overlap)
        QVERIFY2(share > 1 - 1e-4 && share < 1 + 1e-9, qPrintable(QString::number(share, 'g', 12)));
    QCOMPARE(principalDirections(columns, kFirst, 95, 8).count(), 0); // fewer rows than columns
}

QTEST_APPLESS_MAIN(TestQuestions)
#include "tst_questions.moc"
