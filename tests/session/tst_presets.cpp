// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/document.h"

#include "field/matrix.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipeline.h"

#include <QtTest>

#include <algorithm>
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
    void models_data();
    void models();
    void attentionIsAlive_data();
    void attentionIsAlive();
    void twoTablesOfTwoSeeds_data();
    void twoTablesOfTwoSeeds();
    void wholeTokens();
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
    QFile file(":/presets/" + id + ".json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Result<DocumentRead> read = readDocument(file.readAll().toStdString(), false);
    QVERIFY2(read.ok(), read.ok() ? "" : toString(read.error()).c_str());
    QVERIFY2(read->warnings.empty(), read->warnings.empty() ? "" : english(read->warnings.front()).c_str());
    const Result<Preset> preset = loadPreset(id.toStdString());
    QVERIFY(preset.ok());
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

namespace {

Matrix cellsOf(const Pipeline& pipeline, std::string_view node)
{
    const FieldPtr field = pipeline.find(node)->field.value();
    Matrix cells(field->shape());
    field->fill({0, 0, field->shape().rows, field->shape().cols}, cells.view());
    return cells;
}

PipelinePtr pipelineOf(const QString& id)
{
    PipelineCache cache;
    return Pipeline::make(loadPreset(id.toStdString()).value().document.scene.a, cache).value();
}

} // namespace

// Published sizes: d_model is the width of all heads' queries. Scale √5376 is Gemma's hidden_size, σ 0.02 is
// initializer_range of the models that have a table or a scale; the others' embedding is as after their norm.
void TestPresets::models_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("positions");
    QTest::addColumn<double>("scale");
    QTest::addColumn<double>("sigma");
    QTest::addColumn<double>("dropout");
    QTest::newRow("llama-3.1") << 4096 << 32 << 131072 << 1.0 << 1.0 << 0.0;
    QTest::newRow("llama-4") << 5120 << 40 << 10485760 << 1.0 << 1.0 << 0.0;
    QTest::newRow("smollm3") << 2048 << 16 << 65536 << 1.0 << 1.0 << 0.0;
    QTest::newRow("command-a") << 12288 << 96 << 131072 << 1.0 << 1.0 << 0.0;
    QTest::newRow("qwen3") << 4096 << 32 << 131072 << 1.0 << 1.0 << 0.0;
    QTest::newRow("deepseek-v3") << 8192 << 128 << 163840 << 1.0 << 1.0 << 0.0;
    QTest::newRow("gpt-oss") << 4096 << 64 << 131072 << 1.0 << 1.0 << 0.0;
    QTest::newRow("phi-3") << 3072 << 32 << 131072 << 1.0 << 1.0 << 0.0;
    QTest::newRow("gemma-3") << 4096 << 32 << 131072 << 73.3212111192934 << 0.02 << 0.0;
    QTest::newRow("gpt-j") << 4096 << 16 << 2048 << 1.0 << 1.0 << 0.0;
    QTest::newRow("gpt-neox") << 6144 << 64 << 2048 << 1.0 << 1.0 << 0.0;
    QTest::newRow("bloom") << 14336 << 112 << 2048 << 1.0 << 1.0 << 0.0;
    QTest::newRow("mpt-7b") << 4096 << 32 << 2048 << 1.0 << 1.0 << 0.0;
    QTest::newRow("t5") << 768 << 12 << 512 << 1.0 << 1.0 << 0.1;
    QTest::newRow("gpt-2") << 768 << 12 << 1024 << 1.0 << 0.02 << 0.1;
    QTest::newRow("bert") << 768 << 12 << 512 << 1.0 << 0.02 << 0.1;
}

