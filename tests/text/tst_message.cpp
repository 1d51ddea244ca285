// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/result.h"

#include <QTest>

#include <limits>

using namespace phasor;

namespace {

// Says every text backwards in order of its facts, as a language with another order of words does.
class Turned : public Language
{
public:
    std::string words(SourceText text) const override
    {
        return text == WORDS("raise %1 to %2") ? "to %2 raise %1" : "<" + std::string(text.english()) + ">";
    }
    std::string option(const std::string& name) const override { return name == "--max-len" ? "max_len" : name; }
    std::string setting(const std::string& settings) const override { return settings == "scale=none" ? "s: 1" : "?"; }
};

} // namespace

class TestMessage : public QObject
{
    Q_OBJECT

private slots:
    void facts();
    void percentSigns();
    void otherLanguages();
    void equality();
    void placesOfErrors_data();
    void placesOfErrors();
};

void TestMessage::facts()
{
    QCOMPARE(english(WORDS("is empty")), std::string("is empty"));
    QCOMPARE(english(WORDS("%1 is out of %2").with(std::string("x"), std::string_view("y"))),
             std::string("x is out of y"));
    QCOMPARE(english(WORDS("%2 of %1")
                         .with(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::uint64_t>::max())),
             std::string("18446744073709551615 of -9223372036854775808"));
    QCOMPARE(english(WORDS("use %1").with(WORDS("one of %1").with(std::string("a, b")))),
             std::string("use one of a, b"));
    QCOMPARE(english(WORDS("use %1 torch or %1 philox").with(Message::option("--generator"))),
             std::string("use --generator torch or --generator philox"));
    QCOMPARE(english(Message()), std::string());
    QVERIFY(Message().empty() && Message::verbatim({}).empty() && !Message(WORDS("x")).empty());
}

// What the user typed is never taken for a place of another fact.
void TestMessage::percentSigns()
{
    QCOMPARE(english(WORDS("%1 and %2").with(std::string("%2"), std::string("%1"))), std::string("%2 and %1"));
    QCOMPARE(english(WORDS("%1 %% 100 % %0 %3").with(1)), std::string("1 %% 100 % %0 %3"));
    QCOMPARE(english(WORDS("100 %")), std::string("100 %"));
}

void TestMessage::otherLanguages()
{
    const Message message = WORDS("raise %1 to %2").with(Message::option("--max-len"), WORDS("a number"));
    QCOMPARE(spoken(message, Turned()), std::string("to <a number> raise max_len"));
    QCOMPARE(english(message), std::string("raise --max-len to a number"));
    QCOMPARE(spoken(Message::verbatim("a name"), Turned()), std::string("a name"));
}

void TestMessage::equality()
{
    QCOMPARE(WORDS("%1 rows").with(3), WORDS("%1 rows").with(3));
    QVERIFY(!(WORDS("%1 rows").with(3) == WORDS("%1 rows").with(4)));
    QVERIFY(!(Message::verbatim("rows") == Message(WORDS("rows"))));
    QVERIFY(!(Message::verbatim("--text") == Message::option("--text")));
}

void TestMessage::placesOfErrors_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("remedy");
    QTest::addColumn<QString>("text");
    QTest::newRow("where") << "\"a\"" << 0 << 0 << 0 << ""
                           << "try again"
                           << "\"a\": is cut; try again";
    QTest::newRow("no remedy") << "\"a\"" << 0 << 0 << 0 << ""
                               << ""
                               << "\"a\": is cut";
    QTest::newRow("nothing") << "" << 0 << 0 << 0 << ""
                             << ""
                             << "is cut";
    QTest::newRow("only what to do") << "" << 0 << 0 << 0 << ""
                                     << "try"
                                     << "is cut; try";
    QTest::newRow("byte") << "\"a\"" << 7 << 0 << 0 << ""
                          << ""
                          << "\"a\": byte 7: is cut";
    QTest::newRow("byte and field") << "\"a\"" << 7 << 0 << 0 << "shape"
                                    << ""
                                    << "\"a\": byte 7 (shape): is cut";
    QTest::newRow("line") << "\"a\"" << 0 << 3 << 4 << ""
                          << ""
                          << "\"a\": line 3, column 4: is cut";
    QTest::newRow("column") << "\"a\"" << 0 << 0 << 4 << ""
                            << ""
                            << "\"a\": column 4: is cut";
    QTest::newRow("only a line") << "" << 0 << 3 << 4 << ""
                                 << ""
                                 << "line 3, column 4: is cut";
    QTest::newRow("only a field") << "" << 0 << 0 << 0 << "shape"
                                  << ""
                                  << "(shape): is cut";
}

void TestMessage::placesOfErrors()
{
    QFETCH(QString, where);
    QFETCH(int, offset);
    QFETCH(int, line);
    QFETCH(int, column);
    QFETCH(QString, field);
    QFETCH(QString, remedy);
    QFETCH(QString, text);
    Error error{.where = Message::verbatim(where.toStdString()), .what = WORDS("is cut")};
    error.remedy = Message::verbatim(remedy.toStdString());
    error.field = field.toStdString();
    const auto some = [](int number) {
        return number != 0 ? std::optional<std::int64_t>(number) : std::nullopt;
    };
    error.offset = some(offset);
    error.line = some(line);
    error.column = some(column);
    QCOMPARE(QString::fromStdString(toString(error)), text);
}

QTEST_GUILESS_MAIN(TestMessage)
#include "tst_message.moc"
