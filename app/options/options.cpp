// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/options.h"

#include "command.h"
#include "report.h"

#include "pipeline/config/modelconfig.h"
#include "pipeline/embeddingtable.h"
#include "text/words.h"

#include <CLI/CLI.hpp>

#include <iterator>
#include <limits>

namespace phasor {

CLI::Option* Options::add(const std::string& name, const std::string& value, const std::string& help, bool required)
{
    Value& kept = m_values[name];
    return m_app.add_option(name, kept.text, help)->type_name(value)->required(required)->each([&kept](const auto&) {
        kept.given = true;
    });
}

void Options::addRepeated(const std::string& name, const std::string& value, const std::string& help)
{
    add(name, value, help)->multi_option_policy(CLI::MultiOptionPolicy::Join);
}

void Options::addFlag(const std::string& name, const std::string& help)
{
    m_app.add_flag(name, m_values[name].given, help)->disable_flag_override();
}

void Options::add(const ValueSpec& spec, const std::string& help)
{
    if (spec.alone)
        return addFlag(spec.option(), help);
    add(spec.option(), placeholderOf(spec), help);
    if (spec.choices != nullptr)
        m_values[spec.option()].choices = listed(spec.choices(), &ParameterChoice::id, " ");
}

Status Options::parse(const std::vector<std::string>& words)
{
    try {
        m_app.parse(std::vector<std::string>(words.rbegin(), words.rend())); // CLI11 takes them from the end
    } catch (const CLI::ParseError& error) {
        return reworded(error, m_app);
    }
    return Done{};
}

Result<std::optional<ParameterValue>> Options::value(const ValueSpec& spec) const
{
    if (!given(spec.option()))
        return std::optional<ParameterValue>();
    TRY(ParameterValue value, parseValue(spec, spec.alone ? "on" : text(spec.option())));
    return std::optional(std::move(value));
}

void Options::addParameters()
{
    constexpr const char* kGroups[] = {"Sentence", "Encoding", "Embedding", "Scale and sum", "Dropout", "Attention"};
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (m_values.contains(spec.option()))
            continue; // another scheme has it, too
        add(spec, helpOf(spec));
        m_app.get_option(spec.option())->group(kGroups[static_cast<int>(spec.group)]);
    }
    const auto addStart = [this](const char* name, const char* value, const char* help) {
        add(name, value, help)->group("Start");
    };
    addStart("--session", "FILE",
             "Start from a session, or from a figure that Phasor made. Other options override it.");
    addStart("--preset", "ID", "Start from a preset, one of `phasor list presets`. Other options override it.");
    addStart("--config", "FILE", "Start from a model's config.json. Other options override it.");
    add("--text-file", "FILE", "Read the sentence from a UTF-8 file. Standard input is -.")->group(kGroups[0]);
}

void Options::addSecond()
{
    add("--compare", "FILE", "Compare with a second setup B, from a session or a figure that Phasor made.")
        ->group("Compare");
    add("--compare-with", "OPTIONS",
        "Compare with a second setup B: the options that differ, such as '--d-model 64 --dropout 0'.")
        ->group("Compare");
}

bool Options::anyGiven() const
{
    return std::ranges::any_of(m_values, [](const auto& option) { return option.second.given; });
}

const Options::Value& Options::valueOf(const std::string& name) const
{
    static const Value kNone;
    const auto found = m_values.find(name);
    return found == m_values.end() ? kNone : found->second;
}

Result<Document> Options::start(Report& report) const
{
    if (given("--preset") && given("--session"))
        return usageError("CONFLICT", "--session", WORDS("contradicts %1").with(Message::option("--preset")),
                          WORDS("use one of them"));
    if (given("--preset")) {
        TRY(const Preset preset, loadPreset(text("--preset")));
        return preset.document;
    }
    if (!given("--session"))
        return Document{};
    return readSession("--session", report);
}

Result<Document> Options::readSession(const std::string& option, Report& report) const
{
    TRY(DocumentRead read, readSessionFile(text(option)));
    for (const Message& warning : read.warnings)
        report.warn(WORDS("%1: %2").with(inQuotes(text(option)), warning));
    return std::move(read.document);
}

