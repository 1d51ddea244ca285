// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/document.h"

#include "encodings/schemes.h"
#include "pipeline/json.h"
#include "session/documentjson_p.h"
#include "training/experiment.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace phasor {

namespace {

constexpr std::array<std::pair<AxisKind, const char*>, 4> kAxes{{{AxisKind::Position, "position"},
                                                                 {AxisKind::Dimension, "dimension"},
                                                                 {AxisKind::Key, "key"},
                                                                 {AxisKind::Id, "id"}}};

constexpr std::array<const char*, 3> kTermsOf{"a", "b", "difference"}; // as TermsOf

Json zoomJson(const Zoom& zoom)
{
    Json json = Json::object();
    for (const auto& [kind, name] : kAxes)
        json[name] = zoom[kind] ? Json::array({zoom[kind]->low, zoom[kind]->high}) : Json();
    return json;
}

Json trainingJson(const TrainingChoice& choice)
{
    Json json = Json::object();
    for (const TrainingParameter& parameter : trainingParameters())
        json[parameter.key()] = printValue(parameter.get(choice.settings));
    json["vary"] = choice.vary;
    json[seedsSetting().key()] = toJson(seedsSetting(), seedsSetting().get(choice));
    return json;
}

Json viewJson(const ViewState& view)
{
    return {{"stage", view.node},
            {"zoom", zoomJson(view.zoom)},
            {"dimensions", view.dimensions},
            {"colormap", view.colorMap},
            {"reduction", textOf(view.reduction)},
            {"range", textOf(view.range)},
            {"schemes", view.schemes},
            {"distance", view.logarithmicDistance ? "log" : "linear"},
            {"shift", view.shift},
            {"row_means", view.minusRowMeans ? "without" : "with"},
            {"terms_of", kTermsOf[static_cast<std::size_t>(view.termsOf)]},
            {"mean_row", view.minusMeanRow ? "without" : "with"},
            {"form", view.divided ? "divided" : "scaled"},
            {"selection", zoomJson(view.selection)},
            {"analyse", view.onlySelection ? "selection" : "all"},
            {"training", trainingJson(view.training)}};
}

Json layoutJson(const Layout& layout)
{
    return {{"window", layout.window},
            {"maximised", layout.maximised},
            {"columns", layout.columns},
            {"plot_rows", layout.plotRows},
            {"plot_columns", layout.plotColumns},
            {"theme", layout.theme},
            {"opened", layout.opened},
            {"folded", layout.folded},
            {"controls", layout.controls}};
}

// With every key that this program knows.
Json everyKey(const Document& document)
{
    return {{"format", kSessionFormat},
            {"version", kSessionVersion},
            {"title", document.title},
            {"says", document.says},
            {"parameters", toJson(document.scene.a)},
            {"b", document.scene.b ? toJson(*document.scene.b) : Json()},
            {"view", viewJson(document.view)},
            {"plots", document.plots},
            {"layout", layoutJson(document.layout)}};
}

void removeEmpty(Json& object)
{
    for (auto it = object.begin(); it != object.end();)
        it = it->is_null() || it->empty() || *it == "" ? object.erase(it) : std::next(it);
}

// What stands in `object` and not in `known`, at any level.
Json unknownKeys(const Json& object, const Json& known)
{
    Json rest = Json::object();
    for (const auto& [key, value] : object.items()) {
        const auto found = known.find(key);
        if (found == known.end()) {
            rest[key] = value;
        } else if (value.is_object() && found->is_object()) {
            if (Json inner = unknownKeys(value, *found); !inner.empty())
                rest[key] = std::move(inner);
        }
    }
    return rest;
}

void addUnknown(Json& object, const Json& unknown)
{
    for (const auto& [key, value] : unknown.items()) {
        if (!object.contains(key))
            object[key] = value;
        else if (object[key].is_object() && value.is_object())
            addUnknown(object[key], value);
    }
}

// Reads one object; what cannot be understood keeps its value and makes a warning.
class LenientReader
{
public:
    LenientReader(const Json& object, std::string name, std::vector<Message>& warnings)
        : m_object(object)
        , m_name(std::move(name))
        , m_warnings(warnings)
    {
    }

