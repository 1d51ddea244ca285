// SPDX-License-Identifier: GPL-3.0-or-later
#include "field/matrix.h"
#include "random/generator.h"
#include "text/numbers.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

#include <bit>

using namespace phasor;

namespace {

double real(const QByteArray& text)
{
    return parseReal(text.toStdString()).value();
}

Result<Drawn> drawn(const Generator& generator, const QList<QByteArray>& step)
{
    const Shape shape{step.at(1).toLongLong(), step.at(2).toLongLong()};
    const auto argument = [&](int i) {
        return real(step.at(i + 3));
    };
    if (step.front() == "normal")
        return generator.normal(shape, argument(0), argument(1));
    if (step.front() == "uniform")
        return generator.uniform(shape, argument(0), argument(1));
    if (step.front() == "truncated")
        return generator.truncatedNormal(shape, argument(0), argument(1), argument(2), argument(3));
    return generator.keepMask(shape, argument(0));
}

QByteArray bits(float value)
{
    return QByteArray::number(std::bit_cast<quint32>(value), 16).rightJustified(8, '0');
}

QByteArray described(const float* values, qsizetype count)
{
    const QByteArrayView bytes(reinterpret_cast<const char*>(values), count * qsizetype(sizeof(float)));
    QByteArray out = QCryptographicHash::hash(bytes.toByteArray(), QCryptographicHash::Sha256).toHex().left(16);
    for (qsizetype i = 0; i < count; ++i) {
        if (count > 8 && i == 4) {
            out += " …";
            i = count - 4;
        }
        out += ' ' + bits(values[i]);
    }
    return out;
}

QByteArray described(const Field& field)
{
    Matrix matrix(field.shape());
    field.fill(whole(field.shape()), matrix.view());
    return described(matrix.data(), matrix.rows() * matrix.cols());
}

} // namespace

// What torch and NumPy themselves drew (tests/golden/make_random.py), bit for bit, in the order in which they drew it.
class tst_Golden : public QObject
{
    Q_OBJECT
private slots:
    void draws_data();
    void draws();
};

void tst_Golden::draws_data()
{
    QTest::addColumn<QByteArray>("generator");
    QTest::addColumn<QByteArray>("seed");
    QTest::addColumn<QByteArray>("steps");
    QTest::addColumn<QByteArray>("results");
    QFile file(QStringLiteral(PHASOR_GOLDEN "/random/draws.tsv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QVERIFY(lines.size() > 200);
    for (const QByteArray& line : lines) {
        const QList<QByteArray> cells = line.split('\t');
        QCOMPARE(cells.size(), 4);
        QTest::addRow("%s %s %s", cells[0].data(), cells[1].data(), cells[2].left(60).data())
            << cells[0] << cells[1] << cells[2] << cells[3];
    }
}

void tst_Golden::draws()
{
    QFETCH(QByteArray, generator);
    QFETCH(QByteArray, seed);
    QFETCH(QByteArray, steps);
    QFETCH(QByteArray, results);
    auto made = makeGenerator(generator.toStdString(), parseSeed(seed.toStdString()).value());
    QVERIFY(made.ok());
    std::shared_ptr<const Generator> current = *made;
    const QList<QByteArray> expected = results.split(';');
    int index = 0;
    for (const QByteArray& text : steps.split(';')) {
        const QList<QByteArray> step = text.split(' ');
        if (step.front() == "scale") {
            const float scale = current->dropoutScale(real(step.at(1)));
            QCOMPARE(described(&scale, 1), expected.at(index++));
            continue;
        }
        const Result<Drawn> result = drawn(*current, step);
        QVERIFY(result.ok());
        QCOMPARE(described(*result->values), expected.at(index++));
        current = result->after;
    }
}

QTEST_APPLESS_MAIN(tst_Golden)
#include "tst_golden.moc"
