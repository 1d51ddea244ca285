// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a script sees it: exit codes, one line on stderr, nothing on stdout, files whole or not at all.
#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void refusals_data();
    void refusals();
    void oldFileSurvivesARefusal();
    void errorsAsJson();
    void strictMakesWarningsCount();
    void tableIsNumPys();
    void csvOfBillionsComesAtOnce();
    void statisticsAreJson();
    void aValueMayBeEmpty();
    void listsAreComplete_data();
    void listsAreComplete();
    void everyViewIsAFigure_data();
    void everyViewIsAFigure();
    void benchmarkIsWhole();
    void helpAndVersion_data();
    void helpAndVersion();
    void fullStandardOutput();
    void pipes();
    void textFiles();
    void sweeps();
    void sweepsAreCheckedFirst();
    void closedOutputIsAnError();
    void chosenKeys();
    void optionsWithoutEffect_data();
    void optionsWithoutEffect();
    void optionsOfOtherPlots_data();
    void optionsOfOtherPlots();
    void figureWithoutRoom();
    void labelsOfTables();
    void helpFitsTheTerminal();
    void completions();

private:
    struct Run
    {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };
    Run run(const QStringList& arguments, const QString& program = QStringLiteral(PHASOR_PROGRAM)) const;
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QByteArray contents(const QString& file) const;
    QTemporaryDir m_folder;
};

TestCommandLine::Run TestCommandLine::run(const QStringList& arguments, const QString& program) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(program, arguments);
    if (!process.waitForFinished(240000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray TestCommandLine::contents(const QString& file) const
{
    QFile f(file);
    return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
}

void TestCommandLine::refusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const QStringList table{"table", "--stage", "sum", "--out", "x.npy"};
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* says) {
        QTest::newRow(name) << arguments << code << QByteArray(says);
    };
    row("unknown option", {"table", "--no-such-option"}, 2, "--no-such-option");
    row("mistyped option", table + QStringList{"--d-modle", "3"}, 2, "--d-model");
    row("unknown command", {"tabel"}, 2, "tabel");
    row("unknown command with options", {"tabel", "--stage", "sum"}, 2, "did you mean table");
    row("word behind --", table + QStringList{"--", "a\x1b[31mb"}, 2, "\"a\\x1b[31mb\"");
    row("standard output without a format", {"table", "--stage", "sum", "--out", "-"}, 2, "npy, csv");
    row("unknown format", table + QStringList{"--format", "png"}, 2, "npy, csv");
    row("threads", table + QStringList{"--threads", "0"}, 2, "1 to 4096");
    row("unknown key", {"stats", "--keys", "ratoi"}, 2, "ratio");
    row("unknown key of a group", {"stats", "--keys", "overlap.rnk"}, 2, "did you mean rank");
    row("key of a number", {"stats", "--keys", "ratio.mean"}, 2, "ratio.mean");
    row("list in a table", table + QStringList{"--d-model", "4,8"}, 2, "--d-model");
    row("bad value in a list", {"stats", "--d-model", "4,x"}, 2, "--d-model");
    row("figures of one name", {"figure", "--view", "ratio", "--d-model", "4,8", "--out", "a.png"}, 2, "{d_model}");
    row("more than the disk",
        {"table", "--stage", "position", "--max-len", "2147483647", "--d-model", "65536", "--out", "x.npy"}, 4,
        "the file needs 512.0 TiB, but only ");
    row("no such shell", {"completion", "csh"}, 2, "bash, zsh or fish");
    row("missing value", table + QStringList{"--d-model"}, 2, "--d-model");
    row("empty value", table + QStringList{"--d-model", ""}, 2, "empty");
    row("zero", table + QStringList{"--d-model", "0"}, 2, "1 to 65536");
    row("negative is a value", table + QStringList{"--d-model", "-1"}, 2, "1 to 65536");
    row("not whole", table + QStringList{"--d-model", "1.5"}, 2, "whole number");
    row("huge", table + QStringList{"--max-len", "1" + QString(400, u'0')}, 2, "--max-len");
    row("a flag with a value", table + QStringList{"--labels=3"}, 2, "--labels: takes no value");
    row("given twice", table + QStringList{"--d-model", "3", "--d-model", "4"}, 2, "--d-model");
    row("value of another scheme", table + QStringList{"--octaves", "nan"}, 2, "--octaves");
    row("dropout", table + QStringList{"--dropout", "1.0000001"}, 2, "--dropout");
    row("nan", table + QStringList{"--base", "nan"}, 2, "--base");
    row("mistyped scheme", table + QStringList{"--scheme", "sinusoidale"}, 2, "sinusoidal");
    row("contradiction", table + QStringList{"--combine", "concat", "--position-dims", "600"}, 2, "--position-dims");
    row("seq_len over max_len", table + QStringList{"--seq-len", "6000"}, 2, "--seq-len");
    row("rows outside", table + QStringList{"--rows", "4999:5001"}, 2, "--rows");
    row("rows inverted", table + QStringList{"--rows", "5:5"}, 2, "--rows");
    row("format", {"table", "--stage", "sum", "--out", "x.xyz"}, 2, "npy");
    row("unknown stage", {"table", "--stage", "summ", "--out", "x.npy"}, 2, "output");
    row("unknown preset", table + QStringList{"--preset", "tutorail"}, 2, "tutorial");
    row("no output", {"table", "--stage", "sum"}, 2, "--out");
    row("two texts", table + QStringList{"--text", "a", "--text-file", "b"}, 2, "--text-file");
    row("missing text file", table + QStringList{"--text-file", "missing.txt"}, 3, "missing.txt");
    row("text file is a directory", table + QStringList{"--text-file", "/"}, 3, "folder");
    row("missing matrix", table + QStringList{"--embedding", "file:missing.npy"}, 3, "missing.npy");
    row("matrix is a device", table + QStringList{"--embedding", "file:/dev/zero"}, 3, "regular file");
    row("no folder", {"table", "--stage", "sum", "--out", "missing/x.npy"}, 4, "missing/x.npy");
    row("folder as output", {"table", "--stage", "sum", "--out", "/tmp/.npy/"}, 2, "/tmp/.npy/");
    row("too many draws", table + QStringList{"--max-len", "2147483647"}, 5, "philox");
    row("unknown list", {"list", "nothing"}, 2, "schemes");
    row("unknown view", {"figure", "--view", "pie", "--out", "x.png"}, 2, "heatmap");
    row("figure format", {"figure", "--view", "ratio", "--out", "x.gif"}, 2, "png");
    row("figure size", {"figure", "--view", "ratio", "--out", "x.png", "--size", "0x0in"}, 2, "--size");
    row("unknown part of the benchmark", {"bench", "--only", "table,tabel"}, 2, "table,output,frame");
    row("window without display", {}, 2, "display");
}

