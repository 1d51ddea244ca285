// SPDX-License-Identifier: GPL-3.0-or-later
// phasor lesson --check and --out, list lessons: what a teacher's file does, right and wrong.
#include "app/program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <sys/stat.h>

#include <csignal>

using Json = nlohmann::ordered_json;

namespace {

const QByteArray kFront = "---\ntitle: T\n---\n";
const QByteArray kStep = "---\ntitle: T\n---\n## S\n"; // its body begins in line 5
constexpr auto kPicture
    = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

QByteArray block(const QByteArray& kind, const QByteArray& lines)
{
    return "```phasor" + (kind.isEmpty() ? "" : " " + kind) + "\n" + lines + "\n```\n";
}

// A handout as XML: elements without content are closed, and all are well-formed. Empty: it is not.
QByteArray asXml(const QByteArray& html)
{
    QString text = QString::fromUtf8(html);
    text.remove(QStringLiteral("<!DOCTYPE html>"));
    text.remove(QStringLiteral("xlink:")); // HTML knows it
    text.replace(QRegularExpression(QStringLiteral("<(meta|img|br|hr|input)\\b([^>]*?)/?>")),
                 QStringLiteral("<\\1\\2/>"));
    QXmlStreamReader reader(text);
    while (!reader.atEnd())
        reader.readNext();
    if (reader.hasError())
        qWarning("line %lld: %s", reader.lineNumber(), qPrintable(reader.errorString()));
    return reader.hasError() ? QByteArray() : text.toUtf8();
}

} // namespace

class TestLesson : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void faults_data();
    void faults();
    void files_data();
    void files();
    void mostFaults();
    void unknownFileNames();
    void goodFiles();
    void lessonsOfPhasor();
    void lessonsOfTheUser();
    void handout();
    void handoutWithoutAnswers();
    void markupIsText();
    void linksStayInTheFolder();
    void pictures();
    void outputs();
    void interrupted();

private:
    QByteArray write(const QByteArray& text, const QString& name = QStringLiteral("a.md")) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? text : QByteArray();
    }
    Run lesson(const QStringList& arguments) const
    {
        return runProgram(QStringList("lesson") + arguments, m_folder.path());
    }
    QByteArray handoutOf(const QByteArray& text, const QStringList& more = {}) const
    {
        write(text);
        const Run run = lesson(QStringList{"a.md", "--out", "-", "--quiet"} + more);
        return run.code == 0 ? run.out : QByteArray();
    }
    Json stats(const QStringList& options) const
    {
        return Json::parse(runProgram(QStringList("stats") + options, m_folder.path()).out.toStdString());
    }
    QTemporaryDir m_folder;
};

void TestLesson::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QDir folder(m_folder.path());
    write(QByteArray::fromBase64(kPicture), QStringLiteral("p.png"));
    const auto session = [this](const QString& vocabulary) {
        return R"({"format": "phasor-session", "version": 2, "parameters": {"tokenizer": "wordpiece:)"
            + vocabulary.toUtf8() + "\"}}";
    };
    write(session(QStringLiteral("/etc/passwd")), QStringLiteral("s.json"));
    write(session(m_folder.filePath(QStringLiteral("v.txt"))), QStringLiteral("inside.json"));
    write("[UNK]\na\n", QStringLiteral("v.txt"));
    QVERIFY(folder.mkdir(QStringLiteral("sub")));
    QVERIFY(QFile::link(QStringLiteral("/etc/passwd"), folder.filePath(QStringLiteral("link.png"))));
    QVERIFY(QFile::link(QStringLiteral("/etc"), folder.filePath(QStringLiteral("out"))));
}

