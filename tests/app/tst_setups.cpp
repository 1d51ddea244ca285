// SPDX-License-Identifier: GPL-3.0-or-later
// Set-ups on the command line: sessions and figures that begin one, a second one to compare with, options of schemes.
#include "app/program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

class TestSetups : public QObject
{
    Q_OBJECT

private slots:
    void refusals_data();
    void refusals();
    void aFigureBringsItsSetUp_data();
    void aFigureBringsItsSetUp();
    void oldFiguresOpen();
    void laterOptionsOverride();
    void aModelsConfig();
    void presetsNameTheirSource();
    void anotherSchemesOption();
    void anotherViewsOption();
    void statsOfTwo();
    void compareSaysWhatDiffers();
    void compareIsReadAsAShellWould();
    void figuresOfHandsAndDistances();
    void aFigureOfTwo();
    void windowsCountInTheShownTable_data();
    void windowsCountInTheShownTable();
    void schemesAreListed();
    void answersAreSaid();
    void statsOfAPart();
    void formsOfAFigure();

private:
    Run run(const QStringList& arguments) const { return runProgram(arguments, m_folder.path()); }
    nlohmann::json json(const QStringList& arguments) const
    {
        const Run result = run(arguments);
        if (result.code != 0)
            qWarning("%s", result.err.constData());
        return nlohmann::json::parse(result.out.toStdString(), nullptr, false);
    }
    QByteArray contents(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
    }
    QTemporaryDir m_folder;
};

void TestSetups::refusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* says) {
        QTest::newRow(name) << arguments << code << QByteArray(says);
    };
    const QStringList stats{"stats"};
    row("missing session", {"stats", "--session", "missing.json"}, 3, "missing.json");
    row("broken session", {"stats", "--session", "broken.json"}, 3, "broken.json");
    row("a later session", {"stats", "--session", "later.json"}, 3, "newer Phasor");
    row("another picture", {"stats", "--session", "foreign.svg"}, 3, "has no session");
    row("session and preset", {"stats", "--session", "broken.json", "--preset", "d2l"}, 2, "--session");
    row("two second set-ups", {"stats", "--compare", "a", "--compare-with", "--base 3"}, 2, "--compare-with");
    row("missing second", {"stats", "--compare", "missing.png"}, 3, "missing.png");
    row("second out of range", {"stats", "--compare-with", "--d-model 0"}, 2, "--compare-with: --d-model");
    row("a second and values to vary",
        {"figure", "--view", "training", "--vary", "scale=none,1", "--compare-with", "--base 100", "--out", "a.svg"}, 2,
        "two setups");
    row("second's unknown option", {"compare", "--with", "--d-modle 3"}, 2, "did you mean --d-model");
    row("second's open quote", {"compare", "--with", "--text 'a"}, 2, "quote");
    row("second's backslash", {"compare", "--with", "--text a\\"}, 2, "backslash");
    row("nothing to compare with", {"compare"}, 2, "--with");
    row("options before the command", {"--d-model", "3", "stats"}, 2, "stats");
    row("config and its options", {"stats", "--config", "config.json", "--rope-factor", "0"}, 2, "--rope-factor");
    row("missing config", {"stats", "--config", "missing.json"}, 3, "missing.json");
    row("broken config", {"stats", "--config", "broken.json"}, 3, "\"broken.json\": line 1, column 44");
    row("config without positions", {"stats", "--config", "later.json"}, 3, "has no key for positions");
    row("second's config", {"stats", "--compare-with", "--config missing.json"}, 3, "--compare-with: \"missing.json\"");
    row("uneven heads", {"stats", "--scheme", "rope", "--d-model", "100"}, 2, "--heads");
    row("odd heads", {"table", "--scheme", "xpos", "--d-model", "40", "--stage", "keys", "--out", "x.npy"}, 2,
        "--heads");
    row("lists are missing", {"stats", "--scheme", "rope", "--rope-scaling", "longrope"}, 2, "--rope-factors");
    row("no list", {"stats", "--scheme", "rope", "--rope-scaling", "longrope", "--rope-factors", "missing.json"}, 3,
        "missing.json");
    row("no position of the hands", {"figure", "--view", "phasors", "--at", "3,x", "--out", "x.png"}, 2, "--at");
    row("three hands", {"figure", "--view", "phasors", "--at", "1,2,3", "--out", "x.png"}, 2, "--at");
    row("no scheme to lay over", {"figure", "--view", "relative", "--lay-over", "alibi,foo", "--out", "x.png"}, 2,
        "--lay-over");
    row("rows beyond the mask", {"figure", "--view", "builds", "--text", "a b", "--rows", "0:5", "--out", "x.png"}, 2,
        "0:4");
    row("max_len of a grid", {"stats", "--scheme", "grid-mae", "--d-model", "64", "--max-len", "197"}, 2,
        "196, but is 197");
    row("grid without cells", {"stats", "--scheme", "grid-detr", "--d-model", "64", "--grid", "0x5"}, 2, "--grid");
    row("grid of 10^10 cells", {"stats", "--scheme", "grid-detr", "--grid", "100000x100000"}, 2, "--grid");
    row("odd buckets", {"stats", "--scheme", "t5", "--t5-bidirectional", "on", "--t5-buckets", "33"}, 2,
        "--t5-buckets");
    row("heads that do not fit", {"stats", "--scheme", "sandwich", "--heads", "7"}, 2, "--heads");
    row("octaves that do not fit", {"stats", "--scheme", "fourier", "--d-model", "16"}, 2, "21 dimensions");
    row("stage of another scheme",
        {"figure", "--view", "heatmap", "--scheme", "alibi", "--stage", "position", "--out", "x.png"}, 2, "position");
}