void TestCommandLine::refusals()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    const Run result = run(arguments);
    QVERIFY2(result.code == code, result.err.constData());
    QVERIFY2(result.err.startsWith("phasor: error: "), result.err.constData());
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.contains(says), result.err.constData());
    QVERIFY(result.out.isEmpty());
    QVERIFY(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden).isEmpty());
}

void TestCommandLine::oldFileSurvivesARefusal()
{
    const QString file = path("old.npy");
    QFile old(file);
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    QCOMPARE(run({"table", "--stage", "sum", "--out", file, "--dropout", "2"}).code, 2);
    QCOMPARE(run({"table", "--stage", "sum", "--out", file, "--max-len", "2147483647"}).code, 5);
    QCOMPARE(contents(file), QByteArray("old"));
    QVERIFY(QFile::remove(file));
}

void TestCommandLine::errorsAsJson()
{
    const Run result
        = run({"table", "--json-errors", "--stage", "sum", "--out", "x.npy", "--embedding", "file:missing.npy"});
    QCOMPARE(result.code, 3);
    const auto error = nlohmann::json::parse(result.err.toStdString());
    for (const char* key : {"file", "offset", "line", "column", "field", "code", "message", "remedy"})
        QVERIFY2(error.contains(key), key);
    const Run window = run({"lesson", "why-sqrt-d-model", "--json-errors"}); // which needs a display
    QCOMPARE(window.code, 2);
    QVERIFY(nlohmann::json::parse(window.err.toStdString())["code"] == "DISPLAY");
}

void TestCommandLine::strictMakesWarningsCount()
{
    const QStringList arguments{"table",  "--stage", "sum",       "--out", path("cut.npy"),
                                "--text", "a b c d", "--max-len", "3"};
    const Run plain = run(arguments);
    QCOMPARE(plain.code, 0);
    QVERIFY2(plain.err.startsWith("phasor: warning: the text has 6 tokens, but only the first 3"),
             plain.err.constData());
    QVERIFY(QFile::remove(path("cut.npy")));
    const Run strict = run(arguments + QStringList{"--strict"});
    QCOMPARE(strict.code, 3);
    QVERIFY2(strict.err.contains("phasor: error: --strict: nothing is written"), strict.err.constData());
    QVERIFY(!QFile::exists(path("cut.npy")));
    const Run quiet = run(arguments + QStringList{"--quiet"});
    QCOMPARE(quiet.code, 0);
    QCOMPARE(quiet.err, QByteArray());
    QVERIFY(QFile::remove(path("cut.npy")));
}