void TestLesson::faults_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // "line L, column C: WHAT; REMEDY", parts of it
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& expected) {
        QTest::newRow(name) << text << expected;
    };
    const auto body = [&row](const char* name, const QByteArray& text, const QByteArray& expected) {
        row(name, kStep + text, expected);
    };
    row("empty", "", "line 1, column 1: there is no front matter");
    row("no front matter", "## S\n", "line 1, column 1: there is no front matter");
    row("front matter without end", "---\ntitle: T\n\n## S\n", "line 1, column 1: the front matter has no end");
    row("no title", "---\nminutes: 3\n---\n## S\n", "line 1, column 1: the lesson has no title");
    row("empty title", "---\ntitle:\n---\n## S\n", "line 2, column 1: title has no value; write it behind the colon");
    row("title twice", "---\ntitle: A\ntitle: B\n---\n## S\n", "line 3, column 1: title is given twice");
    row("unknown key", "---\ntitle: A\nlevle: beginner\n---\n## S\n",
        "line 3, column 1: \"levle\" is unknown; did you mean level?");
    row("no key", "---\ntitle: A\nhello\n---\n## S\n", "line 3, column 1: \"hello\" is not `key: value`");
    row("minutes", "---\ntitle: A\nminutes: ten\n---\n## S\n", "line 3, column 1: \"ten\" is not a number of minutes");
    row("no minutes", "---\ntitle: A\nminutes: 0\n---\n## S\n", "line 3, column 1: \"0\" is not a number of minutes");
    row("level", "---\ntitle: A\nlevel: hard\n---\n## S\n",
        "line 3, column 1: \"hard\" is not a level; use beginner or advanced");
    row("no step", kFront + "text\n", "line 4, column 1: the lesson has no step");
    row("step without title", kFront + "## S\n\n##\ntext\n", "line 6, column 1: the step has no title");
    row("not UTF-8", kStep + "a\nb \xFF c\n", "line 6, column 3: this byte is not UTF-8");
    row("NUL", kStep + QByteArray("a\0b", 3), "line 5, column 2: a NUL byte");
    row("10 MB", kStep + QByteArray(10 << 20, 'a'), "line 1, column 1: the file is larger than 1 MB");
    body("unknown panel", "```phasor\n--view ratio --panels norms,nope\n```\n",
         "line 6, column 14: the view has no panel \"nope\"; use one or more of norms, ratio");
    body("unclosed fence", "```phasor\n--scale none\n", "line 5, column 1: the block has no end");
    body("unclosed foreign fence", "```python\nx\n", "line 5, column 1: the block has no end");
    body("unknown block", block("util", "x"), "line 5, column 1: \"phasor util\" is not a kind of block; use `phasor`");
    body("two setups", block("", "--scale none") + block("", "--seed 1"),
         "line 8, column 1: the step has a second block `phasor`");
    body("two do", block("do", "--scale none") + block("do", "--seed 1"),
         "line 8, column 1: the step has a second block");
    body("two until", block("do", "--scale none") + block("until", "scale = none") + block("until", "seed = 1"),
         "line 11, column 1: the step has a second block");
    body("empty until", "```phasor until\n\n```\n", "line 5, column 1: the block has no condition");
    body("unknown option", block("", "--scale none\n  --schem rope"), "line 7, column 3: ");
    body("wrong value", block("", "--d-model 8 --scheme roppe"), "line 6, column 13: --scheme: \"roppe\" is unknown");
    body("out of range", block("", "--d-model 0"), "line 6, column 1: --d-model: 0 is out of range");
    body("no value", block("", "--d-model"), "line 6, column 1: ");
    body("no option", block("", "rope"), "line 6, column 1: ");
    body("unclosed quote", block("", "--text 'a b"), "line 6, column 8: ");
    body("unknown view", block("", "--view heatmat"),
         "line 6, column 1: --view: \"heatmat\" is unknown; use one of heatmap");
    body("stage without effect", block("", "--view ratio --stage sum"),
         "line 6, column 14: --stage has no effect with --view ratio; leave it out");
    body("option of another scheme", block("", "--scheme learned\n--base 3 --dropout 0.5 --dropout-seed 3"),
         "line 7, column 1: --base has no effect with --scheme learned; leave it out");
    body("seed of no dropout", block("", "--dropout 0 --dropout-seed 3"),
         "line 6, column 13: --dropout-seed has no effect in this setup; leave it out");
    body("unknown stage", block("", "--view heatmap --stage sun"), "line 6, column 16: ");
    body("wrong do", block("do", "--scale nnone"), "line 6, column 1: --scale: ");
    body("unknown task", block("", "--task recal"), "line 6, column 1: --task: ");
    body("unknown vary", block("", "--task recall --vary schem=rope"), "line 6, column 15: ");
    body("output option", block("", "--view heatmap --out a.png"), "line 6, column 16: ");
    body("condition without test", block("until", "scale none"), "line 6, column 1: \"scale none\" is not a condition");
    body("condition without value", block("until", "scale ="), "line 6, column 1: \"scale =\" is not a condition");
    body("unknown name", block("until", "schem = rope"),
         "line 6, column 1: \"schem\" is neither an option nor a number of `phasor stats`; did you mean scheme?");
    body("value of a condition", block("do", "--seed 1") + block("until", "seed = 1\nscheme = roppe"),
         "line 10, column 1: scheme: \"roppe\" is unknown");
    body("range of a condition", block("until", "d-model > 0"), "line 6, column 1: d-model: 0 is out of range");
    body("order of names", block("until", "scheme < rope"),
         "line 6, column 1: \"rope\" is not a number; compare it with = or !=");
    body("number against text", block("until", "ratio > much"), "line 6, column 1: \"much\" is not a number");
    body("training option without training", block("until", "length = 12"), "line 6, column 1: ");
    body("condition that do never meets", block("do", "--d-model 16") + block("until", "d-model > 9\nd-model = 99"),
         "line 10, column 1: d-model: this condition isn't true after `phasor do`; change it, or the options of that");
    body("condition without do", block("until", "text changed"), "line 6, column 1: text: this condition isn't true");
    body("number that do never reaches", block("do", "--scale none") + block("until", "ratio > 1000"),
         "line 9, column 1: ratio: this condition isn't true after `phasor do`");
    body("condition that holds at first", block("do", "--seed 3") + block("until", "d-model = 512\nratio > 2"),
         "line 9, column 1: d-model: this is true when the step begins; ask for what only `phasor do` makes true");
    body("trained without training", block("do", "--seed 3") + block("until", "seed = 3\ntrained = 1"),
         "line 10, column 1: trained: the step trains nothing; give its block options of `phasor train`");
    body("trained twice", block("", "--task recall") + block("until", "trained = 2"),
         "line 9, column 1: trained: this condition isn't true after");
    body("second of two views", block("", "--view heatmap --view curvs"), "line 6, column 16: --view: \"curvs\"");
    body("unknown number", "a {rattio}\n",
         "line 5, column 3: \"rattio\" is not a number of `phasor stats`; did you mean ratio?");
    body("unknown number of B", "a {b.rattio}\n", "line 5, column 3: \"b.rattio\" is not a number");
    body(
        "array", "{kernel}\n",
        "line 5, column 1: kernel is a list, not a number; show it with --view, or use a single number, such as ratio");
    body("array in a condition", block("until", "kernel > 1"), "line 6, column 1: kernel is a list, not a number");
    body("group", "{b.score_terms}\n",
         "line 5, column 1: \"b.score_terms\" is not a number of `phasor stats`; use one of score_terms.cc, "
         "score_terms.cp");
    body("no B", "{b.ratio}\n", "line 5, column 1: b.ratio has no value in this step");
    body("no table", block("", "--scheme nope") + "{ratio}\n", "line 8, column 1: ratio has no value in this step");
    body("no training", "{train.scale=none}\n", "line 5, column 1: train.scale=none: the step trains nothing");
    body("no such variant", block("", "--task recall --vary scale=none,1") + "{train.scale=2}\n",
         "line 8, column 1: \"train.scale=2\" is not a result of this training; use one of train.scale=none, "
         "train.scale=1");
    body("open brace", "a {ratio\n", "line 5, column 3: this brace holds no number");
    body("digits", "{ratio:.x}\n", "line 5, column 1: this brace holds no number");
    body("no right choice", "- [ ] a\n- [ ] b\n", "line 5, column 1: the quiz has 0 right choices");
    body("two right choices", "text\n\n- [x] a\n- [x] b\n", "line 7, column 1: the quiz has 2 right choices");
    body("one choice", "- [x] a\n", "line 5, column 1: the quiz has one choice");
    body("item without mark", "- [x] a\n- b\n- [ ] c\n", "line 6, column 1: this item has no mark");
    body("LO > HI", "?? ratio 5 … 1\n", "line 5, column 1: 5 … 1 is not a range");
    body("estimate without scale", "?? ratio\n",
         "line 5, column 1: \"?? ratio\" is not an estimate; write `?? KEY LO … HI`");
    body("estimate of nothing", "?? rattio 0 … 1\n", "line 5, column 1: \"rattio\" is not a number of `phasor stats`");
    body("range of feedback", "?? ratio 0 … 9\n\n- 4 … 2: x\n", "line 7, column 1: 4 … 2 is not a range");
    body(
        "block in a quote", "> ```phasor until\n> x\n> ```\n",
        "line 5, column 6: a block `phasor until` inside a list or a quote has no effect; begin its lines at the left");
    body("block in a list", "1. a\n\n   ```phasor\n   --d-model 0\n   ```\n",
         "line 7, column 7: a block `phasor` inside");
    body("open quote", block("", "--text 'a b"), "line 6, column 8: a quote is not closed");
    body("kind of note", "> [!TIP]\n> a\n", "line 5, column 1: \"[!TIP]\" is not a kind of note");
    body("link to the network", "[a](https://example.org)\n",
         "line 5, column 5: \"https://example.org\" leaves the folder");
    body("script link", "[a](javascript:alert)\n", "line 5, column 5: \"javascript:alert\" leaves the folder");
    body("picture of the parent", "![a](../p.png)\n", "line 5, column 6: \"../p.png\" leaves the folder");
    body("picture around", "![a](sub/../../p.png)\n", "line 5, column 6: \"sub/../../p.png\" leaves the folder");
    body("absolute picture", "![a](/etc/passwd)\n", "line 5, column 6: \"/etc/passwd\" leaves the folder");
    body("picture by a link", "![a](link.png)\n", "line 5, column 6: \"link.png\" leaves the folder");
    body("picture in a linked folder", "![a](out/passwd)\n", "line 5, column 6: \"out/passwd\" leaves the folder");
    body("encoded picture", "![a](%2e%2e/p.png)\n", "line 5, column 6: \"%2e%2e/p.png\" leaves the folder");
    body("no picture", "![a](q.png)\n", "line 5, column 6: there is no picture \"q.png\"");
    body("folder as a picture", "![a](sub)\n", "line 5, column 6: there is no picture \"sub\"");
    body("text of the parent", block("", "--text-file ../a.txt"),
         "line 6, column 1: --text-file: \"../a.txt\" is not in the folder");
    body("absolute text", block("", "--text-file=/etc/passwd"),
         "line 6, column 1: --text-file: \"/etc/passwd\" is not in the folder");
    body("linked text", block("", "--text-file out/passwd"),
         "line 6, column 1: --text-file: \"out/passwd\" is not in the folder");
    body("standard input", block("", "--text-file -"), "line 6, column 1: ");
    body("table of the parent", block("", "--seed 1 --embedding file:../e.npy#x"),
         "line 6, column 10: --embedding: \"../e.npy#x\" is not in the folder");
    body("tokenizer", block("", "--tokenizer wordpiece:/etc/passwd"),
         "line 6, column 1: --tokenizer: \"/etc/passwd\" is not in the folder");
    body("file of factors", block("", "--scheme rope --rope-factors /etc/passwd"),
         "line 6, column 15: --rope-factors: \"/etc/passwd\" is not in the folder");
    body("file of B", block("", "--compare-with '--text-file /etc/passwd'"), "line 6, column 1: ");
    for (const char* option : {"--session", "--compare"}) {
        body(qPrintable(QStringLiteral("files of %1").arg(option)),
             block("", QByteArray("--d-model 4\n") + option + " s.json"),
             "line 7, column 1: " + QByteArray(option)
                 + ": the session names \"/etc/passwd\", which is not in the folder");
    }
    body("files of a session of B", block("", "--compare-with '--session s.json'"),
         "line 6, column 1: --session: the session names \"/etc/passwd\"");
    body("file in a variation", block("", "--task recall --vary embedding=file:/etc/e.npy,normal"),
         "line 6, column 15: ");
    body("missing file", block("", "--text-file none.txt"), "line 6, column 1: ");
}

