// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/documentjson_p.h"

#include "inputs/jsontext.h"
#include "pipeline/pipeline.h"
#include "session/document.h"
#include "training/trainingbook.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

// Moves object[key], if it exists, to where[as].
static void move(Json& object, const char* key, Json& where, const char* as)
{
    if (const auto found = object.find(key); found != object.end()) {
        where[as] = std::move(*found);
        object.erase(found);
    }
}

// The window's settings of version 1.
static void upgradeSettings(Json& json)
{
    Json layout = Json::object();
    for (const char* key : {"window", "maximised", "columns", "plot_rows", "plot_columns", "theme"})
        move(json, key, layout, key);
    Json view = Json::object();
    for (const char* key : {"stage", "dimensions"})
        move(json, key, view, key);
    json["layout"] = std::move(layout);
    json["view"] = std::move(view);
}

// Upgrades the data inside figures of version 1: one plot, and a zoom in rows and columns of the table.
static void upgradeFigure(Json& json)
{
    if (!json.contains("view") || !json["view"].is_object())
        return;
    Json view = json["view"]; // a copy: a new key moves the others in memory
    if (view.contains("plot"))
        json["plots"] = Json::array({view["plot"]});
    view.erase("plot");
    Json zoom = Json::object();
    move(view, "rows", zoom, "position");
    move(view, "columns", zoom, "dimension");
    std::int64_t first = 0;
    if (const auto found = json.find("parameters"); found != json.end()) {
        if (const auto value = found->find("first_position"); value != found->end() && value->is_number_integer())
            first = value->get<std::int64_t>();
    }
    for (Json& edge : zoom["position"]) {
        if (edge.is_number())
            edge = edge.get<double>() + static_cast<double>(first);
    }
    view["zoom"] = std::move(zoom);
    json["view"] = std::move(view);
}

// Two rows of the four cells of version 3: null where nothing is shown.
static void upgradeBoard(Json& json)
{
    const auto found = json.find("board");
    if (found == json.end() || !found->is_array())
        return;
    Json rows = Json::array();
    for (std::size_t i = 0; i < found->size(); ++i) {
        if (i % 2 == 0)
            rows.push_back({{"cells", Json::array()}});
        if ((*found)[i].is_object())
            rows.back()["cells"].push_back((*found)[i]);
    }
    json["board"] = {{"lines", rows}};
}

Result<Json> inPresentVersion(Json json)
{
    const auto format = json.find("format");
    const bool settings = format != json.end() && *format == "phasor-window";
    if (!settings && (format == json.end() || *format != kSessionFormat))
        return jsonError("SCHEMA", "format", WORDS("is not a Phasor session"), kGiveSession);
    const auto version = json.find("version");
    if (version == json.end())
        return jsonError("SCHEMA", "version", WORDS("is missing"));
    if (!version->is_number_integer())
        return jsonError("TYPE", "version", WORDS("is %1, not a whole number").with(version->dump()));
    const auto number = version->get<std::int64_t>();
    if (settings && number != 1)
        return jsonError("VERSION", "version",
                         WORDS("is of version %1, but only version 1 of these settings exists").with(version->dump()),
                         kGiveSession);
    if (number < 1 || number > kBoardVersion)
        return jsonError(
            "VERSION", "version",
            WORDS("is of version %1, but this Phasor reads versions 1 to %2").with(version->dump(), kBoardVersion),
            WORDS("open it with a newer Phasor"));
    if (number == 1)
        settings ? upgradeSettings(json) : upgradeFigure(json);
    if (number == 3)
        upgradeBoard(json);
    if (number < kBoardVersion && json.contains("layout") && json["layout"].is_object()) {
        for (const char* key : {"plot_rows", "plot_columns"}) // sizes are the board's now
            json["layout"].erase(key);
    }
    json["format"] = kSessionFormat;
    json["version"] = kSessionVersion;
    return json;
}

void removeEmpty(Json& object)
{
    for (auto it = object.begin(); it != object.end();)
        it = it->is_null() || it->empty() || *it == "" ? object.erase(it) : std::next(it);
}

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

static int shareOf(const Json& json)
{
    constexpr double kLargest = 1e6;
    return static_cast<int>(std::clamp(json.value("share", static_cast<double>(kUsualShare)), 1.0, kLargest));
}

static Json cellJson(const BoardCell& cell)
{
    Json options = Json::object();
    for (const ViewOption* option : optionsOfView(cell.view)) {
        if (!option->isStandard(cell.options))
            addSetting(options, *option, cell.options);
    }
    return {{"view", cell.view}, {"stage", cell.stage}, {"share", cell.share}, {"options", options}};
}

static BoardCell readCell(const Json& json, std::vector<Message>& warnings)
{
    BoardCell cell;
    LenientReader reader{json, "board", warnings};
    reader.read("view", cell.view);
    cell.share = shareOf(json);
    reader.readBy("stage", [&cell](const Json& stage) {
        cell.stage = isNode(stage.get<std::string>()) ? stage.get<std::string>() : "";
        return !cell.stage.empty();
    });
    LenientReader options{reader.objectAt("options"), "board.options", warnings};
    for (const ViewOption* option : optionsOfView(cell.view))
        options.readSetting(*option, cell.options);
    Json known = cellJson(cell);
    for (const ViewOption* option : optionsOfView(cell.view))
        addSetting(known["options"], *option, cell.options);
    if (const Json unknown = unknownKeys(json, known); !unknown.empty())
        cell.unknown = unknown.dump();
    return cell;
}

bool knowsView(const std::string& view, std::vector<Message>& warnings)
{
    const bool known = findView(view) != nullptr;
    if (!known)
        warnings.push_back(WORDS("the view %1 is unknown, so it is left out").with(quotedPlace(view)));
    return known;
}