void TestSetups::refusals()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    write("broken.json", "{\"format\": \"phasor-session\", \"version\": 2, ");
    write("later.json", "{\"format\": \"phasor-session\", \"version\": 9}");
    write("foreign.svg", "<svg><desc>a cat</desc></svg>");
    write("config.json", R"({"rope_theta": 20000.0, "hidden_size": 64, "num_attention_heads": 4})");
    const Run result = run(arguments);
    QVERIFY2(result.code == code, result.err.constData());
    QVERIFY2(result.err.startsWith("phasor: error: "), result.err.constData());
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains(says), result.err.constData());
    QVERIFY(result.out.isEmpty());
    QVERIFY(!QFile::exists(m_folder.filePath("x.png")));
}

void TestSetups::aFigureBringsItsSetUp_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"f.png", "f.svg", "f.pdf"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// The same picture again from the picture alone.
void TestSetups::aFigureBringsItsSetUp()
{
    QFETCH(QString, name);
    const QString again = "again-" + name;
    QCOMPARE(run({"figure", "--view", "heatmap", "--stage", "sum", "--text", "Grüße an 'alle'", "--d-model", "24",
                  "--first-position", "5", "--rows", "1:3", "--cols", "4:20", "--range=-1:2", "--out", name})
                 .code,
             0);
    const Run result = run({"figure", "--view", "heatmap", "--session", name, "--out", again});
    QVERIFY2(result.code == 0, result.err.constData());
    QVERIFY(!contents(name).isEmpty());
    QCOMPARE(contents(again), contents(name));
}

void TestSetups::oldFiguresOpen()
{
    for (const char* name : {"session-v1.png", "session-v1.svg", "session-v1.pdf"}) {
        const QString path = QStringLiteral(PHASOR_GOLDEN "/session/") + QLatin1String(name);
        const nlohmann::json object = json({"stats", "--session", path});
        QVERIFY2(object.is_object(), name);
        QCOMPARE(object["d_model"].get<int>(), 16);
        QCOMPARE(object["scale"].get<double>(), 2.5);
    }
}

void TestSetups::laterOptionsOverride()
{
    const QString path = QStringLiteral(PHASOR_GOLDEN "/session/session-v1.png");
    const nlohmann::json object = json({"stats", "--session", path, "--d-model", "8"});
    QCOMPARE(object["d_model"].get<int>(), 8);
    QCOMPARE(object["max_len"].get<int>(), 40);
}

// What the file says, then what the command line says; what was not understood is a warning.
void TestSetups::aModelsConfig()
{
    write("config.json", R"({"rope_theta": 20000.0, "hidden_size": 64, "num_attention_heads": 4,
        "max_position_embeddings": 128, "rope_scaling": {"rope_type": "magic"}})");
    const QStringList arguments{"stats", "--config", "config.json", "--text", "the cat"};
    const Run result = run(arguments);
    QCOMPARE(result.code, 0);
    QCOMPARE(result.err.count("phasor: warning: "), 1);
    QVERIFY2(result.err.contains("\"magic\" is unknown"), result.err.constData());
    QCOMPARE(run(arguments + QStringList{"--strict"}).code, 3);
    const nlohmann::json object = nlohmann::json::parse(result.out.toStdString());
    QCOMPARE(object["pairs"].get<int>(), 8);
    QCOMPARE(object["max_len"].get<int>(), 128);
    QVERIFY(std::abs(object["inverse_frequencies"][4].get<double>() - std::pow(20000.0, -0.5)) < 1e-15);
    const nlohmann::json other = nlohmann::json::parse(run(arguments + QStringList{"--base", "100"}).out.toStdString());
    QCOMPARE(other["inverse_frequencies"][4].get<double>(), 0.1);
    const nlohmann::json both = json({"compare", "--max-len", "128", "--with", "--config config.json"});
    QVERIFY(both["parameters"][0]["id"] == "scheme" && both["parameters"][0]["b"] == "rope");
}

