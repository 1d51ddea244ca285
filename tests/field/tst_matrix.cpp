// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrix.h"

#include <QTest>

#include <algorithm>
#include <cstdint>

using namespace phasor;

class TestMatrix : public QObject
{
    Q_OBJECT

private slots:
    void keepsItsMemoryWhenItIsEnough();
    void linesBeginOnCacheLines_data();
    void linesBeginOnCacheLines();
    void movedFromIsEmpty();
    void movedFromIsUsedAgain();
    void assignedToItself();
};

void TestMatrix::keepsItsMemoryWhenItIsEnough()
{
    Matrix matrix(Shape{30, 20});
    const float* const data = matrix.data();
    matrix.resize({10, 60});
    QCOMPARE(matrix.data(), data);
    matrix.resize({1, 1});
    QCOMPARE(matrix.data(), data);
    QCOMPARE(matrix.shape(), (Shape{1, 1}));
}

void TestMatrix::linesBeginOnCacheLines_data()
{
    QTest::addColumn<qint64>("rows");
    QTest::newRow("one cell") << qint64{1};
    QTest::newRow("4 MB") << qint64{1000003};
    QTest::newRow("64 MB") << qint64{16000001};
}

void TestMatrix::linesBeginOnCacheLines()
{
    QFETCH(qint64, rows);
    Matrix matrix(Shape{rows, 1});
    QCOMPARE(reinterpret_cast<std::uintptr_t>(matrix.data()) % 64, std::uintptr_t{0});
    matrix.data()[rows - 1] = 1;
    QCOMPARE(matrix(rows - 1, 0), 1.0F);
}

void TestMatrix::movedFromIsEmpty()
{
    Matrix from(Shape{8, 8});
    const float* const data = from.data();
    const Matrix to(std::move(from));
    QCOMPARE(to.data(), data);
    QCOMPARE(to.shape(), (Shape{8, 8}));
    QCOMPARE(from.shape(), (Shape{}));
    QVERIFY(from.data() == nullptr);
}

void TestMatrix::movedFromIsUsedAgain()
{
    Matrix from(Shape{8, 8});
    Matrix to(std::move(from));
    from.resize({4, 4}); // less than it had
    QVERIFY(from.data() != nullptr);
    std::fill_n(from.data(), 16, 1.0F);
    to = std::move(from);
    QCOMPARE(to(3, 3), 1.0F);
    from.resize({2, 2});
    QVERIFY(from.data() != nullptr);
    QVERIFY(from.data() != to.data());
}

void TestMatrix::assignedToItself()
{
    Matrix matrix(Shape{2, 2});
    matrix.data()[3] = 5;
    Matrix& same = matrix;
    matrix = std::move(same);
    QCOMPARE(matrix.shape(), (Shape{2, 2}));
    QCOMPARE(matrix(1, 1), 5.0F);
}

QTEST_APPLESS_MAIN(TestMatrix)
#include "tst_matrix.moc"
