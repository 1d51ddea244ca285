// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden.h"

#include "field/matrix.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

using namespace phasor;

namespace {

constexpr std::int64_t kMaxLen = 2147483647;

Matrix filled(const PositionTable& encoding, Rect rect)
{
    Matrix matrix(rect.shape());
    encoding.fill(rect, matrix.view());
    return matrix;
}

float cell(const PositionTable& encoding, std::int64_t row, std::int64_t column)
{
    return filled(encoding, {row, column, 1, 1})(0, 0);
}

// Distance in units in the last place; both finite.
std::int64_t ulps(float a, float b)
{
    const auto ordered = [](float x) {
        const auto bits = std::bit_cast<std::int32_t>(x);
        return std::int64_t{bits < 0 ? std::numeric_limits<std::int32_t>::min() - bits : bits};
    };
    return std::abs(ordered(a) - ordered(b));
}

bool sameCells(const Matrix& part, const Matrix& all, std::int64_t row, std::int64_t column)
{
    for (std::int64_t r = 0; r < part.rows(); ++r) {
        for (std::int64_t c = 0; c < part.cols(); ++c) {
            if (std::bit_cast<std::uint32_t>(part(r, c)) != std::bit_cast<std::uint32_t>(all(row + r, column + c)))
                return false;
        }
    }
    return true;
}

} // namespace

class TestSinusoidal : public QObject
{
    Q_OBJECT

private slots:
    void correctlyRounded();
    void positionZero();
    void invariants_data();
    void invariants();
    void dotProductDependsOnDistance();
    void layouts_data();
    void layouts();
    void windows_data();
    void windows();
    void streaming();
    void frequencies();
    void explain_data();
    void explain();
};

// Against mpmath: any d_model, any base, positions to 2^32.
void TestSinusoidal::correctlyRounded()
{
    std::map<std::tuple<QByteArray, QByteArray, QByteArray, bool>, std::shared_ptr<const PositionTable>> made;
    std::int64_t cells = 0;
    std::int64_t different = 0;
    for (const QByteArrayList& line : goldenLines("cells.txt")) {
        const std::int64_t position = line[3].toLongLong();
        const bool far = position >= kMaxLen;
        auto& encoding = made[{line[0], line[1], line[2], far}];
        if (!encoding)
            encoding = encodingOf({line[0].toLongLong(), kMaxLen, line[1].toDouble(), named<SinusoidalLayout>(line[2]),
                                   far ? kMaxLen : 0});
        QVERIFY(encoding);
        const float value = cell(*encoding, position - (far ? kMaxLen : 0), line[4].toLongLong());
        const auto expected = std::bit_cast<float>(line[5].toUInt(nullptr, 16));
        const std::string where = line.join(' ').toStdString();
        QVERIFY2(std::fabs(static_cast<double>(value) - line[6].toDouble()) <= 3.0e-8, where.c_str());
        QVERIFY2(ulps(value, expected) <= 1, where.c_str());
        QVERIFY2(std::fabs(value) <= 1, where.c_str());
        ++cells;
        different += value != expected;
    }
    QVERIFY(cells > 4000);
    QVERIFY2(different * 10000 <= cells, std::to_string(different).c_str());
}

void TestSinusoidal::positionZero()
{
    for (const SinusoidalLayout layout : kLayouts) {
        const auto encoding = encodingOf({.dModel = 131, .layout = layout});
        const Matrix row = filled(*encoding, {0, 0, 1, 131});
        for (std::int64_t c = 0; c < 131; ++c) {
            const auto wave = encoding->wave(c);
            QCOMPARE(std::bit_cast<std::uint32_t>(row(0, c)), wave && wave->cosine ? 0x3f800000U : 0U);
        }
    }
}

void TestSinusoidal::invariants_data()
{
    QTest::addColumn<qint64>("first");
    QTest::newRow("0") << qint64{0};
    QTest::newRow("10^6") << qint64{1000000};
    QTest::newRow("2^31 - 1") << qint64{kMaxLen};
}