Json boardJson(const Board& board)
{
    const auto shortened = [](Json json) {
        removeEmpty(json);
        if (json["share"] == kUsualShare)
            json.erase("share");
        return json;
    };
    Json lines = Json::array();
    for (const BoardLine& line : board.lines()) {
        Json cells = Json::array();
        for (const BoardCell& cell : line.cells) {
            cells.push_back(shortened(cellJson(cell)));
            if (!cell.unknown.empty())
                addUnknown(cells.back(), Json::parse(cell.unknown, nullptr, false));
        }
        lines.push_back(shortened({{"share", line.share}, {"cells", cells}}));
    }
    return {{"direction", board.inColumns() ? "columns" : "rows"}, {"lines", lines}};
}

bool readBoard(Board& board, const Json& json, std::vector<Message>& warnings)
{
    std::vector<BoardLine> lines;
    for (const Json& line : json.at("lines")) {
        lines.push_back({.cells = {}, .share = shareOf(line)});
        for (const Json& cell : line.at("cells")) {
            if (BoardCell read = readCell(cell, warnings); knowsView(read.view, warnings))
                lines.back().cells.push_back(std::move(read));
        }
    }
    const bool some = std::ranges::any_of(lines, [](const BoardLine& line) { return !line.cells.empty(); });
    board.setLines(std::move(lines), json.value("direction", "rows") == "columns");
    return some;
}

// JSON has no NaN: null.
static double number(const Json& json)
{
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

static std::vector<double> numbers(const Json& json)
{
    std::vector<double> values;
    for (const Json& value : json)
        values.push_back(number(value));
    return values;
}

static Json runJson(const RunRecord& run)
{
    Json norms = Json::array();
    for (const LearnedNorms& one : run.norms)
        norms.push_back({one.embedding, one.position, one.ratio, one.angle});
    Json attention = Json::array();
    for (const AttentionFrame& frame : run.attention) {
        Json weights = Json::array(); // to five decimals: they are only drawn
        for (const float weight : frame.weights)
            weights.push_back(std::round(static_cast<double>(weight) * 1e5) / 1e5);
        attention.push_back({{"step", frame.step}, {"weights", weights}});
    }
    return {{"steps", run.steps},       {"loss", run.loss},
            {"accuracy", run.accuracy}, {"norms", norms},
            {"attention", attention},   {"sentence", run.sentence},
            {"final", run.final},       {"by_position", run.byPosition},
            {"longer", run.longer},     {"broke_at", run.brokeAt ? Json(*run.brokeAt) : Json()}};
}

// May throw nlohmann's exceptions, also for lists that do not fit together.
static RunRecord readRun(const Json& json)
{
    RunRecord run{.steps = numbers(json.at("steps")),
                  .loss = numbers(json.at("loss")),
                  .accuracy = numbers(json.at("accuracy")),
                  .norms = {},
                  .attention = {},
                  .sentence = json.at("sentence").get<std::vector<std::int32_t>>(),
                  .finished = true,
                  .final = number(json.at("final")),
                  .byPosition = numbers(json.at("by_position")),
                  .brokeAt = {}};
    const std::size_t points = run.steps.size();
    for (std::size_t i = 0; i < points; ++i) {
        const Json& norms = json.at("norms").at(i);
        run.norms.push_back({number(norms.at(0)), number(norms.at(1)), number(norms.at(2)), number(norms.at(3))});
    }
    run.loss.resize(points, std::numeric_limits<double>::quiet_NaN());
    run.accuracy.resize(points, std::numeric_limits<double>::quiet_NaN());
    for (const Json& frame : json.at("attention")) {
        run.attention.push_back({frame.at("step").get<std::int64_t>(), frame.at("weights").get<std::vector<float>>()});
        run.attention.back().weights.resize(
            std::max(run.attention.back().weights.size(), run.sentence.size() * run.sentence.size()));
    }
    for (std::size_t i = 0; i < run.longer.size(); ++i)
        run.longer[i] = number(json.at("longer").at(i));
    if (!json.at("broke_at").is_null())
        run.brokeAt = json.at("broke_at").get<std::int64_t>();
    return run;
}

std::string writeTrainings(TrainingBook& book)
{
    Json list = Json::array();
    for (const VariantResult& one : book.finished()) {
        Json settings = Json::object();
        for (const TrainingParameter& parameter : trainingParameters())
            settings[parameter.key()] = toJson(parameter, parameter.get(one.variant.settings));
        Json runs = Json::array();
        for (const RunRecord& run : one.runs)
            runs.push_back(runJson(run));
        list.push_back({{"parameters", toJson(one.variant.parameters)}, {"settings", settings}, {"runs", runs}});
    }
    return list.empty() ? std::string() : list.dump();
}

void readTrainings(const std::string& json, TrainingBook& book)
{
    for (const Json& one : Json::parse(json.empty() ? "[]" : json, nullptr, false)) {
        try {
            const Result<Parameters> parameters = fromJson(one.at("parameters"));
            VariantResult finished{{{}, parameters.ok() ? *parameters : Parameters{}, {}}, {}};
            bool understood = parameters.ok();
            for (const TrainingParameter& parameter : trainingParameters()) {
                const auto value = fromJson(parameter, one.at("settings").at(parameter.key()));
                understood = understood && value.ok();
                if (value.ok())
                    parameter.set(finished.variant.settings, *value);
            }
            for (const Json& run : one.at("runs"))
                finished.runs.push_back(readRun(run));
            if (understood)
                book.add(std::move(finished));
        } catch (const Json::exception&) { // written by another program
        }
    }
}

} // namespace phasor
