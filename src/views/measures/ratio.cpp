// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measures/ratio.h"

#include "field/parallel.h"

#include <algorithm>
#include <cmath>

namespace phasor {

std::vector<ViewOption> ratioOptions()
{
    return {
        setting(flag("divided", WORDS("Divide by s"))
                    .says(WORDS("ratio with the norms of E + PE/s, the same in another unit."))
                    .beside(WORDS("Norms of E + PE/s. R and the angle stay the same."))
                    .keptAs("form", "scaled", "divided"),
                &RatioOptions::divided),
    };
}

namespace {

// Cells that a frame visits: neighboring rows, or single rows, which cost an encoding several times as much. A still
// view may visit more.
constexpr std::int64_t kVisitedCells = std::int64_t{1} << 23;
constexpr std::int64_t kLoneFrameCells = kVisitedCells / 4;
constexpr std::int64_t kStillLoneCells = kVisitedCells * 8;
constexpr std::int64_t kLoneOutputs = 64;

struct Point
{
    double embedding = 0; // means over the bin's rows
    double scaled = 0;
    double encoding = 0;
    double ratio = 0;
    double angle = 0;
    double sum = 0;
};

// Point of one row: from ‖E‖, ‖PE‖ and the cosine between them to s·E and the sum.
Point pointOf(double e, double pe, double cosine, double s)
{
    const double scaled = std::abs(s) * e;
    const double dot = s * e * pe * cosine; // s·E · PE
    const double sum = std::sqrt(std::max(0.0, scaled * scaled + 2 * dot + pe * pe));
    const double c = scaled * sum > 0 ? (scaled * scaled + dot) / (scaled * sum) : 0;
    const double nothing = scaled > 0 ? INFINITY : NAN;
    return {.embedding = e,
            .scaled = scaled,
            .encoding = pe,
            .ratio = pe > 0 ? scaled / pe : nothing,
            .angle = std::acos(std::clamp(c, -1.0, 1.0)) * 180 / std::numbers::pi,
            .sum = sum};
}

// Tables and rows that the points are measured on. Without the scale, so that a change of it measures nothing again.
struct Parts
{
    FieldPtr embedding;
    FieldPtr encoding;
    bool beside = false; // they share no dimension
    Span visible = {};
    std::int64_t points = 0;
    std::int64_t cells = 0; // budget of visited cells
    bool operator==(const Parts&) const = default;
};

using RowsOfBin = std::vector<RowPairs>; // E with PE, by visited run

RowPairs pairsOf(const Parts& parts, Span run)
{
    const Field& e = *parts.embedding;
    const Field& encoding = *parts.encoding;
    const Rect rowsOfE{run.begin, 0, run.size(), e.shape().cols};
    if (!parts.beside)
        return rowPairs(e, encoding, rowsOfE);
    return {rowNorms(e, rowsOfE), rowNorms(encoding, {run.begin, 0, run.size(), encoding.shape().cols}),
            std::vector<double>(static_cast<std::size_t>(run.size()))};
}

Result<std::vector<RowsOfBin>> rowsOf(const Parts& parts, const RowSample& sample)
{
    std::vector<RowsOfBin> rows(sample.bins.size());
    parallelFor(0, std::ssize(rows), 8, [&](Span span) {
        for (std::int64_t i = span.begin; i < span.end && !cancelled(); ++i) {
            for (const Span run : sample.bins[static_cast<std::size_t>(i)].visited)
                rows[static_cast<std::size_t>(i)].push_back(pairsOf(parts, run));
        }
    });
    if (cancelled())
        return cancelledError();
    return rows;
}

Point pointOf(const RowsOfBin& bin, double scale)
{
    Point total;
    double rows = 0;
    for (const RowPairs& pairs : bin) {
        for (std::size_t i = 0; i < pairs.normA.size(); ++i) {
            if (!std::isfinite(pairs.normA[i]) || !std::isfinite(pairs.normB[i]))
                continue;
            const double cosine = std::isnan(pairs.cosine[i]) ? 0 : pairs.cosine[i];
            const Point p = pointOf(pairs.normA[i], pairs.normB[i], cosine, scale);
            total = {total.embedding + p.embedding, total.scaled + p.scaled, total.encoding + p.encoding,
                     total.ratio + p.ratio,         total.angle + p.angle,   total.sum + p.sum};
            rows += 1;
        }
    }
    return {total.embedding / rows, total.scaled / rows, total.encoding / rows,
            total.ratio / rows,     total.angle / rows,  total.sum / rows};
}

Result<std::vector<Point>> pointsOf(const std::vector<RowsOfBin>& rows, double scale)
{
    std::vector<Point> points(rows.size());
    parallelFor(0, std::ssize(points), 8, [&](Span span) {
        for (auto i = static_cast<std::size_t>(span.begin); i < static_cast<std::size_t>(span.end); ++i)
            points[i] = pointOf(rows[i], scale);
    });
    return points;
}

// Adds ‖output‖ at the points of the other curves, or at fewer if those are a sample: a single row costs a mask as much
// as many rows together. Also at fewer while something moves, as an output row is the most expensive.
void addOutput(RatioCurves& curves, const Node& output, Span visible, const RowSample& others, Effort effort)
{
    if (!output.field.ok())
        return;
    const Field& field = **output.field;
    const std::int64_t cols = field.shape().cols;
    curves.fewOutputs = others.sampled || (effort == Effort::Frame && visible.size() > kLoneOutputs);
    const RowSample sample = curves.fewOutputs ? rowSample(visible, cols, kLoneOutputs, kLoneOutputs * cols) : others;
    const auto norms = [&](Span run) {
        return rowNorms(field, {run.begin, 0, run.size(), cols});
    };
    curves.output = sample.curve(output.rows, norms,
                                 [](const std::vector<double>& all) { return estimatedMean(all, true).value; });
}

Result<RatioCurves> curvesOf(const RatioRequest& request, SceneReader& scene, Side side, Effort effort)
{
    TRY(const NodePtr embedding, restricted(scene.node("embedding", side), request.only));
    TRY(const FieldPtr e, embedding->field);
    TRY(const NodePtr wholePosition, tableNode(scene, side));
    TRY(const NodePtr position, restricted(wholePosition, request.only));
    TRY(const FieldPtr encoding, position->field);
    const Axis& rows = embedding->rows;
    if (rows.count == 0)
        return noTokens();
    RatioCurves curves;
    curves.concatenated = scene.node("sum", side)->operation == Operation::Concatenate;
    curves.scale = scene.node("scaled", side)->find<ScaleFacts>()->factor;
    const Span visible = cellsOf(rows.visible(request.positions), rows.count);
    const std::int64_t cols = embedding->columns.count + position->columns.count;
    const std::int64_t lone = effort == Effort::Frame ? kLoneFrameCells : kStillLoneCells;
    const std::int64_t cells = visible.size() > kVisitedCells / cols ? lone : kVisitedCells;
    const Parts parts{e, encoding, curves.concatenated, visible, std::max(1, request.width / 2), cells};
    const RowSample sample = rowSample(visible, cols, parts.points, cells);
    curves.sampled = sample.sampled;
    TRY(const auto measured, scene.kept<std::vector<RowsOfBin>>(parts, [&] { return rowsOf(parts, sample); }));
    TRY(const auto points, scene.kept<std::vector<Point>>(std::pair(parts, curves.scale), [&] {
        return pointsOf(*measured, curves.scale);
    }));
    curves.positions = sample.positions(rows);
    curves.embedding = columnFrom(*points, &Point::embedding);
    curves.scaled = columnFrom(*points, &Point::scaled);
    curves.encoding = columnFrom(*points, &Point::encoding);
    curves.ratio = columnFrom(*points, &Point::ratio);
    if (const std::optional<Waves>& waves = position->find<PositionFacts>()->model->waves; waves && waves->alone)
        curves.expectedRatio = std::abs(curves.scale) * expectedNorm(*embedding, scene, side)
            / estimatedMean(curves.encoding, true).value;
    else if (request.only == Restriction())
        curves.part.positions = Span{rows.first + visible.begin, rows.first + visible.end};
    if (!curves.concatenated)
        curves.angle = columnFrom(*points, &Point::angle);
    curves.sum = columnFrom(*points, &Point::sum);
    TRY(const NodePtr output, restricted(scene.node("output", side), request.only));
    addOutput(curves, *output, visible, sample, effort);
    if (curves.fewOutputs) {
        curves.meanRatio = estimatedRatio(curves.scaled, curves.encoding, !sample.sampled);
        curves.meanAngle = estimatedMean(curves.angle, !sample.sampled);
    } else { // for the visible rows, the numbers of `stats`
        const MeasuredPart at{
            .scene = scene, .side = side, .only = request.only, .visited = VisitedRows{{visible}, true}};
        TRY(curves.meanRatio, numberOf("ratio", at));
        TRY(curves.meanAngle, numberOf("angle_degrees", at));
        for (const char* node : {"embedding", "scaled", "position", "sum", "output"}) {
            const Result<Numbers> norms = normsOf(at, node);
            curves.meanNorms.push_back(norms.ok() ? estimatedMean(**norms, true) : Estimate());
        }
    }
    return curves;
}

} // namespace

DataTable tableOf(const RatioCurves& curves)
{
    DataTable table;
    table.add("position", curves.positions, kKey);
    table.add("norm_embedding", curves.embedding);
    table.add("norm_scaled", curves.scaled);
    table.add("norm_encoding", curves.encoding);
    table.add("ratio", curves.ratio);
    if (!curves.angle.empty())
        table.add("angle_degrees", curves.angle);
    table.add("norm_sum", curves.sum);
    table.add("output_position", curves.output.positions, kKey);
    table.add("norm_output", curves.output.numbers);
    return table;
}

Result<ViewDataPtr> compute(const RatioRequest& request, SceneReader& scene, Effort effort)
{
    TRY(auto data, sidesOf<RatioData>(scene, [&](Side side) { return curvesOf(request, scene, side, effort); }));
    noteLeftOut(*data, scene, "sum", request.only);
    data->rows = scene.node("embedding")->rows;
    const Span visible = cellsOf(data->rows.visible(request.positions), data->rows.count);
    data->visible = {static_cast<double>(data->rows.first + visible.begin),
                     static_cast<double>(data->rows.first + visible.end - 1)};
    data->coarse = effort == Effort::Frame && data->either(&RatioCurves::fewOutputs);
    return ViewDataPtr(std::move(data));
}

} // namespace phasor
