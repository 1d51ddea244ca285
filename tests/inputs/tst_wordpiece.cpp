// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "inputs/filecache.h"
#include "inputs/tokenizers/tokenizer.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

using namespace phasor;

namespace {

const std::string kFolder = std::string(PHASOR_GOLDEN) + "/inputs/wordpiece/";
const std::string kFrame = "[UNK]\n[CLS]\n[SEP]\n";

} // namespace

class WordPieceTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void sentences_data();
    void sentences();
    void vocabularies_data();
    void vocabularies();
    void badFiles_data();
    void badFiles();
    void whatIsNoFile();
    void hugeFileIsRefusedUnread();
    void unknownWordsAreLeftOutWithoutUnk();
    void laterOfTwoEqualTokensCounts();
    void longTextIsCutFast();
    void vocabularyIsReadOnce();

private:
    Result<TokenizerPtr> make(const std::string& content)
    {
        testfiles::write(*m_folder / "vocab.txt", content);
        return makeTokenizer("wordpiece:" + *m_folder / "vocab.txt", *m_files);
    }
    std::vector<std::string> tokensOf(const std::string& vocabulary, std::string_view text)
    {
        return (*make(vocabulary))->tokenize(text)->texts;
    }

    std::unique_ptr<testfiles::Folder> m_folder;
    std::unique_ptr<FileCache> m_files;
};

void WordPieceTest::init()
{
    m_folder = std::make_unique<testfiles::Folder>();
    m_files = std::make_unique<FileCache>();
}

// Against BERT's rules written anew in Python on its own Unicode data (tests/golden/make_wordpiece.py).
void WordPieceTest::sentences_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto rows = nlohmann::json::parse(testfiles::read(kFolder + "sentences.json"));
    QVERIFY(rows.size() > 200);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::addRow("%zu", i) << QByteArray::fromStdString(rows[i].dump());
}

void WordPieceTest::sentences()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const auto tokenizer = makeTokenizer("wordpiece:" + kFolder + want["vocabulary"].get<std::string>(), *m_files);
    QVERIFY(tokenizer.ok());
    const Result<Tokens> got = (*tokenizer)->tokenize(want["text"].get<std::string>());
    QVERIFY(got.ok());
    QCOMPARE(got->texts, want["tokens"].get<std::vector<std::string>>());
    QCOMPARE(got->ids, want["ids"].get<std::vector<std::int64_t>>());
}

// The catalogue's files that are accepted: the ids of "cat" and of [SEP], and the warning.
void WordPieceTest::vocabularies_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("cat");
    QTest::addColumn<int>("vocab");
    QTest::addColumn<QByteArray>("warning");
    const QByteArray frame = QByteArray::fromStdString(kFrame);
    QTest::newRow("v001 plain") << frame + "cat\n" << 3 << 4 << QByteArray();
    QTest::newRow("no final newline") << frame + "cat" << 3 << 4 << QByteArray();
    QTest::newRow("v002 CRLF") << QByteArray("[UNK]\r\n[CLS]\r\n[SEP]\r\ncat\r\n") << 3 << 4 << QByteArray();
    QTest::newRow("v003 byte order mark") << "\xef\xbb\xbf" + frame + "cat\n" << 3 << 4 << QByteArray();
    QTest::newRow("v005 blank line") << frame + "\n\ncat\n" << 5 << 6 << QByteArray("line 4 and 1 more: blank");
    QTest::newRow("v006 repeated") << frame + "dog\ndog\ncat\n" << 5 << 6 << QByteArray("line 5: the token is also");
    QTest::newRow("v008 no [UNK]") << QByteArray("[CLS]\n[SEP]\ncat\n") << 2 << 3 << QByteArray("no [UNK]");
    QTest::newRow("no [SEP]") << QByteArray("[UNK]\n[CLS]\ncat\n") << 2 << 3 << QByteArray("no [CLS] or no [SEP]");
    QTest::newRow("v011 space") << frame + "dog \ncat\n" << 4 << 5 << QByteArray("line 4: a space");
}

void WordPieceTest::vocabularies()
{
    QFETCH(QByteArray, content);
    QFETCH(int, cat);
    QFETCH(int, vocab);
    QFETCH(QByteArray, warning);
    const auto tokenizer = make(content.toStdString());
    QVERIFY(tokenizer.ok());
    const Tokens tokens = (*tokenizer)->tokenize("Cat").value();
    QVERIFY(std::ranges::find(tokens.ids, cat) != tokens.ids.end());
    QVERIFY(std::ranges::find(tokens.texts, "cat") != tokens.texts.end());
    QCOMPARE(tokens.vocab, std::int64_t{vocab});
    QCOMPARE(tokens.warnings.size(), std::size_t{warning.isEmpty() ? 0U : 1U});
    if (!warning.isEmpty())
        QVERIFY2(english(tokens.warnings[0].text).find(warning.toStdString()) != std::string::npos,
                 english(tokens.warnings[0].text).c_str());
}

