// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/recoverability.h"

#include "views/schemeneeds.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace phasor {

namespace {

using Change = std::function<void(Parameters&)>;

// What the curves cost: of rows as wide as `d_model` this many cells, at each of some seeds.
struct CurveSize
{
    std::int64_t cells = 1 << 15; // 64 rows of 512
    std::int64_t tokenPart = 5; // of which tokens have this part
    std::int64_t vocabulary = 8192;
    int seeds = 3;
    std::vector<double> probabilities{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
    std::vector<double> factors{1.0 / 64, 1.0 / 16, 0.25, 1, 4, 16};
    Restriction only = {};
};

RecoverySize nowSize(Effort effort, const Restriction& only)
{
    return effort == Effort::Frame ? RecoverySize{.rows = 64, .vocabulary = 512, .seeds = 2, .only = only}
                                   : RecoverySize{.only = only};
}

CurveSize curveSize(Effort effort, const Restriction& only)
{
    if (effort == Effort::Still)
        return {.only = only};
    return {.cells = 1 << 13,
            .tokenPart = 1,
            .vocabulary = 256,
            .seeds = 1,
            .probabilities = {0, 0.25, 0.5, 0.75, 1},
            .factors = {1.0 / 16, 1, 16},
            .only = only};
}

Change changeTo(RecoveryVariant variant)
{
    switch (variant) {
    case RecoveryVariant::OtherCombination:
        return [](Parameters& p) {
            p.sum.combine = p.sum.combine == Combine::Sum ? Combine::Concatenate : Combine::Sum;
        };
    case RecoveryVariant::OtherPlacement:
        return [](Parameters& p) {
            const bool alone = p.dropout.placement == PlacementId::Embedding;
            p.dropout.placement = alone ? PlacementId::Sum : PlacementId::Embedding;
        };
    case RecoveryVariant::AsSet:
        break;
    }
    return [](Parameters&) {
    };
}

void append(RecoveryCurve& curve, double at, const Recovery& recovery)
{
    curve.at.push_back(at);
    curve.position.push_back(recovery.position);
    curve.token.push_back(recovery.token);
}

// One side of the scene, of which curves are made.
class SideCurves
{
public:
    SideCurves(SceneReader& scene, Side side, const CurveSize& size)
        : m_scene(scene)
        , m_side(side)
        , m_size(size)
        , m_make([&scene, side](const Change& change) { return scene.beside(side, change); })
    {
    }

    const MakeSetup& make() const { return m_make; }
    std::int64_t rows() const
    {
        const std::int64_t width = m_scene.read(&Parameters::encoding, m_side).dModel;
        return std::max<std::int64_t>(4, m_size.cells / width);
    }

    Result<RecoveryCurve> byProbability(RecoveryVariant variant) const
    {
        RecoveryCurve curve{.variant = variant, .at = {}, .position = {}, .token = {}};
        const Change vary = changeTo(variant);
        TRY(const RecoveryTest test, testOf(vary));
        for (const double p : m_size.probabilities) {
            TRY(const Recovery recovery, run(test, [&](Parameters& parameters) {
                    vary(parameters);
                    parameters.dropout.p = p;
                    parameters.dropout.mode = DropoutMode::Train;
                }));
            append(curve, p, recovery);
        }
        return curve;
    }

    // At `scale` and its multiples.
    Result<RecoveryCurve> byScale(double scale) const
    {
        RecoveryCurve curve{.variant = RecoveryVariant::AsSet, .at = {}, .position = {}, .token = {}};
        for (const double factor : m_size.factors) {
            const Change vary = [&](Parameters& parameters) {
                parameters.sum.scale = scale * factor;
            };
            TRY(const RecoveryTest test, testOf(vary));
            TRY(const Recovery recovery, run(test, vary));
            append(curve, scale * factor, recovery);
        }
        return curve;
    }

private:
    Result<RecoveryTest> testOf(const Change& change) const
    {
        TRY(const PipelinePtr setup, m_make(change));
        return RecoveryTest::make(
            *setup, {.rows = 512, .vocabulary = m_size.vocabulary, .seeds = m_size.seeds, .only = m_size.only},
            m_scene.cancel());
    }
    Result<Recovery> run(const RecoveryTest& test, const Change& change) const
    {
        return test.run(
            m_make, change,
            {.rows = rows(), .tokenRows = std::max<std::int64_t>(4, rows() / m_size.tokenPart), .seeds = m_size.seeds},
            m_scene.cancel());
    }

