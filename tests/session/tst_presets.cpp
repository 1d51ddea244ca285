// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/presets.h"

#include "field/matrix.h"
#include "pipeline/stages.h"

#include <QtTest>

#include <set>

using namespace phasor;

// Every preset can be had as a whole, and the famous ones show what they are famous for.
class TestPresets : public QObject
{
    Q_OBJECT

private slots:
    void everyPresetWorks_data();
    void everyPresetWorks();
    void idsAreUnique();
    void theBooksMask_data();
    void theBooksMask();
    void unknown();
};

void TestPresets::everyPresetWorks_data()
{
    QTest::addColumn<QString>("id");
    for (const std::string_view id : presetIds())
        QTest::newRow(id.data()) << QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

void TestPresets::everyPresetWorks()
{
    QFETCH(QString, id);
    const Result<Preset> preset = loadPreset(id.toStdString());
    QVERIFY2(preset.ok(), preset.ok() ? "" : toString(preset.error()).c_str());
    QVERIFY(!preset->title.empty());
    QVERIFY(QString::fromStdString(preset->says).endsWith(QLatin1Char('.')));
    const Result<StagesPtr> stages = Stages::make(preset->parameters);
    QVERIFY2(stages.ok(), stages.ok() ? "" : toString(stages.error()).c_str());
    QVERIFY((*stages)->warnings().empty());
    for (const StageInfo& stage : stageInfos())
        QVERIFY2((*stages)->field(stage.id).ok(), stage.name.data());
    for (const std::int64_t dimension : preset->view.dimensions)
        QVERIFY(dimension < preset->parameters.dModel);
}

void TestPresets::idsAreUnique()
{
    const auto ids = presetIds();
    QCOMPARE(std::set<std::string_view>(ids.begin(), ids.end()).size(), ids.size());
}

// Published in rasbt/LLMs-from-scratch#57: torch.manual_seed(123), nn.Dropout(0.5)(torch.ones(6, 6)).
void TestPresets::theBooksMask_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("kept");
    QTest::newRow("without MKL") << "book-mask"
                                 << "110110 000101 111101 011001 010101 011110";
    QTest::newRow("with MKL") << "book-mask-linux"
                              << "111111 010000 001010 110001 100001 010000";
}

void TestPresets::theBooksMask()
{
    QFETCH(QString, id);
    QFETCH(QString, kept);
    const Result<Preset> preset = loadPreset(id.toStdString());
    QVERIFY(preset.ok());
    const Result<StagesPtr> stages = Stages::make(preset->parameters);
    QVERIFY(stages.ok());
    const Result<FieldPtr>& mask = (*stages)->field(StageId::Mask);
    QVERIFY(mask.ok());
    Matrix cells(Shape{6, 6});
    (*mask)->fill({0, 0, 6, 6}, cells.view());
    QStringList rows;
    for (std::int64_t r = 0; r < 6; ++r) {
        QString row;
        for (std::int64_t c = 0; c < 6; ++c)
            row += QLatin1Char(cells(r, c) != 0 ? '1' : '0');
        rows << row;
    }
    QCOMPARE(rows.join(QLatin1Char(' ')), kept);
}

void TestPresets::unknown()
{
    const Result<Preset> preset = loadPreset("tutorail");
    QVERIFY(!preset.ok());
    QCOMPARE(preset.error().kind, ErrorKind::Usage);
    QVERIFY(toString(preset.error()).find("tutorial") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestPresets)
#include "tst_presets.moc"
