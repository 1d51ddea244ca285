// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/figuresession.h"

#include "pipeline/json.h"
#include "pipeline/stages.h"

#include <nlohmann/json.hpp>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

Json rangeJson(const ViewState::Range& range)
{
    return range ? Json::array({range->low, range->high}) : Json();
}

Json viewJson(const ViewState& view, std::string_view plot)
{
    Json json;
    json["plot"] = std::string(plot);
    json["stage"] = std::string(stageInfo(view.stage).name);
    json["rows"] = rangeJson(view.rows);
    json["columns"] = rangeJson(view.columns);
    json["dimensions"] = view.dimensions;
    json["colormap"] = view.colorMap;
    json["reduction"] = view.reduction;
    json["range"] = view.range;
    return json;
}

} // namespace

QByteArray figureSession(const Parameters& parameters, const ViewState& view, std::string_view plot)
{
    Json json;
    json["format"] = "phasor-session";
    json["version"] = 1;
    json["parameters"] = toJson(parameters);
    json["view"] = viewJson(view, plot);
    // Text that is no UTF-8 must not throw in the middle of an export.
    return QByteArray::fromStdString(json.dump(1, ' ', false, Json::error_handler_t::replace));
}

} // namespace phasor
