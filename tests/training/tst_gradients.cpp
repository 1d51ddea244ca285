// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/schemes.h"
#include "training/learner.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace phasor;
using Json = nlohmann::json;

namespace {

QByteArray contentOf(const QString& name)
{
    QFile file(QString::fromLatin1(PHASOR_GOLDEN "/training/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const Json& golden()
{
    static const Json kGolden = Json::parse(contentOf("cases.json").toStdString());
    return kGolden;
}

// One case of tests/golden/make_training.py.
class GoldenCase
{
public:
    explicit GoldenCase(const Json& json)
        : m_json(json)
    {
        const QByteArray bytes = contentOf(QString::fromStdString(json["name"].get<std::string>() + ".f32"));
        m_floats.resize(static_cast<std::size_t>(bytes.size()) / sizeof(float));
        std::memcpy(m_floats.data(), bytes.data(), m_floats.size() * sizeof(float));
    }

    ModelShape shape() const
    {
        const Json& all = golden()["shape"];
        const std::string scheme = m_json["scheme"];
        return {.vocabulary = all["vocabulary"],
                .width = all["width"],
                .embeddingWidth = m_json.value("embedding_width", all["width"].get<std::int64_t>()),
                .heads = all["heads"],
                .layers = m_json.value("layers", 1),
                .learnedRows = m_json.value("learned_rows", 0),
                .learnedBiases = m_json.value("learned_biases", 0),
                .tied = m_json.value("tied", false),
                .causal = m_json.value("causal", true),
                .scoresAreDivided = scheme != "t5",
                .scale = m_json.value("scale", 1.0)};
    }
    // What the project's own scheme gives.
    PositionInput input() const
    {
        const Scheme& scheme = *findScheme(m_json["scheme"].get<std::string>());
        PositionSetup setup{.maxLen = 9, .width = shape().positionWidth(), .heads = shape().heads};
        setup.headWidth = shape().headWidth();
        if (m_json.contains("layout")) {
            for (const SchemeParameter& parameter : scheme.own) {
                if (parameter.id == "layout")
                    parameter.set(setup.own, m_json["layout"].get<std::string>());
            }
        }
        const Result<PositionModel> model = scheme.make(setup);
        return positionInput(*model, shape().heads, length()).value();
    }
    Batch batch() const { return batchOf(m_json); }
    Batch batchOf(const Json& json) const
    {
        Batch batch;
        batch.resize(golden()["shape"]["sequences"], length());
        batch.tokens = json["tokens"].get<std::vector<std::int32_t>>();
        batch.targets = json["targets"].get<std::vector<std::int32_t>>();
        return batch;
    }
    PlacedMasks masks() const
    {
        PlacedMasks masks;
        std::size_t at = 2 * count();
        const std::size_t rows = batch().tokens.size();
        for (const Json& name : m_json.value("masks", Json::array())) {
            const ModelShape s = shape();
            const std::int64_t width = name == "embedding" ? s.embeddingWidth
                : name == "position"                       ? s.positionWidth()
                                                           : s.width;
            std::vector<float>& mask = name == "embedding" ? masks.embedding
                : name == "position"                       ? masks.position
                                                           : masks.sum;
            mask = floats(at, rows * static_cast<std::size_t>(width));
            at += mask.size();
        }
        return masks;
    }
    std::size_t count() const { return m_json["weights"]; }
    std::vector<float> weights() const { return floats(0, count()); }
    std::vector<float> gradient() const { return floats(count(), count()); }
    double loss() const { return m_json["loss"]; }
    const Json& blocks() const { return m_json["blocks"]; }
    Json steps() const { return m_json.value("steps", Json::array()); }
    Learner learner() const { return {shape(), weights(), {}, std::make_shared<StepMemories>()}; }

private:
    static std::int64_t length() { return golden()["shape"]["length"]; }
    std::vector<float> floats(std::size_t begin, std::size_t size) const
    {
        const auto first = m_floats.begin() + static_cast<std::ptrdiff_t>(begin);
        return {first, first + static_cast<std::ptrdiff_t>(size)};
    }

    const Json& m_json;
    std::vector<float> m_floats;
};

void addCases(bool withSteps)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < golden()["cases"].size(); ++i) {
        const Json& json = golden()["cases"][i];
        if (!withSteps || json.contains("steps"))
            QTest::newRow(json["name"].get<std::string>().c_str()) << static_cast<int>(i);
    }
}

// The rows of a mask of the whole batch that belong to one part.
std::vector<float> rowsOf(const std::vector<float>& mask, const BatchPart& part)
{
    const std::int64_t sequences = golden()["shape"]["sequences"];
    const std::int64_t cells = std::ssize(mask) / sequences;
    const auto begin = mask.begin() + part.first * cells;
    return {begin, begin + part.sequences * cells};
}

double norm(const float* values, std::size_t size)
{
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i)
        sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    return std::sqrt(sum);
}

} // namespace

// The way back and Adam beside PyTorch.
class TestGradients : public QObject
{
    Q_OBJECT

private slots:
    void everyWeight_data() { addCases(false); }
    void everyWeight();
    void firstLosses_data() { addCases(true); }
    void firstLosses();
};

// Of each matrix of weights: within 10⁻⁴ of the length of autograd's gradient in float64.
void TestGradients::everyWeight()
{
    QFETCH(int, index);
    const GoldenCase one(golden()["cases"][static_cast<std::size_t>(index)]);
    Learner learner = one.learner();
    QCOMPARE(learner.layout().size(), static_cast<std::int64_t>(one.count()));
    std::vector<float> gradient;
    const PlacedMasks masks = one.masks();
    const auto masksOf = [&](const BatchPart& part, PlacedMasks& own) {
        own = {rowsOf(masks.embedding, part), rowsOf(masks.position, part), rowsOf(masks.sum, part)};
    };
    const double loss = learner.gradient(one.batch(), one.input(), masksOf, gradient);
    QVERIFY2(std::fabs(loss - one.loss()) <= 1e-5 * one.loss(), std::to_string(loss).c_str());
    const std::vector<float> expected = one.gradient();
    const double whole = norm(expected.data(), expected.size());
    std::size_t at = 0;
    for (const Json& block : one.blocks()) {
        const std::size_t size = block[1];
        std::vector<float> difference(size);
        for (std::size_t i = 0; i < size; ++i)
            difference[i] = gradient[at + i] - expected[at + i];
        // What is 0 by the model's symmetries (a bias on all keys alike) is compared with the whole gradient.
        const double scale = std::max(norm(expected.data() + at, size), 1e-3 * whole);
        QVERIFY2(norm(difference.data(), size) <= 1e-4 * scale, block[0].get<std::string>().c_str());
        at += size;
    }
}

void TestGradients::firstLosses()
{
    QFETCH(int, index);
    const GoldenCase one(golden()["cases"][static_cast<std::size_t>(index)]);
    Learner learner = one.learner();
    const PositionInput input = one.input();
    QCOMPARE(one.steps().size(), std::size_t{20});
    for (const Json& step : one.steps()) {
        const double loss = learner.step(one.batchOf(step), input, {});
        const double expected = step["loss"];
        QVERIFY2(std::fabs(loss - expected) <= 1e-4 * expected, std::to_string(loss - expected).c_str());
    }
}

QTEST_APPLESS_MAIN(TestGradients)
#include "tst_gradients.moc"
