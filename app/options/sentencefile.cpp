// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/sentencefile.h"

#include "inputs/inputfile.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace phasor {

namespace {

// The sentence in a file's text: without byte order mark and one final newline; line ends of other systems are
// converted.
std::string sentenceOf(std::string content)
{
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

Error unreadable(const std::string& path, const Message& why)
{
    return Error{.kind = ErrorKind::Input,
                 .code = "OPEN",
                 .where = quotedPlace(path),
                 .what = why,
                 .remedy = WORDS("use a readable text file")};
}

constexpr std::int64_t kLargestText = 64 << 20;

Error tooLarge(const std::string& path)
{
    return unreadable(path, WORDS("is larger than 64 MiB"));
}

Result<std::string> readStream(const std::string& path, std::istream& in)
{
    std::string content;
    std::array<char, 1 << 16> buffer;
    while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
        content.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
        if (std::ssize(content) > kLargestText)
            return tooLarge(path);
    }
    return in.bad() ? Result<std::string>(unreadable(path, WORDS("reading failed"))) : content;
}

Result<std::string> readRegular(const std::string& path)
{
    Result<std::string> content = contentsOf(path, kLargestText);
    if (content.ok())
        return content;
    return content.error().code == "LIMIT" ? tooLarge(path) : unreadable(path, content.error().what);
}

Result<std::string> readAny(const std::string& path)
{
    if (path == "-")
        return readStream(path, std::cin);
    std::error_code ignored;
    if (!std::filesystem::is_fifo(path, ignored))
        return readRegular(path);
    std::ifstream pipe(path, std::ios::binary);
    return pipe ? readStream(path, pipe) : Result<std::string>(unreadable(path, WORDS("cannot be opened")));
}

} // namespace

Result<std::string> readTextFile(const std::string& path)
{
    TRY(std::string content, readAny(path));
    return sentenceOf(std::move(content));
}

} // namespace phasor
