// SPDX-License-Identifier: GPL-3.0-or-later
// Rotations and the scalings of their frequencies, against mpmath, PyTorch and published numbers.
#include "golden.h"

#include "field/conformance.h"
#include "field/matrix.h"

#include <nlohmann/json.hpp>

#include <QCryptographicHash>
#include <QTemporaryDir>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>

using namespace phasor;
using Json = nlohmann::json;

namespace {

Json golden()
{
    std::ifstream file(PHASOR_GOLDEN "/encodings/rotations.json");
    return Json::parse(file);
}

// One option of rope by its word.
void set(PositionSetup& setup, std::string_view id, const std::string& text)
{
    for (const SchemeParameter& parameter : findScheme("rope")->own) {
        if (parameter.id == id)
            return parameter.set(setup.own, parseValue(parameter, text).value());
    }
    qFatal("rope has no such option");
}

PositionSetup setupOf(std::int64_t headWidth, std::int64_t maxLen,
                      std::initializer_list<std::pair<const char*, const char*>> options = {})
{
    PositionSetup setup{.maxLen = maxLen, .headWidth = headWidth};
    for (const auto& [id, text] : options)
        set(setup, id, text);
    return setup;
}

PositionSetup setupOf(const Json& c)
{
    PositionSetup setup = setupOf(c["head_width"], c["max_len"]);
    for (const auto& [id, text] : c["options"].items())
        set(setup, id, text);
    set(setup, "rope-factors", PHASOR_GOLDEN "/encodings/longrope.json");
    return setup;
}

PositionModel modelOf(const PositionSetup& setup)
{
    const Scheme& rope = *findScheme("rope");
    if (!rope.check(setup).ok())
        qFatal("refused");
    return rope.make(setup).value();
}

std::string codeOf(const PositionSetup& setup)
{
    const Scheme& rope = *findScheme("rope");
    if (const Status checked = rope.check(setup); !checked.ok())
        return checked.error().code + " " + english(checked.error().where);
    const Result<PositionModel> model = rope.make(setup);
    if (!model.ok())
        return model.error().code + " " + model.error().field;
    const auto& rotation = *model->rotation;
    return rotation.ok() ? "" : rotation.error().code + " " + english(rotation.error().where);
}

void addCases()
{
    QTest::addColumn<std::size_t>("index");
    const Json cases = golden();
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::newRow((std::to_string(i) + " " + cases[i]["options"].dump()).c_str()) << i;
}

} // namespace

class TestRotations : public QObject
{
    Q_OBJECT

private slots:
    void exact_data() { addCases(); }
    void exact();
    void pytorch_data() { addCases(); }
    void pytorch();
    void narrow();
    void published();
    void bands();
    void fields_data() { addCases(); }
    void fields();
    void headsThatCannotTurn();
    void contradictions();
    void factorLists_data();
    void factorLists();
    void forgottenFactor();
};

// Every cell is the correctly rounded one, the attention factor included, up to the last of 2^31 − 1 positions.
void TestRotations::exact()
{
    QFETCH(std::size_t, index);
    const Json c = golden()[index];
    const PositionModel model = modelOf(setupOf(c));
    QVERIFY(model.turns() != nullptr && model.waves && model.waves->exact);
    QCOMPARE(model.turns()->attentionFactor, c["attention_factor"].get<double>());
    QCOMPARE(model.waves->frequencies.size(), c["frequencies"].size());
    for (std::size_t i = 0; i < model.waves->frequencies.size(); ++i) {
        const double expected = c["frequencies"][i];
        QVERIFY(std::fabs(model.waves->frequencies[i] - expected) <= 2.3e-16 * expected);
    }
    QVERIFY(c["cells"].size() > 50);
    for (const Json& cell : c["cells"]) {
        float value = 0;
        model.turns()->table->fill({cell[0], cell[1], 1, 1}, {&value, 1, 1, 1});
        QVERIFY2(std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(cell[2].get<float>()),
                 (cell.dump() + " " + std::to_string(value)).c_str());
    }
}

// --precision float32 has the bits of transformers' steps in PyTorch.
void TestRotations::pytorch()
{
    QFETCH(std::size_t, index);
    const Json c = golden()[index];
    PositionSetup setup = setupOf(c);
    set(setup, "precision", "float32");
    const PositionModel model = modelOf(setup);
    Matrix cells({c["torch_rows"], model.turns()->width()});
    model.turns()->table->fill(whole(cells.shape()), cells.view());
    const QByteArray bytes(reinterpret_cast<const char*>(cells.data()),
                           static_cast<qsizetype>(cells.rows() * cells.cols() * 4));
    const QByteArray hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
    QCOMPARE(hash, QByteArray::fromStdString(c["torch"].get<std::string>()));
}

