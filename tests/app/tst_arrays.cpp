// SPDX-License-Identifier: GPL-3.0-or-later
// The program with an embedding, a position table or a table to check from .safetensors, .npz, .csv and .tsv.
#include "app/program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <zlib.h>

class TestArrays : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void embedding_data();
    void embedding();
    void positions();
    void names();
    void code_data();
    void code();
    void formats_data();
    void formats();
    void shapeIsTheFiles();
    void nothingIsLoadedWhole();

private:
    QByteArray contents(const char* name) const;
    QByteArray cells(const char* name) const; // of a .npy
    void write(const char* name, const QByteArray& bytes) const;
    Run run(const QStringList& arguments) const { return runProgram(arguments, m_folder.path()); }

    QTemporaryDir m_folder;
    QByteArray m_numbers; // float32 0, 1, 2 …
};

QByteArray TestArrays::contents(const char* name) const
{
    QFile file(m_folder.filePath(QString::fromLatin1(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray TestArrays::cells(const char* name) const
{
    const QByteArray npy = contents(name);
    return npy.sliced(npy.indexOf('\n') + 1);
}

void TestArrays::write(const char* name, const QByteArray& bytes) const
{
    QFile file(m_folder.filePath(QString::fromLatin1(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

namespace {

QByteArray withLength(const QByteArray& header)
{
    const auto length = static_cast<quint64>(header.size());
    return QByteArray(reinterpret_cast<const char*>(&length), 8) + header;
}

QByteArray little(uLong value, int bytes)
{
    return QByteArray(reinterpret_cast<const char*>(&value), bytes);
}

// An archive of one member, as np.savez or np.savez_compressed writes it.
QByteArray npz(const QByteArray& npy, bool deflated)
{
    QByteArray packed = npy;
    if (deflated)
        packed = qCompress(npy).sliced(6).chopped(4); // without the header and the sum of zlib
    const auto* bytes = reinterpret_cast<const Bytef*>(npy.constData());
    const QByteArray common = little(20, 2) + little(0, 2) + little(deflated ? 8 : 0, 2) + little(0, 4)
        + little(crc32(0, bytes, static_cast<uInt>(npy.size())), 4) + little(static_cast<uLong>(packed.size()), 4)
        + little(static_cast<uLong>(npy.size()), 4) + little(5, 2) + little(0, 2);
    const QByteArray local = "PK\3\4" + common + "a.npy" + packed;
    const QByteArray central = "PK\1\2" + little(20, 2) + common + QByteArray(14, '\0') + "a.npy";
    return local + central + "PK\5\6" + little(0, 4) + little(1, 2) + little(1, 2)
        + little(static_cast<uLong>(central.size()), 4) + little(static_cast<uLong>(local.size()), 4) + little(0, 2);
}

} // namespace

void TestArrays::initTestCase()
{
    for (int i = 0; i < 12; ++i) {
        const auto value = static_cast<float>(i);
        m_numbers.append(reinterpret_cast<const char*>(&value), 4);
    }
    write("model.safetensors",
          withLength(R"({"h.wte":{"dtype":"F32","shape":[6,2],"data_offsets":[0,48]},)"
                     R"("a":{"dtype":"F32","shape":[3,4],"data_offsets":[48,96]},)"
                     R"("h.wpe":{"dtype":"F32","shape":[6,2],"data_offsets":[96,144]}})")
              + m_numbers + m_numbers + m_numbers);
    write("words.csv", "word;x;y\r\nking;0;1\r\nqueen;2;3\r\n");
    write("plain.csv", "0,1,2\n3,4,5\n");
}

void TestArrays::embedding_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("numbers");
    QTest::addColumn<QString>("warning");
    QTest::newRow("the likeliest") << "model.safetensors" << 12 << "\"h.wte\" was taken of 3 matrices";
    QTest::newRow("by its name") << "model.safetensors#a" << 12 << "";
    QTest::newRow("text with names") << "words.csv" << 4 << "";
    QTest::newRow("text") << "plain.csv" << 6 << "";
}

void TestArrays::embedding()
{
    QFETCH(QString, file);
    QFETCH(int, numbers);
    QFETCH(QString, warning);
    const Run done = run({"table", "--embedding", "file:" + file, "--stage", "embedding", "--out", "e.npy"});
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(cells("e.npy"), m_numbers.left(4 * numbers));
    QVERIFY2(warning.isEmpty() ? done.err.isEmpty() : done.err.contains(warning.toUtf8()), done.err.constData());
}

void TestArrays::positions()
{
    const Run done = run({"table", "--scheme", "learned", "--table", "file:model.safetensors", "--d-model", "2",
                          "--max-len", "6", "--stage", "position", "--out", "p.npy"});
    QVERIFY2(done.code == 0 && done.err.contains("\"h.wpe\" was taken"), done.err.constData());
    QCOMPARE(cells("p.npy"), m_numbers);
}

// Row names of a text are those of the tokens.
void TestArrays::names()
{
    const Run done = run({"table", "--embedding", "file:words.csv", "--stage", "embedding", "--labels", "--out", "-",
                          "--format", "csv"});
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.out, QByteArray("position,token,0,1\n0,king,0,1\n1,queen,2,3\n"));
}

void TestArrays::code_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("lines");
    QTest::newRow("torch, safetensors") << "torch"
                                        << "model.safetensors#a"
                                        << QStringList{"from safetensors.torch import load_file",
                                                       "weight = load_file('model.safetensors')['a'].float()"};
    QTest::newRow("numpy, safetensors") << "numpy"
                                        << "model.safetensors"
                                        << QStringList{
                                               "from safetensors.numpy import load_file",
                                               "weight = load_file('model.safetensors')['h.wte'].astype(np.float32)"};
    QTest::newRow("torch, csv") << "torch"
                                << "words.csv"
                                << QStringList{"import pandas as pd",
                                               "torch.from_numpy(pd.read_csv('words.csv', sep=';', header=0, "
                                               "index_col=0, float_precision='round_trip')"
                                               ".to_numpy().astype(np.float32))"};
}

void TestArrays::code()
{
    QFETCH(QString, library);
    QFETCH(QString, file);
    QFETCH(QStringList, lines);
    const Run done = run({"code", "--for", library, "--embedding", "file:" + file});
    QVERIFY2(done.code == 0, done.err.constData());
    for (const QString& line : lines)
        QVERIFY2(done.out.contains(line.toUtf8()), done.out.constData());
}

void TestArrays::formats_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file :
         {"t.npy", "stored.npz", "deflated.npz", "deflated.npz#a", "t.safetensors", "t.csv", "t.tsv"})
        QTest::newRow(file) << file;
}

// One table in every format: `check` finds the same bits, and as an embedding it is read back to the bit.
void TestArrays::formats()
{
    const QStringList setup{"--d-model", "6", "--max-len", "5"};
    const Run npy = run(QStringList{"table", "--stage", "position", "--out", "t.npy"} + setup);
    const Run csv = run(QStringList{"table", "--stage", "position", "--out", "t.csv"} + setup);
    QVERIFY2(npy.code == 0 && csv.code == 0, (npy.err + csv.err).constData());
    const QByteArray values = cells("t.npy");
    write("stored.npz", npz(contents("t.npy"), false));
    write("deflated.npz", npz(contents("t.npy"), true));
    write("t.safetensors", withLength(R"({"t":{"dtype":"F32","shape":[5,6],"data_offsets":[0,120]}})") + values);
    write("t.tsv", contents("t.csv").replace(',', '\t'));

    QFETCH(QString, file);
    const Run check = run(QStringList{"check", file, "--stage", "position"} + setup);
    QVERIFY2(check.code == 0 && check.err.isEmpty(), check.err.constData());
    QCOMPARE(check.out, QByteArray("equal: all 30 cells have the same bits\n"));
    const Run table = run({"table", "--embedding", "file:" + file, "--stage", "embedding", "--out", "e.npy"});
    QVERIFY2(table.code == 0 && table.err.isEmpty(), table.err.constData());
    QCOMPARE(cells("e.npy"), values);
}

void TestArrays::shapeIsTheFiles()
{
    const Run done = run({"stats", "--embedding", "file:model.safetensors#a", "--d-model", "8", "--keys", "R"});
    QCOMPARE(done.code, 2);
    QVERIFY2(done.err.contains("must be 4, the columns of the embedding's file, but is 8"), done.err.constData());
}

// A sparse file of 2 GiB, with a limit of memory that it does not fit in.
void TestArrays::nothingIsLoadedWhole()
{
#if defined(__SANITIZE_ADDRESS__)
    QSKIP("the sanitizer takes terabytes of addresses");
#endif
    write("large.safetensors",
          withLength(R"({"wte":{"dtype":"BF16","shape":[1048576,1024],"data_offsets":[0,2147483648]}})"));
    QFile file(m_folder.filePath(QStringLiteral("large.safetensors")));
    QVERIFY(file.resize(file.size() + (qint64{1} << 31)));
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral("/bin/sh"),
                  {"-c", "ulimit -v 1500000 && exec \"$@\"", "sh", QStringLiteral(PHASOR_PROGRAM), "table",
                   "--embedding", "file:large.safetensors", "--max-len", "1048576", "--stage", "embedding", "--rows",
                   "1048000:1048010", "--out", "rows.npy"});
    QVERIFY(process.waitForFinished(120000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    QCOMPARE(cells("rows.npy"), QByteArray(10 * 1024 * 4, '\0'));
}

QTEST_GUILESS_MAIN(TestArrays)
#include "tst_arrays.moc"
