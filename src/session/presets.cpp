// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/document.h"

#include "text/words.h"

#include <QFile>

#include <algorithm>

namespace phasor {

// In the order of the menu.
constexpr std::string_view kIds[] = {
    // Sum
    "sentence", "tutorial",
    // SpecialTokens
    "protected", "whole-tokens",
    // Concatenation
    "concatenated",
    // Scale
    "tensor2tensor", "no-scale", "small-embedding",
    // Dropout
    "book-mask", "book-mask-linux",
    // Table
    "short-base", "endless",
    // Rotations
    "llama-3.1", "llama-4", "smollm3", "command-a", "qwen3", "deepseek-v3", "gpt-oss", "phi-3", "gemma-3", "gpt-j",
    "gpt-neox",
    // OtherModels
    "bloom", "mpt-7b", "t5", "gpt-2", "bert", "nope",
    // Figures
    "annotated-transformer", "illustrated-transformer", "d2l",
    // Mistakes
    "masked-fill", "circulating-dropout", "bfloat16"};

// The first preset of each group, in the order of PresetGroup.
constexpr std::string_view kFirst[]
    = {"sentence",   "protected", "concatenated", "tensor2tensor",         "book-mask",
       "short-base", "llama-3.1", "bloom",        "annotated-transformer", "masked-fill"};

static Error unknownPreset(std::string_view id)
{
    const std::string nearest(nearestWord(id, kIds));
    return usageError("ENUM", "--preset", WORDS("%1 is unknown").with(inQuotes(id)),
                      nearest.empty() ? Message(WORDS("choose one of `phasor list presets`"))
                                      : WORDS("did you mean %1? `phasor list presets` lists all").with(nearest));
}

// Error for a bug of Phasor: the presets are compiled in.
static Error damaged(std::string_view id, Error error)
{
    error.kind = ErrorKind::Internal;
    error.where = WORDS("preset %1").with(id);
    return error;
}

std::span<const std::string_view> presetIds()
{
    return kIds;
}

Result<Preset> loadPreset(std::string_view id)
{
    const auto* const known = std::ranges::find(kIds, id);
    if (known == std::end(kIds))
        return unknownPreset(id);
    const auto begun = std::ranges::count_if(
        kFirst, [known](std::string_view first) { return std::ranges::find(kIds, first) <= known; });
    QFile file(QStringLiteral(":/presets/") + QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()))
               + QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly))
        return damaged(id, {.code = "OPEN", .what = WORDS("is not among the resources")});
    const QByteArray bytes = file.readAll();
    Result<DocumentRead> read = readDocument({bytes.constData(), static_cast<std::size_t>(bytes.size())}, false);
    if (!read.ok())
        return damaged(id, read.error());
    if (!read->warnings.empty())
        return damaged(id, {.code = "SCHEMA", .what = read->warnings.front()});
    return Preset{
        .id = std::string(id), .group = static_cast<PresetGroup>(begun - 1), .document = std::move(read->document)};
}

} // namespace phasor
