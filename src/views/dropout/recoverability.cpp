// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dropout/recoverability.h"

#include "views/measures/measure.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace phasor {

namespace {

// Numbers of rows, masks and points to measure: for the setup as it is, and for each point of the curves.
struct MeasureSize
{
    RecoverySize test; // the rows of PE and of s·E that all of them are compared with
    RecoverySize now;
    std::int64_t cells = 1 << 15; // for a curve: 64 rows of 512
    std::int64_t tokenPart = 5; // one row in this many is used for tokens
    int seeds = 3;
    std::set<double> probabilities{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
    std::set<double> factors{1.0 / 64, 1.0 / 16, 0.25, 1, 4, 16}; // powers of two: the embedding's bits are kept
};

MeasureSize measureSize(Effort effort, const Restriction& only)
{
    if (effort == Effort::Still)
        return {.test = {.only = only}, .now = {}};
    return {.test = {.vocabulary = 512, .only = only},
            .now = {.rows = 64, .tokenRows = 64, .seeds = 2},
            .cells = 1 << 13,
            .tokenPart = 1,
            .seeds = 1,
            .probabilities = {0, 0.25, 0.5, 0.75, 1},
            .factors = {1.0 / 16, 1, 16}};
}

SetupChange changeTo(RecoveryVariant variant)
{
    return [variant](Parameters& p) {
        if (variant == RecoveryVariant::OtherCombination)
            p.sum.combine = p.sum.combine == Combine::Sum ? Combine::Concatenate : Combine::Sum;
        const bool alone = p.dropout.placement == PlacementId::Embedding;
        if (variant == RecoveryVariant::OtherPlacement)
            p.dropout.placement = alone ? PlacementId::Sum : PlacementId::Embedding;
    };
}

double scaleOf(SceneReader& scene, Side side)
{
    return scene.node("scaled", side)->find<ScaleFacts>()->factor;
}

double probabilityOf(SceneReader& scene, Side side)
{
    return scene.node("mask", side)->find<DropoutFacts>()->probability;
}

// A's own value and B's.
std::set<double> ownValues(SceneReader& scene, double (*valueOf)(SceneReader& scene, Side side))
{
    return {valueOf(scene, Side::A), valueOf(scene, scene.comparing() ? Side::B : Side::A)};
}

// One side of the scene, measured as it is and with one change at a time.
struct MeasuredSide
{
    SceneReader& scene;
    Side side;
    const MeasureSize& size;

    std::int64_t rows() const
    {
        return std::max<std::int64_t>(4, size.cells / scene.read(&Parameters::encoding, side).dModel);
    }
    std::int64_t tokenRows() const { return std::max<std::int64_t>(4, rows() / size.tokenPart); }

    Result<RecoveryTest> testOf(const SetupChange& change) const
    {
        TRY(const PipelinePtr setup, scene.beside(side, change));
        return RecoveryTest::make(*setup, size.test);
    }

    Result<RecoveryMeasure> asSet(const RecoveryTest& test) const
    {
        const auto& facts = *scene.node("mask", side)->find<DropoutFacts>();
        TRY(const Recovery now, test.run(scene, side, changeTo(RecoveryVariant::AsSet), size.now));
        return RecoveryMeasure{.now = now,
                               .p = facts.probability,
                               .scale = scaleOf(scene, side),
                               .concatenated = scene.node("sum", side)->operation == Operation::Concatenate,
                               .placement = facts.placement,
                               .byProbability = {},
                               .byScale = {},
                               .curveRows = std::min(rows(), now.rows),
                               .curveTokenRows = std::min(tokenRows(), now.rows),
                               .curveSeeds = size.seeds};
    }

    // Adds to the curve a point of the setup after `change`; at the own value of a setup it is measured as `now`.
    Status add(RecoveryCurve& curve, double at, bool own, const RecoveryTest& test, double factor,
               const SetupChange& change) const
    {
        RecoverySize of{.rows = rows(), .tokenRows = tokenRows(), .seeds = size.seeds};
        if (own)
            of = size.now;
        of.scale = factor;
        TRY(const Recovery recovery, test.run(scene, side, change, of));
        add(curve, at, recovery);
        return Done{};
    }

    static void add(RecoveryCurve& curve, double at, const Recovery& recovery)
    {
        curve.at.push_back(at);
        curve.position.push_back(recovery.position);
        curve.token.push_back(recovery.token);
    }

