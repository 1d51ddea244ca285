// SPDX-License-Identifier: GPL-3.0-or-later
// Matrices that stay in their file.
#include "field/conformance.h"
#include "files/tablewriter.h"
#include "files/testfiles.h"
#include "inputs/filecache.h"
#include "inputs/matrix/matrixfile.h"

#include <QtTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
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

std::vector<float> counting(std::int64_t count) // exact up to 2^24 numbers
{
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.0F);
    return values;
}

// A file that claims `shape` and has all of its bytes, none of them on the disk but `last`, the last number.
bool writeSparse(const std::string& path, Shape shape, float last)
{
    const std::string header = npyHeader("<f4", std::array{shape.rows, shape.cols});
    testfiles::write(path, header);
    const auto end = static_cast<off_t>(header.size()) + shape.rows * shape.cols * 4;
    if (truncate(path.c_str(), end) != 0)
        return false;
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const bool written = pwrite(file, &last, sizeof last, end - 4) == 4;
    ::close(file);
    return written;
}

bool hasWarning(const ImportedMatrix& matrix, std::string_view code)
{
    return std::ranges::find(matrix.warnings, code, &Warning::code) != matrix.warnings.end();
}

} // namespace

class LargeMatrix : public QObject
{
    Q_OBJECT

private slots:
    void anyWindowIsThatOfTheWhole_data();
    void anyWindowIsThatOfTheWhole();
    void largerThanMemoryCanBeLookedAt();
    void largerThanTheAddressSpaceCanBeLookedAt();
    void sampleIsSpreadEvenly_data();
    void sampleIsSpreadEvenly();
    void allNumbersOfASmallFileAreSampled();
    void cutFileGivesNanAndSaysSo();
    void writtenFileSaysSo();
    void stopsWhenAsked();
};

void LargeMatrix::anyWindowIsThatOfTheWhole_data()
{
    QTest::addColumn<qint64>("rows");
    QTest::addColumn<qint64>("cols");
    QTest::addColumn<bool>("fortran");
    for (const bool fortran : {false, true}) {
        for (const auto& [rows, cols] : {std::pair{1, 40000}, {40000, 1}, {5003, 37}, {37, 5003}, {9000, 20}})
            QTest::addRow("%d x %d%s", rows, cols, fortran ? " Fortran" : "")
                << qint64{rows} << qint64{cols} << fortran;
    }
}

void LargeMatrix::anyWindowIsThatOfTheWhole()
{
    QFETCH(qint64, rows);
    QFETCH(qint64, cols);
    QFETCH(bool, fortran);
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", npy({rows, cols}, fortran, counting(rows * cols)));
    FileCache files;
    const auto file = MatrixFile::open(folder / "m.npy", files).value();
    const FieldPtr field = file->read({.memory = 1000}).value()->values;
    QCOMPARE(field->shape(), (Shape{rows, cols}));
    QCOMPARE(file->memory(), std::uint64_t{0});
    const std::string broken = conforms(*field);
    QVERIFY2(broken.empty(), broken.c_str());
    const auto last = static_cast<double>(rows * cols - 1);
    QCOMPARE(field->bounds(), (Interval{0, last})); // the first and the last number are in the sample
    for (const Rect rect : {whole({rows, cols}), Rect{rows / 3, cols / 2, rows - rows / 3, cols - cols / 2},
                            Rect{rows - 1, 0, 1, cols}, Rect{0, cols - 1, rows, 1}, Rect{rows / 2, cols / 2, 1, 1}}) {
        Matrix roomy({rect.rows, rect.cols + 3}); // rows of the target with gaps between them
        const MatrixView<float> out = roomy.view().window({0, 1, rect.rows, rect.cols});
        field->fill(rect, out);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c) {
                const std::int64_t row = rect.row + r;
                const std::int64_t col = rect.col + c;
                QVERIFY(out(r, c) == static_cast<float>(fortran ? col * rows + row : row * cols + col));
            }
        }
    }
    QVERIFY(!file->fault());
}

void LargeMatrix::largerThanMemoryCanBeLookedAt()
{
    const testfiles::Folder folder;
    const Shape shape{1 << 21, 1 << 20}; // 8 TiB
    if (!writeSparse(folder / "sparse.npy", shape, 7))
        QSKIP("this file system has no sparse files of 8 TiB");
    FileCache files;
    const auto file = MatrixFile::open(folder / "sparse.npy", files).value();
    QCOMPARE(file->shape(), shape);
    const auto matrix = file->read().value();
    QVERIFY(hasWarning(*matrix, "SAMPLE"));
    QVERIFY(english(matrix->warnings[0].text).find("8.0 TiB") != std::string::npos);
    QVERIFY(english(matrix->warnings[0].text).find("16,777,216 of its 2,199,023,255,552") != std::string::npos);
    QCOMPARE(matrix->statistics.high, 7.0);
    Matrix part({3, 4});
    matrix->values->fill({shape.rows - 3, shape.cols - 4, 3, 4}, part.view());
    QCOMPARE(part(2, 3), 7.0F);
    QCOMPARE(part(1, 1), 0.0F);
}

