// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline against a notebook with PyTorch: every stage, bit for bit.
#include "field/matrixfield.h"
#include "pipeline/json.h"
#include "pipeline/pipelinetesting.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <bit>
#include <fstream>

using namespace phasor;
using Json = nlohmann::ordered_json;

class TestNotebook : public QObject
{
    Q_OBJECT

private slots:
    void everyStage_data();
    void everyStage();
    void windowsHaveTheSameBits_data() { everyStage_data(); }
    void windowsHaveTheSameBits();

private:
    Json m_golden = load();
    static Json load();
};

Json TestNotebook::load()
{
    std::ifstream file(PHASOR_GOLDEN "/pipeline/notebook.json");
    return Json::parse(file);
}

namespace {

PipelinePtr stagesOf(const Json& parameters)
{
    const Result<Parameters> p = fromJson(parameters);
    if (!p.ok())
        qFatal("%s", toString(p.error()).c_str());
    const Result<PipelinePtr> stages = tried(*p);
    if (!stages.ok())
        qFatal("%s", toString(stages.error()).c_str());
    return *stages;
}

std::uint32_t littleEndian(const std::string& hex, std::size_t index)
{
    std::uint32_t bits = 0;
    for (std::size_t byte = 4; byte-- > 0;)
        bits = bits << 8 | static_cast<std::uint32_t>(std::stoul(hex.substr(index * 8 + byte * 2, 2), nullptr, 16));
    return bits;
}

} // namespace

void TestNotebook::everyStage_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<QByteArray>("stage");
    for (std::size_t i = 0; i < m_golden.size(); ++i) {
        for (const auto& [name, value] : m_golden[i]["stages"].items())
            QTest::addRow("%zu %s", i, name.c_str()) << i << QByteArray::fromStdString(name);
    }
}

void TestNotebook::everyStage()
{
    QFETCH(std::size_t, index);
    QFETCH(QByteArray, stage);
    const PipelinePtr stages = stagesOf(m_golden[index]["parameters"]);
    const FieldPtr field = *fieldOf(stages, stage.toStdString());
    const Json& expected = m_golden[index]["stages"][stage.toStdString()];
    QCOMPARE(field->shape().rows, expected["shape"][0].get<std::int64_t>());
    QCOMPARE(field->shape().cols, expected["shape"][1].get<std::int64_t>());
    Matrix values;
    materialize(*field, whole(field->shape()), values);
    const auto& hex = expected["bits"].get_ref<const std::string&>();
    for (std::size_t i = 0; i < hex.size() / 8; ++i)
        QCOMPARE(std::bit_cast<std::uint32_t>(values.data()[i]), littleEndian(hex, i));
}

void TestNotebook::windowsHaveTheSameBits()
{
    QFETCH(std::size_t, index);
    QFETCH(QByteArray, stage);
    const PipelinePtr stages = stagesOf(m_golden[index]["parameters"]);
    const FieldPtr field = *fieldOf(stages, stage.toStdString());
    const auto& hex = m_golden[index]["stages"][stage.toStdString()]["bits"].get_ref<const std::string&>();
    const Shape shape = field->shape();
    for (std::int64_t r = 0; r < shape.rows; ++r) {
        for (std::int64_t c = 0; c < shape.cols; ++c) {
            float value = 0;
            field->fill({r, c, 1, 1}, {&value, 1, 1, 1});
            QCOMPARE(std::bit_cast<std::uint32_t>(value),
                     littleEndian(hex, static_cast<std::size_t>(r * shape.cols + c)));
        }
    }
}

QTEST_APPLESS_MAIN(TestNotebook)
#include "tst_notebook.moc"
