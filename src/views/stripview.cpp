// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/stripview.h"

#include "pipeline/placements.h"
#include "raster/colourise.h"
#include "raster/rasterize.h"
#include "views/viewtext.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::size_t kTokensShown = 64;
constexpr std::uint32_t kNanColour = 0xffff00ff;
constexpr std::int64_t kCellsPerPixel = 4; // a thumbnail is a glance: a sample of a noisy table shows its noise

std::string captionOf(Shape shape, StageId stage, Interval range)
{
    std::string text = std::to_string(shape.rows) + " × " + std::to_string(shape.cols);
    if (stage != StageId::Mask && stage != StageId::Tokens)
        text += " · ±" + shortNumber(range.high);
    return text;
}

StripData::Thumbnail thumbnailOf(const Stages& stages, StageId stage, const StripRequest& request,
                                 const CancelToken& cancel)
{
    StripData::Thumbnail thumbnail;
    thumbnail.stage = stage;
    thumbnail.symbol = stages.info(stage).symbol;
    const Result<FieldPtr>& field = stages.field(stage);
    if (!field.ok()) {
        thumbnail.error = toString(field.error());
        return thumbnail;
    }
    const Shape shape = (*field)->shape();
    const Interval range = displayRange((*field)->bounds());
    if (stage == StageId::Tokens) {
        thumbnail.caption = std::to_string(shape.rows) + " tokens";
        return thumbnail;
    }
    thumbnail.caption = captionOf(shape, stage, range);
    if (whole(shape).empty())
        return thumbnail;
    const Raster raster = rasterize(**field,
                                    {.rows = {0, static_cast<double>(shape.rows)},
                                     .cols = {0, static_cast<double>(shape.cols)},
                                     .width = request.width,
                                     .height = request.height,
                                     .cellBudget = kCellsPerPixel * request.width * request.height},
                                    cancel);
    const bool isSigned = (*field)->bounds().low < 0;
    const ColorMap& map = stage == StageId::Mask ? *findColorMap("grey") : defaultColorMap(isSigned);
    thumbnail.width = request.width;
    thumbnail.height = request.height;
    thumbnail.pixels.resize(static_cast<std::size_t>(request.width) * static_cast<std::size_t>(request.height));
    colourise(raster.values.view(), range, map, kNanColour, thumbnail.pixels.data());
    return thumbnail;
}

std::string scaleTextOf(const Stages& stages)
{
    const Parameters& p = stages.parameters();
    const std::string number = "× " + shortNumber(stages.scale(), 4);
    return p.scale == ScaleFactor(std::string("sqrt-d-model")) ? number + "  (√" + std::to_string(p.dModel) + ")"
                                                               : number;
}

std::string dropoutTextOf(const Parameters& p)
{
    if (p.mode == "eval")
        return "eval: identity";
    std::string text = "dropout p = " + shortNumber(p.dropout);
    return text + ", on " + std::string(findPlacement(p.placement)->label);
}

Result<ViewDataPtr> run(const StripRequest& request, const Stages& stages, const CancelToken& cancel)
{
    auto data = std::make_shared<StripData>();
    for (const StageInfo& info : stageInfos()) {
        if (!cancel.cancelled())
            data->thumbnails.push_back(
                thumbnailOf(stages, info.id, {std::max(1, request.width), std::max(1, request.height)}, cancel));
    }
    const TokenSequence& sequence = stages.sequence();
    const auto shown = std::min<std::int64_t>(sequence.length(), kTokensShown);
    for (std::int64_t row = 0; row < shown; ++row)
        data->tokens.push_back(sequence.label(row));
    data->scaleText = scaleTextOf(stages);
    data->combineText = stages.concatenates() ? "‖" : "+";
    data->dropoutText = dropoutTextOf(stages.parameters());
    data->summary = std::to_string(sequence.length()) + " tokens, E " + data->scaleText + " " + data->combineText
        + " PE, " + data->dropoutText;
    return ViewDataPtr(std::move(data));
}

} // namespace

ViewJob stripJob(const StripRequest& request)
{
    std::vector<StageId> all;
    for (const StageInfo& info : stageInfos())
        all.push_back(info.id);
    return {"strip", std::move(all), std::to_string(request.width) + "x" + std::to_string(request.height),
            [request](const Stages& stages, const CancelToken& cancel) {
                return run(request, stages, cancel);
            }};
}

} // namespace phasor
