// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions: what is written is read back, of this version and of the one before, alone and inside figures.
#include "files/testfiles.h"
#include "pipeline/parameters/parameterspec.h"
#include "session/differences.h"
#include "session/document.h"
#include "views/tables/similarity.h"
#include "views/waves/shift.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace phasor;

class TestDocument : public QObject
{
    Q_OBJECT

private slots:
    void roundTrip();
    void everySchemesParameters_data();
    void everySchemesParameters();
    void theStandardIsShort();
    void unknownKeysStay();
    void droppedPartsDoNotComeBack();
    void bookmarksThatAreNotUnderstood();
    void figuresOfVersionOne_data();
    void figuresOfVersionOne();
    void refused_data();
    void refused();
    void strangeViewsAreLeftOut();
    void everyPrefixIsRefused_data();
    void everyPrefixIsRefused();
    void kindsOfFiles();
    void differencesOfSchemes();
    void flatOptionsOfVersionTwo();
    void boardsAreVersionFour();
    void boardsOfOtherVersions();

private:
    static Document full();
    static QByteArray golden(const QString& name);
};

Document TestDocument::full()
{
    Document document;
    document.title = "A title";
    document.says = "Καλημέρα, \"κόσμε\".";
    document.source = "config.json of a model.";
    document.scene.a.sentence.text = "the cat";
    document.scene.a.encoding.dModel = 33;
    findParameter("base")->set(document.scene.a, 1e-3);
    document.scene.a.random.seed = Seed{UINT64_MAX, false};
    document.scene.b = Parameters{};
    document.scene.b->dropout.p = 0.5;
    document.view.node = "mask";
    document.view.zoom[AxisKind::Position] = Interval{-0.25, 1e9};
    document.view.zoom[AxisKind::Key] = Interval{1, 2};
    document.view.dimensions = {};
    document.view.colorMap = "viridis";
    document.view.reduction = Reduction::Envelope;
    document.view.range = Interval{-1.5, 2};
    document.view.cursor[AxisKind::Position] = 37;
    document.view.cursor[AxisKind::Key] = 43;
    document.view.training.settings.task = "text:a book.txt";
    document.view.training.settings.learningRate = 3e-4;
    document.view.training.settings.tied = true;
    document.view.training.vary = {"scale=none,sqrt-d-model"};
    document.view.training.seeds = 7;
    document.arranged = true;
    document.view.board.showOnly(std::array<std::string, 2>{"heatmap", "ratio"});
    Document step{.title = "<b>A & B</b>", .scene = document.scene, .view = document.view, .arranged = true};
    step.scene.a.encoding.dModel = 34;
    step.view.selection[AxisKind::Dimension] = Interval{4, 8};
    step.view.board = Board(std::array<BoardCell, 3>{{{.view = "scores"}, {.view = "heatmap"}, {.view = "scores"}}});
    document.bookmarks = {step, Document{.title = "Defaults"}};
    document.layout = {.window = {-3, 2, 800, 600}, .maximized = true, .columns = {1, 2}, .theme = "dark"};
    return document;
}

