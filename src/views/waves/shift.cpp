// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waves/shift.h"

#include "analysis/shiftfit.h"
#include "field/matrixfield.h"
#include "views/measures/measure.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

std::vector<ViewOption> shiftOptions()
{
    return {
        setting(integer("shift", WORDS("k"), 1, 2147483647)
                    .given("K")
                    .says(WORDS("Distance k in shift: from each position to position + k. 1 if not given."))
                    .beside(WORDS("From each position to position + k")),
                &ShiftOptions::k),
    };
}

constexpr double kNoResidual = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kWidestFit = 1024; // columns: O(width³), a second at this width
constexpr std::int64_t kMostResiduals = 64;
constexpr std::int64_t kResidualCells = std::int64_t{1} << 18;
constexpr std::int64_t kFittedCells = std::int64_t{1} << 20;
constexpr std::int64_t kQuickFit = std::int64_t{1} << 22; // multiplications of a fit within a frame

// Whether the table is pairs of sine and cosine of the position, and nothing else.
static bool turnsByPairs(const PositionModel& model)
{
    return model.waves && model.waves->paired && model.waves->alone && model.waves->reach.empty();
}

// sin((p + k)ω) = cos(kω) sin(pω) + sin(kω) cos(pω), cos((p + k)ω) = cos(kω) cos(pω) − sin(kω) sin(pω).
static std::vector<ShiftRow> turnOfPairs(const PositionTable& table, std::int64_t k)
{
    std::vector<ShiftRow> rows(static_cast<std::size_t>(table.shape().cols));
    for (std::int64_t column = 0; column < table.shape().cols; ++column) {
        const std::optional<ColumnWave> wave = table.wave(column);
        if (!wave)
            continue;
        const double angle = std::remainder(static_cast<double>(k) * wave->frequency, kTurn);
        rows[static_cast<std::size_t>(column)] = {-1, std::cos(angle), (wave->cosine ? -1 : 1) * std::sin(angle)};
    }
    for (const ColumnsOfPair& pair : completePairs(table)) {
        rows[static_cast<std::size_t>(pair.sine)].partner = pair.cosine;
        rows[static_cast<std::size_t>(pair.cosine)].partner = pair.sine;
    }
    return rows;
}

static std::vector<std::int64_t> residualPositions(std::int64_t count, std::int64_t cols)
{
    const std::int64_t most = std::clamp<std::int64_t>(kResidualCells / cols, 1, kMostResiduals);
    return evenlySpread({0, count}, std::min(count, most));
}

static void addResiduals(TableShift& facts, const Node& position, const Field& table,
                         const std::vector<std::int64_t>& positions, std::vector<double> residuals)
{
    facts.residuals = std::move(residuals);
    const bool undefined = std::ranges::any_of(facts.residuals, [](double residual) { return std::isnan(residual); });
    facts.greatest = undefined ? kNoResidual : std::ranges::max(facts.residuals);
    facts.length = meanOf(columnFrom(positions, [&](std::int64_t row) {
        return rowNorms(table, {row, 0, 1, table.shape().cols}).front();
    }));
    facts.positions = columnFrom(positions, [&](std::int64_t row) { return position.rows.coordinate(row); });
}

static Result<MeasuredShift> fitted(const Node& position, const Field& table, TableShift facts, Effort effort)
{
    const Shape shape = table.shape();
    if (shape.cols > kWidestFit)
        return usageError(
            "SIZE", "--d-model",
            WORDS("a matrix is fitted to at most %1 dimensions, but there are %2").with(kWidestFit, shape.cols),
            WORDS("use fewer dimensions, or a scheme of sines and cosines"));
    facts.fitted = true;
    facts.fittedRows = std::min(shape.rows, std::max(kFittedCells / shape.cols, facts.k + 1));
    facts.alwaysFits = facts.fittedRows - facts.k <= shape.cols;
    facts.greatest = kNoResidual;
    facts.waiting = effort == Effort::Frame && facts.fittedRows * shape.cols * shape.cols > kQuickFit;
    std::optional<FittedShift> fit;
    if (!facts.waiting)
        fit = fittedShift(table, {0, facts.fittedRows}, facts.k);
    if (cancelled())
        return cancelledError();
    if (!fit)
        return MeasuredShift{constantField({shape.cols, shape.cols}, 0, {-1, 1}), std::move(facts)};
    facts.alwaysFits = std::ssize(fit->rows) <= shape.cols;
    const double reach = std::max(1.0, reachOf(fit->map));
    const FieldPtr field
        = std::make_shared<MatrixField>(std::make_shared<const Matrix>(std::move(fit->map)), Interval{-reach, reach});
    std::vector<std::int64_t> positions = residualPositions(std::ssize(fit->rows), shape.cols);
    for (std::int64_t& row : positions)
        row = fit->rows[static_cast<std::size_t>(row)];
    addResiduals(facts, position, table, positions, shiftResiduals(table, *field, positions, facts.k));
    return MeasuredShift{field, std::move(facts)};
}

