// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/options.h"

#include "inputs/inputfile.h"
#include "text/words.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace phasor {

static bool drops(const Parameters& p)
{
    return dropProbabilityOf(p.dropout) > 0;
}

static bool drawsEmbedding(const Parameters& p)
{
    return !p.embedding.source.starts_with("file:");
}

// More conditions than ParameterSpec::matters. These keep the window's controls visible, so that nothing moves while
// the user switches to eval and back.
constexpr struct
{
    std::string_view parameter;
    bool (*matters)(const Parameters&);
} kSometimes[] = {
    {"tokenizer",
     [](const Parameters& p) {
         return p.sentence.text.has_value();
     }},
    {"embedding-std", drawsEmbedding},
    {"init-after-default", drawsEmbedding},
    {"padding-row", drawsEmbedding},
    {"position-dims", concatenates},
    {"dropout-scale", drops},
    {"protect", drops},
    {"dropout-seed", drops},
    {"draws-before-mask", drops},
    {"projection-seed",
     [](const Parameters& p) {
         return p.attention.projection == Projection::Random;
     }},
};

static std::string choicesOf(const ValueSpec& spec)
{
    std::string list = listed(spec.choices(), &ParameterChoice::id);
    if (spec.kind == ParameterKind::ChoiceOrNumber)
        list += ", or a number";
    if (spec.kind == ParameterKind::ChoiceOrFile && !spec.filePrefix.empty())
        list += ", " + std::string(spec.filePrefix) + "PATH[#TENSOR]";
    return " (" + list + ")";
}

static Error unreadable(const std::string& path, const Message& why)
{
    return {ErrorKind::Input, "OPEN", quotedPlace(path), why, WORDS("use a readable text file")};
}

constexpr std::int64_t kLargestText = 64 << 20;
constexpr SourceText kTooLarge = WORDS("is larger than 64 MiB");

static Result<std::string> readStream(const std::string& path, std::istream& in)
{
    std::string content;
    std::array<char, 1 << 16> buffer;
    while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
        content.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
        if (std::ssize(content) > kLargestText)
            return unreadable(path, kTooLarge);
    }
    return in.bad() ? Result<std::string>(unreadable(path, WORDS("reading failed"))) : content;
}

static Result<std::string> readAny(const std::string& path)
{
    if (path == "-")
        return readStream(path, std::cin);
    std::error_code ignored;
    if (std::filesystem::is_fifo(path, ignored)) {
        std::ifstream pipe(path, std::ios::binary);
        return pipe ? readStream(path, pipe) : Result<std::string>(unreadable(path, WORDS("cannot be opened")));
    }
    Result<std::string> content = contentsOf(path, kLargestText);
    if (content.ok())
        return content;
    return unreadable(path, content.error().code == "LIMIT" ? kTooLarge : content.error().what);
}

bool changesAnything(const ParameterSpec& spec, const Parameters& parameters)
{
    const auto matters = [&](const auto& row) {
        return row.parameter != spec.id || row.matters(parameters);
    };
    return (spec.matters == nullptr || spec.matters(parameters)) && std::ranges::all_of(kSometimes, matters);
}

const char* placeholderOf(const ValueSpec& spec)
{
    if (!spec.placeholder.empty())
        return spec.placeholder.data();
    if (spec.list)
        return "LIST";
    constexpr const char* kByKind[] = {"N", "X", "N", "ID", "ID|X", "ID", "TEXT"}; // by ParameterKind
    return kByKind[static_cast<int>(spec.kind)];
}

std::vector<const ParameterSpec*> ownersOf(std::string_view id)
{
    std::vector<const ParameterSpec*> owners;
    for (const ParameterSpec& spec : parameterSpecs()) {
        if (spec.id == id && !spec.scheme.empty())
            owners.push_back(&spec);
    }
    return owners;
}

std::string helpOf(const ValueSpec& spec, const ParameterValue& standard)
{
    std::string help = english(spec.help);
    if (spec.choices != nullptr)
        help += choicesOf(spec);
    else if (spec.kind == ParameterKind::Integer)
        help += " " + printReal(spec.minimum) + " … " + printReal(spec.maximum) + ".";
    const std::string usual = standardOf(spec, standard);
    return help + " Default: " + (usual.empty() ? "none" : usual);
}

std::string standardOf(const ValueSpec& spec, const ParameterValue& standard)
{
    return spec.optional() ? english(spec.absent) : printValue(standard);
}

// Of a parameter that several schemes have: each of their texts once, with its schemes.
std::string helpOf(const ParameterSpec& spec)
{
    const auto owners = ownersOf(spec.id);
    if (owners.empty())
        return helpOf(spec, spec.standard());
    std::vector<std::pair<std::string, std::string>> texts; // and schemes
    for (const ParameterSpec* owner : owners) {
        const std::string text = helpOf(*owner, owner->standard());
        const auto same = std::ranges::find(texts, text, &std::pair<std::string, std::string>::first);
        if (same == texts.end())
            texts.emplace_back(text, owner->scheme);
        else
            same->second += ", " + std::string(owner->scheme);
    }
    std::string help;
    for (const auto& [text, schemes] : texts)
        help.append(help.empty() ? "" : " · ").append(text).append(" [").append(schemes).append("]");
    return help;
}

// Without byte order mark and one final newline; line ends of other systems are converted.
Result<std::string> readTextFile(const std::string& path)
{
    TRY(std::string content, readAny(path));
    if (content.starts_with("\xef\xbb\xbf"))
        content.erase(0, 3);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < content.size(); ++i) {
        const bool lineEnd = content[i] == '\r' && (i + 1 == content.size() || content[i + 1] == '\n');
        if (!lineEnd)
            content[kept++] = content[i];
    }
    content.resize(kept);
    if (content.ends_with('\n'))
        content.pop_back();
    return content;
}

} // namespace phasor