void TestSinusoidal::invariants()
{
    QFETCH(qint64, first);
    const auto encoding = encodingOf({.dModel = 512, .firstPosition = first});
    const Matrix table = filled(*encoding, {0, 0, 300, 512});
    for (std::int64_t r = 0; r < table.rows(); ++r) {
        double energy = 0;
        for (std::int64_t c = 0; c < 512; c += 2) {
            const double sine = static_cast<double>(table(r, c));
            const double cosine = static_cast<double>(table(r, c + 1));
            QVERIFY(std::fabs(sine * sine + cosine * cosine - 1) <= 1.2e-7);
            energy += sine * sine + cosine * cosine;
        }
        QVERIFY(std::fabs(std::sqrt(energy / 256) - 1) <= 2e-7);
    }
}

void TestSinusoidal::dotProductDependsOnDistance()
{
    const PositionModel model = modelOf({.dModel = 768, .maxLen = kMaxLen});
    const auto& encoding = model.table;
    for (const std::int64_t distance : {1, 10, 1000, 1000000}) {
        for (const std::int64_t position : {std::int64_t{0}, std::int64_t{77}, std::int64_t{2000000000}}) {
            const Matrix a = filled(*encoding, {position, 0, 1, 768});
            const Matrix b = filled(*encoding, {position + distance, 0, 1, 768});
            const double dot = std::inner_product(a.data(), a.data() + 768, b.data(), 0.0, std::plus<>(),
                                                  [](double x, double y) { return x * y; });
            double expected = 0;
            for (const double omega : model.waves->frequencies)
                expected += std::cos(static_cast<double>(distance) * omega);
            QVERIFY(std::fabs(dot - expected) <= 768e-7);
        }
    }
}

void TestSinusoidal::layouts_data()
{
    QTest::addColumn<int>("dModel");
    for (const int d : {1, 2, 3, 7, 64, 129, 512})
        QTest::addRow("%d", d) << d;
}

// halves is interleaved with its columns in another order; an odd d_model ends on a sine there and on zeros in
// tensor2tensor.
void TestSinusoidal::layouts()
{
    QFETCH(int, dModel);
    const std::int64_t sines = (dModel + 1) / 2;
    const Matrix interleaved = filled(*encodingOf({.dModel = dModel}), {0, 0, 40, dModel});
    const Matrix halves
        = filled(*encodingOf({.dModel = dModel, .layout = SinusoidalLayout::Halves}), {0, 0, 40, dModel});
    for (std::int64_t c = 0; c < dModel; ++c) {
        const std::int64_t from = c < sines ? 2 * c : 2 * (c - sines) + 1;
        for (std::int64_t r = 0; r < 40; ++r)
            QCOMPARE(halves(r, c), interleaved(r, from));
    }
    if (dModel % 2 == 1) {
        const auto encoding = encodingOf({.dModel = dModel, .layout = SinusoidalLayout::Tensor2tensor});
        QCOMPARE(cell(*encoding, 7, dModel - 1), 0.0F);
        QCOMPARE(encoding->formula(7, dModel - 1), std::string("0"));
        QVERIFY(!encoding->wave(dModel - 1));
    }
}

void TestSinusoidal::windows_data()
{
    QTest::addColumn<SinusoidalLayout>("layout");
    QTest::addColumn<int>("dModel");
    for (const SinusoidalLayout layout : kLayouts) {
        for (const int d : {1, 7, 130, 300, 513})
            QTest::newRow(qPrintable(nameOf(layout) + QLatin1Char(' ') + QString::number(d))) << layout << d;
    }
}

// Any rectangle has the bits of the whole, and nothing beyond it is written.
void TestSinusoidal::windows()
{
    QFETCH(SinusoidalLayout, layout);
    QFETCH(int, dModel);
    const std::int64_t first = 999999;
    const auto encoding = encodingOf({.dModel = dModel, .layout = layout, .firstPosition = first});
    const Matrix all = filled(*encoding, {0, 0, 300, dModel});
    std::uint32_t state = 1;
    const auto below = [&](std::int64_t n) {
        state = state * 1664525 + 1013904223;
        return static_cast<std::int64_t>(state >> 8) % n;
    };
    for (int k = 0; k < 200; ++k) {
        Rect rect{below(300), below(dModel), 0, 0};
        rect.rows = 1 + below(300 - rect.row);
        rect.cols = 1 + below(dModel - rect.col);
        Matrix frame({rect.rows + 2, rect.cols + 2});
        std::fill_n(frame.data(), (rect.rows + 2) * (rect.cols + 2), 7.0F);
        (k % 2 ? encoding->fill(rect, frame.view().window({1, 1, rect.rows, rect.cols}))
               : encoding->fillStreaming(rect, frame.view().window({1, 1, rect.rows, rect.cols})));
        for (std::int64_t r = 0; r < frame.rows(); ++r) {
            for (std::int64_t c = 0; c < frame.cols(); ++c) {
                const bool edge = r == 0 || c == 0 || r == frame.rows() - 1 || c == frame.cols() - 1;
                QCOMPARE(frame(r, c), edge ? 7.0F : all(rect.row + r - 1, rect.col + c - 1));
            }
        }
    }
    QVERIFY(sameCells(filled(*encoding, {17, 0, 1, dModel}), all, 17, 0));
}

