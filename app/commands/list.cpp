// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options/lessonsteps.h"
#include "options/options.h"
#include "report.h"

#include "inputs/tokenizers/tokenizer.h"
#include "raster/colormaps.h"
#include "text/words.h"
#include "views/jsonnumbers.h"
#include "views/measures/measure.h"

namespace phasor {

namespace {

struct Entry
{
    std::string id;
    std::string label;
    std::string explanation;
    Json more = Json::object(); // more keys, only in JSON
    std::string source = {}; // on a line of its own
};

Entry entryOf(const ParameterChoice& choice)
{
    return {std::string(choice.id), english(choice.label), english(choice.explanation)};
}

constexpr std::string_view kKinds[]
    = {"integer", "real", "seed", "choice", "choice or number", "choice or file", "text"}; // by ParameterKind
constexpr std::string_view kSchemeKinds[] = {"table", "rotation", "bias", "none"}; // by SchemeKind

// All facts of a spec, for programs that make their own controls or options.
Json describedAs(const ParameterSpec& spec)
{
    const bool ranged = spec.kind == ParameterKind::Integer || spec.kind == ParameterKind::Real
        || spec.kind == ParameterKind::ChoiceOrNumber;
    const auto orNull = [](bool there, const Json& value) {
        return there ? value : Json(nullptr);
    };
    Json choices;
    for (const ParameterChoice& choice : spec.choices != nullptr ? spec.choices() : std::vector<ParameterChoice>{})
        choices.push_back(choice.id);
    return {{"option", spec.option()},
            {"type", kKinds[static_cast<int>(spec.kind)]},
            {"minimum", orNull(ranged, spec.minimum)},
            {"maximum", orNull(ranged, spec.maximum)},
            {"unit", orNull(!spec.unit.empty(), english(spec.unit))},
            {"choices", choices},
            {"default", orNull(!spec.optional(), printValue(spec.standard()))},
            {"without", orNull(spec.optional(), english(spec.absent))},
            {"scheme", orNull(!spec.scheme.empty(), spec.scheme)}};
}

Entry entryOf(const ParameterSpec& spec)
{
    return {std::string(spec.id), standardOf(spec, spec.standard()), english(spec.help), describedAs(spec)};
}

Entry entryOf(const Scheme& scheme)
{
    Json options = Json::array();
    for (const SchemeParameter& own : scheme.own)
        options.push_back({{"id", own.id}, {"default", standardOf(own, own.standard())}});
    return {std::string(scheme.id),
            english(scheme.label),
            english(scheme.formula) + " · " + english(scheme.source),
            {{"kind", kSchemeKinds[static_cast<int>(scheme.kind)]},
             {"formula", english(scheme.formula)},
             {"source", english(scheme.source)},
             {"options", options}}};
}

Entry entryOf(const TokenizerInfo& info)
{
    return {std::string(info.id) + (info.make != nullptr ? "" : ":FILE"), english(info.label),
            english(info.explanation)};
}

Entry entryOf(const NodeInfo& info)
{
    return {info.id, english(info.quantity.symbol), english(info.quantity.title)};
}

Entry entryOf(const PlotSpec& spec)
{
    return {std::string(spec.id), std::string(spec.title), std::string(spec.question)};
}

Entry entryOf(const Measure* measure)
{
    const std::string label = std::string(measure->symbol) + std::string(measure->unit);
    return {std::string(measure->key),
            label,
            english(measure->meaning),
            {{"symbol", measure->symbol}, {"unit", measure->unit}}};
}

Entry entryOf(const ColorMap& map)
{
    return {std::string(map.id), std::string(map.label), std::string(map.source)};
}

// Entries made from one of the program's lists.
template <auto list> std::vector<Entry> entriesOf()
{
    std::vector<Entry> entries;
    for (const auto& item : list())
        entries.push_back(entryOf(item));
    return entries;
}

std::vector<Entry> presetEntries()
{
    std::vector<Entry> entries;
    for (const std::string_view id : presetIds()) {
        if (const Result<Preset> preset = loadPreset(id); preset.ok())
            entries.push_back(
                {preset->id, preset->document.title, preset->document.says, Json::object(), preset->document.source});
    }
    return entries;
}

std::vector<Entry> lessonEntries()
{
    std::vector<Entry> entries;
    for (const std::string& id : lessonIds()) {
        const Result<Lesson> lesson = readLessonFile(id);
        if (!lesson.ok())
            continue;
        entries.push_back({id,
                           lesson->title,
                           lesson->question,
                           {{"title", lesson->title},
                            {"question", lesson->question},
                            {"minutes", lesson->minutes > 0 ? Json(lesson->minutes) : Json()},
                            {"steps", lesson->steps.size()}}});
    }
    return entries;
}

struct List
{
    std::string_view name;
    std::vector<Entry> (*entries)();
};

const List kLists[] = {
    {"parameters", entriesOf<parameterSpecs>}, // also each scheme's own: a name that two schemes share is listed twice
    {"schemes", entriesOf<schemes>},
    {"stages", entriesOf<nodeInfos>},
    {"views", entriesOf<plotSpecs>},
    {"initializers", entriesOf<initializerChoices>},
    {"generators", entriesOf<generatorChoices>},
    {"placements", entriesOf<enumChoices<PlacementId>>},
    {"tokenizers", entriesOf<tokenizers>},
    {"colormaps", entriesOf<colorMaps>},
    {"measures", entriesOf<measuresOfStatistics>}, // keys of `stats`
    {"presets", presetEntries},
    {"lessons", lessonEntries},
};

std::string listNames()
{
    return listed(kLists, &List::name);
}

std::string asText(const std::vector<Entry>& entries)
{
    std::size_t width = 0;
    for (const Entry& entry : entries)
        width = std::max(width, visible(entry.id).size());
    std::string text;
    for (const Entry& entry : entries) {
        const std::string id = visible(entry.id); // lessons are strangers' files
        text += id + std::string(width - id.size() + 2, ' ') + visible(entry.label);
        const bool both = !entry.label.empty() && !entry.explanation.empty();
        text += (both ? "  –  " : "") + visible(entry.explanation);
        if (const Json scheme = entry.more.value("scheme", Json()); scheme.is_string())
            text += " With --scheme " + scheme.get<std::string>() + '.';
        text += '\n';
        if (!entry.source.empty())
            text += std::string(width + 2, ' ') + "Source: " + entry.source + "\n";
    }
    return text;
}

std::string asJson(const std::vector<Entry>& entries)
{
    Json list = Json::array();
    for (const Entry& entry : entries) {
        Json object{{"id", entry.id}, {"label", entry.label}, {"explanation", entry.explanation}};
        object.update(entry.more);
        if (!entry.source.empty())
            object["source"] = entry.source;
        list.push_back(std::move(object));
    }
    return list.dump(2) + "\n";
}

void declareList(Options& options)
{
    options.add("WHAT", "", "Which list: " + listNames() + ".", true);
    options.addFlag("--json", "As JSON.");
}

Status runList(const Options& options, Report&, const CancelToken&)
{
    const std::string name = options.text("WHAT");
    const auto* const list = std::ranges::find(kLists, name, &List::name);
    if (list == std::end(kLists))
        return usageError("ENUM", Message::verbatim("list"), WORDS("%1 is unknown").with(inQuotes(name)),
                          WORDS("use one of %1").with(listNames()));
    const std::vector<Entry> entries = list->entries();
    return writeStandardOutput(options.given("--json") ? asJson(entries) : asText(entries));
}

} // namespace

const Command kListCommand{"list", "List the choices.", "phasor list parameters\nphasor list schemes --json\n",
                           declareList, runList};

} // namespace phasor