// On a line of its own, and as a member of its own.
void TestSetups::presetsNameTheirSource()
{
    const QList<QByteArray> lines = run({"list", "presets"}).out.split('\n');
    const auto gpt2
        = std::find_if(lines.begin(), lines.end(), [](const QByteArray& l) { return l.startsWith("gpt-2 "); });
    QVERIFY(gpt2 != lines.end() && !gpt2->contains("Source"));
    QVERIFY2((gpt2 + 1)->trimmed().startsWith("Source: config.json of openai-community/gpt2"), (gpt2 + 1)->constData());
    int sources = 0;
    for (const nlohmann::json& preset : json({"list", "presets", "--json"})) {
        sources += preset.contains("source") ? 1 : 0;
        QVERIFY(preset["explanation"].get<std::string>().find("ource:") == std::string::npos);
    }
    QCOMPARE(sources, 17);
}

void TestSetups::anotherSchemesOption()
{
    const QStringList arguments{"stats", "--scheme", "alibi", "--max-len", "16", "--d-model", "16"};
    QVERIFY(!run(arguments).err.contains("changes nothing"));
    const Run result = run(arguments + QStringList{"--base", "3"});
    QCOMPARE(result.code, 0);
    QVERIFY2(result.err.contains("--base has no effect with --scheme alibi"), result.err.constData());
    QCOMPARE(run(arguments + QStringList{"--base", "3", "--strict"}).code, 3);
}

// The options of the training are the view Training's.
void TestSetups::anotherViewsOption()
{
    const QStringList arguments{"figure", "--view", "curves", "--max-len", "16", "--d-model", "16", "--out", "a.svg"};
    QVERIFY(!run(arguments).err.contains("changes nothing"));
    const Run result = run(arguments + QStringList{"--task", "copy", "--at", "3"});
    QCOMPARE(result.code, 0);
    QVERIFY2(result.err.contains("--task has no effect with --view curves"), result.err.constData());
    QCOMPARE(run(arguments + QStringList{"--seeds", "3", "--strict"}).code, 3);
}

void TestSetups::statsOfTwo()
{
    const QStringList a{"stats", "--text", "the cat sat", "--d-model", "64"};
    const nlohmann::json alone = json(a);
    const nlohmann::json other = json({"stats", "--text", "the cat sat", "--d-model", "32"});
    nlohmann::json both = json(a + QStringList{"--compare-with", "--d-model 32"});
    QVERIFY(both["b"] == other);
    QCOMPARE(both["difference"]["d_model"].get<int>(), 32);
    QCOMPARE(both["difference"]["ratio"].get<double>(), alone["ratio"].get<double>() - other["ratio"].get<double>());
    QCOMPARE(both["difference"]["ratio_by_position"].size(), alone["ratio_by_position"].size());
    QCOMPARE(both["difference"].size(), alone.size());
    both.erase("b");
    both.erase("difference");
    QVERIFY(both == alone); // A stands where it stands without B
}

void TestSetups::compareSaysWhatDiffers()
{
    const nlohmann::json object
        = json({"compare", "--d-model", "64", "--max-len", "32", "--with", "--d-model 32 --dropout 0 --base 100"});
    QVERIFY(object.is_object());
    std::vector<std::string> ids;
    for (const auto& parameter : object["parameters"])
        ids.push_back(parameter["id"]);
    QCOMPARE(ids, (std::vector<std::string>{"d-model", "base", "dropout"}));
    QVERIFY(object["parameters"][0]["a"] == 64 && object["parameters"][0]["b"] == 32);
    bool found = false;
    for (const auto& number : object["numbers"]) {
        QVERIFY(!number["a"].is_structured());
        found = found || (number["key"] == "d_model" && number["difference"] == 32);
    }
    QVERIFY(found);
    const nlohmann::json schemes = json({"compare", "--max-len", "16", "--d-model", "16", "--with", "--scheme alibi"});
    QVERIFY(schemes["parameters"][0]["id"] == "scheme");
    const auto base = std::find_if(schemes["parameters"].begin(), schemes["parameters"].end(),
                                   [](const auto& parameter) { return parameter["id"] == "base"; });
    QVERIFY(base != schemes["parameters"].end());
    QVERIFY((*base)["b"].is_null());
}