void TestSinusoidal::streaming()
{
    for (const auto layout : {SinusoidalLayout::Interleaved, SinusoidalLayout::Halves}) {
        const auto encoding = encodingOf({.dModel = 640, .layout = layout});
        const Matrix all = filled(*encoding, {0, 0, 257, 640});
        Matrix streamed({257, 640});
        encoding->fillStreaming({0, 0, 257, 640}, streamed.view());
        QVERIFY(sameCells(streamed, all, 0, 0));
    }
}

void TestSinusoidal::frequencies()
{
    const auto frequenciesOf = [](const EncodingSettings& settings) {
        return modelOf(settings).waves.value().frequencies;
    };
    const std::vector<double> paper = frequenciesOf({.dModel = 512});
    QCOMPARE(paper.size(), 256U);
    QCOMPARE(paper[0], 1.0);
    QVERIFY(std::fabs(paper[128] - 0.01) <= 1e-18);
    for (std::size_t i = 1; i < 256; ++i)
        QVERIFY(paper[i] < paper[i - 1]);
    for (const double omega : frequenciesOf({.dModel = 9, .base = 1}))
        QCOMPARE(omega, 1.0);
    const std::vector<double> rising = frequenciesOf({.dModel = 100, .base = 0.5});
    QVERIFY(rising[49] > rising[48]);
    const std::vector<double> tensor2tensor = frequenciesOf({.dModel = 8, .layout = SinusoidalLayout::Tensor2tensor});
    QCOMPARE(tensor2tensor.size(), 4U);
    QVERIFY(std::fabs(tensor2tensor[3] - 1e-4) <= 1e-19);
    QVERIFY(modelOf({}).waves->exact);
    QVERIFY(!modelOf({.precision = Precision::Float32}).waves->exact);
}

void TestSinusoidal::explain_data()
{
    using enum SinusoidalLayout;
    QTest::addColumn<SinusoidalLayout>("layout");
    QTest::addColumn<int>("dimension");
    QTest::addColumn<QString>("formula");
    QTest::newRow("sine") << Interleaved << 12 << "sin(42 / 10000^(12/512))";
    QTest::newRow("cosine") << Interleaved << 13 << "cos(42 / 10000^(12/512))";
    QTest::newRow("first") << Interleaved << 0 << "sin(42 / 10000^(0/512))";
    QTest::newRow("half sine") << Halves << 6 << "sin(42 / 10000^(12/512))";
    QTest::newRow("half cosine") << Halves << 262 << "cos(42 / 10000^(12/512))";
    QTest::newRow("tensor2tensor") << Tensor2tensor << 262 << "cos(42 / 10000^(6/255))";
}

void TestSinusoidal::explain()
{
    QFETCH(SinusoidalLayout, layout);
    QFETCH(int, dimension);
    QFETCH(QString, formula);
    const PositionModel model = modelOf({.layout = layout, .firstPosition = 5});
    const auto& encoding = model.table;
    QCOMPARE(QString::fromStdString(encoding->formula(37, dimension)), formula);
    QCOMPARE(model.firstPosition, 5);
    const ColumnWave wave = encoding->wave(dimension).value();
    QCOMPARE(wave.frequency, model.waves->frequencies[static_cast<std::size_t>(wave.pair)]);
    QVERIFY(std::fabs(wave.wavelength() * wave.frequency - 2 * M_PI) <= 1e-14);
    const double angle = 42 * wave.frequency;
    Matrix value({1, 1});
    encoding->fill({37, dimension, 1, 1}, value.view());
    QVERIFY(std::fabs(static_cast<double>(value(0, 0)) - (wave.cosine ? std::cos(angle) : std::sin(angle))) <= 4e-8);
}

QTEST_APPLESS_MAIN(TestSinusoidal)
#include "tst_sinusoidal.moc"
