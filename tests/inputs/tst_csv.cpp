// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/tablewriter.h"
#include "files/testfiles.h"
#include "inputs/matrix/csvreader.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <random>
#include <span>

using namespace phasor;

namespace {

const std::string kFolder = std::string(PHASOR_GOLDEN) + "/inputs/csv/";

Result<CsvTable> readTable(const std::string& path, const ReadControl& control = {})
{
    TRY(const InputFile file, InputFile::open(path));
    return guarded([&] { return readCsv(file, control); });
}

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

// The codes of all warnings, with those that the caller of the reader adds.
std::vector<std::string> codesOf(const CsvTable& table)
{
    std::vector<std::string> codes;
    for (const Warning& warning : table.warnings)
        codes.push_back(warning.code);
    if (table.count.rounded > 0)
        codes.emplace_back("ROUND");
    if (table.count.vanished + table.count.overflowed > 0)
        codes.emplace_back("RANGE");
    const std::span cells(table.values.data(), static_cast<std::size_t>(table.values.rows() * table.values.cols()));
    if (!std::ranges::all_of(cells, [](float cell) { return std::isfinite(cell); }))
        codes.emplace_back("NONFINITE");
    return codes;
}

QString codeOf(const Result<CsvTable>& table)
{
    return table.ok() ? QString("none") : QString::fromStdString(table.error().code);
}

} // namespace

class Csv : public QObject
{
    Q_OBJECT

private slots:
    void files_data();
    void files();
    void everyPrefixIsJudged();
    void everyByteReplacedIsJudged();
    void fieldsAcrossPieces();
    void writtenTablesReadBack();
    void everyFloatReadsBack();
    void largeFields();
    void limits();
    void messages();
    void progressAndCancel();
    void nothingIsReadBeyondMemory();
    void speed();
};

void Csv::files_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto manifest = nlohmann::json::parse(testfiles::read(kFolder + "manifest.json"));
    QVERIFY(manifest.size() > 90);
    for (const auto& row : manifest)
        QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

void Csv::files()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const std::string path = kFolder + want["file"].get<std::string>();
    const Result<CsvTable> got = readTable(path);

    if (want["expect"] == "R") {
        QCOMPARE(codeOf(got), QString::fromStdString(want["code"]));
        const Error& error = got.error();
        QCOMPARE(static_cast<int>(error.kind), static_cast<int>(ErrorKind::Input));
        if (want.contains("offset")) {
            QCOMPARE(error.offset.value_or(-1), want["offset"].get<std::int64_t>());
        } else {
            QCOMPARE(error.line.value_or(-1), want["line"].get<std::int64_t>());
            QCOMPARE(error.column.value_or(-1), want["column"].get<std::int64_t>());
        }
        QVERIFY(!error.what.empty() && !error.remedy.empty());
        QVERIFY(toString(error).find('\n') == std::string::npos);
        return;
    }
    QVERIFY2(got.ok(), toString(got.ok() ? Error{} : got.error()).c_str());
    const auto& rows = want["values"];
    QCOMPARE(got->values.shape(), (Shape{std::ssize(rows), std::ssize(rows[0])}));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < rows[r].size(); ++c)
            QVERIFY(sameValue(got->values(static_cast<std::int64_t>(r), static_cast<std::int64_t>(c)),
                              expectedValue(rows[r][c])));
    }
    QVERIFY(got->rowNames == want.value("rows", std::vector<std::string>()));
    QCOMPARE(got->origin.header, want.contains("columns"));
    QCOMPARE(got->origin.separator, want.value("separator", std::string(","))[0]);
    QCOMPARE(got->count.rounded, want.value("rounded", std::int64_t{0}));
    QCOMPARE(got->count.vanished, want.value("vanished", want["code"] == "RANGE" ? std::int64_t{1} : 0));
    const std::vector<std::string> codes = codesOf(*got);
    if (want["expect"] == "A")
        QVERIFY2(codes.empty(), codes.empty() ? "" : codes[0].c_str());
    else
        QVERIFY(codes == std::vector<std::string>{want["code"].get<std::string>()});
}