void TestLesson::faults()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    write(text);
    const Run run = lesson({"a.md", "--check"});
    QCOMPARE(run.code, 3);
    QCOMPARE(run.out, QByteArray());
    const QByteArrayList lines = run.err.trimmed().split('\n');
    QVERIFY(lines.size() <= 20);
    for (const QByteArray& line : lines) {
        static const QRegularExpression form(QStringLiteral("^a\\.md: line \\d+, column \\d+: [^;]+; .+[^.]$"));
        QVERIFY2(form.match(QString::fromUtf8(line)).hasMatch(), line.constData());
    }
    const QByteArrayList parts = expected.split(';');
    QVERIFY2(lines.first().startsWith("a.md: " + parts.first()), run.err.constData());
    QVERIFY2(parts.size() == 1 || lines.first().contains(';' + parts[1]), run.err.constData());
}

void TestLesson::files_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("code");
    QTest::newRow("missing") << "missing.md" << 3;
    QTest::newRow("folder") << "folder.md" << 3;
    QTest::newRow("FIFO") << "fifo.md" << 3;
    QTest::newRow("unknown id") << "why-sqrt-d-modell" << 2;
    QTest::newRow("id with a path") << "../a" << 2;
    QTest::newRow("empty id") << "" << 2;
}

void TestLesson::files()
{
    QFETCH(QString, name);
    QFETCH(int, code);
    QDir(m_folder.path()).mkdir(QStringLiteral("folder.md"));
    mkfifo(QFile::encodeName(m_folder.filePath(QStringLiteral("fifo.md"))), 0600);
    for (const QStringList& what : {QStringList{"--check"}, QStringList{"--out", "h.html"}}) {
        const Run run = lesson(QStringList(name) + what);
        QCOMPARE(run.code, code);
        QVERIFY2(run.err.startsWith("phasor: error: ") && run.err.count('\n') == 1, run.err.constData());
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("h.html"))));
        const Json json = Json::parse(lesson(QStringList{name, "--json-errors"} + what).err.toStdString());
        QVERIFY(!json["message"].get<std::string>().empty() && !json["remedy"].get<std::string>().empty());
    }
}

