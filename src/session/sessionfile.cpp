// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/document.h"

#include "inputs/inputfile.h"
#include "session/documentjson_p.h"
#include "system/outputfile.h"

#include <QByteArray>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtEndian>

#include <algorithm>

namespace phasor {

namespace {

constexpr qsizetype kMostPacked = 1 << 18; // bytes; a real one has about a thousand, and zlib makes at most 1000 of one

Error hasNoSession()
{
    return inputError("NOSESSION", {}, {}, WORDS("has no session"),
                      WORDS("use a figure that Phasor made and that no other program has saved again"));
}

Error damaged(SourceText what)
{
    return inputError("TRUNC", {}, {}, what, WORDS("use another copy of the figure"));
}

Result<QByteArray> unpacked(const QByteArray& zlib)
{
    QByteArray text;
    if (zlib.size() <= kMostPacked)
        text = qUncompress(QByteArray::fromHex("00010000") + zlib); // the expected size: a guess
    if (text.isEmpty())
        return damaged(WORDS("the session inside cannot be unpacked"));
    return text;
}

// The text of one PNG chunk if it is the session's; nothing if it is another.
std::optional<Result<QByteArray>> sessionOfChunk(const QByteArray& type, const QByteArray& data)
{
    const QByteArray key("phasor-session\0", 15);
    if (!data.startsWith(key))
        return std::nullopt;
    if (type == "tEXt") // Latin-1
        return QString::fromLatin1(data.mid(key.size())).toUtf8();
    if (type == "zTXt") { // Latin-1, compressed; the only method comes first
        const Result<QByteArray> text = unpacked(data.mid(key.size() + 1));
        return text.ok() ? Result<QByteArray>(QString::fromLatin1(*text).toUtf8()) : text;
    }
    if (type != "iTXt")
        return std::nullopt;
    const bool packed = data.size() > key.size() && data[key.size()] != 0;
    const qsizetype language = data.indexOf('\0', key.size() + 2);
    const qsizetype keyword = language < 0 ? -1 : data.indexOf('\0', language + 1);
    if (keyword < 0)
        return damaged(WORDS("the session inside is cut off"));
    const QByteArray text = data.mid(keyword + 1);
    return packed ? unpacked(text) : Result<QByteArray>(text);
}

// The session's JSON inside a figure, as ui/export writes it: text chunk "phasor-session". Errors: Input NOSESSION,
// TRUNC.
Result<QByteArray> cargoOfPng(const QByteArray& file)
{
    constexpr qsizetype kAround = 12; // bytes of a chunk around its data: length, type, checksum
    for (qsizetype at = 8; at + kAround <= file.size();) {
        const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(file.constData() + at));
        const QByteArray type = file.mid(at + 4, 4);
        if (size > file.size() - at - kAround)
            return damaged(WORDS("the picture is cut off"));
        if (auto session = sessionOfChunk(type, file.mid(at + 8, size)))
            return std::move(*session);
        if (type == "IEND")
            return hasNoSession();
        at += size + kAround;
    }
    return damaged(WORDS("the picture is cut off"));
}

// In the first <desc>.
Result<QByteArray> cargoOfSvg(const QByteArray& file)
{
    QXmlStreamReader xml(file);
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("desc")) {
            const QByteArray text = xml.readElementText().toUtf8();
            if (xml.hasError())
                break;
            return text.trimmed().startsWith('{') ? Result<QByteArray>(text) : hasNoSession();
        }
    }
    return xml.hasError() ? damaged(WORDS("the drawing is cut off, or not XML")) : hasNoSession();
}

