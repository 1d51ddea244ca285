// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/rows/norms.h"
#include "encodings/golden.h"
#include "field/matrix.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <fstream>

using namespace phasor;
using nlohmann::json;

namespace {

FieldPtr tableOf(const std::string& precision, std::int64_t d, std::int64_t n)
{
    return encodingOf({.dModel = d, .maxLen = n, .precision = fromId<Precision>(precision).value()});
}

class Difference : public Field
{
public:
    Difference(FieldPtr a, FieldPtr b)
        : m_a(std::move(a))
        , m_b(std::move(b))
    {
    }
    Shape shape() const override { return m_a->shape(); }
    Interval bounds() const override { return {-2, 2}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_a->fill(rect, out);
        Matrix other(Shape{rect.rows, rect.cols});
        m_b->fill(rect, other.view());
        for (std::int64_t r = 0; r < rect.rows; ++r)
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out.row(r)[c] -= other(r, c);
    }

private:
    FieldPtr m_a;
    FieldPtr m_b;
};

// Rows 0, 1, 0, NaN, NaN, 2: what is the same by its bits.
class Repeating : public Field
{
public:
    Shape shape() const override { return {6, 3}; }
    Interval bounds() const override { return {0, 2}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        const float values[] = {0, 1, 0, std::nanf(""), std::nanf(""), 2};
        for (std::int64_t r = 0; r < rect.rows; ++r)
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out.row(r)[c] = values[rect.row + r];
    }
};

} // namespace

// How far a table is from the true one, and what it confuses, beside what PyTorch and NumPy find.
class TestPrecision : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void errors_data() { rows(); }
    void errors();
    void confusions_data() { rows(); }
    void confusions();
    void bitsDecide();
    void budgetIsSaid();

private:
    void rows();
    json m_golden;
};

void TestPrecision::initTestCase()
{
    std::ifstream file(PHASOR_GOLDEN "/analysis/precision.json");
    m_golden = json::parse(file);
}

void TestPrecision::rows()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_golden.size(); ++i) {
        const json& c = m_golden[i];
        const std::string name
            = c["precision"].get<std::string>() + " " + c["d_model"].dump() + " x " + c["max_len"].dump();
        QTest::newRow(name.c_str()) << static_cast<int>(i);
    }
}

void TestPrecision::errors()
{
    QFETCH(int, index);
    const json& c = m_golden[static_cast<std::size_t>(index)];
    const Difference difference(tableOf(c["precision"], c["d_model"], c["max_len"]),
                                tableOf("exact", c["d_model"], c["max_len"]));
    for (std::size_t i = 0; i < c["error_rows"].size(); ++i) {
        const std::int64_t row = c["error_rows"][i];
        const std::vector<double> greatest = greatestByRow(difference, {row, row + 1});
        QCOMPARE(greatest.size(), std::size_t{1});
        // The exact table is rounded to float32, and so is the difference; the true ones are not.
        const double expected = c["errors"][i].get<double>();
        QVERIFY2(std::abs(greatest[0] - expected) < 3.1e-8 + 6.1e-8 * expected, std::to_string(row).c_str());
    }
}

void TestPrecision::confusions()
{
    QFETCH(int, index);
    const json& c = m_golden[static_cast<std::size_t>(index)];
    const FieldPtr table = tableOf(c["precision"], c["d_model"], c["max_len"]);
    const Collisions found = collisions(*table, {0, table->shape().rows}, 1 << 22);
    QCOMPARE(found.checked.size(), table->shape().rows);
    QCOMPARE(found.rows, c["colliding"].get<std::vector<std::int64_t>>());
}

void TestPrecision::bitsDecide()
{
    const Repeating field;
    QCOMPARE(collisions(field, {0, 6}, 1000).rows, (std::vector<std::int64_t>{0, 2, 3, 4}));
    QCOMPARE(collisions(field, {1, 4}, 1000).rows, std::vector<std::int64_t>{});
    const std::vector<double> greatest = greatestByRow(field, {2, 6});
    QCOMPARE(greatest[0], 0.0);
    QVERIFY(std::isnan(greatest[1]));
    QCOMPARE(greatest[3], 2.0);
}

void TestPrecision::budgetIsSaid()
{
    const Collisions found = collisions(*tableOf("float32", 8, 1000), {100, 1000}, 80);
    QCOMPARE(found.checked.begin, 100);
    QCOMPARE(found.checked.size(), 10);
}

QTEST_APPLESS_MAIN(TestPrecision)
#include "tst_precision.moc"
