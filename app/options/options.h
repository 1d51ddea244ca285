// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "pipeline/parameters/parameterspec.h"
#include "plots/plot.h"
#include "session/document.h"
#include "training/experiment.h"
#include "views/restriction.h"

#include <map>
#include <utility>

namespace CLI { // NOLINT(readability-identifier-naming): the name of CLI11
class App;
class Option;
} // namespace CLI

namespace phasor {

class FileCache;
class Report;

// Options of one command: all parameters, from their specs, and the command's own. Values stay text until Phasor's
// strict rules read them, so that messages are the same here, in the window and in a session.
class Options
{
public:
    explicit Options(CLI::App& app)
        : m_app(app)
    {
    }

    void addParameters();
    void addSecond(); // adds --compare and --compare-with
    // `value`: the value's name in the help, "N", "FILE"; "": an argument without a name.
    CLI::Option* add(const std::string& name, const std::string& value, const std::string& help, bool required = false);
    void addRepeated(const std::string& name, const std::string& value, const std::string& help); // a line of text each
    void addFlag(const std::string& name, const std::string& help);
    void add(const ValueSpec& spec) { add(spec, english(spec.help)); } // adds a setting with its own help
    void add(const ValueSpec& spec, const std::string& help);

    // To complete after an option: "sinusoidal rope …".
    const std::string& choicesOf(const std::string& name) const { return valueOf(name).choices; }

    Status parse(const std::vector<std::string>& words); // a line of its own; errors (Usage): unknown options, no value

    bool has(const std::string& name) const { return m_values.contains(name); } // it was added
    bool given(const std::string& name) const { return valueOf(name).given; } // as a flag or with a value
    bool anyGiven() const;
    const std::string& text(const std::string& name) const { return valueOf(name).text; } // empty if not given
    // A setting's value; nullopt: not given. Error (Usage): an invalid value.
    Result<std::optional<ParameterValue>> value(const ValueSpec& spec) const;
    template <typename W> Status read(const Setting<W>& setting, W& whole) const
    {
        TRY(const std::optional<ParameterValue> given, value(setting));
        if (given)
            setting.set(whole, *given);
        return Done{};
    }
    template <typename W> Status read(std::span<const Setting<W>> settings, W& whole) const
    {
        for (const Setting<W>& setting : settings)
            TRY_DONE(read(setting, whole));
        return Done{};
    }

    // The document of --preset or --session, otherwise the default. Warns of oddities in a session.
    Result<Document> start(Report& report) const;
    // `parameters`, overridden by the options given and by the shape of an embedding file. The result is valid. Warns
    // of options that only other schemes have.
    Result<Parameters> overridden(Parameters parameters, FileCache& files, Report& report) const;
    // Setup A; setup B if `start` has one or --compare or --compare-with is given.
    Result<Scene> scene(const Document& start, FileCache& files, Report& report) const;
    Result<Parameters> parameters(FileCache& files, Report& report) const; // setup A of scene(start())
    Result<PipelinePtr> pipeline(PipelineCache& cache, const CancelToken& cancel, Report& report) const; // of these

    // These options once for every combination of comma-separated parameter values, the last list fastest; one member
    // if there are no lists. A member is made when it is asked for: there may be billions.
    class Sweep
    {
    public:
        std::int64_t size() const; // at most 2^63 − 1
        Options operator[](std::int64_t member) const;

    private:
        friend class Options;
        explicit Sweep(const Options& of);

        struct List
        {
            const ParameterSpec* spec;
            std::vector<std::string> values;
        };
        const Options& m_of;
        std::vector<List> m_lists;
    };
    Sweep sweep() const { return Sweep(*this); }
    // A member's values of the lists, by JSON key.
    const std::vector<std::pair<std::string, std::string>>& swept() const { return m_swept; }

    Options with(const std::string& option, const std::string& value) const; // the same with another value of one

    // "A:B", half-open, inside [0, size); by default everything.
    Result<Span> window(const std::string& name, std::int64_t size) const;

private:
    struct Value
    {
        std::string text = {};
        bool given = false;
        std::string choices = {};
    };

    Result<Document> readSession(const std::string& option, Report& report) const;
    Status readSentence(Parameters& parameters) const;
    Status warnOfOthers(const Parameters& parameters, Report& report) const;

    const Value& valueOf(const std::string& name) const; // empty if it was not added

    CLI::App& m_app;
    std::vector<std::pair<std::string, std::string>> m_swept;
    std::map<std::string, Value> m_values;
};

// `parameters`, overridden by the options in `line` ("--d-model 64 --text 'the cat'"); a --preset or --session in it
// replaces `parameters`. `where` in errors begins with `option`.
Result<Parameters> overriddenBy(const std::string& option, std::string_view line, const Parameters& parameters,
                                FileCache& files, Report& report);

// Options of views and trainings.

// Adds --only-rows and --only-cols: the positions and dimensions that analyses use.
void addSelection(Options& options);

// The selection in the setup's coordinates. Rows: of the table of positions, or of the sequence without a table;
// columns: of the dropout target. Usage TYPE, RANGE.
Result<Restriction> selectionOf(const Options& options, const Pipeline& pipeline);

std::string plotNames(); // text for --help

// Adds the options of a figure: what the view shows (stage, colors, window, selection, positions and training; all but
// --view itself), and how it is drawn. The setup has its own.
void addFigure(Options& options);
Result<FigureOptions> readFigure(const Options& options); // Usage SYNTAX, RANGE, ENUM, CONFLICT
Result<const PlotSpec*> plotOf(const Options& options); // of --view; Usage ENUM for an unknown one

// A view state, overridden by the options given. It comes from a preset or session. --rows and --cols count in the
// plot's table. Usage ENUM, RANGE.
Result<ViewState> readView(const Options& options, const PlotSpec& spec, const Pipeline& pipeline, ViewState view);

// Adds the training options: those of trainingParameters(), --vary and --seeds.
void addTraining(Options& options);
std::vector<std::string> trainingOptions(); // names of the training options: "--task"
// `choice`, overridden by the options given. Errors (Usage): an invalid value.
Result<TrainingChoice> readTraining(const Options& options, TrainingChoice choice);
// The experiment of all options. Without --d-model the setup is as wide as the trained model.
Result<Experiment> readExperiment(const Options& options, Report& report);

// Warns of view options that only other plots have. `trains`: a training is shown, too.
void warnOfOtherViews(const Options& options, const PlotSpec& spec, bool trains, Report& report);

// Parameters as options.

// Whether another value of the parameter could change a number in a stage of this setup. True if that is not certain.
bool changesAnything(const ParameterSpec& spec, const Parameters& parameters);

// Help texts of a parameter.
const char* placeholderOf(const ValueSpec& spec); // for its value: "N", "ID|X"
std::string helpOf(const ParameterSpec& spec); // range, choices, default, and schemes that have it
std::string helpOf(const ValueSpec& spec, const ParameterValue& standard);
std::string standardOf(const ValueSpec& spec, const ParameterValue& standard); // or what happens without it

// Schemes that have a parameter of this name as their own; empty if all schemes have it.
std::vector<const ParameterSpec*> ownersOf(std::string_view id);

// Reads --text-file: a regular file, a pipe, or - for standard input; at most 64 MiB. Error: Input OPEN.
Result<std::string> readTextFile(const std::string& path);

} // namespace phasor