// Attachment → number of the object with its bytes → that object's stream.
Result<QByteArray> cargoOfPdf(const QByteArray& file)
{
    qsizetype name = file.indexOf("/F (session.json)");
    if (name < 0) { // Qt 6.8 writes UTF-16
        QByteArray wide("/F (");
        for (const char16_t unit : std::u16string_view(u"\uFEFFsession.json"))
            wide.append(static_cast<char>(unit >> 8)).append(static_cast<char>(unit & 0xff));
        name = file.indexOf(wide);
    }
    if (name < 0)
        return file.contains("%%EOF") ? hasNoSession() : damaged(WORDS("the document is cut off"));
    const QRegularExpression reference(QStringLiteral("/EF\\s*<<\\s*/F (\\d+) 0 R"));
    const QRegularExpressionMatch number = reference.match(QString::fromLatin1(file.mid(name, 200)));
    const QByteArray object = "\n" + number.captured(1).toLatin1() + " 0 obj";
    const qsizetype begin = number.hasMatch() ? file.indexOf(object) : -1;
    const qsizetype stream = begin < 0 ? -1 : file.indexOf("stream\n", begin);
    const qsizetype end = stream < 0 ? -1 : file.indexOf("\nendstream", stream);
    if (end < 0)
        return damaged(WORDS("the session inside is cut off"));
    const QByteArray bytes = file.mid(stream + 7, end - stream - 7);
    return file.mid(begin, stream - begin).contains("/FlateDecode") ? unpacked(bytes) : Result<QByteArray>(bytes);
}

// the first comment, before all frames: blocks of a length and as many bytes, up to an empty one
Result<QByteArray> cargoOfGif(const QByteArray& file)
{
    constexpr qsizetype kScreen = 13; // bytes of header and screen
    const auto byteAt = [&file](qsizetype at) {
        return at < file.size() ? static_cast<unsigned char>(file[at]) : 0;
    };
    const int screen = byteAt(10); // its flags
    qsizetype at = kScreen + ((screen & 0x80) != 0 ? 3 * (2 << (screen & 7)) : 0);
    while (byteAt(at) == 0x21) { // an extension
        const bool comment = byteAt(at + 1) == 0xfe;
        QByteArray text;
        for (at += 2; byteAt(at) != 0; at += 1 + byteAt(at))
            text += file.mid(at + 1, byteAt(at));
        if (++at > file.size())
            break;
        if (comment)
            return text.startsWith('{') ? Result<QByteArray>(text) : hasNoSession();
    }
    return at < file.size() ? hasNoSession() : damaged(WORDS("the picture is cut off"));
}

constexpr std::size_t kLargest = 64 << 20; // bytes
constexpr std::size_t kHead = 512;
constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kPdf = "%PDF-";
constexpr std::string_view kGif = "GIF8";

bool isBinaryFigure(std::string_view head)
{
    return head.starts_with(kPng) || head.starts_with(kPdf) || head.starts_with(kGif);
}

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
    TRY(const std::string head, file.head(kGif.size()));
    if (head == kGif) // the session is at the beginning
        return file.head(static_cast<std::size_t>(std::min<std::int64_t>(file.size(), kLargest)));
    if (file.size() > static_cast<std::int64_t>(kLargest))
        return inputError("LIMIT", {}, {}, WORDS("has %1 bytes, more than any session").with(grouped(file.size())),
                          kGiveSession);
    return file.head(static_cast<std::size_t>(file.size()));
}

Result<DocumentRead> understand(const std::string& bytes)
{
    const QByteArray file(bytes.data(), static_cast<qsizetype>(bytes.size()));
    const std::string_view text = withoutBlanks(bytes);
    if (!isBinaryFigure(bytes) && !text.starts_with('<'))
        return readDocument(bytes);
    TRY(const QByteArray json,
        bytes.starts_with(kPng)       ? cargoOfPng(file)
            : bytes.starts_with(kPdf) ? cargoOfPdf(file)
            : bytes.starts_with(kGif) ? cargoOfGif(file)
                                      : cargoOfSvg(file));
    TRY(DocumentRead read, readDocument({json.constData(), static_cast<std::size_t>(json.size())}));
    read.inFigure = true;
    return read;
}

} // namespace

bool isSessionFile(const std::string& path)
{
    const Result<InputFile> file = InputFile::open(path);
    if (!file.ok())
        return false;
    const Result<std::string> head = file->head(kHead);
    const std::string_view text = head.ok() ? withoutBlanks(*head) : std::string_view();
    return head.ok() && (isBinaryFigure(*head) || text.starts_with('{') || text.starts_with('<'));
}

Result<DocumentRead> readSessionFile(const std::string& path)
{
    const Result<std::string> bytes = contents(path);
    Result<DocumentRead> read = bytes.ok() ? understand(*bytes) : Result<DocumentRead>(bytes.error());
    if (read.ok())
        return read;
    Error error = read.error();
    error.where = quotedPlace(path);
    if (error.remedy.empty()) // error of a value that its parameter refuses
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