void TestLesson::mostFaults()
{
    QByteArray text = kStep;
    for (int i = 0; i < 30; ++i)
        text += "{wrong" + QByteArray::number(i) + "}\n";
    write(text);
    const Run run = lesson({"a.md", "--check"});
    QCOMPARE(run.code, 3);
    QCOMPARE(run.err.count('\n'), 20);
    QVERIFY(run.err.startsWith("a.md: line 5, column 1:"));
    write(kStep + block("", "--scale nnone") + "{rattio} {ratio\n\n- [ ] a\n- [ ] b\n");
    const Run all = lesson({"a.md", "--check"});
    for (const char* fault : {"line 6, column 1:", "line 8, column 1:", "line 8, column 10:", "line 10, column 1:"})
        QVERIFY2(all.err.contains(fault), all.err.constData());
    write(kStep + block("", "--scale nnone") + block("until", "foo = 3\ngrid = 3x3\nseeds = 2\nratio > x"));
    const QByteArray untold = lesson({"a.md", "--check"}).err; // conditions of options that are wrong
    for (const char* fault : {"line 6, column 1:", "line 9, column 1: \"foo\" is neither", "line 12, column 1: \"x\""})
        QVERIFY2(untold.contains(fault), untold.constData());
    QCOMPARE(untold.count('\n'), 3);
    QByteArray options("--dropout 2 --d-model 0 --foo --view heatmap --stage sun\n--view nosuch --dims 3 --seed x");
    write(kStep + block("", options) + block("do", "--scale nnone"));
    const QByteArray each = lesson({"a.md", "--check"}).err;
    for (const char* fault : {"6, column 1: --dropout: 2", "6, column 13: --d-model: 0", "6, column 25: \"--foo\"",
                              "6, column 46: --stage: \"sun\"", "7, column 1: --view: \"nosuch\"",
                              "7, column 24: --seed: \"x\"", "10, column 1: --scale: \"nnone\""})
        QVERIFY2(each.contains(fault), each.constData());
    QCOMPARE(each.count('\n'), 7);
    for (int i = 0; i < 2000; ++i) // a long block takes no longer than its first faults
        options += " --foo" + QByteArray::number(i);
    write(kStep + block("", options));
    QCOMPARE(lesson({"a.md", "--check"}).err.count('\n'), 20);
    write(kStep + block("", "--scale nnone") + "{rattio} {ratio\n\n- [ ] a\n- [ ] b\n");
    const Run json = lesson({"a.md", "--check", "--json-errors"});
    const Json first = Json::parse(json.err.left(json.err.indexOf('\n')).toStdString());
    QCOMPARE(json.code, 3);
    QVERIFY(first["file"] == Json("a.md") && first["line"] == Json(6) && first["column"] == Json(1));
    QVERIFY(!first["code"].get<std::string>().empty() && !first["remedy"].get<std::string>().empty());
}

