// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "inputs/matrix/arrayheaders.h"
#include "inputs/matrix/storedmatrix.h"
#include "inputs/matrix/ziparchive.h"
#include "system/cancelscope.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

using namespace phasor;

namespace {

const std::string kFolder = std::string(PHASOR_GOLDEN) + "/inputs/npz/";

struct Archive
{
    std::vector<std::string> names;
    std::vector<std::vector<float>> values; // of each member
    std::vector<Warning> warnings;
};

// Everything that the archive holds, or the first error.
Result<Archive> readArchive(const std::string& path, const ReadControl& control = {})
{
    TRY(const InputFile file, InputFile::open(path));
    TRY(const ZipDirectory directory, readZipDirectory(file));
    Archive archive{{}, {}, directory.warnings};
    for (const ZipMember& member : directory.members) {
        TRY(const InputFile npy, openZipMember(file, member, control));
        TRY_DONE(checkZipMember(file, member));
        TRY(const MatrixLayout layout, readNpyHeader(npy));
        Matrix values(layout.shape);
        TRY_DONE(StoredMatrix{npy, layout}.read(whole(layout.shape), values.view()));
        archive.names.push_back(member.name);
        archive.values.emplace_back(values.data(), values.data() + layout.numbers());
    }
    return archive;
}

std::string little(std::uint64_t value, int bytes)
{
    std::string out;
    for (int i = 0; i < bytes; ++i, value >>= 8)
        out += static_cast<char>(value & 0xff);
    return out;
}

// A small .npy of 2 x 3 float32: 0 … 5.
std::string smallNpy()
{
    const std::string bytes = testfiles::read(kFolder + "z002.npz");
    return bytes.substr(35, 152);
}

// Headers of a member; ZIP64 values if `wide`.
struct Entry
{
    std::string name;
    std::uint64_t stored = 0;
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
    int method = 0;
    bool wide = false;

    std::string common(bool central, std::uint64_t offset) const
    {
        std::string extra;
        if (wide)
            extra = little(1, 2) + little(central ? 24 : 16, 2) + little(size, 8) + little(stored, 8)
                + (central ? little(offset, 8) : "");
        std::string out = little(20, 2) + little(0, 2) + little(static_cast<std::uint64_t>(method), 2) + little(0, 4)
            + little(crc, 4) + little(wide ? 0xffffffff : stored, 4) + little(wide ? 0xffffffff : size, 4)
            + little(name.size(), 2) + little(extra.size(), 2);
        if (central)
            out += little(0, 10) + little(wide ? 0xffffffff : offset, 4);
        return out + name + extra;
    }
    std::string local() const { return "PK\3\4" + common(false, 0); }
    std::string central(std::uint64_t offset) const { return "PK\1\2" + little(20, 2) + common(true, offset); }
};

std::string endRecords(std::uint64_t members, std::uint64_t size, std::uint64_t offset, bool wide)
{
    std::string out;
    if (wide)
        out = "PK\6\6" + little(44, 8) + little(45, 4) + little(0, 8) + little(members, 8) + little(members, 8)
            + little(size, 8) + little(offset, 8) + "PK\6\7" + little(0, 4) + little(offset + size, 8) + little(1, 4);
    const std::uint64_t count = wide ? 0xffff : members;
    return out + "PK\5\6" + little(0, 4) + little(count, 2) + little(count, 2) + little(wide ? 0xffffffff : size, 4)
        + little(wide ? 0xffffffff : offset, 4) + little(0, 2);
}

std::uint32_t crcOf(const std::string& bytes)
{
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size())); // NOLINT
}

std::string codeOf(const Result<Archive>& got)
{
    return got.ok() ? "accepted" : got.error().code;
}

} // namespace

class Npz : public QObject
{
    Q_OBJECT

private slots:
    void files_data();
    void files();
    void everyPrefixIsRefused();
    void everyByteReplacedIsJudged();
    void ratios();
    void manyMembers();
    void sharedHeaders();
    void beyondFourGiB();
    void tooMuchMemory();
    void progressAndCancel();
    void looksLike();
};

void Npz::files_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto manifest = nlohmann::json::parse(testfiles::read(kFolder + "manifest.json"));
    QVERIFY(manifest.size() > 60);
    for (const auto& row : manifest)
        QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

