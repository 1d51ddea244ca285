// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrixfield.h"
#include "files/tablewriter.h"
#include "files/testfiles.h"
#include "inputs/matrixtesting.h"

#include <QtTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

using namespace phasor;

namespace {

std::string npy(Shape shape, bool fortran, const std::vector<float>& values)
{
    std::string bytes = npyHeader("<f4", std::array{shape.rows, shape.cols});
    if (fortran)
        bytes.replace(bytes.find("False"), 5, "True ");
    return bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
}

QString codeOf(const std::string& path)
{
    const Result<ReadCells> got = readMatrix(path);
    return got.ok() ? QString("accepted") : QString::fromStdString(got.error().code);
}

} // namespace

class ReadMatrix : public QObject
{
    Q_OBJECT

private slots:
    void largeMatrixInAnyLayout_data();
    void largeMatrixInAnyLayout();
    void refusesWhatIsNoFile();
    void opensNamesOfAnyBytes();
    void allNanHasNoSpread();
    void saysHowFarItIs();
    void stopsWhenAsked();
};

void ReadMatrix::largeMatrixInAnyLayout_data()
{
    QTest::addColumn<qint64>("rows");
    QTest::addColumn<qint64>("cols");
    QTest::addColumn<bool>("fortran");
    for (const bool fortran : {false, true}) {
        for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 70000}, {70000, 1}, {5003, 37}, {37, 5003}, {4096, 16}})
            QTest::addRow("%d x %d%s", rows, cols, fortran ? " Fortran" : "")
                << qint64{rows} << qint64{cols} << fortran;
    }
}

void ReadMatrix::largeMatrixInAnyLayout()
{
    QFETCH(qint64, rows);
    QFETCH(qint64, cols);
    QFETCH(bool, fortran);
    const testfiles::Folder folder;
    std::vector<float> values(static_cast<std::size_t>(rows * cols));
    std::iota(values.begin(), values.end(), 0.0F); // exact: fewer than 2^24 numbers
    testfiles::write(folder / "m.npy", npy({rows, cols}, fortran, values));
    const Result<ReadCells> got = readMatrix(folder / "m.npy");
    QVERIFY(got.ok());
    QCOMPARE(got->values->shape(), (Shape{rows, cols}));
    QVERIFY(got->warnings.empty());
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < cols; ++c)
            QVERIFY((*got->values)(r, c) == static_cast<float>(fortran ? c * rows + r : r * cols + c));
    }
    const auto n = static_cast<double>(rows * cols);
    const double sigma = std::sqrt((n * n - 1) / 12); // of 0 … n - 1
    QVERIFY(std::abs(got->sigma - sigma) <= 1e-13 * sigma);
}

void ReadMatrix::refusesWhatIsNoFile()
{
    const testfiles::Folder folder;
    QCOMPARE(codeOf(folder / "missing.npy"), QString("ENOENT"));
    QCOMPARE(codeOf(folder / "missing/m.npy"), QString("ENOENT"));
    QCOMPARE(codeOf(""), QString("ENOENT"));
    QCOMPARE(codeOf(folder.path()), QString("EISDIR"));
    QCOMPARE(codeOf("/dev/zero"), QString("NOTREGULAR"));
    QCOMPARE(codeOf(std::string("a\0b", 3)), QString("EINVAL"));
    QCOMPARE(mkfifo((folder / "fifo").c_str(), 0600), 0);
    QCOMPARE(codeOf(folder / "fifo"), QString("NOTREGULAR")); // and at once, though nobody writes
    QCOMPARE(symlink("loop", (folder / "loop").c_str()), 0);
    QCOMPARE(codeOf(folder / "loop"), QString("ELOOP"));
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{AF_UNIX, {}};
    std::strncpy(address.sun_path, (folder / "socket").c_str(), sizeof address.sun_path - 1);
    QCOMPARE(bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    QCOMPARE(codeOf(folder / "socket"), QString("NOTREGULAR"));
    ::close(socket);
    const Result<ReadCells> got = readMatrix(folder / "a\nb\x1b.npy");
    QVERIFY(toString(got.error()).find('\n') == std::string::npos);
    QVERIFY(toString(got.error()).find('\x1b') == std::string::npos);
}

void ReadMatrix::opensNamesOfAnyBytes()
{
    const testfiles::Folder folder;
    for (const char* name : {"caf\xe9.npy", "a\nb.npy", "-", "\xe2\x80\xae.npy", "no extension", "x.csv"}) {
        testfiles::write(folder / name, npy({1, 2}, false, {1, 2}));
        QCOMPARE(codeOf(folder / name), QString("accepted"));
    }
}

void ReadMatrix::allNanHasNoSpread()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", npy({2, 2}, false, std::vector<float>(4, NAN)));
    const Result<ReadCells> got = readMatrix(folder / "m.npy");
    QVERIFY(got.ok());
    QCOMPARE(got->nan, std::int64_t{4});
    QCOMPARE(got->sigma, 0.0);
    QCOMPARE(got->low, 0.0);
    QCOMPARE(got->high, 0.0);
    QCOMPARE(QString::fromStdString(english(got->warnings[0].text)), QString("4 NaN, 0 Inf"));
}

// The share rises to 1, in either order of the numbers.
void ReadMatrix::saysHowFarItIs()
{
    const testfiles::Folder folder;
    const std::vector<float> values(300 * 1000, 1.0F);
    for (const bool fortran : {false, true}) {
        testfiles::write(folder / "m.npy", npy({300, 1000}, fortran, values));
        std::vector<double> shares;
        QVERIFY(readMatrix(folder / "m.npy",
                           {.progress =
                                [&](double share) {
                                    shares.push_back(share);
                                }})
                    .ok());
        QVERIFY(shares.size() > 10);
        QVERIFY(std::is_sorted(shares.begin(), shares.end()));
        QVERIFY(shares.front() > 0 && shares.front() < 0.5);
        QCOMPARE(shares.back(), 1.0);
    }
}

void ReadMatrix::stopsWhenAsked()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", npy({300, 1000}, false, std::vector<float>(300 * 1000, 1.0F)));
    const CancelToken cancel;
    const CancelScope job(cancel);
    int calls = 0;
    const auto progress = [&](double) {
        ++calls;
        cancel.cancel();
    };
    const Result<ReadCells> got = readMatrix(folder / "m.npy", {.progress = progress});
    QVERIFY(!got.ok());
    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Cancelled));
    QVERIFY(calls < 300000 / 16384);
}

QTEST_APPLESS_MAIN(ReadMatrix)
#include "tst_readmatrix.moc"