void TestLesson::unknownFileNames()
{
    write("## S\n", QStringLiteral("a\nb.md"));
    const Run run = lesson({"a\nb.md", "--check"});
    QCOMPARE(run.code, 3);
    QCOMPARE(run.err.count('\n'), 1); // the name is escaped
    QVERIFY(run.err.contains("line 1, column 1: there is no front matter"));
}

void TestLesson::goodFiles()
{
    const QByteArrayList good{
        kStep,
        kStep + "text {d_model} \\{ `\\{` {ratio:%}\n\n![a](p.png) [b](sub/c.txt) [c](#s)\n",
        kStep + block("", "--view heatmap --stage sum --view ratio") + block("do", "--scale none")
            + block("until", "scale = none"),
        kStep + block("", "--task recall --vary scale=none,1") + "{train.scale=1.2:%} {train.seconds:.1}\n"
            + block("until", "trained = 1\nlength >= 2") + "?? train.scale=none 0 … 1\n",
        kStep + block("", "--compare-with '--scale none'") + "{b.ratio} {difference.ratio}\n",
        kStep + block("", "--session inside.json --compare inside.json"),
        kStep + block("", "--scheme nope") + block("do", "--scheme sinusoidal")
            + "{ratio}\n", // it has a value after `do`
        kStep + block("", "--dropout 0 --dropout-seed 3 --task recall --steps 9 --view ratio")
            + block("do", "--dropout 0.5"), // the seed has an effect after `do`
    };
    for (const QByteArray& text : good) {
        write(text);
        const Run run = lesson({"a.md", "--check"});
        QCOMPARE(run.err, QByteArray());
        QCOMPARE(run.out, QByteArray());
        QCOMPARE(run.code, 0);
    }
}

