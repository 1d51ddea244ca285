// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of lessons: every form of the format, and any text at all.
#include "lessons/lesson.h"
#include "lessons/markdown.h"
#include "lessons/values.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <string>

using namespace phasor;
using Kind = LessonPiece::Kind;

namespace QTest {
template <> char* toString(const std::string& text)
{
    return qstrdup(text.c_str());
}
} // namespace QTest

namespace {

const std::string kFront = "---\ntitle: T\n---\n";

LessonRead readText(const std::string& text)
{
    return readLesson(text, "id", "");
}

// A lesson with one step, whose body this is; its first line is line 5.
LessonRead readBody(const std::string& body)
{
    return readText(kFront + "## S\n" + body);
}

// The pieces of the first step: "Text", "Quiz" …, those behind with a +.
std::string kindsOf(const LessonRead& read)
{
    constexpr const char* kNames[] = {"Text", "Note", "Teacher", "Quiz", "Guess"};
    std::string kinds;
    for (const LessonPiece& piece : read.lesson.steps.front().pieces)
        kinds += (kinds.empty() ? "" : " ") + std::string(kNames[static_cast<int>(piece.kind)])
            + (piece.behind ? "+" : "");
    return kinds;
}

std::string faultsOf(const LessonRead& read)
{
    std::string faults;
    for (const Error& fault : read.faults)
        faults += std::to_string(*fault.line) + ":" + std::to_string(*fault.column) + " " + english(fault.what) + "\n";
    return faults;
}

std::string wordsOf(const std::optional<std::vector<LessonWord>>& words)
{
    std::string text;
    for (const LessonWord& word : words.value_or(std::vector<LessonWord>()))
        text += "[" + word.text + "]" + std::to_string(word.line) + ":" + std::to_string(word.column);
    return text;
}

std::optional<double> known(const std::string& key)
{
    if (key == "ratio")
        return 32.0;
    if (key == "share")
        return 0.96784;
    if (key == "small")
        return 1.2345e-7;
    if (key == "minus")
        return -0.4821;
    if (key == "large")
        return 65536.0;
    if (key == "train.scale=none")
        return 0.5;
    return {};
}

// One lesson with all forms.
const std::string kAll = "---\n"
                         "title: A: b\n"
                         "question: Why?\n"
                         "minutes: 7\n"
                         "level: advanced\n"
                         "author: Ada\n"
                         "---\n"
                         "First {ratio:.3}.\n"
                         "\n"
                         "## One *step*\n"
                         "```phasor\n"
                         "--text 'a b' --view heatmap \\\n"
                         "  --stage sum\n"
                         "```\n"
                         "Text `\\{` and {scale:%}.\n"
                         "\n"
                         "- [ ] a\n"
                         "  > no\n"
                         "- [x] b\n"
                         "  > yes {b.ratio}\n"
                         "\n"
                         "> all\n"
                         "\n"
                         "?? ratio -1e2 … 50\n"
                         "\n"
                         "> measured\n"
                         "\n"
                         "- -100 … 10: low\n"
                         "- 10 … 50: high\n"
                         "\n"
                         "### Your turn\n"
                         "```phasor do\n"
                         "--scale none\n"
                         "```\n"
                         "```phasor until\n"
                         "scale = none\n"
                         "d-model changed\n"
                         "```\n"
                         "> [!NOTE]\n"
                         "> note {difference.ratio}\n"
                         "\n"
                         "> [!TEACHER]\n"
                         "> say\n"
                         "\n"
                         "## Two\n"
                         "text\n";

} // namespace

class TestLessons : public QObject
{
    Q_OBJECT

private slots:
    void allForms();
    void lineEndsAndByteOrderMark();
    void headings_data();
    void headings();
    void pieces_data();
    void pieces();
    void options();
    void conditions_data();
    void conditions();
    void estimates_data();
    void estimates();
    void feedbackByRange();
    void quizTexts();
    void numbersForReaders_data();
    void numbersForReaders();
    void keysHavePlaces();
    void longestVariantName();
    void conditionsHold_data();
    void conditionsHold();
    void numbersOfTwoSetups();
    void everyPrefix();
    void everySubstitution();
};

