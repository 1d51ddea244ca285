// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/presets.h"

#include "text/spelling.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace phasor {

namespace {

struct Entry
{
    std::string_view id;
    PresetGroup group;
};

// In the order of the menu.
constexpr Entry kPresets[] = {
    {"tutorial", PresetGroup::Sines},
    {"annotated-transformer", PresetGroup::Sines},
    {"illustrated-transformer", PresetGroup::Sines},
    {"d2l", PresetGroup::Sines},
    {"short-base", PresetGroup::Sines},
    {"tensor2tensor", PresetGroup::Sines},
    {"bfloat16", PresetGroup::Sines},
    {"endless", PresetGroup::Sines},
    {"sentence", PresetGroup::Embedding},
    {"no-scale", PresetGroup::Embedding},
    {"small-embedding", PresetGroup::Embedding},
    {"concatenated", PresetGroup::Embedding},
    {"protected", PresetGroup::Dropout},
    {"whole-tokens", PresetGroup::Dropout},
    {"masked-fill", PresetGroup::Dropout},
    {"book-mask", PresetGroup::Dropout},
    {"book-mask-linux", PresetGroup::Dropout},
    {"circulating-dropout", PresetGroup::Dropout},
    {"llama-3.1", PresetGroup::Rotations},
    {"llama-4", PresetGroup::Rotations},
    {"smollm3", PresetGroup::Rotations},
    {"command-a", PresetGroup::Rotations},
    {"qwen3", PresetGroup::Rotations},
    {"deepseek-v3", PresetGroup::Rotations},
    {"gpt-oss", PresetGroup::Rotations},
    {"phi-3", PresetGroup::Rotations},
    {"gemma-3", PresetGroup::Rotations},
    {"gpt-j", PresetGroup::Rotations},
    {"gpt-neox", PresetGroup::Rotations},
    {"bloom", PresetGroup::OtherModels},
    {"mpt-7b", PresetGroup::OtherModels},
    {"t5", PresetGroup::OtherModels},
    {"gpt-2", PresetGroup::OtherModels},
    {"bert", PresetGroup::OtherModels},
    {"nope", PresetGroup::OtherModels},
};

constexpr auto kIds = [] {
    std::array<std::string_view, std::size(kPresets)> ids;
    std::ranges::transform(kPresets, ids.begin(), &Entry::id);
    return ids;
}();

Error unknownPreset(std::string_view id)
{
    const std::string nearest(nearestWord(id, kIds));
    return usageError("ENUM", "--preset", WORDS("%1 is unknown").with(inQuotes(id)),
                      nearest.empty() ? Message(WORDS("`phasor list presets`"))
                                      : WORDS("did you mean %1? See `phasor list presets`").with(nearest));
}

// A fault of ours: the presets are compiled in.
Error damaged(std::string_view id, Error error)
{
    error.kind = ErrorKind::Internal;
    error.where = WORDS("preset %1").with(id);
    return error;
}

} // namespace

std::span<const std::string_view> presetIds()
{
    return kIds;
}

Result<Preset> loadPreset(std::string_view id)
{
    const auto entry = std::ranges::find(kPresets, id, &Entry::id);
    if (entry == std::end(kPresets))
        return unknownPreset(id);
    QFile file(QStringLiteral(":/presets/") + QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()))
               + QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly))
        return damaged(id, {.code = "OPEN", .what = WORDS("is not among the resources")});
    const QByteArray bytes = file.readAll();
    Result<DocumentRead> read = readDocument({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!read.ok())
        return damaged(id, read.error());
    if (!read->warnings.empty())
        return damaged(id, {.code = "SCHEMA", .what = read->warnings.front()});
    return Preset{.id = std::string(id), .group = entry->group, .document = std::move(read->document)};
}

} // namespace phasor
