// SPDX-License-Identifier: GPL-3.0-or-later
// The finding of each view: its words change where what it says changes.
#include "plots/drawings.h"
#include "views/measures/spectrum.h"
#include "views/viewtesting.h"

#include <QTest>

#include <functional>
#include <map>

using namespace phasor;

namespace {

using Finding = std::function<QString(const Scene&)>;

template <typename Request> Finding findingOf(const Request& request)
{
    return [request](const Scene& scene) {
        return findPlot(kViewOf<Request>)->draw(viewOf<ViewData>(request, scene), {scene, ViewState()}).finding;
    };
}

Finding ofStage(const NodeId& node)
{
    const PictureRequest picture{.width = 512, .height = 512};
    return findingOf(
        HeatmapRequest{.node = node, .pictures = {.a = picture, .widthOfB = 512, .widthOfDifference = 512}});
}

Finding ofRows(const NodeId& node, const SimilarityOptions& options = {})
{
    const PictureRequest picture{.width = 64, .height = 64};
    return findingOf(SimilarityRequest{
        .node = node, .options = options, .pictures = {.a = picture, .widthOfB = 64, .widthOfDifference = 64}});
}

const std::map<QString, Finding>& findings()
{
    static const std::map<QString, Finding> kFindings{
        {"tokens", ofStage("tokens")},
        {"embedding", ofStage("embedding")},
        {"scaled", ofStage("scaled")},
        {"position", ofStage("position")},
        {"sum", ofStage("sum")},
        {"mask", ofStage("mask")},
        {"output", ofStage("output")},
        {"queries", ofStage("queries")},
        {"keys", ofStage("keys")},
        {"bias", ofStage("bias")},
        {"scores", ofStage("scores")},
        {"attention", ofStage("attention")},
        {"curves", findingOf(CurvesRequest{.dimensions = {0, 1, 10}, .width = 400})},
        {"slow curves", findingOf(CurvesRequest{.dimensions = {0, 100, 126}, .width = 400})},
        {"other curves", findingOf(CurvesRequest{.dimensions = {128}, .width = 400})},
        {"precision", findingOf(PrecisionRequest{.picture = {.width = 400, .height = 300}})},
        {"builds", findingOf(BuildsRequest{.picture = {.height = 300}, .widths = {300, 300, 300}})},
        {"similarity of PE", ofRows("position")},
        {"similarity of sums", ofRows("sum")},
        {"less the mean row", ofRows("position", {.minusMeanRow = true})},
        {"mosaic", findingOf(MosaicRequest{.picture = {.width = 300, .height = 300}, .widthOfB = 300})},
        {"phasors", findingOf(PhasorsRequest{.position = 3})},
        {"phasors at 0", findingOf(PhasorsRequest{.position = 0})},
        {"phasors of two", findingOf(PhasorsRequest{.position = 3, .other = 12})},
        {"shift",
         findingOf(
             ShiftRequest{.options = {.k = 5},
                          .pictures = {.a = {.width = 64, .height = 64}, .widthOfB = 64, .widthOfDifference = 64}})},
        {"frequencies", findingOf(FrequenciesRequest())},
        {"wavelengths", findingOf(WavelengthsRequest())},
        {"energy", findingOf(EnergyRequest{.width = 400})},
        {"spectrum", findingOf(SpectrumRequest())},
        {"spectrum of s·E", findingOf(SpectrumRequest{.node = "scaled"})},
        {"overlap", findingOf(OverlapRequest())},
        {"initializers", findingOf(InitializersRequest())},
        {"ratio", findingOf(RatioRequest{.width = 400})},
    };
    return kFindings;
}

// The preset "sentence" with these changes: "scale=none dropout=0".
Parameters changed(const QString& changes)
{
    Parameters p;
    p.sentence.text = "The cat sat on the mat because it was tired.";
    p.encoding.dModel = 128;
    p.encoding.maxLen = 512;
    for (const QString& change : changes.split(u' ', Qt::SkipEmptyParts)) {
        const std::string id = change.section(u'=', 0, 0).toStdString();
        if (id == "defaults") {
            p = {};
            continue;
        }
        const ParameterSpec* spec = findParameter(id, p);
        if (spec == nullptr)
            qFatal("no parameter %s", id.c_str());
        const auto value = parseValue(*spec, change.section(u'=', 1).toStdString());
        if (!value.ok())
            qFatal("%s", toString(value.error()).c_str());
        spec->set(p, *value);
    }
    return p;
}

} // namespace