void Npz::files()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const Result<Archive> got = readArchive(kFolder + want["file"].get<std::string>());
    if (want["expect"] == "R") {
        QVERIFY2(!got.ok(), row.constData());
        QCOMPARE(QString::fromStdString(got.error().code), QString::fromStdString(want["code"]));
        QCOMPARE(got.error().offset.value_or(-1), want["offset"].get<std::int64_t>());
        QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Input));
        QVERIFY(!got.error().what.empty() && !got.error().remedy.empty());
        QVERIFY(toString(got.error()).find('\n') == std::string::npos);
        return;
    }
    QVERIFY2(got.ok(), toString(got.ok() ? Error{} : got.error()).c_str());
    QCOMPARE(got->names.size(), want["names"].size());
    for (std::size_t i = 0; i < got->names.size(); ++i) {
        const auto& name = want["names"][i];
        if (name.is_string()) {
            QCOMPARE(QString::fromStdString(got->names[i]), QString::fromStdString(name));
        } else {
            std::string bytes;
            for (const auto& byte : name["bytes"])
                bytes += static_cast<char>(byte.get<int>());
            QVERIFY(got->names[i] == bytes);
        }
        QCOMPARE(got->values[i], want["values"].get<std::vector<float>>());
    }
    if (want["expect"] == "A")
        QVERIFY(got->warnings.empty());
    else
        QVERIFY(got->warnings.size() == 1 && got->warnings[0].code == want["code"].get<std::string>());
}

void Npz::everyPrefixIsRefused()
{
    const testfiles::Folder folder;
    for (const char* name : {"z001", "z003", "z004", "z005", "g001", "g006", "g010", "g011"}) {
        const std::string bytes = testfiles::read(kFolder + name + ".npz");
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            testfiles::write(folder / "cut.npz", std::string_view(bytes).substr(0, size));
            QCOMPARE(codeOf(readArchive(folder / "cut.npz")), std::string(size == 0 ? "TRUNC" : "ZIP"));
        }
    }
}

