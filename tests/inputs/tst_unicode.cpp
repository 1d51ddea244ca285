// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/unicode.h"
#include "text/utf8.h"

#include <QtTest>

#include <cstdint>
#include <fstream>

using namespace phasor;

class UnicodeTest : public QObject
{
    Q_OBJECT

private slots:
    void propertiesAreThoseOfPython();
    void clusters_data();
    void clusters();
};

void UnicodeTest::propertiesAreThoseOfPython()
{
    std::ifstream file(std::string(PHASOR_GOLDEN) + "/inputs/characters.txt");
    std::uint32_t code = 0;
    std::uint32_t lower = 0;
    std::string want;
    int count = 0;
    while (file >> std::hex >> code >> want >> lower) {
        ++count;
        std::string got;
        for (const bool flag :
             {isWhiteSpace(code), isControl(code), isPunctuation(code), isMark(code), isIdeograph(code)})
            got += flag ? '1' : '0';
        QVERIFY2(got == want, qPrintable(QString("U+%1: %2").arg(code, 4, 16).arg(QString::fromStdString(got))));
        QVERIFY2(lowerCase(code) == lower, qPrintable(QString("U+%1").arg(code, 4, 16)));
    }
    QVERIFY(count > 2500);
}

void UnicodeTest::clusters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cluster");
    QTest::newRow("letter") << "ab"
                            << "a";
    QTest::newRow("letter with marks") << QString("e\u0301\u0323x") << QString("e\u0301\u0323");
    QTest::newRow("family") << QString(u8"👩‍👩‍👧‍👦!") << QString(u8"👩‍👩‍👧‍👦");
    QTest::newRow("skin tone") << QString(u8"👍🏽👍") << QString(u8"👍🏽");
    QTest::newRow("two flags") << QString(u8"🇩🇪🇫🇷") << QString(u8"🇩🇪");
    QTest::newRow("keycap") << QString("1\uFE0F\u20E32") << QString("1\uFE0F\u20E3");
    QTest::newRow("joiner after a letter") << QString("x\u200Dy") << QString("x\u200D");
    QTest::newRow("joiner at the end") << QString(u8"👩\u200D") << QString(u8"👩\u200D");
}

void UnicodeTest::clusters()
{
    QFETCH(QString, text);
    QFETCH(QString, cluster);
    QCOMPARE(clusterLength(text.toStdString()), cluster.toStdString().size());
}

QTEST_APPLESS_MAIN(UnicodeTest)
#include "tst_unicode.moc"
