// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/documentjson_p.h"

#include "pipeline/pipeline.h"

#include <algorithm>

namespace phasor {

namespace {

int shareOf(const Json& json)
{
    constexpr double kLargest = 1e6;
    return static_cast<int>(std::clamp(json.value("share", static_cast<double>(kUsualShare)), 1.0, kLargest));
}

Json cellJson(const BoardCell& cell)
{
    Json options = Json::object();
    for (const ViewOption* option : optionsOfView(cell.view)) {
        if (!option->isStandard(cell.options))
            addSetting(options, *option, cell.options);
    }
    return {{"view", cell.view}, {"stage", cell.stage}, {"share", cell.share}, {"options", options}};
}

BoardCell readCell(const Json& json, std::vector<Message>& warnings)
{
    BoardCell cell;
    LenientReader reader{json, "board", warnings};
    reader.read("view", cell.view);
    cell.share = shareOf(json);
    reader.readBy("stage", [&cell](const Json& stage) {
        cell.stage = isNode(stage.get<std::string>()) ? stage.get<std::string>() : "";
        return !cell.stage.empty();
    });
    LenientReader options{objectAt(json, "options"), "board.options", warnings};
    for (const ViewOption* option : optionsOfView(cell.view))
        options.readSetting(*option, cell.options);
    Json known = cellJson(cell);
    for (const ViewOption* option : optionsOfView(cell.view))
        addSetting(known["options"], *option, cell.options);
    if (const Json unknown = unknownKeys(json, known); !unknown.empty())
        cell.unknown = unknown.dump();
    return cell;
}

} // namespace

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
            if (BoardCell read = readCell(cell, warnings); findView(read.view) != nullptr)
                lines.back().cells.push_back(std::move(read));
        }
    }
    const bool some = std::ranges::any_of(lines, [](const BoardLine& line) { return !line.cells.empty(); });
    board.setLines(std::move(lines), json.value("direction", "rows") == "columns");
    return some;
}

} // namespace phasor