// Whatever byte is wrong, the verdict is the very numbers or an Error of the input: the CRC covers the data.
void Npz::everyByteReplacedIsJudged()
{
    const testfiles::Folder folder;
    const std::string path = folder / "changed.npz";
    for (const char* name : {"z004", "g011"}) {
        std::string bytes = testfiles::read(kFolder + name + ".npz");
        testfiles::write(path, bytes);
        const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        QVERIFY(file >= 0);
        int accepted = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            for (int value = 0; value < 256; ++value) {
                const auto changed = static_cast<unsigned char>(value);
                QCOMPARE(pwrite(file, &changed, 1, static_cast<off_t>(i)), ssize_t{1});
                const Result<Archive> got = readArchive(path);
                if (got.ok()) {
                    ++accepted;
                    QVERIFY(got->values.size() == 1 && got->values[0] == (std::vector<float>{0, 1, 2, 3, 4, 5}));
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
}

void Npz::ratios()
{
    // Zeros, compressed about a thousand times, are read.
    const Result<Archive> zeros = readArchive(kFolder + "zeros.npz");
    QVERIFY(zeros.ok());
    QCOMPARE(zeros->values[0], std::vector<float>(std::size_t{1024} * 512));
    // 1 GiB in 1 MB is refused before anything is inflated.
    const testfiles::Folder folder;
    const Entry entry{"w.npy", 1'043'726, std::uint64_t{1} << 30, 0, 8};
    const std::string local = entry.local() + std::string(1'043'726, '\0');
    const std::string central = entry.central(0);
    testfiles::write(folder / "bomb.npz", local + central + endRecords(1, central.size(), local.size(), false));
    QCOMPARE(codeOf(readArchive(folder / "bomb.npz")), std::string("RATIO"));
}

void Npz::manyMembers()
{
    const testfiles::Folder folder;
    const std::string npy = smallNpy();
    const auto write = [&](int members) {
        std::string local;
        std::string central;
        for (int i = 0; i < members; ++i) {
            const Entry entry{"w" + std::to_string(i) + ".npy", npy.size(), npy.size(), crcOf(npy)};
            central += entry.central(local.size());
            local += entry.local() + npy;
        }
        testfiles::write(folder / "many.npz",
                         local + central
                             + endRecords(static_cast<std::uint64_t>(members), central.size(), local.size(), true));
    };
    write(100'000); // more than the end record can count
    const Result<InputFile> file = InputFile::open(folder / "many.npz");
    const Result<ZipDirectory> directory = readZipDirectory(*file);
    QVERIFY2(directory.ok(), toString(directory.ok() ? Error{} : directory.error()).c_str());
    QCOMPARE(directory->members.size(), std::size_t{100'000});
    QCOMPARE(directory->members[99'999].name, std::string("w99999"));
    QVERIFY(checkZipMember(*file, directory->members[99'999]).ok());
    {
        const CancelToken token;
        token.cancel();
        const CancelScope scope(token);
        const Result<ZipDirectory> cancelledOne = readZipDirectory(*file);
        QVERIFY(!cancelledOne.ok() && cancelledOne.error().kind == ErrorKind::Cancelled);
    }
    write(320'000);
    QCOMPARE(codeOf(readArchive(folder / "many.npz")), std::string("LIMIT"));
}

// 2000 members share one local header (D. Fifield, 2019).
void Npz::sharedHeaders()
{
    const testfiles::Folder folder;
    const std::string npy = smallNpy();
    const std::string local = Entry{"w1999.npy", npy.size(), npy.size(), crcOf(npy)}.local() + npy;
    std::string central;
    for (int i = 0; i < 2000; ++i)
        central += Entry{"w" + std::to_string(i) + ".npy", npy.size(), npy.size(), crcOf(npy)}.central(0);
    testfiles::write(folder / "shared.npz", local + central + endRecords(2000, central.size(), local.size(), false));
    QCOMPARE(codeOf(readArchive(folder / "shared.npz")), std::string("OVERLAP"));
}

void Npz::beyondFourGiB()
{
    const testfiles::Folder folder;
    const std::string npy = smallNpy();
    const std::uint64_t large = (std::uint64_t{1} << 32) + 4096;
    const Entry first{"large.npy", large, large, 0, 0, true};
    const Entry second{"small.npy", npy.size(), npy.size(), crcOf(npy), 0, true};
    const std::string begin = first.local() + npy; // zeros follow
    const std::uint64_t at = first.local().size() + large;
    const std::string tail = second.local() + npy;
    const std::string central = first.central(0) + second.central(at);
    const std::string end = tail + central + endRecords(2, central.size(), at + tail.size(), true);
    const std::string path = folder / "sparse.npz";
    testfiles::write(path, begin);
    const int out = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    QVERIFY(out >= 0);
    QCOMPARE(pwrite(out, end.data(), end.size(), static_cast<off_t>(at)), static_cast<ssize_t>(end.size()));
    ::close(out);

    const Result<InputFile> file = InputFile::open(path);
    const Result<ZipDirectory> directory = readZipDirectory(*file);
    QVERIFY2(directory.ok(), toString(directory.ok() ? Error{} : directory.error()).c_str());
    QCOMPARE(directory->members.size(), std::size_t{2});
    QCOMPARE(directory->members[0].size, large);
    QCOMPARE(directory->members[1].offset, at + second.local().size());
    const Result<InputFile> small = openZipMember(*file, directory->members[1]);
    QVERIFY(small.ok() && readNpyHeader(*small).ok());
    QVERIFY(checkZipMember(*file, directory->members[1]).ok());
    const Result<InputFile> big = openZipMember(*file, directory->members[0]);
    QVERIFY(big.ok() && big->size() == static_cast<std::int64_t>(large) && readNpyHeader(*big).ok());
}

void Npz::tooMuchMemory()
{
    const Result<InputFile> file = InputFile::open(kFolder + "z001.npz");
    const Result<ZipDirectory> directory = readZipDirectory(*file);
    QVERIFY(directory.ok());
    ZipMember member = directory->members[0];
    member.size = std::uint64_t{1} << 60;
    const Result<InputFile> got = openZipMember(*file, member);
    QVERIFY(!got.ok());
    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Resource));
    QCOMPARE(got.error().code, std::string("MEMORY"));
}

void Npz::progressAndCancel()
{
    const Result<InputFile> file = InputFile::open(kFolder + "zeros.npz"); // 2 MiB, inflated
    const Result<ZipDirectory> directory = readZipDirectory(*file);
    QVERIFY(directory.ok());
    std::vector<double> shares;
    ReadControl control;
    control.progress = [&](double share) {
        shares.push_back(share);
    };
    QVERIFY(openZipMember(*file, directory->members[0], control).ok());
    QVERIFY(shares.size() >= 8 && std::ranges::is_sorted(shares) && shares.back() == 1);
    const CancelToken cancel;
    const CancelScope job(cancel);
    control.progress = [&](double share) {
        if (share > 0.4)
            cancel.cancel();
        QVERIFY(share < 0.7);
    };
    const Result<InputFile> got = openZipMember(*file, directory->members[0], control);
    QVERIFY(!got.ok());
    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Cancelled));
}

void Npz::looksLike()
{
    QVERIFY(looksLikeZip(testfiles::read(kFolder + "z001.npz")));
    QVERIFY(looksLikeZip(testfiles::read(kFolder + "z006.npz")));
    QVERIFY(!looksLikeZip(testfiles::read(kFolder + "z008.npz")));
    QVERIFY(!looksLikeZip(""));
}

QTEST_GUILESS_MAIN(Npz)
#include "tst_npz.moc"
