// SPDX-License-Identifier: GPL-3.0-or-later
// Every initialiser, with and without a padding row, against PyTorch (tests/golden/make_pipeline.py), bit for bit.
#include "field/materialize.h"
#include "inputs/initializers.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/pipelinetesting.h"
#include "text/numbers.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

#include <algorithm>
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
    void paddingRowChangesNothingElse();
    void paddingRowMustExist();
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
    QCOMPARE(refused.error().where, std::string("--padding-row"));
    QVERIFY(refused.error().remedy.find("0 … 19") != std::string::npos);
    p.sentence.vocab = 21;
    QVERIFY(tried(p).ok());
}

QTEST_APPLESS_MAIN(TestEmbeddingTable)
#include "tst_embeddingtable.moc"
