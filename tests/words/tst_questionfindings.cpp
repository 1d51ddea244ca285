// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of dropout, recoverability, attention and training: the words change where the finding does.
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/scene.h"
#include "words/summaries/summaries.h"

#include <QRegularExpression>
#include <QTest>

using namespace phasor;

using Settings = QList<QPair<QByteArray, QByteArray>>;

class TestQuestionFindings : public QObject
{
    Q_OBJECT

private slots:
    void says_data();
    void says();
    void tellsOfTraining_data();
    void tellsOfTraining();
};

namespace {

Parameters parametersOf(const Settings& settings)
{
    Parameters p;
    p.encoding.dModel = 128;
    p.encoding.maxLen = 64;
    p.sentence.text = "[CLS] the cat sat on the mat [SEP]";
    for (const auto& [id, value] : settings) {
        const ParameterSpec& spec = *findParameter(id.toStdString(), p);
        spec.set(p, parseValue(spec, value.toStdString()).value());
    }
    return p;
}

template <typename Request, typename Data> QString findingOf(const Request& request, const Scene& scene)
{
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make(scene, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    return words::summary(*std::dynamic_pointer_cast<const Data>(compute(request, reader, Effort::Still).value()));
}

QString findingOf(const QByteArray& view, const Scene& scene)
{
    if (view == "dropout")
        return findingOf<DropoutRequest, DropoutData>({.picture = {.width = 64, .height = 64}}, scene);
    if (view == "histogram")
        return findingOf<HistogramRequest, HistogramData>({}, scene);
    if (view == "recoverability")
        return findingOf<RecoverabilityRequest, RecoverabilityData>({}, scene);
    if (view == "scores")
        return findingOf<ScoresRequest, ScoresData>({.widths = {9, 9, 9, 9}, .heights = {9, 9, 9, 9}}, scene);
    if (view == "score-terms")
        return findingOf<ScoreTermsRequest, ScoreTermsData>({.widths = {9, 9, 9, 9}, .heights = {9, 9, 9, 9}}, scene);
    if (view == "heads")
        return findingOf<HeadsRequest, HeadsData>({.a = {.maps = 32, .side = 9}, .b = {.maps = 32, .side = 9}}, scene);
    if (view == "relative")
        return findingOf<RelativeRequest, RelativeData>({.options = {}, .width = 64}, scene);
    return findingOf<TrainingRequest, TrainingData>({}, scene);
}

// The rules of all findings.
void checkSentence(const QString& finding)
{
    static const QRegularExpression number(QStringLiteral("[0-9][0-9.,]*"));
    QVERIFY2(finding[0].isUpper() && !finding.endsWith(u'.') && !finding.contains(u';'), qPrintable(finding));
    QVERIFY2(finding.split(u' ').size() <= 25 && finding.size() <= 100, qPrintable(finding));
    QVERIFY2(!finding.contains(QStringLiteral("NaN")) && !finding.contains(u'∞'), qPrintable(finding));
    for (const QRegularExpressionMatch& match : number.globalMatch(finding)) {
        static const QRegularExpression insignificant(QStringLiteral("[.,]|^[0.]+|0+$"));
        QVERIFY2(match.captured().remove(insignificant).size() <= 3, qPrintable(finding));
    }
}

} // namespace

void TestQuestionFindings::says_data()
{
    QTest::addColumn<QByteArray>("view");
    QTest::addColumn<Settings>("settings");
    QTest::addColumn<Settings>("settingsOfB");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char* view, const Settings& settings, const char* finding, const Settings& b = {}) {
        QString name = QString::fromLatin1(view);
        for (const Settings* side : {&settings, &b})
            for (const auto& [id, value] : *side)
                name += QStringLiteral(" %1=%2").arg(QString::fromUtf8(id), QString::fromUtf8(value));
        QTest::newRow(qPrintable(name)) << QByteArray(view) << settings << b << QString::fromUtf8(finding);
    };
    row("dropout", {}, "Dropout zeroes 10.9 % of the values and no whole token");
    row("dropout", {{"mode", "eval"}}, "Dropout is off in eval mode");
    row("dropout", {{"dropout", "0"}}, "Dropout is off with p = 0");
    row("dropout", {{"dropout", "1"}}, "Dropout zeroes all of the values");
    row("dropout", {{"protect", "[CLS],[SEP]"}}, "Dropout zeroes 8.59 % of the values, but none of [CLS] or [SEP]");
    row("dropout", {{"protect", "[CLS]"}}, "Dropout zeroes 9.57 % of the values, but none of [CLS]");
    row("dropout", {{"placement", "tokens"}, {"dropout", "0.5"}}, "Dropout zeroes 5 of 8 tokens completely");
    row("dropout", {{"placement", "dimensions"}}, "Dropout zeroes 10.9 % of the dimensions, the same in every token");
    row("dropout", {{"placement", "embedding"}}, "Dropout zeroes 10.9 % of the embedding's values");
    row("dropout", {{"placement", "separate"}}, "Dropout zeroes 10.8 % of the values of embedding and encoding");
    row("dropout", {{"placement", "masked-fill"}, {"seq-len", "16"}},
        "Dropout and masked_fill zero 55.5 % of the values, and 8 of 16 tokens completely");
    row("dropout", {{"placement", "masked-fill"}, {"seq-len", "16"}, {"mode", "eval"}},
        "Dropout is off, but masked_fill zeroes the padding");
    row("dropout", {}, "Dropout zeroes 10.9 % of the values in A and 48.2 % in B", {{"dropout", "0.5"}});
    row("dropout", {}, "Dropout zeroes the same share in A and B, 10.9 % of the values", {{"scale", "1"}});
    row("dropout", {{"mode", "eval"}}, "Dropout is off in A and B", {{"dropout", "0"}});
    row("histogram", {}, "The output is exactly 0 in 10.9 % of the values");
    row("histogram", {{"mode", "eval"}}, "Dropout is off, so the output equals the input");
    row("histogram", {{"dropout", "1"}}, "The output is exactly 0 everywhere");
    row("histogram", {{"placement", "embedding"}}, "The output is exactly 0 in 0.781 % of the values");
    row("histogram", {{"placement", "masked-fill"}, {"seq-len", "16"}, {"mode", "eval"}},
        "Dropout is off, but 50 % of the output is exactly 0");
    row("histogram", {}, "The output is exactly 0 in 10.9 % of the values in A and 48.2 % in B", {{"dropout", "0.5"}});
    row("histogram", {}, "The output is exactly 0 in 10.9 % of the values in A and B", {{"scale", "1"}});
    row("recoverability", {}, "Position is recovered in 31.2 % of rows, the token in all rows");
    row("recoverability", {{"scale", "1"}}, "Position is recovered in 85.4 % of rows, the token in all rows");
    row("recoverability", {{"dropout", "1"}}, "Neither position nor token is recovered better than by chance");
    row("recoverability", {{"dropout", "1"}, {"d-model", "64"}, {"max-len", "5000"}},
        "Neither position nor token is recovered better than by chance");
    row("recoverability", {{"dropout", "1"}, {"placement", "embedding"}, {"d-model", "64"}},
        "Position is recovered in all rows, the token no better than by chance");
    row("recoverability", {{"scale", "0"}}, "Position is recovered in all rows, but no token, as s·E is zero");
    row("recoverability", {{"scale", "100"}}, "Position is recovered in 22.9 % of rows, the token in all rows");
    row("recoverability", {}, "Position is recovered in 31.2 % of rows in A and 85.4 % of rows in B", {{"scale", "1"}});
    row("recoverability", {}, "A and B can't be told apart in how well position and token are recovered",
        {{"base", "9000"}});
    row("recoverability", {}, "Position is recovered in 31.2 % of rows, the token in all rows in A and B",
        {{"dropout-seed", "0"}});
    row("scores", {}, "In head 0 each token attends only to itself");
    row("scores", {{"scale", "none"}, {"projection", "random"}},
        "Head 0 spreads attention over 2 of 8 tokens, at mean distance 1.6");
    row("scores", {{"scale", "0.01"}, {"scheme", "nope"}}, "Head 0 attends equally to all tokens that it sees");
    row("scores", {{"scale", "2"}}, "In head 0 a token attends mostly to itself");
    row("scores", {}, "Attention spreads over more tokens in B: 1.4 instead of 1", {{"scale", "none"}});
    row("score-terms", {}, "Content outweighs position 41.8 : 1 in the scores");
    row("score-terms", {{"text", "ab"}, {"tokenizer", "bytes"}},
        "With fewer than 3 tokens content and position can't be compared");
    row("score-terms", {{"scale", "none"}}, "Content outweighs position 3.7 : 1 in the scores");
    row("score-terms", {{"scale", "0.3"}}, "Position outweighs content 2.42 : 1 in the scores");
    row("score-terms", {{"scale", "0"}}, "Content adds nothing to the scores");
    row("score-terms", {}, "Content outweighs position 41.8 : 1 in A and 3.7 : 1 in B", {{"scale", "none"}});
    row("score-terms", {}, "Content outweighs position 41.8 : 1 in A, position content 2.42 : 1 in B",
        {{"scale", "0.3"}});
    row("score-terms", {}, "Content outweighs position 41.8 : 1 in the scores in A and B", {{"dropout", "0"}});
    row("heads", {{"scheme", "alibi"}}, "Head 0 has the strongest bias, −3.5, and head 7 the weakest, −0.0273");
    row("heads", {{"scheme", "alibi"}, {"heads", "1"}}, "The bias of head 0 reaches −0.0273");
    row("heads", {{"scheme", "t5"}}, "Head 3 has the strongest bias, 3.41, and head 0 the weakest, −1.35");
    row("heads", {{"scheme", "alibi"}}, "The strongest bias is −3.5 in A and −4.95 in B",
        {{"scheme", "alibi"}, {"heads", "16"}});
    row("relative", {}, "Sinusoidal positions are half as similar at distance 46");
    row("relative", {{"scheme", "rope"}}, "RoPE halves the score of equal tokens by distance 9");
    row("relative", {{"scheme", "alibi"}}, "The bias of head 0 falls to −31.5 at distance 63");
    row("relative", {{"scheme", "nope"}}, "None (NoPE) adds no position, so distance changes nothing");
    row("relative", {{"scheme", "learned"}},
        "Near positions are no more alike than far ones: cosine 0.022 and −0.0013");
    row("relative", {{"base", "1000000"}}, "Sinusoidal positions stay more than half as similar up to distance 63");
    row("relative", {}, "The kernel falls to half at distance 46 in A and 5 in B", {{"base", "100"}});
    row("relative", {}, "The kernel falls to half at distance 46 in A and 9 in B", {{"scheme", "rope"}});
    row("relative", {}, "A: the kernel falls to half at distance 46 · B: bias −31.5 at distance 63",
        {{"scheme", "alibi"}});
    row("training", {}, "Train a small transformer to look 3 tokens back");
    row("training", {}, "Train 2 variants to look 3 tokens back", {{"scale", "none"}});
}

