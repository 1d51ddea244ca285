// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/options.h"

#include "plots/dimensions.h"
#include "report.h"

#include "inputs/filecache.h"
#include "text/words.h"

#include <sstream>

namespace phasor {

void addTraining(Options& options)
{
    for (const TrainingParameter& parameter : trainingParameters())
        options.add(parameter, helpOf(parameter, parameter.standard()));
    options.addRepeated("--vary", "NAME=A,B",
                        "Compare values of a parameter of the setup or of training, such as scheme=sinusoidal,rope.");
    options.add(seedsSetting());
}

std::vector<std::string> trainingOptions()
{
    std::vector<std::string> names;
    for (const TrainingParameter& parameter : trainingParameters())
        names.push_back(parameter.option());
    names.insert(names.end(), {"--vary", "--seeds"});
    return names;
}

Result<TrainingChoice> readTraining(const Options& options, TrainingChoice choice)
{
    TRY_DONE(options.read(trainingParameters(), choice.settings));
    if (options.given("--vary")) {
        choice.vary.clear();
        std::istringstream lists(options.text("--vary"));
        for (std::string list; std::getline(lists, list);)
            choice.vary.push_back(list);
    }
    TRY_DONE(options.read(seedsSetting(), choice));
    return choice;
}

Result<Experiment> readExperiment(const Options& options, Report& report)
{
    FileCache files;
    TRY(const Document start, options.start(report));
    TRY(Scene scene, options.scene(start, files, report));
    TRY(const TrainingChoice choice, readTraining(options, start.view.training));
    if (!options.given("--d-model")) {
        const std::int64_t heads = scene.a.attention.heads;
        scene.a = smallModel(scene.a);
        if (options.given("--heads"))
            scene.a.attention.heads = heads;
        if (scene.b)
            scene.b = smallModel(*scene.b);
    }
    return Experiment{
        .scene = std::move(scene), .settings = choice.settings, .vary = choice.vary, .seeds = choice.seeds};
}

constexpr std::size_t kBeforeView = 3; // number of figure settings that the help lists before the view's

// Reads cells of an axis, as a zoom in coordinates.
static Status readWindow(const Options& options, const std::string& name, const Axis& axis, Zoom& zoom)
{
    if (!options.given(name))
        return Done{};
    TRY(const Span span, options.window(name, axis.count));
    zoom[axis.kind] = axis.inCoordinates({static_cast<double>(span.begin), static_cast<double>(span.end)});
    return Done{};
}

// --rows and --cols count rows and columns of the plot's table.
static Status readWindows(const Options& options, const PlotSpec& spec, const Pipeline& pipeline, ViewState& view)
{
    if (options.given("--rows") || options.given("--cols")) {
        TRY(const NodePtr node, pipeline.node(spec.nodeOf(view, pipeline)));
        TRY_DONE(readWindow(options, "--rows", node->rows, view.zoom));
        TRY_DONE(readWindow(options, "--cols", spec.columnsOf(*node), view.zoom));
    }
    if (!options.given("--dims"))
        return Done{};
    TRY(view.dimensions,
        parseDimensions(QString::fromStdString(options.text("--dims")), widthsOf(pipeline.parameters()).position));
    return Done{};
}

// Reads the selection, and whether analyses use nothing else.
static Status readSelection(const Options& options, const Pipeline& pipeline, ViewState& view)
{
    for (const std::string part : {"--selected", "--only"}) {
        TRY_DONE(readWindow(options, part + "-rows", selectableRows(pipeline), view.selection));
        TRY_DONE(readWindow(options, part + "-cols", pipeline.find("sum")->columns, view.selection));
    }
    view.onlySelection = view.onlySelection || options.given("--only-rows") || options.given("--only-cols");
    return Done{};
}

void addSelection(Options& options)
{
    options.add("--only-rows", "A:B", "Analyze only positions A to B − 1, as A:B.");
    options.add("--only-cols", "A:B", "Analyze only dimensions A to B − 1, as A:B.");
}

Result<Restriction> selectionOf(const Options& options, const Pipeline& pipeline)
{
    ViewState view;
    TRY_DONE(readSelection(options, pipeline, view));
    return restrictionOf(view);
}

std::string plotNames()
{
    return listed(plotSpecs(), &PlotSpec::id);
}

void addFigure(Options& options)
{
    for (const Setting<FigureOptions>& setting : figureSettings().first(kBeforeView))
        options.add(setting);
    for (const Setting<ViewState>& setting : viewSettings())
        options.add(setting, setting.choices != nullptr ? helpOf(setting, setting.standard()) : english(setting.help));
    options.add("--rows", "A:B", "Show positions A to B − 1, as A:B.");
    options.add("--cols", "A:B", "Show columns A to B − 1, as A:B: dimensions, or keys.");
    options.add("--dims", "LIST",
                "Dimensions of the curves, such as 4-7,12. Waves an octave or more apart if not given.");
    for (const ViewOption& option : viewOptions())
        options.add(option);
    addSelection(options);
    options.add("--selected-rows", "A:B", "Mark positions A to B − 1 in the window, as A:B.");
    options.add("--selected-cols", "A:B", "Mark dimensions A to B − 1 in the window, as A:B.");
    addTraining(options);
    for (const Setting<FigureOptions>& setting : figureSettings().subspan(kBeforeView))
        options.add(setting);
}

Result<FigureOptions> readFigure(const Options& options)
{
    FigureOptions figure;
    TRY_DONE(options.read(figureSettings(), figure));
    TRY_DONE(figure.inches());
    if (figure.noTitle && figure.title)
        return usageError("CONFLICT", "--no-title", WORDS("contradicts %1").with(Message::option("--title")),
                          WORDS("use one of them"));
    return figure;
}

Result<const PlotSpec*> plotOf(const Options& options)
{
    const PlotSpec* spec = findPlot(options.text("--view"));
    if (spec == nullptr)
        return usageError("ENUM", "--view", WORDS("%1 is unknown").with(inQuotes(options.text("--view"))),
                          WORDS("use one of %1").with(plotNames()));
    return spec;
}

Result<ViewState> readView(const Options& options, const PlotSpec& spec, const Pipeline& pipeline, ViewState view)
{
    TRY_DONE(options.read(viewSettings(), view));
    if (options.given("--stage"))
        TRY_DONE(pipeline.node(view.node)); // must be a node of this setup
    TRY_DONE(readWindows(options, spec, pipeline, view));
    for (const ViewOption& option : viewOptions()) { // of all views, so that other views keep theirs, too
        TRY(const std::optional<ParameterValue> given, options.value(option));
        if (given)
            view.board.change(option, *given);
    }
    TRY_DONE(readSelection(options, pipeline, view));
    TRY(view.training, readTraining(options, view.training));
    view.training.phase = TrainingChoice::Phase::Running; // a figure shows the finished training
    return view;
}

void warnOfOtherViews(const Options& options, const PlotSpec& spec, bool trains, Report& report)
{
    const auto warn = [&](const std::string& option) {
        if (options.given(option))
            report.warn(
                WORDS("%1 has no effect with %2 %3").with(Message::option(option), Message::option("--view"), spec.id));
    };
    for (const std::string_view name : kSharedOptions) {
        if (!spec.takesOption(name))
            warn("--" + std::string(name));
    }
    for (const ViewOption& option : viewOptions()) {
        if (option.view != spec.id)
            warn(option.option());
    }
    if (!trains) {
        for (const std::string& option : trainingOptions())
            warn(option);
    }
}

} // namespace phasor
