// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/testfiles.h"
#include "onlyonlinux.h"
#include "system/cancelscope.h"
#include "system/outputfile.h"

#include <QtTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

using namespace phasor;

namespace {

const std::string kOld = "the old file";
const std::string kNew = "something new";

Status save(const std::string& path, std::string_view text = kNew)
{
    Result<OutputFile> file = OutputFile::open(path);
    if (!file.ok())
        return file.error();
    if (Status written = file->write(text); !written.ok())
        return written;
    return file->commit();
}

mode_t modeOf(const std::string& path)
{
    struct stat info
    {
    };
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777 : 0;
}

// The program's own choice: a file size limit is an errno and not the end.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

} // namespace

class OutputFileTest : public QObject
{
    Q_OBJECT

private slots:
    void writesANewFile();
    void oldFileStaysUntilCommit();
    void nothingIsLeftWithoutCommit();
    void nothingIsReplacedOnceCancelled();
    void fullDiskAtEveryByte();
    void refuses_data();
    void refuses();
    void refusesWithoutPermission();
    void keepsLinks();
    void keepsModes_data();
    void keepsModes();
    void breaksHardLinks();
    void namesOfAnyBytes_data();
    void namesOfAnyBytes();
    void devices();
    void folderThatVanishes();
    void targetThatBecomesAFolder();
    void errorsAreRemembered();
    void moves();
    void manyMegabytes();
    void descriptorsAboveStandardError();
};

void OutputFileTest::writesANewFile()
{
    const testfiles::Folder folder;
    Result<OutputFile> file = OutputFile::open(folder / "a.csv");
    QVERIFY(file.ok());
    QCOMPARE(file->path(), folder / "a.csv");
    QVERIFY(file->write("one ").ok());
    QVERIFY(file->write("").ok());
    QVERIFY(file->write(std::as_bytes(std::span(kNew))).ok());
    QVERIFY(file->commit().ok());
    QCOMPARE(testfiles::read(folder / "a.csv"), "one " + kNew);
    QVERIFY(!file->write("more").ok());
    QVERIFY(!file->commit().ok());
    QCOMPARE(testfiles::read(folder / "a.csv"), "one " + kNew);
    QCOMPARE(folder.names(), (std::set<std::string>{"a.csv"}));
}

void OutputFileTest::oldFileStaysUntilCommit()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "a.csv", kOld);
    Result<OutputFile> file = OutputFile::open(folder / "a.csv");
    QVERIFY(file->write(kNew).ok());
    QCOMPARE(testfiles::read(folder / "a.csv"), kOld);
    QVERIFY(file->commit().ok());
    QCOMPARE(testfiles::read(folder / "a.csv"), kNew);
}

void OutputFileTest::nothingIsLeftWithoutCommit()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "a.csv", kOld);
    for (const char* name : {"a.csv", "b.csv"}) {
        Result<OutputFile> file = OutputFile::open(folder / name);
        QVERIFY(file->write(kNew).ok());
    }
    QCOMPARE(folder.names(), (std::set<std::string>{"a.csv"}));
    QCOMPARE(testfiles::read(folder / "a.csv"), kOld);
}

void OutputFileTest::nothingIsReplacedOnceCancelled()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "a.csv", kOld);
    const CancelToken cancel;
    const CancelScope job(cancel);
    {
        Result<OutputFile> file = OutputFile::open(folder / "a.csv");
        QVERIFY(file->write(kNew).ok());
        cancel.cancel();
        const Status status = file->commit();
        QVERIFY(!status.ok());
        QCOMPARE(status.error().kind, ErrorKind::Cancelled);
    }
    QCOMPARE(testfiles::read(folder / "a.csv"), kOld);
    QCOMPARE(folder.names(), std::set<std::string>{"a.csv"});
}

