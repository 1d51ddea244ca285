// SPDX-License-Identifier: GPL-3.0-or-later
// Who owns a file: one at a time, until it ends, whatever an earlier program has left there.
#include "system/regularfile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace phasor;

class TestFileLock : public QObject
{
    Q_OBJECT

private slots:
    void oneOwner();
    void aKilledOwnerLeavesNone();
    void whateverIsThere();

private:
    std::string path(const char* name = "one.lock") const
    {
        return m_folder.filePath(QLatin1String(name)).toStdString();
    }

    QTemporaryDir m_folder;
};

void TestFileLock::oneOwner()
{
    FileLock first(path());
    QCOMPARE(first.state(), FileLock::State::Owned);
    QCOMPARE(FileLock(path()).state(), FileLock::State::OfOthers);
    first.remove();
    QVERIFY(!QFile::exists(QString::fromStdString(path())));
    QCOMPARE(FileLock(path()).state(), FileLock::State::Owned);
    QCOMPARE(FileLock(path()).state(), FileLock::State::Owned); // the one before has ended without removing it
    QVERIFY(QFile::exists(QString::fromStdString(path())));
}

void TestFileLock::aKilledOwnerLeavesNone()
{
    int ready[2];
    QCOMPARE(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        const FileLock lock(path());
        const char owned = lock.state() == FileLock::State::Owned ? 'y' : 'n';
        if (write(ready[1], &owned, 1) == 1)
            pause();
        _exit(1);
    }
    char owned = 0;
    QCOMPARE(read(ready[0], &owned, 1), ssize_t{1});
    QCOMPARE(owned, 'y');
    QCOMPARE(FileLock(path()).state(), FileLock::State::OfOthers);
    kill(child, SIGSTOP); // one that doesn't answer still owns it
    QCOMPARE(FileLock(path()).state(), FileLock::State::OfOthers);
    kill(child, SIGKILL);
    QCOMPARE(waitpid(child, nullptr, 0), child);
    QVERIFY(QFile::exists(QString::fromStdString(path())));
    QCOMPARE(FileLock(path()).state(), FileLock::State::Owned);
}

void TestFileLock::whateverIsThere()
{
    QFile garbage(QString::fromStdString(path("garbage.lock")));
    QVERIFY(garbage.open(QIODevice::WriteOnly));
    garbage.write(QByteArray(5000, '\xff') + "999999 elsewhere");
    garbage.close();
    QCOMPARE(FileLock(path("garbage.lock")).state(), FileLock::State::Owned);
    QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("folder.lock")));
    QCOMPARE(FileLock(path("folder.lock")).state(), FileLock::State::Impossible);
    QCOMPARE(FileLock(path("missing/one.lock")).state(), FileLock::State::Impossible);
    QVERIFY(QFile::link(QString::fromStdString(path("elsewhere")), QString::fromStdString(path("link.lock"))));
    QCOMPARE(FileLock(path("link.lock")).state(), FileLock::State::Impossible); // no file is made through a link
    QVERIFY(!QFile::exists(QString::fromStdString(path("elsewhere"))));
}

QTEST_GUILESS_MAIN(TestFileLock)
#include "tst_filelock.moc"
