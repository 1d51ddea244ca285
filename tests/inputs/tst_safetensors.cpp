// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "inputs/matrix/arrayheaders.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace phasor;

namespace {

const std::string kFolder = std::string(PHASOR_GOLDEN) + "/inputs/safetensors/";

Result<TensorList> listOf(const std::string& path)
{
    TRY(const InputFile file, InputFile::open(path));
    return readSafetensorsHeader(file);
}

// A file of this header, and of data that the file system only promises.
void writeSparse(const std::string& path, const std::string& header, std::int64_t data)
{
    std::uint64_t length = header.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    testfiles::write(path, bytes + header);
    QCOMPARE(truncate(path.c_str(), static_cast<off_t>(bytes.size() + header.size()) + data), 0);
}

std::string entry(const std::string& name, const std::string& type, const std::string& shape, std::int64_t begin,
                  std::int64_t end)
{
    return "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":" + shape + ",\"data_offsets\":["
        + std::to_string(begin) + "," + std::to_string(end) + "]}";
}

// The numbers of a tensor as one row, read by StoredMatrix.
std::vector<float> numbersOf(const std::string& path, const Tensor& tensor)
{
    std::int64_t count = 1;
    for (const std::int64_t dimension : tensor.shape)
        count *= dimension;
    const Result<InputFile> file = InputFile::open(path);
    const MatrixLayout layout{.shape = {1, count}, .format = tensor.format.value(), .offset = tensor.offset};
    std::vector<float> numbers(static_cast<std::size_t>(count));
    const auto read = StoredMatrix{*file, layout}.readRun(0, numbers);
    return read.ok() ? numbers : std::vector<float>{};
}

bool sameValue(float got, const nlohmann::json& want)
{
    if (want.is_number())
        return got == want.get<float>() && std::signbit(got) == std::signbit(want.get<float>());
    return want == "nan" ? std::isnan(got) : got == (want == "inf" ? INFINITY : -INFINITY);
}

// Bytes of physical memory in use now; 0 where the system does not tell.
std::int64_t residentBytes()
{
    std::int64_t all = 0;
    std::int64_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

} // namespace

class Safetensors : public QObject
{
    Q_OBJECT

private slots:
    void files_data();
    void files();
    void types_data();
    void types();
    void beginningIsRecognized();
    void everyPrefixIsJudged();
    void everyByteReplacedIsJudged();
    void hugeFileTakesNoMemory();
    void manyTensorsAreListed();
    void manyTensorsOnTheSameBytesAreRefused();
    void bombsAreRefused_data();
    void bombsAreRefused();
    void warningsNameTheFirst();
    void partOfAFileIsRead();
    void cancelledWorkEnds();
};

void Safetensors::files_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto manifest = nlohmann::json::parse(testfiles::read(kFolder + "manifest.json"));
    QVERIFY(manifest.size() > 80);
    for (const auto& row : manifest)
        QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

void Safetensors::files()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const std::string path = kFolder + want["file"].get<std::string>();
    const Result<TensorList> got = listOf(path);

    if (want["expect"] == "R") {
        QVERIFY2(!got.ok(), row.constData());
        QCOMPARE(QString::fromStdString(got.error().code), QString::fromStdString(want["code"]));
        QCOMPARE(got.error().offset.value_or(-1), want["offset"].get<std::int64_t>());
        QCOMPARE(QString::fromStdString(got.error().field), QString::fromStdString(want["field"]));
        QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Input));
        QVERIFY(!got.error().what.empty() && !got.error().remedy.empty());
        QVERIFY(toString(got.error()).find('\n') == std::string::npos);
        return;
    }
    QVERIFY2(got.ok(), toString(got.ok() ? Error{} : got.error()).c_str());
    const std::string bytes = testfiles::read(path);
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    QCOMPARE(got->tensors.size(), want["tensors"].size());
    for (std::size_t i = 0; i < got->tensors.size(); ++i) {
        const Tensor& tensor = got->tensors[i];
        const auto& wanted = want["tensors"][i];
        const auto& name = wanted["name"];
        QCOMPARE(tensor.name,
                 name.is_string()
                     ? name.get<std::string>()
                     : std::string(name["times"].get<std::size_t>(), name["letter"].get<std::string>()[0]));
        QCOMPARE(tensor.type, wanted["type"].get<std::string>());
        QCOMPARE(tensor.shape, wanted["shape"].get<std::vector<std::int64_t>>());
        QCOMPARE(tensor.offset, static_cast<std::int64_t>(8 + length) + wanted["begin"].get<std::int64_t>());
        QCOMPARE(tensor.format.has_value(), !wanted["values"].is_null());
        if (tensor.format && !wanted["values"].empty()) {
            const std::vector<float> numbers = numbersOf(path, tensor);
            QVERIFY(std::ranges::equal(numbers, wanted["values"], sameValue));
        }
    }
    QCOMPARE(got->warnings.size(), std::size_t{want["expect"] == "W" ? 1U : 0U});
    for (const Warning& warning : got->warnings) {
        QCOMPARE(QString::fromStdString(warning.code), QString::fromStdString(want["code"]));
        QVERIFY(english(warning.text).find_first_of("\n\x1b") == std::string::npos);
        QVERIFY(english(warning.text).size() < 400);
    }
}