// A file that was cut has no more values than the whole one.
void Csv::everyPrefixIsJudged()
{
    const auto manifest = nlohmann::json::parse(testfiles::read(kFolder + "manifest.json"));
    for (const auto& row : manifest) {
        if (row["expect"] == "R")
            continue;
        const auto cells = std::ssize(row["values"]) * std::ssize(row["values"][0]);
        const InputFile file = InputFile::open(kFolder + row["file"].get<std::string>()).value();
        for (std::int64_t size = 0; size < file.size(); ++size) {
            const Result<CsvTable> got = readCsv(file.part(0, size));
            if (got.ok())
                QVERIFY(got->values.rows() * got->values.cols() <= cells + got->values.cols());
            else
                QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Input));
        }
    }
}

void Csv::everyByteReplacedIsJudged()
{
    const testfiles::Folder folder;
    const std::string path = folder / "changed.csv";
    for (const char* name : {"c005", "h003", "c040", "phasor_ids", "c026"}) {
        const std::string bytes = testfiles::read(kFolder + name + ".csv");
        testfiles::write(path, bytes);
        const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        QVERIFY(file >= 0);
        std::size_t accepted = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            for (int value = 0; value < 256; ++value) {
                const auto changed = static_cast<unsigned char>(value);
                QCOMPARE(pwrite(file, &changed, 1, static_cast<off_t>(i)), ssize_t{1});
                const Result<CsvTable> got = readTable(path);
                if (got.ok()) {
                    ++accepted;
                    QVERIFY(got->values.rows() * got->values.cols() <= std::ssize(bytes));
                    QVERIFY(got->rowNames.empty() || std::ssize(got->rowNames) == got->values.rows());
                } else {
                    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Input));
                    QVERIFY(!got.error().code.empty());
                    QVERIFY(toString(got.error()).find('\n') == std::string::npos);
                }
            }
            QCOMPARE(pwrite(file, &bytes[i], 1, static_cast<off_t>(i)), ssize_t{1});
        }
        ::close(file);
        QVERIFY(accepted >= bytes.size()); // unchanged, at least
    }
}

// The pieces in which the file is read end in fields, quotes and line ends; nothing is lost there.
void Csv::fieldsAcrossPieces()
{
    const testfiles::Folder folder;
    for (const char* lineEnd : {"\n", "\r\n", "\r"}) {
        for (std::size_t shift = 0; shift < 12; shift += 3) {
            std::string text = "\xef\xbb\xbfname,x,y" + std::string(shift, 'y') + lineEnd;
            const std::int64_t rows = 60'000;
            for (std::int64_t r = 0; r < rows; ++r) {
                text += "\"a\"\"" + std::to_string(r) + "\n\",";
                text
                    += std::to_string(r) + (r % 3 == 0 ? ", \"" + std::to_string(r) + "\" " : "," + std::to_string(-r));
                text += lineEnd;
            }
            testfiles::write(folder / "pieces.csv", text);
            const Result<CsvTable> got = readTable(folder / "pieces.csv");
            QVERIFY2(got.ok(), toString(got.ok() ? Error{} : got.error()).c_str());
            QCOMPARE(got->values.shape(), (Shape{rows, 2}));
            for (std::int64_t r = 0; r < rows; ++r) {
                QVERIFY(got->rowNames[static_cast<std::size_t>(r)] == "a\"" + std::to_string(r) + "\n");
                QVERIFY(got->values(r, 0) == static_cast<float>(r));
                QVERIFY(got->values(r, 1) == static_cast<float>(r % 3 == 0 ? r : -r));
            }
        }
    }
}

