// SPDX-License-Identifier: GPL-3.0-or-later
// A figure is the same whatever the desktop, its settings and its fonts; where Qt cannot begin, one line of ours says
// so.
#include "program.h"
#include "sanitized.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using Environment = QList<std::pair<const char*, const char*>>; // null: unset

class TestHeadless : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void sameFigure_data();
    void sameFigure();
    void noDisplay_data();
    void noDisplay();
    void fewFiles();
    void littleMemory();
    void twoBillionRows();

private:
    Run run(const QStringList& arguments, const Environment& environment) const;
    bool endsWithin(QProcess& process, int kibibytes, const QStringList& arguments) const; // of addresses
    QByteArray read(const QString& name) const;

    QTemporaryDir m_folder;
    QByteArray m_figure;
};

Run TestHeadless::run(const QStringList& arguments, const Environment& environment) const
{
    QProcess process;
    QProcessEnvironment set = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        set.remove(QString::fromLatin1(name));
    for (const auto& [name, value] : environment) {
        if (value != nullptr)
            set.insert(QString::fromLatin1(name), QString::fromLatin1(value));
        else
            set.remove(QString::fromLatin1(name));
    }
    process.setProcessEnvironment(set);
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral(PHASOR_PROGRAM), arguments);
    const bool ended = process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

bool TestHeadless::endsWithin(QProcess& process, int kibibytes, const QStringList& arguments) const
{
    process.setWorkingDirectory(m_folder.path());
    const QString command = QStringLiteral("ulimit -v %1 && exec \"$@\"").arg(kibibytes);
    process.start(QStringLiteral("/bin/sh"),
                  QStringList{"-c", command, "sh", QStringLiteral(PHASOR_PROGRAM)} + arguments);
    return process.waitForFinished(60000);
}

QByteArray TestHeadless::read(const QString& name) const
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

namespace {

const QStringList kFigure{"figure", "--view", "heatmap", "--text",        "the cat sat on the mat",
                          "--dpi",  "200",    "--out",   "figure-one.png"};

} // namespace

void TestHeadless::initTestCase()
{
    QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("run")));
    QFile::setPermissions(m_folder.filePath(QStringLiteral("run")),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QCOMPARE(run(kFigure, {}).code, 0);
    m_figure = read(QStringLiteral("figure-one.png"));
    QVERIFY(m_figure.size() > 1000);
}

void TestHeadless::sameFigure_data()
{
    QTest::addColumn<Environment>("environment");
    QTest::newRow("GTK") << Environment{{"QT_QPA_PLATFORMTHEME", "gtk3"}};
    QTest::newRow("a display that is gone") << Environment{{"DISPLAY", ":4711"}, {"WAYLAND_DISPLAY", "wayland-4711"}};
    QTest::newRow("no such platform") << Environment{{"QT_QPA_PLATFORM", "bogus"}};
    QTest::newRow("no such style") << Environment{{"QT_STYLE_OVERRIDE", "bogus"}};
    QTest::newRow("large type") << Environment{{"QT_FONT_DPI", "300"}, {"QT_SCALE_FACTOR", "2.5"}};
    QTest::newRow("a desktop") << Environment{{"XDG_CURRENT_DESKTOP", "GNOME"}, {"DESKTOP_SESSION", "gnome"}};
    QTest::newRow("no fonts") << Environment{
        {"FONTCONFIG_FILE", ""}, {"FONTCONFIG_PATH", "/nonexistent"}, {"HOME", "/nonexistent"}};
    QTest::newRow("no folder for sockets") << Environment{{"XDG_RUNTIME_DIR", nullptr}};
    QTest::newRow("a missing folder for sockets") << Environment{{"XDG_RUNTIME_DIR", "/nonexistent"}};
    QTest::newRow("another language") << Environment{{"LC_ALL", "de_DE.UTF-8"}, {"LANGUAGE", "ar"}};
}

// The same bytes, and nothing said.
void TestHeadless::sameFigure()
{
    QFETCH(Environment, environment);
    const QByteArray runtime = QFile::encodeName(m_folder.filePath(QStringLiteral("run")));
    environment.prepend({"XDG_RUNTIME_DIR", runtime.constData()});
    environment << std::pair("QT_FATAL_WARNINGS", "1");
    const Run result = run(kFigure, environment);
    QCOMPARE(result.err, QByteArray());
    QCOMPARE(result.code, 0);
    QVERIFY(read(QStringLiteral("figure-one.png")) == m_figure);
}

