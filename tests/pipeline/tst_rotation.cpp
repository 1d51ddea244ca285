// SPDX-License-Identifier: GPL-3.0-or-later
// Queries and keys that are turned by their position, and the scores of them.
#include "pipelinetesting.h"

#include "encodings/rotation/settings.h"
#include "encodings/schemes.h"
#include "field/conformance.h"
#include "field/matrixfield.h"
#include "pipeline/fields/stagefields.h"
#include "pipeline/parameters/parameterspec.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace phasor;
using nlohmann::json;

namespace {

json golden()
{
    std::ifstream file(PHASOR_GOLDEN "/pipeline/rotations.json");
    return json::parse(file);
}

void addCases()
{
    QTest::addColumn<std::size_t>("index");
    const json cases = golden();
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::newRow(
            (std::to_string(i) + " " + cases[i]["scheme"].get<std::string>() + cases[i]["options"].dump()).c_str())
            << i;
}

std::shared_ptr<const PositionRotation> rotationOf(const json& c)
{
    const Scheme& scheme = *findScheme(c["scheme"].get<std::string>());
    PositionSetup setup{.maxLen = c["max_len"], .headWidth = c["head_width"]};
    for (const SchemeParameter& parameter : scheme.own) {
        if (const auto found = c["options"].find(std::string(parameter.id)); found != c["options"].end())
            parameter.set(setup.own, parseValue(parameter, found->get<std::string>()).value());
    }
    return scheme.make(setup).value().rotation->value();
}

FieldPtr headOf(const json& c)
{
    const std::int64_t heads = c["heads"];
    const auto generator = makeGenerator("torch", {c["seed"].get<std::uint64_t>()}).value();
    const Shape shape{c["n"], heads * c["head_width"].get<std::int64_t>()};
    return headColumns(generator->normal(shape, 0, 1).value().values, heads, c["head"]);
}

Parameters ropeParameters(std::int64_t dModel, std::int64_t heads, std::string_view scheme = "rope")
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.dModel = dModel;
    p.encoding.maxLen = 40;
    p.attention.heads = heads;
    p.attention.head = heads - 1;
    return p;
}

bool near(double value, double expected)
{
    return std::fabs(value - expected) <= 4e-7 * std::max(1.0, std::fabs(expected));
}

} // namespace

class TestRotation : public QObject
{
    Q_OBJECT

private slots:
    void controlsOfTheChosenScaling_data();
    void controlsOfTheChosenScaling();
    void numpy_data() { addCases(); }
    void numpy();
    void promises_data() { addCases(); }
    void promises();
    void lengthsStay();
    void scoresDependOnDistance_data();
    void scoresDependOnDistance();
    void whereItEnters();
    void formulas();
    void headsThatCannotTurn_data();
    void headsThatCannotTurn();
    void nope();
};

// The last row of queries, keys and scores, as transformers, GPT-J and torchscale turn them.
void TestRotation::numpy()
{
    QFETCH(std::size_t, index);
    const json c = golden()[index];
    const auto rotation = rotationOf(c);
    const FieldPtr queries = rotated(headOf(c), rotation, HeadSide::Queries);
    const FieldPtr keys = rotated(headOf(c), rotation, HeadSide::Keys);
    const FieldPtr scores = attentionScores(queries, keys, nullptr, false);
    for (const auto& [name, field] : {std::pair("queries", queries), {"keys", keys}, {"scores", scores}}) {
        const std::int64_t last = field->shape().rows - 1;
        Matrix row({1, field->shape().cols});
        field->fill({last, 0, 1, row.cols()}, row.view());
        QCOMPARE(static_cast<std::size_t>(row.cols()), c[name].size());
        for (std::int64_t j = 0; j < row.cols(); ++j) {
            const double expected = c[name][static_cast<std::size_t>(j)];
            QVERIFY2(std::fabs(static_cast<double>(row.view()(0, j)) - expected) <= 1e-5 * (1 + std::fabs(expected)),
                     (name + std::string(" ") + std::to_string(j)).c_str());
        }
    }
}

void TestRotation::promises()
{
    QFETCH(std::size_t, index);
    const json c = golden()[index];
    for (const HeadSide side : {HeadSide::Queries, HeadSide::Keys}) {
        const std::string broken = conforms(*rotated(headOf(c), rotationOf(c), side), {});
        QVERIFY2(broken.empty(), broken.c_str());
    }
}

