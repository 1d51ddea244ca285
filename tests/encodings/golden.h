// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"

#include <QByteArrayList>
#include <QFile>
#include <QtTest>

namespace phasor {

// The lines of tests/golden/encodings/<name> but for comments, split at blanks.
inline QList<QByteArrayList> goldenLines(const char* name)
{
    QFile file(QString::fromLatin1(PHASOR_GOLDEN "/encodings/") + QLatin1String(name));
    QList<QByteArrayList> lines;
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        if (!line.isEmpty() && !line.startsWith('#'))
            lines.append(line.split(' '));
    }
    return lines;
}

inline std::shared_ptr<const Encoding> encodingOf(const EncodingSettings& settings)
{
    const auto made = findScheme("sinusoidal")->make(settings);
    return made.ok() ? *made : nullptr;
}

} // namespace phasor
