// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/linux/limits.h"
#include "system/processors.h"

#include "files/testfiles.h"

#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace phasor;

class TestProcessors : public QObject
{
    Q_OBJECT

private slots:
    void quota_data();
    void quota();
    void noControlGroups();
    void atLeastOne();
};

namespace {
constexpr double kNone = std::numeric_limits<double>::infinity();
using Files = QMap<QString, QByteArray>; // below sys/fs/cgroup
} // namespace

void TestProcessors::quota_data()
{
    QTest::addColumn<QByteArray>("groups");
    QTest::addColumn<Files>("files");
    QTest::addColumn<double>("processors");
    const QByteArray two = "0::/user.slice/user-1000.slice/app.scope\n";
    QTest::newRow("a container's own root") << QByteArray("0::/\n") << Files{{"cpu.max", "150000 100000\n"}} << 1.5;
    QTest::newRow("no quota") << QByteArray("0::/\n") << Files{{"cpu.max", "max 100000\n"}} << kNone;
    QTest::newRow("the group's") << two << Files{{"user.slice/user-1000.slice/app.scope/cpu.max", "50000 100000\n"}}
                                 << 0.5;
    QTest::newRow("a group above has less")
        << two
        << Files{{"user.slice/user-1000.slice/app.scope/cpu.max", "800000 100000\n"},
                 {"user.slice/user-1000.slice/cpu.max", "max 100000\n"},
                 {"user.slice/cpu.max", "200000 100000\n"}}
        << 2.0;
    QTest::newRow("a group of the host's, seen from a container")
        << QByteArray("0::/docker/0123\n") << Files{{"cpu.max", "400000 100000\n"}} << 4.0;
    QTest::newRow("broken") << QByteArray("0::/\nnonsense\n:\n\n") << Files{{"cpu.max", "a lot\n"}} << kNone;
    QTest::newRow("no time at all") << QByteArray("0::/\n") << Files{{"cpu.max", "0 0\n"}} << kNone;
    const QByteArray one = "9:name=systemd:/\n3:cpuset:/a\n2:cpuacct,cpu:/a/b\n0::/a\n";
    QTest::newRow("version 1") << one
                               << Files{{"cpu/a/b/cpu.cfs_quota_us", "250000\n"},
                                        {"cpu/a/b/cpu.cfs_period_us", "100000\n"},
                                        {"cpu/a/cpu.cfs_quota_us", "-1\n"},
                                        {"cpu/a/cpu.cfs_period_us", "100000\n"}}
                               << 2.5;
    QTest::newRow("version 1, none") << one
                                     << Files{{"cpu/a/b/cpu.cfs_quota_us", "-1\n"},
                                              {"cpu/a/b/cpu.cfs_period_us", "100000\n"}}
                                     << kNone;
    QTest::newRow("version 1, not of this group")
        << one << Files{{"cpu/other/cpu.cfs_quota_us", "100\n"}, {"cpu/other/cpu.cfs_period_us", "100000\n"}} << kNone;
}

void TestProcessors::quota()
{
    QFETCH(QByteArray, groups);
    QFETCH(Files, files);
    QFETCH(double, processors);
    const QTemporaryDir folder;
    const auto put = [&](const QString& name, const QByteArray& bytes) {
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / name.toStdString();
        std::filesystem::create_directories(path.parent_path());
        testfiles::write(path.string(), {bytes.data(), static_cast<std::size_t>(bytes.size())});
    };
    put("proc/self/cgroup", groups);
    for (auto file = files.cbegin(); file != files.cend(); ++file)
        put("sys/fs/cgroup/" + file.key(), file.value());
    QCOMPARE(cgroupQuota(folder.path().toStdString()), processors);
}

void TestProcessors::noControlGroups()
{
    const QTemporaryDir folder;
    QCOMPARE(cgroupQuota(folder.path().toStdString()), kNone);
}

void TestProcessors::atLeastOne()
{
    QVERIFY(usableProcessors() >= 1);
}

QTEST_APPLESS_MAIN(TestProcessors)
#include "tst_processors.moc"
