// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heatmapview.h"

#include "kernels/reduce.h"
#include "raster/colourise.h"
#include "raster/rasterize.h"
#include "text/numbers.h"
#include "views/viewtext.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::int64_t kMostRowLabels = 1000;

const ColorMap& colorMapOf(const HeatmapRequest& request, Interval bounds)
{
    if (const ColorMap* map = findColorMap(request.colorMap))
        return *map;
    if (request.stage == StageId::Mask)
        return *findColorMap("grey");
    return defaultColorMap(bounds.low < 0);
}

std::string valueLabelOf(const Stages& stages, StageId stage)
{
    switch (stage) {
    case StageId::Mask:
        return "share kept";
    case StageId::Tokens:
        return "token id";
    default:
        return std::string(stages.info(stage).symbol);
    }
}

Extremes extremesOf(const Matrix& values)
{
    Extremes all;
    for (std::int64_t r = 0; r < values.rows(); ++r)
        all = merged(all, rowExtremes(values.view().row(r), values.cols()));
    return all;
}

// "LO:HI" with LO < HI.
std::optional<Interval> givenRange(const std::string& text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        return std::nullopt;
    const Result<double> low = parseReal(text.substr(0, colon));
    const Result<double> high = parseReal(text.substr(colon + 1));
    if (!low.ok() || !high.ok() || !(*low < *high))
        return std::nullopt;
    return Interval{*low, *high};
}

Interval colourRange(const HeatmapRequest& request, Interval bounds, const Extremes& extremes)
{
    if (const std::optional<Interval> given = givenRange(request.range))
        return *given;
    if (request.range == "data" && extremes.low <= extremes.high)
        return displayRange({extremes.low, extremes.high});
    return displayRange(bounds);
}

std::string perPixel(double cells, const char* unit)
{
    const std::string number = cells <= 1 ? "1" : shortNumber(cells, cells < 100 ? 2 : 3);
    return number + " " + unit + (number == "1" ? "" : "s");
}

std::string reductionTextOf(const Raster& raster, const HeatmapRequest& request, const char* mean)
{
    if (raster.rowsPerPixel <= 1 && raster.colsPerPixel <= 1)
        return {};
    const char* how = request.reduction == "envelope" ? "envelope" : mean;
    return "1 px = " + perPixel(raster.rowsPerPixel, "position") + " × " + perPixel(raster.colsPerPixel, "dimension")
        + ", " + how + (raster.sampled ? " of a sample" : "");
}

std::string summaryOf(const HeatmapData& data, const Stages& stages)
{
    std::string text = data.title + ": " + std::to_string(data.table.rows) + " × " + std::to_string(data.table.cols);
    if (data.stage == StageId::Mask && data.table.cols > stages.parameters().dModel)
        return text + ", that of s·E and, to its right, that of PE";
    if (data.stage == StageId::Position || data.stage == StageId::Mask || data.stage == StageId::Tokens)
        return text;
    text += ", s = " + shortNumber(stages.scale(), 4) + ", σ = " + shortNumber(stages.sigma());
    return text + ", colours ± " + shortNumber(data.range.high);
}

void addRowLabels(HeatmapData& data, const Stages& stages)
{
    const TokenSequence& sequence = stages.sequence();
    const Span rows = cellsOf(data.rows, data.table.rows);
    if (!sequence.hasText() || rows.size() > kMostRowLabels)
        return;
    for (std::int64_t r = rows.begin; r < rows.end; ++r)
        data.rowLabels.push_back(r < sequence.length() ? sequence.label(r) : std::string());
}

Error nothingToShow()
{
    return Error{.kind = ErrorKind::Usage,
                 .code = "EMPTY",
                 .where = "--text",
                 .what = "there is no token to show",
                 .remedy = "type a word"};
}

} // namespace

Result<HeatmapData> makePicture(const Field& field, const FieldPicture& picture, const HeatmapRequest& request,
                                const Stages& stages, const CancelToken& cancel)
{
    HeatmapData data;
    data.table = field.shape();
    if (whole(data.table).empty())
        return nothingToShow();
    data.firstPosition = stages.parameters().firstPosition;
    data.rows = visiblePart(request.rows, data.table.rows);
    data.columns = visiblePart(request.columns, data.table.cols);
    data.width = std::max(1, request.width);
    data.height = std::max(1, request.height);

    Raster raster = rasterize(field,
                              {.rows = data.rows,
                               .cols = data.columns,
                               .width = data.width,
                               .height = data.height,
                               .reduction = request.reduction == "envelope" ? Reduction::Envelope : Reduction::Mean,
                               .cellBudget = request.cellBudget},
                              cancel);
    const Extremes extremes = extremesOf(raster.values);
    data.colorMap = picture.colorMap;
    data.range = colourRange(request, field.bounds(), extremes);
    data.nanCells = extremes.nan;
    data.rowsPerPixel = raster.rowsPerPixel;
    data.columnsPerPixel = raster.colsPerPixel;
    data.sampled = raster.sampled;
    data.reductionText = reductionTextOf(raster, request, picture.mean);
    data.valueLabel = picture.valueLabel;
    data.values = std::move(raster.values);
    data.pixels.resize(static_cast<std::size_t>(data.width) * static_cast<std::size_t>(data.height));
    colourise(data.values.view(), data.range, *data.colorMap, request.nanColour, data.pixels.data());
    addRowLabels(data, stages);
    return data;
}

Result<HeatmapData> makeHeatmap(const HeatmapRequest& request, const Stages& stages, const CancelToken& cancel)
{
    const Result<FieldPtr>& field = stages.field(request.stage);
    if (!field.ok())
        return field.error();
    const FieldPicture picture{.colorMap = &colorMapOf(request, (*field)->bounds()),
                               .mean = request.stage == StageId::Mask ? "share kept" : "mean",
                               .valueLabel = valueLabelOf(stages, request.stage)};
    Result<HeatmapData> data = makePicture(**field, picture, request, stages, cancel);
    if (!data.ok())
        return data;
    data->stage = request.stage;
    data->title = stages.info(request.stage).title;
    data->summary = summaryOf(*data, stages);
    return data;
}

ViewJob heatmapJob(const HeatmapRequest& request)
{
    std::string key = keyOf(request.rows) + "|" + keyOf(request.columns) + "|" + std::to_string(request.width) + "x"
        + std::to_string(request.height) + "|" + request.colorMap + "|" + request.reduction + "|" + request.range + "|"
        + std::to_string(request.nanColour);
    const auto within = [&request](std::int64_t cells) {
        HeatmapRequest budgeted = request;
        budgeted.cellBudget = cells;
        return [budgeted](const Stages& stages, const CancelToken& cancel) -> Result<ViewDataPtr> {
            Result<HeatmapData> data = makeHeatmap(budgeted, stages, cancel);
            if (!data.ok())
                return data.error();
            data->coarse = data->sampled && budgeted.cellBudget < kStillCells;
            return ViewDataPtr(std::make_shared<const HeatmapData>(std::move(*data)));
        };
    };
    return {"heatmap",
            {request.stage, StageId::Tokens, StageId::Position},
            std::move(key),
            within(kFrameCells),
            within(kStillCells)};
}

} // namespace phasor