void OutputFileTest::fullDiskAtEveryByte()
{
    const testfiles::Folder folder;
    const std::string text(3000, 'x');
    for (rlim_t room = 0; room <= text.size() + 1; room += rlim_t{room < 20 || room + 20 > text.size() ? 1U : 97U}) {
        testfiles::write(folder / "a.csv", kOld);
        const FileSizeLimit limit(room);
        const Status status = save(folder / "a.csv", text);
        if (room >= text.size()) {
            QVERIFY(status.ok());
            QCOMPARE(testfiles::read(folder / "a.csv"), text);
            continue;
        }
        QVERIFY(!status.ok());
        QCOMPARE(static_cast<int>(status.error().kind), static_cast<int>(ErrorKind::Output));
        QCOMPARE(QString::fromStdString(status.error().code), QString("EFBIG"));
        QCOMPARE(testfiles::read(folder / "a.csv"), kOld);
        QCOMPARE(folder.names(), (std::set<std::string>{"a.csv"}));
    }
}

void OutputFileTest::refuses_data()
{
    QTest::addColumn<QByteArray>("name"); // in the folder, or absolute
    QTest::addColumn<QString>("code");
    const auto row = [](const char* title, const QByteArray& name, const char* code) {
        QTest::newRow(title) << name << QString(code);
    };
    row("no such folder", "missing/a.csv", "ENOENT");
    row("folder is a file", "file/a.csv", "ENOTDIR");
    row("a folder", "folder", "EISDIR");
    row("a folder that is not there", "missing/", "EISDIR");
    row("this folder", ".", "EISDIR");
    row("root", "/", "EISDIR");
    row("pipe", "fifo", "EINVAL");
    row("socket", "socket", "EINVAL");
    row("link to itself", "loop", "ELOOP");
    row("dangling link to itself by another", "ping", "ELOOP");
    row("name of 256 bytes", QByteArray(256, 'n'), "ENAMETOOLONG");
    row("path of 5000 bytes", QByteArray("d/").repeated(2500) + "a", "ENAMETOOLONG");
    row("NUL", QByteArray("a\0b", 3), "EINVAL");
    row("/proc", "/proc/phasor.csv", "ENOENT");
}