QByteArray TestDocument::golden(const QString& name)
{
    QFile file(QStringLiteral(PHASOR_GOLDEN "/session/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestDocument::roundTrip()
{
    const Document document = full();
    const std::string text = writeDocument(document);
    const Result<DocumentRead> read = readDocument(text);
    QVERIFY2(read.ok(), read.ok() ? "" : toString(read.error()).c_str());
    QVERIFY(read->warnings.empty());
    QVERIFY(read->document == document);
    QCOMPARE(writeDocument(read->document), text);
    QVERIFY(readDocument("\xef\xbb\xbf" + text).ok()); // with a mark in front
}

void TestDocument::everySchemesParameters_data()
{
    QTest::addColumn<std::string>("scheme");
    for (const ParameterChoice& choice : findParameter("scheme")->choices())
        QTest::newRow(choice.id.data()) << std::string(choice.id);
}

void TestDocument::everySchemesParameters()
{
    QFETCH(std::string, scheme);
    Document document;
    setScheme(document.scene.a.encoding, scheme);
    const Result<DocumentRead> read = readDocument(writeDocument(document));
    QVERIFY(read.ok());
    QVERIFY(read->document == document);
}

void TestDocument::theStandardIsShort()
{
    const auto json = nlohmann::ordered_json::parse(writeDocument({}));
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items())
        keys.push_back(key);
    QCOMPARE(keys, (std::vector<std::string>{"format", "version", "parameters", "view"}));
}

void TestDocument::unknownKeysStay()
{
    auto json = nlohmann::ordered_json::parse(writeDocument(full()));
    json["lesson"] = {{"step", 3}};
    json["view"]["camera"] = "near";
    json["view"]["zoom"]["head"] = {0, 1};
    json["parameters"]["temperature"] = 0.7;
    json["b"]["temperature"] = nullptr;
    json["layout"]["dock"] = {1, 2};
    json["bookmarks"][1]["notes"] = "later";
    json["bookmarks"][0]["view"]["camera"] = "far";
    Result<DocumentRead> read = readDocument(json.dump());
    QVERIFY(read.ok());
    QVERIFY(read->warnings.empty());
    read->document.scene.a.encoding.dModel = 64; // the rest may change
    const auto again = nlohmann::ordered_json::parse(writeDocument(read->document));
    QVERIFY(again["lesson"] == json["lesson"]);
    QVERIFY(again["view"]["camera"] == "near");
    QVERIFY(again["view"]["zoom"]["head"] == json["view"]["zoom"]["head"]);
    QVERIFY(again["parameters"]["temperature"] == 0.7);
    QVERIFY(again["b"].contains("temperature"));
    QVERIFY(again["layout"]["dock"] == json["layout"]["dock"]);
    QVERIFY(again["parameters"]["d_model"] == 64);
    QVERIFY(again["bookmarks"] == json["bookmarks"]);
}

void TestDocument::bookmarksThatAreNotUnderstood()
{
    auto json = nlohmann::ordered_json::parse(writeDocument(full()));
    json["bookmarks"][0]["parameters"]["d_model"] = -1;
    json["bookmarks"].push_back(7);
    const Result<DocumentRead> read = readDocument(json.dump());
    QVERIFY(read.ok());
    QCOMPARE(read->warnings.size(), 2U);
    QCOMPARE(english(read->warnings[0]), "bookmark 1 is not understood, so it is left out");
    QCOMPARE(read->document.bookmarks.size(), 1U);
    QCOMPARE(read->document.bookmarks[0].title, "Defaults");
    json["bookmarks"] = "none";
    QCOMPARE(readDocument(json.dump())->warnings.size(), 1U);
    for (const char* text : {R"("x")", "[]", "-1", R"({"zoom": "x"})", R"({"selection": 5})"}) {
        json["view"] = nlohmann::ordered_json::parse(text);
        QCOMPARE(readDocument(json.dump())->warnings.size(), 2U);
    }
}

void TestDocument::droppedPartsDoNotComeBack()
{
    Result<DocumentRead> read = readDocument(writeDocument(full()));
    QVERIFY(read.ok());
    read->document.scene.b.reset();
    read->document.view.zoom = {};
    read->document.arranged = false;
    read->document.view.board = {};
    const Result<DocumentRead> again = readDocument(writeDocument(read->document));
    QVERIFY(again.ok());
    QVERIFY(again->document == read->document);
}

void TestDocument::figuresOfVersionOne_data()
{
    QTest::addColumn<QString>("name");
    for (const char* ending : {"png", "svg", "pdf"})
        QTest::newRow(ending) << QStringLiteral("session-v1.") + QLatin1String(ending);
}

// figure --view heatmap --stage sum --text 'the cat sat on the "mat"' --d-model 16 --max-len 40 --first-position 3
//   --base 100 --dropout 0.25 --protect cat --scale 2.5 --seed 18446744073709551615 --rows 1:5 --cols 2:10 --dims 0-3
//   --range=-2:2.5
void TestDocument::figuresOfVersionOne()
{
    QFETCH(QString, name);
    const Result<DocumentRead> read = readSessionFile(PHASOR_GOLDEN "/session/" + name.toStdString());
    QVERIFY2(read.ok(), read.ok() ? "" : toString(read.error()).c_str());
    QVERIFY(read->warnings.empty());
    Document wanted;
    Parameters& p = wanted.scene.a;
    p.sentence.text = "the cat sat on the \"mat\"";
    p.encoding.dModel = 16;
    p.encoding.maxLen = 40;
    findParameter("first-position")->set(p, std::int64_t{3});
    findParameter("base")->set(p, 100.0);
    p.dropout.p = 0.25;
    p.dropout.protect = "cat";
    p.sum.scale = 2.5;
    p.random.seed = Seed{UINT64_MAX, false};
    wanted.view.node = "sum";
    wanted.view.zoom[AxisKind::Position] = Interval{4, 8}; // rows 1 … 4 of a table that begins at position 3
    wanted.view.zoom[AxisKind::Dimension] = Interval{2, 10};
    wanted.view.dimensions = {0, 1, 2, 3};
    wanted.view.range = Interval{-2, 2.5};
    wanted.view.reduction = Reduction::Mean; // what that program knew
    wanted.arranged = true;
    wanted.view.board.showOnly(std::array<std::string, 1>{"heatmap"});
    QCOMPARE(writeDocument(read->document), writeDocument(wanted));
    QVERIFY(read->document == wanted);
}

void TestDocument::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("field");
    const auto row = [](const char* name, const QByteArray& text, const char* code, const char* field = "") {
        QTest::newRow(name) << text << QByteArray(code) << QByteArray(field);
    };
    const auto session = [](const char* rest) {
        return QByteArray("{\"format\": \"phasor-session\", \"version\": 2") + rest + "}";
    };
    row("empty", "", "EMPTY");
    row("zeros", QByteArray(500, '\0'), "BINARY");
    row("cut", "{\"format\": \"phasor-session\", \"ver", "JSON");
    row("two documents", session("") + session(""), "JSON");
    row("comment", "{ /* no */ }", "JSON");
    row("latin1", session(", \"says\": \"caf\xe9\""), "UTF8");
    row("array", "[1]", "SCHEMA");
    row("no format", "{\"version\": 2}", "SCHEMA", "format");
    row("another program's", "{\"format\": \"blender\", \"version\": 2}", "SCHEMA", "format");
    row("no version", "{\"format\": \"phasor-session\"}", "SCHEMA", "version");
    row("version is a text", "{\"format\": \"phasor-session\", \"version\": \"2\"}", "TYPE", "version");
    row("version 1.5", "{\"format\": \"phasor-session\", \"version\": 1.5}", "TYPE", "version");
    row("a version of old settings that never was", "{\"format\": \"phasor-window\", \"version\": 2}", "VERSION",
        "version");
    row("a later version", "{\"format\": \"phasor-session\", \"version\": 5}", "VERSION", "version");
    row("a key twice", session(", \"view\": {\"stage\": \"sum\", \"stage\": \"mask\"}"), "DUP", "stage");
    row("nested", session((", \"x\": " + QByteArray(100, '[') + QByteArray(100, ']')).constData()), "JSON");
    row("nested without end", QByteArray(200000, '['), "JSON");
    row("d_model 0", session(", \"parameters\": {\"d_model\": 0}"), "RANGE", "parameters.d_model");
    row("d_model a text", session(", \"parameters\": {\"d_model\": \"64\"}"), "TYPE", "parameters.d_model");
    row("seed with a blank", session(", \"parameters\": {\"seed\": \"3 \"}"), "TYPE", "parameters.seed");
    row("seed of 67 bits", session(", \"b\": {\"seed\": \"99999999999999999999\"}"), "RANGE", "b.seed");
    row("B's dropout", session(", \"b\": {\"dropout\": 2}"), "RANGE", "b.dropout");
    row("unknown scheme", session(", \"parameters\": {\"scheme\": \"magic\"}"), "ENUM", "parameters.scheme");
    row("parameters are a list", session(", \"parameters\": [1]"), "SCHEMA", "parameters");
}

void TestDocument::refused()
{
    QFETCH(QByteArray, text);
    const Result<DocumentRead> read = readDocument(text.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().kind, ErrorKind::Input);
    QTEST(QByteArray::fromStdString(read.error().code), "code");
    QTEST(QByteArray::fromStdString(read.error().field), "field");
    QVERIFY(!read.error().what.empty());
}

void TestDocument::strangeViewsAreLeftOut()
{
    const Result<DocumentRead> read = readDocument(
        R"({"format": "phasor-session", "version": 2, "parameters": {"d_model": 8},
            "view": {"stage": "nowhere", "zoom": {"position": [5, 2], "dimension": [0, 1, 2], "key": [0, 4]},
                     "dimensions": [-1], "reduction": 7, "range": "9:1", "at": "1,2,3"},
            "plots": "all", "layout": {"window": [1, 2], "theme": "purple", "type_size": -5, "maximised": true}})");
    QVERIFY(read.ok());
    QCOMPARE(read->warnings.size(), std::size_t{11});
    Document wanted;
    wanted.scene.a.encoding.dModel = 8;
    wanted.view.zoom[AxisKind::Key] = Interval{0, 4};
    wanted.layout.maximized = true;
    QVERIFY(read->document == wanted);
}

