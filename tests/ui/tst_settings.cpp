// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings/settings.h"

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
    void aStrangeLayoutIsLeftOut();
    void ofVersionOne();
    void aLargeFileIsRead();
    void whatCannotBeReadIsKept();
    void unwritable();
    void standardPathFollowsXdg();

private:
    QString name() const { return m_folder->filePath("phasor/window.json"); }
    LoadedSettings load() const { return loadSettings(name().toStdString()); }
    Status save(const Document& document) const { return saveSettings(document, name().toStdString()); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_Settings::roundTrip()
{
    Document settings;
    settings.layout = {.window = {10, 20, 1000, 700}, .maximized = true, .columns = {300, 900}, .theme = "dark"};
    settings.arranged = true;
    settings.view.board.showOnly(std::array<std::string, 1>{"ratio"});
    settings.scene.a.encoding.dModel = 77;
    settings.scene.a.sentence.text = "Καλημέρα \"κόσμε\"\n";
    settings.scene.a.random.seed = Seed{UINT64_MAX, false};
    settings.view.node = "mask";
    settings.view.dimensions = {1, 9};
    QVERIFY(save(settings).ok());
    const LoadedSettings loaded = load();
    QCOMPARE(loaded.message, QString());
    QVERIFY(loaded.document == settings);
}

void tst_Settings::noFileIsNoMessage()
{
    const LoadedSettings loaded = load();
    QVERIFY(loaded.document == Document{});
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
    QTest::newRow("a later version") << QByteArray("{\"format\": \"phasor-session\", \"version\": 5}");
    QTest::newRow("another type") << QByteArray(
        "{\"format\": \"phasor-window\", \"version\": 1, \"parameters\": \"big\"}");
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
    const LoadedSettings loaded = load();
    QVERIFY(loaded.document == Document{});
    QVERIFY(!loaded.message.isEmpty());
    QVERIFY(!QFile::exists(name()));
    const QStringList kept = QDir(m_folder->filePath("phasor")).entryList({"window.json.corrupt-*"});
    QCOMPARE(kept.size(), 1);
    QFile aside(m_folder->filePath("phasor/" + kept.front()));
    QVERIFY(aside.open(QIODevice::ReadOnly));
    QCOMPARE(aside.readAll(), bytes);
    QVERIFY(load().message.isEmpty());
}

void tst_Settings::aStrangeLayoutIsLeftOut()
{
    QVERIFY(QDir().mkpath(m_folder->filePath("phasor")));
    {
        QFile strange(name());
        QVERIFY(strange.open(QIODevice::WriteOnly));
        strange.write("{\"format\": \"phasor-window\", \"version\": 1, \"window\": \"big\", "
                      "\"parameters\": {\"d_model\": 77}}");
    }
    const LoadedSettings loaded = load();
    QVERIFY2(loaded.message.contains("layout.window"), qPrintable(loaded.message));
    QVERIFY(loaded.document.layout == Layout{});
    QCOMPARE(loaded.document.scene.a.encoding.dModel, 77); // what could be understood is there
    QVERIFY(QFile::exists(name()));
}

// Written by the last program before sessions were documents.
void tst_Settings::ofVersionOne()
{
    QVERIFY(QDir().mkpath(m_folder->filePath("phasor")));
    QVERIFY(QFile::copy(PHASOR_GOLDEN "/session/window-v1.json", name()));
    const LoadedSettings loaded = load();
    QCOMPARE(loaded.message, QString());
    Document wanted;
    wanted.scene.a.sentence.text = "the cat sat";
    wanted.layout = {.window = {0, 0, 1280, 800}, .maximized = true, .columns = {336, 936}, .theme = "system"};
    wanted.arranged = true;
    wanted.view.dimensions = {4, 5, 6, 7}; // as they were then, where today's are chosen by wavelength
    wanted.view.board.showOnly(std::array<std::string, 4>{"heatmap", "curves", "dropout", "precision"});
    QVERIFY(loaded.document == wanted);
}

// Results of trainings may have megabytes.
void tst_Settings::aLargeFileIsRead()
{
    Document settings;
    settings.scene.a.encoding.dModel = 77;
    settings.trainings = "[\"" + std::string(3 << 20, 'x') + "\"]";
    QVERIFY(save(settings).ok());
    const LoadedSettings loaded = load();
    QCOMPARE(loaded.message, QString());
    QVERIFY(loaded.document == settings);
}

// The next write must not replace it.
void tst_Settings::whatCannotBeReadIsKept()
{
    QVERIFY(QDir().mkpath(name())); // a folder, which root cannot read either
    const LoadedSettings loaded = load();
    QVERIFY(loaded.message.contains("window.json.corrupt-"));
    QVERIFY(!QFile::exists(name()));
    QVERIFY(save({}).ok());
    QCOMPARE(load().message, QString());
}

void tst_Settings::unwritable()
{
    QFile inTheWay(m_folder->filePath("phasor")); // a file where the folder should be
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    const Status status = save({});
    QVERIFY(!status.ok());
    QCOMPARE(static_cast<int>(status.error().kind), static_cast<int>(ErrorKind::Output));
}

void tst_Settings::standardPathFollowsXdg()
{
    qputenv("XDG_STATE_HOME", "/somewhere/state");
    QCOMPARE(QString::fromStdString(standardSettingsPath()), "/somewhere/state/phasor/window.json");
    qputenv("XDG_STATE_HOME", "relative"); // the specification: to be ignored
    QCOMPARE(QString::fromStdString(standardSettingsPath()), QDir::homePath() + "/.local/state/phasor/window.json");
    qunsetenv("XDG_STATE_HOME");
}

QTEST_APPLESS_MAIN(tst_Settings)
#include "tst_settings.moc"
