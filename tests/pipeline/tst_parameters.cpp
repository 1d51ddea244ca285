// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/json.h"
#include "pipeline/parameters/parameterspec.h"
#include "pipeline/pipelinetesting.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <set>

using namespace phasor;
using Json = nlohmann::ordered_json;

class TestParameters : public QObject
{
    Q_OBJECT

private slots:
    void defaultsAreTheContracts_data();
    void defaultsAreTheContracts();
    void idsAreUnique();
    void everyDefaultIsLegal();
    void refusals_data();
    void refusals();
    void edgesAreLegal_data();
    void edgesAreLegal();
    void jsonRoundTrip();
    void jsonRefusals_data();
    void jsonRefusals();
    void commandLineIsShellSafe();
};

void TestParameters::defaultsAreTheContracts_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* id, const char* value) {
        QTest::newRow(id) << QByteArray(id) << QByteArray(value);
    };
    row("scheme", "sinusoidal");
    row("d-model", "512");
    row("max-len", "5000");
    row("base", "10000");
    row("layout", "interleaved");
    row("first-position", "0");
    row("precision", "exact");
    row("text", "");
    row("tokenizer", "words");
    row("seq-len", "");
    row("vocab", "");
    row("embedding", "normal");
    row("embedding-std", "");
    row("padding-row", "");
    row("generator", "torch");
    row("gpu-multiprocessors", "108");
    row("gpu-threads", "2048");
    row("seed", "0");
    row("scale", "sqrt-d-model");
    row("combine", "sum");
    row("position-dims", "");
    row("dropout", "0.1");
    row("placement", "sum");
    row("dropout-scale", "module");
    row("protect", "");
    row("mode", "train");
    row("dropout-seed", "");
    row("heads", "8");
    row("head", "0");
    row("projection", "identity");
    row("projection-seed", "0");
    row("causal", "on");
}

void TestParameters::defaultsAreTheContracts()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, value);
    const ParameterSpec* spec = findParameter(id.toStdString());
    QVERIFY(spec != nullptr);
    QCOMPARE(printValue(spec->get(Parameters{})), value.toStdString());
}

void TestParameters::idsAreUnique()
{
    std::set<std::string> ids; // of one scheme
    for (const ParameterSpec& spec : parameterSpecs())
        QVERIFY2(ids.insert(std::string(spec.scheme) + " " + std::string(spec.id)).second,
                 std::string(spec.id).c_str());
}

void TestParameters::everyDefaultIsLegal()
{
    for (const ParameterSpec& spec : parameterSpecs())
        QVERIFY2(checkValue(spec, spec.standard()).ok(), std::string(spec.id).c_str());
    QVERIFY(validate(Parameters{}).ok());
}

void TestParameters::refusals_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* id, const QByteArray& text, const char* code) {
        QTest::addRow("%s %s", id, text.left(24).constData()) << QByteArray(id) << text << QByteArray(code);
    };
    for (const char* bad : {"", "1.5", "abc", "64x", "0x40", "1e3", "6 4", " 64", "64\n", "+64", "٦٤", "６４"})
        row("d-model", bad, "");
    for (const char* bad : {"0", "-1", "65537", "2147483648", "4294967296"})
        row("d-model", bad, "RANGE");
    row("d-model", "9223372036854775808", "RANGE");
    row("d-model", "1" + QByteArray(400, '0'), "RANGE");
    for (const char* bad : {"1.0000001", "-0.0001", "-0"})
        row("dropout", bad, "RANGE");
    for (const char* bad : {"nan", "inf", "0,1", "1e-400"})
        row("dropout", bad, "");
    for (const char* bad : {"0", "-1", "1e-320", "9.9e-07", "1.01e+30"})
        row("base", bad, "RANGE");
    row("base", "nan", "");
    row("base", "inf", "");
    row("seed", "18446744073709551616", "RANGE");
    row("seed", "-9223372036854775809", "RANGE");
    row("scheme", "sinusoidale", "ENUM");
    row("layout", "Interleaved", "ENUM");
    row("scale", "sqrt", "ENUM");
    row("scale", "nan", "ENUM");
    row("embedding", "file:", "ENUM");
    row("text", "\xff\xfe", "UTF8");
}

