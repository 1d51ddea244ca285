// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewstate.h"

#include "pipeline/pipeline.h"
#include "raster/colormaps.h"
#include "text/numbers.h"
#include "text/words.h"

#include <algorithm>

namespace phasor {

#define PHASOR_VIEW(name, id, group, options) std::vector<ViewOption> options();
#include "views/views.def"
#undef PHASOR_VIEW

std::vector<ViewOption> noOptions()
{
    return {};
}

std::span<const ViewOption> viewOptions()
{
    static const std::vector<ViewOption> options = [] {
        std::vector<ViewOption> all;
        for (std::vector<ViewOption> (*list)() : {
#define PHASOR_VIEW(name, id, group, options) options,
#include "views/views.def"
#undef PHASOR_VIEW
             }) {
            for (const ViewOption& option : list())
                all.push_back(option);
        }
        return all;
    }();
    return options;
}

std::vector<const ViewOption*> optionsOfView(std::string_view view)
{
    std::vector<const ViewOption*> own;
    for (const ViewOption& option : viewOptions()) {
        if (option.view == view)
            own.push_back(&option);
    }
    return own;
}

std::span<const ViewInfo> viewInfos()
{
    static constexpr ViewInfo kInfos[] = {
#define PHASOR_VIEW(name, id, group, options) {id, ViewGroup::group},
#include "views/views.def"
#undef PHASOR_VIEW
    };
    return kInfos;
}

const ViewInfo* findView(std::string_view view)
{
    const auto found = std::ranges::find(viewInfos(), view, &ViewInfo::view);
    return found == viewInfos().end() ? nullptr : &*found;
}

const NodeId& ViewState::stage(int cell) const
{
    return cell < 0 || board.cell(cell).stage.empty() ? node : board.cell(cell).stage;
}

void ViewState::setStage(int cell, const NodeId& stage)
{
    if (cell < 0 || board.cell(cell).stage.empty())
        node = stage;
    else
        board.setStage(cell, stage);
}

ViewState ViewState::seenFrom(int cell) const
{
    ViewState seen = *this;
    seen.board.setFocus(cell);
    seen.node = seen.stage(cell);
    return seen;
}

std::optional<ColorRange> colorRangeOf(const std::string& text)
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

std::string textOf(const ColorRange& range)
{
    if (const auto* given = std::get_if<Interval>(&range))
        return printReal(given->low) + ":" + printReal(given->high);
    return std::get<RangeRule>(range) == RangeRule::Data ? "data" : "model";
}

static std::vector<ParameterChoice> stageChoices()
{
    std::vector<ParameterChoice> choices;
    for (const NodeInfo& info : nodeInfos())
        choices.push_back({info.id, {}, {}});
    return choices;
}

static Status checkColorMap(const ValueSpec& spec, const std::string& id)
{
    if (id.empty() || findColorMap(id) != nullptr)
        return Done{};
    return usageError("ENUM", spec.option(), WORDS("%1 is unknown").with(inQuotes(id)),
                      WORDS("use one of %1").with(listed(colorMaps(), &ColorMap::id)));
}

static Status checkRange(const ValueSpec& spec, const std::string& text)
{
    if (colorRangeOf(text))
        return Done{};
    return usageError("RANGE", spec.option(), WORDS("%1 is not a range of values").with(inQuotes(text)),
                      WORDS("use model, data or LO:HI with LO < HI"));
}

// Reads "P" or "P,Q" into the cursor, as position and key. False: another text.
static bool takePositions(Cursor& cursor, std::string_view text)
{
    const auto take = [&cursor](AxisKind kind, std::string_view part) {
        const Result<std::int64_t> position = parseInteger(part);
        cursor[kind] = position.ok() ? std::optional(*position) : std::nullopt;
        return cursor[kind] >= 0;
    };
    const std::size_t comma = std::min(text.find(','), text.size());
    return take(AxisKind::Position, text.substr(0, comma))
        && (comma == text.size() || take(AxisKind::Key, text.substr(comma + 1)));
}

static Status checkPositions(const ValueSpec& spec, const std::string& text)
{
    if (Cursor cursor; takePositions(cursor, text))
        return Done{};
    return usageError("RANGE", spec.option(), WORDS("%1 is not one or two positions").with(inQuotes(text)),
                      WORDS("use one position, or two separated by a comma"));
}

static ParameterValue positionsIn(const ViewState& view)
{
    const std::string position = printValue(toValue(view.cursor[AxisKind::Position]));
    const std::string key = printValue(toValue(view.cursor[AxisKind::Key]));
    return position.empty() ? ParameterValue() : position + (key.empty() ? "" : ",") + key;
}

std::span<const Setting<ViewState>> viewSettings()
{
    using V = ViewState;
    static const Setting<V> kSettings[] = {
        setting(choice("stage", WORDS("Stage"), stageChoices)
                    .says(WORDS("What the heatmap and other views of a stage show.")),
                &V::node),
        setting(text("colormap", WORDS("Color map"))
                    .checkedBy(checkColorMap)
                    .given("ID")
                    .says(WORDS("Colors of the heatmap, one of `phasor list colormaps`.")),
                &V::colorMap),
        setting(choice("reduction", WORDS("Reduction"), enumChoices<Reduction>)
                    .says(WORDS("How the values in a pixel become one color.")),
                &V::reduction),
        {text("range", WORDS("Color range"))
             .checkedBy(checkRange)
             .given("LO:HI")
             .says(WORDS("Values at the ends of the color bar: LO:HI, model (default) or data.")),
         [](const V& view) { return textOf(view.range); },
         [](V& view, const ParameterValue& value) {
             view.range = *colorRangeOf(std::get<std::string>(value));
         }},
        {text("at", WORDS("Position"))
             .checkedBy(checkPositions)
             .given("P[,Q]")
             .orElse(WORDS("the view's choice"))
             .says(WORDS("Position of phasors or similarities, and a second position of phasors.")),
         positionsIn,
         [](V& view, const ParameterValue& value) {
             view.cursor[AxisKind::Key].reset();
             takePositions(view.cursor, printValue(value));
         }},
    };
    return kSettings;
}

const Setting<ViewState>& analyseSetting()
{
    static const Setting<ViewState> analyse = setting(flag("analyse", WORDS("Selection only"))
                                                          .says(WORDS("Whether the analyses use only the selection."))
                                                          .keptAs("analyse", "all", "selection"),
                                                      &ViewState::onlySelection);
    return analyse;
}

} // namespace phasor
