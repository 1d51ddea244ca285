// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/precision.h"

#include "analysis/rows/norms.h"
#include "encodings/schemes.h"
#include "field/matrixfield.h"
#include "pipeline/parameters/parameterspec.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

constexpr std::int64_t kCellBudget = std::int64_t{1} << 22; // for the errors, and again for the collisions
// While something moves, for picture, errors and collisions: a cell of a narrow type and its exact value take 50 ns.
constexpr std::int64_t kFrameBudget = std::int64_t{1} << 17;

// The same encoding, correctly rounded.
static Result<NodePtr> exactTable(SceneReader& scene, Side side)
{
    Parameters encoding;
    encoding.encoding = scene.read(&Parameters::encoding, side);
    const ParameterSpec* precision = findParameter("precision", encoding);
    if (precision == nullptr) {
        const PositionTable& table = *scene.node("position", side)->find<PositionFacts>()->model->table;
        const bool computed = !table.formula(0, 0).empty();
        const SourceText why = computed
            ? WORDS("%1 is always computed exactly and rounded once, so there is no other table to compare it with")
            : WORDS("the values of %1 are sampled or read, so there is no exact table to compare them with");
        return usageError("SCHEME", "--scheme", why.with(findScheme(encoding.encoding.scheme)->label),
                          WORDS("use a scheme with a precision, such as sinusoidal or rope"));
    }
    TRY(const PipelinePtr exact, scene.beside(side, [&](Parameters& p) { precision->set(p, std::string("exact")); }));
    return exact->node("position");
}

static void measureErrors(PrecisionMeasure& data, const Field& difference, Span rows, int points, std::int64_t budget)
{
    const auto ofRows = [&](Span run) {
        return greatestByRow(difference, run);
    };
    const auto greatest = [](const std::vector<double>& errors) {
        return std::ranges::any_of(errors, [](double error) { return std::isnan(error); }) ? std::nan("")
                                                                                           : std::ranges::max(errors);
    };
    const RowSample sample = rowSample(rows, difference.shape().cols, std::max(1, points), budget);
    data.errors = sample.curve(data.difference.rows, ofRows, greatest);
    data.errors.sampled = sample.sampled && !data.exact;
    for (const double error : data.errors.numbers)
        data.worst = std::isnan(error) ? data.worst : std::max(data.worst, error);
}

static void findCollisions(PrecisionMeasure& data, const Field& table, Span rows, int points, std::int64_t budget)
{
    const Collisions found = collisions(table, rows, budget);
    data.checked = found.checked;
    data.allChecked = found.checked.size() == rows.size();
    data.collidingCount = static_cast<std::int64_t>(found.rows.size());
    const double apart = static_cast<double>(rows.size()) / std::max(1, points);
    for (const std::int64_t row : found.rows) {
        const auto position = static_cast<double>(data.difference.rows.coordinate(row));
        if (data.colliding.empty() || position - data.colliding.back() >= apart)
            data.colliding.push_back(position);
    }
}

DataTable tableOf(const PrecisionMeasure& of)
{
    return {{{"position", of.errors.positions, kKey},
             {"greatest_error", of.errors.numbers},
             {"colliding_position", of.colliding, kKey}}};
}

static Result<PrecisionMeasure> precisionOf(const PrecisionRequest& request, SceneReader& scene, Side side,
                                            Effort effort)
{
    TRY(const NodePtr table, encodingNode(scene, side));
    TRY_DONE(table->field);
    TRY(const NodePtr exact, exactTable(scene, side));
    PrecisionMeasure data;
    data.exact = exact->field.value() == table->field.value();
    FieldPtr difference = differenceOf(*table->field, *exact->field);
    if (data.exact)
        difference = constantField(difference->shape(), 0, difference->bounds());
    Quantity quantity = table->quantity;
    quantity.symbol = table->find<PositionFacts>()->model->table ? WORDS("PE − exact") : WORDS("cos, sin − exact");
    PictureRequest pixels = request.picture;
    pixels.width = side == Side::A ? pixels.width : request.widthOfB;
    pixels.reduction = data.exact ? Reduction::Nearest : Reduction::Envelope;
    pixels.range = RangeRule::Data;
    Axis positions = table->rows;
    positions.tokens = nullptr; // a position's error does not depend on its token
    TRY(data.difference,
        makePicture(Pictured{*difference, positions, table->columns, quantity}, pixels,
                    effort == Effort::Frame ? 2 * kFrameBudget : kStillCells));
    data.difference.reduction = Reduction::Envelope; // of zeros any cell is the largest
    const std::int64_t budget = effort == Effort::Frame ? kFrameBudget : kCellBudget;
    const Span rows = cellsOf(data.difference.visibleRows, table->rows.count);
    measureErrors(data, *difference, rows, pixels.height, budget);
    if (!data.exact)
        findCollisions(data, **table->field, rows, pixels.height, budget);
    return data;
}

Result<ViewDataPtr> compute(const PrecisionRequest& request, SceneReader& scene, Effort effort)
{
    TRY(auto data, sidesOf<PrecisionData>(scene, [&](Side side) { return precisionOf(request, scene, side, effort); }));
    if (data->b) {
        PrecisionMeasure& a = data->a;
        PrecisionMeasure& b = *data->b;
        if (a.exact) // zeros alone have no range
            a.difference.range = b.difference.range;
        else if (b.exact)
            b.difference.range = a.difference.range;
        recolorTogether({&a.difference, &b.difference});
    }
    data->dead = deadDimensionsOf(scene);
    data->coarse = effort == Effort::Frame && data->either([](const PrecisionMeasure& of) {
        return !of.exact && (of.difference.sampled || of.errors.sampled || !of.allChecked);
    });
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
