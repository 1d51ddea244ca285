// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/figure.h"

#include "pipeline/json.h"
#include "plots/dimensions.h"

namespace phasor {

static void add(std::string& line, std::string_view option, const std::string& value)
{
    line.append(" ").append(option).append(" ").append(shellQuoted(value));
}

// Adds the cells that the axis's zoom touches, as whole cells, and notes them in `known`.
static void addWindow(std::string& line, const char* option, const Axis& axis, const Zoom& zoom, Zoom& known)
{
    if (!zoom[axis.kind] || zoom[axis.kind] == known[axis.kind])
        return;
    const Span cells = cellsOf(axis.visible(zoom[axis.kind]), axis.count);
    if (cells.size() == axis.count)
        return;
    add(line, option, std::to_string(cells.begin) + ":" + std::to_string(cells.end));
    known[axis.kind] = zoom[axis.kind];
}

// Adds a setting unless it has the value that it has in `known`.
template <typename W>
static void addSetting(std::string& line, const Setting<W>& setting, const W& whole, const W& known = {})
{
    if (setting.get(whole) == setting.get(known) || (setting.matters && !setting.matters(whole)))
        return;
    if (setting.alone)
        line += ' ' + setting.option();
    else
        add(line, setting.option(), printValue(setting.get(whole)));
}

static void addTraining(std::string& line, const TrainingChoice& choice, TrainingChoice& known)
{
    if (choice == known)
        return;
    for (const TrainingParameter& parameter : trainingParameters())
        addSetting(line, parameter, choice.settings);
    for (const std::string& list : choice.vary)
        add(line, "--vary", list);
    addSetting(line, seedsSetting(), choice);
    known = choice;
}

Axis selectableRows(const Pipeline& pipeline)
{
    const NodePtr position = pipeline.find("position");
    return (position ? position : pipeline.find("sum"))->rows;
}

std::string setupOptions(const Scene& scene)
{
    std::string line = toCommandLine(scene.a);
    line.insert(0, line.empty() ? "" : " ");
    if (scene.b)
        add(line, "--compare-with", toCommandLine(*scene.b, scene.a));
    return line;
}

std::string optionsAsShown(const PlotSpec& plot, const Scene& scene, const ViewState& view, const Pipeline& a,
                           ViewState& known)
{
    std::string line;
    ViewState shared = view;
    if (a.find(view.node) == nullptr)
        shared.node = known.node;
    for (const Setting<ViewState>& setting : viewSettings()) {
        if (!plot.takesOption(setting.id))
            continue;
        addSetting(line, setting, shared, known);
        setting.set(known, setting.get(shared));
    }
    if (const NodePtr node = a.find(plot.nodeOf(view, a))) {
        if (plot.takesOption("rows"))
            addWindow(line, "--rows", node->rows, view.zoom, known.zoom);
        if (plot.takesOption("cols"))
            addWindow(line, "--cols", plot.columnsOf(*node), view.zoom, known.zoom);
    }
    if (plot.takesOption("dims") && view.dimensions != known.dimensions) {
        add(line, "--dims", printDimensions(view.dimensions).remove(QLatin1Char(' ')).toStdString());
        known.dimensions = view.dimensions;
    }
    for (const ViewOption* option : optionsOfView(plot.id)) {
        if (scene.b || !option->onlyComparing)
            addSetting(line, *option, view.board.of(plot.id));
    }
    if (view.onlySelection && plot.takesOption("only-rows")) {
        addWindow(line, "--only-rows", selectableRows(a), view.selection, known.selection);
        if (plot.takesOption("only-cols"))
            addWindow(line, "--only-cols", a.find("sum")->columns, view.selection, known.selection);
    }
    if (plot.id == "training")
        addTraining(line, view.training, known.training);
    return line;
}

std::string selectionOptions(const ViewState& view, const Pipeline& a, ViewState& known)
{
    std::string line;
    addWindow(line, "--selected-rows", selectableRows(a), view.selection, known.selection);
    addWindow(line, "--selected-cols", a.find("sum")->columns, view.selection, known.selection);
    return line;
}

std::string figureCommand(const PlotSpec& plot, const Scene& scene, const ViewState& view, const Pipeline& a,
                          const FigureOptions& options, const PlayOptions& play)
{
    std::string line = "phasor figure";
    add(line, "--view", std::string(plot.id));
    ViewState standard;
    line += setupOptions(scene) + optionsAsShown(plot, scene, view, a, standard);
    for (const Setting<FigureOptions>& setting : figureSettings())
        addSetting(line, setting, options);
    for (const Setting<PlayOptions>& setting : playSettings())
        addSetting(line, setting, play);
    add(line, "--out", std::string(plot.id) + (play.play.empty() ? ".png" : ".gif"));
    return line;
}

} // namespace phasor
