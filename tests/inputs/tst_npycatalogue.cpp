// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "inputs/matrixtesting.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace phasor;

namespace {

const std::string kFolder = std::string(PHASOR_GOLDEN) + "/inputs/npy/";

float expectedValue(const nlohmann::json& value)
{
    if (value.is_number())
        return value.get<float>();
    const auto word = value.get<std::string>();
    return word == "nan" ? NAN : word == "inf" ? INFINITY : -INFINITY;
}

bool sameValue(float a, float b)
{
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

} // namespace

class NpyCatalogue : public QObject
{
    Q_OBJECT

private slots:
    void files_data();
    void files();
    void everyPrefixIsJudged();
    void everyByteReplacedIsJudged();
};

void NpyCatalogue::files_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto manifest = nlohmann::json::parse(testfiles::read(kFolder + "manifest.json"));
    QVERIFY(manifest.size() > 100);
    for (const auto& row : manifest)
        QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

void NpyCatalogue::files()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const std::string path = kFolder + want["file"].get<std::string>();
    const Result<ReadCells> got = readMatrix(path);

    if (want["expect"] == "R") {
        QVERIFY2(!got.ok(), row.constData());
        QCOMPARE(QString::fromStdString(got.error().code), QString::fromStdString(want["code"]));
        QCOMPARE(got.error().offset.value_or(-1), want["offset"].get<std::int64_t>());
        QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Input));
        QCOMPARE(english(got.error().where), inQuotes(path));
        QVERIFY(!got.error().what.empty() && !got.error().remedy.empty());
        QVERIFY(toString(got.error()).find('\n') == std::string::npos);
        return;
    }
    QVERIFY2(got.ok(), toString(got.ok() ? Error{} : got.error()).c_str());
    QCOMPARE(got->values->shape(), (Shape{2, 3}));
    for (std::size_t i = 0; i < 6; ++i)
        QVERIFY(sameValue(got->values->data()[i], expectedValue(want["values"][i])));
    const Result<ReadCells> windows = readMatrix(path, {.memory = 0}); // the same, read when they are asked for
    QVERIFY(windows.ok());
    for (std::size_t i = 0; i < 6; ++i)
        QVERIFY(sameValue(windows->values->data()[i], expectedValue(want["values"][i])));
    if (want["expect"] == "A")
        QVERIFY(got->warnings.empty());
    else
        QVERIFY(std::ranges::any_of(got->warnings,
                                    [&](const Warning& w) { return w.code == want["code"].get<std::string>(); }));
}

void NpyCatalogue::everyPrefixIsJudged()
{
    const testfiles::Folder folder;
    for (const char* name : {"n001", "n002", "n005", "n008", "n010"}) {
        const std::string bytes = testfiles::read(kFolder + name + ".npy");
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            testfiles::write(folder / "cut.npy", std::string_view(bytes).substr(0, size));
            const Result<ReadCells> got = readMatrix(folder / "cut.npy");
            QVERIFY(!got.ok());
            QCOMPARE(QString::fromStdString(got.error().code), QString("TRUNC"));
            QCOMPARE(got.error().offset.value_or(-1), static_cast<std::int64_t>(size));
        }
    }
}

// Whatever byte is wrong, the verdict is a matrix that the file holds or an Error of the input.
void NpyCatalogue::everyByteReplacedIsJudged()
{
    const testfiles::Folder folder;
    const std::string path = folder / "changed.npy";
    std::string bytes = testfiles::read(kFolder + "n010.npy");
    testfiles::write(path, bytes);
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    QVERIFY(file >= 0);
    int accepted = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (int value = 0; value < 256; ++value) {
            const auto changed = static_cast<unsigned char>(value);
            QCOMPARE(pwrite(file, &changed, 1, static_cast<off_t>(i)), ssize_t{1});
            const Result<ReadCells> got = readMatrix(path);
            if (got.ok()) {
                ++accepted;
                QVERIFY(got->values->rows() * got->values->cols() <= 24);
            } else {
                QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Input));
                QVERIFY(!got.error().code.empty());
            }
        }
        QCOMPARE(pwrite(file, &bytes[i], 1, static_cast<off_t>(i)), ssize_t{1});
    }
    ::close(file);
    QVERIFY(accepted >= static_cast<int>(bytes.size())); // unchanged, at least
}

QTEST_APPLESS_MAIN(NpyCatalogue)
#include "tst_npycatalogue.moc"
