// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace phasor;

class tst_Settings : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void roundTrip();
    void noFileIsNoMessage();
    void notUnderstood_data();
    void notUnderstood();
    void unwritable();
    void standardPathFollowsXdg();

private:
    QString name() const { return m_folder->filePath("phasor/window.json"); }
    SettingsFile file() const { return SettingsFile(name().toStdString()); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_Settings::roundTrip()
{
    Settings settings;
    settings.window = QRect(10, 20, 1000, 700);
    settings.maximised = true;
    settings.columns = {300, 900};
    settings.plotRows = {100, 200};
    settings.plotColumns = {300, 400};
    settings.plots = QStringList{"ratio"};
    settings.theme = "dark";
    settings.parameters.dModel = 77;
    settings.parameters.text = "Καλημέρα \"κόσμε\"\n";
    settings.parameters.seed = Seed{UINT64_MAX, false};
    settings.view.stage = StageId::Mask;
    settings.view.dimensions = {1, 9};
    QVERIFY(file().save(settings).ok());
    const SettingsFile::Loaded loaded = file().load();
    QCOMPARE(loaded.message, QString());
    QVERIFY(loaded.settings == settings);
}

void tst_Settings::noFileIsNoMessage()
{
    const SettingsFile::Loaded loaded = file().load();
    QVERIFY(loaded.settings == Settings{});
    QVERIFY(loaded.message.isEmpty());
}

void tst_Settings::notUnderstood_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("zeros") << QByteArray(200, '\0');
    QTest::newRow("cut") << QByteArray("{\"format\": \"phasor-window\", \"version\": 1, \"wind");
    QTest::newRow("array") << QByteArray("[1, 2]");
    QTest::newRow("another program's") << QByteArray("{\"a\": 1}");
    QTest::newRow("a later version") << QByteArray("{\"format\": \"phasor-window\", \"version\": 2}");
    QTest::newRow("another type") << QByteArray("{\"format\": \"phasor-window\", \"version\": 1, \"window\": \"big\"}");
    QTest::newRow("nested deeply") << QByteArray(100000, '[');
}

void tst_Settings::notUnderstood()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(QDir().mkpath(m_folder->filePath("phasor")));
    {
        QFile broken(name());
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write(bytes);
    }
    const SettingsFile::Loaded loaded = file().load();
    QVERIFY(loaded.settings == Settings{});
    QVERIFY(!loaded.message.isEmpty());
    QVERIFY(!QFile::exists(name()));
    const QStringList kept = QDir(m_folder->filePath("phasor")).entryList({"window.json.corrupt-*"});
    QCOMPARE(kept.size(), 1);
    QFile aside(m_folder->filePath("phasor/" + kept.front()));
    QVERIFY(aside.open(QIODevice::ReadOnly));
    QCOMPARE(aside.readAll(), bytes);
    QVERIFY(file().load().message.isEmpty());
}

void tst_Settings::unwritable()
{
    QFile inTheWay(m_folder->filePath("phasor")); // a file where the folder should be
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    const Status status = file().save({});
    QVERIFY(!status.ok());
    QCOMPARE(static_cast<int>(status.error().kind), static_cast<int>(ErrorKind::Output));
}

void tst_Settings::standardPathFollowsXdg()
{
    qputenv("XDG_STATE_HOME", "/somewhere/state");
    QCOMPARE(QString::fromStdString(SettingsFile::standardPath()), "/somewhere/state/phasor/window.json");
    qputenv("XDG_STATE_HOME", "relative"); // the specification: to be ignored
    QCOMPARE(QString::fromStdString(SettingsFile::standardPath()),
             QDir::homePath() + "/.local/state/phasor/window.json");
    qunsetenv("XDG_STATE_HOME");
}

QTEST_APPLESS_MAIN(tst_Settings)
#include "tst_settings.moc"
