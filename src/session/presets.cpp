// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/document.h"

#include "text/words.h"

#include <QFile>

#include <algorithm>

namespace phasor {

// In the order of the menu, by PresetGroup.
static const std::vector<std::string_view> kGroups[] = {
    {"sentence", "tutorial"},
    {"protected", "whole-tokens"},
    {"concatenated"},
    {"tensor2tensor", "no-scale", "small-embedding"},
    {"book-mask", "book-mask-linux"},
    {"short-base", "endless"},
    {"llama-3.1", "llama-4", "smollm3", "command-a", "qwen3", "deepseek-v3", "gpt-oss", "phi-3", "gemma-3", "gpt-j",
     "gpt-neox"},
    {"bloom", "mpt-7b", "t5", "gpt-2", "bert", "nope"},
    {"annotated-transformer", "illustrated-transformer", "d2l"},
    {"masked-fill", "circulating-dropout", "bfloat16"},
};

static Error unknownPreset(std::string_view id)
{
    const std::string nearest(nearestWord(id, presetIds()));
    return usageError("ENUM", "--preset", WORDS("%1 is unknown").with(inQuotes(id)),
                      nearest.empty() ? Message(WORDS("choose one of `phasor list presets`"))
                                      : WORDS("did you mean %1? `phasor list presets` lists all").with(nearest));
}

std::span<const std::string_view> presetIds()
{
    static const std::vector<std::string_view> kIds = [] {
        std::vector<std::string_view> ids;
        for (const auto& group : kGroups)
            ids.insert(ids.end(), group.begin(), group.end());
        return ids;
    }();
    return kIds;
}

Result<Preset> loadPreset(std::string_view id)
{
    const auto* const group
        = std::ranges::find_if(kGroups, [id](const auto& ids) { return std::ranges::find(ids, id) != ids.end(); });
    if (group == std::end(kGroups))
        return unknownPreset(id);
    QFile file(QStringLiteral(":/presets/") + QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()))
               + QStringLiteral(".json"));
    static_cast<void>(file.open(QIODevice::ReadOnly)); // compiled in, as a text that can be read: tst_presets
    return Preset{.id = std::string(id),
                  .group = static_cast<PresetGroup>(group - kGroups),
                  .document = readDocument(file.readAll().toStdString(), false).value().document};
}

} // namespace phasor
