// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden.h"

#include "field/matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

using namespace phasor;

namespace {

const Scheme& sinusoidal()
{
    return *findScheme("sinusoidal");
}

// The first value of `settings` that its spec refuses, else what the scheme's check() says.
Status checked(const PositionSetup& setup)
{
    for (const SchemeParameter& parameter : sinusoidal().own)
        TRY_DONE(checkValue(parameter, parameter.get(setup.own)));
    return sinusoidal().check(setup);
}

} // namespace

// What may be set of the sinusoidal scheme, and the corners of it.
class TestSinusoidalScheme : public QObject
{
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void refusedWords();
    void float16Ends();
    void limits_data();
    void limits();
};

void TestSinusoidalScheme::refused_data()
{
    QTest::addColumn<SinusoidalSettings>("settings");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const SinusoidalSettings& settings, const char* where) {
        QTest::newRow(name) << settings << where;
    };
    row("before the first", {.firstPosition = -1}, "--first-position");
    row("beyond the last", {.firstPosition = 2147483648}, "--first-position");
    row("base 0", {.base = 0}, "--base");
    row("base too small", {.base = 0.99e-6}, "--base");
    row("base too large", {.base = 1.01e30}, "--base");
    row("base < 0", {.base = -2}, "--base");
    row("base inf", {.base = std::numeric_limits<double>::infinity()}, "--base");
    row("base nan", {.base = std::nan("")}, "--base");
}

void TestSinusoidalScheme::refused()
{
    QFETCH(SinusoidalSettings, settings);
    QFETCH(QString, where);
    const Status status = checked({.own = settings});
    QVERIFY(!status.ok());
    QCOMPARE(status.error().kind, ErrorKind::Usage);
    QCOMPARE(QString::fromStdString(status.error().code), "RANGE");
    QCOMPARE(QString::fromStdString(english(status.error().where)), where);
    QVERIFY(!status.error().what.empty() && !status.error().remedy.empty());
    QVERIFY(!QString::fromStdString(toString(status.error())).contains('\n'));
    QVERIFY(checked({}).ok());
}

void TestSinusoidalScheme::refusedWords()
{
    for (const auto& [option, word, known] :
         {std::tuple{"--layout", "Halves", "tensor2tensor"}, {"--precision", "float64\n", "bfloat16"}}) {
        const auto parameter = std::find_if(sinusoidal().own.begin(), sinusoidal().own.end(),
                                            [name = option](const SchemeParameter& p) { return p.option() == name; });
        QVERIFY(parameter != sinusoidal().own.end());
        const auto parsed = parseValue(*parameter, word);
        QVERIFY(!parsed.ok());
        QCOMPARE(parsed.error().kind, ErrorKind::Usage);
        QCOMPARE(parsed.error().code, std::string("ENUM"));
        QCOMPARE(english(parsed.error().where), std::string(option));
        QVERIFY(!QString::fromStdString(toString(parsed.error())).contains('\n'));
        QVERIFY(QString::fromStdString(english(parsed.error().remedy)).contains(known));
    }
}

// From 65520 on a position is infinite in float16.
void TestSinusoidalScheme::float16Ends()
{
    const SinusoidalSettings settings{.firstPosition = 500, .precision = Precision::Float16};
    QVERIFY(checked({.maxLen = 65005, .own = settings}).ok());
    const Status status = checked({.maxLen = 65006, .own = settings});
    QVERIFY(!status.ok());
    QCOMPARE(english(status.error().where), std::string("--precision"));
    QVERIFY(QString::fromStdString(english(status.error().what)).contains("65505"));
}

void TestSinusoidalScheme::limits_data()
{
    QTest::addColumn<SinusoidalLayout>("layout");
    QTest::addColumn<Precision>("precision");
    for (const SinusoidalLayout layout : kLayouts) {
        for (const EnumChoice<Precision>& precision : choicesOf(Precision{}))
            QTest::newRow(qPrintable(nameOf(layout) + " " + precision.words.id.data())) << layout << precision.value;
    }
}

// The corners of what is allowed: the last row of the longest table, every narrow width, extreme bases.
void TestSinusoidalScheme::limits()
{
    QFETCH(SinusoidalLayout, layout);
    QFETCH(Precision, precision);
    const bool mayOverflow = precision == Precision::Float16;
    for (const std::int64_t d : {1, 2, 3, 4, 5, 8, 9, 65535, 65536}) {
        for (const double base : {1e4, 1.0, 1e-6, 1e30}) {
            const auto encoding = encodingOf({d, 2147483647, base, layout, 2147483647, precision});
            QVERIFY(encoding);
            Matrix row({1, d});
            encoding->fill({2147483646, 0, 1, d}, row.view());
            for (std::int64_t c = 0; c < d && base >= 1; ++c)
                QVERIFY(std::fabs(row(0, c)) <= 1 || mayOverflow);
            for (std::int64_t c = 0; c < d && precision == Precision::Exact; ++c)
                QVERIFY(std::fabs(row(0, c)) <= 1);
        }
    }
}

QTEST_APPLESS_MAIN(TestSinusoidalScheme)
#include "tst_sinusoidalscheme.moc"
