// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/document.h"

#include "inputs/jsontext.h"
#include "session/documentjson_p.h"
#include "session/figureoptions.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace phasor {

constexpr std::array<std::pair<AxisKind, const char*>, 4> kAxes{{{AxisKind::Position, "position"},
                                                                 {AxisKind::Dimension, "dimension"},
                                                                 {AxisKind::Key, "key"},
                                                                 {AxisKind::Id, "id"}}};

static Json zoomJson(const Zoom& zoom)
{
    Json json = Json::object();
    for (const auto& [kind, name] : kAxes)
        json[name] = zoom[kind] ? Json::array({zoom[kind]->low, zoom[kind]->high}) : Json();
    return json;
}

static Json trainingJson(const TrainingChoice& choice)
{
    Json json = Json::object();
    for (const TrainingParameter& parameter : trainingParameters())
        json[parameter.key()] = printValue(parameter.get(choice.settings));
    json["vary"] = choice.vary;
    addSetting(json, seedsSetting(), choice);
    return json;
}

static Json viewJson(const ViewState& view)
{
    Json json{{"stage", Json()}, {"zoom", zoomJson(view.zoom)}, {"dimensions", view.dimensions}};
    for (const Setting<ViewState>& setting : viewSettings())
        addSetting(json, setting, view);
    for (const ViewOption& option : viewOptions())
        addSetting(json, option, view.board.of(option.view));
    json["selection"] = zoomJson(view.selection);
    addSetting(json, analyseSetting(), view);
    json["training"] = trainingJson(view.training);
    return json;
}

// Whether each view has its usual cell, all of one size: then their names say all.
static bool isUsual(const Board& board)
{
    Board usual;
    usual.showOnly(board.shown());
    return usual.isArrangedAs(board);
}

// The shown views, in the order of the menu.
static std::vector<std::string> plotsOf(const Board& board)
{
    std::vector<std::string> views;
    for (const ViewInfo& info : viewInfos()) {
        if (board.find(info.view) >= 0)
            views.emplace_back(info.view);
    }
    return views;
}

std::span<const Setting<Layout>> layoutSettings()
{
    static const Setting<Layout> kSettings[] = {
        setting(choice("theme", WORDS("Theme"),
                       [] {
                           std::vector<ParameterChoice> themes = themeChoices();
                           themes.insert(themes.begin(), {"system", WORDS("System"), {}});
                           return themes;
                       })
                    .says(WORDS("Colors of the window.")),
                &Layout::theme),
        setting(integer("type-size", WORDS("Type size"), 80, 200).says(WORDS("Percent of the usual size.")),
                &Layout::typeSize),
    };
    return kSettings;
}

// Calls f(key, member) for each other member of a layout.
template <typename AnyLayout, typename F> static void forMembers(AnyLayout& layout, F f)
{
    f("window", layout.window);
    f("maximised", layout.maximized);
    f("columns", layout.columns);
    f("opened", layout.opened);
    f("lessons", layout.lessons);
    f("reduced_motion", layout.reducesMotion);
    f("start_page", layout.startPage);
    f("recent", layout.recent);
    f("controls", layout.controls);
}

static Json bookmarkJson(const Document& bookmark);

// JSON with every key that this program knows.
static Json everyKey(const Document& document)
{
    const Board& board = document.view.board;
    const bool usual = !document.arranged || isUsual(board);
    Json layout = Json::object();
    forMembers(document.layout, [&layout](const char* key, const auto& value) { layout[key] = value; });
    for (const Setting<Layout>& setting : layoutSettings())
        addSetting(layout, setting, document.layout);
    Json bookmarks = Json::array();
    std::ranges::transform(document.bookmarks, std::back_inserter(bookmarks), bookmarkJson);
    return {{"format", kSessionFormat},
            {"version", usual ? kSessionVersion : kBoardVersion},
            {"title", document.title},
            {"says", document.says},
            {"source", document.source},
            {"parameters", toJson(document.scene.a)},
            {"b", document.scene.b ? toJson(*document.scene.b) : Json()},
            {"view", viewJson(document.view)},
            {"plots", document.arranged && usual ? Json(plotsOf(board)) : Json()},
            {"board", document.arranged && !usual ? boardJson(board) : Json()},
            {"layout", layout},
            {"trainings", document.trainings.empty() ? Json() : Json::parse(document.trainings, nullptr, false)},
            {"file", document.file},
            {"bookmarks", bookmarks}};
}

static Json documentJson(const Document& document)
{
    Json json = everyKey(document);
    if (document.layout == Layout{})
        json.erase("layout");
    if (json["view"]["training"] == trainingJson({}))
        json["view"].erase("training");
    removeEmpty(json);
    for (auto it = json["view"].begin(); it != json["view"].end();)
        it = it->is_null() ? json["view"].erase(it) : std::next(it);
    for (const char* ranges : {"zoom", "selection"})
        removeEmpty(json["view"][ranges]);
    if (!document.unknown.empty())
        addUnknown(json, Json::parse(document.unknown, nullptr, false));
    return json;
}

static Json bookmarkJson(const Document& bookmark)
{
    Json json = documentJson(bookmark);
    json.erase("format");
    json.erase("version"); // the session's
    return json;
}