void TestLessons::allForms()
{
    const LessonRead read = readText(kAll);
    QCOMPARE(faultsOf(read), std::string());
    const Lesson& lesson = read.lesson;
    QCOMPARE(lesson.title, std::string("A: b"));
    QCOMPARE(lesson.question, std::string("Why?"));
    QCOMPARE(lesson.minutes, 7);
    QCOMPARE(lesson.level, std::string("advanced"));
    QCOMPARE(lesson.author, std::string("Ada"));
    QCOMPARE(lesson.steps.size(), std::size_t{2});
    QCOMPARE(kindsOf(read), std::string("Text Text Quiz Guess Text Note+ Teacher+"));
    const LessonStep& step = lesson.steps[0];
    QCOMPARE(step.title, std::string("One step"));
    QCOMPARE(step.line, 10);
    QCOMPARE(step.pieces[0].text, std::string("First {ratio:.3}.\n\n"));
    QCOMPARE(wordsOf(step.setup),
             std::string("[--text]12:1[a b]12:8[--view]12:14[heatmap]12:21[--stage]13:3[sum]13:11"));
    QCOMPARE(wordsOf(step.act), std::string("[--scale]33:1[none]33:9"));
    const Quiz& quiz = step.pieces[2].quiz;
    QCOMPARE(quiz.choices.size(), std::size_t{2});
    QVERIFY(!quiz.choices[0].right && quiz.choices[1].right);
    QCOMPARE(quiz.choices[1].text, std::string("b"));
    QVERIFY(quiz.choices[0].feedback.starts_with("no"));
    QVERIFY(quiz.choices[1].feedback.starts_with("yes {b.ratio}"));
    QVERIFY(quiz.feedback.starts_with("all"));
    const Guess& guess = step.pieces[3].guess;
    QCOMPARE(guess.key, std::string("ratio"));
    QCOMPARE(guess.low, -100.0);
    QCOMPARE(guess.high, 50.0);
    QVERIFY(guess.feedback.starts_with("measured"));
    QCOMPARE(guess.ranges.size(), std::size_t{2});
    QCOMPARE(guess.ranges[1].text, std::string("high"));
    QCOMPARE(step.until.size(), std::size_t{2});
    QVERIFY(step.pieces[5].text.starts_with("note {difference.ratio}"));
    QVERIFY(step.pieces[6].text.starts_with("say"));
    QVERIFY(!lesson.steps[1].setup && !lesson.steps[1].act && lesson.steps[1].until.empty());
}

void TestLessons::lineEndsAndByteOrderMark()
{
    const LessonRead plain = readText(kAll);
    std::string windows = "\xEF\xBB\xBF" + kAll;
    for (std::size_t at = 0; (at = windows.find('\n', at)) != std::string::npos; at += 2)
        windows.insert(at, 1, '\r');
    const LessonRead read = readText(windows);
    QCOMPARE(faultsOf(read), std::string());
    QCOMPARE(kindsOf(read), kindsOf(plain));
    QCOMPARE(read.lesson.title, plain.lesson.title);
    const LessonStep& step = read.lesson.steps[0];
    const LessonStep& same = plain.lesson.steps[0];
    QCOMPARE(step.title, same.title);
    QCOMPARE(step.line, same.line);
    QVERIFY(step.setup == same.setup);
    QVERIFY(step.act == same.act);
    QCOMPARE(step.until[1].name, same.until[1].name);
    QCOMPARE(step.pieces[2].quiz.choices[1].text, same.pieces[2].quiz.choices[1].text);
    QCOMPARE(step.pieces[3].guess.ranges[1].text, same.pieces[3].guess.ranges[1].text);
    QVERIFY(step.keys == same.keys);
}

void TestLessons::headings_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("titles");
    QTest::newRow("plain") << QByteArray("## A\n## B\n") << QByteArray("A|B");
    QTest::newRow("closed") << QByteArray("## A ##\n\n## B #  \n") << QByteArray("A|B");
    QTest::newRow("setext") << QByteArray("A\n---\ntext\n\nB\n-\n") << QByteArray("A|B");
    QTest::newRow("level 1 and 3 are text") << QByteArray("# T\n\nA\n===\n\n## S\n### D\n#### E\n") << QByteArray("S");
    QTest::newRow("in a quote") << QByteArray("## A\n> ## B\n") << QByteArray("A");
    QTest::newRow("in a list") << QByteArray("## A\n- ## B\n") << QByteArray("A");
    QTest::newRow("in a fence") << QByteArray("## A\n```\n## B\n```\n") << QByteArray("A");
    QTest::newRow("in a longer fence") << QByteArray("## A\n~~~~\n```\n## B\n~~~\n~~~~\n## C") << QByteArray("A|C");
    QTest::newRow("indented") << QByteArray("   ## A\n\n    ## code\n") << QByteArray("A");
    QTest::newRow("behind a fence in a quote") << QByteArray("## A\n> ```\n> x\n## B\n") << QByteArray("A|B");
    QTest::newRow("without a blank") << QByteArray("##A\n\n## B") << QByteArray("B");
    QTest::newRow("other letters") << QByteArray("## Größe √d\n") << QByteArray("Größe √d");
    QTest::newRow("empty ones") << QByteArray("## A\n##\n## \ntext\n\n## B\n") << QByteArray("A|||B");
}

