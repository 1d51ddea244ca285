// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/temporaryfile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

using namespace phasor;

class TestTemporaryFile : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { ::close(m_directory); }
    void goesWithItsObject();
    void renamedStays();
    void existingIsRefused();
    void allAreRemovedAtTheEnd();

private:
    QStringList files() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }
    void create(TemporaryFile& file, const char* name) const { ::close(file.create(m_directory, name, 0600)); }

    std::unique_ptr<QTemporaryDir> m_folder;
    int m_directory = -1;
};

void TestTemporaryFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_directory = ::open(QFile::encodeName(m_folder->path()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    QVERIFY(m_directory >= 0);
}

void TestTemporaryFile::goesWithItsObject()
{
    {
        TemporaryFile file;
        QVERIFY(!file.exists());
        create(file, "a");
        QVERIFY(file.exists());
        QCOMPARE(files(), QStringList{"a"});
    }
    QVERIFY(files().isEmpty());
}

void TestTemporaryFile::renamedStays()
{
    {
        TemporaryFile file;
        create(file, "a");
        QVERIFY(file.renameTo("b"));
        QVERIFY(!file.exists());
    }
    QCOMPARE(files(), QStringList{"b"});
}

void TestTemporaryFile::existingIsRefused()
{
    TemporaryFile file;
    create(file, "a");
    {
        TemporaryFile other;
        QCOMPARE(other.create(m_directory, "a", 0600), -1);
        QCOMPARE(errno, EEXIST);
        QVERIFY(!other.exists());
    }
    QCOMPARE(files(), QStringList{"a"});
}

// In another process, which ends as one does that work has not answered.
void TestTemporaryFile::allAreRemovedAtTheEnd()
{
    const pid_t child = fork();
    if (child == 0) {
        TemporaryFile first;
        TemporaryFile second;
        TemporaryFile whole;
        create(first, "first");
        create(second, "second");
        create(whole, "whole");
        if (!whole.renameTo("target"))
            ::_exit(1);
        removeTemporaryFiles();
        ::_exit(0);
    }
    int status = -1;
    QCOMPARE(waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QCOMPARE(files(), QStringList{"target"});
}

QTEST_GUILESS_MAIN(TestTemporaryFile)
#include "tst_temporaryfile.moc"
