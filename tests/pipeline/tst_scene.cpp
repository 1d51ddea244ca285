// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/scene.h"
#include "pipelinetesting.h"

#include <QTest>

#include <algorithm>

using namespace phasor;

namespace {

Parameters small()
{
    Parameters p;
    p.encoding.dModel = 16;
    p.encoding.maxLen = 12;
    return p;
}

bool isTheSame(const SceneReader::Reading& reading, const Pipelines& now)
{
    return std::ranges::all_of(reading, [&](const auto& same) { return same(now); });
}

} // namespace

class TestScene : public QObject
{
    Q_OBJECT

private slots:
    void bothHaveTheirPipelines();
    void errorsOfBSayThatTheyAreItsOwn();
    void readingNamesWhatWasRead();
    void readingOfAGroup();
    void otherSetUpsComeFromTheSameCache();
    void schemesKeepTheirOwnValues();
};

void TestScene::bothHaveTheirPipelines()
{
    PipelineCache cache;
    Scene scene{.a = small()};
    QVERIFY(!Pipelines::make(scene, cache)->b);
    scene.b = small();
    scene.b->dropout.p = 0.5;
    const Pipelines both = *Pipelines::make(scene, cache);
    QVERIFY(both.b);
    QVERIFY(both.inputs().ok());
    SceneReader reader(both, cache, {});
    QVERIFY(reader.comparing());
    // What does not depend on p is one object in both.
    QCOMPARE(reader.node("sum", Side::A), reader.node("sum", Side::B));
    QVERIFY(reader.node("mask", Side::A) != reader.node("mask", Side::B));
    QVERIFY(!reader.node("no such node"));
}

void TestScene::errorsOfBSayThatTheyAreItsOwn()
{
    PipelineCache cache;
    Scene scene{.a = small(), .b = small()};
    scene.b->dropout.p = 2;
    const auto pipelines = Pipelines::make(scene, cache);
    QVERIFY(!pipelines.ok());
    QVERIFY2(toString(pipelines.error()).starts_with("B: "), toString(pipelines.error()).c_str());
}

// A view that read the table need not be computed again for another p.
void TestScene::readingNamesWhatWasRead()
{
    PipelineCache cache;
    Scene scene{.a = small()};
    const Pipelines before = *Pipelines::make(scene, cache);
    SceneReader table(before, cache, {});
    table.node("position");
    SceneReader output(before, cache, {});
    output.node("output");
    scene.a.dropout.p = 0.5;
    const Pipelines after = *Pipelines::make(scene, cache);
    QVERIFY(isTheSame(table.reading(), before));
    QVERIFY(isTheSame(table.reading(), after));
    QVERIFY(!isTheSame(output.reading(), after));
    // Whether there is a B is part of what was read.
    scene.b = scene.a;
    QVERIFY(!isTheSame(table.reading(), *Pipelines::make(scene, cache)));
}

void TestScene::readingOfAGroup()
{
    PipelineCache cache;
    Scene scene{.a = small()};
    const Pipelines before = *Pipelines::make(scene, cache);
    SceneReader reader(before, cache, {});
    QCOMPARE(reader.read(&Parameters::dropout).p, 0.1);
    scene.a.encoding.maxLen = 13;
    QVERIFY(isTheSame(reader.reading(), *Pipelines::make(scene, cache)));
    scene.a.dropout.p = 0.2;
    QVERIFY(!isTheSame(reader.reading(), *Pipelines::make(scene, cache)));
}

void TestScene::otherSetUpsComeFromTheSameCache()
{
    PipelineCache cache;
    const Scene scene{.a = small()};
    const Pipelines pipelines = *Pipelines::make(scene, cache);
    SceneReader reader(pipelines, cache, {});
    const auto other = reader.beside(Side::A, [](Parameters& p) { p.dropout.p = 0.5; });
    QVERIFY(other.ok());
    QCOMPARE((*other)->parameters().dropout.p, 0.5);
    Parameters p = small();
    p.dropout.p = 0.5;
    QCOMPARE(made(p, cache)->find("mask"), (*other)->find("mask"));
}

// ALiBi has no base: going there and back, the sinusoid has its standard values; what all schemes have stays.
void TestScene::schemesKeepTheirOwnValues()
{
    Parameters p = small();
    own(p)->base = 100;
    setScheme(p.encoding, "sinusoidal"); // as it is
    QCOMPARE(p.encoding.own.as<SinusoidalSettings>().base, 100.0);
    setScheme(p.encoding, "alibi");
    QVERIFY(p.encoding.own.find<SinusoidalSettings>() == nullptr);
    setScheme(p.encoding, "sinusoidal");
    QCOMPARE(p.encoding.own.as<SinusoidalSettings>().base, 10000.0);
    QCOMPARE(p.encoding.dModel, 16);
    const std::int64_t maxLen = p.encoding.maxLen;
    setScheme(p.encoding, "grid-mae"); // which fixes max_len
    setScheme(p.encoding, "grid-detr");
    QCOMPARE(p.encoding.maxLen, 14 * 14);
    setScheme(p.encoding, "learned");
    QCOMPARE(p.encoding.maxLen, maxLen);
}

QTEST_APPLESS_MAIN(TestScene)
#include "tst_scene.moc"
