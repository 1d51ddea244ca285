// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/presets.h"

#include "text/spelling.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace phasor {

namespace {

constexpr std::array<std::string_view, 29> kIds{"tutorial",
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
                                                "endless",
                                                "llama-3.1",
                                                "qwen3",
                                                "deepseek-v3",
                                                "gpt-oss",
                                                "gemma-3",
                                                "gpt-j",
                                                "gpt-neox",
                                                "bloom",
                                                "mpt-7b",
                                                "gpt-2",
                                                "bert",
                                                "nope"};

Error unknownPreset(std::string_view id)
{
    const std::string nearest(nearestWord(id, kIds));
    return usageError("ENUM", "--preset", WORDS("%1 is unknown").with(quoted(id)),
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
    if (std::find(kIds.begin(), kIds.end(), id) == kIds.end())
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
    return Preset{.id = std::string(id), .document = std::move(read->document)};
}

} // namespace phasor
