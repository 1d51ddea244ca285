// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions/plotactions.h"

#include "plots/plot.h"
#include "raster/colormaps.h"
#include "session/computequeue.h"
#include "session/store.h"
#include "ui/forms/gotodialog.h"
#include "ui/forms/text.h"
#include "ui/shell/files/exports.h"
#include "ui/shell/files/figureexport.h"
#include "ui/shell/windowcontext.h"
#include "views/comparison.h"
#include "words/coretexts.h"

#include <QInputDialog>

#include <algorithm>
#include <iterator>

namespace phasor {

namespace {

// What a plot shows now; null: nothing.
ViewDataPtr shownBy(const WindowContext& context, std::string_view plot)
{
    const SnapshotPtr snapshot = context.queue.latest();
    if (!snapshot)
        return nullptr;
    const auto view = snapshot->views.find(std::string(plot));
    return view != snapshot->views.end() && view->second.data.ok() ? *view->second.data : nullptr;
}

// An entry that sets one field of the view state to `value`.
template <typename T>
Action choice(const QString& id, const QString& text, Store& store, T ViewState::*field, const T& value)
{
    const auto chosen = [&store, field, value] {
        return store.view().*field == value;
    };
    return command(id, text, [&store, field, value] { store.editView([&](ViewState& view) { view.*field = value; }); },
                   {.isChoice = true, .checked = chosen});
}

// The colors stay as they are, whatever is shown next.
void lockRange(const WindowContext& context, std::string_view plot)
{
    if (const auto shown = std::dynamic_pointer_cast<const PicturesData>(shownBy(context, plot)))
        context.store.editView([&](ViewState& view) { view.range = shown->picture.range; });
}

void askForRange(const WindowContext& context)
{
    const QString text = QInputDialog::getText(context.window, Shell::tr("Colour range"),
                                               Shell::tr("Values of the colour bar's ends, as -1:1"), QLineEdit::Normal,
                                               qs(textOf(context.store.view().range)));
    if (text.isEmpty())
        return;
    if (const auto range = colourRangeOf(utf8(text.trimmed())))
        context.store.editView([&](ViewState& view) { view.range = *range; });
    else
        context.warn(Shell::tr("%1 is no range of values: give LO:HI with LO < HI, as -1:1").arg(text));
}

std::vector<Action> colorActions(const PlotSpec& spec, const WindowContext& context)
{
    Store& store = context.store;
    std::vector<Action> maps{
        choice(u"standard"_s, Shell::tr("Standard of the quantity"), store, &ViewState::colorMap, std::string())};
    for (const ColorMap& map : colorMaps())
        maps.push_back(choice(qs(map.id), qs(map.label), store, &ViewState::colorMap, std::string(map.id)));
    const auto range = [&store](const QString& id, const QString& text, RangeRule rule) {
        return choice(id, text, store, &ViewState::range, ColourRange(rule));
    };
    const std::vector<Action> ranges{
        range(u"model"_s, Shell::tr("What the model allows"), RangeRule::Model),
        range(u"data"_s, Shell::tr("What is seen holds"), RangeRule::Data),
        command(u"lock"_s, Shell::tr("&Lock as it is now"), [&context, plot = spec.id] { lockRange(context, plot); }),
        command(u"type"_s, Shell::tr("&Type…"), [&context] { askForRange(context); })};
    std::vector<Action> reductions;
    for (const EnumChoice<Reduction>& one : choicesOf(Reduction()))
        reductions.push_back(
            choice(qs(one.words.id), words::ofCore(one.words.label), store, &ViewState::reduction, one.value));
    return {{.id = u"colour-map"_s, .text = Shell::tr("Co&lour map"), .lineAbove = true, .submenu = maps},
            {.id = u"colour-range"_s, .text = Shell::tr("Colour &range"), .submenu = ranges},
            {.id = u"reduction"_s, .text = Shell::tr("&What a pixel shows"), .submenu = reductions}};
}

} // namespace

std::vector<Action> plotActions(const PlotSpec& spec, const WindowContext& context, FigureExport& figures)
{
    const std::string_view plot = spec.id;
    std::vector<Action> actions{
        command(u"export"_s, Shell::tr("&Export…"), [&figures, plot] { figures.askAndSave(plot); },
                {.icon = u"export"_s, .lineAbove = true}),
        command(u"copy-figure"_s, Shell::tr("&Copy figure"), [&figures, plot] { figures.copy(plot); },
                {.icon = u"copy"_s}),
        command(u"copy-data"_s, Shell::tr("Copy &data"),
                [&context, plot] { copyData(context, shownBy(context, plot)); }),
        command(u"save-data"_s, Shell::tr("&Save data as CSV…"),
                [&context, plot] { askAndExportData(context, qs(plot), shownBy(context, plot)); })};
    if (spec.coloured)
        std::ranges::move(colorActions(spec, context), std::back_inserter(actions));
    return actions;
}

void goToPosition(const WindowContext& context)
{
    const auto shown = std::dynamic_pointer_cast<const PicturesData>(shownBy(context, "heatmap"));
    const Scene& scene = context.store.scene();
    const Axis dimensions{.kind = AxisKind::Dimension, .count = widthsOf(scene.a).whole};
    const Axis positions{.kind = AxisKind::Position, .count = scene.a.encoding.maxLen};
    auto* dialog = new GoToDialog(context.store, shown ? shown->picture.rows : positions,
                                  shown ? shown->picture.columns : dimensions, context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace phasor