static Zoom readZoom(const Json& json, const char* name, std::vector<Message>& warnings)
{
    Zoom zoom;
    LenientReader reader{json, name, warnings};
    for (const auto& [kind, axis] : kAxes) {
        reader.readBy(axis, [&zoom, kind = kind](const Json& range) {
            const auto edges = range.get<std::array<double, 2>>();
            if (range.size() != 2 || !std::isfinite(edges[0]) || !std::isfinite(edges[1]) || !(edges[0] < edges[1]))
                return false;
            zoom[kind] = Interval{edges[0], edges[1]};
            return true;
        });
    }
    return zoom;
}

static TrainingChoice readTraining(const Json& json, std::vector<Message>& warnings)
{
    TrainingChoice choice;
    LenientReader reader{json, "view.training", warnings};
    for (const TrainingParameter& parameter : trainingParameters()) {
        reader.readBy(parameter.key(), [&](const Json& text) {
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

static ViewState readView(const Json& json, std::vector<Message>& warnings)
{
    ViewState view;
    LenientReader reader{json, "view", warnings};
    view.zoom = readZoom(reader.objectAt("zoom"), "view.zoom", warnings);
    view.selection = readZoom(reader.objectAt("selection"), "view.selection", warnings);
    view.training = readTraining(reader.objectAt("training"), warnings);
    reader.readBy("dimensions", [&](const Json& list) {
        const bool whole = list.is_array() && std::ranges::all_of(list, [](const Json& dimension) {
                               return dimension.is_number_integer() && dimension.get<std::int64_t>() >= 0;
                           });
        if (whole)
            view.dimensions = list.get<std::vector<std::int64_t>>();
        return whole;
    });
    for (const Setting<ViewState>& setting : viewSettings())
        reader.readSetting(setting, view);
    for (const ViewOption& option : viewOptions()) {
        AnySettings options = view.board.of(option.view);
        reader.readSetting(option, options);
        view.board.set(option.view, options);
    }
    reader.readSetting(analyseSetting(), view);
    return view;
}

static Result<Parameters> readParameters(const Json& json, const char* key)
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

// What a bookmark has, too.
static Result<Document> readParts(const Json& json, std::vector<Message>& warnings)
{
    Document document;
    LenientReader reader{json, "session", warnings};
    reader.read("title", document.title);
    reader.read("says", document.says);
    reader.read("source", document.source);
    TRY(document.scene.a, readParameters(json, "parameters"));
    if (json.contains("b") && !json["b"].is_null()) {
        TRY(document.scene.b, readParameters(json, "b"));
    }
    document.view = readView(reader.objectAt("view"), warnings);
    Board& board = document.view.board;
    reader.readBy("plots", [&](const Json& list) {
        const auto views = list.get<std::vector<std::string>>();
        document.arranged // counted, so that each unknown view is named
            = std::ranges::count_if(views, [&](const auto& view) { return knowsView(view, warnings); }) > 0;
        board.showOnly(views);
        return true;
    });
    reader.readBy("board", [&](const Json& lines) {
        document.arranged = readBoard(board, lines, warnings);
        return document.arranged;
    });
    return document;
}

static void keepUnknown(const Json& json, Document& document)
{
    if (const Json unknown = unknownKeys(json, everyKey(document)); !unknown.empty())
        document.unknown = unknown.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ViewState Document::viewOver(const Board& board) const
{
    ViewState over = view;
    if (!arranged)
        over.board.arrangeAs(board);
    return over;
}

std::string writeDocument(const Document& document, int indent)
{
    // Invalid UTF-8 in a text or a file's name is replaced, so that the rest is kept.
    return documentJson(document).dump(indent, ' ', false, Json::error_handler_t::replace);
}

Result<DocumentRead> readDocument(std::string_view text, bool keepsUnknown)
{
    TRY(Json parsed, parseJsonObject(text, kGiveSession));
    TRY(const Json json, inPresentVersion(std::move(parsed)));
    DocumentRead read;
    TRY(read.document, readParts(json, read.warnings));
    Document& document = read.document;
    LenientReader reader{json, "session", read.warnings};
    reader.read("file", document.file);
    LenientReader layout{reader.objectAt("layout"), "layout", read.warnings};
    forMembers(document.layout, [&layout](const char* key, auto& value) { layout.read(key, value); });
    for (const Setting<Layout>& setting : layoutSettings())
        layout.readSetting(setting, document.layout);
    reader.readBy("trainings", [&document](const Json& list) {
        document.trainings = list.dump();
        return list.is_array();
    });
    reader.readBy("bookmarks", [&](const Json& list) {
        for (const Json& one : list.is_array() ? list : Json::array()) {
            Result<Document> bookmark = readParts(one, read.warnings);
            if (one.is_object() && bookmark.ok()) {
                keepUnknown(one, *bookmark);
                document.bookmarks.push_back(std::move(*bookmark));
            } else {
                read.warnings.push_back(
                    WORDS("bookmark %1 is not understood, so it is left out").with(document.bookmarks.size() + 1));
            }
        }
        return list.is_array();
    });
    if (keepsUnknown)
        keepUnknown(json, document);
    return read;
}

} // namespace phasor
