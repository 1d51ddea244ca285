// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewstate.h"

#include "pipeline/pipeline.h"
#include "raster/colormaps.h"
#include "text/numbers.h"

namespace phasor {

std::optional<ColourRange> colourRangeOf(const std::string& text)
{
    if (text == "model")
        return RangeRule::Model;
    if (text == "data")
        return RangeRule::Data;
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        return std::nullopt;
    const Result<double> low = parseReal(text.substr(0, colon));
    const Result<double> high = parseReal(text.substr(colon + 1));
    if (!low.ok() || !high.ok() || !(*low < *high))
        return std::nullopt;
    return Interval{*low, *high};
}

std::string textOf(const ColourRange& range)
{
    if (const auto* given = std::get_if<Interval>(&range))
        return printReal(given->low) + ":" + printReal(given->high);
    return std::get<RangeRule>(range) == RangeRule::Data ? "data" : "model";
}

std::span<const EnumChoice<Reduction>> choicesOf(Reduction)
{
    static constexpr EnumChoice<Reduction> kChoices[] = {
        {Reduction::Smooth, {"smooth", WORDS("Smooth: no bands that are not in the table"), {}}},
        {Reduction::Mean, {"mean", WORDS("Mean of the pixel's cells"), {}}},
        {Reduction::Envelope, {"envelope", WORDS("Envelope: the greatest of the pixel's cells"), {}}},
        {Reduction::Nearest, {"nearest", WORDS("Nearest: one cell for the pixel"), {}}},
    };
    return kChoices;
}

namespace {

std::vector<ParameterChoice> stageChoices()
{
    std::vector<ParameterChoice> choices;
    for (const NodeInfo& info : nodeInfos())
        choices.push_back({info.id, {}, {}});
    return choices;
}

Status checkColorMap(const ValueSpec& spec, const std::string& id)
{
    if (id.empty() || findColorMap(id) != nullptr)
        return Done{};
    std::string known;
    for (const ColorMap& map : colorMaps())
        (known += known.empty() ? "" : ", ") += map.id;
    return usageError("ENUM", spec.option(), WORDS("%1 is unknown").with(inQuotes(id)),
                      WORDS("give one of %1").with(known));
}

Status checkRange(const ValueSpec& spec, const std::string& text)
{
    if (colourRangeOf(text))
        return Done{};
    return usageError("RANGE", spec.option(), WORDS("%1 is no range of values").with(inQuotes(text)),
                      WORDS("give model, data or LO:HI with LO < HI"));
}

} // namespace

std::span<const Setting<ViewState>> viewSettings()
{
    using V = ViewState;
    static const Setting<V> kSettings[] = {
        setting(choice("stage", WORDS("Stage"), stageChoices).says(WORDS("What the heatmap shows.")), &V::node),
        setting(text("colormap", WORDS("Color map"))
                    .checkedBy(checkColorMap)
                    .given("ID")
                    .says(WORDS("Colours of the heatmap, see `phasor list colormaps`.")),
                &V::colorMap),
        setting(choice("reduction", WORDS("Reduction"), enumChoices<Reduction>)
                    .says(WORDS("How the cells of a pixel become one value.")),
                &V::reduction),
        {text("range", WORDS("Range"))
             .checkedBy(checkRange)
             .given("LO:HI")
             .says(WORDS("Values of the colour bar's ends: LO:HI, model (default) or data.")),
         [](const V& view) { return textOf(view.range); },
         [](V& view, const ParameterValue& value) {
             view.range = *colourRangeOf(std::get<std::string>(value));
         }},
    };
    return kSettings;
}

const Setting<ViewState>& analyseSetting()
{
    static const Setting<ViewState> analyse
        = setting(flag("analyse", WORDS("Selection only"))
                      .says(WORDS("Whether the analyses look at the selection alone."))
                      .keptAs("analyse", "all", "selection"),
                  &ViewState::onlySelection);
    return analyse;
}

} // namespace phasor