    Result<RecoveryCurve> byProbability(const RecoveryMeasure& measure, const RecoveryTest& test,
                                        RecoveryVariant variant) const
    {
        RecoveryCurve curve{.variant = variant};
        const SetupChange vary = changeTo(variant);
        const bool asSet = variant == RecoveryVariant::AsSet;
        const std::set<double> own = asSet ? ownValues(scene, probabilityOf) : std::set<double>();
        std::set<double> all = size.probabilities;
        all.insert(own.begin(), own.end());
        for (const double p : all) {
            if (asSet && p == measure.p) {
                add(curve, p, measure.now);
                continue;
            }
            TRY_DONE(add(curve, p, own.contains(p), test, 1, [&](Parameters& parameters) {
                vary(parameters);
                parameters.dropout.p = p;
                parameters.dropout.mode = DropoutMode::Train;
            }));
        }
        return curve;
    }

    // At `scale` and its multiples.
    Result<RecoveryCurve> byScale(const RecoveryMeasure& measure, double scale) const
    {
        RecoveryCurve curve;
        TRY(const RecoveryTest test, testOf([scale](Parameters& parameters) { parameters.sum.scale = scale; }));
        const std::set<double> own = ownValues(scene, scaleOf);
        std::set<double> all(own.upper_bound(0), own.end());
        for (const double factor : size.factors)
            all.insert(scale * factor);
        for (const double at : all) {
            if (at == measure.scale) {
                add(curve, at, measure.now);
                continue;
            }
            TRY_DONE(add(curve, at, own.contains(at), test, at / scale,
                         [at](Parameters& parameters) { parameters.sum.scale = at; }));
        }
        return curve;
    }
};

// Leaves out impossible curves (a width that cannot be split), but not canceled ones.
Status add(std::vector<RecoveryCurve>& curves, Result<RecoveryCurve> curve)
{
    if (curve.ok())
        curves.push_back(std::move(*curve));
    else if (curve.error().kind == ErrorKind::Cancelled)
        return curve.error();
    return Done{};
}

// Middle of the scales to try. Two compared setups use the same scales. 0: none.
double middleScale(SceneReader& scene)
{
    const double a = scaleOf(scene, Side::A);
    if (!scene.comparing())
        return a;
    const double b = scaleOf(scene, Side::B);
    if (a == b)
        return a;
    return a > 0 && b > 0 ? std::sqrt(a) * std::sqrt(b) : std::max(a, b);
}

Result<RecoveryMeasure> measureOf(SceneReader& scene, Side side, const MeasureSize& size)
{
    TRY_DONE(tableNode(scene, side));
    const MeasuredSide of{scene, side, size};
    TRY(const RecoveryTest test, of.testOf(changeTo(RecoveryVariant::AsSet)));
    TRY(RecoveryMeasure measure, of.asSet(test));
    const auto byProbability = [&](const RecoveryTest& among, RecoveryVariant variant) {
        return add(measure.byProbability, of.byProbability(measure, among, variant));
    };
    TRY_DONE(byProbability(test, RecoveryVariant::AsSet));
    if (const double middle = middleScale(scene); middle > 0) {
        TRY_DONE(add(measure.byScale, of.byScale(measure, middle)));
    }
    if (scene.comparing())
        return measure;
    const Result<RecoveryTest> other = of.testOf(changeTo(RecoveryVariant::OtherCombination));
    if (other.ok()) {
        TRY_DONE(byProbability(*other, RecoveryVariant::OtherCombination));
    } else if (other.error().kind == ErrorKind::Cancelled) {
        return other.error();
    }
    TRY_DONE(byProbability(test, RecoveryVariant::OtherPlacement));
    return measure;
}

void addCurve(DataTable& table, const RecoveryCurve& curve, const std::string& axis)
{
    constexpr std::array<const char*, 3> kVariants{"", "other_combination_", "other_placement_"};
    const std::string name = kVariants[static_cast<std::size_t>(curve.variant)] + axis;
    table.add(name, curve.at, kKey);
    for (const auto& [what, of] : {std::pair("_position", &curve.position), std::pair("_token", &curve.token)}) {
        table.add(name + what, columnFrom(*of, &Recovered::share));
        table.add(name + what + "_low", columnFrom(*of, &Recovered::low));
        table.add(name + what + "_high", columnFrom(*of, &Recovered::high));
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
    const MeasureSize size = measureSize(effort, request.only);
    TRY(auto data, sidesOf<RecoverabilityData>(scene, [&](Side side) { return measureOf(scene, side, size); }));
    noteLeftOut(*data, scene, "sum", request.only);
    data->coarse = effort == Effort::Frame;
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