void TestLesson::lessonsOfPhasor()
{
    const Run list = runProgram({"list", "lessons", "--json"}, m_folder.path());
    QCOMPARE(list.code, 0);
    const Json lessons = Json::parse(list.out.toStdString());
    QVERIFY(lessons.size() >= 3);
    for (const Json& one : lessons) {
        for (const char* key : {"id", "title", "question", "minutes", "steps"})
            QVERIFY2(one.contains(key), key);
        QVERIFY(one["steps"] > 0 && one["minutes"] > 0 && !one["question"].get<std::string>().empty());
        const Run check = lesson({QString::fromStdString(one["id"]), "--check"});
        QVERIFY2(check.code == 0 && check.err.isEmpty(), check.err.constData());
    }
}

void TestLesson::lessonsOfTheUser()
{
    QDir data(m_folder.path());
    QVERIFY(data.mkpath(QStringLiteral("data/phasor/lessons")));
    write("---\ntitle: Mine\nquestion: Q\nminutes: 2\n---\n## A\n## B\n![a](p.png)\n",
          QStringLiteral("data/phasor/lessons/mine.md"));
    write(QByteArray::fromBase64(kPicture), QStringLiteral("data/phasor/lessons/p.png"));
    write("no lesson", QStringLiteral("data/phasor/lessons/broken.md"));
    write("---\ntitle: T\x1b[31mred\n---\n## S\n", QStringLiteral("data/phasor/lessons/red.md"));
    write(kStep + QByteArray(10 << 20, 'a'), QStringLiteral("data/phasor/lessons/large.md"));
    qputenv("XDG_DATA_HOME", QFile::encodeName(data.filePath(QStringLiteral("data"))));
    const Run list = runProgram({"list", "lessons", "--json"}, m_folder.path());
    const Run text = runProgram({"list", "lessons"}, m_folder.path());
    const Run check = lesson({"mine", "--check"});
    qunsetenv("XDG_DATA_HOME");
    QVERIFY2(list.out.contains("\"mine\""), list.err.constData());
    QVERIFY2(text.out.contains("T\\x1b[31mred") && !text.out.contains('\x1b'), text.out.constData());
    for (const Json& one : Json::parse(list.out.toStdString())) {
        if (one["id"] == Json("broken") || one["id"] == Json("large"))
            QVERIFY(one["title"] == one["id"]);
        if (one["id"] == Json("mine")) {
            QVERIFY(one["title"] == Json("Mine") && one["question"] == Json("Q"));
            QVERIFY(one["minutes"] == Json(2) && one["steps"] == Json(2));
        }
    }
    QCOMPARE(check.err, QByteArray());
    QCOMPARE(check.code, 0);
}