class TestFindings : public QObject
{
    Q_OBJECT

private slots:
    void one_data();
    void one();
    void two_data();
    void two();
};

void TestFindings::one_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("changes");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char* view, const char* changes, const char* finding) { // of the preset, changed
        QTest::addRow("%s, %s", view, changes) << QString(view) << QString(changes) << QString::fromUtf8(finding);
    };
    row("tokens", "", "13 tokens have 12 different ids");
    row("tokens", "text=abcd", "All 3 tokens have different ids");
    row("tokens", "defaults", "All 5,000 tokens have different ids");
    row("tokens", "max-len=1 seq-len=1 text=a", "There is only one token");
    row("embedding", "", "Each token is a vector of 128 values, standard deviation 1");
    row("embedding", "embedding=gpt2", "Each token is a vector of 128 values, standard deviation 0.02");
    row("scaled", "", "The scale multiplies the embedding by 11.3");
    row("scaled", "scale=none", "The scale is 1, so the embedding stays as it is");
    row("scaled", "scale=0", "The scale is 0, so nothing is left of the embedding");
    row("position", "", "Dimensions are waves, 6.28 to 54,400 positions long");
    row("position", "defaults", "Dimensions are waves, 6.28 to 60,600 positions long");
    row("position", "scheme=time2vec", "127 of 128 dimensions are waves, 2.4 to 1,900 positions long");
    row("position", "scheme=fourier", "20 of 128 dimensions are waves, 6.28 to 3,220 positions long");
    row("position", "scheme=learned", "A model learns the 128 values of each position");
    row("position", "scheme=rope heads=4", "Pairs turn once in 6.28 to 35,300 positions");
    row("position", "scheme=grid-mae", "Dimensions are waves, 6.28 to 47,100 cells long");
    row("sum", "", "Adding PE hardly turns the embedding (3.44°)");
    row("sum", "scale=none", "Adding PE turns the embedding by 34°");
    row("sum", "scale=0.1", "The encoding turns the embedding by 80.5° and dominates the sum");
    row("sum", "combine=concat", "The embedding fills the first dimensions, the encoding the rest");
    row("sum", "scheme=nope", "No position is added, so equal tokens have equal rows");
    row("sum", "defaults", "Adding PE hardly turns the embedding (≈ 1.8°)");
    row("mask", "", "The mask drops 10.7 % of the values");
    row("mask", "dropout=0", "The mask keeps every value");
    row("mask", "dropout=1", "The mask drops every value");
    row("output", "", "Dropout with p = 0.1 zeroes values and multiplies the rest by 1.11");
    row("output", "placement=embedding", "Dropout with p = 0.1 acts on s·E alone, and PE stays whole");
    row("output", "placement=position dropout=1", "Dropout with p = 1 acts on PE alone, and s·E stays whole");
    row("output", "placement=separate", "Dropout with p = 0.1 acts on s·E and PE with separate masks");
    row("output", "placement=embedding scheme=rope",
        "Dropout with p = 0.1 zeroes values and multiplies the rest by 1.11");
    row("output", "dropout=0", "Dropout is off, so nothing is dropped");
    row("output", "mode=eval", "Dropout is off in evaluation, so nothing is dropped");
    row("output", "dropout=1", "Dropout zeroes everything");
    row("queries", "", "Each query is a copy of 16 dimensions of the output");
    row("queries", "projection=random", "Each query mixes all dimensions into 16");
    row("queries", "scheme=rope", "Position rotates pairs of the 16 values of each query");
    row("keys", "", "Each key is a copy of 16 dimensions of the output");
    row("keys", "projection=random", "Each key mixes all dimensions into 16");
    row("keys", "scheme=rope", "Position rotates pairs of the 16 values of each key");
    row("bias", "scheme=alibi", "Head 0 lowers scores by up to 6");
    row("bias", "scheme=alibi head=7", "Head 7 lowers scores by up to 0.0469");
    row("bias", "scheme=t5", "Head 0 changes scores by −1.63 to 1.65");
    row("scores", "", "In head 0, 12 of 13 tokens score themselves highest");
    row("scores", "scheme=alibi scale=none projection=random", "In head 0, 6 of 13 tokens score themselves highest");
    row("scores", "defaults", "Each of 5,000 queries of head 0 meets its own and earlier keys");
    row("attention", "", "In head 0, 12 of 13 tokens attend most to themselves");
    row("attention", "scheme=alibi scale=none projection=random",
        "In head 0, 6 of 13 tokens attend most to themselves");
    row("curves", "", "These dimensions are waves of 6.28 to 12.9 positions");
    row("slow curves", "", "2 of these 3 dimensions cannot complete a period in 512 positions");
    row("other curves", "", "These dimensions are waves of 6.28 to 471 positions"); // that scheme has no dimension 128
    row("curves", "scheme=learned", "Values of these dimensions have no period");
    row("curves", "scheme=grid-mae", "1 of these 3 dimensions cannot complete a period along their side");
    row("precision", "", "Every value is exact, rounded once");
    row("precision", "precision=exact", "Every value is exact, rounded once");
    row("precision", "precision=bfloat16", "191 of 512 positions cannot be told from another (largest error 1.99)");
    row("precision", "precision=float32 max-len=5000", "All positions differ, and the largest error is 3.86·10⁻⁴");
    row("builds", "", "With the same seed the two builds disagree on 19.1 % of the values");
    row("builds", "dropout=0", "Nothing is dropped, so both builds agree");
    row("builds", "mode=eval", "Nothing is dropped, so both builds agree");
    row("similarity of PE", "", "Cosine falls to half when positions are 46 apart");
    row("similarity of PE", "max-len=20", "Neighboring positions look almost alike (cosine 0.97)");
    row("similarity of sums", "", "Neighboring tokens have almost nothing in common (cosine 0.0126)");
    row("similarity of sums", "scale=none", "Neighboring tokens have cosine 0.326 on average");
    row("similarity of sums", "scale=0", "Neighboring tokens look almost alike (cosine 0.97)");
    row("similarity of PE", "max-len=1 seq-len=1 text=a", "One row has no other to compare with");
    row("less the mean row", "", "Neighboring positions look almost alike (cosine ≈ 0.949), without their mean row");
    row("mosaic", "scheme=grid-mae", "Neighboring grid cells look almost alike (cosine 0.983)");
    row("mosaic", "scheme=grid-mae d-model=8 heads=2", "Neighboring grid cells have cosine 0.885 on average");
    row("phasors", "", "At position 3 the fastest pair has turned by 172°, the slowest by 0.0198°");
    row("phasors at 0", "", "At position 0 every angle is 0");
    row("phasors of two", "", "From position 12 to 3 the fastest pair turns 1.43 times, the slowest by 0.0595°");
    row("phasors", "scheme=grid-mae", "At row 0, column 3 angles without full turns reach 172°");
    row("shift", "", "One matrix maps PE(p) to PE(p + 5) for every p");
    row("shift", "precision=bfloat16", "No matrix maps PE(p) to PE(p + 5) for every p (error 36.5 %)");
    row("shift", "scheme=learned", "No matrix maps PE(p) to PE(p + 5) for every p (error 96.9 %)");
    row("shift", "scheme=rope", "One matrix maps rotation p to rotation p + 5 for every p");
    row("shift", "scheme=learned max-len=50", "With so few rows some matrix fits any encoding");
    row("frequencies", "", "The slowest pair takes 54,400 positions for a turn, but there are only 512");
    row("frequencies", "base=50", "Every pair turns at least once in 512 positions");
    row("frequencies", "scheme=time2vec", "The slowest wave takes 1,900 positions for a turn, but there are only 512");
    row("frequencies", "scheme=grid-mae", "58 of 64 pairs cannot turn once along their side of the grid");
    row("frequencies", "scheme=rope", "The slowest pair takes 19,900 positions for a turn, but there are only 512");
    row("frequencies", "scheme=rope max-len=4096 rope-original=2048",
        "Training has never seen some angles of 2 of 8 pairs");
    row("frequencies", "scheme=rope max-len=4096 rope-original=2048 rope-scaling=linear rope-factor=2",
        "Training has never seen a few angles of 2 of 8 pairs");
    row("wavelengths", "", "33 of 64 pairs cannot complete a period within 512 positions");
    row("wavelengths", "defaults", "70 of 256 pairs cannot complete a period within 5,000 positions");
    row("wavelengths", "scheme=time2vec", "2 of 127 waves cannot complete a period within 512 positions");
    row("wavelengths", "base=50", "Every pair completes a period within 512 positions");
    row("wavelengths", "scheme=grid-mae", "58 of 64 pairs cannot complete a period along their side of the grid");
    row("energy", "", "The encoding hardly varies with position in 19 of 128 dimensions");
    row("energy", "base=50", "The encoding varies with position in all 128 dimensions");
    row("energy", "max-len=13 d-model=512", "The encoding hardly varies with position in 179 of 512 dimensions");
    row("spectrum", "", "Of 128 possible directions PE uses 43");
    row("spectrum", "scheme=rope", "Of 16 possible directions the rotation uses 10.9");
    row("spectrum of s·E", "", "Of 13 possible directions s·E uses nearly all (11.8)");
    row("spectrum of s·E", "scale=0", "All values of s·E are zero, so it uses no direction");
    row("overlap", "", "Embedding and encoding overlap by 0.079, about as much as by chance");
    row("overlap", "scheme=learned", "Embedding and encoding overlap by 0.733, as both come from the same seed");
    row("overlap", "scheme=learned table-seed=1",
        "Embedding and encoding overlap by 0.0522, about as much as by chance");
    row("overlap", "combine=concat", "Concatenated, embedding (96) and encoding (32) share no dimension");
    row("overlap", "scale=0", "Embedding or encoding is zero or not finite, so there is no overlap");
    row("initializers", "", "R exceeds 1 for 5 of 9 initializers with s = √128, and for 1 with s = 1");
    row("initializers", "scheme=learned",
        "R exceeds 1 for all 9 initializers with s = √128, and for 7 with s = 1 (positions 0–12)");
    row("initializers", "scheme=time2vec",
        "R exceeds 1 for 3 of 9 initializers with s = √128, and for 0 with s = 1 (positions 0–12)");
    row("initializers", "scheme=time2vec d-model=16 seq-len=200",
        "No initializer makes the embedding longer than the encoding (positions 0–199)");
    row("initializers", "d-model=1 heads=1",
        "R exceeds 1 for 3 of 9 initializers, with s = √1 and with s = 1 (positions 0–12)");
    row("frequencies", "scheme=rope heads=16 max-len=4096 rope-original=2048",
        "Training has never seen some angles of 1 of 4 pairs");
    row("ratio", "", "The embedding is 16.5 times as long as the encoding");
    row("ratio", "defaults", "The embedding is 32 times as long as the encoding");
    row("ratio", "scale=0.7071", "Embedding and encoding are about equally long (R = 1.03)");
    row("ratio", "scale=0.1", "The encoding is 6.84 times as long as the embedding");
    row("ratio", "scale=0", "The scaled embedding is zero, so only the encoding is left");
    row("ratio", "scheme=time2vec", "The embedding is 10.4 times as long as the encoding (positions 0–12)");
    row("ratio", "combine=concat", "The embedding is 28.5 times as long as the encoding");
}

