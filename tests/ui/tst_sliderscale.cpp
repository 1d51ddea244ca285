// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/numbers/slider.h"

#include <QtTest>

#include <cmath>

using namespace phasor;

Q_DECLARE_METATYPE(const phasor::ParameterSpec*)

class tst_SliderScale : public QObject
{
    Q_OBJECT

private slots:
    void knownPlaces_data();
    void knownPlaces();
    void everyNumberParameter_data();
    void everyNumberParameter();
    void stepsAlwaysReachANewValue();
};

static SliderScale scaleOf(const char* id)
{
    return SliderScale(*findParameter(id));
}

void tst_SliderScale::knownPlaces_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<int>("position");
    QTest::addColumn<double>("value");
    QTest::newRow("d_model begins at 1") << QByteArray("d-model") << 0 << 1.0;
    QTest::newRow("d_model 512") << QByteArray("d-model") << 9 << 512.0;
    QTest::newRow("d_model ends at 65536") << QByteArray("d-model") << 16 << 65536.0;
    QTest::newRow("p = 0") << QByteArray("dropout") << 0 << 0.0;
    QTest::newRow("p = 0.1, the decimal's double") << QByteArray("dropout") << 100 << 0.1;
    QTest::newRow("p = 1") << QByteArray("dropout") << 1000 << 1.0;
    QTest::newRow("max_len begins at 1") << QByteArray("max-len") << 0 << 1.0;
    QTest::newRow("max_len 1000") << QByteArray("max-len") << 300 << 1000.0;
    QTest::newRow("first position begins at 0") << QByteArray("first-position") << 0 << 0.0;
    QTest::newRow("first position 1") << QByteArray("first-position") << 1 << 1.0;
    QTest::newRow("base 10000") << QByteArray("base") << 300 << 10000.0;
}

void tst_SliderScale::knownPlaces()
{
    QFETCH(QByteArray, id);
    QFETCH(int, position);
    QFETCH(double, value);
    const SliderScale scale = scaleOf(id);
    QCOMPARE(scale.value(position), value);
    QCOMPARE(scale.value(scale.position(value)), value);
}

void tst_SliderScale::everyNumberParameter_data()
{
    QTest::addColumn<const ParameterSpec*>("spec");
    for (const ParameterSpec& spec : parameterSpecs()) {
        const QByteArray id(spec.id.data(), static_cast<qsizetype>(spec.id.size()));
        if (spec.kind == ParameterKind::Integer || spec.kind == ParameterKind::Real
            || spec.kind == ParameterKind::ChoiceOrNumber)
            QTest::newRow(id.constData()) << &spec;
    }
}

void tst_SliderScale::everyNumberParameter()
{
    QFETCH(const ParameterSpec*, spec);
    const SliderScale scale(*spec);
    QVERIFY(scale.maximum() >= 1);
    double previous = -INFINITY;
    for (int position = 0; position <= scale.maximum(); ++position) {
        const double value = scale.value(position);
        QVERIFY2(std::isfinite(value) && value >= previous, "values rise");
        const ParameterValue given
            = spec->kind == ParameterKind::Integer ? ParameterValue(std::llround(value)) : ParameterValue(value);
        QVERIFY2(checkValue(*spec, given).ok(), "a slider offers nothing that would be refused");
        QCOMPARE(scale.value(scale.position(value)), value);
        previous = value;
    }
    QCOMPARE(scale.position(1e300), scale.maximum());
    QCOMPARE(scale.position(-1e300), 0);
}

void tst_SliderScale::stepsAlwaysReachANewValue()
{
    // 100 positions a decade: 1, 1.02, 1.05 … are all the integer 1.
    const SliderScale scale = scaleOf("max-len");
    int position = 0;
    for (int expected = 2; expected <= 20; ++expected) {
        position = scale.stepped(position, 1);
        QCOMPARE(scale.value(position), static_cast<double>(expected));
    }
    QCOMPARE(scale.stepped(scale.maximum(), 1), scale.maximum());
    QCOMPARE(scale.stepped(0, -1), 0);
}

QTEST_APPLESS_MAIN(tst_SliderScale)
#include "tst_sliderscale.moc"