// What Phasor writes, it reads to the bit.
void Csv::writtenTablesReadBack()
{
    const testfiles::Folder folder;
    const Shape shape{3000, 64};
    std::mt19937 random(3); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers every time
    std::vector<float> cells(static_cast<std::size_t>(shape.rows * shape.cols));
    for (float& cell : cells) {
        do
            cell = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        while (std::isnan(cell) || std::isinf(cell));
    }
    std::string text(cells.size() * largestCell(TableFormat::Csv, ElementType::Float32) + 64, '\0');
    const char* const end = encodeCells(cells, 0, shape.cols, TableFormat::Csv, ElementType::Float32, text.data());
    text.resize(static_cast<std::size_t>(end - text.data()));
    testfiles::write(folder / "table.csv", text);
    const Result<CsvTable> got = readTable(folder / "table.csv");
    QVERIFY(got.ok());
    QCOMPARE(got->values.shape(), shape);
    QCOMPARE(std::memcmp(got->values.data(), cells.data(), cells.size() * sizeof(float)), 0);
    QVERIFY(codesOf(*got).empty());
    QVERIFY(got->rowNames.empty() && !got->origin.header);
}

// Bits of float32 spread over all of them, by the shortest digits that mean them.
void Csv::everyFloatReadsBack()
{
    const testfiles::Folder folder;
    std::string text;
    std::vector<float> cells;
    for (std::uint32_t bits = 0; bits < 0x7f800000U; bits += 9973) {
        cells.push_back(std::bit_cast<float>(bits | (cells.size() % 2 == 1 ? 0x80000000U : 0)));
        std::array<char, 64> number{};
        text.append(number.data(), std::to_chars(number.begin(), number.end(), cells.back()).ptr);
        text += '\n';
    }
    testfiles::write(folder / "floats.csv", text);
    const Result<CsvTable> got = readTable(folder / "floats.csv");
    QVERIFY(got.ok());
    QCOMPARE(got->values.shape(), (Shape{std::ssize(cells), 1}));
    QCOMPARE(std::memcmp(got->values.data(), cells.data(), cells.size() * sizeof(float)), 0);
    QVERIFY(got->warnings.empty() && got->count.vanished == 0);
}

