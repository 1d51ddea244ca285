// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/numbers.h"

#include <QtTest>

#include <clocale>
#include <cmath>
#include <cstring>
#include <limits>

using namespace phasor;

namespace {

template <typename T> QString codeOf(const Result<T>& result)
{
    return result.ok() ? QString() : QString::fromStdString(result.error().code);
}

} // namespace

class NumbersTest : public QObject
{
    Q_OBJECT

private slots:
    void integers_data();
    void integers();
    void reals_data();
    void reals();
    void seeds_data();
    void seeds();
    void printsWhatIsNotFinite();
    void printsWhatReadsBack();
    void doesNotFollowTheLocale();
};

void NumbersTest::integers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<qint64>("value");
    const auto good = [](const char* text, qint64 value) {
        QTest::newRow(text) << QByteArray(text) << QString() << value;
    };
    const auto bad = [](const char* text, const char* code) {
        QTest::newRow(text) << QByteArray(text) << QString(code) << qint64{0};
    };
    good("0", 0);
    good("-1", -1);
    good("007", 7);
    good("9223372036854775807", std::numeric_limits<qint64>::max());
    good("-9223372036854775808", std::numeric_limits<qint64>::min());
    for (const char* text : {"", " 64", "64 ", "6 4", "64\n", "+64", "64x", "abc", "0x40", "1_000", "1,000", "--1", "-",
                             "\u0666\u0664", "\uff16\uff14", "1e", "NaN", "Infinity"})
        bad(text, "TYPE");
    for (const char* text : {"1.5", "1e3", "9223372036854775808", "-9223372036854775809", "nan", "1e400"})
        bad(text, "RANGE");
    QTest::newRow("401 digits") << QByteArray("1") + QByteArray(400, '0') << QString("RANGE") << qint64{0};
    QTest::newRow("NUL inside") << QByteArray("6\0004", 3) << QString("TYPE") << qint64{0};
}

void NumbersTest::integers()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(qint64, value);
    const Result<std::int64_t> got
        = parseInteger(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    QCOMPARE(codeOf(got), code);
    if (code.isEmpty())
        QCOMPARE(qint64{*got}, value);
    else
        QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Usage));
}

void NumbersTest::reals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<double>("value");
    const auto good = [](const char* text, double value) {
        QTest::newRow(text) << QByteArray(text) << QString() << value;
    };
    good("0", 0);
    good("-0", -0.0);
    good("0.1", 0.1);
    good("5e-324", 5e-324);
    good("1e308", 1e308);
    good("2.2250738585072011e-308", 2.2250738585072011e-308); // made strtod hang once
    good("1E3", 1000);
    good(".5", 0.5);
    for (const char* text : {"", "0,1", "1e", "0x1p3", " 1", "1 ", "+1", "1f", "1e+", "NaN", "nan(1)", "Inf",
                             "infinity", "\u22121", "1_0"})
        QTest::newRow(text) << QByteArray(text) << QString("TYPE") << 0.0;
    for (const char* text : {"1e-400", "1e400", "-1e400", "nan", "inf", "-inf"})
        QTest::newRow(text) << QByteArray(text) << QString("RANGE") << 0.0;
}

void NumbersTest::reals()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(double, value);
    const Result<double> got = parseReal(text.toStdString());
    QCOMPARE(codeOf(got), code);
    if (code.isEmpty())
        QVERIFY(*got == value && std::signbit(*got) == std::signbit(value));
}

void NumbersTest::seeds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<quint64>("bits");
    QTest::addColumn<bool>("negative");
    const auto good = [](const char* text, quint64 bits, bool negative) {
        QTest::newRow(text) << QByteArray(text) << QString() << bits << negative;
    };
    good("0", 0, false);
    good("18446744073709551615", std::numeric_limits<quint64>::max(), false);
    good("-1", std::numeric_limits<quint64>::max(), true);
    good("-9223372036854775808", quint64{1} << 63, true);
    good("9223372036854775808", quint64{1} << 63, false);
    for (const char* text : {"18446744073709551616", "-9223372036854775809", "1.5"})
        QTest::newRow(text) << QByteArray(text) << QString("RANGE") << quint64{0} << false;
    for (const char* text : {"", "+1", "x", "- 1"})
        QTest::newRow(text) << QByteArray(text) << QString("TYPE") << quint64{0} << false;
}

void NumbersTest::seeds()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(quint64, bits);
    QFETCH(bool, negative);
    const Result<Seed> got = parseSeed(text.toStdString());
    QCOMPARE(codeOf(got), code);
    if (!code.isEmpty())
        return;
    QVERIFY(*got == (Seed{bits, negative}));
    QCOMPARE(printSeed(*got), text.toStdString());
}

void NumbersTest::printsWhatIsNotFinite()
{
    QCOMPARE(printReal(-std::nan("")), std::string("nan"));
    QCOMPARE(printReal(-HUGE_VAL), std::string("-inf"));
}

void NumbersTest::printsWhatReadsBack()
{
    std::uint64_t bits = 0x9e3779b97f4a7c15;
    for (int i = 0; i < 20000; ++i) {
        bits = bits * 6364136223846793005U + 1442695040888963407U;
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value))
            continue;
        QVERIFY(*parseReal(printReal(value)) == value);
        const auto whole = static_cast<std::int64_t>(bits);
        QVERIFY(*parseInteger(std::to_string(whole)) == whole);
    }
    QCOMPARE(printReal(0.1), std::string("0.1"));
    QCOMPARE(printReal(10000), std::string("10000"));
}

void NumbersTest::doesNotFollowTheLocale()
{
    if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr)
        QSKIP("no German locale on this machine");
    const std::string printed = printReal(0.5);
    const Result<double> read = parseReal("0.5");
    std::setlocale(LC_ALL, "C");
    QCOMPARE(printed, std::string("0.5"));
    QCOMPARE(*read, 0.5);
}

QTEST_APPLESS_MAIN(NumbersTest)
#include "tst_numbers.moc"