void TestCommandLine::tableIsNumPys()
{
    const QString file = path("pe.npy");
    QCOMPARE(run({"table", "--stage", "position", "--d-model", "4", "--max-len", "3", "--out", file}).code, 0);
    const QByteArray bytes = contents(file);
    QVERIFY(bytes.startsWith("\x93NUMPY\x01"));
    QVERIFY(bytes.contains("'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)"));
    QCOMPARE(bytes.size(), qsizetype{128 + 48});
    float cells[12];
    std::memcpy(cells, bytes.constData() + 128, sizeof(cells));
    QCOMPARE(cells[0], 0.0F);
    QCOMPARE(cells[1], 1.0F);
    QCOMPARE(cells[4], 0.841470985F); // sin 1
    QCOMPARE(cells[7], 0.999950000F); // cos 0.01
    QCOMPARE(run({"table", "--stage", "mask", "--d-model", "4", "--max-len", "3", "--out", file}).code, 0);
    QVERIFY(contents(file).contains("'descr': '|b1'"));
    QCOMPARE(run({"table", "--stage", "tokens", "--text", "a b", "--out", file}).code, 0);
    QVERIFY(contents(file).contains("'descr': '<i8', 'fortran_order': False, 'shape': (4,)"));
    QVERIFY(QFile::remove(file));
}

void TestCommandLine::csvOfBillionsComesAtOnce()
{
    const QString file = path("far.csv");
    QCOMPARE(run({"table", "--stage", "position", "--max-len", "2147483647", "--rows", "2000000000:2000000002",
                  "--cols", "0:2", "--out", file})
                 .code,
             0);
    QCOMPARE(contents(file), QByteArray("0.914710462,0.404109865\n0.834266901,-0.551360846\n"));
    QVERIFY(QFile::remove(file));
}

void TestCommandLine::statisticsAreJson()
{
    const Run result = run({"stats", "--text", "the cat sat"});
    QVERIFY2(result.code == 0, result.err.constData());
    const auto object = nlohmann::json::parse(result.out.toStdString());
    QCOMPARE(object["seq_len"].get<int>(), 5);
    QCOMPARE(object["ratio_by_position"].size(), std::size_t{5});
    QVERIFY(std::abs(object["position_norm"].get<double>() - 16) < 1e-5);
}

void TestCommandLine::aValueMayBeEmpty()
{
    const Run apart = run({"stats", "--text", "", "--d-model", "8"});
    QVERIFY2(apart.code == 0, apart.err.constData());
    QCOMPARE(run({"stats", "--text=", "--d-model", "8"}).out, apart.out);
    QCOMPARE(run({"stats", "--d-model="}).code, 2);
    QCOMPARE(run({"table", "--out", "a.npy", "--", "--text="}).code, 2);
}

void TestCommandLine::listsAreComplete_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("parameters") << QByteArray("d-model");
    QTest::newRow("schemes") << QByteArray("sinusoidal");
    QTest::newRow("stages") << QByteArray("output");
    QTest::newRow("views") << QByteArray("heatmap");
    QTest::newRow("initializers") << QByteArray("normal");
    QTest::newRow("generators") << QByteArray("torch-mkl");
    QTest::newRow("placements") << QByteArray("embedding");
    QTest::newRow("presets") << QByteArray("book-mask");
    QTest::newRow("tokenizers") << QByteArray("words");
    QTest::newRow("colormaps") << QByteArray("viridis");
    QTest::newRow("measures") << QByteArray("constant_share");
}

void TestCommandLine::listsAreComplete()
{
    QFETCH(QByteArray, id);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(run({"list", name}).out.contains(id));
    const auto list = nlohmann::json::parse(run({"list", name, "--json"}).out.toStdString());
    QVERIFY(std::any_of(list.begin(), list.end(), [&](const auto& entry) { return entry["id"] == id.toStdString(); }));
}

void TestCommandLine::everyViewIsAFigure_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("magic");
    const auto views = nlohmann::json::parse(run({"list", "views", "--json"}).out.toStdString());
    for (const auto& entry : views) {
        const auto view = QString::fromStdString(entry["id"].get<std::string>());
        const auto row = [&view](const char* format, const char* magic) {
            QTest::addRow("%s %s", qPrintable(view), format)
                << view << QString::fromLatin1(format) << QByteArray(magic);
        };
        row("png", "\x89PNG");
        row("svg", "<?xml");
        row("pdf", "%PDF");
    }
}

