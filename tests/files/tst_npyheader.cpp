// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/tablewriter.h"

#include <QtTest>

#include <fstream>
#include <vector>

using namespace phasor;

// Byte for byte what numpy.save writes.
class NpyHeaderTest : public QObject
{
    Q_OBJECT

private slots:
    void isNumPys_data();
    void isNumPys();
};

void NpyHeaderTest::isNumPys_data()
{
    QTest::addColumn<QString>("descr");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QByteArray>("bytes");
    std::ifstream file(std::string(PHASOR_GOLDEN) + "/files/npyheaders.txt");
    std::string descr;
    std::string shape;
    std::string hex;
    while (file >> descr >> shape >> hex)
        QTest::addRow("%s %s", descr.c_str(), shape.c_str())
            << QString::fromStdString(descr) << QString::fromStdString(shape)
            << QByteArray::fromHex(QByteArray::fromStdString(hex));
}

void NpyHeaderTest::isNumPys()
{
    QFETCH(QString, descr);
    QFETCH(QString, shape);
    QFETCH(QByteArray, bytes);
    std::vector<std::int64_t> dimensions;
    for (const QString& part : shape.split('x'))
        dimensions.push_back(part.toLongLong());
    const std::string header = npyHeader(descr.toStdString(), dimensions);
    QCOMPARE(QByteArray::fromStdString(header), bytes);
    QCOMPARE(header.size() % 64, std::size_t{0});
}

QTEST_APPLESS_MAIN(NpyHeaderTest)
#include "tst_npyheader.moc"
