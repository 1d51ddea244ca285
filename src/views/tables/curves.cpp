// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/curves.h"

#include "field/matrixfield.h"
#include "views/measures/measure.h"
#include "views/waves/wavefacts.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kPointsPerPixel = 4; // up to here every position is a point
constexpr double kFewestPositions = 100; // shown without a zoom
constexpr std::int64_t kVisited = 64; // longer runs than this take the sine's own range, or a sample

// A table's column, with the data for its smallest and largest value over a run of rows.
struct Column
{
    const PositionTable& table;
    const Axis& rows;
    std::int64_t index = 0;
    std::optional<ColumnWave> wave;
    bool exact = false; // each cell is the sine itself
};

Interval visited(const Column& column, Span rows, std::int64_t stride)
{
    Interval range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    const auto extend = [&](float v) {
        range.low = std::min<double>(range.low, v);
        range.high = std::max<double>(range.high, v);
    };
    if (stride == 1) {
        const Matrix run = materialized(column.table, {rows.begin, column.index, rows.size(), 1});
        std::for_each(run.data(), run.data() + rows.size(), extend);
        return range;
    }
    for (std::int64_t r = rows.begin; r < rows.end; r += stride) {
        float v = 0;
        column.table.fill({r, column.index, 1, 1}, {&v, 1, 1, 1});
        extend(v);
    }
    return range;
}

// Smallest and largest value in a run of positions. A long run of an exact sine has the range of the sine itself; for
// other tables it is that of a sample.
Interval runRange(const Column& column, Span rows)
{
    if (rows.size() <= kVisited)
        return visited(column, rows, 1);
    if (!column.exact)
        return visited(column, rows, rows.size() / kVisited);
    if (!column.wave)
        return {0, 0}; // a column of zeros
    const double shift = column.wave->cosine ? std::numbers::pi / 2 : 0;
    const auto angle = [&](std::int64_t row) {
        return static_cast<double>(column.rows.coordinate(row)) * column.wave->frequency + shift;
    };
    const double begin = angle(rows.begin);
    const double end = angle(rows.end - 1);
    const Interval range = sineRange(std::min(begin, end), std::max(begin, end)); // ω may be negative
    return {range.low * column.wave->amplitude, range.high * column.wave->amplitude};
}

// amplitude · sin(p ω + phase), also between positions.
double waveAt(const ColumnWave& wave, double position)
{
    const double angle = position * wave.frequency;
    return wave.amplitude * (wave.cosine ? std::cos(angle) : std::sin(angle));
}

// Whether a narrow type's first cells are near the wave, before positions and frequencies lose their precision.
bool startsAsWave(const Column& column)
{
    constexpr double kNear = 0.05; // times the amplitude: bfloat16 keeps 2 to 3 digits
    const std::int64_t count = std::min<std::int64_t>(8, column.rows.count);
    const Matrix values = materialized(column.table, {0, column.index, count, 1});
    for (std::int64_t i = 0; i < count; ++i) {
        const double wave = waveAt(*column.wave, static_cast<double>(column.rows.coordinate(i)));
        if (!(std::abs(values(i, 0) - wave) <= kNear * column.wave->amplitude))
            return false;
    }
    return true;
}

// Adds the wave between positions if there are enough pixels for a curved line. Not for a column with its own phase or
// one that counts along a grid's side: its cells differ from that wave.
void addBetween(CurvesData::Curve& curve, const Column& column, Interval visible, int width)
{
    constexpr double kPixelsApart = 2; // largest distance of points; the smallest is a quarter of it
    constexpr double kPerPeriod = 32; // points per period: a peak is drawn within half a percent of its height
    constexpr double kSame = 1e-4; // times the amplitude
    const double perPosition = width / std::max(1.0, visible.high - visible.low);
    if (!column.wave || perPosition < kPixelsApart || curve.positions.size() < 2)
        return;
    bool onWave = true;
    for (std::size_t i = 0; i < curve.positions.size() && onWave; ++i) {
        const double off = std::abs(curve.values[i] - waveAt(*column.wave, curve.positions[i]));
        onWave = off <= kSame * column.wave->amplitude;
    }
    if (!onWave && (column.exact || !startsAsWave(column)))
        return;
    curve.rounded = !onWave;
    const double first = curve.positions.front();
    const double length = curve.positions.back() - first;
    const double apart
        = std::clamp(column.wave->wavelength() * perPosition / kPerPeriod, kPixelsApart / 4, kPixelsApart);
    const auto steps = static_cast<std::int64_t>(std::ceil(perPosition / apart) * length);
    for (std::int64_t k = 0; k <= steps; ++k) {
        curve.between.push_back(first + length * static_cast<double>(k) / static_cast<double>(steps));
        curve.valuesBetween.push_back(waveAt(*column.wave, curve.between.back()));
    }
}

