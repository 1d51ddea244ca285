// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/text.h"

#include "pipeline/parameterspec.h"

#include <QRegularExpression>

#include <algorithm>

namespace phasor {

QString inWords(QString message)
{
    static const QRegularExpression kOption(u"--([a-z][a-z-]*)"_s);
    qsizetype from = 0;
    for (auto match = kOption.match(message); match.hasMatch(); match = kOption.match(message, from)) {
        const std::span<const ParameterSpec> specs = parameterSpecs(); // of whatever scheme
        const auto spec = std::find_if(specs.begin(), specs.end(),
                                       [id = utf8(match.captured(1))](const ParameterSpec& s) { return s.id == id; });
        const QString word = spec != specs.end() ? qs(spec->label) : match.captured();
        message.replace(match.capturedStart(), match.capturedLength(), word);
        from = match.capturedStart() + word.size();
    }
    return message;
}

} // namespace phasor