// The narrow types are the float32 table, rounded at the end.
void TestRotations::narrow()
{
    const auto cellsOf = [](const char* precision) {
        const PositionModel model = modelOf(setupOf(16, 600, {{"precision", precision}}));
        Matrix cells({600, 16});
        model.turns()->table->fill(whole(cells.shape()), cells.view());
        return cells;
    };
    const Matrix wide = cellsOf("float32");
    const Matrix bfloat16 = cellsOf("bfloat16");
    const Matrix float16 = cellsOf("float16");
    for (std::int64_t r = 0; r < 600; ++r) {
        for (std::int64_t j = 0; j < 16; ++j) {
            const float x = wide.view()(r, j);
            QVERIFY((std::bit_cast<std::uint32_t>(bfloat16.view()(r, j)) & 0xffffU) == 0);
            QVERIFY(std::fabs(bfloat16.view()(r, j) - x) <= 0x1p-8F * std::fabs(x) * 1.01F);
            QVERIFY(std::fabs(float16.view()(r, j) - x) <= 0x1p-11F * std::fabs(x) * 1.01F + 0x1p-25F);
        }
    }
}

// Numbers of the papers and of models that are out.
void TestRotations::published()
{
    const auto factor = [](std::initializer_list<std::pair<const char*, const char*>> options) {
        return modelOf(setupOf(128, 4096, options)).turns()->attentionFactor;
    };
    QVERIFY(std::fabs(factor({{"rope-scaling", "yarn"}, {"rope-factor", "16"}}) - 1.277259) < 5e-7);
    QCOMPARE(factor({}), 1.0);
    // DeepSeek-V3: the two scales are equal.
    QCOMPARE(
        factor({{"rope-scaling", "yarn"}, {"rope-factor", "40"}, {"rope-mscale", "1"}, {"rope-mscale-all-dim", "1"}}),
        1.0);
    // NTK with α = 4 and 128 columns: the base becomes 40889.94.
    const auto ntk = modelOf(setupOf(128, 4096, {{"rope-scaling", "ntk"}, {"rope-factor", "4"}})).waves->frequencies;
    QVERIFY(std::fabs(std::pow(ntk[1], -64.0) - 40889.94) < 0.01);
    // LongRoPE, 32 times further than 4096.
    const PositionModel longRope = modelOf(setupOf(
        64, 131072, {{"rope-scaling", "longrope"}, {"rope-factors", PHASOR_GOLDEN "/encodings/longrope.json"}}));
    QVERIFY(std::fabs(longRope.turns()->attentionFactor - 1.190238) < 5e-7);
}

// How many pairs are kept, blended and divided: Llama 3.1 has 29, 6 and 29; YaRN's ramp goes from 20 to 46.
void TestRotations::bands()
{
    const auto quotients = [](std::initializer_list<std::pair<const char*, const char*>> plain,
                              std::initializer_list<std::pair<const char*, const char*>> scaled) {
        const auto before = modelOf(setupOf(128, 131072, plain)).waves->frequencies;
        auto after = modelOf(setupOf(128, 131072, scaled)).waves->frequencies;
        for (std::size_t i = 0; i < after.size(); ++i)
            after[i] /= before[i];
        return after;
    };
    const auto llama
        = quotients({{"base", "500000"}},
                    {{"base", "500000"}, {"rope-scaling", "llama3"}, {"rope-factor", "8"}, {"rope-original", "8192"}});
    QCOMPARE(std::count(llama.begin(), llama.end(), 1.0), 29);
    QCOMPARE(std::count(llama.begin(), llama.end(), 0.125), 29);
    const auto yarn = quotients({}, {{"rope-scaling", "yarn"}, {"rope-factor", "16"}});
    for (std::size_t i = 0; i < yarn.size(); ++i) {
        QCOMPARE(yarn[i] == 1, i <= 20);
        QCOMPARE(yarn[i] == 1.0 / 16, i >= 46);
    }
}

// Any window of any table; stores, means and bounds as every Field promises.
void TestRotations::fields()
{
    QFETCH(std::size_t, index);
    for (const char* precision : {"exact", "float32"}) {
        PositionSetup setup = setupOf(golden()[index]);
        set(setup, "precision", precision);
        const PositionModel model = modelOf(setup);
        QCOMPARE(model.turns()->table->shape(), (Shape{setup.maxLen, model.turns()->width()}));
        const std::string broken = conforms(*model.turns()->table, {.rects = 12});
        QVERIFY2(broken.empty(), broken.c_str());
    }
}

