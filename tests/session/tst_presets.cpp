// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/presets.h"

#include "field/matrix.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipeline.h"

#include <QtTest>

#include <cmath>
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
    void publishedModels_data();
    void publishedModels();
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
    QVERIFY(!preset->document.title.empty());
    QVERIFY(QString::fromStdString(preset->document.says).endsWith(QLatin1Char('.')));
    QVERIFY(preset->document.unknown.empty());
    const Parameters& parameters = preset->document.scene.a;
    PipelineCache cache;
    const Result<PipelinePtr> pipeline = Pipeline::make(parameters, cache);
    QVERIFY2(pipeline.ok(), pipeline.ok() ? "" : toString(pipeline.error()).c_str());
    QVERIFY((*pipeline)->warnings().empty());
    QVERIFY((*pipeline)->find(preset->document.view.node) != nullptr);
    for (const NodePtr& node : (*pipeline)->nodes()) // attention too where it is looked at, and heads fit
        QVERIFY2(node->field.ok() || preset->document.scene.a.encoding.scheme == "sinusoidal", node->id.c_str());
    for (const char* node : {"tokens", "embedding", "scaled", "sum", "mask", "output"})
        QVERIFY2((*pipeline)->find(node) && (*pipeline)->find(node)->field.ok(), node);
    for (const std::int64_t dimension : preset->document.view.dimensions)
        QVERIFY(dimension < parameters.encoding.dModel);
}

void TestPresets::idsAreUnique()
{
    const auto ids = presetIds();
    QCOMPARE(std::set<std::string_view>(ids.begin(), ids.end()).size(), ids.size());
}

// What the models' papers and cards say of their rotations.
void TestPresets::publishedModels_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("kept");
    QTest::addColumn<int>("divided");
    QTest::addColumn<double>("factor");
    QTest::addColumn<double>("attention");
    QTest::newRow("Llama 3.1: 29 kept, 6 smoothed, 29 divided") << "llama-3.1" << 128 << 29 << 29 << 8.0 << 1.0;
    QTest::newRow("Llama 4 Scout: a step, 35 kept") << "llama-4" << 128 << 35 << 29 << 16.0 << 1.0;
    QTest::newRow("SmolLM3") << "smollm3" << 128 << 64 << 0 << 1.0 << 1.0;
    QTest::newRow("Command A") << "command-a" << 128 << 64 << 0 << 1.0 << 1.0;
    QTest::newRow("Qwen3: 0.1 ln 4 + 1") << "qwen3" << 128 << 24 << 24 << 4.0 << 1.138629;
    QTest::newRow("DeepSeek-V3") << "deepseek-v3" << 64 << 11 << 9 << 40.0 << 1.0;
    QTest::newRow("gpt-oss: 0.1 ln 32 + 1") << "gpt-oss" << 64 << 9 << 14 << 32.0 << 1.346574;
    QTest::newRow("Gemma 3: all divided") << "gemma-3" << 128 << 0 << 64 << 8.0 << 1.0;
    QTest::newRow("GPT-J") << "gpt-j" << 64 << 32 << 0 << 1.0 << 1.0;
    QTest::newRow("GPT-NeoX") << "gpt-neox" << 24 << 12 << 0 << 1.0 << 1.0;
}

void TestPresets::publishedModels()
{
    QFETCH(QString, id);
    QFETCH(int, columns);
    QFETCH(double, factor);
    const Parameters parameters = loadPreset(id.toStdString()).value().document.scene.a;
    PipelineCache cache;
    const PipelinePtr pipeline = Pipeline::make(parameters, cache).value();
    const PositionModel& model = pipeline->model();
    QCOMPARE(pipeline->find("position")->columns.count, columns);
    Parameters plain = parameters;
    const ParameterSpec* scaling = findParameter("rope-scaling", plain);
    scaling->set(plain, std::string("none"));
    const PipelinePtr unscaled = Pipeline::make(plain, cache).value();
    int kept = 0;
    int divided = 0;
    for (std::size_t i = 0; i < model.waves->frequencies.size(); ++i) {
        const double quotient = unscaled->model().waves->frequencies[i] / model.waves->frequencies[i];
        kept += quotient == 1;
        divided += factor != 1 && std::fabs(quotient - factor) < 1e-12;
    }
    QTEST(kept, "kept");
    QTEST(divided, "divided");
    QFETCH(double, attention);
    QVERIFY(std::fabs(model.turns()->attentionFactor - attention) < 5e-7);
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
    PipelineCache cache;
    const Result<PipelinePtr> pipeline = Pipeline::make(preset->document.scene.a, cache);
    QVERIFY(pipeline.ok());
    const Result<FieldPtr> mask = (*pipeline)->find("mask")->field;
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