void TestParameters::refusals()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    const ParameterSpec& spec = *findParameter(id.toStdString());
    const Result<ParameterValue> value = parseValue(spec, text.toStdString());
    QVERIFY(!value.ok());
    QCOMPARE(value.error().kind, ErrorKind::Usage);
    QCOMPARE(english(value.error().where), spec.option());
    QVERIFY(!value.error().what.empty());
    QVERIFY(!value.error().remedy.empty());
    QVERIFY(toString(value.error()).find('\n') == std::string::npos);
    if (!code.isEmpty())
        QCOMPARE(value.error().code, code.toStdString());
}

void TestParameters::edgesAreLegal_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* id, const char* text) {
        QTest::addRow("%s %s", id, text) << QByteArray(id) << QByteArray(text);
    };
    row("d-model", "1");
    row("d-model", "63");
    row("d-model", "65536");
    row("max-len", "2147483647");
    row("dropout", "0");
    row("dropout", "1");
    row("dropout", "5e-324");
    row("base", "1e+30");
    row("base", "1e-06");
    row("base", "0.5");
    row("seed", "18446744073709551615");
    row("seed", "-1");
    row("seed", "-9223372036854775808");
    row("scale", "none");
    row("scale", "-2.5");
    row("embedding", "file:matrix.npy");
    row("text", "");
}

void TestParameters::edgesAreLegal()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, text);
    const ParameterSpec& spec = *findParameter(id.toStdString());
    const Result<ParameterValue> value = parseValue(spec, text.toStdString());
    QVERIFY2(value.ok(), value.ok() ? "" : toString(value.error()).c_str());
    QCOMPARE(printValue(*value), text.toStdString());
}

void TestParameters::jsonRoundTrip()
{
    Parameters p;
    p.sentence.text = "the \"cat\"\n";
    p.random.seed = {9007199254740993ULL, false};
    p.dropout.seed = Seed{~std::uint64_t{0}, true};
    p.sum.scale = 0.1;
    own(p)->base = 5e5;
    p.sentence.vocab = 77;
    const Result<Parameters> back = fromJson(Json::parse(toJson(p).dump()));
    QVERIFY(back.ok());
    QVERIFY(*back == p);
    QVERIFY(*fromJson(Json::object()) == Parameters{});
}

void TestParameters::jsonRefusals_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* json, const char* code) {
        QTest::newRow(json) << QByteArray(json) << QByteArray(code);
    };
    row(R"({"d_model": 0})", "RANGE");
    row(R"({"d_model": -1})", "RANGE");
    row(R"({"d_model": 1.5})", "RANGE");
    row(R"({"d_model": "64"})", "TYPE");
    row(R"({"d_model": null})", "TYPE");
    row(R"({"d_model": true})", "TYPE");
    row(R"({"d_model": [64]})", "TYPE");
    row(R"({"d_model": 2147483648})", "RANGE");
    row(R"({"d_model": 18446744073709551615})", "RANGE");
    row(R"({"d_model": 1e30})", "RANGE");
    row(R"({"dropout": -0.1})", "RANGE");
    row(R"({"dropout": -0.0})", "RANGE");
    row(R"({"dropout": null})", "TYPE");
    row(R"({"dropout": "0.1"})", "TYPE");
    row(R"({"base": 0})", "RANGE");
    row(R"({"seed": "18446744073709551616"})", "RANGE");
    row(R"({"scheme": "rope?"})", "ENUM");
    row(R"([])", "SCHEMA");
}

void TestParameters::jsonRefusals()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, code);
    const Result<Parameters> p = fromJson(Json::parse(json.toStdString()));
    QVERIFY(!p.ok());
    QCOMPARE(p.error().code, code.toStdString());
}

void TestParameters::commandLineIsShellSafe()
{
    Parameters p;
    QCOMPARE(toCommandLine(p), std::string());
    p.encoding.dModel = 64;
    p.sentence.text = "it's $HOME";
    QCOMPARE(toCommandLine(p), std::string("--text 'it'\\''s $HOME' --d-model 64"));
}

QTEST_APPLESS_MAIN(TestParameters)
#include "tst_parameters.moc"
