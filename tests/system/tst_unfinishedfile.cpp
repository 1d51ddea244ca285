// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/unfinishedfile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <memory>

using namespace phasor;

// Each test runs for a file without a name, as most file systems have it, and for one with a temporary name.
class TestUnfinishedFile : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { ::close(m_directory); }
    void goesWithItsObject_data() { kinds(); }
    void goesWithItsObject();
    void takesItsPlace_data() { kinds(); }
    void takesItsPlace();
    void folderInItsPlace_data() { kinds(); }
    void folderInItsPlace();
    void nothingStaysAtTheEnd_data() { kinds(); }
    void nothingStaysAtTheEnd();
    void doneAtTheEnd_data() { kinds(); }
    void doneAtTheEnd();
    void killed_data() { kinds(); }
    void killed();
    void leftFiles();
    void filesInUseAreKept();

private:
    static void kinds();
    QStringList files() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }
    bool create(UnfinishedFile& file, bool named) const
    {
        return file.create(m_directory, 0600, named) && ::write(file.descriptor(), "new", 3) == 3;
    }
    QByteArray contents(const QString& name) const;
    void put(const QString& name) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    int m_directory = -1;
};

namespace {

// Runs `work`, which ends its process, in another one; returns its exit code, or -1 if a signal ended it.
int inAnotherProcess(const std::function<void()>& work)
{
    const pid_t child = fork();
    if (child == 0) {
        work();
        ::_exit(99);
    }
    int status = -1;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The number of a program that has ended.
pid_t endedProgram()
{
    const pid_t child = fork();
    if (child == 0)
        ::_exit(0);
    waitpid(child, nullptr, 0);
    return child;
}

QString nameOf(pid_t program)
{
    return QStringLiteral(".phasor-%1-1234.tmp").arg(program);
}

} // namespace

void TestUnfinishedFile::kinds()
{
    QTest::addColumn<bool>("named");
    QTest::newRow("without a name") << false;
    QTest::newRow("with a temporary name") << true;
}

void TestUnfinishedFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_directory = ::open(QFile::encodeName(m_folder->path()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    QVERIFY(m_directory >= 0);
}

QByteArray TestUnfinishedFile::contents(const QString& name) const
{
    QFile file(m_folder->filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestUnfinishedFile::put(const QString& name) const
{
    QFile file(m_folder->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("old") == 3);
}

void TestUnfinishedFile::goesWithItsObject()
{
    QFETCH(bool, named);
    {
        UnfinishedFile file;
        QVERIFY(!file.exists());
        QVERIFY(create(file, named));
        QVERIFY(file.exists());
        QCOMPARE(files().size(), named ? 1 : 0);
        if (named)
            QVERIFY(files().front().startsWith(QStringLiteral(".phasor-%1-").arg(getpid())));
    }
    QVERIFY(files().isEmpty());
}

void TestUnfinishedFile::takesItsPlace()
{
    QFETCH(bool, named);
    put("old");
    for (const char* target : {"old", "new"}) {
        UnfinishedFile file;
        QVERIFY(create(file, named));
        QVERIFY(file.takePlace(target));
        QVERIFY(!file.exists());
    }
    QCOMPARE(files(), (QStringList{"new", "old"}));
    QCOMPARE(contents("old"), QByteArray("new"));
    QCOMPARE(contents("new"), QByteArray("new"));
}

void TestUnfinishedFile::folderInItsPlace()
{
    QFETCH(bool, named);
    QVERIFY(QDir(m_folder->path()).mkdir("target"));
    {
        UnfinishedFile file;
        QVERIFY(create(file, named));
        QVERIFY(!file.takePlace("target"));
        QVERIFY(file.exists());
    }
    QVERIFY(files().isEmpty());
}

void TestUnfinishedFile::nothingStaysAtTheEnd()
{
    QFETCH(bool, named);
    const int code = inAnotherProcess([&] {
        UnfinishedFile first;
        UnfinishedFile second;
        UnfinishedFile whole;
        if (!create(first, named) || !create(second, named) || !create(whole, named) || !whole.takePlace("target"))
            ::_exit(2);
        ::_exit(endUnfinishedFiles() ? 1 : 0);
    });
    QCOMPARE(code, 0); // two are unfinished, so the work was not done
    QCOMPARE(files(), QStringList{"target"});
}

void TestUnfinishedFile::doneAtTheEnd()
{
    QFETCH(bool, named);
    const int code = inAnotherProcess([&] {
        UnfinishedFile whole;
        if (!create(whole, named) || !whole.takePlace("target"))
            ::_exit(2);
        ::_exit(endUnfinishedFiles() ? 1 : 0);
    });
    QCOMPARE(code, 1);
    QCOMPARE(files(), QStringList{"target"});
}

// Nobody can remove anything then; the next one that writes there does.
void TestUnfinishedFile::killed()
{
    QFETCH(bool, named);
    QCOMPARE(inAnotherProcess([&] {
                 UnfinishedFile file;
                 if (!create(file, named))
                     ::_exit(2);
                 ::raise(SIGKILL);
             }),
             -1);
    QCOMPARE(files().size(), named ? 1 : 0);
    UnfinishedFile next;
    QVERIFY(create(next, false));
    QVERIFY(files().isEmpty());
}

void TestUnfinishedFile::leftFiles()
{
    const QString left = nameOf(endedProgram());
    const QString running = nameOf(getpid());
    const QStringList others{".phasor-.tmp", ".phasor-12.tmp", ".phasor-x-1.tmp", left.chopped(1), "a.npy"};
    put(left);
    put(running);
    for (const QString& name : others)
        put(name);
    removeLeftFiles(m_directory);
    QStringList expected = others + QStringList{running};
    expected.sort();
    QStringList found = files();
    found.sort();
    QCOMPARE(found, expected);
}

// As a program in another container has it, whose number means nothing here.
void TestUnfinishedFile::filesInUseAreKept()
{
    const QString name = nameOf(endedProgram());
    put(name);
    const int other = ::open(QFile::encodeName(m_folder->filePath(name)).constData(), O_RDONLY | O_CLOEXEC);
    QCOMPARE(flock(other, LOCK_EX | LOCK_NB), 0);
    removeLeftFiles(m_directory);
    QCOMPARE(files(), QStringList{name});
    ::close(other);
    removeLeftFiles(m_directory);
    QVERIFY(files().isEmpty());
}

QTEST_GUILESS_MAIN(TestUnfinishedFile)
#include "tst_unfinishedfile.moc"