void TestPresets::models()
{
    const QString id = QString::fromUtf8(QTest::currentDataTag());
    const PipelinePtr pipeline = pipelineOf(id);
    const Parameters& p = pipeline->parameters();
    QTEST(static_cast<int>(p.encoding.dModel), "width");
    QTEST(static_cast<int>(p.attention.heads), "heads");
    QTEST(static_cast<int>(p.encoding.maxLen), "positions");
    QTEST(scaleOf(p), "scale");
    QTEST(pipeline->find("embedding")->find<EmbeddingFacts>()->sigma, "sigma");
    QTEST(p.dropout.p, "dropout");
    QCOMPARE(p.attention.causal, id != "t5" && id != "bert");
    const Document document = loadPreset(id.toStdString()).value().document;
    for (const std::string& text : {document.says, document.source}) {
        QVERIFY(text.ends_with('.'));
        QVERIFY(text.find("memory") == std::string::npos && text.find("hecked") == std::string::npos);
    }
    QVERIFY(document.source.find("config.json of") != std::string::npos
            || document.source.find("'s config.json") != std::string::npos);
}

void TestPresets::attentionIsAlive_data()
{
    QTest::addColumn<double>("most");
    for (const char* id : {"llama-3.1", "llama-4", "smollm3", "command-a", "qwen3", "deepseek-v3", "gpt-oss", "phi-3",
                           "gemma-3", "gpt-j", "gpt-neox", "bloom", "mpt-7b", "nope"})
        QTest::newRow(id) << 14.0;
}

// Not scores of ±64,000 that leave each token itself, nor scores of 0 that leave all the same.
void TestPresets::attentionIsAlive()
{
    QFETCH(double, most);
    const PipelinePtr pipeline = pipelineOf(QString::fromUtf8(QTest::currentDataTag()));
    const Matrix scores = cellsOf(*pipeline, "scores");
    const Matrix attention = cellsOf(*pipeline, "attention");
    double largest = 0;
    double own = 0;
    for (std::int64_t i = 0; i < scores.rows(); ++i) {
        own += static_cast<double>(attention(i, i)) / static_cast<double>(scores.rows());
        for (std::int64_t j = 0; j <= i; ++j)
            largest = std::max(largest, std::abs(static_cast<double>(scores(i, j))));
    }
    QVERIFY2(largest > 1.5 && largest < most, qPrintable(QString::number(largest)));
    QVERIFY2(own > 0.17 && own < 0.59, qPrintable(QString::number(own)));
}

void TestPresets::twoTablesOfTwoSeeds_data()
{
    QTest::addColumn<QString>("id");
    QTest::newRow("GPT-2") << "gpt-2";
    QTest::newRow("BERT") << "bert";
}

// The embedding of token k is not the encoding of position k.
void TestPresets::twoTablesOfTwoSeeds()
{
    QFETCH(QString, id);
    const PipelinePtr pipeline = pipelineOf(id);
    const Matrix words = cellsOf(*pipeline, "embedding");
    const Matrix positions = cellsOf(*pipeline, "position");
    for (std::int64_t row = 0; row < words.rows(); ++row) {
        double dot = 0;
        double norms[2] = {};
        for (std::int64_t c = 0; c < words.cols(); ++c) {
            const auto e = static_cast<double>(words(row, c));
            const auto p = static_cast<double>(positions(pipeline->sequence().id(row), c));
            dot += e * p;
            norms[0] += e * e;
            norms[1] += p * p;
        }
        QVERIFY(std::abs(dot) < 0.2 * std::sqrt(norms[0] * norms[1])); // σ of the cosine is 1/√768 = 0.036
    }
}

// Rows vanish, [CLS] like any other.
void TestPresets::wholeTokens()
{
    const PipelinePtr pipeline = pipelineOf("whole-tokens");
    const Matrix output = cellsOf(*pipeline, "output");
    QStringList lost;
    for (std::int64_t row = 0; row < output.rows(); ++row) {
        const float* const cells = output.view().row(row);
        if (std::all_of(cells, cells + output.cols(), [](float cell) { return cell == 0; }))
            lost << QString::fromStdString(pipeline->sequence().label(row));
    }
    QCOMPARE(lost.size(), 4);
    QVERIFY2(lost.front() == "[CLS]" && lost.back() == "[SEP]", qPrintable(lost.join(u' ')));
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
