// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/shape.h"
#include "pipeline/scene.h"
#include "session/document.h"
#include "text/result.h"
#include "text/setting.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

    // Values to complete after an option: "--scheme" → sinusoidal, rope …
    const std::map<std::string, std::vector<std::string>>& choices() const { return m_choices; }

    Status parse(const std::vector<std::string>& words); // a line of its own; errors (Usage): unknown options, no value

    bool has(const std::string& name) const { return m_values.contains(name); } // it was added
    bool given(const std::string& name) const; // as a flag or with a value
    bool anyGiven() const;
    std::string text(const std::string& name) const; // empty if not given
    // A setting's value; nullopt: not given. Error (Usage): an invalid value.
    Result<std::optional<ParameterValue>> value(const ValueSpec& spec) const;
    template <typename W> Status read(std::span<const Setting<W>> settings, W& whole) const
    {
        for (const Setting<W>& setting : settings) {
            TRY(const std::optional<ParameterValue> given, value(setting));
            if (given)
                setting.set(whole, *given);
        }
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
    // if there are no lists. swept(): a member's values of the lists, by JSON key.
    std::vector<Options> sweep() const;
    const std::vector<std::pair<std::string, std::string>>& swept() const { return m_swept; }

    Options with(const std::string& option, const std::string& value) const; // the same with another value of one

    // "A:B", half-open, inside [0, size); by default everything.
    Result<Span> window(const std::string& name, std::int64_t size) const;

private:
    Result<Document> readSession(const std::string& option, Report& report) const;
    Status readSentence(Parameters& parameters) const;
    void warnOfOthers(const Parameters& parameters, Report& report) const;
    Result<std::optional<Parameters>> second(const Parameters& a, FileCache& files, Report& report) const;

    struct Value
    {
        std::string text;
        bool given = false;
    };

    CLI::App& m_app;
    std::vector<std::pair<std::string, std::string>> m_swept;
    std::map<std::string, Value> m_values;
    std::map<std::string, std::vector<std::string>> m_choices;
};

// `parameters`, overridden by the options in `line` ("--d-model 64 --text 'the cat'"); a --preset or --session in it
// replaces `parameters`. `where` in errors begins with `option`.
Result<Parameters> overriddenBy(const std::string& option, std::string_view line, const Parameters& parameters,
                                FileCache& files, Report& report);

} // namespace phasor