void TestCommandLine::everyViewIsAFigure()
{
    QFETCH(QString, view);
    QFETCH(QString, format);
    QFETCH(QByteArray, magic);
    const QString file = path("figure.") + format;
    QStringList arguments{"figure", "--view", view, "--out", file, "--text", "the cat sat", "--d-model", "64"};
    if (view == "mosaic" || view == "heads") // views that a table of waves has not
        arguments << "--scheme" << (view == "mosaic" ? "grid-mae" : "alibi");
    if (view == "training")
        arguments << "--steps"
                  << "1"
                  << "--seeds"
                  << "1";
    const Run result = run(arguments);
    QVERIFY2(result.code == 0, result.err.constData());
    QVERIFY2(result.err.isEmpty(), result.err.constData());
    QVERIFY(contents(file).startsWith(magic));
    QVERIFY(QFile::remove(file));
}

// No speed is tested: that every number of the contract is there, and that the tables that were timed are right.
void TestCommandLine::benchmarkIsWhole()
{
    const Run result = run({"bench", "--json"});
    QVERIFY2(result.code == 0, result.err.constData());
    const auto json = nlohmann::json::parse(result.out.toStdString());
    QVERIFY(json["threads"].get<int>() >= 1);
    for (const char* limit : {"stream_store_GBps", "copy_GBps", "cached_store_GBps"})
        QVERIFY2(json["limits"][limit].get<double>() > 0, limit);
    const auto has = [](const nlohmann::json& list, std::int64_t rows, std::int64_t cols) {
        return std::any_of(list.begin(), list.end(),
                           [&](const auto& e) { return e["rows"] == rows && e["cols"] == cols; });
    };
    QVERIFY(has(json["table"], 5000, 512) && has(json["table"], 32768, 2048));
    for (const auto& table : json["table"]) {
        QVERIFY(table["ms"].get<double>() > 0 && table["GBps"].get<double>() > 0);
        QVERIFY(table["allocated_ms"].get<double>() > 0);
        QVERIFY(table["share_of_limit"].get<double>() > 0);
        QVERIFY(table["max_abs_error"].get<double>() <= 3.0e-8);
    }
    QVERIFY(has(json["output"], 32768, 1024));
    for (const auto& output : json["output"])
        QVERIFY(output["ms"].get<double>() > 0 && output["share_of_limit"].get<double>() > 0
                && output["allocated_ms"].get<double>() > 0);
    QVERIFY(has(json["frame"], 5000, 512) && has(json["frame"], 2147483647, 512)
            && has(json["frame"], 2147483647, 65536));
    for (const auto& frame : json["frame"]) {
        QCOMPARE(frame["pixels"].get<std::string>(), std::string("1200x900"));
        QVERIFY(frame["p99_ms"].get<double>() >= frame["ms"].get<double>());
        QVERIFY(frame["ms"].get<double>() >= frame["draw_ms"].get<double>());
    }
}

void TestCommandLine::helpAndVersion_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("--help") << QStringList{"--help"} << QByteArray("table");
    QTest::newRow("help completion") << QStringList{"help", "completion"} << QByteArray("bash|zsh|fish");
    QTest::newRow("default of each scheme") << QStringList{"help", "stats"} << QByteArray("Default: halves [rope]");
    QTest::newRow("--version") << QStringList{"--version"} << QByteArray("phasor ");
    QTest::newRow("command") << QStringList{"table", "--help"} << QByteArray("--d-model");
    QTest::newRow("help wins") << QStringList{"table", "--help", "--d-model", "0"} << QByteArray("--d-model");
}

void TestCommandLine::helpAndVersion()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Run result = run(arguments);
    QCOMPARE(result.code, 0);
    QVERIFY(result.out.contains(says));
    QVERIFY(result.err.isEmpty());
}

void TestCommandLine::fullStandardOutput()
{
    const Run result = run({"-c", QStringLiteral(PHASOR_PROGRAM " list schemes > /dev/full")}, QStringLiteral("sh"));
    QCOMPARE(result.code, 4);
    QVERIFY2(result.err.startsWith("phasor: error: standard output"), result.err.constData());
}

