// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/sentencefile.h"

#include "system/regularfile.h"
#include "text/numbers.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>

namespace phasor {

namespace {

// A byte order mark and one final newline belong to the file, not to the sentence; line ends of other systems are line
// ends.
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
                 .remedy = WORDS("give a readable text file")};
}

constexpr std::size_t kLargestText = 64 << 20;

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
        if (content.size() > kLargestText)
            return tooLarge(path);
    }
    return in.bad() ? Result<std::string>(unreadable(path, WORDS("reading failed"))) : content;
}

Result<std::string> readRegular(const std::string& path)
{
    const Result<RegularFile> file = RegularFile::open(path);
    if (!file.ok())
        return unreadable(path, file.error().what);
    if (file->size() > static_cast<std::int64_t>(kLargestText))
        return tooLarge(path);
    std::string content(static_cast<std::size_t>(file->size()), '\0');
    std::size_t size = 0;
    while (size < content.size()) {
        const Result<std::size_t> count
            = file->readSome(static_cast<std::int64_t>(size), std::as_writable_bytes(std::span(content).subspan(size)));
        if (!count.ok())
            return unreadable(path, count.error().what);
        if (*count == 0)
            break; // it was cut since it was opened
        size += *count;
    }
    content.resize(size);
    return content;
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
