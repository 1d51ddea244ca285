// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "inputs/filecache.h"
#include "inputs/tokenizers/tokenizer.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <set>

using namespace phasor;

namespace {

Result<Tokens> tokenize(std::string_view tokenizer, std::string_view text)
{
    FileCache files;
    TRY(const TokenizerPtr made, makeTokenizer(tokenizer, files));
    return made->tokenize(text);
}

} // namespace

class TokenizerTest : public QObject
{
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void bytesAreTheirValues();
    void blankTextWarns();
    void refusesWhatIsNotUtf8_data();
    void refusesWhatIsNotUtf8();
    void refusesOtherTokenizers_data();
    void refusesOtherTokenizers();
    void listIsComplete();
    void manyWords();
    void longTextOfOneKind_data();
    void longTextOfOneKind();
};

// Against a tokenizer written anew in Python on its own Unicode data.
void TokenizerTest::words_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto rows = nlohmann::json::parse(testfiles::read(std::string(PHASOR_GOLDEN) + "/inputs/words.json"));
    for (const auto& row : rows)
        QTest::addRow("%s", row["text"].dump(-1, ' ', true).c_str()) << QByteArray::fromStdString(row.dump());
}

void TokenizerTest::words()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const Result<Tokens> got = tokenize("words", want["text"].get<std::string>());
    QVERIFY(got.ok());
    QCOMPARE(got->texts, want["tokens"].get<std::vector<std::string>>());
    QCOMPARE(got->ids, want["ids"].get<std::vector<std::int64_t>>());
    QCOMPARE(got->vocab, want["vocab"].get<std::int64_t>());
}

void TokenizerTest::bytesAreTheirValues()
{
    const Result<Tokens> got = tokenize("bytes", std::string_view("aZ ~\0\n\xc3\xa9", 8));
    QVERIFY(got.ok());
    QCOMPARE(got->vocab, std::int64_t{256});
    QCOMPARE(got->ids, (std::vector<std::int64_t>{97, 90, 32, 126, 0, 10, 0xc3, 0xa9}));
    QCOMPARE(got->texts, (std::vector<std::string>{"a", "Z", "\\x20", "~", "\\x00", "\\x0a", "\\xc3", "\\xa9"}));
    QVERIFY(got->warnings.empty());
}

void TokenizerTest::blankTextWarns()
{
    for (const std::string_view text : {std::string_view(""), std::string_view(" \t\n"), std::string_view("\0", 1)}) {
        const Result<Tokens> got = tokenize("words", text);
        QVERIFY(got.ok());
        QVERIFY(got->ids.empty() && got->texts.empty());
        QCOMPARE(got->warnings, (std::vector<Warning>{{"EMPTY", WORDS("0 tokens")}}));
        QVERIFY(got->vocab > 0);
    }
    QCOMPARE(tokenize("bytes", "")->warnings, (std::vector<Warning>{{"EMPTY", WORDS("0 tokens")}}));
}

void TokenizerTest::refusesWhatIsNotUtf8_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("offset");
    QTest::newRow("byte order mark of UTF-16") << QByteArray("\xff\xfe") << 0;
    QTest::newRow("lone surrogate") << QByteArray("cat \xed\xa0\x80") << 4;
    QTest::newRow("latin-1") << QByteArray("caf\xe9") << 3;
    QTest::newRow("cut sequence") << QByteArray("the cat \xe2\x82") << 8;
}

void TokenizerTest::refusesWhatIsNotUtf8()
{
    QFETCH(QByteArray, text);
    QFETCH(int, offset);
    for (const char* name : {"words", "bytes"}) {
        const Result<Tokens> got = tokenize(name, text.toStdString());
        QVERIFY(!got.ok());
        QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Usage));
        QCOMPARE(QString::fromStdString(got.error().code), QString("UTF8"));
        QCOMPARE(got.error().offset.value_or(-1), std::int64_t{offset});
    }
}

void TokenizerTest::refusesOtherTokenizers_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name :
         {"", "word", "Words", "wordpiece", "words:vocab.txt", ":vocab.txt", "tiktoken:some.model", "words "})
        QTest::addRow("%s", name) << QByteArray(name);
}

void TokenizerTest::refusesOtherTokenizers()
{
    QFETCH(QByteArray, name);
    const Result<Tokens> got = tokenize(name.toStdString(), "cat");
    QVERIFY(!got.ok());
    QCOMPARE(static_cast<int>(got.error().kind), static_cast<int>(ErrorKind::Usage));
    QCOMPARE(QString::fromStdString(got.error().code), QString("ENUM"));
    QCOMPARE(QString::fromStdString(english(got.error().where)), QString("--tokenizer"));
    QVERIFY(english(got.error().remedy).find("words, bytes, wordpiece:FILE, sentencepiece:FILE") != std::string::npos);
}

void TokenizerTest::listIsComplete()
{
    std::set<std::string_view> ids;
    for (const TokenizerInfo& info : tokenizers()) {
        ids.insert(info.id);
        QVERIFY(!info.label.empty() && info.explanation.english().ends_with('.'));
        QVERIFY((info.make != nullptr) != (info.makeFromFile != nullptr));
    }
    QCOMPARE(ids, (std::set<std::string_view>{"words", "bytes", "wordpiece", "sentencepiece"}));
}

void TokenizerTest::manyWords()
{
    std::string text;
    constexpr int kWords = 200000;
    for (int i = 0; i < kWords; ++i)
        text += "w" + std::to_string(i % (kWords / 2)) + ' ';
    const Result<Tokens> got = tokenize("words", text);
    QCOMPARE(got->ids.size(), std::size_t{kWords + 2});
    QCOMPARE(got->vocab, std::int64_t{5 + kWords / 2});
    for (int i = 0; i < kWords; ++i)
        QVERIFY(got->ids[static_cast<std::size_t>(i) + 1] == 5 + i % (kWords / 2));
}

void TokenizerTest::longTextOfOneKind_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<int>("tokens"); // of the repeated pieces, without the frame
    constexpr int kPieces = 100000;
    QTest::newRow("one word") << QByteArray("abcdefghij") << 1;
    QTest::newRow("marks") << QByteArray("\xcc\x81") << 1;
    QTest::newRow("brackets") << QByteArray("[") << kPieces;
    QTest::newRow("joiners") << QByteArray("\xf0\x9f\x91\xa9\xe2\x80\x8d") << 1;
    QTest::newRow("specials") << QByteArray("[MASK]") << kPieces;
}

void TokenizerTest::longTextOfOneKind()
{
    QFETCH(QByteArray, piece);
    QFETCH(int, tokens);
    const Result<Tokens> got = tokenize("words", piece.repeated(100000).toStdString());
    QVERIFY(got.ok());
    QCOMPARE(got->ids.size(), static_cast<std::size_t>(tokens) + 2);
}

QTEST_APPLESS_MAIN(TokenizerTest)
#include "tst_tokenizer.moc"
