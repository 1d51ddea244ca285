// SPDX-License-Identifier: GPL-3.0-or-later
// The tokenizer sentencepiece:FILE beside Debian's python3-sentencepiece (tests/golden/make_sentencepiece.py), and
// files that are no models.
#include "files/testfiles.h"
#include "inputs/filecache.h"
#include "inputs/tokenizers/tokenizer.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <random>

using namespace phasor;

namespace {
const std::string kFolder = std::string(PHASOR_GOLDEN) + "/inputs/sentencepiece/";
}

class SentencePieceTest : public QObject
{
    Q_OBJECT

private slots:
    void sentences_data();
    void sentences();
    void badFiles_data();
    void badFiles();
    void damagedModelsAreReadOrRefused_data();
    void damagedModelsAreReadOrRefused();

private:
    Result<TokenizerPtr> make(const std::string& content)
    {
        testfiles::write(m_folder / "some.model", content);
        return makeTokenizer("sentencepiece:" + m_folder / "some.model", m_files);
    }

    testfiles::Folder m_folder;
    FileCache m_files;
};

void SentencePieceTest::sentences_data()
{
    QTest::addColumn<QByteArray>("row");
    const auto rows = nlohmann::json::parse(testfiles::read(kFolder + "sentences.json"));
    QVERIFY(rows.size() > 20);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::addRow("%zu", i) << QByteArray::fromStdString(rows[i].dump());
}

void SentencePieceTest::sentences()
{
    QFETCH(QByteArray, row);
    const auto want = nlohmann::json::parse(row.toStdString());
    const auto tokenizer
        = makeTokenizer("sentencepiece:" + kFolder + want["model"].get<std::string>() + ".model", m_files);
    QVERIFY(tokenizer.ok());
    const Result<Tokens> got = (*tokenizer)->tokenize(want["text"].get<std::string>());
    QVERIFY(got.ok());
    QCOMPARE(got->texts, want["tokens"].get<std::vector<std::string>>());
    QCOMPARE(got->ids, want["ids"].get<std::vector<std::int64_t>>());
    QCOMPARE(got->vocab, want["vocab"].get<std::int64_t>());
    QCOMPARE(got->warnings.size(), std::size_t{got->ids.empty() ? 1U : 0U}); // "0 tokens"
}

void SentencePieceTest::badFiles_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a vocabulary") << QByteArray("[UNK]\n[CLS]\n[SEP]\ncat\n");
    QTest::newRow("zeros") << QByteArray(4096, '\0');
    const std::string whole = testfiles::read(kFolder + "unigram.model");
    QTest::newRow("cut") << QByteArray::fromStdString(whole.substr(0, whole.size() / 2));
    // A piece without letters: the library throws.
    QTest::newRow("piece of no letters") << QByteArray("\n\x07\n\0\x15\0\0\0\0", 9) + QByteArray::fromStdString(whole);
}

void SentencePieceTest::badFiles()
{
    QFETCH(QByteArray, content);
    const auto refused = make(content.toStdString());
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, std::string("MODEL"));
    QCOMPARE(static_cast<int>(refused.error().kind), static_cast<int>(ErrorKind::Input));
    QCOMPARE(english(refused.error().where), inQuotes(m_folder / "some.model"));
    QVERIFY(!refused.error().remedy.empty());
}

void SentencePieceTest::damagedModelsAreReadOrRefused_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::newRow("unigram") << QByteArray("unigram");
    QTest::newRow("bpe") << QByteArray("bpe");
}

void SentencePieceTest::damagedModelsAreReadOrRefused()
{
    QFETCH(QByteArray, model);
    const std::string whole = testfiles::read(kFolder + model.toStdString() + ".model");
    std::mt19937 random(20261122); // NOLINT(cert-msc51-cpp): the same damage every time
    int readable = 0;
    for (int i = 0; i < 1000; ++i) {
        std::string damaged = whole;
        damaged[random() % damaged.size()] = static_cast<char>(random());
        const auto tokenizer = make(damaged);
        if (!tokenizer.ok())
            continue;
        ++readable;
        const Result<Tokens> tokens = (*tokenizer)->tokenize("the cat sat über 注意");
        QVERIFY(tokens.ok());
        QCOMPARE(tokens->ids.size(), tokens->texts.size());
        for (std::size_t t = 0; t < tokens->ids.size(); ++t) {
            QVERIFY(tokens->ids[t] >= 0 && tokens->ids[t] < tokens->vocab);
            QVERIFY(!tokens->texts[t].empty());
        }
    }
    QVERIFY(readable > 50 && readable < 1000);
}

QTEST_APPLESS_MAIN(SentencePieceTest)
#include "tst_sentencepiece.moc"