void WordPieceTest::badFiles_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("v004 empty") << QByteArray() << QByteArray("EMPTY") << 1 << 1;
    QTest::newRow("nothing but blank lines") << QByteArray("\n\n\r\n") << QByteArray("EMPTY") << 1 << 1;
    QTest::newRow("nothing but a byte order mark") << QByteArray("\xef\xbb\xbf") << QByteArray("EMPTY") << 1 << 1;
    QTest::newRow("v007 latin-1") << QByteArray("[UNK]\ncaf\xe9\n") << QByteArray("UTF8") << 2 << 4;
    QTest::newRow("v009 NUL") << QByteArray("[UNK]\ncat\0", 10) << QByteArray("BINARY") << 2 << 4;
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe[\0U\0", 6) << QByteArray("BINARY") << 1 << 4;
    QTest::newRow("v010 long line") << "[UNK]\n" + QByteArray(1 << 20, 'a') << QByteArray("LIMIT") << 2 << 1;
    QTest::newRow("too many lines") << QByteArray("a\n").repeated((1 << 20) + 1) << QByteArray("LIMIT") << (1 << 20) + 1
                                    << 1;
}

void WordPieceTest::badFiles()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, code);
    QFETCH(int, line);
    QFETCH(int, column);
    const auto refused = make(content.toStdString());
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, code.toStdString());
    QCOMPARE(static_cast<int>(refused.error().kind), static_cast<int>(ErrorKind::Input));
    QCOMPARE(refused.error().line.value_or(0), std::int64_t{line});
    QCOMPARE(refused.error().column.value_or(0), std::int64_t{column});
    QCOMPARE(english(refused.error().where), inQuotes(*m_folder / "vocab.txt"));
    QVERIFY(!refused.error().remedy.empty());
    QVERIFY(toString(refused.error()).find('\n') == std::string::npos);
}

void WordPieceTest::whatIsNoFile()
{
    const auto codeOf = [&](const std::string& path) {
        return makeTokenizer("wordpiece:" + path, *m_files).error().code;
    };
    QCOMPARE(codeOf(*m_folder / "missing"), std::string("ENOENT"));
    QCOMPARE(codeOf(""), std::string("ENOENT"));
    QCOMPARE(codeOf(m_folder->path()), std::string("EISDIR"));
    QCOMPARE(mkfifo((*m_folder / "fifo").c_str(), 0600), 0);
    QCOMPARE(codeOf(*m_folder / "fifo"), std::string("NOTREGULAR"));
    QCOMPARE(codeOf("/dev/zero"), std::string("NOTREGULAR"));
    testfiles::write(*m_folder / "page", "<!DOCTYPE html><p>");
    QCOMPARE(codeOf(*m_folder / "page"), std::string("HTML"));
}

void WordPieceTest::hugeFileIsRefusedUnread()
{
    testfiles::write(*m_folder / "vocab.txt", "[UNK]\n");
    if (truncate((*m_folder / "vocab.txt").c_str(), off_t{1} << 40) != 0)
        QSKIP("this file system has no sparse files");
    const Error error = makeTokenizer("wordpiece:" + *m_folder / "vocab.txt", *m_files).error();
    QCOMPARE(error.code, std::string("LIMIT"));
    QVERIFY(english(error.what).find("1,099,511,627,776") != std::string::npos);
}

void WordPieceTest::unknownWordsAreLeftOutWithoutUnk()
{
    const Tokens tokens = make("[CLS]\n[SEP]\ncat\n").value()->tokenize("the cat sat").value();
    QCOMPARE(tokens.texts, (std::vector<std::string>{"[CLS]", "cat", "[SEP]"}));
    QVERIFY(english(tokens.warnings.back().text).starts_with("2 words"));
    const Tokens none = make("[CLS]\n[SEP]\ncat\n").value()->tokenize("dog").value();
    QVERIFY(none.ids.empty());
    QCOMPARE(english(none.warnings.back().text), std::string("0 tokens"));
}

void WordPieceTest::laterOfTwoEqualTokensCounts()
{
    QCOMPARE(make("cat\n[UNK]\ncat\n").value()->tokenize("cat").value().ids, (std::vector<std::int64_t>{2}));
}

void WordPieceTest::longTextIsCutFast()
{
    std::string vocabulary = kFrame;
    for (int i = 1; i <= 60; ++i)
        (vocabulary += std::string(static_cast<std::size_t>(i), 'a') + "\n##")
            += std::string(static_cast<std::size_t>(i), 'a') + "\n";
    std::string text;
    for (int i = 0; i < 20000; ++i)
        text += std::string(90, 'a') + ' ';
    const std::vector<std::string> tokens = tokensOf(vocabulary, text);
    QCOMPARE(tokens.size(), std::size_t{2 * 20000 + 2}); // of 60 and of 30 letters
    QCOMPARE(tokens[2], "##" + std::string(30, 'a'));
    QCOMPARE(tokensOf(vocabulary, std::string(3000000, 'a')), (std::vector<std::string>{"[CLS]", "[UNK]", "[SEP]"}));
}

void WordPieceTest::vocabularyIsReadOnce()
{
    const TokenizerPtr first = make(kFrame).value();
    const std::string spec = "wordpiece:" + *m_folder / "vocab.txt";
    QVERIFY(makeTokenizer(spec, *m_files).value() == first);
    QCOMPARE(m_files->opened(), std::int64_t{1});
    QVERIFY(first->memory() > 0);
    QVERIFY(make(kFrame + "cat\n").value() != first);
    QCOMPARE(m_files->opened(), std::int64_t{2});
}

QTEST_APPLESS_MAIN(WordPieceTest)
#include "tst_wordpiece.moc"
