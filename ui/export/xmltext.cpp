// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/xmltext_p.h"

namespace phasor {

namespace {

bool isForbiddenControl(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    return code < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
}

constexpr const char* kNoCharacters[] = {"\xef\xbf\xbe", "\xef\xbf\xbf"}; // U+FFFE, U+FFFF

} // namespace

QByteArray xmlText(const QString& text)
{
    QString escaped = text;
    escaped.replace(u'&', QStringLiteral("&amp;")).replace(u'<', QStringLiteral("&lt;"));
    return escaped.replace(u'>', QStringLiteral("&gt;")).toUtf8();
}

QByteArray withoutForbidden(QByteArray utf8)
{
    utf8.removeIf(isForbiddenControl);
    for (const char* character : kNoCharacters)
        utf8.replace(character, "");
    return utf8;
}

QByteArray jsonForXml(QByteArray json)
{
    json.replace(kNoCharacters[0], "\\ufffe").replace(kNoCharacters[1], "\\uffff");
    return json;
}

} // namespace phasor
