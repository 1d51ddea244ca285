// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "inputs/matrixtesting.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace phasor;

namespace {

const std::string kFolder = std::string(PHASOR_GOLDEN) + "/inputs/types/";

std::string warningText(const ReadCells& matrix, std::string_view code)
{
    const auto found = std::ranges::find(matrix.warnings, code, &Warning::code);
    return found == matrix.warnings.end() ? std::string() : english(found->text);
}

} // namespace

// Files that NumPy wrote, of every type, byte order and layout, against NumPy's own conversion to float32.
class NpyTypes : public QObject
{
    Q_OBJECT

private slots:
    void values_data();
    void values();
};

void NpyTypes::values_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto manifest = nlohmann::json::parse(testfiles::read(kFolder + "manifest.json"));
    QCOMPARE(manifest.size(), std::size_t{48});
    for (const auto& row : manifest)
        QTest::newRow(row["file"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

void NpyTypes::values()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const Result<ReadCells> got = readMatrix(kFolder + want["file"].get<std::string>());
    QVERIFY2(got.ok(), toString(got.ok() ? Error{} : got.error()).c_str());
    QCOMPARE(got->values->shape(), (Shape{5, 7}));

    const Result<ReadCells> windows
        = readMatrix(kFolder + want["file"].get<std::string>(), {.memory = 0}); // read when they are asked for
    QVERIFY(windows.ok());
    QVERIFY(std::memcmp(windows->values->data(), got->values->data(), 35 * sizeof(float)) == 0);

    const std::string bytes = testfiles::read(kFolder + want["expected"].get<std::string>());
    QCOMPARE(bytes.size(), std::size_t{5 * 7 * 4});
    for (std::size_t i = 0; i < 35; ++i) {
        float expected = 0;
        std::memcpy(&expected, bytes.data() + 4 * i, 4);
        const float value = got->values->data()[i];
        QVERIFY(std::isnan(expected) ? std::isnan(value) : std::memcmp(&value, &expected, 4) == 0);
    }

    QCOMPARE(got->nan, want["nan"].get<std::int64_t>());
    QCOMPARE(got->inf, want["inf"].get<std::int64_t>());
    QCOMPARE(got->low, want["low"].get<double>());
    QCOMPARE(got->high, want["high"].get<double>());
    const auto sigma = want["sigma"].get<double>();
    QVERIFY(std::abs(got->sigma - sigma) <= 1e-14 * sigma); // NumPy adds in another order

    const auto rounded = want["rounded"].get<int>();
    QVERIFY(warningText(*got, "ROUND").starts_with(rounded > 0 ? std::to_string(rounded) + " of 35" : ""));
    QCOMPARE(warningText(*got, "ROUND").empty(), rounded == 0);
    const auto overflowed = want["overflowed"].get<int>();
    const auto vanished = want["vanished"].get<int>();
    QCOMPARE(warningText(*got, "RANGE").empty(), overflowed + vanished == 0);
    if (overflowed + vanished > 0) {
        QVERIFY(warningText(*got, "RANGE").find(" " + std::to_string(overflowed) + " are too large")
                != std::string::npos);
        QVERIFY(warningText(*got, "RANGE").find(" " + std::to_string(vanished) + " are too small")
                != std::string::npos);
    }
}

QTEST_APPLESS_MAIN(NpyTypes)
#include "tst_npytypes.moc"