// Standard output and named pipes get the bytes of the file; a pipe is read as a text.
void TestCommandLine::pipes()
{
    const QStringList table{"table", "--stage", "output", "--text", "the cat sat", "--d-model", "8"};
    for (const char* format : {"npy", "csv"}) {
        const QString file = path("piped.") + QLatin1String(format);
        QCOMPARE(run(table + QStringList{"--out", file}).code, 0);
        const Run piped = run(table + QStringList{"--out", "-", "--format", format});
        QCOMPARE(piped.code, 0);
        QVERIFY(piped.out == contents(file));
        QVERIFY(QFile::remove(file));
    }
    const QStringList figure{"figure", "--view", "ratio", "--d-model", "8", "--max-len", "9"};
    QVERIFY(run(figure + QStringList{"--out", "-", "--format", "png"}).out.startsWith("\x89PNG"));
    const QString script = QStringLiteral(
        "printf 'the cat\\r\\nsat\\n' | \"$1\" table --stage sum --text-file - --d-model 8 --out a.npy; "
        "\"$1\" table --stage sum --text-file <(printf 'the cat\\nsat') --d-model 8 --format npy --out >(cat > b.npy); "
        "wait; sleep 0.1; cmp a.npy b.npy && rm a.npy b.npy");
    const Run bash = run({"-c", script, "bash", QStringLiteral(PHASOR_PROGRAM)}, QStringLiteral("/bin/bash"));
    QVERIFY2(bash.code == 0, bash.err.constData());
}

// A byte order mark and the line ends of other systems are no tokens.
void TestCommandLine::textFiles()
{
    const QString file = path("text.txt");
    const auto lengthOf = [&](const QByteArray& bytes) {
        QFile text(file);
        if (!text.open(QIODevice::WriteOnly) || text.write(bytes) != bytes.size())
            return -1;
        text.close();
        const Run result = run({"stats", "--tokenizer", "bytes", "--text-file", file, "--keys", "seq_len"});
        return result.code == 0 ? nlohmann::json::parse(result.out.toStdString())["seq_len"].get<int>() : -result.code;
    };
    const int plain = lengthOf("a b\nc d");
    QVERIFY(plain > 0);
    for (const char* bytes : {"a b\nc d\n", "a b\r\nc d\r\n",
                              "\xef\xbb\xbf"
                              "a b\r\nc d"})
        QCOMPARE(lengthOf(bytes), plain);
    for (const char* bytes : {"", "\n", "\xef\xbb\xbf\r\n"})
        QCOMPARE(lengthOf(bytes), -3);
    QVERIFY(QFile::remove(file));
}

void TestCommandLine::sweeps()
{
    const QStringList stats{"stats", "--max-len", "9", "--d-model", "4,8", "--scale", "none,2"};
    const Run json = run(stats + QStringList{"--keys", "ratio,scale"});
    QVERIFY2(json.code == 0, json.err.constData());
    const QList<QByteArray> lines = json.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    const auto third = nlohmann::json::parse(lines[2].toStdString());
    QCOMPARE(third["d_model"].get<int>(), 8);
    QCOMPARE(third["scale"].get<double>(), 1.0); // measured, in place of the word
    const auto alone = nlohmann::json::parse(
        run({"stats", "--max-len", "9", "--d-model", "8", "--scale", "none"}).out.toStdString());
    QVERIFY(third["ratio"] == alone["ratio"]);
    const QList<QByteArray> csv
        = run(stats + QStringList{"--keys", "ratio", "--format", "csv"}).out.trimmed().split('\n');
    QCOMPARE(csv.size(), 5);
    QCOMPARE(csv[0], QByteArray("d_model,scale,ratio"));
    QVERIFY(csv[3].startsWith("8,none,"));
    QCOMPARE(run({"figure", "--view", "ratio", "--max-len", "9", "--d-model", "4,8", "--out", "r-{d_model}.svg"}).code,
             0);
    for (const char* name : {"r-4.svg", "r-8.svg"})
        QVERIFY(QFile::remove(path(name)));
    const QStringList heatmap{"figure", "--view", "heatmap", "--max-len", "9", "--out"};
    QCOMPARE(run(heatmap + QStringList{"o-{d_model}.svg", "--d-model", "4"}).code, 0);
    QVERIFY(QFile::remove(path("o-4.svg")));
    const Run tokenizers
        = run({"stats", "--text", "a b", "--tokenizer", "words,bytes", "--keys", "seq_len", "--format", "csv"});
    QCOMPARE(tokenizers.out, QByteArray("tokenizer,seq_len\nwords,4\nbytes,3\n"));
}

