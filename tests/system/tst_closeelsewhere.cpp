// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "system/linux/closeelsewhere.h"

#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace phasor;

class TestCloseElsewhere : public QObject
{
    Q_OBJECT

private slots:
    void closes();
};

// A lock belongs to the open file, so it tells when the last of all processes has closed it.
void TestCloseElsewhere::closes()
{
    const testfiles::Folder folder;
    const std::string path = folder / "large";
    Descriptor file(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
    QCOMPARE(flock(file.get(), LOCK_EX | LOCK_NB), 0);
    const Descriptor other(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    QVERIFY(flock(other.get(), LOCK_EX | LOCK_NB) != 0);
    const int number = file.get();
    closeElsewhere(std::move(file));
    QCOMPARE(fcntl(number, F_GETFD), -1); // not open here any more
    QTRY_COMPARE(flock(other.get(), LOCK_EX | LOCK_NB), 0); // nor there
    QCOMPARE(waitpid(-1, nullptr, WNOHANG), -1); // and nobody is left to be waited for
}

QTEST_APPLESS_MAIN(TestCloseElsewhere)
#include "tst_closeelsewhere.moc"
