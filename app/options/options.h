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

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace phasor {

class FileCache;
class Report;

// The options of one command: all parameters by their specs, and what the command adds. Values are kept as text and
// read by our own strict rules, so that a message is the same here, in the window and in a session.
class Options
{
public:
    explicit Options(CLI::App& app)
        : m_app(app)
    {
    }

    void addParameters();
    void addSecond(); // --compare, --compare-with
    // `value` stands for the value in the help: "N", "FILE"; "": an argument without a name.
    CLI::Option* add(const std::string& name, const std::string& value, const std::string& help, bool required = false);
    void addRepeated(const std::string& name, const std::string& value, const std::string& help); // a line of text each
    void addFlag(const std::string& name, const std::string& help);
    void add(const ValueSpec& spec) { add(spec, english(spec.help)); } // of a setting, with its own help
    void add(const ValueSpec& spec, const std::string& help);

    // Words that may follow an option, for completions: "--scheme" → sinusoidal, rope …
    const std::map<std::string, std::vector<std::string>>& choices() const { return m_choices; }

    bool given(const std::string& name) const; // with a value, or as a flag
    bool anyGiven() const;
    std::string text(const std::string& name) const; // empty if not given
    // What is given of a setting; nothing: it is not. Error (Usage): a value that cannot be.
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

    // What --preset or --session says, else the standard. What is strange about a session is warned of.
    Result<Document> start(Report& report) const;
    // `parameters`, overridden by what is given; the shape of an embedding's file is adopted. Checked and free of
    // contradictions. An option that another scheme has, not theirs, is warned of.
    Result<Parameters> overridden(Parameters parameters, FileCache& files, Report& report) const;
    // Set-up A, and B if the start has one or --compare or --compare-with is given.
    Result<Scene> scene(const Document& start, FileCache& files, Report& report) const;
    Result<Parameters> parameters(FileCache& files, Report& report) const; // set-up A of scene(start())
    Result<PipelinePtr> pipeline(PipelineCache& cache, const CancelToken& cancel, Report& report) const; // of these

    // These options once for every combination of the values of parameters that are comma separated lists, the last
    // list the fastest; only this where there is none. swept(): what each of them has of the lists, by the keys of
    // JSON.
    std::vector<Options> sweep() const;
    const std::vector<std::pair<std::string, std::string>>& swept() const { return m_swept; }

    // "A:B", half-open, inside [0, size); the whole if not given.
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

// `parameters`, overridden by the options in `line` ("--d-model 64 --text 'the cat'"); a --preset or --session there
// takes the place of `parameters`. `where` in errors begins with `option`.
Result<Parameters> overriddenBy(const std::string& option, std::string_view line, const Parameters& parameters,
                                FileCache& files, Report& report);

} // namespace phasor
