// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/precisionview.h"

#include "analysis/precision.h"
#include "encodings/encoding.h"
#include "pipeline/stagefields.h"
#include "views/rowsample.h"
#include "views/viewtext.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kCellBudget = std::int64_t{1} << 22; // for the errors, and again for the collisions

// The same encoding, correctly rounded. Nothing is drawn for it.
Result<FieldPtr> exactTable(const Stages& stages)
{
    Parameters parameters;
    const Parameters& shown = stages.parameters();
    parameters.scheme = shown.scheme;
    parameters.dModel = stages.encoding()->shape().cols;
    parameters.maxLen = shown.maxLen;
    parameters.base = shown.base;
    parameters.layout = shown.layout;
    parameters.firstPosition = shown.firstPosition;
    parameters.generator = "philox";
    const Result<StagesPtr> exact = Stages::make(parameters);
    if (!exact.ok())
        return exact.error();
    return (*exact)->field(StageId::Position);
}

void measureErrors(PrecisionData& data, const Field& difference, Span rows, int points, const CancelToken& cancel)
{
    const RowSample sample = rowSample(rows, difference.shape().cols, std::max(1, points), kCellBudget);
    data.sampled = sample.sampled;
    for (const RowSample::Bin& bin : sample.bins) {
        if (cancel.cancelled())
            return;
        double greatest = 0;
        for (const Span& visited : bin.visited) {
            for (const double error : greatestByRow(difference, visited))
                greatest = std::isnan(error) || std::isnan(greatest) ? std::nan("") : std::max(greatest, error);
        }
        const double middle = static_cast<double>(bin.rows.begin + bin.rows.end - 1) / 2;
        data.positions.push_back(static_cast<double>(data.difference.firstPosition) + middle);
        data.greatestError.push_back(greatest);
        if (!std::isnan(greatest))
            data.worst = std::max(data.worst, greatest);
    }
}

void findCollisions(PrecisionData& data, const Field& table, Span rows, int points)
{
    const Collisions found = collisions(table, rows, kCellBudget);
    data.checked = found.checked;
    data.allChecked = found.checked.size() == rows.size();
    data.collidingCount = static_cast<std::int64_t>(found.rows.size());
    const double apart = static_cast<double>(rows.size()) / std::max(1, points);
    for (const std::int64_t row : found.rows) {
        const double position = static_cast<double>(data.difference.firstPosition + row);
        if (data.colliding.empty() || position - data.colliding.back() >= apart)
            data.colliding.push_back(position);
    }
}

std::string summaryOf(const PrecisionData& data, const Stages& stages)
{
    if (stages.parameters().precision == "exact")
        return "exact: every value is the correctly rounded one";
    std::string text = "off by up to ";
    text += shortNumber(data.worst);
    if (data.sampled)
        text += " (a sample of the rows)";
    text += "; ";
    text += data.collidingCount == 0 ? std::string("no two") : std::to_string(data.collidingCount);
    text += data.allChecked ? " positions" : " of the first " + std::to_string(data.checked.size()) + " positions";
    text += data.collidingCount == 0 ? " are the same" : " are the same as another";
    const auto none
        = std::find_if(data.greatestError.begin(), data.greatestError.end(), [](double e) { return std::isnan(e); });
    if (none != data.greatestError.end()) {
        const auto at = static_cast<std::size_t>(none - data.greatestError.begin());
        text += "; no numbers from about position " + shortNumber(data.positions[at], 6) + " on";
    }
    return text;
}

Result<ViewDataPtr> run(const PrecisionRequest& request, const Stages& stages, const CancelToken& cancel)
{
    const Result<FieldPtr> exact = exactTable(stages);
    if (!exact.ok())
        return exact.error();
    const FieldPtr table = stages.encoding();
    const FieldPtr difference = sum(table, scaled(*exact, -1));
    const HeatmapRequest pixels{.rows = request.rows,
                                .columns = request.columns,
                                .width = request.width,
                                .height = request.height,
                                .reduction = "envelope",
                                .range = "data"};
    const FieldPicture signedError{.colorMap = &defaultColorMap(true), .mean = "mean", .valueLabel = "PE − exact"};
    Result<HeatmapData> picture = makePicture(*difference, signedError, pixels, stages, cancel);
    if (!picture.ok())
        return picture.error();
    auto data = std::make_shared<PrecisionData>();
    data->difference = std::move(*picture);
    const Span rows = cellsOf(data->difference.rows, data->difference.table.rows);
    measureErrors(*data, *difference, rows, request.height, cancel);
    if (stages.parameters().precision != "exact")
        findCollisions(*data, *table, rows, request.height);
    data->summary = summaryOf(*data, stages);
    return ViewDataPtr(std::move(data));
}

} // namespace

ViewJob precisionJob(const PrecisionRequest& request)
{
    return {"precision",
            {StageId::Position, StageId::Tokens},
            keyOf(request.rows) + "|" + keyOf(request.columns) + "|" + std::to_string(request.width) + "x"
                + std::to_string(request.height),
            [request](const Stages& stages, const CancelToken& cancel) {
                return run(request, stages, cancel);
            }};
}

} // namespace phasor