void TestSetups::compareIsReadAsAShellWould()
{
    const nlohmann::json object = json({"compare", "--with", R"(--text 'the "cat"'\ sat"\\ down")"});
    QVERIFY(object.is_object());
    QCOMPARE(object["parameters"][0]["b"].get<std::string>(), std::string(R"(the "cat" sat\ down)"));
}

void TestSetups::figuresOfHandsAndDistances()
{
    const auto figure = [this](const char* view, const QStringList& more) {
        const Run drawn = run(QStringList{"figure", "--view", view, "--text", "the cat", "--d-model", "16", "--max-len",
                                          "50", "--out", "f.svg"}
                              + more);
        return drawn.code == 0 ? contents("f.svg") : QByteArray();
    };
    const QByteArray plain = figure("phasors", {});
    const QByteArray moved = figure("phasors", {"--at", "3"});
    const QByteArray two = figure("phasors", {"--at", "3,1"});
    QVERIFY(!plain.isEmpty() && !moved.isEmpty() && !two.isEmpty() && plain != moved && moved != two);
    QCOMPARE(run({"figure", "--view", "phasors", "--session", "f.svg", "--out", "again.svg"}).code, 0);
    QVERIFY(contents("again.svg") == two); // its own file has the positions
    const QByteArray distance = figure("relative", {});
    const QByteArray over = figure("relative", {"--lay-over", "alibi,t5"});
    const QByteArray logarithmic = figure("relative", {"--log-distance"});
    QVERIFY(!distance.isEmpty() && !over.isEmpty() && !logarithmic.isEmpty());
    QVERIFY(distance != over && distance != logarithmic);
}

void TestSetups::aFigureOfTwo()
{
    int drawn = 0;
    for (const nlohmann::json& listed : json({"list", "views", "--json"})) {
        const std::string view = listed["id"];
        const QStringList a{"figure", "--view", view.c_str(), "--text", "the cat sat", "--d-model", "16", "--out"};
        const Run one = run(a + QStringList{"one.svg"});
        const Run two = run(a + QStringList{"two.svg", "--compare-with", "--base 100 --dropout 0.5"});
        if (one.err.startsWith("phasor: error: --scheme: ")) // the view is of another kind of scheme
            continue;
        ++drawn;
        QVERIFY2(one.code == 0, one.err.constData());
        QVERIFY2(two.code == 0, two.err.constData());
        QVERIFY2(contents("one.svg") != contents("two.svg"), view.c_str());
        // The figure carries both.
        const nlohmann::json stats = json({"stats", "--session", "two.svg"});
        QCOMPARE(stats["b"]["expected_dropped_fraction"].get<double>(), 0.5);
    }
    QVERIFY(drawn > 10);
}

void TestSetups::windowsCountInTheShownTable_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("beyond");
    QTest::newRow("builds") << "builds"
                            << "0:5"; // 4 tokens
    QTest::newRow("dropout") << "dropout"
                             << "0:5";
    QTest::newRow("ratio") << "ratio"
                           << "0:5";
    QTest::newRow("precision") << "precision"
                               << "0:41"; // 40 positions
    QTest::newRow("curves") << "curves"
                            << "0:41";
    QTest::newRow("heatmap") << "heatmap"
                             << "0:41"; // of the position
}

void TestSetups::windowsCountInTheShownTable()
{
    QFETCH(QString, view);
    QFETCH(QString, beyond);
    const QStringList figure{"figure", "--view",    view, "--text", "a b",   "--max-len",
                             "40",     "--d-model", "16", "--out",  "w.svg", "--rows"};
    const QString inside = "0:" + QString::number(beyond.mid(2).toInt() - 1);
    const Run good = run(figure + QStringList{inside});
    QVERIFY2(good.code == 0, good.err.constData());
    const Run bad = run(figure + QStringList{beyond});
    QCOMPARE(bad.code, 2);
    QVERIFY2(bad.err.contains("--rows") && bad.err.contains(inside.toUtf8()), bad.err.constData());
}

