// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/tokenizers/unicode.h"
#include "text/utf8.h"

#include <QCryptographicHash>
#include <QtTest>

#include <cstdint>
#include <fstream>

using namespace phasor;

class UnicodeTest : public QObject
{
    Q_OBJECT

private slots:
    void propertiesAreThoseOfPython();
    void allOfUnicode14();
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

// What Python knows of the code point, as a line of text.
static std::string recordOf(char32_t code)
{
    constexpr char32_t kFinalSigma = 0x3c2;
    std::string record = QByteArray::number(code, 16).toStdString() + ' ';
    for (const bool flag :
         {isWhiteSpace(code), isControl(code), isPunctuation(code), isMark(code), isNonspacingMark(code), isOther(code),
          lowered(std::u32string{code, 0x3a3}).back() == kFinalSigma,
          lowered(std::u32string{U'a', code, 0x3a3}).back() == kFinalSigma})
        record += flag ? '1' : '0';
    record += ' ' + QByteArray::number(lowerCase(code), 16).toStdString();
    char between = ' ';
    for (const char32_t part : withoutAccents({&code, 1})) {
        record += between + QByteArray::number(part, 16).toStdString();
        between = ',';
    }
    return between == ' ' ? record + " \n" : record + '\n';
}

// Whatever version of Unicode utf8proc has: of all code points that Unicode 14 has, the same as Python 3.11.
void UnicodeTest::allOfUnicode14()
{
    std::ifstream file(std::string(PHASOR_GOLDEN) + "/inputs/unicode14.txt");
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::string hash;
    std::uint32_t count = 0;
    while (file >> std::hex >> first >> last >> hash) {
        QCryptographicHash records(QCryptographicHash::Md5);
        for (std::uint32_t code = first; code <= last; ++code)
            records.addData(QByteArray::fromStdString(recordOf(code)));
        count += last - first + 1;
        QVERIFY2(records.result().toHex().toStdString() == hash, qPrintable(QString("U+%1").arg(first, 4, 16)));
    }
    QCOMPARE(count, 284278U);
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