Result<Parameters> Options::overridden(Parameters parameters, FileCache& files, Report& report) const
{
    if (given("--config")) {
        TRY(const ModelConfig config, readModelConfig(text("--config"), parameters));
        for (const Message& warning : config.warnings)
            report.warn(WORDS("%1: %2").with(inQuotes(text("--config")), warning));
        parameters = config.parameters;
    }
    // The scheme first, because it decides which other parameters there are.
    TRY_DONE(read(*findParameter("scheme", parameters), parameters));
    for (const ParameterSpec* spec : specsOf(parameters)) {
        if (spec->id != "scheme")
            TRY_DONE(read(*spec, parameters));
    }
    // max-len again, in case a parameter of the scheme has changed it: validate() then reports the contradiction.
    TRY_DONE(read(*findParameter("max-len", parameters), parameters));
    TRY_DONE(readSentence(parameters));
    TRY_DONE(adoptFileShape(parameters, given("--d-model"), given("--vocab"), files));
    TRY_DONE(validate(parameters));
    TRY_DONE(warnOfOthers(parameters, report));
    return parameters;
}

Status Options::readSentence(Parameters& parameters) const
{
    if (!given("--text-file"))
        return Done{};
    if (given("--text"))
        return usageError("CONFLICT", "--text-file", WORDS("the text is given twice"),
                          WORDS("use --text or --text-file"));
    TRY(std::string content, readTextFile(text("--text-file")));
    const bool blank = content.find_first_not_of(" \t\r\n") == std::string::npos;
    if (content.empty() || (blank && parameters.sentence.tokenizer != "bytes")) // this tokenizer makes tokens of blanks
        return Error{ErrorKind::Input, "EMPTY", quotedPlace(text("--text-file")), WORDS("the text is empty"),
                     WORDS("use a file with a word in it")};
    if (const Status status = checkValue(*findParameter("text", parameters), content); !status.ok()) {
        Error error = status.error();
        error.kind = ErrorKind::Input;
        error.where = quotedPlace(text("--text-file"));
        return error;
    }
    parameters.sentence.text = std::move(content);
    return Done{};
}

Status Options::warnOfOthers(const Parameters& parameters, Report& report) const
{
    for (const ParameterSpec& spec : parameterSpecs()) {
        const bool another = given(spec.option()) && findParameter(spec.id, parameters) == nullptr;
        if (!another || ownersOf(spec.id).front() != &spec)
            continue;
        TRY_DONE(value(spec));
        report.warn(WORDS("%1 has no effect with %2 %3")
                        .with(Message::option(spec.option()), Message::option("--scheme"), parameters.encoding.scheme));
    }
    for (const ParameterSpec* spec : specsOf(parameters)) {
        if (given(spec->option()) && !changesAnything(*spec, parameters))
            report.warn(WORDS("%1 has no effect in this setup").with(Message::option(spec->option())));
    }
    return Done{};
}

Result<Scene> Options::scene(const Document& start, FileCache& files, Report& report) const
{
    TRY(const Parameters a, overridden(start.scene.a, files, report));
    Scene scene{.a = a, .b = start.scene.b};
    if (given("--compare") && given("--compare-with"))
        return usageError("CONFLICT", "--compare-with", WORDS("contradicts %1").with(Message::option("--compare")),
                          WORDS("use one of them"));
    if (given("--compare-with")) {
        TRY(scene.b, overriddenBy("--compare-with", text("--compare-with"), a, files, report));
    } else if (given("--compare")) {
        TRY(const Document document, readSession("--compare", report));
        scene.b = document.scene.a;
    }
    return scene;
}

Result<Parameters> Options::parameters(FileCache& files, Report& report) const
{
    TRY(const Document begun, start(report));
    return overridden(begun.scene.a, files, report);
}

