// SPDX-License-Identifier: GPL-3.0-or-later
// The program ended in the middle: by signals, and by a reader that has gone.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

class TestInterrupts : public QObject
{
    Q_OBJECT

private slots:
    void leavesNothing_data();
    void leavesNothing();
    void whileDrawing();
    void atAnyMoment_data();
    void atAnyMoment();
    void killed();
    void cpuTimeIsUp();
    void whileTheDiskIsSlow_data();
    void whileTheDiskIsSlow();
    void whileTheFolderIsFlushed_data();
    void whileTheFolderIsFlushed();
    void ignoredSignalsStayIgnored();
    void theWindowClosesWell_data();
    void theWindowClosesWell();
    void closedPipe_data();
    void closedPipe();
    void theWholeTextIsNoFault();
};

namespace {

const QString kProgram = QStringLiteral(PHASOR_PROGRAM);

QStringList filesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden);
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Whether the process has a handler of the signal: /proc/PID/status says so.
bool handles(const QProcess& process, int signal)
{
    const QByteArray status = contents(QStringLiteral("/proc/%1/status").arg(process.processId()));
    const qsizetype line = status.indexOf("SigCgt");
    return line >= 0 && (status.mid(line + 7, 17).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1) != 0;
}

// A command has begun once it handles signals; SIGXCPU is the last one that gets its handler.
bool hasBegun(const QProcess& process)
{
    return handles(process, SIGXCPU);
}

// It has a file open in the folder: one without a name, or the temporary one.
bool isWritingInto(const QProcess& process, const QString& folder)
{
    const QDir open(QStringLiteral("/proc/%1/fd").arg(process.processId()));
    const auto entries = open.entryInfoList(QDir::Files | QDir::System);
    return std::any_of(entries.begin(), entries.end(), [&](const QFileInfo& entry) {
        return entry.symLinkTarget().startsWith(folder + QLatin1Char('/'));
    });
}

// Started with a file that is there already, which holds "old".
struct Started
{
    QTemporaryDir folder;
    QString target;
    QProcess process;

    Started(const QStringList& arguments, const char* name, const QProcessEnvironment& environment = {})
        : target(folder.filePath(QString::fromLatin1(name)))
    {
        QFile file(target);
        if (!file.open(QIODevice::WriteOnly) || file.write("old") != 3)
            qFatal("cannot write");
        file.close();
        QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
        all.insert(environment);
        process.setProcessEnvironment(all);
        process.start(kProgram, arguments + QStringList{QStringLiteral("--out"), target});
        if (!process.waitForStarted())
            qFatal("cannot start");
    }

    void send(int signal) { ::kill(static_cast<pid_t>(process.processId()), signal); }
    bool isWriting() const { return isWritingInto(process, folder.path()); }
};

QProcessEnvironment slowDisk(int milliseconds = 1000)
{
    QProcessEnvironment slow;
    slow.insert(QStringLiteral("PHASOR_FLUSH"), QString::number(milliseconds));
    slow.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(PHASOR_SLOW_DISK));
    slow.insert(QStringLiteral("ASAN_OPTIONS"), QStringLiteral("verify_asan_link_order=0"));
    return slow;
}

void addSignals()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("hangup") << SIGHUP;
    QTest::newRow("interrupt") << SIGINT;
    QTest::newRow("terminate") << SIGTERM;
}

} // namespace

void TestInterrupts::leavesNothing_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("writing") << QStringList{"table",    "--stage",   "position", "--max-len",
                                            "20000000", "--d-model", "128"};
    QTest::newRow("tokens") << QStringList{"table", "--stage", "tokens", "--max-len", "2147483647", "--d-model", "2"};
    // 2^33 words are passed before the first cell can be written
    const QStringList large{"--max-len", "2000000", "--d-model", "4096"};
    QTest::newRow("drawing") << QStringList{"table", "--stage", "mask", "--rows", "1999990:2000000"} + large;
    QTest::newRow("figure") << QStringList{"figure", "--view", "dropout"} + large;
}

