// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/stream.h"
#include "files/tablewriter.h"
#include "files/testfiles.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <limits>
#include <tuple>

using namespace phasor;

namespace {

// Values that tell row and column, with zeros among them.
class Places final : public Field
{
public:
    explicit Places(Shape shape)
        : m_shape(shape)
    {
    }
    static float value(std::int64_t row, std::int64_t col)
    {
        return (row + col) % 3 == 0 ? 0.0F : static_cast<float>(row % 4096) - static_cast<float>(col) / 1024;
    }
    Shape shape() const override { return m_shape; }
    Interval bounds() const override { return {-4096, 4096}; }
    void fill(Rect rect, MatrixView<float> out) const override
    {
        m_largest = std::max(m_largest.load(), rect.rows * rect.cols);
        for (std::int64_t r = 0; r < rect.rows; ++r) {
            for (std::int64_t c = 0; c < rect.cols; ++c)
                out(r, c) = value(rect.row + r, rect.col + c);
        }
        if (m_cells.fetch_add(rect.rows * rect.cols) >= m_cancelAfter)
            m_cancel.cancel();
    }
    void cancelAfter(std::int64_t cells) { m_cancelAfter = cells; }
    const CancelToken& cancel() const { return m_cancel; }
    std::int64_t cells() const { return m_cells; }
    std::int64_t largest() const { return m_largest; }

private:
    Shape m_shape;
    std::int64_t m_cancelAfter = std::numeric_limits<std::int64_t>::max();
    CancelToken m_cancel;
    mutable std::atomic<std::int64_t> m_cells = 0;
    mutable std::atomic<std::int64_t> m_largest = 0;
};

std::string printed(float value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(value));
    return text.data();
}

// The file made in the plainest way.
std::string plain(Rect window, TableFormat format, ElementType type)
{
    std::string out;
    if (format == TableFormat::Npy)
        out = npyHeader(type == ElementType::Bool ? "|b1" : "<f4", std::array{window.rows, window.cols});
    for (std::int64_t r = 0; r < window.rows; ++r) {
        for (std::int64_t c = 0; c < window.cols; ++c) {
            const float value = Places::value(window.row + r, window.col + c);
            if (format == TableFormat::Csv)
                out += type == ElementType::Bool ? (value != 0 ? "1" : "0") : printed(value);
            else if (type == ElementType::Bool)
                out += value != 0 ? '\1' : '\0';
            else
                out.append(reinterpret_cast<const char*>(&value), sizeof value);
            if (format == TableFormat::Csv)
                out += c + 1 == window.cols ? '\n' : ',';
        }
    }
    return out;
}

} // namespace

class StreamTest : public QObject
{
    Q_OBJECT

private slots:
    void equalsThePlainFile_data();
    void equalsThePlainFile();
    void windowFarDownCostsItsCells();
    void progressRisesToOne();
    void cancelLeavesNothing_data();
    void cancelLeavesNothing();
    void tokensStreamInBands();
    void aFullDeviceIsAnError();
};

void StreamTest::equalsThePlainFile_data()
{
    QTest::addColumn<QVector<qint64>>("window"); // row, col, rows, cols
    QTest::addColumn<bool>("csv");
    QTest::addColumn<bool>("mask");
    QTest::addColumn<qint64>("memory");
    for (const auto& window :
         {QVector<qint64>{0, 0, 1, 1}, {3, 5, 100, 7}, {0, 0, 7, 1000}, {2, 1, 3, 40000}, {0, 0, 5000, 3}}) {
        for (const bool csv : {false, true}) {
            for (const bool mask : {false, true}) {
                for (const qint64 memory : {1, 100, 4096, 1 << 20, 8 << 20}) {
                    if (memory < 4096 && window[2] * window[3] > 1000)
                        continue; // a thread for every few cells
                    QTest::addRow("%d x %d %s %s %d", static_cast<int>(window[2]), static_cast<int>(window[3]),
                                  csv ? "csv" : "npy", mask ? "mask" : "float", static_cast<int>(memory))
                        << window << csv << mask << memory;
                }
            }
        }
    }
}

void StreamTest::equalsThePlainFile()
{
    QFETCH(QVector<qint64>, window);
    QFETCH(bool, csv);
    QFETCH(bool, mask);
    QFETCH(qint64, memory);
    const testfiles::Folder folder;
    const Rect rect{window[0], window[1], window[2], window[3]};
    const Places field({rect.row + rect.rows + 1, rect.col + rect.cols + 1});
    const TableFormat format = csv ? TableFormat::Csv : TableFormat::Npy;
    const ElementType type = mask ? ElementType::Bool : ElementType::Float32;
    Result<OutputFile> file = OutputFile::open(folder / "t");
    QVERIFY(file.ok());
    QVERIFY(streamTable(field, rect, format, type, *file, {.progress = {}, .memory = memory}).ok());
    QVERIFY(file->commit().ok());
    QVERIFY(testfiles::read(folder / "t") == plain(rect, format, type));
    QCOMPARE(field.cells(), rect.rows * rect.cols);
    QVERIFY(field.largest() * 4 <= std::max<qint64>(4, memory));
}

