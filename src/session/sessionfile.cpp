// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sessionfile.h"

#include "files/outputfile.h"
#include "inputs/inputfile.h"
#include "session/documentjson_p.h"
#include "session/figurecargo_p.h"

namespace phasor {

namespace {

constexpr std::size_t kLargest = 64 << 20; // bytes
constexpr std::size_t kHead = 512;
constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kPdf = "%PDF-";

std::string_view withoutBlanks(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

Result<std::string> contents(const std::string& path)
{
    TRY(const InputFile file, InputFile::open(path));
    if (file.size() > static_cast<std::int64_t>(kLargest))
        return Error{
            .kind = ErrorKind::Input,
            .code = "LIMIT",
            .what = WORDS("has %1 bytes, more than any session").with(grouped(static_cast<std::uint64_t>(file.size()))),
            .remedy = kGiveSession};
    return file.head(static_cast<std::size_t>(file.size()));
}

Result<DocumentRead> understand(const std::string& bytes)
{
    const QByteArray file(bytes.data(), static_cast<qsizetype>(bytes.size()));
    const std::string_view text = withoutBlanks(bytes);
    if (!bytes.starts_with(kPng) && !bytes.starts_with(kPdf) && !text.starts_with('<'))
        return readDocument(bytes);
    TRY(const QByteArray json,
        bytes.starts_with(kPng)       ? cargoOfPng(file)
            : bytes.starts_with(kPdf) ? cargoOfPdf(file)
                                      : cargoOfSvg(file));
    return readDocument({json.constData(), static_cast<std::size_t>(json.size())});
}

} // namespace

bool beginsLikeSession(std::string_view head)
{
    const std::string_view text = withoutBlanks(head);
    return head.starts_with(kPng) || head.starts_with(kPdf) || text.starts_with('{') || text.starts_with('<');
}

bool isSessionFile(const std::string& path)
{
    const Result<InputFile> file = InputFile::open(path);
    if (!file.ok())
        return false;
    const Result<std::string> head = file->head(kHead);
    return head.ok() && beginsLikeSession(*head);
}

Result<DocumentRead> readSessionFile(const std::string& path)
{
    const Result<std::string> bytes = contents(path);
    Result<DocumentRead> read = bytes.ok() ? understand(*bytes) : Result<DocumentRead>(bytes.error());
    if (read.ok())
        return read;
    Error error = read.error();
    error.where = quotedPlace(path);
    if (error.remedy.empty()) // of a value that is not what its parameter takes
        error.remedy = WORDS("correct it in the file, or leave it out");
    return error;
}

Status writeSessionFile(const Document& document, const std::string& path)
{
    TRY(OutputFile file, OutputFile::open(path));
    TRY_DONE(file.write(writeDocument(document) + "\n"));
    return file.commit();
}

} // namespace phasor