void TestLessons::headings()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, titles);
    const LessonRead read = readText(kFront + body.toStdString());
    QByteArrayList found;
    for (const LessonStep& step : read.lesson.steps)
        found.append(QByteArray::fromStdString(step.title));
    QCOMPARE(found.join('|'), titles);
}

void TestLessons::pieces_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("kinds");
    QTest::newRow("text") << QByteArray("a\n\nb\n\n***\n\n- c\n\n1. d\n\n| a |\n|---|\n| b |\n")
                          << QByteArray("Text Text Text Text Text"); // the rule is part of the one before
    QTest::newRow("a quote of nothing asked") << QByteArray("a\n\n> b\n") << QByteArray("Text Text");
    QTest::newRow("a fence of another language") << QByteArray("```python\nx = {1}\n```\n") << QByteArray("Text");
    QTest::newRow("phasors") << QByteArray("```phasors\nx\n```\n") << QByteArray("Text");
    QTest::newRow("a fence in a quote") << QByteArray("> ```sh\n> x\n> ```\n") << QByteArray("Text");
    QTest::newRow("nested quotes") << QByteArray("> a\n> > b\n") << QByteArray("Text");
    QTest::newRow("note") << QByteArray("> [!NOTE]\n> a\n>\n> > b\n>\n> c\n") << QByteArray("Note+");
    QTest::newRow("notes in a row") << QByteArray("> [!NOTE]\n> a\n\n> [!TEACHER]\n> b\n")
                                    << QByteArray("Note+ Teacher");
    QTest::newRow("behind") << QByteArray("a\n\n```phasor until\nscale = none\n```\nb\n\n- c\n\n?? ratio 0 … 1\n")
                            << QByteArray("Text Text+ Text+ Guess+");
    QTest::newRow("estimate in a paragraph") << QByteArray("a\n?? ratio 0 … 1\nb\n") << QByteArray("Text Guess Text");
    QTest::newRow("a quiz with tabs") << QByteArray("-\t[ ] a\n\n\t> no\n-\t[x] b\n") << QByteArray("Quiz");
    QTest::newRow("a quiz with stars") << QByteArray("* [ ] a\n* [X] b\n") << QByteArray("Quiz");
    QTest::newRow("a quiz far apart") << QByteArray("- [ ] a\n\n  > no\n\n- [x] b\n\n  > yes\n\n- [ ] c\n")
                                      << QByteArray("Quiz");
    QTest::newRow("two quizzes") << QByteArray("- [ ] a\n- [x] b\n\nor\n\n- [x] a\n- [ ] b\n")
                                 << QByteArray("Quiz Text Quiz");
    QTest::newRow("html is text") << QByteArray("<script>x</script>\n\n<div>\n") << QByteArray("Text Text");
}

void TestLessons::pieces()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, kinds);
    const LessonRead read = readBody(body.toStdString());
    QCOMPARE(faultsOf(read), std::string());
    QCOMPARE(QByteArray::fromStdString(kindsOf(read)), kinds);
}

void TestLessons::options()
{
    const LessonRead read = readBody("~~~ phasor\n--text \"a 'b' \\\"c\\\"\" --scale=none\n\n--view\tratio # x\n~~~\n"
                                     "````phasor   do\n\n````\n");
    QCOMPARE(faultsOf(read), std::string());
    const LessonStep& step = read.lesson.steps[0];
    QCOMPARE(wordsOf(step.setup),
             std::string("[--text]6:1[a 'b' \"c\"]6:8[--scale=none]6:22[--view]8:1[ratio]8:8[#]8:14[x]8:16"));
    QVERIFY(step.act && step.act->empty());
    const LessonRead open = readBody("```phasor\n--text 'a b\n```\n");
    QVERIFY(faultsOf(open).starts_with("6:"));
}