void TestQuestionFindings::says()
{
    QFETCH(const QByteArray, view);
    QFETCH(const Settings, settings);
    QFETCH(const Settings, settingsOfB);
    QFETCH(const QString, finding);
    Scene scene{.a = parametersOf(settings)};
    if (!settingsOfB.isEmpty())
        scene.b = parametersOf(settingsOfB);
    const QString said = findingOf(view, scene);
    checkSentence(said);
    QCOMPARE(said, finding);
}

void TestQuestionFindings::tellsOfTraining_data()
{
    QTest::addColumn<QList<QByteArray>>("variants");
    QTest::addColumn<QList<double>>("accuracies");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char* finding, const QList<QByteArray>& variants, const QList<double>& accuracies,
                        Verdict::Kind kind) {
        QTest::newRow(finding) << variants << accuracies << static_cast<int>(kind) << QString::fromUtf8(finding);
    };
    using enum Verdict::Kind;
    row("The model learns to look 3 tokens back with 98 % accuracy", {""}, {0.98}, Single);
    row("The model only partly learns to look 3 tokens back, with 45.6 % accuracy (chance 4.17 %)", {""}, {0.456},
        Single);
    row("The model hardly learns to look 3 tokens back, with 10 % accuracy (chance 4.17 %)", {""}, {0.1}, Single);
    row("The model doesn't learn to look 3 tokens back: 4.5 % accuracy, no better than chance", {""}, {0.045}, Single);
    row("Training fails at step 120, where the loss is not a number", {""}, {0.5}, Broken);
    const QList<QByteArray> two{"A", "B"};
    row("A reaches 97 % accuracy, B only 20 %: more than noise", two, {0.97, 0.2}, Differ);
    row("A reaches 97 % accuracy, B 96.1 %: within the noise", two, {0.97, 0.961}, Same);
    row("Dropout target:\u00a0the embedding only reaches 99.3 % accuracy, the sum 96.8 %: within the noise",
        {"placement=embedding", "placement=sum"}, {0.993, 0.968}, Same);
    row("RoPE reaches 97 % accuracy, ALiBi only 20 %: more than noise", {"scheme=rope", "scheme=alibi"}, {0.97, 0.2},
        Differ);
    row("Both variants reach 100 % accuracy", two, {1, 1}, Same);
    row("A reaches 97 % accuracy, B 20 %, but one seed proves nothing", two, {0.97, 0.2}, OneSeed);
    const QList<QByteArray> schemes{"scheme=rope", "scheme=alibi", "scheme=nope"};
    row("Of 3 schemes, 2 learn to look 3 tokens back", schemes, {0.99, 0.98, 0.2}, Differ);
    row("All 3 schemes learn to look 3 tokens back", schemes, {0.99, 0.98, 0.97}, Same);
    row("None of 3 schemes learns to look 3 tokens back, the best reaches 60 % accuracy", schemes, {0.6, 0.5, 0.2},
        Differ);
    row("Only A learns to look 3 tokens back", {"A", "B", "C"}, {0.99, 0.5, 0.2}, Differ);
}

// Accuracies are in falling order, their bands 0.02 wide, chance is 1/24.
void TestQuestionFindings::tellsOfTraining()
{
    QFETCH(const QList<QByteArray>, variants);
    QFETCH(const QList<double>, accuracies);
    QFETCH(const int, kind);
    QFETCH(const QString, finding);
    TrainingData data;
    data.begun = true;
    data.finished = true;
    data.verdict.kind = static_cast<Verdict::Kind>(kind);
    data.verdict.brokenAt = 120;
    for (qsizetype i = 0; i < variants.size(); ++i) {
        TrainedVariant& variant = data.variants.emplace_back();
        variant.name = variants[i].toStdString();
        variant.chance = 1.0 / 24;
        data.verdict.order.push_back(static_cast<std::size_t>(i));
        data.verdict.finals.push_back({accuracies[i], accuracies[i] - 0.01, accuracies[i] + 0.01});
    }
    const QString said = words::summary(data);
    checkSentence(said);
    QCOMPARE(said, finding);
}

QTEST_MAIN(TestQuestionFindings)
#include "tst_questionfindings.moc"
