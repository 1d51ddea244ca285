// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden.h"

#include "field/matrix.h"

#include <cmath>
#include <limits>
#include <utility>

using namespace phasor;

class TestSchemes : public QObject
{
    Q_OBJECT

private slots:
    void registry();
    void refused_data();
    void refused();
    void limits_data();
    void limits();
};

void TestSchemes::registry()
{
    QVERIFY(!schemes().empty());
    for (const Scheme& scheme : schemes()) {
        QVERIFY(findScheme(scheme.id) == &scheme);
        QVERIFY(!scheme.label.empty() && !scheme.formula.empty() && !scheme.source.empty());
        const auto made = scheme.make({});
        QVERIFY(made.ok());
        QCOMPARE((*made)->shape(), (Shape{5000, 512}));
        QCOMPARE((*made)->bounds(), (Interval{-1, 1}));
    }
    QVERIFY(!findScheme("no such scheme"));
    QVERIFY(findScheme("sinusoidal"));
}

void TestSchemes::refused_data()
{
    QTest::addColumn<EncodingSettings>("settings");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const EncodingSettings& settings, const char* code, const char* where) {
        QTest::newRow(name) << settings << code << where;
    };
    row("no columns", {.dModel = 0}, "RANGE", "--d-model");
    row("too wide", {.dModel = 65537}, "RANGE", "--d-model");
    row("no rows", {.maxLen = 0}, "RANGE", "--max-len");
    row("too long", {.maxLen = 2147483648}, "RANGE", "--max-len");
    row("before the first", {.firstPosition = -1}, "RANGE", "--first-position");
    row("beyond the last", {.firstPosition = 2147483648}, "RANGE", "--first-position");
    row("base 0", {.base = 0}, "RANGE", "--base");
    row("base < 0", {.base = -2}, "RANGE", "--base");
    row("base inf", {.base = std::numeric_limits<double>::infinity()}, "RANGE", "--base");
    row("base nan", {.base = std::nan("")}, "RANGE", "--base");
    row("layout", {.layout = "Halves"}, "ENUM", "--layout");
    row("precision", {.precision = "float64\n"}, "ENUM", "--precision");
}

void TestSchemes::refused()
{
    QFETCH(EncodingSettings, settings);
    QFETCH(QString, code);
    QFETCH(QString, where);
    const auto made = findScheme("sinusoidal")->make(settings);
    QVERIFY(!made.ok());
    QCOMPARE(made.error().kind, ErrorKind::Usage);
    QCOMPARE(QString::fromStdString(made.error().code), code);
    QCOMPARE(QString::fromStdString(made.error().where), where);
    QVERIFY(!made.error().what.empty() && !made.error().remedy.empty());
    QVERIFY(!QString::fromStdString(toString(made.error())).contains('\n'));
    if (code == "ENUM")
        QVERIFY(
            QString::fromStdString(made.error().remedy).contains(where == "--layout" ? "tensor2tensor" : "bfloat16"));
}

void TestSchemes::limits_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QString>("precision");
    for (const char* layout : {"interleaved", "halves", "tensor2tensor"}) {
        for (const char* precision : {"exact", "float32", "bfloat16", "float16", "bfloat16-rounded", "float16-rounded"})
            QTest::addRow("%s %s", layout, precision) << layout << precision;
    }
}

// The corners of what is allowed: the last row of the longest table, every narrow width, extreme bases.
void TestSchemes::limits()
{
    QFETCH(QString, layout);
    QFETCH(QString, precision);
    const bool mayOverflow = precision == "float16";
    for (const std::int64_t d : {1, 2, 3, 4, 5, 8, 9, 65535, 65536}) {
        for (const double base : {1e4, 1.0, 5e-324, 1.7976931348623157e308}) {
            const auto encoding
                = encodingOf({d, 2147483647, base, layout.toStdString(), 2147483647, precision.toStdString()});
            QVERIFY(encoding);
            Matrix row({1, d});
            encoding->fill({2147483646, 0, 1, d}, row.view());
            for (std::int64_t c = 0; c < d && base >= 1; ++c)
                QVERIFY(std::fabs(row(0, c)) <= 1 || mayOverflow);
            for (std::int64_t c = 0; c < d && precision == "exact"; ++c)
                QVERIFY(std::fabs(row(0, c)) <= 1);
        }
    }
}

QTEST_APPLESS_MAIN(TestSchemes)
#include "tst_schemes.moc"