void TestLessons::conditions_data()
{
    using Test = Condition::Test;
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("test");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* line, const char* name, Test test, const char* value) {
        QTest::newRow(line) << QByteArray(line) << QByteArray(name) << static_cast<int>(test) << QByteArray(value);
    };
    row("ratio < 2", "ratio", Test::Less, "2");
    row("ratio > 2", "ratio", Test::More, "2");
    row("ratio <= -2.5", "ratio", Test::AtMost, "-2.5");
    row("ratio>=1e3", "ratio", Test::AtLeast, "1e3");
    row("  scale =\tnone ", "scale", Test::Equal, "none");
    row("scheme != rope", "scheme", Test::Unequal, "rope");
    row("d-model changed", "d-model", Test::Changed, " ");
    row("protect = [CLS],[SEP]", "protect", Test::Equal, "[CLS],[SEP]");
    row("text = a = b", "text", Test::Equal, "a = b");
    row("recoverability.position > .5", "recoverability.position", Test::More, ".5");
}

void TestLessons::conditions()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, name);
    QFETCH(int, test);
    QFETCH(QByteArray, value);
    const LessonRead read = readBody("```phasor until\n\n" + line.toStdString() + "\n```\n");
    QCOMPARE(faultsOf(read), std::string());
    const Condition& condition = read.lesson.steps[0].until.at(0);
    QCOMPARE(QByteArray::fromStdString(condition.name), name);
    QCOMPARE(static_cast<int>(condition.test), test);
    QCOMPARE(QByteArray::fromStdString(condition.value), value);
    QCOMPARE(condition.line, 7);
}

void TestLessons::estimates_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("key"); // empty: a fault
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    const auto row = [](const char* line, const char* key, double low, double high) {
        QTest::newRow(line) << QByteArray(line) << QByteArray(key) << low << high;
    };
    row("?? ratio 0 … 50", "ratio", 0, 50);
    row("??ratio 0…50", "ratio", 0, 50);
    row("  ?? token_loss_log10 -600 … 0", "token_loss_log10", -600, 0);
    row("?? train.scheme=nope .2 … 1e0", "train.scheme=nope", 0.2, 1);
    row("?? train.embedding=normal, scale=none 0 … 1", "train.embedding=normal, scale=none", 0, 1);
    for (const char* wrong : {"??", "?? ratio", "?? ratio 0", "?? ratio 0 50", "?? ratio 0 … ", "?? ratio … 50",
                              "?? 0 … 50", "?? ratio 50 … 0", "?? ratio 5 … 5", "?? ratio a … b", "?? ratio 0 … 1 … 2",
                              "?? ratio 0 … 1e999", "?? ratio nan … 1", "?? ratio 0 ... 50"})
        row(wrong, "", 0, 0);
}

void TestLessons::estimates()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, key);
    QFETCH(double, low);
    QFETCH(double, high);
    const LessonRead read = readBody("\n" + line.toStdString() + "\n");
    if (key.isEmpty()) {
        QVERIFY2(faultsOf(read).starts_with("6:1 "), faultsOf(read).c_str());
        return;
    }
    QCOMPARE(faultsOf(read), std::string());
    const Guess& guess = read.lesson.steps[0].pieces.at(0).guess;
    QCOMPARE(QByteArray::fromStdString(guess.key), key);
    QCOMPARE(guess.low, low);
    QCOMPARE(guess.high, high);
    QCOMPARE(read.lesson.steps[0].keys.at(0).text, guess.key);
}

void TestLessons::feedbackByRange()
{
    const LessonRead read = readBody("?? ratio 0 … 50\n\n- 0 … 1.5: low: {ratio}\n  more\n- -2 … -1: below\n");
    QCOMPARE(faultsOf(read), std::string());
    QCOMPARE(kindsOf(read), std::string("Guess"));
    const std::vector<Guess::Range>& ranges = read.lesson.steps[0].pieces[0].guess.ranges;
    QCOMPARE(ranges.size(), std::size_t{2});
    QCOMPARE(ranges[0].high, 1.5);
    QVERIFY(ranges[0].text.starts_with("low: {ratio}"));
    QVERIFY(ranges[0].text.find("more") != std::string::npos);
    QCOMPARE(ranges[1].low, -2.0);
    QCOMPARE(kindsOf(readBody("?? ratio 0 … 50\n\n- no range\n- at all\n")), std::string("Guess Text"));
    QCOMPARE(kindsOf(readBody("?? ratio 0 … 50\n\ntext\n\n- 0 … 1: x\n")), std::string("Guess Text Text"));
    QVERIFY(faultsOf(readBody("?? ratio 0 … 50\n\n- 3 … 1: x\n")).starts_with("7:1 "));
}