void TestLesson::handout()
{
    const QByteArray html = handoutOf(
        "---\ntitle: The title\nquestion: Why?\nminutes: 3\n---\n## First\n"
        + block("", "--text 'a b c' --d-model 16 --view heatmap --stage sum --view ratio") + "before {ratio:.9}\n\n"
        + "- [ ] wrong\n  > feedback one\n- [x] right\n  > feedback two\n\n?? ratio 0 … 50\n\n> measured it\n\n"
        + block("do", "--scale none") + block("until", "scale = none")
        + "after {ratio:.9}\n\n> [!TEACHER]\n> secret\n\n" + "## Second\n\nstill {ratio:.9}\n");
    const QByteArray xml = asXml(html);
    QVERIFY(!xml.isEmpty());
    QVERIFY(html.startsWith("<!DOCTYPE html>"));
    const QByteArray folder = m_folder.path().toUtf8();
    for (const char* none : {"<script", "http", "secret", "file:", folder.constData()})
        QVERIFY2(!html.contains(none), none);
    for (const char* some :
         {"<title>The title</title>", "Why?", "1. First", "2. Second", "phasor figure --view heatmap --stage sum"})
        QVERIFY2(html.contains(some), some);
    QCOMPARE(html.count("<figure>"), html.count("<svg"));
    QVERIFY(html.count("<figure>") >= 3); // two before, one after
    const double before = stats({"--text", "a b c", "--d-model", "16"})["ratio"];
    const double after = stats({"--text", "a b c", "--d-model", "16", "--scale", "none"})["ratio"];
    const auto shown = [&html](const char* word) {
        const QRegularExpression number(QString::fromLatin1(word) + QStringLiteral(" ([0-9.]+)"));
        return number.match(QString::fromUtf8(html)).captured(1).toDouble();
    };
    QVERIFY(std::abs(shown("before") - before) < 1e-7 * before);
    QVERIFY(std::abs(shown("after") - after) < 1e-7 * after);
    QVERIFY(std::abs(shown("still") - after) < 1e-7 * after); // keeps the setup, its `do` included
    const auto answers = html.indexOf("Answers</h2>");
    QVERIFY(answers > html.indexOf("still"));
    for (const char* late : {"feedback one", "feedback two", "measured it", "is right"})
        QVERIFY2(html.indexOf(late) > answers, late);
}

void TestLesson::handoutWithoutAnswers()
{
    const QByteArray text = kStep
        + "- [ ] one\n  > feedback\n- [x] two\n\n> to all\n\n?? ratio 0 … 50\n\n- 0 … 9: ranges\n\n{ratio:.3}\n";
    const QByteArray with = handoutOf(text);
    const QByteArray without = handoutOf(text, {"--no-answers"});
    QVERIFY(!asXml(with).isEmpty() && !asXml(without).isEmpty());
    for (const char* answer : {"feedback", "to all", "ranges", "Answer: ", "is right", "Answers"}) {
        QVERIFY2(with.contains(answer), answer);
        QVERIFY2(!without.contains(answer), answer);
    }
    const double ratio = stats({})["ratio"];
    QVERIFY(without.contains(QByteArray::number(ratio, 'g', 3)));
}

void TestLesson::markupIsText()
{
    const QByteArray html = handoutOf("---\ntitle: <b>&\"T\nquestion: </p><script>\nauthor: <i>\nminutes: 2\n---\n## "
                                      "<u>S</u> & `--x`\n<script>alert(1)</script>\n\n"
                                      "<div onclick=x>\n\n- [ ] <em>a\n- [x] b</ul>\n\n"
                                      + block("", "--text '<b>a</b> & \"c\"' --view heatmap --title '</svg><script>'"));
    QVERIFY(!asXml(html).isEmpty());
    for (const char* none : {"<script", "<b>", "<i>", "<u>", "<div onclick", "<em>"})
        QVERIFY2(!html.contains(none), none);
    QVERIFY(html.contains("&lt;b&gt;&amp;&quot;T"));
}

void TestLesson::linksStayInTheFolder()
{
    const QByteArray html = handoutOf(
        kStep
        + "[a](javascript:alert(1)) [b](http://z.org/a \"t\") <http://y.org> [c](//x.org) [d](<>) [e](../a.html)\n"
          "[f](javascript&#58;alert) [g](other%20one.html) [h](#first)\n\n- [ ] [i](data:text/html,x)\n- [x] b\n");
    QVERIFY(!asXml(html).isEmpty());
    QCOMPARE(html.count("<a href="), 2);
    QVERIFY(html.contains("<a href=\"other%20one.html\">g</a>") && html.contains("<a href=\"#first\">h</a>"));
    QVERIFY(html.contains("<a>a</a>") && html.contains("<a>i</a>"));
}