// T as a node: from the dimensions of PE(p), below, to those of PE(p + k), on the left.
static Node shiftNode(const Node& position, FieldPtr map)
{
    return {.id = position.id,
            .quantity = {WORDS("T"), WORDS("Shift by k positions"), QuantityFamily::Signed, position.quantity.hue},
            .rows = position.columns,
            .columns = position.columns,
            .field = std::move(map)};
}

constexpr double kShownFirst
    = 16; // dimensions without a zoom: a rotation is a thin diagonal, whose turns are at its start

// Whether neighboring columns are pairs and there are more than are shown.
static bool startsWithAPair(const Node& position)
{
    const PositionTable& table = waveTableOf(position);
    if (static_cast<double>(position.columns.count) <= kShownFirst)
        return false;
    const auto first = table.wave(0);
    const auto second = table.wave(1);
    return first && second && first->pair == second->pair;
}

Result<MeasuredShift> measuredShift(const Node& position, std::int64_t k, Effort effort)
{
    TRY(const FieldPtr table, position.field);
    const std::int64_t rows = position.rows.count;
    if (rows < 2)
        return usageError("SCHEME", "--max-len", WORDS("one position has no later one"),
                          WORDS("use %1 of 2 or more").with(Message::option("--max-len")));
    TableShift facts;
    facts.k = std::clamp<std::int64_t>(k, 1, rows - 1);
    facts.columns = position.columns.count;
    const PositionModel& model = *position.find<PositionFacts>()->model;
    facts.rotation = model.turns() != nullptr;
    if (!turnsByPairs(model))
        return fitted(position, *table, std::move(facts), effort);
    const std::vector<ShiftRow> turn = turnOfPairs(waveTableOf(position), facts.k);
    const std::vector<std::int64_t> positions = residualPositions(rows - facts.k, facts.columns);
    addResiduals(facts, position, *table, positions, shiftResiduals(*table, turn, positions, facts.k));
    return MeasuredShift{pairwiseShift(turn), std::move(facts)};
}

DataTable tableOf(const TableShift& shift)
{
    return {{{"position", shift.positions}, {"residual", shift.residuals}}};
}

DataTable ShiftData::table() const
{
    DataTable table = pictures.table();
    table.append("", SidesData::table());
    return table;
}

Result<ViewDataPtr> compute(const ShiftRequest& request, SceneReader& scene, Effort effort)
{
    const std::int64_t cells = effort == Effort::Frame ? kFrameCells : kStillCells;
    auto data = std::make_shared<ShiftData>();
    TRY(const NodePtr position, encodingNode(scene));
    TRY(MeasuredShift ofA, measuredShift(*position, request.options.k, effort));
    const Node a = shiftNode(*position, ofA.map);
    std::optional<Node> b;
    if (scene.comparing()) {
        if (const Result<NodePtr> other = encodingNode(scene, Side::B); other.ok()) {
            TRY(MeasuredShift ofB, measuredShift(**other, request.options.k, effort));
            b = shiftNode(**other, ofB.map);
            data->b = std::move(ofB.facts);
        }
    }
    data->a = std::move(ofA.facts);
    data->dead = deadDimensionsOf(scene);
    noteLeftOut(*data, scene, "position");
    PicturesRequest pictures = request.pictures;
    if (!pictures.a.zoom[AxisKind::Dimension] && startsWithAPair(*position))
        pictures.a.zoom[AxisKind::Dimension] = position->columns.inCoordinates({0, kShownFirst});
    TRY_DONE(makePictures(a, b ? &*b : nullptr, pictures, cells, data->pictures));
    data->coarse = effort == Effort::Frame && (data->pictures.isRough() || data->either(&TableShift::waiting));
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
