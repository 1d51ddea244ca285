// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"
#include "encodings/sinusoidal/settings.h"

#include <QByteArrayList>
#include <QFile>
#include <QtTest>

#include <bit>
#include <cmath>

namespace phasor {

// Lines of tests/golden/encodings/<name> without comments, split at blanks.
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

// Settings from "kerple-p=1.7,kerple-a=0.002".
inline SchemeSettings settingsOf(const Scheme& scheme, const QByteArray& options)
{
    SchemeSettings settings;
    for (const QByteArray& option : options.split(',')) {
        const QByteArrayList sides = option.split('=');
        for (const SchemeParameter& parameter : scheme.own) {
            if (sides.size() == 2 && parameter.id == sides[0].toStdString())
                parameter.set(settings, parseValue(parameter, sides[1].toStdString()).value());
        }
    }
    return settings;
}

inline float cellOf(const Field& field, std::int64_t row, std::int64_t column)
{
    float value = 0;
    field.fill({row, column, 1, 1}, {&value, 1, 1, 1});
    return value;
}

// Number of float32 steps from a to b.
inline std::int64_t ulpsApart(float a, float b)
{
    const auto order = [](float value) {
        const auto bits = std::bit_cast<std::int32_t>(value);
        return std::int64_t{bits < 0 ? INT32_MIN - bits : bits};
    };
    return std::abs(order(a) - order(b));
}

inline constexpr SinusoidalLayout kLayouts[]
    = {SinusoidalLayout::Interleaved, SinusoidalLayout::Halves, SinusoidalLayout::Tensor2tensor};

// All settings of a sinusoidal table in one value, so that a test names only those that it varies.
struct EncodingSettings
{
    std::int64_t dModel = 512;
    std::int64_t maxLen = 5000;
    double base = 10000;
    SinusoidalLayout layout = SinusoidalLayout::Interleaved;
    std::int64_t firstPosition = 0;
    Precision precision = Precision::Exact;
};

// Enumerator for a word of a golden file; throws for an unknown word.
template <typename E> E named(const QByteArray& word)
{
    return fromId<E>(word.toStdString()).value();
}

inline QString nameOf(SinusoidalLayout layout)
{
    const std::string_view id = idOf(layout);
    return QString::fromLatin1(id.data(), static_cast<qsizetype>(id.size()));
}

inline PositionModel modelOf(const EncodingSettings& settings)
{
    const SinusoidalSettings own{settings.base, settings.layout, settings.firstPosition, settings.precision};
    auto made = findScheme("sinusoidal")->make({.maxLen = settings.maxLen, .width = settings.dModel, .own = own});
    return made.ok() ? *std::move(made) : PositionModel{};
}

inline std::shared_ptr<const PositionTable> encodingOf(const EncodingSettings& settings)
{
    return modelOf(settings).table;
}

} // namespace phasor