void TestLesson::pictures()
{
    write(QByteArray::fromBase64(kPicture), QStringLiteral("sub/a b & ü.png"));
    const QByteArray html = handoutOf(
        kStep
        + "![x](p.png) ![y](<sub/a b & ü.png> \"t\") ![v](sub/a%20b%20&%20ü.png)\n\n- [ ] ![z](p.png)\n- [x] b\n");
    QVERIFY(!asXml(html).isEmpty());
    QCOMPARE(html.count(QByteArray("data:image/png;base64,") + kPicture), 4);
    QVERIFY(!html.contains("src=\"p.png"));
    write(QByteArray::fromBase64(kPicture), QStringLiteral("p.x\" onerror=\"y")); // an ending that isn't one
    const QByteArray hostile = handoutOf(kStep + "![a](<p.x\" onerror=\"y>)\n");
    QVERIFY(!asXml(hostile).isEmpty());
    QVERIFY(hostile.contains(QByteArray("\"data:application/octet-stream;base64,") + kPicture + '"'));
    QVERIFY(!hostile.contains("onerror=\"y"));
    for (const char* wrong : {"/etc/passwd", "../p.png", "link.png", "out/passwd", "%2e%2e/x.png", "q.png"}) {
        const QByteArray without = handoutOf(kStep + "![a](" + wrong + ")\n"); // a warning, and no picture
        QVERIFY2(!asXml(without).isEmpty(), wrong);
        QVERIFY2(without.contains("base64,\""), wrong);
    }
    QFile large(m_folder.filePath(QStringLiteral("large.png")));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(100 << 20));
    write(kStep + "![a](large.png)\n");
    const Run refused = lesson({"a.md", "--out", "large.html"});
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.contains("large.png") && refused.err.count('\n') == 1, refused.err.constData());
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("large.html"))));
}

void TestLesson::outputs()
{
    const QString target = m_folder.filePath(QStringLiteral("h.html"));
    write(kStep + "text\n");
    const Run fine = lesson({"a.md", "--out", "h.html"});
    QCOMPARE(fine.code, 0);
    QCOMPARE(fine.out, QByteArray());
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    QCOMPARE(lesson({"a.md", "--out", "-", "--quiet"}).out, whole);
    write(kStep + "text\n\n## Other\n\nmore\n");
    const QByteArray second = lesson({"a.md", "--out", "-", "--step", "2"}).out;
    QVERIFY(second.contains("2. Other") && second.contains("more") && !second.contains("1. S"));
    const Run none = lesson({"a.md", "--out", "h.html", "--step", "3"});
    QCOMPARE(none.code, 2);
    QCOMPARE(none.err, QByteArray("phasor: error: --step: \"3\" is not a step of this lesson; use 1 to 2\n"));
    write(kStep + "{rattio} {ratio\n"); // a fault is a warning here
    const Run warned = lesson({"a.md", "--out", "-"});
    QCOMPARE(warned.code, 0);
    QVERIFY(warned.err.startsWith("phasor: warning: a.md: line 5, column 10"));
    QVERIFY(warned.out.contains("…"));
    const Run strict = lesson({"a.md", "--out", "h.html", "--strict"});
    QCOMPARE(strict.code, 3);
    QVERIFY(file.seek(0));
    QCOMPARE(file.readAll(), whole); // as it was
    write(kStep + block("", "--scheme rope --view curves --stage nothing")); // the rest is still written
    QVERIFY(lesson({"a.md", "--out", "-"}).out.contains("1. S"));
    for (const QByteArray& unreadable : {QByteArray("\0", 1), QByteArray("hello"), QByteArray()}) {
        write(unreadable);
        QCOMPARE(lesson({"a.md", "--out", "h.html"}).code, 3);
        QVERIFY(file.seek(0));
        QCOMPARE(file.readAll(), whole);
    }
    write(kStep + "text\n");
    QCOMPARE(lesson({"a.md", "--out", "no/folder/h.html"}).code, 4);
    QCOMPARE(lesson({"a.md", "--out"}).code, 2);
}

void TestLesson::interrupted()
{
    write(kStep + block("", "--task recall --steps 1000000") + "a\n");
    QFile::remove(m_folder.filePath(QStringLiteral("h.html")));
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral(PHASOR_PROGRAM), {"lesson", "a.md", "--out", "h.html"});
    QVERIFY(process.waitForStarted());
    QTest::qWait(1500);
    kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(10000));
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(QDir(m_folder.path()).entryList({QStringLiteral("*h.html*")}, QDir::Files | QDir::Hidden), QStringList());
}

QTEST_GUILESS_MAIN(TestLesson)
#include "tst_lesson.moc"
