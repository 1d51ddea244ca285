// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people type them into a field.
#include "pipeline/parameters/parameterspec.h"
#include "plots/fields/valuefield.h"

#include <QtTest>

using namespace phasor;

class tst_TypedNumber : public QObject
{
    Q_OBJECT

private slots:
    void isUnderstood_data();
    void isUnderstood();
    void isLeftToBeRefused_data();
    void isLeftToBeRefused();
};

void tst_TypedNumber::isUnderstood_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("value");
    QTest::newRow("comma") << QByteArray("dropout") << QStringLiteral("0,5") << 0.5;
    QTest::newRow("comma, three digits behind 0") << QByteArray("dropout") << QStringLiteral("0,125") << 0.125;
    QTest::newRow("comma and exponent") << QByteArray("base") << QStringLiteral("1,5e4") << 15000.0;
    QTest::newRow("percent") << QByteArray("dropout") << QStringLiteral("50%") << 0.5;
    QTest::newRow("percent with a space") << QByteArray("dropout") << QStringLiteral("12,5 %") << 0.125;
    QTest::newRow("a tenth by percent is 0.1") << QByteArray("dropout") << QStringLiteral("10%") << 0.1;
    QTest::newRow("exponent of an integer") << QByteArray("max-len") << QStringLiteral("1e6") << 1e6;
    QTest::newRow("spaces") << QByteArray("max-len") << QStringLiteral("1 000 000") << 1e6;
    QTest::newRow("thin spaces") << QByteArray("max-len") << QStringLiteral("1\u202f000") << 1000.0;
    QTest::newRow("apostrophes") << QByteArray("max-len") << QStringLiteral("20'000") << 20000.0;
    QTest::newRow("plus") << QByteArray("max-len") << QStringLiteral("+7") << 7.0;
    QTest::newRow("minus of formulas") << QByteArray("scale") << QStringLiteral("\u22122") << -2.0;
    QTest::newRow("around it") << QByteArray("d-model") << QStringLiteral("  64 ") << 64.0;
}

void tst_TypedNumber::isUnderstood()
{
    QFETCH(const QByteArray, id);
    QFETCH(const QString, typed);
    QFETCH(const double, value);
    const ParameterSpec& spec = *findParameter(id.toStdString());
    const Result<ParameterValue> read = parseValue(spec, plainNumber(spec, typed).toStdString());
    QVERIFY2(read.ok(), qPrintable(plainNumber(spec, typed)));
    if (const auto* integer = std::get_if<std::int64_t>(&*read))
        QCOMPARE(static_cast<double>(*integer), value);
    else
        QCOMPARE(std::get<double>(*read), value);
}

void tst_TypedNumber::isLeftToBeRefused_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("typed");
    for (const char* text : {"1,000", "6 4", "1 0000", "1e-3", "1e400", "0x40", "nan", "5%", "1,5,5", "--3", "1 000,"})
        QTest::addRow("d_model %s", text) << QByteArray("d-model") << QString::fromUtf8(text);
    for (const char* text : {"110%", "%", "-1%", "half", "1/2"})
        QTest::addRow("p %s", text) << QByteArray("dropout") << QString::fromUtf8(text);
    QTest::newRow("1,000 could be one") << QByteArray("base") << QStringLiteral("1,000");
}

void tst_TypedNumber::isLeftToBeRefused()
{
    QFETCH(const QByteArray, id);
    QFETCH(const QString, typed);
    const ParameterSpec& spec = *findParameter(id.toStdString());
    QVERIFY(!parseValue(spec, plainNumber(spec, typed).toStdString()).ok());
}

QTEST_APPLESS_MAIN(tst_TypedNumber)
#include "tst_typednumber.moc"