Result<PipelinePtr> Options::pipeline(PipelineCache& cache, const CancelToken& cancel, Report& report) const
{
    TRY(const Parameters given, parameters(cache.files(), report));
    return Pipeline::make(given, cache, cancel);
}

static Result<Parameters> readOver(const Parameters& parameters, std::string_view line, FileCache& files,
                                   Report& report)
{
    Result<std::vector<ShellWord>> split = shellWords(line);
    if (!split.ok()) {
        Error error = split.error();
        error.offset.reset();
        return error;
    }
    std::vector<std::string> words;
    std::ranges::transform(*split, std::back_inserter(words), &ShellWord::text);
    CLI::App app;
    app.set_help_flag();
    Options options(app);
    options.addParameters();
    TRY_DONE(options.parse(words));
    TRY(const Document start, options.start(report));
    const bool anew = options.given("--preset") || options.given("--session");
    return options.overridden(anew ? start.scene.a : parameters, files, report);
}

Result<Parameters> overriddenBy(const std::string& option, std::string_view line, const Parameters& parameters,
                                FileCache& files, Report& report)
{
    Result<Parameters> changed = readOver(parameters, line, files, report);
    if (changed.ok())
        return changed;
    Error error = changed.error();
    error.where
        = error.where.empty() ? Message::option(option) : WORDS("%1: %2").with(Message::option(option), error.where);
    return error;
}

Options::Sweep::Sweep(const Options& of)
    : m_of(of)
{
    for (const ParameterSpec& spec : parameterSpecs()) {
        const bool isList = spec.kind != ParameterKind::Text && of.given(spec.option())
            && of.text(spec.option()).find(',') != std::string::npos;
        if (!isList || (!ownersOf(spec.id).empty() && ownersOf(spec.id).front() != &spec))
            continue;
        List list{&spec, partsOf(of.text(spec.option()))};
        const auto isFile = [&spec](const std::string& value) {
            return value.find(':') != std::string::npos || !parseValue(spec, value).ok();
        };
        if (spec.kind != ParameterKind::ChoiceOrFile || std::ranges::none_of(list.values, isFile))
            m_lists.push_back(std::move(list));
    }
}

std::int64_t Options::Sweep::size() const
{
    std::int64_t size = 1;
    for (const List& list : m_lists) {
        if (__builtin_mul_overflow(size, std::ssize(list.values), &size))
            return std::numeric_limits<std::int64_t>::max();
    }
    return size;
}

Options Options::Sweep::operator[](std::int64_t member) const
{
    Options one = m_of;
    for (auto list = m_lists.rbegin(); list != m_lists.rend(); ++list) {
        const std::string& value = list->values[static_cast<std::size_t>(member % std::ssize(list->values))];
        member /= std::ssize(list->values);
        one.m_values[list->spec->option()] = {.text = value, .given = true};
        one.m_swept.insert(one.m_swept.begin(), {list->spec->key(), value});
    }
    return one;
}

Options Options::with(const std::string& option, const std::string& value) const
{
    Options changed = *this;
    changed.m_values[option] = {.text = value, .given = true};
    return changed;
}

Result<Span> Options::window(const std::string& name, std::int64_t size) const
{
    if (!given(name))
        return Span{0, size};
    const std::string value = text(name);
    const std::size_t colon = value.find(':');
    const Message remedy = WORDS("use A:B with 0 <= A < B <= %1").with(size);
    if (colon == std::string::npos)
        return usageError("TYPE", name, WORDS("%1 is not A:B").with(inQuotes(value)), remedy);
    const Result<std::int64_t> begin = parseInteger(std::string_view(value).substr(0, colon));
    const Result<std::int64_t> end = parseInteger(std::string_view(value).substr(colon + 1));
    if (!begin.ok() || !end.ok())
        return usageError("TYPE", name, WORDS("%1 is not a pair of whole numbers").with(inQuotes(value)), remedy);
    if (*begin < 0 || *end > size || *begin >= *end)
        return usageError("RANGE", name, WORDS("%1 is not inside 0:%2").with(inQuotes(value), size), remedy);
    return Span{*begin, *end};
}

} // namespace phasor
