// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/figurecargo_p.h"

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtEndian>

#include <string_view>

namespace phasor {

namespace {

constexpr qsizetype kMostPacked = 1 << 18; // bytes; a real one has about a thousand, and zlib makes at most 1000 of one

Error foreign(SourceText what)
{
    return Error{.kind = ErrorKind::Input,
                 .code = "NOSESSION",
                 .what = what,
                 .remedy = WORDS("give a figure that Phasor made and that no other program has saved again")};
}

Error damaged(SourceText what)
{
    return Error{
        .kind = ErrorKind::Input, .code = "TRUNC", .what = what, .remedy = WORDS("take another copy of the figure")};
}

Result<QByteArray> unpacked(const QByteArray& zlib)
{
    QByteArray text;
    if (zlib.size() <= kMostPacked)
        text = qUncompress(QByteArray::fromHex("00010000") + zlib); // the size that it expects: a guess
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
    if (type == "zTXt") { // Latin-1, packed; behind the method, of which there is one
        const Result<QByteArray> text = unpacked(data.mid(key.size() + 1));
        return text.ok() ? Result<QByteArray>(QString::fromLatin1(*text).toUtf8()) : text;
    }
    if (type != "iTXt")
        return std::nullopt;
    const bool packed = data.size() > key.size() && data[key.size()] != 0;
    const qsizetype language = data.indexOf('\0', key.size() + 2);
    const qsizetype keyword = language < 0 ? -1 : data.indexOf('\0', language + 1);
    if (keyword < 0)
        return damaged(WORDS("the session inside is cut"));
    const QByteArray text = data.mid(keyword + 1);
    return packed ? unpacked(text) : Result<QByteArray>(text);
}

} // namespace

Result<QByteArray> cargoOfPng(const QByteArray& file)
{
    constexpr qsizetype kAround = 12; // bytes of a chunk beside its data: length, type, checksum
    for (qsizetype at = 8; at + kAround <= file.size();) {
        const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(file.constData() + at));
        const QByteArray type = file.mid(at + 4, 4);
        if (size > file.size() - at - kAround)
            return damaged(WORDS("the picture is cut"));
        if (auto session = sessionOfChunk(type, file.mid(at + 8, size)))
            return std::move(*session);
        if (type == "IEND")
            return foreign(WORDS("holds no session"));
        at += size + kAround;
    }
    return damaged(WORDS("the picture is cut"));
}

Result<QByteArray> cargoOfSvg(const QByteArray& file)
{
    QXmlStreamReader xml(file);
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("desc")) {
            const QByteArray text = xml.readElementText().toUtf8();
            if (xml.hasError())
                break;
            return text.trimmed().startsWith('{') ? Result<QByteArray>(text) : foreign(WORDS("holds no session"));
        }
    }
    return xml.hasError() ? damaged(WORDS("the drawing is cut, or no XML")) : foreign(WORDS("holds no session"));
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
        return file.contains("%%EOF") ? foreign(WORDS("holds no session")) : damaged(WORDS("the document is cut"));
    const QRegularExpression reference(QStringLiteral("/EF\\s*<<\\s*/F (\\d+) 0 R"));
    const QRegularExpressionMatch number = reference.match(QString::fromLatin1(file.mid(name, 200)));
    const QByteArray object = "\n" + number.captured(1).toLatin1() + " 0 obj";
    const qsizetype begin = number.hasMatch() ? file.indexOf(object) : -1;
    const qsizetype stream = begin < 0 ? -1 : file.indexOf("stream\n", begin);
    const qsizetype end = stream < 0 ? -1 : file.indexOf("\nendstream", stream);
    if (end < 0)
        return damaged(WORDS("the session inside is cut"));
    const QByteArray bytes = file.mid(stream + 7, end - stream - 7);
    return file.mid(begin, stream - begin).contains("/FlateDecode") ? unpacked(bytes) : Result<QByteArray>(bytes);
}

} // namespace phasor
