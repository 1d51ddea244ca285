// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/presets.h"

#include "pipeline/json.h"
#include "text/spelling.h"

#include <QFile>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace phasor {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 17> kIds{"tutorial",
                                                "annotated-transformer",
                                                "illustrated-transformer",
                                                "d2l",
                                                "short-base",
                                                "sentence",
                                                "no-scale",
                                                "tensor2tensor",
                                                "small-embedding",
                                                "concatenated",
                                                "protected",
                                                "whole-tokens",
                                                "masked-fill",
                                                "book-mask",
                                                "book-mask-linux",
                                                "bfloat16",
                                                "endless"};

Error unknownPreset(std::string_view id)
{
    const std::string nearest(nearestWord(id, kIds));
    return usageError("ENUM", "--preset", quoted(id) + " is unknown",
                      (nearest.empty() ? "" : "did you mean " + nearest + "? See ") + "`phasor list presets`");
}

Error damaged(std::string_view id, std::string what)
{
    return Error{
        .kind = ErrorKind::Internal, .code = "SCHEMA", .where = "preset " + std::string(id), .what = std::move(what)};
}

} // namespace

std::span<const std::string_view> presetIds()
{
    return kIds;
}

Result<Preset> loadPreset(std::string_view id)
{
    if (std::find(kIds.begin(), kIds.end(), id) == kIds.end())
        return unknownPreset(id);
    QFile file(QStringLiteral(":/presets/") + QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()))
               + QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly))
        return damaged(id, "is not among the resources");
    const QByteArray bytes = file.readAll();
    const Json json = Json::parse(bytes.begin(), bytes.end(), nullptr, false);
    if (!json.is_object() || !json.contains("parameters") || !json.contains("view"))
        return damaged(id, "is no object with parameters and view");
    Preset preset{.id = std::string(id),
                  .title = json.value("title", std::string()),
                  .says = json.value("says", std::string()),
                  .parameters = {},
                  .view = {}};
    const Result<Parameters> parameters = fromJson(json["parameters"]);
    if (!parameters.ok())
        return parameters.error();
    preset.parameters = *parameters;
    const StageInfo* stage = findStage(json["view"].value("stage", std::string()));
    if (stage == nullptr)
        return damaged(id, "names no stage");
    preset.view.stage = stage->id;
    preset.view.dimensions = json["view"].value("dimensions", preset.view.dimensions);
    return preset;
}

} // namespace phasor