// A wrong value, or a warning that is an error, comes before the first figure.
void TestCommandLine::sweepsAreCheckedFirst()
{
    const QStringList heatmap{"figure", "--view", "heatmap", "--out", "q-{d_model}-{max_len}.svg", "--text", "a b c"};
    QCOMPARE(run(heatmap + QStringList{"--d-model", "8,x", "--max-len", "9,8"}).code, 2);
    QCOMPARE(run(heatmap + QStringList{"--d-model", "8,4", "--max-len", "9,4", "--strict"}).code, 3);
    QVERIFY(QDir(m_folder.path()).entryList({"q-*"}).isEmpty());
    // The product of two lists is not made in advance: nine million setups would need 20 GB.
    QStringList numbers;
    for (int i = 1; i <= 3000; ++i)
        numbers << QString::number(i);
    const Run many = run({"stats", "--keys", "d_model", "--d-model", numbers.join(u','), "--base",
                          numbers.join(u',') + QStringLiteral(",x")});
    QCOMPARE(many.code, 2);
}

void TestCommandLine::closedOutputIsAnError()
{
    for (const char* command : {"figure --view heatmap --max-len 9 --out - --format svg", "stats --keys d_model",
                                "table --max-len 9 --stage sum --out - --format csv"}) {
        const QString line = QStringLiteral(PHASOR_PROGRAM " ") + QLatin1String(command) + QStringLiteral(" >&-");
        const Run closed = run({"-c", line}, QStringLiteral("/bin/sh"));
        QCOMPARE(closed.code, 4);
        QVERIFY2(closed.err.contains("Bad file descriptor"), closed.err.constData());
    }
}

void TestCommandLine::chosenKeys()
{
    const auto all = nlohmann::json::parse(run({"stats", "--max-len", "1025", "--d-model", "4"}).out.toStdString());
    QCOMPARE(all["ratio_by_position"]["length"].get<int>(), 1025);
    QCOMPARE(all["kernel"].size(), std::size_t{1024});
    const auto one = nlohmann::json::parse(
        run({"stats", "--max-len", "1025", "--d-model", "4", "--keys", "ratio_by_position"}).out.toStdString());
    QCOMPARE(one.size(), std::size_t{1});
    QCOMPARE(one["ratio_by_position"].size(), std::size_t{1025});
    const auto inside = nlohmann::json::parse(
        run({"stats", "--max-len", "1025", "--d-model", "4", "--keys", "overlap.rank,energy_by_dimension.scaled,ratio"})
            .out.toStdString());
    nlohmann::json wanted{{"ratio", all["ratio"]}};
    wanted["overlap"]["rank"] = all["overlap"]["rank"];
    wanted["energy_by_dimension"]["scaled"] = all["energy_by_dimension"]["scaled"];
    QVERIFY(all["overlap"]["rank"].is_number());
    QVERIFY(inside == wanted);
    const auto none = nlohmann::json::parse(
        run({"stats", "--max-len", "5", "--d-model", "1", "--layout", "tensor2tensor"}).out.toStdString());
    QCOMPARE(none["pairs"].get<int>(), 0);
    QVERIFY(none["kernel"].is_null());
    const auto mask = nlohmann::json::parse(
        run({"stats", "--max-len", "3", "--d-model", "1", "--dropout", "0.5", "--seed", "3"}).out.toStdString());
    const double thirds = mask["dropped_fraction"].get<double>() * 3;
    QCOMPARE(thirds / 3, mask["dropped_fraction"].get<double>());
    QVERIFY(mask["dropped_fraction"] == 0.0 || mask["dropped_fraction"] == 1.0 / 3
            || mask["dropped_fraction"] == 2.0 / 3 || mask["dropped_fraction"] == 1.0);
}

void TestCommandLine::optionsWithoutEffect_data()
{
    QTest::addColumn<QStringList>("setUp");
    QTest::addColumn<QStringList>("option");
    const auto row = [](const QStringList& setUp, const QStringList& option) {
        QTest::newRow(qPrintable((setUp + option).join(u' '))) << setUp << option;
    };
    row({}, {"--gpu-threads", "1024"});
    row({}, {"--position-dims", "3"});
    row({}, {"--tokenizer", "bytes"});
    row({}, {"--projection-seed", "3"});
    row({"--scheme", "rope", "--heads", "2"}, {"--combine", "concat"});
    row({"--scheme", "nope"}, {"--layout", "halves"});
    row({"--mode", "eval"}, {"--dropout-seed", "3"});
    row({"--dropout", "0"}, {"--draws-before-mask", "3"});
    row({"--generator", "torch-cuda"}, {"--draws-before-mask", "3"});
    row({"--dropout", "0"}, {"--dropout-scale", "native"});
    row({"--mode", "eval", "--text", "the cat"}, {"--protect", "the"});
    row({"--embedding", "file:e.npy", "--heads", "1"}, {"--embedding-std", "2"});
    row({"--embedding", "file:e.npy", "--heads", "1"}, {"--init-after-default", "on"});
    row({"--scheme", "learned", "--table", "file:e.npy", "--max-len", "9"}, {"--table-std", "2"});
}

