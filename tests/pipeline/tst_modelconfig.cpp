// SPDX-License-Identifier: GPL-3.0-or-later
// What a model's config.json makes of the parameters, and what is refused.
#include "encodings/rotation/settings.h"
#include "encodings/schemes.h"
#include "pipeline/config/modelconfig.h"
#include "pipeline/json.h"
#include "pipeline/pipeline.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace phasor;

namespace {

QTemporaryDir& folder()
{
    static QTemporaryDir dir;
    return dir;
}

std::string written(const QByteArray& json)
{
    QFile file(folder().filePath(QStringLiteral("config.json")));
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size())
        qFatal("cannot write");
    return file.fileName().toStdString();
}

} // namespace

class TestModelConfig : public QObject
{
    Q_OBJECT

private slots:
    void models_data();
    void models();
    void warnings_data();
    void warnings();
    void refused_data();
    void refused();
    void longRope();
    void othersStay();
    void looksLikeOne();
};

// The options that the file stands for, as the command line would have them.
void TestModelConfig::models_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("options");
    const QString plain = " --scale none --embedding-std 0.02 --dropout 0";
    QTest::newRow("Llama 3.1 8B") << QByteArray(R"({"architectures": ["LlamaForCausalLM"], "hidden_size": 4096,
        "num_attention_heads": 32, "num_key_value_heads": 8, "max_position_embeddings": 131072, "model_type": "llama",
        "rope_scaling": {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 8192, "rope_type": "llama3"}, "rope_theta": 500000.0, "vocab_size": 128256})")
                                  << "--d-model 4096 --max-len 131072 --scheme rope --base 5e+05 --rope-scaling llama3 "
                                     "--rope-factor 8 --rope-original 8192 --heads 32"
            + plain;
    QTest::newRow("an old Llama") << QByteArray(
        R"({"hidden_size": 4096, "num_attention_heads": 32, "model_type": "llama",
        "max_position_embeddings": 4096, "rope_scaling": null})")
                                  << "--d-model 4096 --max-len 4096 --scheme rope --heads 32" + plain;
    QTest::newRow("rope_parameters")
        << QByteArray(R"({"hidden_size": 1024, "num_attention_heads": 16,
        "max_position_embeddings": 32768, "rope_parameters": {"rope_type": "default", "rope_theta": 1000000.0}})")
        << "--d-model 1024 --max-len 32768 --scheme rope --base 1e+06 --rope-original 32768 --heads 16" + plain;
    QTest::newRow("Qwen3 with YaRN")
        << QByteArray(R"({"head_dim": 128, "hidden_size": 4096, "num_attention_heads": 32,
        "max_position_embeddings": 131072, "rope_theta": 1000000, "rope_scaling": {"rope_type": "yarn", "factor": 4.0,
        "original_max_position_embeddings": 32768}})")
        << "--d-model 4096 --max-len 131072 --scheme rope --base 1e+06 --rope-scaling yarn "
           "--rope-factor 4 --rope-original 32768 --heads 32"
            + plain;
    QTest::newRow("YaRN without a factor")
        << QByteArray(R"({"hidden_size": 64, "num_attention_heads": 1,
        "max_position_embeddings": 10240, "rope_scaling": {"type": "yarn", "original_max_position_embeddings": 4096,
        "truncate": false, "beta_fast": 16}})")
        << "--d-model 64 --max-len 10240 --scheme rope --rope-scaling yarn --rope-factor "
           "2.5 --rope-beta-fast 16 --rope-truncate off --heads 1"
            + plain;
    QTest::newRow("dynamic") << QByteArray(
        R"({"hidden_size": 64, "num_attention_heads": 2, "max_position_embeddings": 2048,
        "rope_scaling": {"type": "dynamic", "factor": 2.0}})")
                             << "--d-model 64 --max-len 2048 --scheme rope --rope-scaling dynamic-ntk --rope-factor 2 "
                                "--rope-original 2048 --heads 2"
            + plain;
    QTest::newRow("GPT-J") << QByteArray(R"({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_positions": 2048,
        "rotary": true, "rotary_dim": 64})")
                           << "--d-model 4096 --max-len 2048 --scheme rope --layout interleaved --rotary-fraction 0.25 "
                              "--rope-original 2048 --heads 16"
            + plain;
    QTest::newRow("GPT-NeoX-20B")
        << QByteArray(R"({"model_type": "gpt_neox", "hidden_size": 6144,
        "num_attention_heads": 64, "max_position_embeddings": 2048, "rotary_pct": 0.25, "rotary_emb_base": 10000})")
        << "--d-model 6144 --max-len 2048 --scheme rope --rotary-fraction 0.25 --rope-original 2048 --heads 64" + plain;
    QTest::newRow("multimodal")
        << QByteArray(R"({"model_type": "llava", "text_config": {"hidden_size": 1024,
        "num_attention_heads": 4, "max_position_embeddings": 1024, "rope_theta": 20000.0}, "vision_config": {"hidden_size": 7}})")
        << "--d-model 1024 --max-len 1024 --scheme rope --base 20000 --rope-original 1024 --heads 4" + plain;
    QTest::newRow("MPT-7B") << QByteArray(R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "max_seq_len": 2048,
        "attn_config": {"alibi": true, "alibi_bias_max": 8}})")
                            << "--d-model 4096 --max-len 2048 --scheme alibi --heads 32" + plain;
    QTest::newRow("GPT-2") << QByteArray(R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_positions": 1024,
        "n_ctx": 1024, "initializer_range": 0.02})")
                           << "--d-model 768 --max-len 1024 --scheme learned --table-seed 1 --heads 12 --scale none "
                              "--embedding-std 0.02";
}

