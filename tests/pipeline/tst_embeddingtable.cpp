// SPDX-License-Identifier: GPL-3.0-or-later
// Every initialiser, with and without a padding row, against PyTorch (tests/golden/make_pipeline.py), bit for bit.
#include "field/matrixfield.h"
#include "files/tablewriter.h"
#include "files/testfiles.h"
#include "inputs/filecache.h"
#include "inputs/initializers.h"
#include "inputs/matrix/matrixfile.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/pipelinetesting.h"
#include "text/numbers.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace phasor;

namespace {

Parameters parametersOf(std::int64_t vocab, std::int64_t width)
{
    Parameters p;
    p.encoding.maxLen = vocab;
    p.encoding.dModel = width;
    return p;
}

Matrix valuesOf(const Parameters& p, const char* id)
{
    const Result<PipelinePtr> stages = tried(p);
    if (!stages.ok())
        qFatal("%s", toString(stages.error()).c_str());
    const FieldPtr field = *fieldOf(*stages, id);
    Matrix values;
    materialize(*field, whole(field->shape()), values);
    return values;
}

std::string npyOf(Shape shape, float value)
{
    std::string bytes = npyHeader("<f4", std::array{shape.rows, shape.cols});
    for (std::int64_t i = 0; i < shape.rows * shape.cols; ++i)
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    return bytes;
}

float firstCell(const PipelinePtr& pipeline)
{
    float value = 0;
    (*fieldOf(pipeline, "embedding"))->fill({0, 0, 1, 1}, {&value, 1, 1, 1});
    return value;
}

} // namespace

class TestEmbeddingTable : public QObject
{
    Q_OBJECT

private slots:
    void tableIsPyTorchs_data();
    void tableIsPyTorchs();
    void everyInitializerHasGoldenData();
    void measuredSigma_data();
    void measuredSigma();
    void expectedNorms();
    void paddingRowChangesNothingElse();
    void paddingRowMustExist();
    void aFileIsOpenedOnceForOneAnswer();
    void aChangedFileIsReadAgain();
    void aFileThatIsGoneIsShownOn();
    void aFileThatWasCutIsAnError();
};

