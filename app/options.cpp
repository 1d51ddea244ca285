// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include "pipeline/embeddingtable.h"
#include "pipeline/parameterspec.h"
#include "system/regularfile.h"
#include "text/numbers.h"

#include <CLI/CLI.hpp>

#include <span>

namespace phasor {

namespace {

constexpr const char* kGroups[] = {"Sentence", "Encoding", "Embedding", "Scale and sum", "Dropout"};

std::string helpOf(const ParameterSpec& spec)
{
    std::string help(spec.help);
    if (spec.choices != nullptr) {
        std::string list;
        for (const ParameterChoice& choice : spec.choices())
            (list += list.empty() ? "" : ", ") += choice.id;
        help += " (" + list;
        if (spec.kind == ParameterKind::ChoiceOrNumber)
            help += ", or a number";
        if (!spec.filePrefix.empty())
            help += ", " + std::string(spec.filePrefix) + "PATH";
        help += ")";
    } else if (spec.kind == ParameterKind::Integer) {
        help += " " + printReal(spec.minimum) + " … " + printReal(spec.maximum) + ".";
    }
    return help + " Default: " + (spec.optional() ? std::string(spec.absent) : printValue(spec, spec.standard));
}

Error unreadable(const std::string& path, const std::string& why)
{
    return Error{.kind = ErrorKind::Input,
                 .code = "OPEN",
                 .where = phasor::quoted(path),
                 .what = why,
                 .remedy = "give a readable text file"};
}

} // namespace

Options::Options(CLI::App& app)
    : m_app(app)
{
}

Options::~Options() = default;

void Options::add(const std::string& name, const std::string& help, bool required)
{
    CLI::Option* option = m_app.add_option(name, m_texts[name], help);
    option->type_name("")->required(required);
    m_given[name] = false;
    option->each([this, name](const std::string&) { m_given[name] = true; });
}

void Options::addPositional(const std::string& name, const std::string& help, bool required)
{
    add(name, help, required);
}

void Options::addFlag(const std::string& name, const std::string& help)
{
    m_app.add_flag(name, m_flags[name], help);
}

void Options::addParameters()
{
    for (const ParameterSpec& spec : parameterSpecs()) {
        add(spec.option(), helpOf(spec));
        m_app.get_option(spec.option())->group(kGroups[static_cast<int>(spec.group)]);
    }
    add("--preset", "Start from a preset, see `phasor list presets`; other options override it.");
    m_app.get_option("--preset")->group("Start");
    add("--text-file", "The sentence, from a UTF-8 file.");
    m_app.get_option("--text-file")->group(kGroups[0]);
}

bool Options::given(const std::string& name) const
{
    const auto found = m_given.find(name);
    return found != m_given.end() && found->second;
}

std::string Options::text(const std::string& name) const
{
    const auto found = m_texts.find(name);
    return found == m_texts.end() ? std::string() : found->second;
}

bool Options::flag(const std::string& name) const
{
    const auto found = m_flags.find(name);
    return found != m_flags.end() && found->second;
}

Result<Preset> Options::preset() const
{
    return given("--preset") ? loadPreset(text("--preset")) : Result<Preset>(Preset{});
}

Result<Parameters> Options::parameters() const
{
    const Result<Preset> start = preset();
    if (!start.ok())
        return start.error();
    Parameters parameters = start->parameters;
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (!given(spec.option()))
            continue;
        const Result<ParameterValue> value = parseValue(spec, text(spec.option()));
        if (!value.ok())
            return value.error();
        spec.assign(parameters, *value);
    }
    if (given("--text-file")) {
        if (given("--text"))
            return usageError("CONFLICT", "--text-file", "the text is given twice", "give --text or --text-file");
        Result<std::string> content = readTextFile(text("--text-file"));
        if (!content.ok())
            return content.error();
        parameters.text = std::move(*content);
        if (Status status = checkValue(*findParameter("text"), *parameters.text); !status.ok()) {
            Error error = status.error();
            error.kind = ErrorKind::Input;
            error.where = phasor::quoted(text("--text-file"));
            return error;
        }
    }
    if (Status status = adoptFileShape(parameters, given("--d-model"), given("--vocab")); !status.ok())
        return status.error();
    if (Status status = validate(parameters); !status.ok())
        return status.error();
    return parameters;
}

Result<StagesPtr> Options::stages(const CancelToken& cancel) const
{
    const Result<Parameters> given = parameters();
    if (!given.ok())
        return given.error();
    return Stages::make(*given, {}, cancel);
}

Result<Span> Options::window(const std::string& name, std::int64_t size) const
{
    if (!given(name))
        return Span{0, size};
    const std::string value = text(name);
    const std::size_t colon = value.find(':');
    const std::string remedy = "give A:B with 0 <= A < B <= " + std::to_string(size);
    if (colon == std::string::npos)
        return usageError("TYPE", name, phasor::quoted(value) + " is not A:B", remedy);
    const Result<std::int64_t> begin = parseInteger(std::string_view(value).substr(0, colon));
    const Result<std::int64_t> end = parseInteger(std::string_view(value).substr(colon + 1));
    if (!begin.ok() || !end.ok())
        return usageError("TYPE", name, phasor::quoted(value) + " is not a pair of whole numbers", remedy);
    if (*begin < 0 || *end > size || *begin >= *end)
        return usageError("RANGE", name, phasor::quoted(value) + " is not inside 0:" + std::to_string(size), remedy);
    return Span{*begin, *end};
}

Result<std::string> readTextFile(const std::string& path)
{
    constexpr std::int64_t kLargest = 64 << 20;
    const Result<RegularFile> file = RegularFile::open(path);
    if (!file.ok())
        return unreadable(path, file.error().what);
    if (file->size() > kLargest)
        return unreadable(path, "is larger than 64 MiB");
    std::string content(static_cast<std::size_t>(file->size()), '\0');
    std::size_t size = 0;
    while (size < content.size()) {
        const Result<std::size_t> count
            = file->readSome(static_cast<std::int64_t>(size), std::as_writable_bytes(std::span(content).subspan(size)));
        if (!count.ok())
            return unreadable(path, count.error().what);
        if (*count == 0)
            break; // it was cut since it was opened
        size += *count;
    }
    content.resize(size);
    // One final newline belongs to the file, not to the sentence.
    if (content.ends_with('\n'))
        content.pop_back();
    return content;
}

} // namespace phasor