void TestDocument::everyPrefixIsRefused_data()
{
    figuresOfVersionOne_data();
    QTest::newRow("json") << QStringLiteral("window-v1.json");
}

// A damaged file is one clear Error, or (where only the end is lost) still a session.
void TestDocument::everyPrefixIsRefused()
{
    QFETCH(QString, name);
    const testfiles::Folder folder;
    const QByteArray whole = golden(name);
    QVERIFY(whole.size() > 100);
    int refusals = 0;
    for (qsizetype size = 0; size < whole.size(); size += 1 + whole.size() / 400) {
        testfiles::write(folder / "cut", whole.left(size).toStdString());
        const Result<DocumentRead> read = readSessionFile(folder / "cut");
        if (read.ok())
            continue;
        ++refusals;
        QCOMPARE(read.error().kind, ErrorKind::Input);
        QVERIFY(english(read.error().where).find("cut") != std::string::npos);
        QVERIFY(toString(read.error()).find('\n') == std::string::npos);
    }
    QVERIFY(refusals > 20);
}

void TestDocument::kindsOfFiles()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "a.json", " {}");
    testfiles::write(folder / "m.npy", "\x93NUMPY");
    testfiles::write(folder / "foreign.svg", "<?xml version=\"1.0\"?><svg><desc>a cat</desc></svg>");
    testfiles::write(folder / "foreign.pdf", "%PDF-1.4\n%%EOF\n");
    QVERIFY(isSessionFile(folder / "a.json"));
    QVERIFY(!isSessionFile(folder / "m.npy"));
    QVERIFY(!isSessionFile(folder / "missing"));
    for (const char* name : {"foreign.svg", "foreign.pdf"}) {
        QVERIFY(isSessionFile(folder / name));
        const Result<DocumentRead> read = readSessionFile(folder / name);
        QVERIFY(!read.ok());
        QCOMPARE(read.error().code, std::string("NOSESSION"));
    }
    const Document document = full();
    QVERIFY(writeSessionFile(document, folder / "s.json").ok());
    QVERIFY(readSessionFile(folder / "s.json")->document == document);
    QCOMPARE(writeSessionFile(document, folder / "missing/s.json").error().kind, ErrorKind::Output);
}