void TestHeadless::noDisplay_data()
{
    QTest::addColumn<Environment>("environment");
    QTest::newRow("none") << Environment{};
    QTest::newRow("one that is gone") << Environment{{"DISPLAY", ":4711"}};
    QTest::newRow("no such platform") << Environment{{"QT_QPA_PLATFORM", "bogus"}};
}

// The window: one line.
void TestHeadless::noDisplay()
{
    QFETCH(Environment, environment);
    const Run result = run({}, environment);
    QCOMPARE(result.code, environment.isEmpty() ? 2 : 5);
    QVERIFY2(result.err.startsWith("phasor: error: ") && result.err.count('\n') == 1, result.err.constData());
}

void TestHeadless::fewFiles()
{
    // A sanitizer looks at memory through a pipe.
    for (int files = kSanitized ? 16 : 4; files < (kSanitized ? 24 : 12); ++files) {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        const QString command = QStringLiteral("ulimit -n %1 && exec \"$@\"").arg(files);
        process.start(QStringLiteral("/bin/sh"),
                      QStringList{"-c", command, "sh", QStringLiteral(PHASOR_PROGRAM)} + kFigure);
        QVERIFY(process.waitForFinished(60000));
        QByteArray err = process.readAllStandardError();
        if (err.startsWith("Fontconfig error: ")) // a line of its own, where not even its settings can be opened
            err.remove(0, err.indexOf('\n') + 1);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        if (err.contains("shared libraries")) // the program has not begun
            continue;
        if (process.exitCode() == 0) {
            QVERIFY(read(QStringLiteral("figure-one.png")) == m_figure);
            continue;
        }
        QVERIFY2(process.exitCode() == 4 || process.exitCode() == 5, err.constData());
        QVERIFY2(err.startsWith("phasor: error: ") && err.count('\n') == 1, err.constData());
    }
    QVERIFY(read(QStringLiteral("figure-one.png")) == m_figure);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"figure-one.png"});
}

// A figure where a limit ends in the middle of Qt's, fontconfig's or our own work: it is drawn, or one line says so.
void TestHeadless::littleMemory()
{
#if defined(__SANITIZE_ADDRESS__)
    QSKIP("the sanitizer takes terabytes of addresses");
#endif
    int refused = 0;
    for (int kibibytes = 96000; kibibytes < 200000; kibibytes += 1301) {
        QProcess process;
        QVERIFY(endsWithin(process, kibibytes, kFigure));
        if (process.exitStatus() == QProcess::CrashExit) { // TBB crashes while it is loaded, before the program begins
            QProcess version;
            QVERIFY(endsWithin(version, kibibytes, {"--version"}));
            if (version.exitStatus() == QProcess::CrashExit)
                continue;
        }
        QByteArray err = process.readAllStandardError();
        if (err.startsWith("Fontconfig error: ")) // a line of its own, where not even its settings can be opened
            err.remove(0, err.indexOf('\n') + 1);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        if (err.contains("shared libraries")) // the program has not begun
            continue;
        if (process.exitCode() == 0) {
            QVERIFY(read(QStringLiteral("figure-one.png")) == m_figure);
            continue;
        }
        ++refused;
        QCOMPARE(process.exitCode(), 5);
        QVERIFY2(err.startsWith("phasor: error: ") && err.count('\n') == 1, err.constData());
    }
    QVERIFY(refused > 0);
    QVERIFY(read(QStringLiteral("figure-one.png")) == m_figure);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"figure-one.png"});
}

// Each view of 2^31 - 1 rows: none of them needs memory for every row.
void TestHeadless::twoBillionRows()
{
#if defined(__SANITIZE_ADDRESS__)
    QSKIP("the sanitizer takes terabytes of addresses");
#endif
    int drawn = 0;
    const QByteArray views = run({"list", "views"}, {}).out;
    for (const QByteArray& line : views.trimmed().split('\n')) {
        const QString view = QString::fromUtf8(line.left(line.indexOf(' ')));
        QStringList arguments{"figure", "--view", view, "--preset", "endless", "--out", "endless.png"};
        if (view == u"training")
            arguments += {"--steps", "20", "--seeds", "1"};
        QProcess process;
        QVERIFY2(endsWithin(process, 2000000, arguments), qPrintable(view));
        const QByteArray err = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit, qPrintable(view));
        if (process.exitCode() == 0)
            ++drawn;
        else // it compares generators without such a table, or needs a grid
            QVERIFY2(err.contains("--generator: ") || err.contains("--scheme: "), err.constData());
    }
    QVERIFY2(drawn >= 20, qPrintable(QString::number(drawn)));
}

QTEST_GUILESS_MAIN(TestHeadless)
#include "tst_headless.moc"
