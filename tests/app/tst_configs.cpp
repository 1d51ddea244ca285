// SPDX-License-Identifier: GPL-3.0-or-later
// Published configurations of models: `stats --config` and the options that it sets are those that each model has,
// whatever the setup was before (tests/golden/make_configs.py).
#include "pipeline/config/modelconfig.h"
#include "pipeline/parameters/parameterspec.h"

#include <nlohmann/json.hpp>

#include <QProcess>
#include <QtTest>

#include <cmath>

using namespace phasor;

namespace {

struct Expected
{
    QString key;
    QString value;
};

QString pathOf(const QString& file)
{
    return QStringLiteral(PHASOR_GOLDEN "/configs/") + file;
}

QMap<QString, QList<Expected>> table()
{
    QFile file(pathOf("table.tsv"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no table");
    QMap<QString, QList<Expected>> rows;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList cells = line.split(u'\t');
        if (cells.size() != 4 || cells[3].isEmpty()) // every value has a source
            qFatal("a row without four cells");
        rows[cells[0]] << Expected{cells[1], cells[2]};
    }
    return rows;
}

// A setup that no model has.
Parameters strange()
{
    Parameters p;
    p.encoding.maxLen = 77;
    p.encoding.dModel = 96;
    p.embedding.source = "keras";
    p.embedding.sigma = 3;
    p.sum.scale = 5.5;
    p.sum.combine = Combine::Concatenate;
    p.dropout.p = 0.77;
    p.dropout.placement = PlacementId::Tokens;
    p.attention.heads = 3;
    p.attention.causal = false;
    return p;
}

} // namespace

class TestConfigs : public QObject
{
    Q_OBJECT

private slots:
    void isWhatTheModelHas_data();
    void isWhatTheModelHas();
    void beforeDoesNotMatter_data() { isWhatTheModelHas_data(); }
    void beforeDoesNotMatter();
};

void TestConfigs::isWhatTheModelHas_data()
{
    QTest::addColumn<QString>("file");
    const QStringList files = table().keys();
    QVERIFY(files.size() >= 40);
    for (const QString& file : files)
        QTest::newRow(file.toUtf8().constData()) << file;
}

void TestConfigs::isWhatTheModelHas()
{
    QFETCH(QString, file);
    const QList<Expected> rows = table()[file];
    QStringList keys{"d_model"};
    for (const Expected& row : rows) {
        if (!row.key.startsWith(u'-') && row.key != u"warning" && row.key != u"error")
            keys << row.key.section(u'.', 0, 0);
    }
    keys.removeDuplicates();
    QProcess program;
    program.start(QStringLiteral(PHASOR_PROGRAM),
                  {"stats", "--config", pathOf(file), "--text", "the cat", "--keys", keys.join(u',')});
    QVERIFY(program.waitForFinished(60000));
    const QString said = QString::fromUtf8(program.readAllStandardError());
    if (rows.front().key == u"error") {
        QCOMPARE(program.exitCode(), 3);
        QVERIFY2(said.startsWith(u"phasor: error: ") && said.contains(rows.front().value), qPrintable(said));
        return;
    }
    QVERIFY2(program.exitCode() == 0, qPrintable(said));
    const auto stats = nlohmann::json::parse(program.readAllStandardOutput().toStdString());
    const Parameters p = readModelConfig(pathOf(file).toStdString(), {}).value().parameters;
    for (const Expected& row : rows) {
        if (row.key == u"warning") {
            QVERIFY2(row.value.isEmpty() ? said.isEmpty() : said.contains(row.value), qPrintable(said + row.value));
        } else if (row.key.startsWith(u"--")) {
            const ParameterSpec* const spec = findParameter(row.key.mid(2).toStdString(), p);
            QVERIFY2(spec != nullptr, qPrintable(row.key));
            QCOMPARE(QString::fromStdString(printValue(spec->get(p))), row.value);
        } else {
            nlohmann::json value = stats[row.key.section(u'.', 0, 0).toStdString()];
            if (row.key.contains(u'.'))
                value = value[row.key.section(u'.', 1).toULong()];
            const double expected = row.value.toDouble();
            QVERIFY2(value.is_number() && std::abs(value.get<double>() - expected) <= 1e-6 * std::abs(expected),
                     qPrintable(QString::fromStdString(value.dump()) + " for " + row.key + " = " + row.value));
        }
    }
}

void TestConfigs::beforeDoesNotMatter()
{
    QFETCH(QString, file);
    const Result<ModelConfig> once = readModelConfig(pathOf(file).toStdString(), {});
    const Result<ModelConfig> then = readModelConfig(pathOf(file).toStdString(), strange());
    QCOMPARE(then.ok(), once.ok());
    QVERIFY(!once.ok() || then->parameters == once->parameters);
}

QTEST_APPLESS_MAIN(TestConfigs)
#include "tst_configs.moc"
