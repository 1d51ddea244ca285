// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace phasor {

// `text` as the content of an XML element, in UTF-8: `&`, `<` and `>` escaped.
QByteArray xmlText(const QString& text);

// UTF-8 without the characters that XML 1.0 knows no way to write: most control characters, U+FFFE, U+FFFF.
QByteArray withoutForbidden(QByteArray utf8);

// JSON in which the same characters are escapes of JSON, so that withoutForbidden() takes nothing away.
QByteArray jsonForXml(QByteArray json);

} // namespace phasor