// Warned of, and the numbers are those without it.
void TestCommandLine::optionsWithoutEffect()
{
    QFETCH(QStringList, setUp);
    QFETCH(QStringList, option);
    QCOMPARE(run({"table", "--stage", "embedding", "--max-len", "9", "--d-model", "8", "--seed", "7", "--out", "e.npy"})
                 .code,
             0);
    const QStringList base = QStringList{"stats"}
        + (setUp.contains("--max-len") ? QStringList{} : QStringList{"--max-len", "9"})
        + (setUp.contains("file:e.npy") && setUp[0] == "--embedding" ? QStringList{} : QStringList{"--d-model", "8"})
        + setUp;
    const Run without = run(base);
    QCOMPARE(without.code, 0);
    QCOMPARE(without.err, QByteArray());
    const Run with = run(base + option);
    QCOMPARE(with.code, 0);
    QVERIFY2(with.err.startsWith("phasor: warning: " + option[0].toUtf8() + " has no effect"), with.err.constData());
    QCOMPARE(with.err.count('\n'), 1);
    QCOMPARE(with.out, without.out);
    QCOMPARE(run(base + option + QStringList{"--strict"}).code, 3);
}

void TestCommandLine::optionsOfOtherPlots_data()
{
    QTest::addColumn<QByteArray>("view");
    const auto views = nlohmann::json::parse(run({"list", "views", "--json"}).out.toStdString());
    for (const auto& view : views) {
        const auto id = QByteArray::fromStdString(view["id"]);
        QTest::newRow(id.constData()) << id;
    }
}

// An option of the view either changes the figure or is warned of.
void TestCommandLine::optionsOfOtherPlots()
{
    QFETCH(QByteArray, view);
    // More positions than pixels, so that they are reduced; room for every panel.
    QStringList base{"figure", "--view", QString::fromUtf8(view), "--d-model", "16", "--size",   "220x160mm",
                     "--dpi",  "60",     "--no-metadata",         "--out",     "-",  "--format", "png"};
    if (view == "mosaic")
        base += QStringList{"--scheme", "grid-mae", "--grid", "25x20"};
    else
        base += QStringList{"--max-len", "500"};
    if (view == "heads")
        base += QStringList{"--scheme", "alibi"};
    if (view == "training")
        base += QStringList{"--steps", "10", "--seeds", "1"};
    const Run plain = run(base);
    QCOMPARE(plain.code, 0);
    const QList<QStringList> options{{"--stage", "sum"},         {"--colormap", "magma"}, {"--range", "-0.3:0.3"},
                                     {"--reduction", "nearest"}, {"--rows", "2:9"},       {"--cols", "4:9"},
                                     {"--dims", "1,2"},          {"--at", "3,5"},         {"--lay-over", "alibi"},
                                     {"--log-distance"},         {"--shift", "3"},        {"--minus-row-means"}};
    QStringList together;
    for (const QStringList& option : options)
        together += option;
    const Run all = run(base + together);
    QCOMPARE(all.code, 0);
    QStringList idle;
    for (const QStringList& option : options) {
        if (all.err.contains("warning: " + option[0].toUtf8() + " has no effect"))
            idle += option;
        else
            QVERIFY2(run(base + option).out != plain.out, qPrintable(option[0]));
    }
    QCOMPARE(run(base + idle).out, plain.out);
}

// A view that does not apply is one line, although its panels would have no room either.
void TestCommandLine::figureWithoutRoom()
{
    const QStringList small{"figure", "--view",  "recoverability", "--size", "85x60mm", "--out", "-",
                            "--dpi",  "60",      "--format",       "png",    "--text",  "a b c", "--d-model",
                            "16",     "--scheme"};
    const Run room = run(small + QStringList{"sinusoidal"});
    QVERIFY2(room.code == 0 && room.err.contains("there is no room for placement, scale"), room.err.constData());
    QStringList table = small + QStringList{"sinusoidal"};
    table[2] = "initializers";
    QVERIFY(run(table).err.contains("there is no room for the numbers at the right; use a larger size"));
    const Run none = run(small + QStringList{"rope"});
    QCOMPARE(none.code, 2);
    QCOMPARE(none.err.count('\n'), 1);
    const Run strict = run(small + QStringList{"sinusoidal", "--strict"});
    QVERIFY(strict.code == 3 && strict.out.isEmpty());
}