void TestInterrupts::leavesNothing()
{
    QFETCH(QStringList, arguments);
    QTemporaryDir folder;
    QProcess process;
    const QString name
        = arguments.front() == QStringLiteral("figure") ? QStringLiteral("big.png") : QStringLiteral("big.npy");
    process.start(kProgram, arguments + QStringList{"--out", folder.filePath(name)});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(isWritingInto(process, folder.path()), 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(QDir(folder.path()).isEmpty(QDir::Files | QDir::Hidden));
}

void TestInterrupts::whileDrawing()
{
    QTemporaryDir folder;
    for (const char* generator : {"numpy-legacy", "numpy"}) {
        QProcess process;
        process.start(kProgram,
                      {"table", "--stage", "embedding", "--generator", QString::fromLatin1(generator), "--max-len",
                       "262144", "--d-model", "65536", "--out", folder.filePath(QStringLiteral("big.npy"))});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(hasBegun(process), 60000); // a draw of more than a minute
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(20000));
        QCOMPARE(process.exitCode(), 143);
        QVERIFY(QDir(folder.path()).isEmpty(QDir::Files | QDir::Hidden));
    }
}

// Whatever it does at that moment: it ends by the signal and the old file is there, or it had ended well before and the
// new one is.
void TestInterrupts::atAnyMoment_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("table") << QStringList{"table", "--stage", "output", "--max-len", "60000"} << QByteArray("t.npy");
    QTest::newRow("figure") << QStringList{"figure", "--view", "heatmap", "--dpi", "600"} << QByteArray("f.png");
}

void TestInterrupts::atAnyMoment()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, name);
    const int signals_[] = {SIGHUP, SIGINT, SIGTERM, SIGXCPU};
    int ended = 0;
    for (int moment = 0; moment < 20; ++moment) {
        const int signal = signals_[moment % 4];
        Started run(arguments, name);
        while (!hasBegun(run.process) && !run.process.waitForFinished(1)) { }
        if (!run.process.waitForFinished(moment * 15))
            run.send(signal);
        QVERIFY(run.process.state() == QProcess::NotRunning || run.process.waitForFinished(60000));
        QCOMPARE(run.process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(filesIn(run.folder.path()).size(), 1);
        const bool old = contents(run.target) == "old";
        QCOMPARE(run.process.exitCode(), old ? 128 + signal : 0);
        ended += old;
    }
    QVERIFY(ended > 0);
}

// SIGKILL: nothing is seen of what was written, and the old file is there.
void TestInterrupts::killed()
{
    for (const QStringList& arguments :
         {QStringList{"table", "--stage", "position", "--max-len", "10000000", "--d-model", "64"},
          QStringList{"figure", "--view", "heatmap", "--dpi", "600"}}) {
        Started run(arguments, arguments.front() == "figure" ? "f.png" : "t.npy");
        QTRY_VERIFY_WITH_TIMEOUT(run.isWriting(), 60000);
        run.send(SIGKILL);
        QVERIFY(run.process.waitForFinished(20000));
        QCOMPARE(run.process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(filesIn(run.folder.path()).size(), 1);
        QCOMPARE(contents(run.target), QByteArray("old"));
    }
}

void TestInterrupts::cpuTimeIsUp()
{
    QTemporaryDir folder;
    QProcess process;
    process.start(QStringLiteral("sh"),
                  {"-c",
                   "ulimit -S -t 1; exec \"$0\" table --stage embedding --generator numpy-legacy --max-len 262144 "
                   "--d-model 65536 --out \"$1\"",
                   kProgram, folder.filePath(QStringLiteral("a.npy"))});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 128 + SIGXCPU);
    QVERIFY(filesIn(folder.path()).isEmpty());
}

void TestInterrupts::whileTheDiskIsSlow_data()
{
    addSignals();
}

