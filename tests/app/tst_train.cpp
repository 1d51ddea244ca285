// SPDX-License-Identifier: GPL-3.0-or-later
// phasor train: its JSON, its table, the same bits for any number of threads, and what it refuses.
#include "app/program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using Json = nlohmann::ordered_json;

namespace {

const QStringList kSmall{"--d-model", "16",      "--heads", "2",       "--length", "8",       "--tokens",
                         "6",         "--batch", "8",       "--steps", "30",       "--seeds", "2"};

} // namespace

class TestTrain : public QObject
{
    Q_OBJECT

private slots:
    void json();
    void sameBitsForAnyThreads();
    void curvesAsCsv();
    void text();
    void anExperimentAsCode();
    void refusals_data();
    void refusals();

private:
    Run train(const QStringList& more) const
    {
        return runProgram(QStringList("train") + kSmall + more, m_folder.path());
    }
    Json trained(const QStringList& more) const
    {
        const Run run = train(QStringList("--json") + more);
        return run.code == 0 ? Json::parse(run.out.toStdString()) : Json(run.err.toStdString());
    }
    QTemporaryDir m_folder;
};

void TestTrain::json()
{
    const Json json = trained({"--vary", "scheme=sinusoidal,nope", "--vary", "tied=off,on"});
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items())
        keys.push_back(key);
    QVERIFY(keys == (std::vector<std::string>{"task", "steps", "variants", "verdict", "seconds"}));
    QVERIFY(json["task"] == Json("recall"));
    QVERIFY(json["steps"] == Json({0.0, 25.0, 30.0}));
    QCOMPARE(json["variants"].size(), std::size_t{4});
    const Json& last = json["variants"][3];
    QVERIFY(last["name"] == Json("scheme=nope, tied=on"));
    QVERIFY(last["parameters"]["scheme"] == Json("nope"));
    QVERIFY(last["parameters"]["tied"] == Json("on"));
    QCOMPARE(last["accuracy"].size(), std::size_t{2}); // seeds
    QCOMPARE(last["accuracy"][1].size(), std::size_t{3});
    QCOMPARE(last["loss"][0].size(), std::size_t{3});
    QVERIFY(last["final"]["low"] <= last["final"]["mean"] && last["final"]["mean"] <= last["final"]["high"]);
    QVERIFY(last["longer"]["2"]["mean"].is_number() && last["longer"]["4"]["mean"].is_number());
    QVERIFY(json["verdict"].get<std::string>().size() > 10);
    QVERIFY(json["seconds"] > 0);
}

void TestTrain::sameBitsForAnyThreads()
{
    Json one = trained({"--threads", "1"});
    Json all = trained({});
    one.erase("seconds");
    all.erase("seconds");
    QVERIFY(one.is_object());
    QCOMPARE(QByteArray::fromStdString(one.dump()), QByteArray::fromStdString(all.dump()));
}

