// SPDX-License-Identifier: GPL-3.0-or-later
// Which array of a file is read, by which format, and what is said of it. The formats have tests of their own.
#include "files/testfiles.h"
#include "inputs/matrixtesting.h"

#include <QtTest>

#include <cstring>

using namespace phasor;

namespace {

// A .safetensors of float32 arrays that count from 0; `shapes`: "2,3".
std::string safetensors(const std::vector<std::pair<std::string, std::string>>& arrays, const std::string& type = "F32")
{
    std::string header;
    std::string data;
    for (const auto& [name, shape] : arrays) {
        std::size_t count = 1;
        for (const QString& size : QString::fromStdString(shape).split(u',', Qt::SkipEmptyParts))
            count *= size.toULongLong();
        const std::size_t begin = data.size();
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = static_cast<float>(i);
            data.append(reinterpret_cast<const char*>(&value), type == "F32" ? 4 : 1);
        }
        header += std::string(header.empty() ? "" : ",") + "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":["
            + shape + "],\"data_offsets\":[" + std::to_string(begin) + "," + std::to_string(data.size()) + "]}";
    }
    header = "{" + header + "}";
    std::string file(8, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(file.data(), &length, 8);
    return file + header + data;
}

} // namespace

class ArrayFile : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void chosen_data();
    void chosen();
    void refused_data();
    void refused();
    void byContent_data();
    void byContent();
    void namesWithHash();
    void listed();
    void rowNames();

private:
    std::string write(const std::string& name, const std::string& content) const
    {
        const std::string path = m_folder.filePath(QString::fromStdString(name)).toStdString();
        testfiles::write(path, content);
        return path;
    }

    QTemporaryDir m_folder;
    std::string m_model; // several arrays
};

void ArrayFile::initTestCase()
{
    m_model = write("model.safetensors",
                    safetensors({{"ln", "4"},
                                 {"h.0.w", "3,4"},
                                 {"wpe.weight", "5,4"},
                                 {"wte.weight", "7,4"},
                                 {"one", "1,6,4"},
                                 {"none", "0,4"}}));
}

void ArrayFile::chosen_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("positions");
    QTest::addColumn<int>("rows");
    QTest::addColumn<bool>("warns");
    QTest::newRow("embedding by its name") << "" << false << 7 << true;
    QTest::newRow("positions by their name") << "" << true << 5 << true;
    QTest::newRow("named") << "#h.0.w" << false << 3 << false;
}

void ArrayFile::chosen()
{
    QFETCH(QString, name);
    QFETCH(bool, positions);
    QFETCH(int, rows);
    QFETCH(bool, warns);
    FileCache files;
    const auto file = MatrixFile::open(m_model + name.toStdString(), files, NpyContent::Matrix,
                                       positions ? MatrixRole::Positions : MatrixRole::Embedding);
    QVERIFY2(file.ok(), file.ok() ? "" : english(file.error().what).c_str());
    QCOMPARE((*file)->shape(), (Shape{rows, 4}));
    const auto read = (*file)->read().value();
    QCOMPARE(read->warnings.size(), std::size_t(warns));
    if (warns)
        QCOMPARE(read->warnings.front().code, std::string("SEVERAL"));
    Matrix cells(Shape{rows, 4});
    read->values->fill(whole(cells.shape()), cells.view());
    QCOMPARE(cells(rows - 1, 3), static_cast<float>(4 * rows - 1));
}

void ArrayFile::refused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("unknown") << "#x"
                             << "NAME"
                             << "its first is \"ln\"";
    QTest::newRow("[1, n, d]") << "#one"
                               << "RANK"
                               << "save a[0]";
    QTest::newRow("[n]") << "#ln"
                         << "RANK"
                         << "save it as a matrix, for example a.reshape(-1, d_model)";
    QTest::newRow("[0, d]") << "#none"
                            << "EMPTY"
                            << "name another one with #NAME";
}

void ArrayFile::refused()
{
    QFETCH(QString, name);
    QFETCH(QString, code);
    QFETCH(QString, remedy);
    FileCache files;
    const auto file = MatrixFile::open(m_model + name.toStdString(), files);
    QVERIFY(!file.ok());
    QCOMPARE(QString::fromStdString(file.error().code), code);
    QCOMPARE(QString::fromStdString(english(file.error().remedy)), remedy);
    const std::string eight = write("f8.safetensors", safetensors({{"wte", "2,3"}}, "F8_E4M3"));
    QCOMPARE(MatrixFile::open(eight, files).error().code, std::string("DTYPE"));
}

void ArrayFile::byContent_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code"); // empty: it is read
    const auto tensors = QByteArray::fromStdString(safetensors({{"a", "2,2"}}));
    const QByteArray text = "1,2\n3,4\n";
    const QByteArray zip = QByteArray("PK\x03\x04", 4) + QByteArray(60, '\x01');
    QTest::newRow("no ending") << "weights" << tensors << "";
    QTest::newRow("another ending") << "a.bin" << tensors << "";
    QTest::newRow("text without ending") << "numbers" << text << "";
    QTest::newRow("a damaged zip named .npy") << "z.npy" << zip << "MAGIC";
    QTest::newRow("a damaged zip named .safetensors") << "z.safetensors" << zip << "HEADER_SIZE";
    QTest::newRow("no known content") << "a.dat" << QByteArray(64, '\0') << "MAGIC";
    QTest::newRow("words named .npy") << "w.npy" << QByteArray("these are words\n") << "MAGIC";
    QTest::newRow("a web page") << "p.csv" << QByteArray("<!DOCTYPE html><html>") << "HTML";
}

void ArrayFile::byContent()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, code);
    const auto read = readMatrix(write(name.toStdString(), content.toStdString()));
    QCOMPARE(QString::fromStdString(read.ok() ? "" : read.error().code), code);
    if (read.ok())
        QCOMPARE(read->values->shape(), (Shape{2, 2}));
}

// A file whose own name has the sign comes before an array.
void ArrayFile::namesWithHash()
{
    const std::string path = write("a#1.csv", "1,2\n");
    QCOMPARE(matrixName(path).path, path);
    QCOMPARE(matrixName(path + "#b").path, path);
    QCOMPARE(matrixName(path + "#b").array, std::string("b"));
    QCOMPARE(readMatrix(path).value().values->shape(), (Shape{1, 2}));
}

void ArrayFile::listed()
{
    const auto names = [&](MatrixRole role) {
        std::string text;
        const std::vector<Tensor> arrays = listArrays(m_model, role).value();
        for (const Tensor& tensor : arrays)
            text += tensor.name + (canBeRead(tensor) ? " " : "- ");
        return text;
    };
    QCOMPARE(names(MatrixRole::Embedding), std::string("wte.weight h.0.w wpe.weight ln- one- none- "));
    QCOMPARE(names(MatrixRole::Positions), std::string("wpe.weight h.0.w wte.weight ln- one- none- "));
    QVERIFY(listArrays(write("list.csv", "1,2\n"), MatrixRole::Embedding).value().empty());
    QVERIFY(!listArrays(m_model + "-not", MatrixRole::Embedding).ok());
}

void ArrayFile::rowNames()
{
    FileCache files;
    const auto file = MatrixFile::open(write("names.csv", "word,a,b\nking,1,2\nqueen,3,4\n"), files).value();
    QVERIFY(file->rowNames() != nullptr);
    QCOMPARE(*file->rowNames(), (std::vector<std::string>{"king", "queen"}));
    QVERIFY(MatrixFile::open(m_model, files).value()->rowNames() == nullptr);
}

QTEST_GUILESS_MAIN(ArrayFile)
#include "tst_arrayfile.moc"
