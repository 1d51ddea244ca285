// SPDX-License-Identifier: GPL-3.0-or-later
// Eigenpairs are held against what defines them: A·v = λ·v, vᵢ·vⱼ = δᵢⱼ, Σ λ = trace, Σ λ² = Σ a².
#include "analysis/symmetriceigen.h"
#include "system/cancelscope.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace phasor;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class TestSymmetricEigen : public QObject
{
    Q_OBJECT

private slots:
    void pairsAreEigenpairs_data();
    void pairsAreEigenpairs();
    void ofKnownMatrices();
    void canBeCancelled();
    void sameOnEveryProcessor();
};

namespace {

MatrixXd random(Index rows, Index cols, unsigned seed)
{
    std::mt19937 words(seed);
    std::normal_distribution<double> normal;
    return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(words); });
}

MatrixXd gram(const MatrixXd& table)
{
    return table.transpose() * table;
}

// Sines and cosines in pairs: eigenvalues come in pairs that nearly coincide, and many are nearly 0.
MatrixXd waves(Index rows, Index cols)
{
    return MatrixXd::NullaryExpr(rows, cols, [&](Index p, Index c) {
        const double angle
            = static_cast<double>(p) * std::pow(1e4, -2.0 * static_cast<double>(c / 2) / static_cast<double>(cols));
        return c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    });
}

} // namespace

void TestSymmetricEigen::pairsAreEigenpairs_data()
{
    QTest::addColumn<MatrixXd>("matrix");
    QTest::newRow("one") << MatrixXd(MatrixXd::Constant(1, 1, 3));
    QTest::newRow("two") << gram(random(5, 2, 1));
    QTest::newRow("three") << gram(random(3, 3, 2));
    QTest::newRow("random") << gram(random(300, 96, 3));
    QTest::newRow("of low rank") << gram(random(10, 96, 4));
    QTest::newRow("not definite") << MatrixXd(random(64, 64, 5).selfadjointView<Eigen::Lower>());
    QTest::newRow("identity") << MatrixXd(MatrixXd::Identity(40, 40));
    QTest::newRow("zero") << MatrixXd(MatrixXd::Zero(7, 7));
    MatrixXd blocks = MatrixXd::Zero(60, 60);
    blocks.topLeftCorner(30, 30) = blocks.bottomRightCorner(30, 30) = gram(random(50, 30, 7));
    QTest::newRow("each eigenvalue twice") << blocks;
    QTest::newRow("waves") << gram(waves(500, 128));
    QTest::newRow("huge") << MatrixXd(gram(random(50, 20, 8)) * 1e300);
    QTest::newRow("tiny") << MatrixXd(gram(random(50, 20, 9)) * 1e-300);
}

void TestSymmetricEigen::pairsAreEigenpairs()
{
    QFETCH(const MatrixXd, matrix);
    const Index n = matrix.rows();
    const auto form = TridiagonalForm::of(matrix);
    QVERIFY(form.has_value());
    const VectorXd values = form->eigenvalues().reverse();
    const double most = std::max(values.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
    const double few = 1e-14 * static_cast<double>(n);
    QVERIFY(std::abs(values.sum() - matrix.trace()) / most <= few * static_cast<double>(n));
    QCOMPARE(form->largestEigenvalues(n + 5).size(), n);
    QVERIFY(std::abs((values / most).squaredNorm() - (matrix / most).squaredNorm()) <= few * static_cast<double>(n));
    for (const Index count : {std::min<Index>(n, 16), n}) {
        const VectorXd largest = form->largestEigenvalues(count);
        QCOMPARE(largest.size(), count);
        QVERIFY((largest / most - values.head(count) / most).cwiseAbs().maxCoeff() < few);
        const MatrixXd vectors = form->eigenvectors(values.head(count));
        const MatrixXd apart = vectors.transpose() * vectors - MatrixXd::Identity(count, count);
        QVERIFY2(apart.cwiseAbs().maxCoeff() < few, qPrintable(QString::number(apart.cwiseAbs().maxCoeff())));
        const MatrixXd left = (matrix / most) * vectors - vectors * (values.head(count) / most).asDiagonal();
        QVERIFY2(left.cwiseAbs().maxCoeff() < 10 * few, qPrintable(QString::number(left.cwiseAbs().maxCoeff())));
    }
}

// The second differences of n points: 2 − 2·cos(k·π / (n + 1)), sines as eigenvectors.
void TestSymmetricEigen::ofKnownMatrices()
{
    constexpr Index kSize = 50;
    MatrixXd differences = 2 * MatrixXd::Identity(kSize, kSize);
    differences.diagonal<1>().setConstant(-1);
    differences.diagonal<-1>().setConstant(-1);
    const auto form = TridiagonalForm::of(differences);
    const VectorXd values = form->eigenvalues();
    const MatrixXd vectors = form->eigenvectors(values.reverse());
    for (Index k = 1; k <= kSize; ++k) {
        const double angle = static_cast<double>(k) * std::acos(-1.0) / (kSize + 1);
        QVERIFY(std::abs(values(k - 1) - (2 - 2 * std::cos(angle))) < 1e-13);
        const VectorXd sines
            = VectorXd::NullaryExpr(kSize, [&](Index i) { return std::sin(static_cast<double>(i + 1) * angle); });
        QVERIFY(std::abs(std::abs(vectors.col(kSize - k).dot(sines.normalized())) - 1) < 1e-12);
    }
}

void TestSymmetricEigen::canBeCancelled()
{
    const CancelToken cancel;
    cancel.cancel();
    const CancelScope scope(cancel);
    QVERIFY(!TridiagonalForm::of(MatrixXd::Identity(4, 4)).has_value());
}

// The order of a product's sums follows from the size of a cache that Eigen believes in.
void TestSymmetricEigen::sameOnEveryProcessor()
{
    QCOMPARE(Eigen::l1CacheSize(), std::ptrdiff_t(49152));
}

QTEST_APPLESS_MAIN(TestSymmetricEigen)
#include "tst_symmetriceigen.moc"