void OutputFileTest::refuses()
{
    QFETCH(QByteArray, name);
    QFETCH(QString, code);
    const testfiles::Folder folder;
    testfiles::write(folder / "file", kOld);
    QCOMPARE(mkdir((folder / "folder").c_str(), 0755), 0);
    QCOMPARE(mkfifo((folder / "fifo").c_str(), 0600), 0);
    QCOMPARE(symlink("loop", (folder / "loop").c_str()), 0);
    QCOMPARE(symlink("pong", (folder / "ping").c_str()), 0);
    QCOMPARE(symlink("ping", (folder / "pong").c_str()), 0);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{AF_UNIX, {}};
    std::strncpy(address.sun_path, (folder / "socket").c_str(), sizeof address.sun_path - 1);
    QCOMPARE(bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ::close(socket);

    const std::set<std::string> before = folder.names();
    const std::string path = name.startsWith('/') ? name.toStdString() : folder / name.toStdString();
    const Result<OutputFile> file = OutputFile::open(path);
    QVERIFY(!file.ok());
    QCOMPARE(QString::fromStdString(file.error().code), code);
    QCOMPARE(static_cast<int>(file.error().kind), static_cast<int>(ErrorKind::Output));
    QCOMPARE(english(file.error().where), inQuotes(path));
    QVERIFY(!file.error().what.empty() && !file.error().remedy.empty());
    QCOMPARE(folder.names(), before);
    QVERIFY(!OutputFile::open("").ok());
}

void OutputFileTest::refusesWithoutPermission()
{
    if (geteuid() == 0)
        QSKIP("root may write anywhere");
    const testfiles::Folder folder;
    QCOMPARE(mkdir((folder / "closed").c_str(), 0755), 0);
    testfiles::write(folder / "closed/a.csv", kOld);
    testfiles::write(folder / "b.csv", kOld);
    QCOMPARE(chmod((folder / "closed").c_str(), 0555), 0);
    QCOMPARE(chmod((folder / "b.csv").c_str(), 0444), 0);
    for (const char* name : {"closed/a.csv", "closed/new.csv", "b.csv"})
        QCOMPARE(QString::fromStdString(save(folder / name).error().code), QString("EACCES"));
    QCOMPARE(testfiles::read(folder / "closed/a.csv"), kOld);
    QCOMPARE(testfiles::read(folder / "b.csv"), kOld);
    QCOMPARE(chmod((folder / "closed").c_str(), 0755), 0);
    QCOMPARE(testfiles::names(folder / "closed"), (std::set<std::string>{"a.csv"}));
}

void OutputFileTest::keepsLinks()
{
    const testfiles::Folder folder;
    QCOMPARE(mkdir((folder / "far").c_str(), 0755), 0);
    testfiles::write(folder / "far/a.csv", kOld);
    QCOMPARE(symlink("far/a.csv", (folder / "link").c_str()), 0);
    QCOMPARE(symlink((folder / "link").c_str(), (folder / "link to link").c_str()), 0);
    QCOMPARE(symlink("far/new.csv", (folder / "dangling").c_str()), 0);
    QVERIFY(save(folder / "link to link").ok());
    QVERIFY(save(folder / "dangling").ok());
    QVERIFY(std::filesystem::is_symlink(folder / "link"));
    QVERIFY(std::filesystem::is_symlink(folder / "link to link"));
    QVERIFY(std::filesystem::is_symlink(folder / "dangling"));
    QCOMPARE(testfiles::read(folder / "far/a.csv"), kNew);
    QCOMPARE(testfiles::read(folder / "far/new.csv"), kNew);
    QCOMPARE(testfiles::names(folder / "far"), (std::set<std::string>{"a.csv", "new.csv"}));
}

void OutputFileTest::keepsModes_data()
{
    QTest::addColumn<int>("old"); // -1: no file yet
    QTest::addColumn<int>("mask");
    QTest::addColumn<int>("mode");
    QTest::newRow("old 0600") << 0600 << 022 << 0600;
    QTest::newRow("old 0666 in spite of the mask") << 0666 << 077 << 0666;
    QTest::newRow("old 0755") << 0755 << 022 << 0755;
    QTest::newRow("new, mask 022") << -1 << 022 << 0644;
    QTest::newRow("new, mask 077") << -1 << 077 << 0600;
    QTest::newRow("new, mask 000") << -1 << 0 << 0666;
}

void OutputFileTest::keepsModes()
{
    QFETCH(int, old);
    QFETCH(int, mask);
    QFETCH(int, mode);
    const testfiles::Folder folder;
    if (old >= 0) {
        testfiles::write(folder / "a.csv", kOld);
        QCOMPARE(chmod((folder / "a.csv").c_str(), static_cast<mode_t>(old)), 0);
    }
    const mode_t before = umask(static_cast<mode_t>(mask));
    const Status status = save(folder / "a.csv");
    umask(before);
    QVERIFY(status.ok());
    QCOMPARE(modeOf(folder / "a.csv"), static_cast<mode_t>(mode));
}

void OutputFileTest::breaksHardLinks()
{
    const testfiles::Folder folder;
    testfiles::write(folder / "a.csv", kOld);
    QCOMPARE(link((folder / "a.csv").c_str(), (folder / "b.csv").c_str()), 0);
    QVERIFY(save(folder / "a.csv").ok());
    QCOMPARE(testfiles::read(folder / "a.csv"), kNew);
    QCOMPARE(testfiles::read(folder / "b.csv"), kOld);
}

void OutputFileTest::namesOfAnyBytes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("255 bytes") << QByteArray(255, 'n');
    QTest::newRow("not UTF-8") << QByteArray("caf\xe9.npy");
    QTest::newRow("newline, tab, quote") << QByteArray("a\nb\t\"c\".csv");
    QTest::newRow("dash") << QByteArray("-");
    QTest::newRow("option") << QByteArray("--out");
    QTest::newRow("trailing space") << QByteArray("a.csv ");
    QTest::newRow("dots") << QByteArray("...");
    QTest::newRow("decomposed") << QByteArray("cafe\xcc\x81.csv");
}

void OutputFileTest::namesOfAnyBytes()
{
    QFETCH(QByteArray, name);
    const testfiles::Folder folder;
    for (const std::string& text : {kOld, kNew}) { // first new, then replaced
        QVERIFY(save(folder / name.toStdString(), text).ok());
        QCOMPARE(testfiles::read(folder / name.toStdString()), text);
        QCOMPARE(folder.names(), (std::set<std::string>{name.toStdString()}));
    }
}