void Csv::largeFields()
{
    const testfiles::Folder folder;
    const std::string path = folder / "large.csv";
    testfiles::write(path, "0," + std::string(100'000, '1') + "\n");
    QCOMPARE(codeOf(readTable(path)), QString("RANGE")); // c047
    testfiles::write(path, "0." + std::string(100'000, '3') + ",1\n"); // c048
    const Result<CsvTable> third = readTable(path);
    QVERIFY(third.ok() && codesOf(*third).empty());
    QCOMPARE(third->values(0, 0), 1.0F / 3.0F);
    const std::size_t most = std::size_t{1} << 20;
    testfiles::write(path, "0.5\n0." + std::string(most - 2, '0') + "\n1\n");
    QVERIFY(readTable(path).ok());
    testfiles::write(path, "0.5\n0." + std::string(most - 1, '0') + "\n1\n");
    QCOMPARE(codeOf(readTable(path)), QString("LIMIT"));
    testfiles::write(path, "0,1\n\"" + std::string(5 * most, '0') + "\n1,2\n");
    const Result<CsvTable> open = readTable(path);
    QCOMPARE(codeOf(open), QString("LIMIT"));
    QCOMPARE(open.error().line.value_or(0), 2);
    testfiles::write(path, std::string(3 * most, ' '));
    QVERIFY(!readTable(path).ok());
    testfiles::write(path, std::string(3 * most, '\n') + "1\n");
    QVERIFY(readTable(path).ok());
    std::string lines; // no line end that a search finds soon
    for (std::size_t i = 0; i < most; ++i)
        lines += "1,2\r";
    testfiles::write(path, lines);
    QCOMPARE(readTable(path).value().values.shape(), (Shape{static_cast<std::int64_t>(most), 2}));
}

void Csv::limits()
{
    const testfiles::Folder folder;
    const auto line = [](std::size_t columns) {
        std::string text;
        for (std::size_t i = 0; i < columns; ++i)
            text += "1,";
        text.back() = '\n';
        return text;
    };
    testfiles::write(folder / "columns.csv", line(100'000));
    QCOMPARE(readTable(folder / "columns.csv").value().values.shape(), (Shape{1, 100'000}));
    testfiles::write(folder / "columns.csv", line(200'000)); // c049
    const Result<CsvTable> got = readTable(folder / "columns.csv");
    QCOMPARE(codeOf(got), QString("LIMIT"));
    QCOMPARE(got.error().column.value_or(0), 200'001);
}

void Csv::messages()
{
    const testfiles::Folder folder;
    const auto message = [&](const std::string& text) {
        testfiles::write(folder / "a.csv", text);
        const Result<CsvTable> got = readTable(folder / "a.csv");
        return got.ok() ? std::string() : english(got.error().what);
    };
    QCOMPARE(message("1,2\n3,\033[2J\n").c_str(), "\"\\x1b[2J\" isn't a number");
    QCOMPARE(message("1,2\n3,\u22121\n").c_str(), "\"\u22121\" has the minus sign U+2212");
    QCOMPARE(message("1,2\n3," + std::string(50, 'x')).c_str(),
             ('"' + std::string(40, 'x') + "…\" isn't a number").c_str());
    QCOMPARE(message("1,2\n3\n").c_str(), "the number of fields is 1, but 2 in the first line");
    testfiles::write(folder / "a.csv", "1,2\n3,4x\n");
    QCOMPARE(readTable(folder / "a.csv").error().field.c_str(), "column 2");
}

void Csv::progressAndCancel()
{
    const testfiles::Folder folder;
    std::string text;
    for (int i = 0; i < 600'000; ++i)
        text += "0.125,0.5\n";
    testfiles::write(folder / "a.csv", text);
    std::vector<double> shares;
    QVERIFY(readTable(folder / "a.csv",
                      {.progress =
                           [&](double share) {
                               shares.push_back(share);
                           }})
                .ok());
    QVERIFY(shares.size() > 5);
    QVERIFY(std::ranges::is_sorted(shares));
    QCOMPARE(shares.back(), 1.0);
    for (const double when : {0.0, 0.2, 0.6}) {
        const CancelToken cancel;
        const CancelScope job(cancel);
        const auto progress = [&](double share) {
            if (share >= when)
                cancel.cancel();
        };
        const Result<CsvTable> got = readTable(folder / "a.csv", {.progress = progress});
        QVERIFY(!got.ok());
        QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Cancelled));
    }
}

void Csv::nothingIsReadBeyondMemory()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "sparse.csv", "1,2\n");
    if (::truncate((folder / "sparse.csv").c_str(), off_t{1} << 42) != 0)
        QSKIP("this file system has no sparse files of 4 TiB");
    const Result<CsvTable> got = readTable(folder / "sparse.csv");
    QCOMPARE(codeOf(got), QString("MEMORY"));
    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Resource));
}

void Csv::speed()
{
    const testfiles::Folder folder;
    std::mt19937 random(4); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers every time
    std::vector<float> cells(500'000);
    for (float& cell : cells)
        cell = static_cast<float>(static_cast<std::int32_t>(random())) * 0x1p-31F;
    std::string text(cells.size() * 16 + 64, '\0');
    const char* const end = encodeCells(cells, 0, 500, TableFormat::Csv, ElementType::Float32, text.data());
    text.resize(static_cast<std::size_t>(end - text.data()));
    testfiles::write(folder / "a.csv", text);
    QBENCHMARK
    {
        QVERIFY(readTable(folder / "a.csv").ok());
    }
    qInfo("%zu bytes", text.size());
}

QTEST_GUILESS_MAIN(Csv)
#include "tst_csv.moc"