void TestLessons::quizTexts()
{
    const LessonRead read = readBody("- [ ] one\n  two `[x]`\n  > a\n  > > deep\n  >\n  > - list\n"
                                     "- [x] three\n\n  four\n\n  > b\n\nafter\n");
    QCOMPARE(faultsOf(read), std::string());
    QCOMPARE(kindsOf(read), std::string("Quiz Text"));
    const Quiz& quiz = read.lesson.steps[0].pieces[0].quiz;
    QCOMPARE(quiz.choices.size(), std::size_t{2});
    QVERIFY(quiz.choices[0].text.starts_with("one") && quiz.choices[0].text.ends_with("two `[x]`"));
    QVERIFY(quiz.choices[0].feedback.find("> deep") != std::string::npos);
    QVERIFY(quiz.choices[0].feedback.find("- list") != std::string::npos);
    QVERIFY(quiz.choices[1].text.find("four") != std::string::npos);
    QVERIFY(htmlOf(quiz.choices[1].text).find("<pre>") == std::string::npos);
    QVERIFY(quiz.choices[1].feedback.starts_with("b"));
}

void TestLessons::numbersForReaders_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* text, const char* shown) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(shown);
    };
    row("a {ratio} b", "a 32 b");
    row("{ratio:.3}", "32.0");
    row("{ratio:.1}", "32"); // a whole number has all digits
    row("{share:%}", "96.8 %");
    row("{share:.2}", "0.97");
    row("{small:.2}", "1.2·10⁻⁷");
    row("{minus}", "−0.482");
    row("{minus:.1}", "−0.5");
    row("{large}, typed `{large}`", "65,536, typed `65536`");
    row("{train.scale=none:%}", "50 %");
    row("{unknown} {unknown:%} {unknown:.2}", "… … …");
    row("{ratio}{ratio}", "3232");
    row("\\{ratio}", "{ratio}");
    row("`\\{ratio}` `{ratio}`", "`{ratio}` `32`");
    row("\\\\{ratio}", "\\\\32");
    row("a } b", "a } b");
    row("{ratio", "{ratio");
    row("{ratio:.0} {ratio:.10} {ratio:%%} {ratio:} {}", "{ratio:.0} {ratio:.10} {ratio:%%} {ratio:} {}");
    row("```\n{ratio}\n```\n{ratio}", "```\n{ratio}\n```\n32");
}

void TestLessons::numbersForReaders()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(QByteArray::fromStdString(withNumbers(text.toStdString(), known)), shown);
}

void TestLessons::keysHavePlaces()
{
    const LessonRead read = readText(kFront
                                     + "{first}\n## S\né {a}\n- [ ] x\n  > {b:.2}\n- [x] y {c}\n\n?? d 0 … 1\n"
                                       "\n> [!NOTE]\n> {e}\n\n## T\n\n`{f}`\n\n```\n{g}\n```\n");
    QCOMPARE(faultsOf(read), std::string());
    std::string keys;
    for (const LessonStep& step : read.lesson.steps)
        keys += wordsOf(step.keys) + "|";
    QCOMPARE(keys, std::string("[first]4:1[a]6:4[b]8:5[c]9:9[e]14:3[d]11:1|[f]18:2|"));
}

void TestLessons::longestVariantName()
{
    TrainingData data;
    for (const char* name : {"scale=1", "scale=1.2", "scale=1, tied=on"})
        data.variants.emplace_back().name = name;
    for (std::size_t i = 0; i < data.variants.size(); ++i) {
        for (std::size_t length = 0; length < data.variants[i].byLength.size(); ++length) {
            const double value = 100 * static_cast<double>(i) + 10 * static_cast<double>(length);
            data.variants[i].byLength[length] = {.mean = value + 1, .low = value, .high = value + 2};
        }
    }
    LessonValues values;
    values.trained = std::make_shared<TrainingData>(data);
    const auto number = [&values](const char* key) {
        return values.number(key).value_or(-1);
    };
    QCOMPARE(number("train.scale=1"), 1.0);
    QCOMPARE(number("train.scale=1.2"), 101.0); // the variant, not twice the length
    QCOMPARE(number("train.scale=1.2.2.low"), 110.0);
    QCOMPARE(number("train.scale=1.4.high"), 22.0);
    QCOMPARE(number("train.scale=1, tied=on.2"), 211.0);
    for (const char* wrong : {"train.scale=2", "train.scale=1.3", "train.scale=1.low.2", "train.", "train", "trained",
                              "train.scale=1.2.2.2", "train.seconds"})
        QVERIFY2(!values.number(wrong), wrong);
    values.seconds = 4.5;
    QCOMPARE(number("train.seconds"), 4.5);
    TrainingData one; // a single variant has no name
    one.variants.emplace_back().byLength[0] = {.mean = 0.5, .low = 0.4, .high = 0.6};
    one.variants[0].byLength[1].mean = std::numeric_limits<double>::quiet_NaN();
    values.trained = std::make_shared<TrainingData>(one);
    QCOMPARE(number("train"), 0.5);
    QCOMPARE(number("train.low"), 0.4);
    QVERIFY(!values.number("train.2")); // not yet
}