void TestModelConfig::models()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, options);
    const Result<ModelConfig> config = readModelConfig(written(json), {});
    QVERIFY2(config.ok(), config.ok() ? "" : toString(config.error()).c_str());
    QStringList given = QString::fromStdString(toCommandLine(config->parameters)).split(" --");
    QStringList expected = options.split(" --");
    for (QStringList* list : {&given, &expected}) {
        list->front().remove(0, 2);
        list->sort();
    }
    QCOMPARE(given, expected);
    QVERIFY2(config->warnings.empty(), config->warnings.empty() ? "" : english(config->warnings.front()).c_str());
    QVERIFY(!config->understood.empty());
    Parameters p = config->parameters;
    p.sentence.seqLen = 4;
    p.random.generator = "philox";
    PipelineCache cache;
    const Result<PipelinePtr> pipeline = Pipeline::make(p, cache);
    QVERIFY(pipeline.ok() && (*pipeline)->find("scores")->field.ok());
}

void TestModelConfig::warnings_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("warning");
    const auto rope = [](const char* scaling, const char* more = "") {
        return QByteArray(R"({"hidden_size": 64, "num_attention_heads": 1, "max_position_embeddings": 4096, )") + more
            + "\"rope_scaling\": " + scaling + "}";
    };
    QTest::newRow("unknown type") << rope(R"({"rope_type": "magic", "factor": 2})")
                                  << "rope_scaling.rope_type \"magic\"";
    QTest::newRow("no type") << rope(R"({"factor": 2})") << "rope_scaling.rope_type is missing";
    QTest::newRow("unknown number") << rope(R"({"rope_type": "linear", "factor": 2, "spin": 3})")
                                    << "rope_scaling.spin is not understood";
    QTest::newRow("softmax scale") << rope(R"({"type": "yarn", "factor": 40, "mscale": 1, "mscale_all_dim": 1})")
                                   << "rope_scaling.mscale_all_dim";
    QTest::newRow("layers without") << rope("null", R"("rope_theta": 1e4, "no_rope_layers": [1, 0], )")
                                    << "no_rope_layers";
    QTest::newRow("another width") << rope("null", R"("rope_theta": 1e4, "head_dim": 128, )") << "hidden_size 64";
    QTest::newRow("by layer") << QByteArray(
        R"({"hidden_size": 64, "num_attention_heads": 1, "rope_parameters": {"full_attention": {"rope_type":
           "linear", "factor": 8.0, "rope_theta": 1000000.0}, "sliding_attention": {"rope_type": "default"}}})")
                              << "rope_parameters differs from layer to layer";
}

