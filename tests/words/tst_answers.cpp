// SPDX-License-Identifier: GPL-3.0-or-later
// The answers and the claims: what they say of unusual set-ups, and the verdicts behind their words.
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/scene.h"
#include "views/questions/answers.h"
#include "words/answers.h"

#include <QTest>

#include <limits>

using namespace phasor;

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
    void whoseAnswersTheyAre();
};

namespace {

AnswersData answersOf(const Settings& settings)
{
    Parameters p;
    p.encoding.dModel = 32;
    p.encoding.maxLen = 50;
    for (const auto& [id, value] : settings) {
        const ParameterSpec& spec = *findParameter(id.toStdString(), p);
        spec.set(p, parseValue(spec, value.toStdString()).value());
    }
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make({.a = p}, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    return *std::dynamic_pointer_cast<const AnswersData>(compute(AnswersRequest{}, reader, Effort::Still).value());
}

QString said(const AnswersData& data, Question question)
{
    return (QStringList{words::answerText(data, question)} + words::claims(data, question)).join(u'\n');
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
        {"off here, in eval mode", "zeroes the padding", "5 of the rows", "160 of 320", "expected are 50 %"},
        {"makes no difference"});
    row("filled padding, 2", filled, Q::LostTokens,
        {"cannot lose a token", "zeroes the padding", "5 of the first 10", "and is on"}, {"probability"});
    row("filled padding, 5", filled, Q::WhatDropoutDoes,
        {"identity", "zeroes the padding", "Exactly zero is 50 % of the output"}, {"In training"});
    row("p = 0", {{"dropout", "0"}}, Q::WhatDropoutDoes, {"With p = 0", "identity"}, {"1/(1", "eval"});
    row("p = 0, places", {{"dropout", "0"}}, Q::DropoutOnSum, {"with p = 0", "makes no difference"}, {"eval"});
    row("on the encoding", {{"placement", "position"}, {"dropout", "1"}}, Q::LostTokens,
        {"no word is lost", "lost whole: 0 of the first 50", "not so. It acts on the encoding alone"},
        {"loses everything"});
    row("on the embedding", {{"placement", "embedding"}, {"dropout", "1"}}, Q::LostTokens,
        {"its position stays", "lost whole: 0 of the first 50", "true here"});
    row("on the sum", {{"dropout", "1"}}, Q::LostTokens,
        {"loses everything with probability 1 (p^32 with p = 1)", "lost whole: 50 of the first 50", "true here"});
    row("whole tokens", {{"placement", "tokens"}}, Q::LostTokens, {"one draw, p = 0.1", "true here"}, {"p^"});
    row("single numbers", {}, Q::LostTokens, {"p^32 with p = 0.1", "hardly"});
    row("protected", {{"text", "[CLS] the cat [SEP]"}, {"protect", "[CLS],[SEP]"}, {"dropout", "1"}}, Q::LostTokens,
        {"The special tokens are protected here", "2 of the first 4; protected: 2"}, {"true here"});
    row("protected, expected", {{"text", "[CLS] the cat [SEP]"}, {"protect", "[CLS],[SEP]"}, {"dropout", "1"}},
        Q::DropoutOnSum, {"64 of 128", "expected are 50 %"});
    row("one mask for both", {}, Q::DropoutOnSum, {"On the sum one mask"});
    row("one mask, concatenated", {{"combine", "concat"}}, Q::DropoutOnSum, {"a mask takes of both"}, {"On the sum"});
    row("not on the sum", {{"placement", "tokens"}}, Q::DropoutOnSum, {"whole tokens"}, {"On the sum one mask"});
    row("sixty percent", {{"dropout", "0.6"}}, Q::DropoutOnSum, {"60 % of them”: true here"});
    row("far from sixty", {}, Q::DropoutOnSum, {"60 % of them”: not so"});
    row("eight dimensions", {{"d-model", "8"}}, Q::AddOrConcatenate,
        {"(8 of 8) overlap by 1", "all directions there are", "impossible"}, {"hardly meet", "possible ("});
    row("many dimensions", {{"d-model", "512"}}, Q::AddOrConcatenate, {"hardly meet", "possible (overlap"});
    row("few dimensions", {}, Q::AddOrConcatenate, {"as chance has it", "not without training"}, {"hardly meet"});
    row("one seed", {{"scheme", "learned"}}, Q::AddOrConcatenate,
        {"multiple of the encoding of position k", "another seed", "more than chance"});
    row("one seed, a text", {{"scheme", "learned"}, {"text", "The cat sat on the mat because the dog sat."}},
        Q::AddOrConcatenate, {"multiple of the encoding of position k", "another seed"});
    row("two seeds, a text", {{"scheme", "learned"}, {"text", "The cat sat on the mat."}, {"table-seed", "1"}},
        Q::AddOrConcatenate, {}, {"another seed"});
    row("two seeds", {{"scheme", "learned"}, {"table-seed", "1"}}, Q::AddOrConcatenate, {"as chance has it"},
        {"another seed"});
    row("half right", {{"d-model", "512"}}, Q::AddOrConcatenate, {"untouched”: half right"});
    row("only the first", {{"scheme", "time2vec"}}, Q::AddOrConcatenate, {"untouched”: true here"});
    row("nothing varies", {{"max-len", "1"}}, Q::AddOrConcatenate, {"untouched”: not so"});
    row("no embedding", {{"scale", "0"}}, Q::AddOrConcatenate, {"nothing to spoil", "token undefined"},
        {"∞", "share of"});
    row("nowhere", {{"scheme", "nope"}}, Q::Scale, {"position enters nowhere, but for the causal mask"});
    row("nowhere at all", {{"scheme", "nope"}, {"causal", "off"}}, Q::Scale, {"position enters nowhere."});
    row("in the attention", {{"scheme", "alibi"}}, Q::Scale,
        {"position enters in the attention", "no encoding that they could match"}, {"sines"});
    row("no sines", {{"scheme", "learned"}}, Q::Scale, {"those of the encoding are of size 0.02"}, {"sines"});
    row("of one size", {{"embedding", "tensor2tensor"}}, Q::Scale,
        {"those of the encoding are of size 0.707: consistent", "equal partners", "smaller”: true here"});
    row("unscaled", {{"scale", "none"}}, Q::Scale, {"Both are of one size here.", "not so, the scale changes nothing"},
        {"equal partners"});
    row("scaled down", {{"scale", "0.5"}}, Q::Scale, {"the opposite here"});
    row("a little larger", {{"d-model", "512"}, {"scale", "3.4"}}, Q::Scale, {"The word is the larger part"},
        {"of one size", "nudge"});
    // Of guesses among 13 rows and 13 tokens one in 13 is right.
    const Settings few{{"seq-len", "13"}, {"vocab", "13"}};
    for (const Question asked : {Q::DropoutOnSum, Q::AddOrConcatenate})
        row(qPrintable(QStringLiteral("chance %1").arg(static_cast<int>(asked))), few, asked,
            {"By chance it would be position 7.69 %, token 7.69 %."}, {"Set-up A"});
    row("shared weights", {}, Q::Scale, {"σ·√d = 5.66, too large"});
    row("no shared weights", {{"combine", "concat"}}, Q::Scale, {"32 dimensions and the embedding 24"}, {"σ·√d"});
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
    QTest::newRow("hardly") << 0.0141 << 512 << static_cast<int>(Meeting::Hardly);
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
    QTest::addColumn<double>("unscaled");
    QTest::addColumn<int>("beside");
    QTest::addColumn<int>("effect");
    const auto row = [](const char* name, double ratio, double unscaled, Beside beside, ScaleEffect effect) {
        QTest::newRow(name) << ratio << unscaled << static_cast<int>(beside) << static_cast<int>(effect);
    };
    row("√512, normal", 32, 1.41, Beside::FarLarger, ScaleEffect::MakesSmaller);
    row("larger", 4.81, 1.41, Beside::Larger, ScaleEffect::MakesSmaller);
    row("none", 1.41, 1.41, Beside::OneSize, ScaleEffect::None);
    row("halved", 0.4, 0.8, Beside::Smaller, ScaleEffect::MakesLarger);
}

void TestAnswers::scales()
{
    QFETCH(const double, ratio);
    QFETCH(const double, unscaled);
    QFETCH(const int, beside);
    QFETCH(const int, effect);
    QCOMPARE(static_cast<int>(besideOf(ratio)), beside);
    const ScaleAnswer scale{.ratio = ratio, .unscaledRatio = unscaled};
    QCOMPARE(static_cast<int>(effectOf(scale)), effect);
}

void TestAnswers::placements()
{
    PlacedDropout now;
    PlacedDropout other;
    now.recovery.position = {0.5, 0.45, 0.55};
    other.recovery.position = {0.6, 0.54, 0.66};
    QVERIFY(moreReadable(now, other) == MoreReadable::Neither);
    other.recovery.position.low = 0.56;
    QVERIFY(moreReadable(now, other) == MoreReadable::Other);
    QVERIFY(moreReadable(other, now) == MoreReadable::Now);
    now.recovery.position.share = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(moreReadable(now, other) == MoreReadable::Unknown);
}

void TestAnswers::whoseAnswersTheyAre()
{
    AnswersData data = answersOf({});
    QVERIFY(!words::answerText(data, Question::Scale).startsWith(QStringLiteral("Set-up A: ")));
    data.compared = true;
    for (const Question question : kQuestions)
        QVERIFY(words::answerText(data, question).startsWith(QStringLiteral("Set-up A: ")));
}

QTEST_MAIN(TestAnswers)
#include "tst_answers.moc"