void TestLessons::conditionsHold_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("before");
    QTest::addColumn<bool>("after");
    const auto row = [](const char* line, bool before, bool after) {
        QTest::newRow(line) << QByteArray(line) << before << after;
    };
    // d_model 8 and scale √d, then 16 and none.
    row("d-model = 16", false, true);
    row("d-model > 8", false, true);
    row("d-model >= 8", true, true);
    row("d-model < 8", false, false);
    row("d-model <= 8", true, false);
    row("d-model != 8", false, true);
    row("d-model changed", false, true);
    row("scale = none", false, true);
    row("scale != none", true, false);
    row("scale changed", false, true);
    row("seed changed", false, false);
    row("d_model = 16", false, true); // of `stats`
    row("d_model changed", false, true);
    row("ratio < 2", false, true);
    row("sigma changed", false, false);
    row("trained = 1", false, false);
}

void TestLessons::conditionsHold()
{
    QFETCH(QByteArray, line);
    QFETCH(bool, before);
    QFETCH(bool, after);
    const LessonRead read = readBody("```phasor until\n" + line.toStdString() + "\n```\n");
    const LessonStep& step = read.lesson.steps.at(0);
    Scene begin;
    begin.a.sentence.text = "a b c";
    begin.a.encoding.dModel = 8;
    begin.a.encoding.maxLen = 64;
    Scene end = begin;
    end.a.encoding.dModel = 16;
    end.a.sum.scale = ScaleRule::None;
    PipelineCache cache;
    const Result<LessonValues> first = valuesOf(step, begin, nullptr, false, cache, {});
    const Result<LessonValues> last = valuesOf(step, end, nullptr, false, cache, {});
    QVERIFY(first.ok() && last.ok());
    QVERIFY(!faultOf(step.until.at(0), *last));
    QCOMPARE(holds(step.until.at(0), *first, *first), before);
    QCOMPARE(holds(step.until.at(0), *last, *first), after);
}

void TestLessons::numbersOfTwoSetups()
{
    const LessonRead read = readBody("{d_model} {b.d_model} {difference.d_model} {recoverability.position}\n");
    Scene scene;
    scene.a.sentence.text = "a b c";
    scene.a.encoding.dModel = 8;
    scene.a.encoding.maxLen = 64;
    scene.b = scene.a;
    scene.b->encoding.dModel = 16;
    PipelineCache cache;
    const Result<LessonValues> numbers = valuesOf(read.lesson.steps.at(0), scene, nullptr, false, cache, {});
    QVERIFY(numbers.ok());
    QCOMPARE(numbers->number("d_model").value_or(0), 8.0);
    QCOMPARE(numbers->number("b.d_model").value_or(0), 16.0);
    QCOMPARE(numbers->number("difference.d_model").value_or(0), -8.0);
    QVERIFY(numbers->number("recoverability.position"));
    QVERIFY(!numbers->number("ratio")); // not asked
}

void TestLessons::everyPrefix()
{
    for (std::size_t size = 0; size < kAll.size(); ++size) {
        const std::string text = kAll.substr(0, size);
        const LessonRead read = readText(text);
        const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
        for (const Error& fault : read.faults)
            QVERIFY(*fault.line >= 1 && *fault.line <= lines && *fault.column >= 1);
    }
}

void TestLessons::everySubstitution()
{
    for (std::size_t at = 0; at < kAll.size(); ++at) {
        for (const char other : std::string("\n\r\t >-`#{}\\[x:.…<!0\0\xFF", 22)) {
            std::string text = kAll;
            text[at] = other;
            for (const LessonStep& step : readText(text).lesson.steps) {
                for (const LessonPiece& piece : step.pieces)
                    htmlOf(withNumbers(piece.text, known));
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestLessons)
#include "tst_lessons.moc"