void TestRotations::headsThatCannotTurn()
{
    QCOMPARE(QString::fromStdString(codeOf(setupOf(0, 10))), QString("RANGE --heads"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(7, 10))), QString("RANGE --heads"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(1, 10))), QString("RANGE --heads"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(64, 10, {{"rotary-fraction", "0.33"}}))),
             QString("RANGE --rotary-fraction")); // 21 columns
    QCOMPARE(QString::fromStdString(codeOf(setupOf(64, 10, {{"rotary-fraction", "0.01"}}))),
             QString("RANGE --rotary-fraction")); // none
    QCOMPARE(QString::fromStdString(codeOf(setupOf(2, 10, {{"rope-scaling", "ntk"}, {"rope-factor", "2"}}))),
             QString("RANGE --rope-scaling"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(64, 10, {{"rotary-fraction", "0.35"}}))), QString()); // 22 columns
}

void TestRotations::contradictions()
{
    QCOMPARE(QString::fromStdString(codeOf(setupOf(8, 9, {{"rope-scaling", "longrope"}}))),
             QString("MISSING --rope-factors"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(8, 9, {{"rope-scaling", "llama3"}, {"rope-low-freq-factor", "5"}}))),
             QString("RANGE --rope-high-freq-factor"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(8, 9, {{"rope-scaling", "yarn"}, {"rope-beta-slow", "33"}}))),
             QString("RANGE --rope-beta-fast"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(8, 9, {{"rope-scaling", "yarn"}, {"base", "1"}}))),
             QString("RANGE --base"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(8, 9, {{"rope-scaling", "linear"}, {"base", "0.5"}}))),
             QString("RANGE --base"));
    QCOMPARE(QString::fromStdString(codeOf(setupOf(8, 9, {{"base", "0.5"}}))), QString());
}

void TestRotations::factorLists_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("error");
    QTest::newRow("both lists") << QByteArray(R"({"short_factor": [1, 2], "long_factor": [3, 4]})") << QString();
    QTest::newRow("a config.json") << QByteArray(R"({"rope_scaling": {"long_factor": [3, 4.5]}, "x": 1})") << QString();
    QTest::newRow("a nested one") << QByteArray(R"({"text_config": {"rope_parameters": {"long_factor": [3, 4]}}})")
                                  << QString();
    QTest::newRow("too many") << QByteArray(R"({"long_factor": [3, 4, 5]})") << QString("SHAPE long_factor");
    QTest::newRow("none") << QByteArray(R"({"long_factor": []})") << QString("SHAPE long_factor");
    QTest::newRow("missing") << QByteArray(R"({"short_factor": [1, 2]})") << QString("MISSING long_factor");
    QTest::newRow("no list") << QByteArray(R"({"long_factor": 3})") << QString("TYPE long_factor");
    QTest::newRow("a text") << QByteArray(R"({"long_factor": [3, "4"]})") << QString("TYPE long_factor");
    QTest::newRow("zero") << QByteArray(R"({"long_factor": [3, 0]})") << QString("RANGE long_factor");
    QTest::newRow("negative") << QByteArray(R"({"long_factor": [3, -1]})") << QString("RANGE long_factor");
    QTest::newRow("1e400") << QByteArray(R"({"long_factor": [3, 1e400]})") << QString("RANGE ");
    QTest::newRow("truncated") << QByteArray(R"({"long_factor": [3, 4)") << QString("JSON ");
    QTest::newRow("no object") << QByteArray("[3, 4]") << QString("SCHEMA ");
    QTest::newRow("empty") << QByteArray() << QString("EMPTY ");
    QTest::newRow("deep") << QByteArray(100000, '[') << QString("JSON ");
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0}\0", 6) << QString("BINARY ");
    QTest::newRow("10 MB") << QByteArray(10000000, ' ') << QString("LIMIT ");
}

void TestRotations::factorLists()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, error);
    QTemporaryDir folder;
    QFile file(folder.filePath("factors.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(json) == json.size());
    file.close();
    PositionSetup setup = setupOf(4, 9000, {{"rope-scaling", "longrope"}});
    set(setup, "rope-factors", file.fileName().toStdString());
    QCOMPARE(QString::fromStdString(codeOf(setup)), error);
    const Result<PositionModel> model = findScheme("rope")->make(setup);
    if (!model.ok()) {
        QCOMPARE(model.error().kind, ErrorKind::Input);
        QCOMPARE(english(model.error().where), inQuotes(file.fileName().toStdString()));
    }
}

void TestRotations::forgottenFactor()
{
    QCOMPARE(modelOf(setupOf(8, 9, {{"rope-scaling", "yarn"}})).warnings.size(), 1U);
    QVERIFY(modelOf(setupOf(8, 9, {{"rope-scaling", "yarn"}, {"rope-factor", "2"}})).warnings.empty());
    QVERIFY(modelOf(setupOf(8, 9)).warnings.empty());
}

QTEST_APPLESS_MAIN(TestRotations)
#include "tst_rotations.moc"
