// SPDX-License-Identifier: GPL-3.0-or-later
// Answers and claims: what they say of unusual setups and of two, and the verdicts behind their words.
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/scene.h"
#include "views/questions/answers.h"
#include "words/answers.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace phasor;
using namespace Qt::StringLiterals;

using Settings = QList<QPair<QByteArray, QByteArray>>;

class TestAnswers : public QObject
{
    Q_OBJECT

private slots:
    void say_data();
    void say();
    void meetings_data();
    void meetings();
    void spoilings_data();
    void spoilings();
    void scales_data();
    void scales();
    void placements();
    void compared_data();
    void compared();
    void columns();
    void sentencesAreShort();
};

namespace {

Parameters parametersOf(const Settings& settings)
{
    Parameters p;
    p.encoding.dModel = 32;
    p.encoding.maxLen = 50;
    for (const auto& [id, value] : settings) {
        const ParameterSpec& spec = *findParameter(id.toStdString(), p);
        spec.set(p, parseValue(spec, value.toStdString()).value());
    }
    return p;
}

AnswersData answersOf(const Settings& settings, const std::optional<Settings>& ofB = {})
{
    const Scene scene{.a = parametersOf(settings), .b = ofB ? std::optional(parametersOf(*ofB)) : std::nullopt};
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make(scene, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    return *std::dynamic_pointer_cast<const AnswersData>(compute(AnswersRequest{}, reader, Effort::Still).value());
}

QString said(const AnswersData& data, Question question)
{
    const words::Answer answer = words::answer(data, question);
    QStringList lines{words::answerText(answer)};
    for (const words::AnswerRow& row : answer.rows)
        lines << row.name + row.chance + u": "_s + row.cells.join(u", "_s);
    return (lines + answer.claims).join(u'\n');
}

SpaceOverlap overlapOf(double measured, std::int64_t width)
{
    return {.byRank = std::vector<double>(8, measured), .width = width};
}

} // namespace

void TestAnswers::say_data()
{
    QTest::addColumn<Settings>("settings");
    QTest::addColumn<int>("question");
    QTest::addColumn<QStringList>("says");
    QTest::addColumn<QStringList>("neverSays");
    const auto row = [](const char* name, const Settings& settings, Question question, const QStringList& says,
                        const QStringList& neverSays = {}) {
        QTest::newRow(name) << settings << static_cast<int>(question) << says << neverSays;
    };
    using Q = Question;
    const Settings filled{{"placement", "masked-fill"}, {"text", "the cat sat"}, {"seq-len", "10"}, {"mode", "eval"}};
    row("filled padding, 1", filled, Q::DropoutOnSum,
        {"off in eval mode, so its target", "masked_fill zeroes the 5 rows of padding", "(expected 50 %)"});
    row("filled padding, 2", filled, Q::LostTokens,
        {"so it zeroes no token", "masked_fill zeroes the 5 rows", "Tokens zeroed, of 10 measured: 5",
         "False: it zeroes 5 rows"},
        {"probability", "would"});
    row("filled padding, in train", filled + Settings{{"mode", "train"}}, Q::LostTokens,
        {"zeroed completely. For that, all its 32 values must be dropped: p^32 with p = 0.1. masked_fill zeroes"});
    row("filled padding, 5", filled, Q::WhatDropoutDoes,
        {"off in eval mode: nothing is", "masked_fill zeroes", "Exact zeros: 50 %"}, {"probability"});
    row("p = 0", {{"dropout", "0"}}, Q::WhatDropoutDoes, {"off at p = 0: nothing is zeroed"},
        {"eval", "Factor 1/(1 − p): 1"});
    row("p = 0, targets", {{"dropout", "0"}}, Q::DropoutOnSum, {"off at p = 0, so its target makes no difference"},
        {"eval"});
    row("on the encoding", {{"placement", "position"}, {"dropout", "1"}}, Q::LostTokens,
        {"The encoding of an unprotected token is always zeroed completely.", "embedding stays",
         "Tokens zeroed, of 50 measured: 0", "False: it acts on the encoding alone"});
    row("on the embedding", {{"placement", "embedding"}, {"dropout", "1"}}, Q::LostTokens,
        {"The embedding of an unprotected token is always zeroed", "position stays", "Tokens zeroed, of 50 measured: 0",
         "“Dropout may drop [CLS].” True"});
    row("on the sum", {{"dropout", "1"}}, Q::LostTokens,
        {"An unprotected token is always zeroed completely.", "all its 32 values must be dropped: p^32 with p = 1",
         "Tokens zeroed, of 50 measured: 50", "[CLS].” True"});
    row("whole tokens", {{"placement", "tokens"}}, Q::LostTokens,
        {"is zeroed completely with probability 0.1.", "One random number decides", "[CLS].” True"}, {"p^"});
    row("single values", {}, Q::LostTokens,
        {"is practically never zeroed completely.", "p^32 with p = 0.1", "Hardly: a token is practically never"});
    row("protected", {{"text", "[CLS] the cat [SEP]"}, {"protect", "[CLS],[SEP]"}, {"dropout", "1"}}, Q::LostTokens,
        {"False: the special tokens are protected", "Tokens zeroed, of 4 measured: 2", "Tokens protected: 2"});
    const Settings protects{{"text", "[CLS] the cat [SEP]"}, {"protect", "[CLS],[SEP]"}};
    row("protected, 5", protects, Q::WhatDropoutDoes,
        {"zeroes each unprotected value with probability 0.1 and", "Protected tokens stay as they are."});
    row("protected, p = 1", protects + Settings{{"dropout", "1"}}, Q::WhatDropoutDoes,
        {"zeroes every unprotected value of its target."});
    row("nothing is left, 1", {{"dropout", "1"}}, Q::DropoutOnSum,
        {"Dropout on the sum leaves no value at p = 1, so nothing can be recovered."}, {"of rows"});
    row("nothing is left, 3", {{"dropout", "1"}}, Q::AddOrConcatenate,
        {"Adding costs no dimension, and either way only chance recovers the position."});
    row("protected, expected", {{"text", "[CLS] the cat [SEP]"}, {"protect", "[CLS],[SEP]"}, {"dropout", "1"}},
        Q::DropoutOnSum, {"here 4 tokens lose 50 % (expected 50 %)"});
    row("one mask for both", {}, Q::DropoutOnSum, {"One mask on the sum hides token and position together"});
    row("one mask, concatenated", {{"combine", "concat"}}, Q::DropoutOnSum, {"One mask drops both"},
        {"on the sum hides"});
    row("not on the sum", {{"placement", "tokens"}}, Q::DropoutOnSum, {"whole tokens"}, {"One mask on the sum"});
    row("another target", {{"placement", "embedding"}, {"scale", "none"}, {"dropout", "0.8"}}, Q::DropoutOnSum,
        {"The position is recovered in ", " with dropout on the embedding only, in ", " on the sum."});
    row("hidden by the embedding", {{"d-model", "512"}, {"max-len", "512"}}, Q::DropoutOnSum,
        {"The position is hardly ever recovered here, with dropout on the sum or on the embedding only.",
         "The embedding is 32 times as long", "trains both."},
        {"about as often"});
    row("equally easy", {{"scale", "none"}, {"d-model", "128"}, {"dropout", "0.01"}}, Q::DropoutOnSum,
        {"Position is recovered about as often with dropout on the sum (79.7 %) as on the embedding only (80.7 %)",
         "trains both."},
        {"times as long"});
    row("the same share", {{"scale", "none"}, {"embedding", "tensor2tensor"}, {"d-model", "512"}}, Q::DropoutOnSum,
        {"Position is recovered in all rows with dropout on the sum or on the embedding only."},
        {"as often", "100 %)"});
    row("sixty percent", {{"dropout", "0.6"}}, Q::DropoutOnSum, {"60 % of them.” True"});
    row("near sixty", {{"dropout", "0.56"}}, Q::DropoutOnSum, {"60 % of them.” False"});
    row("far from sixty", {}, Q::DropoutOnSum, {"60 % of them.” False"});
    row("eight dimensions", {{"d-model", "8"}}, Q::AddOrConcatenate, {"both use all 8 dimensions", "Impossible here"},
        {"separate", "Possible"});
    row("many dimensions", {{"d-model", "512"}}, Q::AddOrConcatenate,
        {"Chance alone explains that much", "Not without training (overlap", "has 384 of 512 dimensions"},
        {"nearly a concatenation"});
    row("few dimensions", {}, Q::AddOrConcatenate, {"Chance alone explains that much", "Not without training"},
        {"separate"});
    row("one seed", {{"scheme", "learned"}}, Q::AddOrConcatenate,
        {"come from the same seed", "Change Table seed", "more than random directions"});
    row("one seed, a text", {{"scheme", "learned"}, {"text", "The cat sat on the mat because the dog sat."}},
        Q::AddOrConcatenate, {"come from the same seed"});
    row("two seeds, a text", {{"scheme", "learned"}, {"text", "The cat sat on the mat."}, {"table-seed", "1"}},
        Q::AddOrConcatenate, {}, {"same seed"});
    row("two seeds", {{"scheme", "learned"}, {"table-seed", "1"}}, Q::AddOrConcatenate, {"Chance alone explains"},
        {"same seed"});
    row("better concatenated", {{"d-model", "128"}, {"text", "The cat sat on the mat because it was tired."}},
        Q::AddOrConcatenate,
        {"Adding costs no dimension, but the position is found in 21.8 % of rows, concatenated in all rows.",
         "Token dimensions: 128, 96"});
    row("equally well", {{"scale", "0.1"}, {"dropout", "0"}}, Q::AddOrConcatenate,
        {"Adding costs no dimension, and either way the position is recovered in all rows."});
    row("half true", {{"d-model", "512"}, {"scale", "none"}}, Q::AddOrConcatenate, {"untouched.” Half true"});
    row("too small to spoil", {{"d-model", "512"}}, Q::AddOrConcatenate, {"untouched.” False"});
    row("last touched, too", {{"scheme", "time2vec"}}, Q::AddOrConcatenate, {"untouched.” Half true"});
    row("only the first", {{"scheme", "fourier"}, {"d-model", "64"}, {"scale", "none"}}, Q::AddOrConcatenate,
        {"untouched.” True"});
    row("nothing varies", {{"max-len", "1"}}, Q::AddOrConcatenate, {"untouched.” False"});
    row("no encoding", {{"d-model", "1"}, {"heads", "1"}, {"max-len", "1"}}, Q::AddOrConcatenate,
        {"untouched.” Not tested: the encoding is zero"});
    row("no embedding", {{"scale", "0"}}, Q::AddOrConcatenate, {"Not tested: the embedding is zero"}, {"∞"});
    row("nowhere", {{"scheme", "nope"}}, Q::Scale, {"so only the causal mask tells the order."});
    row("nowhere at all", {{"scheme", "nope"}, {"causal", "off"}}, Q::Scale, {"so position enters nowhere."});
    row("in the attention", {{"scheme", "alibi"}}, Q::Scale,
        {"ALiBi adds nothing to the embedding, as position enters in the attention.", "there is no encoding to match"});
    row("no sinusoids", {{"scheme", "learned"}}, Q::Scale, {"PE 0.02"}, {"sin"});
    row("of one size", {{"embedding", "tensor2tensor"}}, Q::Scale,
        {"True: s·E has size 1, PE 0.707. They match.", "Because of the scale", "smaller.” True: R is"},
        {"suits embeddings"});
    row("unscaled", {{"scale", "none"}}, Q::Scale,
        {"The embedding is 1.43 times as long as the encoding, and the scale is 1.", "by at most a factor of 2",
         "smaller.” Not tested: s = 1."},
        {"ecause of", "about"});
    row("the encoding is longer", {{"d-model", "512"}, {"embedding-std", "0.02"}}, Q::Scale,
        {"The encoding is 1.56 times as long as the embedding, and R is 0.0283 without the scale."});
    row("nothing to scale", {{"scale", "0"}, {"dropout", "0"}}, Q::Scale, {"R = ‖s·E‖ / ‖PE‖: 0, "});
    row("thousands", {{"scheme", "learned"}, {"d-model", "512"}, {"table-seed", "1"}}, Q::Scale,
        {"‖PE‖: 1,130, 49.9", "True: R is 1,130, and 49.9 with s = 1."});
    row("scaled down", {{"scale", "0.5"}}, Q::Scale, {"The opposite here"});
    row("a little larger", {{"d-model", "512"}, {"scale", "3.4"}}, Q::Scale, {"The embedding is the larger part"},
        {"small compared"});
    row("made for a small embedding", {{"d-model", "512"}}, Q::Scale,
        {"suits embeddings that begin with values of about 1/√d_model. Here their size is 1."});
    row("harder to recover", {{"d-model", "128"}, {"text", "The cat sat on the mat because it was tired."}}, Q::Scale,
        {"With the scale the position is recovered in 21.8 % of rows, without it in 66.7 % of rows.",
         "R = ‖s·E‖ / ‖PE‖: 16.5, 1.46"});
    // Of guesses among 13 rows and 13 tokens one in 13 is right.
    const Settings few{{"seq-len", "13"}, {"vocab", "13"}};
    for (const Question asked : {Q::DropoutOnSum, Q::AddOrConcatenate})
        row(qPrintable(QStringLiteral("chance %1").arg(static_cast<int>(asked))), few, asked, {"by chance: 7.69 %"},
            {"A: "});
    row("shared weights", {}, Q::Scale, {"σ·√d = 5.66, which is too large"});
    row("no shared weights", {{"combine", "concat"}}, Q::Scale, {"32 dimensions, the embedding 24"}, {"σ·√d"});
}

void TestAnswers::say()
{
    QFETCH(const Settings, settings);
    QFETCH(const int, question);
    QFETCH(const QStringList, says);
    QFETCH(const QStringList, neverSays);
    const QString text = said(answersOf(settings), static_cast<Question>(question));
    for (const QString& part : says)
        QVERIFY2(text.contains(part), qPrintable(text + QStringLiteral("\ndoes not say: ") + part));
    for (const QString& part : neverSays)
        QVERIFY2(!text.contains(part), qPrintable(text + QStringLiteral("\nsays: ") + part));
    QVERIFY2(!text.contains(QStringLiteral("nan"), Qt::CaseInsensitive) && !text.contains(u'∞'), qPrintable(text));
}

void TestAnswers::meetings_data()
{
    QTest::addColumn<double>("measured");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("meeting");
    QTest::newRow("all") << 1.0 << 8 << static_cast<int>(Meeting::AllDirections);
    // Of 8 of 512 it is 0.0027.
    QTest::newRow("less, within the noise") << 0.0085 << 512 << static_cast<int>(Meeting::AsByChance);
    QTest::newRow("less") << 0.007 << 512 << static_cast<int>(Meeting::LessThanByChance);
    // Standard deviation of random directions, drawn 600 times with NumPy: 0.0319 for 8 of 32, 0.0186 for 8 of 64.
    QTest::newRow("by chance") << 0.25 + 2.5 * 0.0319 << 32 << static_cast<int>(Meeting::AsByChance);
    QTest::newRow("more") << 0.25 + 3.5 * 0.0319 << 32 << static_cast<int>(Meeting::MoreThanByChance);
    QTest::newRow("more, wider") << 0.125 + 3.5 * 0.0186 << 64 << static_cast<int>(Meeting::MoreThanByChance);
}

void TestAnswers::meetings()
{
    QFETCH(const double, measured);
    QFETCH(const int, width);
    QFETCH(const int, meeting);
    QCOMPARE(static_cast<int>(meetingOf(overlapOf(measured, width))), meeting);
}

void TestAnswers::spoilings_data()
{
    QTest::addColumn<double>("scaled");
    QTest::addColumn<double>("firstVaries");
    QTest::addColumn<double>("lastVaries");
    QTest::addColumn<double>("last");
    QTest::addColumn<int>("spoiling");
    const auto row = [](const char* name, double scaled, double first, double varies, double last, Spoiling spoiling) {
        QTest::newRow(name) << scaled << first << varies << last << static_cast<int>(spoiling);
    };
    row("a constant last", 1, 0.5, 0.001, 0.5, Spoiling::HalfRight);
    row("nothing last", 1, 0.5, 0.001, 0.002, Spoiling::True);
    row("alike", 1, 0.5, 0.4, 0.5, Spoiling::NotSo);
    row("constant", 1, 0, 0, 0.5, Spoiling::NotSo);
    row("hardly touched", 100, 0.5, 0.001, 0.5, Spoiling::NotSo);
    row("both touched, the first more", 1, 90, 0.4, 0.5, Spoiling::HalfRight);
    row("no embedding", 0, 0.5, 0.001, 0.5, Spoiling::Nothing);
}

void TestAnswers::spoilings()
{
    QFETCH(const double, scaled);
    QFETCH(const double, firstVaries);
    QFETCH(const double, lastVaries);
    QFETCH(const double, last);
    QFETCH(const int, spoiling);
    const std::array<QuarterEnergy, 2> quarters{
        QuarterEnergy{.scaled = scaled, .position = 0.5, .varying = firstVaries},
        QuarterEnergy{.scaled = scaled, .position = last, .varying = lastVaries}};
    QCOMPARE(static_cast<int>(spoilingOf(quarters)), spoiling);
}

void TestAnswers::scales_data()
{
    QTest::addColumn<double>("ratio");
    QTest::addColumn<int>("beside");
    QTest::newRow("√512, normal") << 32.0 << static_cast<int>(Beside::FarLarger);
    QTest::newRow("larger") << 4.81 << static_cast<int>(Beside::Larger);
    QTest::newRow("none") << 1.41 << static_cast<int>(Beside::OneSize);
    QTest::newRow("halved") << 0.4 << static_cast<int>(Beside::Smaller);
}

void TestAnswers::scales()
{
    QFETCH(const double, ratio);
    QFETCH(const int, beside);
    QCOMPARE(static_cast<int>(besideOf(ratio)), beside);
}

void TestAnswers::placements()
{
    Recovery now;
    Recovery other;
    now.position = {0.5, 0.45, 0.55};
    other.position = {0.6, 0.54, 0.66};
    QVERIFY(moreReadable(now, other) == MoreReadable::Neither);
    other.position.low = 0.56;
    QVERIFY(moreReadable(now, other) == MoreReadable::Other);
    QVERIFY(moreReadable(other, now) == MoreReadable::Now);
    now.position.share = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(moreReadable(now, other) == MoreReadable::Unknown);
}

void TestAnswers::compared_data()
{
    QTest::addColumn<Settings>("a");
    QTest::addColumn<Settings>("b");
    QTest::addColumn<int>("question");
    QTest::addColumn<QString>("finding");
    const Settings cat{{"d-model", "128"}, {"text", "The cat sat on the mat because it was tired."}};
    const auto row = [&cat](const char* name, const Settings& change, Question question, const char* finding) {
        QTest::newRow(name) << cat << cat + change << static_cast<int>(question) << QString::fromUtf8(finding);
    };
    row("no scale in B", {{"scale", "none"}}, Question::Scale,
        "Position is recovered in 21.8 % of rows in A and 66.7 % of rows in B.");
    row("another width", {{"d-model", "64"}}, Question::Scale, "R falls from 16.5 to 11.8 in B.");
    row("the same", {}, Question::LostTokens,
        "An unprotected token is practically never zeroed completely in A and B.");
    row("whole tokens in B", {{"placement", "tokens"}}, Question::LostTokens,
        "A: An unprotected token is practically never zeroed completely.");
    row("concatenated in B", {{"combine", "concat"}}, Question::AddOrConcatenate,
        "Position is recovered in 21.8 % of rows in A and all rows in B.");
}

void TestAnswers::compared()
{
    QFETCH(const Settings, a);
    QFETCH(const Settings, b);
    QFETCH(const int, question);
    QFETCH(const QString, finding);
    QCOMPARE(words::answer(answersOf(a, b), static_cast<Question>(question)).finding, finding);
}

// One setup has its alternative and chance; two have A, B and A − B, shares in points.
void TestAnswers::columns()
{
    const Settings cat{{"d-model", "128"}, {"text", "The cat sat on the mat because it was tired."}};
    const words::Answer alone = words::answer(answersOf(cat), Question::Scale);
    QCOMPARE(alone.columns, (QStringList{"here", "s = 1"}));
    const words::Answer both = words::answer(answersOf(cat, cat + Settings{{"scale", "none"}}), Question::Scale);
    QCOMPARE(both.columns, (QStringList{"A", "B", "A − B"}));
    for (const words::Answer& answer : {alone, both}) {
        QCOMPARE(answer.rows.size(), std::size_t{3});
        for (const words::AnswerRow& row : answer.rows)
            QCOMPARE(row.cells.size(), answer.columns.size());
    }
    QCOMPARE(alone.rows[2].chance, QStringLiteral("by chance: 7.69 %"));
    QCOMPARE(alone.rows[2].cells, (QStringList{"21.8 %", "66.7 %"}));
    QCOMPARE(both.rows[2].cells, (QStringList{"21.8 %", "66.7 %", "−44.9"}));
    QCOMPARE(both.rows[1].cells.first(), QStringLiteral("3.44°"));
    const words::Answer rope = words::answer(answersOf(cat, cat + Settings{{"scheme", "rope"}}), Question::Scale);
    QCOMPARE(rope.columns, QStringList{"A"}); // the others would be empty
    QCOMPARE(rope.notes.first(),
             QStringLiteral("B: RoPE adds nothing to the embedding, as position enters in the attention."));
    QCOMPARE(rope.rows[2].cells, QStringList{"21.8 %"});
}

// At most 25 words in a sentence, whatever the setup.
void TestAnswers::sentencesAreShort()
{
    const QList<Settings> setups{{},
                                 {{"combine", "concat"}},
                                 {{"scheme", "rope"}},
                                 {{"scheme", "nope"}},
                                 {{"placement", "tokens"}},
                                 {{"placement", "embedding"}},
                                 {{"scheme", "learned"}},
                                 {{"mode", "eval"}},
                                 {{"dropout", "1"}},
                                 {{"scale", "none"}},
                                 {{"scale", "0"}}};
    for (const Settings& setup : setups) {
        for (const Question question : kQuestions) {
            const QString texts = said(answersOf(setup), question) + u'\n'
                + said(answersOf({{"dropout", "0.9"}, {"d-model", "64"}}, setup), question);
            for (const QString& line : texts.split(u'\n')) {
                for (const QString& sentence : line.split(QRegularExpression(u"[.”] "_s))) {
                    const QStringList words = sentence.split(u' ').filter(QRegularExpression(u"[\\p{L}\\p{N}]"_s));
                    QVERIFY2(words.size() <= 25, qPrintable(sentence));
                }
            }
        }
    }
}

QTEST_MAIN(TestAnswers)
#include "tst_answers.moc"