    // `take(json)` says whether the value is understood; it may throw nlohmann's exceptions.
    template <typename Take> void read(const char* key, Take&& take)
    {
        const auto found = m_object.find(key);
        if (found == m_object.end() || found->is_null())
            return;
        bool understood = false;
        try {
            understood = take(*found);
        } catch (const Json::exception&) { // of another type
        }
        if (!understood)
            m_warnings.push_back(WORDS("%1 is not understood: the standard is used").with(m_name + "." + key));
    }
    template <typename T> void read(const char* key, T& value)
    {
        read(key, [&value](const Json& json) {
            value = json.get<T>();
            return true;
        });
    }

    template <typename W> void readSetting(const Setting<W>& setting, W& whole)
    {
        read(setting.key().c_str(), [&](const Json& json) {
            const Result<ParameterValue> value = fromJson(setting, json);
            if (value.ok())
                setting.set(whole, *value);
            return value.ok();
        });
    }

private:
    const Json& m_object;
    std::string m_name;
    std::vector<Message>& m_warnings;
};

Zoom readZoom(const Json& json, const char* name, std::vector<Message>& warnings)
{
    Zoom zoom;
    LenientReader reader(json, name, warnings);
    for (const auto& [axisKind, axis] : kAxes) {
        reader.read(axis, [&zoom, kind = axisKind](const Json& range) {
            const auto edges = range.get<std::array<double, 2>>();
            if (range.size() != 2 || !std::isfinite(edges[0]) || !std::isfinite(edges[1]) || !(edges[0] < edges[1]))
                return false;
            zoom[kind] = Interval{edges[0], edges[1]};
            return true;
        });
    }
    return zoom;
}

// The value of a word, if it is one.
template <typename T> bool adopt(T& value, const std::optional<T>& read)
{
    if (read)
        value = *read;
    return read.has_value();
}

TrainingChoice readTraining(const Json& json, std::vector<Message>& warnings)
{
    TrainingChoice choice;
    LenientReader reader(json, "view.training", warnings);
    for (const TrainingParameter& parameter : trainingParameters()) {
        reader.read(parameter.key().c_str(), [&](const Json& text) {
            const Result<ParameterValue> value = parseValue(parameter, text.get<std::string>());
            if (value.ok())
                parameter.set(choice.settings, *value);
            return value.ok();
        });
    }
    reader.read("vary", choice.vary);
    reader.readSetting(seedsSetting(), choice);
    return choice;
}

ViewState readView(const Json& json, std::vector<Message>& warnings)
{
    ViewState view;
    LenientReader reader(json, "view", warnings);
    reader.read("stage", [&](const Json& word) {
        view.node = isNode(word.get_ref<const std::string&>()) ? word.get<std::string>() : view.node;
        return view.node == word.get_ref<const std::string&>();
    });
    if (const auto zoom = json.find("zoom"); zoom != json.end() && zoom->is_object())
        view.zoom = readZoom(*zoom, "view.zoom", warnings);
    if (const auto selection = json.find("selection"); selection != json.end() && selection->is_object())
        view.selection = readZoom(*selection, "view.selection", warnings);
    if (const auto training = json.find("training"); training != json.end() && training->is_object())
        view.training = readTraining(*training, warnings);
    reader.read("dimensions", [&](const Json& list) {
        const bool whole = list.is_array() && std::all_of(list.begin(), list.end(), [](const Json& dimension) {
                               return dimension.is_number_integer() && dimension.get<std::int64_t>() >= 0;
                           });
        if (whole)
            view.dimensions = list.get<std::vector<std::int64_t>>();
        return whole;
    });
    reader.read("colormap", view.colorMap);
    reader.read("reduction",
                [&](const Json& word) { return adopt(view.reduction, reductionOf(word.get<std::string>())); });
    reader.read("schemes", [&](const Json& list) {
        const auto ids = list.get<std::vector<std::string>>();
        const bool known
            = std::all_of(ids.begin(), ids.end(), [](const std::string& id) { return findScheme(id) != nullptr; });
        if (known)
            view.schemes = ids;
        return known;
    });
    reader.read("distance", [&](const Json& word) {
        view.logarithmicDistance = word == "log";
        return word == "log" || word == "linear";
    });
    reader.read("shift", [&](const Json& k) {
        const bool whole = k.is_number_integer() && k.get<std::int64_t>() >= 1 && k.get<std::int64_t>() <= 2147483647;
        if (whole)
            view.shift = k.get<std::int64_t>();
        return whole;
    });
    const auto readWord = [&reader](const char* key, bool& on, const char* yes, const char* no) {
        reader.read(key, [&](const Json& word) {
            on = word == yes;
            return word == yes || word == no;
        });
    };
    readWord("row_means", view.minusRowMeans, "without", "with");
    readWord("mean_row", view.minusMeanRow, "without", "with");
    readWord("form", view.divided, "divided", "scaled");
    readWord("analyse", view.onlySelection, "selection", "all");
    reader.read("terms_of", [&](const Json& word) {
        const auto found = std::find(kTermsOf.begin(), kTermsOf.end(), word.get<std::string>());
        if (found != kTermsOf.end())
            view.termsOf = static_cast<TermsOf>(found - kTermsOf.begin());
        return found != kTermsOf.end();
    });
    reader.read("range", [&](const Json& word) { return adopt(view.range, colourRangeOf(word.get<std::string>())); });
    return view;
}

Layout readLayout(const Json& json, std::vector<Message>& warnings)
{
    Layout layout;
    LenientReader reader(json, "layout", warnings);
    reader.read("window", [&](const Json& rectangle) {
        const bool four = rectangle.is_array() && rectangle.size() == 4;
        if (four)
            layout.window = rectangle.get<std::array<int, 4>>();
        return four;
    });
    reader.read("maximised", layout.maximised);
    reader.read("columns", layout.columns);
    reader.read("plot_rows", layout.plotRows);
    reader.read("plot_columns", layout.plotColumns);
    reader.read("theme", layout.theme);
    reader.read("opened", layout.opened);
    reader.read("folded", layout.folded);
    reader.read("controls", layout.controls);
    return layout;
}

Result<Parameters> readParameters(const Json& json, const char* key)
{
    const auto found = json.find(key);
    if (found == json.end() || found->is_null())
        return Parameters{};
    Result<Parameters> parameters = fromJson(*found);
    if (parameters.ok())
        return parameters;
    Error error = parameters.error();
    error.field = error.field.empty() ? key : key + ("." + error.field);
    return error;
}

} // namespace