void OutputFileTest::devices()
{
    QVERIFY(save("/dev/null").ok());
    const Status full = save("/dev/full");
    QVERIFY(!full.ok());
    QCOMPARE(QString::fromStdString(full.error().code), QString("ENOSPC"));
    struct stat info
    {
    };
    QCOMPARE(::stat("/dev/null", &info), 0);
    QVERIFY(S_ISCHR(info.st_mode));
}

void OutputFileTest::folderThatVanishes()
{
    PHASOR_ONLY_ON_LINUX();
    const testfiles::Folder folder;
    for (const bool renamed : {false, true}) {
        QCOMPARE(mkdir((folder / "sub").c_str(), 0755), 0);
        Result<OutputFile> file = OutputFile::open(folder / "sub/a.csv");
        QVERIFY(file->write(kNew).ok());
        if (renamed)
            std::filesystem::rename(folder / "sub", folder / "elsewhere");
        else
            std::filesystem::remove_all(folder / "sub");
        const Status status = file->commit();
        QVERIFY(!status.ok());
        QCOMPARE(english(status.error().where), inQuotes(folder / "sub/a.csv"));
    }
    QVERIFY(testfiles::names(folder / "elsewhere").empty());
}

void OutputFileTest::targetThatBecomesAFolder()
{
    const testfiles::Folder folder;
    Result<OutputFile> file = OutputFile::open(folder / "a.csv");
    QVERIFY(file->write(kNew).ok());
    QCOMPARE(mkdir((folder / "a.csv").c_str(), 0755), 0);
    QVERIFY(!file->commit().ok());
    QVERIFY(std::filesystem::is_directory(folder / "a.csv"));
    QCOMPARE(folder.names(), (std::set<std::string>{"a.csv"}));
}

void OutputFileTest::errorsAreRemembered()
{
    Result<OutputFile> file = OutputFile::open("/dev/full");
    const Status first = file->write("x");
    QVERIFY(!first.ok());
    QVERIFY(file->write("y").error() == first.error());
    QVERIFY(file->commit().error() == first.error());
}

void OutputFileTest::moves()
{
    const testfiles::Folder folder;
    Result<OutputFile> first = OutputFile::open(folder / "a.csv");
    Result<OutputFile> second = OutputFile::open(folder / "b.csv");
    QVERIFY(first->write(kNew).ok());
    OutputFile moved = std::move(first).value();
    QVERIFY(moved.commit().ok());
    moved = std::move(second).value();
    QVERIFY(moved.write(kOld).ok());
    QVERIFY(moved.commit().ok());
    QCOMPARE(testfiles::read(folder / "a.csv"), kNew);
    QCOMPARE(testfiles::read(folder / "b.csv"), kOld);
    QCOMPARE(folder.names(), (std::set<std::string>{"a.csv", "b.csv"}));
}

// More than the windows in which dirty pages are pushed out.
void OutputFileTest::manyMegabytes()
{
    const testfiles::Folder folder;
    Result<OutputFile> file = OutputFile::open(folder / "a.npy");
    std::string all;
    for (int i = 0; i < 43; ++i) {
        const std::string part(1000003, static_cast<char>('a' + i % 26));
        QVERIFY(file->write(part).ok());
        all += part;
    }
    QVERIFY(file->commit().ok());
    QVERIFY(testfiles::read(folder / "a.npy") == all);
}

// A program without standard streams must not print its messages into the file.
void OutputFileTest::descriptorsAboveStandardError()
{
    PHASOR_ONLY_ON_LINUX();
    const testfiles::Folder folder;
    const int saved = dup(STDIN_FILENO);
    ::close(STDIN_FILENO);
    Result<OutputFile> file = OutputFile::open(folder / "a.csv");
    struct stat info
    {
    };
    const bool free = fstat(STDIN_FILENO, &info) != 0 && errno == EBADF;
    if (saved >= 0) {
        dup2(saved, STDIN_FILENO);
        ::close(saved);
    }
    QVERIFY(file.ok());
    QVERIFY(free);
}

QTEST_APPLESS_MAIN(OutputFileTest)
#include "tst_outputfile.moc"