void TestCommandLine::labelsOfTables()
{
    const auto lines = [this](const QStringList& words) {
        const Run result
            = run(QStringList{"table", "--labels", "--out", "-", "--format", "csv", "--d-model", "4"} + words);
        return result.code == 0 && result.err.isEmpty() ? result.out.split('\n') : QByteArrayList{result.err};
    };
    const QStringList text{"--text", "the \"big, cat"};
    const QByteArrayList sum = lines(QStringList{"--stage", "sum", "--cols", "1:3"} + text);
    QCOMPARE(sum[0], QByteArray("position,token,1,2"));
    QVERIFY2(sum[2].startsWith("1,the,"), sum[2].constData());
    QVERIFY2(sum[3].startsWith("2,\"\"\"\","), sum[3].constData()); // a quote
    const QByteArrayList tokens = lines(QStringList{"--stage", "tokens"} + text);
    QCOMPARE(tokens[0], QByteArray("position,token,id"));
    QVERIFY2(tokens[1].startsWith("0,[CLS],"), tokens[1].constData());
    const QByteArrayList grid
        = lines({"--scheme", "grid-mae", "--grid", "2x3", "--stage", "position", "--rows", "4:5"});
    QCOMPARE(grid[0], QByteArray("position,cell,0,1,2,3"));
    QVERIFY2(grid[1].startsWith("4,\"1, 1\","), grid[1].constData());
    const QByteArrayList far
        = lines({"--stage", "position", "--max-len", "9", "--first-position", "100", "--rows", "3:5"});
    QVERIFY2(far[1].startsWith("103,"), far[1].constData());
    // Without names of rows and columns the cells are those of a table without labels, also where a row is many tiles
    // wide.
    const QStringList wide{"table", "--stage", "sum", "--max-len", "3",  "--d-model",
                           "65536", "--out",   "-",   "--format",  "csv"};
    QByteArray cells;
    const QByteArray labelled = run(wide + QStringList{"--labels"}).out;
    for (const QByteArray& line : labelled.mid(labelled.indexOf('\n') + 1).split('\n'))
        cells += line.isEmpty() ? QByteArray() : line.mid(line.indexOf(',') + 1) + '\n';
    QVERIFY(cells == run(wide).out);
    QCOMPARE(labelled.left(labelled.indexOf('\n')).count(','), 65536);
    const Run npy = run({"table", "--stage", "sum", "--max-len", "3", "--labels", "--out", "x.npy"});
    QVERIFY2(npy.err.startsWith("phasor: warning: --labels has no effect"), npy.err.constData());
    QVERIFY(QFile::remove(path("x.npy")));
}

void TestCommandLine::helpFitsTheTerminal()
{
    for (const QStringList& words : {QStringList{"help", "table"}, {"figure", "--help"}, {"help"}, {"--help"}}) {
        const QByteArray help = run(words).out;
        QVERIFY(help.startsWith("Usage: phasor "));
        for (const QByteArray& line : help.split('\n'))
            QVERIFY2(QString::fromUtf8(line).size() <= 80 || line.startsWith("  phasor ") || line.startsWith("Usage: "),
                     line.constData());
    }
    QVERIFY(run({"help", "table"}).out.startsWith("Usage: phasor table --stage ID --out FILE"));
    QCOMPARE(run({"help", "table"}).out, run({"table", "-h"}).out);
    QCOMPARE(run({"-V"}).out, run({"--version"}).out);
}

void TestCommandLine::completions()
{
    for (const char* word : {"-h", "--help"}) {
        QCOMPARE(run({"completion", word}).code, 0);
        QVERIFY(run({"completion", word}).out.startsWith("Usage: phasor completion bash|zsh|fish\n"));
        QCOMPARE(run({"help", word}).out, run({"help"}).out);
    }
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const QByteArray script = run({"completion", shell}).out;
        for (const char* word : {"rotary-fraction", "figure", "t5-buckets", "tensor2tensor", "json-errors"})
            QVERIFY2(script.contains(word), word);
    }
    const QString script
        = QStringLiteral("source <(\"$1\" completion bash); COMP_WORDS=(phasor stats --layout h); COMP_CWORD=3; "
                         "_phasor; echo \"${COMPREPLY[@]}\"; COMP_WORDS=(phasor table --st); COMP_CWORD=2; "
                         "_phasor; echo \"${COMPREPLY[@]}\"");
    const Run bash = run({"-c", script, "bash", QStringLiteral(PHASOR_PROGRAM)}, QStringLiteral("/bin/bash"));
    QCOMPARE(bash.out, QByteArray("halves\n--stage --strict\n"));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