void TestFindings::one()
{
    QFETCH(QString, view);
    QFETCH(QString, changes);
    QTEST(findings().at(view)({.a = changed(changes)}), "finding");
}

void TestFindings::two_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char* view, const char* a, const char* b, const char* finding) {
        QTest::addRow("%s, %s | %s", view, a, b)
            << QString(view) << QString(a) << QString(b) << QString::fromUtf8(finding);
    };
    row("position", "", "d-model=64", "A has 512 × 128 values and B 512 × 64, so A − B is missing");
    row("position", "", "", "A and B are equal here");
    row("sum", "", "scale=none", "A and B differ by up to 42.3 here");
    row("curves", "", "", "These dimensions are waves of 6.28 to 12.9 positions in A and B");
    row("curves", "", "base=500", "The longest of these wavelengths falls from 12.9 to 10.2 in B");
    row("slow curves", "", "base=500", "The longest of these wavelengths falls from 54,400 to 2,850 in B");
    row("similarity of sums", "", "scale=none", "The mean cosine of neighbors rises from 0.0126 to 0.326 in B");
    row("similarity of sums", "", "", "The mean cosine of neighbors is 0.0126 in A and B");
    row("mosaic", "scheme=grid-mae", "scheme=grid-mae d-model=16",
        "The mean cosine of neighboring cells falls from 0.983 to 0.942 in B");
    row("phasors", "", "base=500", "The slowest pair turns by 0.0198° in A and by 0.379° in B");
    row("phasors at 0", "", "base=500", "At position 0 every angle is 0 in A and B");
    row("phasors", "scheme=grid-mae", "scheme=grid-mae",
        "At row 0, column 3 angles without full turns reach 172° in A and B");
    row("shift", "", "", "One matrix maps PE(p) to PE(p + 5) for every p in A and B");
    row("shift", "", "scheme=learned",
        "A: One matrix maps PE(p) to PE(p + 5) for every p · B: No matrix maps PE(p) to PE(p + 5) for every p (error "
        "96.9 %)");
    row("frequencies", "", "base=50", "The number of pairs that never turn once falls from 33 to 0 in B");
    row("frequencies", "", "scheme=rope", "The number of pairs that never turn once falls from 33 to 4 in B");
    row("wavelengths", "", "base=50", "The number of long-wave pairs falls from 33 to 0 in B");
    row("wavelengths", "", "", "The longest wavelength is 54,400 in A and B");
    row("wavelengths", "", "scheme=learned", "A · 33 of 64 pairs cannot complete a period within 512 positions");
    row("energy", "", "base=50", "The number of dimensions that hardly vary falls from 19 to 0 in B");
    row("energy", "", "scale=none", "The embedding's mean square falls from 137 to 1.07 in B");
    row("energy", "scheme=learned max-len=1000000", "scheme=learned max-len=1000000 scale=none",
        "The embedding's mean square falls from ≈ 137 to ≈ 1.07 in B");
    row("spectrum", "", "base=50", "The effective rank of PE rises from 43 to 82.5 in B");
    row("overlap", "", "scheme=learned", "The overlap rises from 0.079 to 0.733 in B");
    row("overlap", "", "combine=concat", "The overlap falls from 0.079 to 0 in B");
    row("initializers", "", "scale=none", "The setup's expected R falls from 16 to 1.41 in B");
    row("ratio", "", "scale=none", "R falls from 16.5 to 1.46 in B");
    row("ratio", "", "", "R is 16.5 in A and B");
    row("ratio", "", "scale=0",
        "A: The embedding is 16.5 times as long as the encoding · B: The scaled embedding is zero, so only the "
        "encoding is left");
}

void TestFindings::two()
{
    QFETCH(QString, view);
    QFETCH(QString, a);
    QFETCH(QString, b);
    QTEST(findings().at(view)({.a = changed(a), .b = changed(b)}), "finding");
}

QTEST_GUILESS_MAIN(TestFindings)
#include "tst_findings.moc"