void StreamTest::windowFarDownCostsItsCells()
{
    const testfiles::Folder folder;
    const Places field({2147483647, 512});
    Result<OutputFile> file = OutputFile::open(folder / "t.npy");
    const Rect window{2000000000, 0, 10, 512};
    QVERIFY(streamTable(field, window, TableFormat::Npy, ElementType::Float32, *file, {}).ok());
    QVERIFY(file->commit().ok());
    QVERIFY(testfiles::read(folder / "t.npy") == plain(window, TableFormat::Npy, ElementType::Float32));
    QCOMPARE(field.cells(), std::int64_t{10 * 512});
}

void StreamTest::progressRisesToOne()
{
    const Places field({1000, 64});
    Result<OutputFile> file = OutputFile::open("/dev/null");
    std::vector<double> shares;
    const StreamControl control{.progress = [&](double share) { shares.push_back(share); }, .memory = 65536};
    QVERIFY(streamTable(field, whole(field.shape()), TableFormat::Csv, ElementType::Float32, *file, control).ok());
    QVERIFY(shares.size() > 10);
    QVERIFY(std::ranges::is_sorted(shares));
    QCOMPARE(shares.back(), 1.0);
}

void StreamTest::cancelLeavesNothing_data()
{
    QTest::addColumn<qint64>("cells");
    for (const qint64 cells : {0, 1, 300000, 5000000})
        QTest::addRow("after %d cells", static_cast<int>(cells)) << cells;
}

void StreamTest::cancelLeavesNothing()
{
    QFETCH(qint64, cells);
    const testfiles::Folder folder;
    testfiles::write(folder / "t.csv", "the old file");
    Places field({2147483647, 512});
    field.cancelAfter(cells);
    {
        Result<OutputFile> file = OutputFile::open(folder / "t.csv");
        const StreamControl control{.cancel = field.cancel(), .progress = {}, .memory = 1 << 20};
        const Status status
            = streamTable(field, whole(field.shape()), TableFormat::Csv, ElementType::Float32, *file, control);
        QVERIFY(!status.ok());
        QCOMPARE(static_cast<int>(status.error().kind), static_cast<int>(ErrorKind::Cancelled));
    }
    QVERIFY(field.cells() <= cells + (1 << 20)); // the bands in flight and no more
    QCOMPARE(testfiles::read(folder / "t.csv"), std::string("the old file"));
    QCOMPARE(folder.names(), (std::set<std::string>{"t.csv"}));
}

void StreamTest::tokensStreamInBands()
{
    const testfiles::Folder folder;
    const Span rows{7, 200007}; // several bands
    std::string lines;
    std::string numbers = npyHeader("<i8", std::array<std::int64_t, 1>{rows.size()});
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
        const std::int64_t id = row * 1000003;
        lines += std::to_string(id) + "\n";
        numbers.append(reinterpret_cast<const char*>(&id), sizeof id);
    }
    for (const auto& [name, format, want] :
         {std::tuple{"t.csv", TableFormat::Csv, &lines}, {"t.npy", TableFormat::Npy, &numbers}}) {
        Result<OutputFile> file = OutputFile::open(folder / name);
        std::vector<double> shares;
        const StreamControl control{.cancel = {}, .progress = [&](double share) {
                                        shares.push_back(share);
                                    }};
        QVERIFY(streamTokens(
                    rows, [](std::int64_t row) { return row * 1000003; }, format, *file, control)
                    .ok());
        QVERIFY(file->commit().ok());
        QVERIFY(testfiles::read(folder / name) == *want);
        QVERIFY(shares.size() > 2 && std::is_sorted(shares.begin(), shares.end()));
        QCOMPARE(shares.back(), 1.0);
    }
    CancelToken cancel;
    {
        Result<OutputFile> file = OutputFile::open(folder / "t.csv");
        const StreamControl control{.cancel = cancel, .progress = [&](double) {
                                        cancel.cancel();
                                    }};
        const Status status = streamTokens(
            rows, [](std::int64_t) { return 0; }, TableFormat::Csv, *file, control);
        QVERIFY(!status.ok());
        QCOMPARE(status.error().kind, ErrorKind::Cancelled);
    }
    QVERIFY(testfiles::read(folder / "t.csv") == lines);
    QCOMPARE(folder.names(), (std::set<std::string>{"t.csv", "t.npy"}));
}

void StreamTest::aFullDeviceIsAnError()
{
    const Places field({1000, 64});
    Result<OutputFile> file = OutputFile::open("/dev/full");
    QVERIFY(file.ok());
    const Status status = streamTable(field, whole(field.shape()), TableFormat::Npy, ElementType::Float32, *file, {});
    QVERIFY(!status.ok());
    QCOMPARE(QString::fromStdString(status.error().code), QString("ENOSPC"));
    QCOMPARE(static_cast<int>(status.error().kind), static_cast<int>(ErrorKind::Output));
}

QTEST_APPLESS_MAIN(StreamTest)
#include "tst_stream.moc"
