// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curvesview.h"

#include "analysis/envelope.h"
#include "encodings/encoding.h"
#include "field/matrix.h"
#include "raster/rasterize.h"
#include "views/viewtext.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace phasor {

namespace {

constexpr std::int64_t kPointsPerPixel = 4; // up to here every position is a point
constexpr std::int64_t kVisited = 64; // longer runs than this take the sine's own range, or a sample

Interval valuesOf(const Encoding& encoding, std::int64_t dimension, Span rows, std::int64_t stride)
{
    Interval range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    const auto extend = [&](float v) {
        range.low = std::min<double>(range.low, v);
        range.high = std::max<double>(range.high, v);
    };
    if (stride == 1) {
        Matrix run(Shape{rows.size(), 1});
        encoding.fill({rows.begin, dimension, rows.size(), 1}, run.view());
        std::for_each(run.data(), run.data() + rows.size(), extend);
        return range;
    }
    for (std::int64_t r = rows.begin; r < rows.end; r += stride) {
        float v = 0;
        encoding.fill({r, dimension, 1, 1}, {&v, 1, 1, 1});
        extend(v);
    }
    return range;
}

// Least and greatest value of a run of positions. A long run of an exact sine has the range of the sine itself; in the
// other precisions the table is not that sine, so a sample of it is shown.
Interval runRange(const Encoding& encoding, const CellFormula& column, Span rows, bool exact)
{
    if (rows.size() <= kVisited)
        return valuesOf(encoding, column.dimension, rows, 1);
    if (!exact)
        return valuesOf(encoding, column.dimension, rows, rows.size() / kVisited);
    if (column.pair < 0)
        return {0, 0};
    const auto first = static_cast<double>(column.position); // of row 0
    const double shift = column.cosine ? std::numbers::pi / 2 : 0;
    return sineRange((first + static_cast<double>(rows.begin)) * column.frequency + shift,
                     (first + static_cast<double>(rows.end - 1)) * column.frequency + shift);
}

CurvesData::Curve curveOf(const Encoding& encoding, std::int64_t dimension, Interval visible, int width, bool exact)
{
    const CellFormula column = encoding.explain(0, dimension);
    CurvesData::Curve curve;
    curve.dimension = dimension;
    curve.pair = column.pair;
    curve.cosine = column.cosine;
    curve.wavelength = column.wavelength;
    const auto first = static_cast<double>(column.position);
    // With a neighbour on either side, so that a line reaches the border of the plot.
    const Span within = cellsOf(visible, encoding.shape().rows);
    const Span rows{std::max<std::int64_t>(0, within.begin - 1), std::min(encoding.shape().rows, within.end + 1)};
    if (rows.size() <= kPointsPerPixel * std::max(1, width)) {
        Matrix values(Shape{rows.size(), 1});
        encoding.fill({rows.begin, dimension, rows.size(), 1}, values.view());
        for (std::int64_t i = 0; i < rows.size(); ++i) {
            curve.positions.push_back(first + static_cast<double>(rows.begin + i));
            curve.values.push_back(values(i, 0));
        }
        return curve;
    }
    curve.envelope = true;
    const PixelAxis pixels(visible, encoding.shape().rows, width, PixelAxis::Borders::WholeCells);
    for (const Span run : pixels.runs()) {
        const Interval range = runRange(encoding, column, run, exact);
        const double middle = first + (static_cast<double>(run.begin) + static_cast<double>(run.end - 1)) / 2;
        curve.positions.insert(curve.positions.end(), {middle, middle});
        curve.values.insert(curve.values.end(), {range.low, range.high});
    }
    return curve;
}

// Without a zoom thousands of waves would be one band of colour: show the first few periods, as the famous figures do.
Interval visibleRows(const CurvesRequest& request, const Encoding& encoding)
{
    constexpr double kPeriods = 4;
    constexpr double kFewestPositions = 100;
    const auto rows = static_cast<double>(encoding.shape().rows);
    if (request.rows)
        return visiblePart(request.rows, encoding.shape().rows);
    double shortest = std::numeric_limits<double>::infinity();
    for (const std::int64_t dimension : request.dimensions) {
        if (dimension >= 0 && dimension < encoding.shape().cols)
            shortest = std::min(shortest, encoding.explain(0, dimension).wavelength);
    }
    return {0, std::min(rows, std::max(kFewestPositions, kPeriods * shortest))};
}

Result<ViewDataPtr> run(const CurvesRequest& request, const Stages& stages, const CancelToken& cancel)
{
    const Encoding& encoding = *stages.encoding();
    auto data = std::make_shared<CurvesData>();
    const auto first = static_cast<double>(stages.parameters().firstPosition);
    const auto rows = static_cast<double>(encoding.shape().rows);
    const Interval visible = visibleRows(request, encoding);
    data->allPositions = {first, first + rows - 1};
    data->positions = {first + visible.low, first + std::max(visible.low + 1, visible.high) - 1};
    const bool exact = stages.parameters().precision == "exact";
    for (const std::int64_t dimension : request.dimensions) {
        if (dimension < 0 || dimension >= encoding.shape().cols)
            data->leftOut.push_back(dimension);
        else if (!cancel.cancelled())
            data->curves.push_back(curveOf(encoding, dimension, visible, request.width, exact));
    }
    if (data->curves.empty()) {
        data->summary = "No dimension is chosen.";
        return ViewDataPtr(std::move(data));
    }
    const auto [shortest, longest]
        = std::minmax_element(data->curves.begin(), data->curves.end(),
                              [](const auto& a, const auto& b) { return a.wavelength < b.wavelength; });
    data->summary = "λ ";
    data->summary += shortNumber(shortest->wavelength);
    if (shortest->wavelength != longest->wavelength)
        data->summary += " … " + shortNumber(longest->wavelength);
    data->summary += " positions";
    if (data->curves.front().envelope)
        data->summary += ", drawn as min–max envelope";
    if (!data->leftOut.empty())
        data->summary += "; " + std::to_string(data->leftOut.size()) + " chosen ones are beyond d_model";
    return ViewDataPtr(std::move(data));
}

} // namespace

ViewJob curvesJob(const CurvesRequest& request)
{
    std::string key = keyOf(request.rows) + "|" + std::to_string(request.width);
    for (const std::int64_t dimension : request.dimensions)
        key.append(",").append(std::to_string(dimension));
    return {"curves", {StageId::Position}, std::move(key), [request](const Stages& stages, const CancelToken& cancel) {
                return run(request, stages, cancel);
            }};
}

} // namespace phasor
