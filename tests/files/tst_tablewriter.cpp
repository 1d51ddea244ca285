// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/tablewriter.h"
#include "files/testfiles.h"

#include <QtTest>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

using namespace phasor;

namespace {

std::string printed(float value)
{
    std::array<char, 15> buffer{};
    return {buffer.data(), printCell(value, buffer.data())};
}

} // namespace

class TableWriterTest : public QObject
{
    Q_OBJECT

private slots:
    void cellsAreThoseOfC();
    void cellsReadBackToTheSameBits();
    void formatByExtension_data();
    void formatByExtension();
    void cellsOfARow();
    void tokens();
};

// Against snprintf("%.9g") of the C library.
void TableWriterTest::cellsAreThoseOfC()
{
    std::ifstream file(std::string(PHASOR_GOLDEN) + "/files/cells.txt");
    std::uint32_t bits = 0;
    std::string want;
    int count = 0;
    while (file >> std::hex >> bits >> want) {
        ++count;
        QCOMPARE(printed(std::bit_cast<float>(bits)), want);
    }
    QVERIFY(count > 2900);
    QCOMPARE(printed(std::numeric_limits<float>::quiet_NaN()), std::string("nan"));
    QCOMPARE(printed(-std::numeric_limits<float>::quiet_NaN()), std::string("nan"));
}

// The fast way of printing against std::to_chars, over all exponents.
void TableWriterTest::cellsReadBackToTheSameBits()
{
    std::uint32_t bits = 1;
    for (int i = 0; i < 400000; ++i) {
        bits = bits * 1664525 + 1013904223;
        const auto value = std::bit_cast<float>(bits);
        if (!std::isfinite(value))
            continue;
        const std::string text = printed(value);
        std::array<char, 16> want{};
        const auto end = std::to_chars(want.begin(), want.end(), value, std::chars_format::general, 9).ptr;
        QVERIFY2(text == std::string_view(want.begin(), end), text.c_str());
        float back = 0;
        std::from_chars(text.data(), text.data() + text.size(), back);
        QVERIFY(std::bit_cast<std::uint32_t>(back) == bits);
    }
}

void TableWriterTest::formatByExtension_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("format"); // -1: refused
    QTest::newRow("npy") << QByteArray("a.npy") << static_cast<int>(TableFormat::Npy);
    QTest::newRow("upper case") << QByteArray("/x.d/A.CSV") << static_cast<int>(TableFormat::Csv);
    QTest::newRow("only an extension") << QByteArray(".npy") << static_cast<int>(TableFormat::Npy);
    for (const char* path : {"", "a", "npy", "a.xyz", "a.npy.gz", "dir.npy/a", "a.npy ", "a."})
        QTest::newRow(path) << QByteArray(path) << -1;
}

void TableWriterTest::formatByExtension()
{
    QFETCH(QByteArray, path);
    QFETCH(int, format);
    const Result<TableFormat> got = tableFormat(path.toStdString());
    QCOMPARE(got.ok() ? static_cast<int>(*got) : -1, format);
    if (got.ok())
        return;
    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Usage));
    QCOMPARE(english(got.error().remedy), std::string("formats: npy, csv"));
    const bool none = path.mid(path.lastIndexOf('/') + 1).indexOf('.') < 0 || path.endsWith('.');
    QCOMPARE(english(got.error().what).find("no ending") != std::string::npos, none);
}

void TableWriterTest::cellsOfARow()
{
    const std::array cells{0.5F, -1.0F, 0.0F, 2.0F, std::numeric_limits<float>::infinity()};
    const auto encoded = [&](std::int64_t column, std::int64_t columns, TableFormat format, ElementType type) {
        std::string out(cells.size() * largestCell(format, type), '\0');
        out.resize(
            static_cast<std::size_t>(encodeCells(cells, column, columns, format, type, out.data()) - out.data()));
        return out;
    };
    QCOMPARE(encoded(0, 5, TableFormat::Csv, ElementType::Float32), std::string("0.5,-1,0,2,inf\n"));
    QCOMPARE(encoded(1, 3, TableFormat::Csv, ElementType::Float32), std::string("0.5,-1\n0,2,inf\n"));
    QCOMPARE(encoded(0, 1, TableFormat::Csv, ElementType::Bool), std::string("1\n1\n0\n1\n1\n"));
    QCOMPARE(encoded(0, 5, TableFormat::Npy, ElementType::Bool), std::string("\1\1\0\1\1", 5));
    std::string raw(sizeof cells, '\0');
    std::memcpy(raw.data(), cells.data(), sizeof cells);
    QCOMPARE(encoded(0, 5, TableFormat::Npy, ElementType::Float32), raw);
}

void TableWriterTest::tokens()
{
    const std::vector<std::int64_t> ids{2, 5, -1, 9223372036854775807};
    std::string text = tokensHeader(4, TableFormat::Csv);
    std::string binary = tokensHeader(4, TableFormat::Npy);
    for (const std::int64_t id : ids) {
        encodeToken(id, TableFormat::Csv, text);
        encodeToken(id, TableFormat::Npy, binary);
    }
    QCOMPARE(text, std::string("2\n5\n-1\n9223372036854775807\n"));
    std::string want = npyHeader("<i8", std::array<std::int64_t, 1>{4});
    want.append(reinterpret_cast<const char*>(ids.data()), 32);
    QCOMPARE(binary, want);
}

QTEST_APPLESS_MAIN(TableWriterTest)
#include "tst_tablewriter.moc"
