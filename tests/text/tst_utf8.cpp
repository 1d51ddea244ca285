// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/result.h"
#include "text/utf8.h"

#include <QtTest>

using namespace phasor;

class Utf8Test : public QObject
{
    Q_OBJECT

private slots:
    void firstInvalidByte_data();
    void firstInvalidByte();
    void everyScalarValueGoesThereAndBack();
    void agreesWithQtOnAnyThreeBytes();
    void messagesShowNothingThatCannotBeSeen();
};

void Utf8Test::firstInvalidByte_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("offset"); // -1: all of it is well-formed
    QTest::newRow("empty") << QByteArray() << -1;
    QTest::newRow("ASCII with NUL") << QByteArray("a\0b", 3) << -1;
    QTest::newRow("emoji sequence") << QByteArray("👩‍👩‍👧‍👦 e\u0301 שלום") << -1;
    QTest::newRow("noncharacter U+FFFF") << QByteArray("\xef\xbf\xbf") << -1;
    QTest::newRow("lone continuation") << QByteArray("ab\x80") << 2;
    QTest::newRow("overlong slash, 2 bytes") << QByteArray("\xc0\xaf") << 0;
    QTest::newRow("overlong slash, 3 bytes") << QByteArray("\xe0\x80\xaf") << 0;
    QTest::newRow("overlong slash, 4 bytes") << QByteArray("\xf0\x80\x80\xaf") << 0;
    QTest::newRow("high surrogate") << QByteArray("x\xed\xa0\x80") << 1;
    QTest::newRow("low surrogate") << QByteArray("x\xed\xbf\xbf") << 1;
    QTest::newRow("above U+10FFFF") << QByteArray("\xf4\x90\x80\x80") << 0;
    QTest::newRow("five byte form") << QByteArray("\xf8\x88\x80\x80\x80") << 0;
    QTest::newRow("0xfe") << QByteArray("01234567\xfe") << 8;
    QTest::newRow("cut after the lead") << QByteArray("0123456789\xe2") << 10;
    QTest::newRow("cut before the end") << QByteArray("0123456789\xf0\x9f\x91") << 10;
    QTest::newRow("continuation missing") << QByteArray("\xe2\x82x") << 0;
}

void Utf8Test::firstInvalidByte()
{
    QFETCH(QByteArray, text);
    QFETCH(int, offset);
    const auto bad = firstInvalidUtf8(text.toStdString());
    QCOMPARE(bad ? static_cast<int>(*bad) : -1, offset);
}

void Utf8Test::everyScalarValueGoesThereAndBack()
{
    for (char32_t code = 0; code <= 0x10ffff; ++code) {
        if (code >= 0xd800 && code <= 0xdfff)
            continue;
        std::string text = "x";
        appendUtf8(text, code);
        if (code % 97 == 0) // Qt as the judge of a sample: it is slow
            QCOMPARE(QByteArray::fromStdString(text).mid(1), QString::fromUcs4(&code, 1).toUtf8());
        QVERIFY(!firstInvalidUtf8(text));
        const CodePoint read = codePointAt(text, 1);
        QVERIFY(read.value == code && read.length == text.size() - 1);
    }
}

void Utf8Test::agreesWithQtOnAnyThreeBytes()
{
    const QByteArray bytes(
        "\x00\x41\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf4\xf5\xff", 23);
    for (const char a : bytes) {
        for (const char b : bytes) {
            for (const char c : bytes) {
                const QByteArray text{QByteArray(1, a) + b + c};
                QCOMPARE(!firstInvalidUtf8(text.toStdString()), text.isValidUtf8());
            }
        }
    }
}

// Of every code point, by Qt's table of Unicode: escaped where it is a control or the like, as it is where it is not.
void Utf8Test::messagesShowNothingThatCannotBeSeen()
{
    QCOMPARE(inQuotes("a\"b\\c\n\t\xff"), std::string("\"a\\\"b\\\\c\\n\\t\\xff\""));
    QCOMPARE(inQuotes("\u202e\ue911 é 漢"), std::string("\"\\xe2\\x80\\xae\\xee\\xa4\\x91 é 漢\""));
    for (char32_t point = 0x80; point <= 0x10ffff; ++point) {
        const QChar::Category category = QChar::category(point);
        if (category == QChar::Other_Surrogate || category == QChar::Other_NotAssigned)
            continue;
        const bool unseen = category == QChar::Other_Control || category == QChar::Other_Format
            || category == QChar::Other_PrivateUse || category == QChar::Separator_Line
            || category == QChar::Separator_Paragraph;
        std::string text;
        appendUtf8(text, point);
        QVERIFY2((inQuotes(text) != '"' + text + '"') == unseen, qPrintable(QString::number(point, 16)));
    }
}

QTEST_APPLESS_MAIN(Utf8Test)
#include "tst_utf8.moc"