CurvesData::Curve curveOf(const Column& column, Interval visible, int width)
{
    CurvesData::Curve curve;
    curve.dimension = column.index;
    curve.wave = column.wave;
    const auto first = static_cast<double>(column.rows.first);
    // One neighbor more on either side, so that a line reaches the border of the plot.
    const Span within = cellsOf(visible, column.rows.count);
    const Span rows{std::max<std::int64_t>(0, within.begin - 1), std::min(column.rows.count, within.end + 1)};
    if (rows.size() <= kPointsPerPixel * std::max(1, width)) {
        const Matrix values = materialized(column.table, {rows.begin, column.index, rows.size(), 1});
        for (std::int64_t i = 0; i < rows.size(); ++i) {
            curve.positions.push_back(first + static_cast<double>(rows.begin + i));
            curve.values.push_back(values(i, 0));
        }
        addBetween(curve, column, visible, width);
        return curve;
    }
    curve.envelope = true;
    const PixelAxis pixels(visible, column.rows.count, width, PixelAxis::Filter::WholeCells);
    for (const Span run : pixels.runs()) {
        const Interval range = runRange(column, run);
        const double middle = middleOf(column.rows, run);
        curve.positions.insert(curve.positions.end(), {middle, middle});
        curve.values.insert(curve.values.end(), {range.low, range.high});
    }
    return curve;
}

// Without a zoom thousands of waves would be one band of color: show the first few periods, as the famous figures do.
// Indices of the table's rows.
Interval visibleRows(const CurvesRequest& request, const Node& node, const PositionTable& table)
{
    constexpr double kPeriods = 4;
    if (request.positions)
        return node.rows.visible(request.positions);
    double shortest = std::numeric_limits<double>::infinity();
    for (const std::int64_t dimension : request.dimensions) {
        if (dimension >= 0 && dimension < node.columns.count) {
            if (const auto wave = table.wave(dimension))
                shortest = std::min(shortest, wave->wavelength());
        }
    }
    const double wanted = std::isfinite(shortest) ? kPeriods * shortest : kFewestPositions;
    return {0, std::min(static_cast<double>(node.rows.count), std::max(kFewestPositions, wanted))};
}

// Column of each wave, by wavelength, where each is at least `apart` times as long as the one before.
std::vector<std::int64_t> spaced(const std::vector<std::pair<double, std::int64_t>>& waves, double apart,
                                 std::int64_t most)
{
    std::vector<std::int64_t> chosen;
    double next = 0;
    for (const auto& [wavelength, column] : waves) {
        if (wavelength < next || std::ssize(chosen) == most)
            continue;
        chosen.push_back(column);
        next = apart * wavelength * (1 - 1e-9); // a wave that far is not left out for its rounding
    }
    return chosen;
}