void TestDocument::differencesOfSchemes()
{
    Parameters a;
    Parameters b;
    QVERIFY(differences(a, b).empty());
    b.encoding.dModel = 64;
    findParameter("base")->set(b, 5.0);
    const auto both = differences(a, b);
    QCOMPARE(both.size(), std::size_t{2});
    QCOMPARE(both[0].spec->id, std::string_view("d-model"));
    QVERIFY(both[0].a == ParameterValue(std::int64_t{512}) && both[0].b == ParameterValue(std::int64_t{64}));
    QCOMPARE(both[1].spec->id, std::string_view("base"));
}

// Options stand under `view`, whatever is shown, as long as each view is in its usual cell.
void TestDocument::flatOptionsOfVersionTwo()
{
    Document document;
    document.arranged = true;
    document.view.board.showOnly(std::array<std::string, 2>{"similarity", "ratio"});
    document.view.board.set(SimilarityOptions{.minusMeanRow = true});
    document.view.board.set(ShiftOptions{.k = 7}); // not shown
    const auto json = nlohmann::ordered_json::parse(writeDocument(document));
    QCOMPARE(json["version"].get<int>(), 2);
    QCOMPARE(json["plots"].dump(), std::string(R"(["ratio","similarity"])"));
    QVERIFY(!json.contains("board"));
    QVERIFY(json["view"]["mean_row"] == "without" && json["view"]["shift"] == 7);
    const Result<DocumentRead> read = readDocument(json.dump());
    QVERIFY(read.ok() && read->warnings.empty());
    QVERIFY(read->document == document);
}