// A rotation keeps the length of every pair, and so of every row.
void TestRotation::lengthsStay()
{
    const json c = golden()[0];
    const FieldPtr x = headOf(c);
    const FieldPtr turned = rotated(x, rotationOf(c), HeadSide::Queries);
    Matrix before;
    Matrix after;
    materialize(*x, whole(x->shape()), before);
    materialize(*turned, whole(x->shape()), after);
    for (std::int64_t r = 0; r < before.rows(); ++r) {
        double a = 0;
        double b = 0;
        for (std::int64_t j = 0; j < before.cols(); ++j) {
            a += std::pow(static_cast<double>(before.view()(r, j)), 2);
            b += std::pow(static_cast<double>(after.view()(r, j)), 2);
        }
        QVERIFY(near(b, a));
        QVERIFY(r == 0 || before.view()(r, 0) != after.view()(r, 0));
    }
}

void TestRotation::scoresDependOnDistance_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("layout");
    for (const char* scheme : {"rope", "xpos"}) {
        for (const char* layout : {"interleaved", "halves"})
            QTest::addRow("%s %s", scheme, layout) << scheme << layout;
    }
}

// Of one query and one key that stand at every position, the score depends on the distance alone; with q = k = 1 it is
// the kernel: 2/w Σ cos kω, in xPos times ζ^(k/512).
void TestRotation::scoresDependOnDistance()
{
    QFETCH(QString, scheme);
    QFETCH(QString, layout);
    const json c{{"scheme", scheme.toStdString()},
                 {"max_len", 60},
                 {"head_width", 16},
                 {"options", {{"layout", layout.toStdString()}}}};
    const auto rotation = rotationOf(c);
    const auto everywhere = [](auto&& value) {
        auto rows = std::make_shared<Matrix>(Shape{60, 16});
        for (std::int64_t r = 0; r < 60; ++r) {
            for (std::int64_t j = 0; j < 16; ++j)
                rows->view()(r, j) = value(j);
        }
        return std::make_shared<MatrixField>(std::move(rows), Interval{-1, 1});
    };
    const FieldPtr some = everywhere([](std::int64_t j) { return std::sin(static_cast<float>(3 * j + 1)); });
    const FieldPtr ones = everywhere([](std::int64_t) { return 1.0F; });
    const auto scoresOf = [&](const FieldPtr& q, const FieldPtr& k) {
        Matrix scores;
        materialize(*attentionScores(rotated(q, rotation, HeadSide::Queries), rotated(k, rotation, HeadSide::Keys),
                                     nullptr, false),
                    {0, 0, 60, 60}, scores);
        return scores;
    };
    const Matrix mixed = scoresOf(some, ones);
    const Matrix kernel = scoresOf(ones, ones);
    for (std::int64_t i = 1; i < 60; ++i) {
        for (std::int64_t j = 1; j < 60; ++j) {
            QVERIFY(std::fabs(mixed.view()(i, j) - mixed.view()(i - 1, j - 1)) < 2e-5F);
            double expected = 0;
            for (std::size_t pair = 0; pair < 8; ++pair) {
                const auto k = static_cast<double>(i - j);
                const double omega = std::pow(10000.0, -static_cast<double>(pair) / 8);
                const double fading = rotation->growth.empty() ? 1 : std::pow(rotation->growth[pair], k / 512);
                expected += 2 * fading * std::cos(k * omega) / std::sqrt(16.0);
            }
            QVERIFY(std::fabs(static_cast<double>(kernel.view()(i, j)) - expected) < 2e-5);
        }
    }
}

// Nothing is added to the embedding; queries and keys are turned, and there position enters.
void TestRotation::whereItEnters()
{
    const PipelinePtr pipeline = made(ropeParameters(24, 3));
    std::vector<std::string> entered;
    for (const NodePtr& node : pipeline->nodes()) {
        if (node->positionEnters)
            entered.push_back(node->id);
    }
    QCOMPARE(entered, (std::vector<std::string>{"queries", "keys"}));
    QVERIFY(sameBits(valuesOf(pipeline, "sum"), valuesOf(pipeline, "scaled")));
    QVERIFY(pipeline->find("bias") == nullptr);
    const NodePtr position = pipeline->find("position");
    QCOMPARE(position->shape(), (Shape{40, 8}));
    QCOMPARE(position->columns.first, 16); // those of the third head
    const Matrix queries = valuesOf(pipeline, "queries");
    const Matrix output = valuesOf(pipeline, "output");
    const Matrix cells = valuesOf(pipeline, "position");
    for (std::int64_t p = 0; p < 40; ++p) {
        const float a = output.view()(p, 17);
        const float b = output.view()(p, 21);
        QCOMPARE(queries.view()(p, 1), a * cells.view()(p, 1) - b * cells.view()(p, 5));
        QCOMPARE(queries.view()(p, 5), b * cells.view()(p, 1) + a * cells.view()(p, 5));
    }
}