void TestTrain::curvesAsCsv()
{
    QCOMPARE(train({"--vary", "scale=none,2", "--out", "curves.csv"}).code, 0);
    QFile file(m_folder.filePath("curves.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.front(), QByteArray("variant,seed,step,accuracy,loss"));
    QCOMPARE(lines.size(), 1 + 2 * 2 * 3);
    QVERIFY(lines.back().startsWith("scale=2,1,30,"));
    const Run piped = train({"--out", "-", "--format", "csv"});
    QVERIFY(piped.out.startsWith("variant,seed,step"));
}

void TestTrain::text()
{
    const Run run = train({"--vary", "scale=none,2"});
    QCOMPARE(run.code, 0);
    const QList<QByteArray> lines = run.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith("scale=none: accuracy "));
    QVERIFY(lines[2].contains("seeds"));
}

// The script for PyTorch, with each kind of encoding, learns the same where PyTorch is there.
void TestTrain::anExperimentAsCode()
{
    QProcess python;
    python.start("/usr/bin/python3", {"-c", "import torch"});
    if (!python.waitForFinished(120000) || python.exitCode() != 0)
        QSKIP("needs python3-torch");
    for (const char* scheme : {"sinusoidal", "learned", "rope", "xpos", "alibi", "t5", "nope"}) {
        const QStringList options = QStringList{"--scheme", scheme, "--max-len", "64", "--task", "induction"} + kSmall;
        const Run code = runProgram(QStringList{"code", "--for", "torch"} + options, m_folder.path());
        QVERIFY2(code.code == 0, code.err.constData());
        QFile file(m_folder.filePath("training.py"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(code.out + "\nprint('RESULT', losses[0][0], losses[0][-1])\n");
        file.close();
        QProcess script;
        script.setWorkingDirectory(m_folder.path());
        script.start("/usr/bin/python3", {"training.py"});
        QVERIFY(script.waitForFinished(240000));
        QVERIFY2(script.exitCode() == 0, script.readAllStandardError().constData());
        const QList<QByteArray> words = script.readAllStandardOutput().trimmed().split('\n').back().split(' ');
        QCOMPARE(words.front(), QByteArray("RESULT"));
        const Run ours = runProgram(QStringList{"train", "--json"} + options, m_folder.path());
        const Json loss = Json::parse(ours.out.toStdString())["variants"][0]["loss"][0];
        // The same weights at the start, other batches: the losses of 16 sequences differ by their noise.
        QVERIFY2(std::fabs(words[1].toDouble() - loss.front().get<double>()) < 0.25, scheme);
        QVERIFY2(std::fabs(words[2].toDouble() - loss.back().get<double>()) < 0.35, scheme);
    }
}

void TestTrain::refusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* says) {
        QTest::newRow(name) << arguments << code << QByteArray(says);
    };
    row("unknown task", {"--task", "recal"}, 2, "--task");
    row("no such text", {"--task", "text:missing.txt"}, 3, "missing.txt");
    row("text shorter than a batch", {"--task", "text:short.txt"}, 3, "a batch needs 180");
    row("text that is not UTF-8", {"--task", "text:latin.txt"}, 3, "UTF-8");
    row("unknown parameter", {"--vary", "scael=none,1"}, 2, "did you mean scale");
    row("value out of range", {"--vary", "layers=1,9"}, 2, "--vary layers");
    row("no list", {"--vary", "scale"}, 2, "--vary");
    row("lists beside a second set-up", {"--vary", "tied=off,on", "--compare-with", "--scale none"}, 2, "--vary");
    row("heads that do not divide", {"--vary", "heads=2,3"}, 2, "--heads");
    row("beyond a learned table", {"--scheme", "learned", "--max-len", "7"}, 2, "the table ends after 7");
    row("tied and beside", {"--tied", "on", "--combine", "concat"}, 2, "--tied");
    row("too far back", {"--distance", "8"}, 2, "--distance");
    row("no seeds", {"--seeds", "0"}, 2, "--seeds");
    row("other ending", {"--out", "curves.npy"}, 2, "csv");
    row("no folder", {"--out", "none/curves.csv"}, 4, "none/curves.csv");
}

void TestTrain::refusals()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    const auto write = [this](const char* name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
    };
    write("short.txt", "too short");
    write("latin.txt", QByteArray("\xe4").repeated(4000));
    QStringList all = QStringList("train") + kSmall;
    for (int i = 0; i + 1 < arguments.size(); i += 2) { // given once
        if (const auto at = all.indexOf(arguments[i]); at > 0)
            all.remove(at, 2);
    }
    const Run run = runProgram(all + arguments, m_folder.path());
    QVERIFY2(run.code == code, run.err.constData());
    QVERIFY2(run.err.startsWith("phasor: error: "), run.err.constData());
    QCOMPARE(run.err.count('\n'), 1);
    QVERIFY2(run.err.contains(says), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

QTEST_GUILESS_MAIN(TestTrain)
#include "tst_train.moc"