    SceneReader& m_scene;
    Side m_side;
    const CurveSize& m_size;
    MakeSetup m_make;
};

double scaleOf(SceneReader& scene, Side side)
{
    return scene.node("scaled", side)->find<ScaleFacts>()->factor;
}

Result<RecoveryMeasure> recoveryMeasure(const MakeSetup& make, SceneReader& scene, Side side, const RecoverySize& size)
{
    TRY_DONE(tableNode(scene, side));
    const NodePtr mask = scene.node("mask", side);
    const auto& facts = *mask->find<DropoutFacts>();
    RecoveryMeasure measure{.now = {},
                            .p = facts.probability,
                            .scale = scaleOf(scene, side),
                            .concatenated = scene.node("sum", side)->operation == Operation::Concatenate,
                            .placement = facts.placement,
                            .byProbability = {},
                            .byScale = {}};
    TRY(measure.now, recoveryOf(make, size, scene.cancel()));
    return measure;
}

// Curves that cannot be had (a width that cannot be shared) are left out; what was cancelled is not.
Status add(std::vector<RecoveryCurve>& curves, Result<RecoveryCurve> curve)
{
    if (curve.ok())
        curves.push_back(std::move(*curve));
    else if (curve.error().kind == ErrorKind::Cancelled)
        return curve.error();
    return Done{};
}

// The middle of the scales that are tried: two set-ups that are compared are measured at the same ones. 0: at none.
double middleScale(SceneReader& scene)
{
    const double a = scaleOf(scene, Side::A);
    if (!scene.comparing())
        return a;
    const double b = scaleOf(scene, Side::B);
    return a > 0 && b > 0 ? std::sqrt(a) * std::sqrt(b) : std::max(a, b);
}

Result<RecoveryMeasure> measureOf(SceneReader& scene, Side side, Effort effort, const CurveSize& size)
{
    const SideCurves curves(scene, side, size);
    TRY(RecoveryMeasure measure, recoveryMeasure(curves.make(), scene, side, nowSize(effort, size.only)));
    TRY_DONE(add(measure.byProbability, curves.byProbability(RecoveryVariant::AsSet)));
    if (const double middle = middleScale(scene); middle > 0)
        TRY_DONE(add(measure.byScale, curves.byScale(middle)));
    if (!scene.comparing()) {
        for (const RecoveryVariant variant : {RecoveryVariant::OtherCombination, RecoveryVariant::OtherPlacement})
            TRY_DONE(add(measure.byProbability, curves.byProbability(variant)));
    }
    measure.curveRows = std::min(curves.rows(), measure.now.rows);
    measure.curveTokenRows = std::min(std::max<std::int64_t>(4, curves.rows() / size.tokenPart), measure.now.rows);
    measure.curveSeeds = size.seeds;
    return measure;
}

void addCurve(DataTable& table, const RecoveryCurve& curve, const std::string& axis)
{
    constexpr std::array<const char*, 3> kVariants{"", "other_combination_", "other_placement_"};
    const std::string name = kVariants[static_cast<std::size_t>(curve.variant)] + axis;
    table.addKey(name, curve.at);
    const auto column = [&](const std::string& what, const std::vector<Recovered>& of, double Recovered::*member) {
        std::vector<double> values;
        for (const Recovered& one : of)
            values.push_back(one.*member);
        table.add(name + "_" + what, std::move(values));
    };
    for (const auto& [what, of] : {std::pair("position", &curve.position), std::pair("token", &curve.token)}) {
        column(what, *of, &Recovered::share);
        column(std::string(what) + "_low", *of, &Recovered::low);
        column(std::string(what) + "_high", *of, &Recovered::high);
    }
}

} // namespace

DataTable tableOf(const RecoveryMeasure& measure)
{
    DataTable table;
    for (const RecoveryCurve& curve : measure.byProbability)
        addCurve(table, curve, "p");
    for (const RecoveryCurve& curve : measure.byScale)
        addCurve(table, curve, "scale");
    return table;
}

Result<ViewDataPtr> compute(const RecoverabilityRequest& request, SceneReader& scene, Effort effort)
{
    const CurveSize size = curveSize(effort, request.only);
    auto data = std::make_shared<RecoverabilityData>();
    TRY_DONE(measureSides(*data, scene, [&](Side side) { return measureOf(scene, side, effort, size); }));
    data->restriction = request.only;
    data->coarse = effort == Effort::Frame;
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