void Safetensors::types_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto rows = nlohmann::json::parse(testfiles::read(kFolder + "types.json"));
    QCOMPARE(rows.size(), std::size_t{13});
    for (const auto& row : rows)
        QTest::newRow(row["type"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

// Files of every type, written from the format's specification, against float32 by another program, to the bit.
void Safetensors::types()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const std::string path = kFolder + want["file"].get<std::string>();
    const Result<TensorList> got = listOf(path);
    QVERIFY(got.ok());
    QCOMPARE(got->tensors.size(), std::size_t{2});
    const Tensor& tensor = got->tensors[1];
    QCOMPARE(tensor.type, want["type"].get<std::string>());
    QCOMPARE(tensor.shape, (std::vector<std::int64_t>{4, 5}));
    const std::vector<float> numbers = numbersOf(path, tensor);
    const auto bits = want["bits"].get<std::vector<std::uint32_t>>();
    QCOMPARE(numbers.size(), bits.size());
    QVERIFY(std::memcmp(numbers.data(), bits.data(), bits.size() * sizeof(float)) == 0);
}

void Safetensors::beginningIsRecognized()
{
    using namespace std::string_view_literals;
    QVERIFY(looksLikeSafetensors("\x40\0\0\0\0\0\0\0{\"a\":{"sv));
    QVERIFY(looksLikeSafetensors("\x02\0\0\0\0\0\0\0{"sv));
    QVERIFY(looksLikeSafetensors("\x40\0\0\0\0\0\0\0 \r\n\t{"sv));
    QVERIFY(looksLikeSafetensors("\xff\xff\xff\xff\xff\xff\xff\xff{"sv)); // so that its length is what is refused
    QVERIFY(!looksLikeSafetensors(""sv));
    QVERIFY(!looksLikeSafetensors("\x02\0\0\0\0\0\0\0"sv));
    QVERIFY(!looksLikeSafetensors("\x40\0\0\0\0\0\0\0        "sv));
    QVERIFY(!looksLikeSafetensors("\x40\0\0\0\0\0\0\0[{"sv));
    QVERIFY(!looksLikeSafetensors("{\"name\":{\"a\":1}}"sv)); // a JSON text
    QVERIFY(!looksLikeSafetensors("PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0"sv));
    QVERIFY(!looksLikeSafetensors("\x93NUMPY\x01\0v\0{'descr"sv));
}

void Safetensors::everyPrefixIsJudged()
{
    const testfiles::Folder folder;
    for (const char* name : {"s001", "s002", "s003", "s005", "s008", "s061", "x012", "x021"}) {
        const std::string bytes = testfiles::read(kFolder + name + ".safetensors");
        testfiles::write(folder / "cut", bytes);
        for (std::size_t size = bytes.size(); size-- > 0;) {
            QCOMPARE(truncate((folder / "cut").c_str(), static_cast<off_t>(size)), 0);
            const Result<TensorList> got = listOf(folder / "cut");
            QVERIFY(!got.ok());
            QCOMPARE(QString::fromStdString(got.error().code), QString("TRUNC"));
            QCOMPARE(got.error().offset.value_or(-1), static_cast<std::int64_t>(size));
        }
    }
}

// Whatever byte is wrong, the verdict is a list of arrays in the file or an Error of the input.
void Safetensors::everyByteReplacedIsJudged()
{
    const testfiles::Folder folder;
    for (const char* name : {"s001", "s008", "s061"}) {
        std::string bytes = testfiles::read(kFolder + name + ".safetensors");
        testfiles::write(folder / "changed", bytes);
        std::fstream file(folder / "changed", std::ios::binary | std::ios::in | std::ios::out);
        int accepted = 0;
        for (std::size_t i = 0; i < bytes.size() - 24; ++i) { // not the data
            for (int value = 0; value < 256; ++value) {
                file.seekp(static_cast<std::streamoff>(i)).put(static_cast<char>(value)).flush();
                const Result<TensorList> got = listOf(folder / "changed");
                if (!got.ok()) {
                    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Input));
                    QVERIFY(!got.error().code.empty());
                    QVERIFY(got.error().offset.value_or(-1) >= 0);
                    QVERIFY(*got.error().offset <= static_cast<std::int64_t>(bytes.size()));
                    QVERIFY(toString(got.error()).find('\n') == std::string::npos);
                    continue;
                }
                ++accepted;
                for (const Tensor& tensor : got->tensors) {
                    std::int64_t end = tensor.format ? tensor.format->bytes : 0;
                    for (const std::int64_t dimension : tensor.shape)
                        end *= dimension;
                    QVERIFY(tensor.offset + end <= static_cast<std::int64_t>(bytes.size()));
                }
            }
            file.seekp(static_cast<std::streamoff>(i)).put(bytes[i]).flush();
        }
        QVERIFY(accepted >= static_cast<int>(bytes.size() - 24)); // unchanged, at least
    }
}

