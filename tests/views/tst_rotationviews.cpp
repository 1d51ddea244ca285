// SPDX-License-Identifier: GPL-3.0-or-later
// What the views show of schemes that add nothing to the embedding: something true, or why nothing.
#include "views/dropout/dropout.h"
#include "views/measures/ratio.h"
#include "views/readout.h"
#include "views/strip.h"
#include "views/tables/curves.h"
#include "views/tables/precision.h"
#include "views/tables/similarity.h"

#include "pipeline/parameters/parameterspec.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace phasor;

namespace {

Parameters ofScheme(std::string_view scheme)
{
    Parameters p;
    setScheme(p.encoding, scheme);
    p.encoding.dModel = 64;
    p.encoding.maxLen = 3000;
    p.attention.heads = 4;
    p.attention.head = 1;
    p.sentence.text = "the cat sat";
    return p;
}

void set(Parameters& p, std::string_view id, const ParameterValue& value)
{
    findParameter(id, p)->set(p, value);
}

template <typename Request> Result<ViewDataPtr> computed(const Request& request, const Parameters& p)
{
    PipelineCache cache;
    const Pipelines pipelines = Pipelines::make(Scene{.a = p}, cache).value();
    SceneReader reader(pipelines, cache, CancelToken{});
    return compute(request, reader, Effort::Still);
}

template <typename Data, typename Request> std::shared_ptr<const Data> run(const Request& request, const Parameters& p)
{
    const Result<ViewDataPtr> data = computed(request, p);
    if (!data.ok())
        qFatal("%s", toString(data.error()).c_str());
    return std::dynamic_pointer_cast<const Data>(*data);
}

} // namespace

class TestRotationViews : public QObject
{
    Q_OBJECT

private slots:
    void ratioSaysWhyNot_data();
    void ratioSaysWhyNot();
    void curvesOfCosinesAndSines();
    void noCurvesWithoutWaves();
    void errorsBesideTheExactOnes();
    void similarityIsTheKernel();
    void dropoutTakesNoPosition();
    void stripShowsTheAttention();
    void readOutDerivesAQuery();
};

void TestRotationViews::ratioSaysWhyNot_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("says");
    QTest::newRow("rope") << "rope"
                          << "RoPE rotates queries and keys";
    QTest::newRow("nope") << "nope"
                          << "None (NoPE) adds no position";
}

void TestRotationViews::ratioSaysWhyNot()
{
    QFETCH(QString, scheme);
    QFETCH(QString, says);
    const auto data = computed(RatioRequest{.width = 100}, ofScheme(scheme.toStdString()));
    QVERIFY(!data.ok());
    QCOMPARE(data.error().code, std::string("SCHEME"));
    QVERIFY2(english(data.error().what).starts_with(says.toStdString()), english(data.error().what).c_str());
}

// Points near by, the range of the wave from afar: both with the attention factor.
void TestRotationViews::curvesOfCosinesAndSines()
{
    Parameters p = ofScheme("rope");
    set(p, "rope-attention-factor", 1.5);
    CurvesRequest request{.dimensions = {0, 9, 16}, .width = 20};
    request.positions = Interval{0, 10};
    const auto near = run<CurvesData>(request, p);
    QCOMPARE(near->curves.size(), 2U);
    QCOMPARE(near->leftOut, std::vector<std::int64_t>{16}); // a head of 16 columns
    QVERIFY(near->curves[0].wave->cosine && !near->curves[1].wave->cosine);
    QVERIFY(std::fabs(near->curves[0].values[3] - 1.5 * std::cos(3.0)) < 1e-6);
    QVERIFY(std::fabs(near->curves[1].values[3] - 1.5 * std::sin(3 * std::pow(10000.0, -2.0 / 16))) < 1e-6);
    request.positions = Interval{0, 3000};
    const auto far = run<CurvesData>(request, p);
    QVERIFY(far->curves[0].envelope);
    const auto& values = far->curves[0].values;
    QVERIFY(std::fabs(*std::max_element(values.begin(), values.end()) - 1.5) < 1e-6);
    QVERIFY(std::fabs(*std::min_element(values.begin(), values.end()) + 1.5) < 1e-6);
}