// The flush of the whole file cannot be interrupted, and the program does not wait for it.
void TestInterrupts::whileTheDiskIsSlow()
{
    QFETCH(int, signal);
    Started run({"table", "--stage", "tokens", "--max-len", "100"}, "slow.npy", slowDisk());
    QTRY_VERIFY(run.isWriting());
    QVERIFY(!run.process.waitForFinished(200)); // it is in the flush
    run.send(signal);
    QVERIFY(run.process.waitForFinished(20000));
    QCOMPARE(run.process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(run.process.exitCode(), 128 + signal);
    QCOMPARE(filesIn(run.folder.path()), QStringList{"slow.npy"});
    QCOMPARE(contents(run.target), QByteArray("old"));
}

void TestInterrupts::whileTheFolderIsFlushed_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("flush");
    const QStringList table{"table", "--stage", "tokens", "--max-len", "100"};
    const QStringList figure{"figure", "--view", "heatmap", "--max-len", "40", "--d-model", "8"};
    const QStringList play = figure + QStringList{"--play", "base=10:100", "--fps", "2", "--seconds", "1"};
    // A short flush ends before the program would end without it.
    for (const int flush : {1000, 100}) {
        const QByteArray how = flush == 1000 ? " on a slow disk" : " on a disk";
        QTest::newRow("table" + how) << table << QByteArray("t.npy") << flush;
        QTest::newRow("figure" + how) << figure << QByteArray("f.png") << flush;
        QTest::newRow("play" + how) << play << QByteArray("f.gif") << flush;
    }
}

// The new file has taken its place: the command has done what it was asked, and says so.
void TestInterrupts::whileTheFolderIsFlushed()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, name);
    QFETCH(int, flush);
    Started run(arguments, name, slowDisk(flush));
    QElapsedTimer waiting;
    waiting.start();
    while (contents(run.target) == "old" && waiting.elapsed() < 60000)
        QTest::qSleep(1);
    QCOMPARE(run.process.state(), QProcess::Running); // in the flush of the folder
    run.send(SIGINT);
    QVERIFY(run.process.waitForFinished(20000));
    QCOMPARE(run.process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(run.process.exitCode(), 0);
    QCOMPARE(filesIn(run.folder.path()), QStringList{QString::fromLatin1(name)});
    QVERIFY(contents(run.target).size() > 100);
}

// As under nohup.
void TestInterrupts::ignoredSignalsStayIgnored()
{
    QTemporaryDir folder;
    QProcess process;
    process.start(QStringLiteral("sh"),
                  {"-c", "trap '' HUP; exec \"$0\" table --stage position --max-len 300000 --out \"$1\"", kProgram,
                   folder.filePath(QStringLiteral("a.npy"))});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(isWritingInto(process, folder.path()), 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(filesIn(folder.path()), QStringList{"a.npy"});
}

void TestInterrupts::theWindowClosesWell_data()
{
    addSignals();
}

// As if its user had closed it: the state of the window is kept.
void TestInterrupts::theWindowClosesWell()
{
    QFETCH(int, signal);
    QTemporaryDir folder;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("XDG_STATE_HOME"), folder.path());
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(kProgram, QStringList{});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(handles(process, signal), 60000);
    ::kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 128 + signal);
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("phasor/window.json"))));
}

void TestInterrupts::closedPipe_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("list") << QStringList{"list", "parameters"};
    QTest::newRow("list as JSON") << QStringList{"list", "parameters", "--json"};
    QTest::newRow("stats") << QStringList{"stats", "--max-len", "10", "--d-model", "8"};
    QTest::newRow("code") << QStringList{"code", "--for", "torch", "--max-len", "10", "--d-model", "8"};
    QTest::newRow("help") << QStringList{"--help"};
    QTest::newRow("help of a command") << QStringList{"table", "--help"};
    QTest::newRow("version") << QStringList{"--version"};
}

// The reader has gone before anything is written: what was to be said is lost, and the program says so.
void TestInterrupts::closedPipe()
{
    QFETCH(QStringList, arguments);
    QProcess process;
    const QString script = QStringLiteral("exec 3> >(exec true); wait $!; exec \"$@\" >&3"); // the reader has ended
    process.start(QStringLiteral("bash"), QStringList{"-c", script, "bash", kProgram} + arguments);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 4);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.startsWith("phasor: error: standard output: "), said.constData());
    QCOMPARE(said.count('\n'), 1);
}

// A reader that takes what it wants of a text that was written whole: nothing is lost.
void TestInterrupts::theWholeTextIsNoFault()
{
    QProcess process;
    process.start(QStringLiteral("bash"), {"-c", "\"$0\" list schemes | head -c 1; exit ${PIPESTATUS[0]}", kProgram});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(process.readAllStandardError().isEmpty());
}

QTEST_GUILESS_MAIN(TestInterrupts)
#include "tst_interrupts.moc"