void Safetensors::hugeFileTakesNoMemory()
{
    const testfiles::Folder folder;
    constexpr std::int64_t kData = std::int64_t{2} << 30;
    std::string header = "{";
    constexpr std::int64_t kTensors = 512; // as a model has
    for (std::int64_t i = 0; i < kTensors; ++i)
        header += (i > 0 ? "," : "")
            + entry("model.layers." + std::to_string(i) + ".weight", "BF16", "[2048,1024]", i * (kData / kTensors),
                    (i + 1) * (kData / kTensors));
    writeSparse(folder / "model", header + "}", kData);
    const std::int64_t before = residentBytes();
    const Result<TensorList> got = listOf(folder / "model");
    QVERIFY(got.ok());
    QCOMPARE(got->tensors.size(), std::size_t{kTensors});
    QVERIFY(residentBytes() - before < 32 << 20);
    QCOMPARE(got->tensors.back().offset, static_cast<std::int64_t>(header.size()) + 9 + kData - kData / kTensors);

    writeSparse(folder / "one", "{" + entry("a", "F32", "[1048576,1024]", 0, std::int64_t{4} << 30) + "}",
                std::int64_t{4} << 30);
    const Result<TensorList> one = listOf(folder / "one"); // whether memory has the room is not asked here
    QVERIFY(one.ok());
    QCOMPARE(one->tensors[0].shape, (std::vector<std::int64_t>{1 << 20, 1024}));
}

void Safetensors::manyTensorsAreListed()
{
    const testfiles::Folder folder;
    constexpr int kTensors = 200'000;
    std::string header = "{";
    for (int i = 0; i < kTensors; ++i) // in the reverse order of their bytes
        header += (i > 0 ? "," : "") + entry("t" + std::to_string(i), "U8", "[1,1]", kTensors - 1 - i, kTensors - i);
    header += "}";
    writeSparse(folder / "many", header, kTensors);
    const Result<TensorList> got = listOf(folder / "many");
    QVERIFY(got.ok());
    QCOMPARE(got->tensors.size(), std::size_t{kTensors});
    QCOMPARE(got->tensors.back().name, "t" + std::to_string(kTensors - 1));
    QCOMPARE(got->tensors.back().offset, static_cast<std::int64_t>(header.size()) + 8);

    const std::string twice = entry("t17", "U8", "[1,1]", kTensors, kTensors + 1);
    header.back() = ',';
    writeSparse(folder / "twice", header + twice + "}", kTensors + 1);
    const Result<TensorList> refused = listOf(folder / "twice");
    QVERIFY(!refused.ok());
    QCOMPARE(QString::fromStdString(refused.error().code), QString("DUP"));
    QCOMPARE(refused.error().offset.value_or(-1), static_cast<std::int64_t>(header.size()) + 8);
}