void TestModelConfig::warnings()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, warning);
    const Result<ModelConfig> config = readModelConfig(written(json), {});
    QVERIFY2(config.ok(), config.ok() ? "" : toString(config.error()).c_str());
    QCOMPARE(config->parameters.encoding.scheme, std::string("rope"));
    QCOMPARE(config->warnings.size(), 1U);
    QVERIFY2(QString::fromStdString(english(config->warnings.front())).startsWith(warning),
             english(config->warnings.front()).c_str());
}

void TestModelConfig::refused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("field");
    const auto row = [](const char* name, const QByteArray& json, const char* code, const char* field = "") {
        QTest::newRow(name) << json << code << field;
    };
    const auto rope = [](const char* scaling) {
        return QByteArray(
                   R"({"hidden_size": 64, "num_attention_heads": 2, "max_position_embeddings": 4096, "rope_scaling": )")
            + scaling + "}";
    };
    row("empty", "", "EMPTY");
    row("truncated", R"({"rope_theta": 100)", "JSON");
    row("no object", "[1]", "SCHEMA");
    row("deep", QByteArray(1000000, '['), "JSON");
    row("deep objects", QByteArray(R"({"a":)").repeated(100000), "JSON");
    row("twice", R"({"rope_theta": 1, "rope_theta": 2})", "DUP", "rope_theta");
    row("1e400", R"({"rope_theta": 1e400})", "RANGE");
    row("10 MB", QByteArray(10000000, ' '), "LIMIT");
    row("UTF-16", QByteArray("\xff\xfe{\0\"\0", 6), "BINARY");
    row("Latin-1", "{\"rope_theta\": \"\xe4\"}", "UTF8");
    row("foreign", R"({"name": "a package", "version": "1.0"})", "SCHEMA");
    row("text for a number", R"({"rope_theta": "10000"})", "TYPE", "rope_theta");
    row("negative base", R"({"rope_theta": -1})", "RANGE", "rope_theta");
    row("half a head", R"({"rope_theta": 1e4, "num_attention_heads": 1.5})", "RANGE", "num_attention_heads");
    row("no heads", R"({"rope_theta": 1e4, "num_attention_heads": 0})", "RANGE", "num_attention_heads");
    row("heads that do not divide", R"({"rope_theta": 1e4, "hidden_size": 100, "num_attention_heads": 12})", "RANGE");
    row("heads of T5", R"({"relative_attention_num_buckets": 32, "d_model": 100, "num_heads": 12})", "RANGE");
    row("heads of an odd width", R"({"rope_theta": 1e4, "hidden_size": 65, "num_attention_heads": 13})", "RANGE");
    row("an odd rotary width",
        R"({"rope_theta": 1e4, "hidden_size": 64, "num_attention_heads": 8, "partial_rotary_factor": 0.1})", "RANGE");
    row("endless heads", R"({"rope_theta": 1e4, "head_dim": 1e15})", "RANGE", "head_dim");
    row("endless width", R"({"rope_theta": 1e4, "hidden_size": 9e99})", "RANGE", "hidden_size");
    row("scaling is a text", rope("\"linear\""), "TYPE", "rope_scaling");
    row("type is a number", rope(R"({"type": 3})"), "TYPE", "rope_scaling.type");
    row("no factor", rope(R"({"type": "linear"})"), "MISSING", "rope_scaling.factor");
    row("factor below 1", rope(R"({"type": "linear", "factor": 0.5})"), "RANGE", "rope_scaling.factor");
    row("llama3 without its numbers",
        rope(R"({"type": "llama3", "factor": 8, "original_max_position_embeddings": 8192})"), "MISSING",
        "rope_scaling.low_freq_factor");
    row("llama3 without L0", rope(R"({"type": "llama3", "factor": 8})"), "MISSING",
        "rope_scaling.original_max_position_embeddings");
    row("betas that contradict", rope(R"({"type": "yarn", "factor": 8, "beta_fast": 1, "beta_slow": 32})"), "RANGE");
    row("a list for truncate", rope(R"({"type": "yarn", "factor": 8, "truncate": []})"), "TYPE",
        "rope_scaling.truncate");
}