std::string writeDocument(const Document& document, int indent)
{
    Json json = everyKey(document);
    if (document.layout == Layout{})
        json.erase("layout");
    if (json["view"]["training"] == trainingJson({}))
        json["view"].erase("training");
    removeEmpty(json);
    for (const char* ranges : {"zoom", "selection"})
        removeEmpty(json["view"][ranges]);
    if (!document.unknown.empty())
        addUnknown(json, Json::parse(document.unknown, nullptr, false));
    // A text or a file's name that is not UTF-8 is replaced rather than all the rest lost.
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Result<DocumentRead> readDocument(std::string_view text)
{
    TRY(Json parsed, parseObject(text));
    TRY(const Json json, inPresentVersion(std::move(parsed)));
    DocumentRead read;
    Document& document = read.document;
    LenientReader reader(json, "session", read.warnings);
    reader.read("title", document.title);
    reader.read("says", document.says);
    TRY(document.scene.a, readParameters(json, "parameters"));
    if (json.contains("b") && !json["b"].is_null()) {
        TRY(document.scene.b, readParameters(json, "b"));
    }
    if (json.contains("view") && json["view"].is_object())
        document.view = readView(json["view"], read.warnings);
    reader.read("plots", document.plots);
    if (json.contains("layout") && json["layout"].is_object())
        document.layout = readLayout(json["layout"], read.warnings);
    if (const Json unknown = unknownKeys(json, everyKey(document)); !unknown.empty())
        document.unknown = unknown.dump(-1, ' ', false, Json::error_handler_t::replace);
    return read;
}

} // namespace phasor