void TestDocument::boardsAreVersionFour()
{
    Document document;
    document.arranged = true;
    Board& board = document.view.board;
    board = Board(std::array<BoardCell, 5>{{{.view = "similarity"},
                                            {.view = "heatmap"},
                                            {.view = "similarity", .stage = "sum"},
                                            {.view = "heatmap"},
                                            {.view = "curves"}}});
    board.set(SimilarityOptions{.minusMeanRow = true}); // of the first one
    board.setShares({300, 700}, {{500, 250, 250}, {600, 400}});
    auto json = nlohmann::ordered_json::parse(writeDocument(document));
    QCOMPARE(json["version"].get<int>(), 4);
    QVERIFY(!json.contains("plots"));
    QCOMPARE(json["board"].dump(),
             std::string(R"({"direction":"rows","lines":[{"share":300,"cells":[)"
                         R"({"view":"similarity","share":500,"options":{"mean_row":"without"}},)"
                         R"({"view":"heatmap","share":250},{"view":"similarity","stage":"sum","share":250}]},)"
                         R"({"share":700,"cells":[{"view":"heatmap","share":600},{"view":"curves","share":400}]}]})"));
    Result<DocumentRead> read = readDocument(json.dump());
    QVERIFY(read.ok() && read->warnings.empty());
    QVERIFY(read->document == document);
    QCOMPARE(writeDocument(read->document), writeDocument(document));
    board.moveToBorder(4, Edge::Left);
    QVERIFY(board.inColumns());
    read = readDocument(writeDocument(document));
    document.view.board.setFocus(0); // is not saved
    QVERIFY(read.ok() && read->document == document);
    QVERIFY(read->document.unknown.empty());
}

void TestDocument::boardsOfOtherVersions()
{
    auto json = nlohmann::ordered_json::parse(
        R"({"format": "phasor-session", "version": 3, "parameters": {}, "view": {}, "board":
            [null, {"view": "heatmap", "options": {}}, null, {"view": "similarity", "options": {"mean_row": "without"}}]})");
    Result<DocumentRead> read = readDocument(json.dump());
    QVERIFY(read.ok() && read->warnings.empty());
    QCOMPARE(read->document.view.board.shown(), (std::vector<std::string>{"heatmap", "similarity"}));
    QCOMPARE(read->document.view.board.lines().size(), std::size_t{2});
    QVERIFY(read->document.view.board.of<SimilarityOptions>().minusMeanRow);
    // A later version: what is not known is left out, keys of a cell go with it.
    json = nlohmann::ordered_json::parse(
        R"({"format": "phasor-session", "version": 4, "parameters": {}, "view": {}, "board": {"lines":
            [{"cells": [{"view": "of a later version"}]},
             {"share": -5, "cells": [{"view": "ratio", "options": {"form": 3}}, {"view": "scores", "tint": 7, "stage": "nowhere"}]}]}})");
    read = readDocument(json.dump());
    QVERIFY(read.ok());
    QCOMPARE(read->warnings.size(), std::size_t{3});
    QCOMPARE(english(read->warnings[0]), "the view \"of a later version\" is unknown, so it is left out");
    Board& board = read->document.view.board;
    QCOMPARE(board.shown(), (std::vector<std::string>{"ratio", "scores"}));
    board.swap(0, 1);
    const auto again = nlohmann::ordered_json::parse(writeDocument(read->document));
    QCOMPARE(again["board"]["lines"][0]["cells"][0].dump(), std::string(R"({"view":"scores","tint":7})"));
    for (const char* wrong :
         {"7", R"({"lines": 3})", R"({"lines": [7]})", R"({"lines": []})", R"({"lines": [{"cells": [7]}]})"}) {
        json["board"] = nlohmann::ordered_json::parse(wrong);
        read = readDocument(json.dump());
        QVERIFY2(read.ok() && !read->document.arranged, wrong);
        QCOMPARE(read->document.view.board.shown(), Board().shown());
        QCOMPARE(read->warnings.size(), std::size_t{1});
    }
    json.erase("board");
    json["plots"] = {"scores", "of a later version"};
    read = readDocument(json.dump());
    QVERIFY(read.ok() && read->document.arranged);
    QCOMPARE(read->document.view.board.shown(), std::vector<std::string>{"scores"});
    QCOMPARE(read->warnings.size(), std::size_t{1});
}

QTEST_APPLESS_MAIN(TestDocument)
#include "tst_document.moc"