// Columns shown without a choice: the fastest wave and three slower ones, each at least an octave apart and further in
// a table of many positions and long waves; closer if there are no such waves. Then columns that are not waves. Always
// as many as half the table's columns, up to four.
std::vector<std::int64_t> usualDimensions(const Node& node)
{
    const std::int64_t count = std::clamp<std::int64_t>(node.columns.count / 2, 1, 4);
    const PositionTable& table = waveTableOf(node);
    std::vector<std::pair<double, std::int64_t>> waves;
    for (std::int64_t column = 0; column < node.columns.count; ++column) {
        if (const auto wave = table.wave(column); wave && std::isfinite(wave->wavelength()))
            waves.emplace_back(wave->wavelength(), column);
    }
    std::ranges::sort(waves);
    std::vector<std::int64_t> chosen;
    if (!waves.empty()) {
        const double longest
            = std::min({static_cast<double>(node.rows.count), 4 * kFewestPositions, waves.back().first});
        double apart = std::max(2.0, std::cbrt(longest / waves.front().first));
        chosen = spaced(waves, apart, count);
        while (std::ssize(chosen) < std::min(count, std::ssize(waves)) && apart > 0) {
            apart = apart > 1.05 ? std::sqrt(apart) : 0;
            chosen = spaced(waves, apart, count);
        }
    }
    for (std::int64_t column = 0; column < node.columns.count && std::ssize(chosen) < count; ++column) {
        if (std::ranges::find(chosen, column) == chosen.end())
            chosen.push_back(column);
    }
    return chosen;
}

Status addCurves(CurvesData& data, const CurvesRequest& request, SceneReader& scene, Side side)
{
    TRY(const NodePtr node, encodingNode(scene, side));
    TRY_DONE(node->field);
    const std::optional<Waves>& waves = node->find<PositionFacts>()->model->waves;
    const PositionTable& table = waveTableOf(*node);
    // B's curves have the same positions as A's, though B's periods may be much shorter.
    const Interval visible = side == Side::A ? visibleRows(request, *node, table)
                                             : node->rows.visible(Interval{data.visible.low, data.visible.high + 1});
    if (side == Side::A) {
        data.rows = node->rows;
        data.symbol = node->quantity.symbol;
        const Interval shown = node->rows.inCoordinates(visible);
        data.visible = {shown.low, std::max(shown.low + 1, shown.high) - 1};
    }
    const bool exact = waves && waves->exact;
    for (const std::int64_t dimension : request.dimensions) {
        if (cancelled())
            return cancelledError();
        if (dimension >= 0 && dimension < node->columns.count) {
            data.curves.push_back(
                curveOf({table, node->rows, dimension, table.wave(dimension), exact}, visible, request.width));
            data.curves.back().side = side;
            if (const auto wave = waveOfColumn(*node, dimension))
                data.curves.back().life = wave->life;
        } else if (side == Side::A) {
            data.leftOut.push_back(dimension);
        }
    }
    return Done{};
}

} // namespace

DataTable CurvesData::table() const
{
    DataTable table;
    for (const Curve& curve : curves) {
        const std::string name
            = (curve.side == Side::B ? "b_" : "") + std::string("dimension_") + std::to_string(curve.dimension);
        table.add(name + "_position", curve.positions);
        table.add(name, curve.values);
    }
    return table;
}

Result<ViewDataPtr> compute(const CurvesRequest& wanted, SceneReader& scene, Effort)
{
    auto data = std::make_shared<CurvesData>();
    CurvesRequest request = wanted;
    TRY(const NodePtr node, encodingNode(scene));
    TRY_DONE(node->field);
    const bool usual
        = std::ranges::none_of(wanted.dimensions, [&](std::int64_t d) { return d >= 0 && d < node->columns.count; });
    if (usual) {
        request.dimensions = usualDimensions(*node);
        data->leftOut = wanted.dimensions; // another scheme had them
    }
    TRY_DONE(addCurves(*data, request, scene, Side::A));
    // A setup without waves has no curves to overlay.
    if (scene.comparing() && encodingNode(scene, Side::B).ok()) {
        TRY(const NodePtr other, encodingNode(scene, Side::B));
        TRY_DONE(other->field);
        const bool alike = other->columns.count == node->columns.count
            && scene.read(&Parameters::encoding).scheme == scene.read(&Parameters::encoding, Side::B).scheme;
        if (usual && !alike)
            request.dimensions = usualDimensions(*other);
        TRY_DONE(addCurves(*data, request, scene, Side::B));
    }
    if (const NodePtr tokens = scene.node("tokens"); tokens && tokens->rows.tokens)
        data->tokens = tokens->rows.tokens->textLength();
    noteLeftOut(*data, scene, "position");
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