// n114 of the catalogue.
void LargeMatrix::largerThanTheAddressSpaceCanBeLookedAt()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer needs the address space");
#endif
    const testfiles::Folder folder;
    if (!writeSparse(folder / "sparse.npy", {32768, 32768}, 7))
        QSKIP("this file system has no sparse files");
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
    const rlimit limit{rlim_t{2} << 30, before.rlim_max};
    QCOMPARE(setrlimit(RLIMIT_AS, &limit), 0);
    FileCache files;
    const auto file = MatrixFile::open(folder / "sparse.npy", files);
    const auto matrix = (*file)->read();
    QCOMPARE(setrlimit(RLIMIT_AS, &before), 0);
    QVERIFY(matrix.ok());
    QVERIFY(hasWarning(**matrix, "SAMPLE"));
    float last = 0;
    (*matrix)->values->fill({32767, 32767, 1, 1}, {&last, 1, 1, 1});
    QCOMPARE(last, 7.0F);
}

void LargeMatrix::sampleIsSpreadEvenly_data()
{
    QTest::addColumn<bool>("fortran");
    QTest::newRow("rows") << false;
    QTest::newRow("columns") << true;
}

void LargeMatrix::sampleIsSpreadEvenly()
{
    QFETCH(bool, fortran);
    const testfiles::Folder folder;
    // 2^26 numbers, of which the second half is 1: the sample has 2^24 of them, half of them 1.
    const Shape shape{8192, 8192};
    std::vector<float> values(std::size_t{1} << 26);
    std::fill(values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end(), 1.0F);
    testfiles::write(folder / "m.npy", npy(shape, fortran, values));
    FileCache files;
    const auto file = MatrixFile::open(folder / "m.npy", files).value();
    std::vector<double> shares;
    const auto matrix
        = file->read({.progress = [&](double share) { shares.push_back(share); }, .memory = 1 << 20}).value();
    QVERIFY(std::abs(matrix->statistics.sigma - 0.5) < 1e-6);
    QCOMPARE(matrix->statistics.low, 0.0);
    QCOMPARE(matrix->statistics.high, 1.0);
    QVERIFY(std::ranges::is_sorted(shares));
    QCOMPARE(shares.back(), 1.0);
}

void LargeMatrix::allNumbersOfASmallFileAreSampled()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", npy({2, 3}, false, {1, 2, 3, 4, 5, NAN}));
    FileCache files;
    const auto file = MatrixFile::open(folder / "m.npy", files).value();
    const auto matrix = file->read({.memory = 0}).value();
    QVERIFY(!hasWarning(*matrix, "SAMPLE")); // it has no other number
    QCOMPARE(matrix->statistics.nan, std::int64_t{1});
    QCOMPARE(matrix->statistics.high, 5.0);
}

void LargeMatrix::cutFileGivesNanAndSaysSo()
{
    const testfiles::Folder folder;
    const std::string path = folder / "m.npy";
    testfiles::write(path, npy({1000, 10}, false, counting(10000)));
    FileCache files;
    const auto file = MatrixFile::open(path, files).value();
    const FieldPtr field = file->read({.memory = 0}).value()->values;
    QVERIFY(!file->fault() && file->usable());
    QCOMPARE(truncate(path.c_str(), 20000), 0);
    Matrix part({1, 10});
    field->fill({0, 0, 1, 10}, part.view());
    QCOMPARE(part(0, 9), 9.0F);
    field->fill({999, 0, 1, 10}, part.view());
    QVERIFY(std::all_of(part.data(), part.data() + 10, [](float value) { return std::isnan(value); }));
    QVERIFY(file->fault() && !file->usable());
    QCOMPARE(file->fault()->code, std::string("TRUNC"));
    QCOMPARE(english(file->fault()->where), inQuotes(path));
    QVERIFY(!MatrixFile::open(path, files).ok()); // the next one who asks learns it at once
}

void LargeMatrix::writtenFileSaysSo()
{
    const testfiles::Folder folder;
    const std::string path = folder / "m.npy";
    testfiles::write(path, npy({10, 10}, false, counting(100)));
    FileCache files;
    const auto large = MatrixFile::open(path, files).value();
    const FieldPtr field = large->read({.memory = 0}).value()->values;
    const int writer = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    QCOMPARE(::write(writer, "more", 4), ssize_t{4});
    ::close(writer);
    QCOMPARE(large->fault()->code, std::string("CHANGED"));
    const auto again = MatrixFile::open(path, files).value();
    QVERIFY(again != large && !again->fault());
    // What was read into memory does not depend on the file any more.
    QVERIFY(again->read().ok());
    QCOMPARE(truncate(path.c_str(), 0), 0);
    QVERIFY(!again->fault());
}

void LargeMatrix::stopsWhenAsked()
{
    const testfiles::Folder folder;
    if (!writeSparse(folder / "sparse.npy", {32768, 32768}, 7))
        QSKIP("this file system has no sparse files");
    FileCache files;
    const auto file = MatrixFile::open(folder / "sparse.npy", files).value();
    int calls = 0;
    {
        const CancelToken cancel;
        const CancelScope job(cancel);
        const auto progress = [&](double) {
            ++calls;
            cancel.cancel();
        };
        const auto stopped = file->read({.progress = progress, .memory = 0});
        QVERIFY(!stopped.ok());
        QCOMPARE(static_cast<int>(stopped.error().kind), static_cast<int>(ErrorKind::Cancelled));
    }
    QVERIFY(calls < 100);
    QVERIFY(file->read({.memory = 0}).ok()); // the next one who asks has it
}

QTEST_APPLESS_MAIN(LargeMatrix)
#include "tst_largematrix.moc"