void TestSetups::schemesAreListed()
{
    const nlohmann::json list = json({"list", "schemes", "--json"});
    QVERIFY(list.size() >= 2);
    for (const auto& scheme : list) {
        for (const char* key : {"id", "label", "kind", "formula", "source", "options"})
            QVERIFY2(scheme.contains(key), key);
    }
    QVERIFY(list[0]["id"] == "sinusoidal" && list[0]["kind"] == "table");
    QVERIFY(list[0]["options"][0]["id"] == "base");
    // One option of the name in the help, with those that have it.
    const QByteArray help = run({"stats", "--help"}).out;
    QCOMPARE(help.count("--base "), 1);
    QVERIFY2(help.contains("[sinusoidal"), help.constData());
}

// As text, a paragraph for each question, with the numbers of the set-up; as JSON with their claims and views.
void TestSetups::answersAreSaid()
{
    const QStringList small{"--d-model", "32", "--max-len", "40", "--text", "the cat sat"};
    const Run text = run(QStringList{"stats", "--answers"} + small);
    QCOMPARE(text.code, 0);
    const nlohmann::json numbers = json(QStringList{"stats", "--answers", "--format", "json"} + small);
    QCOMPARE(numbers["answers"].size(), std::size_t{5});
    for (const auto& answer : numbers["answers"]) {
        for (const char* key : {"id", "question", "finding", "answer", "view"})
            QVERIFY2(!answer[key].get<std::string>().empty(), key);
        QVERIFY(text.out.contains(answer["question"].get<std::string>().c_str()));
        QVERIFY(text.out.contains(answer["finding"].get<std::string>().c_str()));
        QVERIFY(answer["answer"].get<std::string>().starts_with(answer["finding"].get<std::string>()));
        for (const auto& claim : answer["claims"])
            QVERIFY(text.out.contains(claim.get<std::string>().c_str()));
    }
    const Run other = run(QStringList{"stats", "--answers", "--dropout", "0.5"} + small);
    QVERIFY(other.code == 0 && other.out != text.out);
    QCOMPARE(run(QStringList{"stats", "--answers", "--keys", "ratio"} + small).code, 2);
    for (const char* part : {"--only-rows", "--only-cols"}) {
        const Run ofPart = run(QStringList{"stats", "--answers", part, "0:2"} + small);
        QVERIFY(ofPart.code == 2 && ofPart.out.isEmpty() && ofPart.err.contains(part));
    }
}

void TestSetups::statsOfAPart()
{
    const QStringList small{"stats", "--d-model", "16", "--max-len", "40", "--keys", "pairs,effective_rank,ratio"};
    const nlohmann::json all = json(small);
    const nlohmann::json part = json(small + QStringList{"--only-rows", "10:30", "--only-cols", "4:12"});
    QCOMPARE(all["pairs"].get<int>(), 8);
    QCOMPARE(part["pairs"].get<int>(), 4);
    QVERIFY(part["effective_rank"].get<double>() < all["effective_rank"].get<double>());
    QVERIFY(part["ratio"] != all["ratio"]);
    const Run outside = run(small + QStringList{"--only-rows", "10:50"});
    QCOMPARE(outside.code, 2);
    QVERIFY(outside.err.contains("--only-rows"));
}

// Each of these options makes another picture.
void TestSetups::formsOfAFigure()
{
    const auto figure = [this](const QStringList& options) {
        const Run made = run(QStringList{"figure", "--d-model", "16", "--max-len", "20", "--size", "800x500px", "--dpi",
                                         "72", "--no-metadata", "--out", "form.png"}
                             + options);
        if (made.code != 0)
            qWarning("%s", made.err.constData());
        return made.code == 0 ? contents(QStringLiteral("form.png")) : QByteArray();
    };
    const QStringList second{"--compare-with", "--scale 1"};
    const QList<std::pair<QStringList, QStringList>> forms{
        {{"--view", "score-terms"}, {"--minus-row-means"}},
        {{"--view", "score-terms", second[0], second[1]}, {"--terms-of", "difference"}},
        {{"--view", "similarity"}, {"--minus-mean-row"}},
        {{"--view", "ratio"}, {"--divided"}},
        {{"--view", "energy"}, {"--only-cols", "4:12"}}};
    for (const auto& [plain, form] : forms) {
        const QByteArray a = figure(plain);
        const QByteArray b = figure(plain + form);
        QVERIFY2(!a.isEmpty() && !b.isEmpty() && a != b, qPrintable(form.join(u' ')));
    }
    QCOMPARE(run({"figure", "--view", "score-terms", "--terms-of", "c", "--out", "c.png"}).code, 2);
}

QTEST_GUILESS_MAIN(TestSetups)
#include "tst_setups.moc"
