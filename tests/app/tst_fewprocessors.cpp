// SPDX-License-Identifier: GPL-3.0-or-later
// The program on machines that give little, or say that they have much: the same bytes, exit 0, nothing on stderr.
#include "sanitized.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sched.h>
#include <unistd.h>

#include <cstddef>

class TestFewProcessors : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void sameBytes_data();
    void sameBytes();
    void windowSaysThatItNeedsThreads();

private:
    struct Run
    {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };
    Run run(const QStringList& words) const;
    QByteArray contents(const QString& name) const;
    QStringList limited(int threads) const;
    QByteArray whyNoLimit() const;
    QTemporaryDir m_folder;
    QByteArray m_table, m_figure, m_statistics;
};

namespace {

const QStringList kTable{"table", "--stage", "output", "--d-model", "129", "--max-len", "3000", "--out"};
const QStringList kFigure{"figure", "--view", "heatmap", "--stage", "sum", "--size", "300x200px", "--out"};
const QStringList kStatistics{"stats", "--max-len", "2000", "--d-model", "64"};

QString firstProcessor()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return "0";
    std::size_t cpu = 0; // as CPU_ISSET has it
    while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &set))
        ++cpu;
    return QString::number(cpu);
}

} // namespace

TestFewProcessors::Run TestFewProcessors::run(const QStringList& words) const
{
    QProcess process;
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    // Another user cannot write the cache that fonts of the tests need; the figure has a font of its own.
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "FONTCONFIG_FILE"})
        all.remove(QString::fromLatin1(name));
    all.insert("SOURCE_DATE_EPOCH", "1");
    process.setProcessEnvironment(all);
    process.setWorkingDirectory(m_folder.path());
    process.start(words.front(), words.mid(1));
    if (!process.waitForFinished(240000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray TestFewProcessors::contents(const QString& name) const
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Before a command: not more than so many threads of its user. Root is not limited and becomes another user.
QStringList TestFewProcessors::limited(int threads) const
{
    const QStringList limit{"prlimit", "--nproc=" + QString::number(threads)};
    if (geteuid() != 0)
        return limit;
    return QStringList{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"} + limit;
}

// Why the rows that need limited() cannot be run here, or nothing.
QByteArray TestFewProcessors::whyNoLimit() const
{
    for (const char* tool : {"setpriv", "prlimit"}) {
        if (QStandardPaths::findExecutable(tool).isEmpty())
            return QByteArray(tool) + " is missing";
    }
    if (run(limited(1000) + QStringList{PHASOR_PROGRAM, "--version"}).code != 0)
        return "another user may not run the program where it is built";
    if (run(limited(1) + QStringList{"sh", "-c", "(exit 0); exit 0"}).code == 0)
        return "this machine does not enforce RLIMIT_NPROC";
    return {};
}

void TestFewProcessors::initTestCase()
{
    QVERIFY(QFile::setPermissions(m_folder.path(), QFile::Permissions(0x7777))); // for another user
    QCOMPARE(run(QStringList{PHASOR_PROGRAM} + kTable + QStringList{"all.npy"}).code, 0);
    QCOMPARE(run(QStringList{PHASOR_PROGRAM} + kFigure + QStringList{"all.png"}).code, 0);
    m_statistics = run(QStringList{PHASOR_PROGRAM} + kStatistics).out;
    m_table = contents("all.npy");
    m_figure = contents("all.png");
    QVERIFY(m_table.size() > 3000 * 129 * 4);
    QVERIFY(m_figure.startsWith("\x89PNG"));
    QVERIFY(m_statistics.startsWith("{"));
}

void TestFewProcessors::sameBytes_data()
{
    QTest::addColumn<QStringList>("prefix");
    QTest::addColumn<bool>("preloaded");
    QTest::addColumn<bool>("needsLimit");
    QTest::newRow("one processor") << QStringList{"taskset", "-c", firstProcessor()} << false << false;
    QTest::newRow("1024 processors") << QStringList{} << true << false;
    QTest::newRow("no other thread") << limited(1) << false << true;
    for (const int threads : {2, 3, 5, 9, 10, 11, 40})
        QTest::addRow("%d threads", threads) << limited(threads) << false << true;
    QTest::newRow("1024 processors, no other thread") << limited(1) << true << true;
    QTest::newRow("1024 processors, 100 threads") << limited(100) << true << true;
}

void TestFewProcessors::sameBytes()
{
    QFETCH(QStringList, prefix);
    QFETCH(bool, preloaded);
    QFETCH(bool, needsLimit);
    if (kSanitized && (preloaded || needsLimit))
        QSKIP("the sanitizer's own threads and libraries are in the way");
    if (const QByteArray why = needsLimit ? whyNoLimit() : QByteArray(); !why.isEmpty())
        QSKIP(why.constData());
    if (!prefix.isEmpty() && QStandardPaths::findExecutable(prefix.front()).isEmpty())
        QSKIP(qPrintable(prefix.front() + " is missing"));
    // The preloaded library is for the program, not for the tools before it.
    QStringList program = prefix;
    if (preloaded)
        program += QStringList{"env", "LD_PRELOAD=" PHASOR_MANY_PROCESSORS};
    program += PHASOR_PROGRAM;
    const QByteArray quiet = preloaded ? "1024 processors reported\n" : "";

    const Run table = run(program + kTable + QStringList{"here.npy"});
    QCOMPARE(table.err, quiet);
    QCOMPARE(table.code, 0);
    QVERIFY(contents("here.npy") == m_table);
    const Run figure = run(program + kFigure + QStringList{"here.png"});
    QCOMPARE(figure.err, quiet);
    QCOMPARE(figure.code, 0);
    QVERIFY(contents("here.png") == m_figure);
    const Run statistics = run(program + kStatistics);
    QCOMPARE(statistics.err, quiet);
    QCOMPARE(statistics.code, 0);
    QCOMPARE(statistics.out, m_statistics);
    QVERIFY(QFile::remove(m_folder.filePath("here.npy")) && QFile::remove(m_folder.filePath("here.png")));
}

void TestFewProcessors::windowSaysThatItNeedsThreads()
{
    if (kSanitized)
        QSKIP("the sanitizer's own threads are in the way");
    if (const QByteArray why = whyNoLimit(); !why.isEmpty())
        QSKIP(why.constData());
    const Run window = run(limited(4) + QStringList{"env", "QT_QPA_PLATFORM=offscreen", PHASOR_PROGRAM});
    QCOMPARE(window.code, 5);
    QVERIFY2(window.err.startsWith("phasor: error: window: it needs 8 threads"), window.err.constData());
    QCOMPARE(window.err.count('\n'), 1);
}

QTEST_GUILESS_MAIN(TestFewProcessors)
#include "tst_fewprocessors.moc"