void TestRotationViews::noCurvesWithoutWaves()
{
    const auto data = computed(CurvesRequest{.dimensions = {0}, .width = 20}, ofScheme("nope"));
    QVERIFY(!data.ok());
    QCOMPARE(data.error().code, std::string("SCHEME"));
}

void TestRotationViews::errorsBesideTheExactOnes()
{
    Parameters p = ofScheme("rope");
    set(p, "precision", std::string("bfloat16"));
    PrecisionRequest request;
    request.picture.width = 30;
    request.picture.height = 40;
    const auto data = run<PrecisionData>(request, p);
    QVERIFY(!data->a.exact);
    QVERIFY(data->a.worst > 1e-3 && data->a.worst < 2e-3); // half a unit of bfloat16 below 1
    set(p, "precision", std::string("exact"));
    QVERIFY(run<PrecisionData>(request, p)->a.exact);
}

// The cosines between rows of cosines and sines are the kernel of the rotation.
void TestRotationViews::similarityIsTheKernel()
{
    SimilarityRequest request;
    request.pictures.a = {.width = 30, .height = 30};
    const auto data = run<SimilarityData>(request, ofScheme("rope"));
    QCOMPARE(data->node, std::string("position"));
    double kernel = 0;
    for (int i = 0; i < 8; ++i)
        kernel += std::cos(std::pow(10000.0, -i / 8.0)) / 8;
    QVERIFY(data->a.nearest && std::fabs(data->a.nearest->value - kernel) < 1e-6);
    QCOMPARE(run<SimilarityData>(request, ofScheme("nope"))->node, std::string("sum"));
}

void TestRotationViews::dropoutTakesNoPosition()
{
    DropoutRequest request;
    request.picture.width = 30;
    request.picture.height = 30;
    for (const char* scheme : {"rope", "nope"})
        QVERIFY(std::isnan(run<DropoutData>(request, ofScheme(scheme))->a.positionEnergyKept.value));
}

void TestRotationViews::stripShowsTheAttention()
{
    const StripRequest request{.width = 20, .height = 20};
    std::vector<std::string> shown;
    const auto data = run<StripData>(request, ofScheme("rope"));
    for (const StripData::Thumbnail& thumbnail : data->thumbnails)
        shown.push_back(thumbnail.node->id);
    QCOMPARE(shown,
             (std::vector<std::string>{"tokens", "embedding", "scaled", "mask", "output", "position", "queries", "keys",
                                       "scores", "attention"}));
}

// The cell of a head's column: the cosine, and what it makes of the output.
void TestRotationViews::readOutDerivesAQuery()
{
    ReadoutRequest request;
    request.cursor[AxisKind::Position] = 3;
    request.cursor[AxisKind::Dimension] = 17; // the second column of the second head
    const auto data = run<ReadoutData>(request, ofScheme("rope"));
    const auto stepOf = [&](std::string_view id) {
        return std::find_if(data->steps.begin(), data->steps.end(),
                            [&](const auto& step) { return step.node->id == id; });
    };
    QVERIFY(stepOf("position") != data->steps.end() && stepOf("queries") != data->steps.end());
    QCOMPARE(stepOf("position")->note.formula, std::string("cos(3 / 10000^(2/16))"));
    QVERIFY(stepOf("queries")->note.formula.ends_with(" · sin(3 / 10000^(2/16))"));
    request.cursor[AxisKind::Dimension] = 40; // of another head
    const auto elsewhere = run<ReadoutData>(request, ofScheme("rope"));
    QVERIFY(std::none_of(elsewhere->steps.begin(), elsewhere->steps.end(),
                         [](const auto& step) { return step.node->id == "queries"; }));
}

QTEST_GUILESS_MAIN(TestRotationViews)
#include "tst_rotationviews.moc"
