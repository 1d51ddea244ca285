// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "options.h"
#include "report.h"

#include "pipeline/choices.h"
#include "plots/plot.h"
#include "raster/colormaps.h"
#include "session/presets.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace phasor {

namespace {

struct Entry
{
    std::string id;
    std::string label;
    std::string explanation;
};

std::vector<Entry> ofChoices(const std::vector<ParameterChoice>& choices)
{
    std::vector<Entry> entries;
    for (const ParameterChoice& c : choices)
        entries.push_back({std::string(c.id), std::string(c.label), std::string(c.explanation)});
    return entries;
}

std::vector<Entry> parameterEntries()
{
    std::vector<Entry> entries;
    for (const ParameterSpec& spec : parameterSpecs()) {
        const std::string standard = spec.optional() ? std::string(spec.absent) : printValue(spec, spec.standard);
        entries.push_back({std::string(spec.id), standard, std::string(spec.help)});
    }
    return entries;
}

std::vector<Entry> stageEntries()
{
    std::vector<Entry> entries;
    for (const StageInfo& info : stageInfos())
        entries.push_back({std::string(info.name), std::string(info.symbol), std::string(info.title)});
    return entries;
}

std::vector<Entry> viewEntries()
{
    std::vector<Entry> entries;
    for (const PlotSpec& spec : plotSpecs())
        entries.push_back({std::string(spec.id), std::string(spec.title), std::string(spec.question)});
    return entries;
}

std::vector<Entry> colorMapEntries()
{
    std::vector<Entry> entries;
    for (const ColorMap& map : colorMaps())
        entries.push_back({std::string(map.id), std::string(map.label), std::string(map.source)});
    return entries;
}

std::vector<Entry> presetEntries()
{
    std::vector<Entry> entries;
    for (const std::string_view id : presetIds()) {
        const Result<Preset> preset = loadPreset(id);
        if (preset.ok())
            entries.push_back({preset->id, preset->title, preset->says});
    }
    return entries;
}

struct List
{
    const char* name;
    std::vector<Entry> (*entries)();
};

const List kLists[] = {
    {"parameters", parameterEntries},
    {"schemes",
     [] {
         return ofChoices(schemeChoices());
     }},
    {"stages", stageEntries},
    {"views", viewEntries},
    {"initializers",
     [] {
         return ofChoices(initializerChoices());
     }},
    {"generators",
     [] {
         return ofChoices(generatorChoices());
     }},
    {"placements",
     [] {
         return ofChoices(placementChoices());
     }},
    {"colormaps", colorMapEntries},
    {"presets", presetEntries},
};

std::string listNames()
{
    std::string names;
    for (const List& list : kLists)
        (names += names.empty() ? "" : ", ") += list.name;
    return names;
}

std::string asText(const std::vector<Entry>& entries)
{
    std::size_t width = 0;
    for (const Entry& entry : entries)
        width = std::max(width, entry.id.size());
    std::string text;
    for (const Entry& entry : entries) {
        text += entry.id + std::string(width - entry.id.size() + 2, ' ') + entry.label;
        if (!entry.explanation.empty())
            text += "  –  " + entry.explanation;
        text += "\n";
    }
    return text;
}

std::string asJson(const std::vector<Entry>& entries)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Entry& entry : entries)
        list.push_back({{"id", entry.id}, {"label", entry.label}, {"explanation", entry.explanation}});
    return list.dump(2) + "\n";
}

void declare(Options& options)
{
    options.addPositional("what", "Which list: " + listNames() + ".", true);
    options.addFlag("--json", "As JSON.");
}

Status run(const Options& options, Report&, const CancelToken&)
{
    const std::string name = options.text("what");
    const auto* list
        = std::find_if(std::begin(kLists), std::end(kLists), [&](const List& l) { return l.name == name; });
    if (list == std::end(kLists))
        return Error{.kind = ErrorKind::Usage,
                     .code = "ENUM",
                     .where = "list",
                     .what = phasor::quoted(name) + " is unknown",
                     .remedy = "give one of " + listNames()};
    const std::vector<Entry> entries = list->entries();
    return writeStandardOutput(options.flag("--json") ? asJson(entries) : asText(entries));
}

} // namespace

const Command kListCommand{"list", "What there is to choose from.", declare, run};

} // namespace phasor