void TestEmbeddingTable::tableIsPyTorchs_data()
{
    QTest::addColumn<Parameters>("parameters");
    QTest::addColumn<QByteArray>("digest");
    QFile file(QStringLiteral(PHASOR_GOLDEN "/pipeline/initializers.tsv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const QByteArray& line : file.readAll().trimmed().split('\n')) {
        const QList<QByteArray> cells = line.split('\t');
        QCOMPARE(cells.size(), 6);
        Parameters p = parametersOf(cells[2].toLongLong(), cells[3].toLongLong());
        p.embedding.source = cells[0].toStdString();
        p.random.seed = parseSeed(cells[1].toStdString()).value();
        if (!cells[4].isEmpty())
            p.embedding.paddingRow = cells[4].toLongLong();
        QTest::addRow("%s", cells.mid(0, 5).join(' ').constData()) << p << cells[5];
    }
}

void TestEmbeddingTable::tableIsPyTorchs()
{
    QFETCH(Parameters, parameters);
    QFETCH(QByteArray, digest);
    const Matrix table = valuesOf(parameters, "embedding");
    const QByteArrayView bytes(reinterpret_cast<const char*>(table.data()),
                               table.rows() * table.cols() * qsizetype(sizeof(float)));
    QCOMPARE(QCryptographicHash::hash(bytes.toByteArray(), QCryptographicHash::Sha256).toHex().left(16), digest);
}

void TestEmbeddingTable::everyInitializerHasGoldenData()
{
    QFile file(QStringLiteral(PHASOR_GOLDEN "/pipeline/initializers.tsv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    std::set<std::string> named;
    for (const QByteArray& line : file.readAll().trimmed().split('\n'))
        named.insert(line.split('\t').front().toStdString());
    for (const Initializer& initializer : initializers())
        QVERIFY2(named.contains(std::string(initializer.id)), std::string(initializer.id).c_str());
}

// The σ that is shown is that of the table, also of those that depend on the vocabulary.
void TestEmbeddingTable::measuredSigma_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const Initializer& initializer : initializers()) {
        const QByteArray id(initializer.id.data(), static_cast<qsizetype>(initializer.id.size()));
        QTest::newRow(id.constData()) << id;
    }
}

void TestEmbeddingTable::measuredSigma()
{
    QFETCH(QByteArray, id);
    for (const std::int64_t vocab : {100, 2000}) {
        Parameters p = parametersOf(vocab, 128);
        p.embedding.source = id.toStdString();
        const Matrix table = valuesOf(p, "embedding");
        double squares = 0;
        for (std::int64_t i = 0; i < vocab * 128; ++i)
            squares += static_cast<double>(table.data()[i]) * table.data()[i];
        const double measured = std::sqrt(squares / static_cast<double>(vocab * 128));
        QVERIFY(std::abs(measured / (*tried(p))->find("embedding")->find<EmbeddingFacts>()->sigma - 1)
                < 0.03); // 5 σ of a normal law's, 12 800 elements
    }
}

// Normal: √2 Γ((n + 1)/2) / Γ(n/2). Uniform: the mean distance from the middle of a line and of a square. Truncated:
// the integral of |x|. The others are means of NumPy over two million rows, to 5·10⁻⁴.
void TestEmbeddingTable::expectedNorms()
{
    const auto isNear = [](const char* id, std::int64_t width, double norm, double most) {
        return std::abs(findInitializer(id)->expectedNorm(width) / norm - 1) < most;
    };
    QVERIFY(isNear("normal", 1, 0.797884560803, 1e-6));
    QVERIFY(isNear("normal", 6, 2.34996400747, 1e-6));
    QVERIFY(isNear("gpt2", 512, 22.6163711585, 1e-6));
    QVERIFY(isNear("keras", 1, 0.866025403784, 1e-6));
    QVERIFY(isNear("uniform", 2, 1.325358, 1e-6));
    QVERIFY(isNear("keras", 6, 2.4045434, 5e-4));
    QVERIFY(isNear("bert", 1, 0.821701530848, 1e-6));
    QVERIFY(isNear("bert", 6, 2.3752607, 5e-4));
    QVERIFY(isNear("normal", 65536, 256 * (1 - 1 / (4 * 65536.0)), 1e-6));
}

void TestEmbeddingTable::paddingRowChangesNothingElse()
{
    Parameters p = parametersOf(20, 12);
    const Matrix plain = valuesOf(p, "embedding");
    const Matrix mask = valuesOf(p, "mask");
    p.embedding.paddingRow = 7;
    const Matrix zeroed = valuesOf(p, "embedding");
    for (std::int64_t r = 0; r < 20; ++r) {
        const float* row = zeroed.view().row(r);
        if (r == 7)
            QVERIFY(std::all_of(row, row + 12, [](float v) { return v == 0; }));
        else
            QVERIFY(std::equal(row, row + 12, plain.view().row(r)));
    }
    const Matrix after = valuesOf(p, "mask"); // drawn from the same place of the stream
    QVERIFY(std::equal(mask.data(), mask.data() + 240, after.data()));
}

void TestEmbeddingTable::paddingRowMustExist()
{
    Parameters p = parametersOf(20, 12);
    p.embedding.paddingRow = 20;
    const Result<PipelinePtr> refused = tried(p);
    QVERIFY(!refused.ok());
    QCOMPARE(english(refused.error().where), std::string("--padding-row"));
    QVERIFY(english(refused.error().remedy).find("use 19 or less") != std::string::npos);
    p.sentence.vocab = 21;
    QVERIFY(tried(p).ok());
}

// Its shape for the parameters, its cells for the pipeline, the pipelines that come after.
void TestEmbeddingTable::aFileIsOpenedOnceForOneAnswer()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", npyOf({7, 5}, 2));
    PipelineCache cache;
    Parameters p;
    p.embedding.source = "file:" + folder / "m.npy";
    QVERIFY(adoptFileShape(p, false, false, cache.files()).ok());
    QCOMPARE(p.encoding.dModel, std::int64_t{5});
    const auto file = EmbeddingTable::openFile(p.embedding.source, cache.files()).value();
    QCOMPARE(file->memory(), std::uint64_t{0}); // nothing was read for the shape
    const PipelinePtr first = made(p, cache);
    QCOMPARE(firstCell(first), 2.0F);
    p.dropout.p = 0.5;
    QVERIFY(made(p, cache)->find("embedding") == first->find("embedding"));
    QCOMPARE(cache.files().opened(), std::int64_t{1});
    QVERIFY(EmbeddingTable::openFile(p.embedding.source, cache.files()).value() == file);
}

void TestEmbeddingTable::aChangedFileIsReadAgain()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", npyOf({7, 5}, 2));
    Parameters p = parametersOf(7, 5);
    p.embedding.source = "file:" + folder / "m.npy";
    PipelineCache cache;
    const PipelinePtr first = made(p, cache);
    testfiles::write(folder / "m.npy", npyOf({8, 5}, 3));
    const PipelinePtr second = made(p, cache);
    QCOMPARE(firstCell(second), 3.0F);
    QCOMPARE(firstCell(first), 2.0F);
    QVERIFY(second->inputs().ok());
}

void TestEmbeddingTable::aFileThatIsGoneIsShownOn()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "m.npy", npyOf({7, 5}, 2));
    Parameters p = parametersOf(7, 5);
    p.embedding.source = "file:" + folder / "m.npy";
    PipelineCache cache;
    QCOMPARE(firstCell(made(p, cache)), 2.0F);
    QCOMPARE(unlink((folder / "m.npy").c_str()), 0);
    p.dropout.p = 0.5;
    QCOMPARE(firstCell(made(p, cache)), 2.0F);
    QCOMPARE(tried(p).error().code, std::string("ENOENT")); // whoever never had it
}

// The header is read when it is opened, the cells later.
void TestEmbeddingTable::aFileThatWasCutIsAnError()
{
    const testfiles::Folder folder;
    const std::string path = folder / "m.npy";
    testfiles::write(path, npyOf({7, 5}, 2));
    FileCache files;
    const auto file = MatrixFile::open(path, files).value();
    QCOMPARE(truncate(path.c_str(), 200), 0);
    EmbeddingTable::Key key;
    key.width = 5;
    const auto table = EmbeddingTable::make(key, file);
    QCOMPARE(table.values.error().code, std::string("TRUNC"));
    QCOMPARE(english(table.values.error().where), inQuotes(path));
}

QTEST_APPLESS_MAIN(TestEmbeddingTable)
#include "tst_embeddingtable.moc"
