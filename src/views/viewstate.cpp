// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewstate.h"

#include "pipeline/pipeline.h"
#include "raster/colormaps.h"
#include "text/numbers.h"

#include <algorithm>

namespace phasor {

#define PHASOR_VIEW(name, id, cell, options) std::vector<ViewOption> options();
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
#define PHASOR_VIEW(name, id, cell, options) options,
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

std::span<const UsualCell> usualCells()
{
    static constexpr UsualCell kUsual[] = {
#define PHASOR_VIEW(name, id, cell, options) {id, cell},
#include "views/views.def"
#undef PHASOR_VIEW
    };
    return kUsual;
}

int usualCell(std::string_view view)
{
    const auto found = std::ranges::find(usualCells(), view, &UsualCell::view);
    return found == usualCells().end() ? -1 : found->cell;
}

int Board::cellOf(std::string_view view) const
{
    const auto found = std::ranges::find(m_cells, view, &BoardCell::view);
    return view.empty() || found == m_cells.end() ? -1 : static_cast<int>(found - m_cells.begin());
}

std::vector<std::string> Board::shown() const
{
    std::vector<std::string> views;
    for (const UsualCell& usual : usualCells()) {
        if (cellOf(usual.view) >= 0)
            views.emplace_back(usual.view);
    }
    return views;
}

void Board::show(std::string_view view, int cell)
{
    BoardCell& place = m_cells[static_cast<std::size_t>(cell)];
    if (place.view == view)
        return;
    hide(view);
    hide(place.view);
    place = {std::string(view), of(view)};
    m_others.erase(place.view);
}

void Board::hide(std::string_view view)
{
    const int cell = cellOf(view);
    if (cell < 0)
        return;
    const BoardCell hidden = std::exchange(m_cells[static_cast<std::size_t>(cell)], {});
    set(hidden.view, hidden.options);
}

void Board::showOnly(std::span<const std::string> views)
{
    hideAll();
    for (const std::string& view : views) {
        if (const int cell = usualCell(view); cell >= 0)
            show(view, cell);
    }
}

void Board::hideAll()
{
    for (const BoardCell& cell : m_cells)
        hide(std::string(cell.view));
}

void Board::arrangeAs(const Board& other)
{
    if (isArrangedAs(other))
        return;
    hideAll();
    for (int cell = 0; cell < kCells; ++cell) {
        if (const std::string& view = other.m_cells[static_cast<std::size_t>(cell)].view; !view.empty())
            show(view, cell);
    }
}

bool Board::isArrangedAs(const Board& other) const
{
    return std::ranges::equal(m_cells, other.m_cells, {}, &BoardCell::view, &BoardCell::view);
}

AnySettings Board::of(std::string_view view) const
{
    if (const int cell = cellOf(view); cell >= 0)
        return m_cells[static_cast<std::size_t>(cell)].options;
    const auto found = m_others.find(view);
    return found == m_others.end() ? AnySettings() : found->second;
}

void Board::set(std::string_view view, AnySettings options)
{
    if (const int cell = cellOf(view); cell >= 0)
        m_cells[static_cast<std::size_t>(cell)].options = std::move(options);
    else if (options == AnySettings())
        m_others.erase(std::string(view));
    else
        m_others.insert_or_assign(std::string(view), std::move(options));
}

void Board::change(const ViewOption& option, const ParameterValue& value)
{
    AnySettings changed = of(option.view);
    option.set(changed, value);
    set(option.view, std::move(changed));
}

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
        {Reduction::Smooth, {"smooth", WORDS("Smooth: shows no false bands"), {}}},
        {Reduction::Mean, {"mean", WORDS("Mean of a pixel's values"), {}}},
        {Reduction::Envelope, {"envelope", WORDS("Envelope: the largest of a pixel's values"), {}}},
        {Reduction::Nearest, {"nearest", WORDS("Nearest: one value per pixel"), {}}},
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
                      WORDS("use one of %1").with(known));
}

Status checkRange(const ValueSpec& spec, const std::string& text)
{
    if (colourRangeOf(text))
        return Done{};
    return usageError("RANGE", spec.option(), WORDS("%1 is not a range of values").with(inQuotes(text)),
                      WORDS("use model, data or LO:HI with LO < HI"));
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
             view.range = *colourRangeOf(std::get<std::string>(value));
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