void TestRotation::formulas()
{
    Parameters p = ropeParameters(8, 2);
    p.dropout.mode = DropoutMode::Eval;
    const PipelinePtr pipeline = made(p);
    QCOMPARE(QString::fromStdString(pipeline->find("position")->note(3, 1).formula), QString("cos(3 / 10000^(2/4))"));
    QCOMPARE(QString::fromStdString(pipeline->find("position")->note(3, 2).formula), QString("sin(3 / 10000^(0/4))"));
    const QString query = QString::fromStdString(pipeline->find("queries")->note(3, 1).formula);
    QVERIFY2(query.contains(" · cos(3 / 10000^(2/4)) "), qPrintable(query));
    QVERIFY2(query.endsWith(" · sin(3 / 10000^(2/4))"), qPrintable(query));
    for (int row = 0; row < 4; ++row)
        QVERIFY(!QString::fromStdString(pipeline->find("queries")->note(row, 1).formula).contains(u'-'));
    p.encoding.own = RopeSettings{.scaling = RopeScaling::Yarn, .factor = 4};
    const std::string scaled = made(p)->find("queries")->note(3, 1).formula;
    QVERIFY2(scaled.find(" · 1.138629 · cos(3 · ") != std::string::npos, scaled.c_str());
}

void TestRotation::headsThatCannotTurn_data()
{
    QTest::addColumn<std::int64_t>("dModel");
    QTest::newRow("d_model is no multiple") << std::int64_t{26};
    QTest::newRow("heads of an odd width") << std::int64_t{20};
}

// What needs no head is there.
void TestRotation::headsThatCannotTurn()
{
    QFETCH(std::int64_t, dModel);
    const PipelinePtr pipeline = made(ropeParameters(dModel, 4));
    QVERIFY(fieldOf(pipeline, "output").ok());
    for (const char* node : {"position", "queries", "keys", "scores", "attention"}) {
        QVERIFY(!fieldOf(pipeline, node).ok());
        QCOMPARE(fieldOf(pipeline, node).error().kind, ErrorKind::Usage);
        QCOMPARE(QString::fromStdString(english(fieldOf(pipeline, node).error().where)), QString("--heads"));
    }
}

// Position enters nowhere: q and k are the columns of the output.
void TestRotation::nope()
{
    const PipelinePtr pipeline = made(ropeParameters(24, 3, "nope"));
    for (const NodePtr& node : pipeline->nodes())
        QVERIFY(!node->positionEnters);
    QVERIFY(pipeline->find("position") == nullptr && pipeline->find("bias") == nullptr);
    QVERIFY(sameBits(valuesOf(pipeline, "queries"), valuesOf(pipeline, "keys")));
    QVERIFY(fieldOf(pipeline, "attention").ok());
}

void TestRotation::controlsOfTheChosenScaling_data()
{
    QTest::addColumn<QString>("scaling");
    QTest::addColumn<QStringList>("own");
    const QStringList yarn{"rope-beta-fast", "rope-beta-slow", "rope-truncate", "rope-mscale", "rope-mscale-all-dim"};
    QTest::newRow("none") << "none" << QStringList{};
    QTest::newRow("linear") << "linear" << QStringList{"rope-factor"};
    QTest::newRow("dynamic-ntk") << "dynamic-ntk" << QStringList{"rope-factor"};
    QTest::newRow("yarn") << "yarn" << QStringList{"rope-factor"} + yarn;
    QTest::newRow("llama3") << "llama3" << QStringList{"rope-factor", "rope-low-freq-factor", "rope-high-freq-factor"};
    QTest::newRow("longrope") << "longrope" << QStringList{"rope-factor", "rope-factors"};
}

// Of rope and of xpos; the numbers that no scaling of its own has are always there.
void TestRotation::controlsOfTheChosenScaling()
{
    QFETCH(QString, scaling);
    QFETCH(QStringList, own);
    for (const char* scheme : {"rope", "xpos"}) {
        Parameters p;
        setScheme(p.encoding, scheme);
        findParameter("rope-scaling", p)->set(p, scaling.toStdString());
        QStringList shown;
        for (const ParameterSpec* spec : specsOf(p)) {
            const QString id = QString::fromUtf8(spec->id.data(), static_cast<qsizetype>(spec->id.size()));
            if (id.startsWith("rope-") && spec->matters && spec->matters(p))
                shown << id;
        }
        QCOMPARE(shown, own);
        for (const char* always : {"base", "rope-scaling", "rope-original", "rope-attention-factor"})
            QVERIFY(!findParameter(always, p)->matters);
    }
}

QTEST_APPLESS_MAIN(TestRotation)
#include "tst_rotation.moc"