void Safetensors::manyTensorsOnTheSameBytesAreRefused()
{
    const testfiles::Folder folder;
    std::string header = "{";
    for (int i = 0; i < 5000; ++i)
        header += (i > 0 ? "," : "") + entry("t" + std::to_string(i), "F32", "[400,100]", 0, 160'000);
    writeSparse(folder / "same", header + "}", 160'000);
    const Result<TensorList> got = listOf(folder / "same");
    QVERIFY(!got.ok());
    QCOMPARE(QString::fromStdString(got.error().code), QString("OVERLAP"));
}

void Safetensors::bombsAreRefused_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("code");
    const QByteArray many(5'000'000, '[');
    QTest::newRow("open lists") << "{\"a\":" + many << "JSON";
    QTest::newRow("lists in an unknown field") << "{\"a\":{\"x\":" + many << "JSON";
    QTest::newRow("objects") << "{\"a\":{\"x\":" + QByteArray("{\"x\":").repeated(1'000'000) << "JSON";
    QTest::newRow("digits") << "{\"a\":{\"shape\":[" + QByteArray(2'000'000, '1') + "]"
                            << "JSON";
    QTest::newRow("dimensions") << "{\"a\":{\"shape\":[1" + QByteArray(",2").repeated(2'000'000) + "]"
                                << "JSON";
    QTest::newRow("one text") << "{\"a\":\"" + QByteArray(5'000'000, 'x') << "JSON";
    QTest::newRow("NUL bytes") << QByteArray(5'000'000, '\0') << "JSON";
    QTest::newRow("white space") << QByteArray(5'000'000, ' ') << "JSON";
    QTest::newRow("no names") << "{" + QByteArray("\"\":null,").repeated(1'000'000) << "JSON";
}

void Safetensors::bombsAreRefused()
{
    QFETCH(QByteArray, header);
    QFETCH(QString, code);
    const testfiles::Folder folder;
    writeSparse(folder / "bomb", header.toStdString(), 0);
    const Result<TensorList> got = listOf(folder / "bomb");
    QVERIFY(!got.ok());
    QCOMPARE(QString::fromStdString(got.error().code), code);
    QVERIFY(toString(got.error()).size() < 1000);
}

void Safetensors::warningsNameTheFirst()
{
    const testfiles::Folder folder;
    const std::string first = entry("\\n1", "U8", "[1]", 0, 1);
    const std::string second = entry("\\n2", "U8", "[1]", 1, 2);
    writeSparse(folder / "odd", " {" + first.substr(0, first.size() - 1) + ",\"x\":1,\"y\":2}," + second + "}", 2);
    const Result<TensorList> got = listOf(folder / "odd");
    QVERIFY(got.ok());
    QCOMPARE(got->warnings.size(), std::size_t{3});
    QCOMPARE(got->warnings[0].code, std::string("PAD"));
    QCOMPARE(got->warnings[1].code, std::string("KEYS"));
    QVERIFY(english(got->warnings[1].text).ends_with("2, the first is \"x\""));
    QCOMPARE(got->warnings[2].code, std::string("NAME"));
    QVERIFY(english(got->warnings[2].text).ends_with("2, the first is \"\\n1\""));
}

void Safetensors::partOfAFileIsRead()
{
    const testfiles::Folder folder;
    const std::string bytes = testfiles::read(kFolder + "s001.safetensors");
    testfiles::write(folder / "around", "before" + bytes + "after");
    const Result<InputFile> file = InputFile::open(folder / "around");
    QVERIFY(file.ok());
    const Result<TensorList> got = readSafetensorsHeader(file->part(6, std::ssize(bytes)));
    QVERIFY(got.ok());
    QCOMPARE(got->tensors[0].offset, std::ssize(bytes) - 24); // in the part
}

void Safetensors::cancelledWorkEnds()
{
    const CancelToken token;
    const CancelScope scope(token);
    token.cancel();
    const Result<TensorList> got = listOf(kFolder + "s001.safetensors");
    QVERIFY(!got.ok());
    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Cancelled));
}

QTEST_GUILESS_MAIN(Safetensors)
#include "tst_safetensors.moc"