// One clear line that names the file, exit code 3.
void TestModelConfig::refused()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    QFETCH(QString, field);
    const std::string path = written(json);
    const Result<ModelConfig> config = readModelConfig(path, {});
    QVERIFY(!config.ok());
    QCOMPARE(config.error().kind, ErrorKind::Input);
    QCOMPARE(QString::fromStdString(config.error().code), code);
    QCOMPARE(QString::fromStdString(config.error().field), field);
    QVERIFY(english(config.error().where) == inQuotes(path));
    QVERIFY(toString(config.error()).find('\n') == std::string::npos);
    QVERIFY(toString(config.error()).size() < 400);
}

// The two lists are read from the file itself.
void TestModelConfig::longRope()
{
    const std::string path = written(R"({"model_type": "phi3", "hidden_size": 8, "num_attention_heads": 2,
        "max_position_embeddings": 131072, "original_max_position_embeddings": 4096, "rope_scaling":
        {"type": "longrope", "short_factor": [1.0, 1.5], "long_factor": [2.0, 40.5]}})");
    const Result<ModelConfig> config = readModelConfig(path, {});
    QVERIFY2(config.ok(), config.ok() ? "" : toString(config.error()).c_str());
    QVERIFY(config->warnings.empty());
    PipelineCache cache;
    Parameters p = config->parameters;
    p.sentence.seqLen = 4;
    const PipelinePtr pipeline = Pipeline::make(p, cache).value();
    const PositionModel& model = pipeline->model();
    QVERIFY(std::fabs(model.turns()->attentionFactor - 1.190238) < 5e-7);
    QVERIFY(std::fabs(model.waves->frequencies[1] - 0.01 / 40.5) < 1e-15);
}

// Sentence, seeds and what dropout protects are the user's; a length that the model cannot have is not.
void TestModelConfig::othersStay()
{
    Parameters before;
    before.sentence.text = "the cat";
    before.sentence.seqLen = 600;
    before.random.seed = {7, false};
    before.dropout = {.p = 0.3, .protect = "cat", .mode = DropoutMode::Eval, .seed = Seed{5}};
    before.attention.head = 7;
    setScheme(before.encoding, "rope");
    before.encoding.own = RopeSettings{};
    const std::string path
        = written(R"({"hidden_size": 8, "num_attention_heads": 2, "max_position_embeddings": 512, "rope_theta": 5e5})");
    const Parameters after = readModelConfig(path, before).value().parameters;
    QVERIFY(after.sentence.text == before.sentence.text && after.random == before.random
            && after.dropout.protect == "cat" && after.dropout.mode == DropoutMode::Eval
            && after.dropout.seed == Seed{5});
    QCOMPARE(after.dropout.p, 0.0);
    QVERIFY(!after.sentence.seqLen);
    QCOMPARE(after.attention.head, 0);
    QCOMPARE(after.encoding.own.as<RopeSettings>().base, 5e5);
}

void TestModelConfig::looksLikeOne()
{
    QVERIFY(isModelConfigFile(written(R"( {"rope_theta": 1})")));
    QVERIFY(!isModelConfigFile(written(R"({"format": "phasor-session", "version": 2})")));
    QVERIFY(!isModelConfigFile(written("\x93NUMPY")));
    QVERIFY(!isModelConfigFile(written("")));
    QVERIFY(!isModelConfigFile(folder().filePath("none").toStdString()));
}

QTEST_APPLESS_MAIN(TestModelConfig)
#include "tst_modelconfig.moc"
