// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/setups.h"

#include "pipeline/parameters/parameterspec.h"
#include "training/task.h"
#include "words/coretexts.h"
#include "words/numbers.h"

#include <QStringList>

namespace phasor::words {

namespace {

// Texts of the parameters that differ from `base`.
QStringList differences(const Parameters& parameters, const Parameters& base, bool sizes)
{
    QStringList parts;
    for (const ParameterSpec* spec : specsOf(parameters)) {
        const ParameterSpec* before = findParameter(spec->id, base);
        const ParameterValue value = spec->get(parameters);
        const ParameterValue usual = before == spec ? spec->get(base) : spec->standard();
        const bool size = spec->id == "d-model" || spec->id == "max-len"; // always listed
        if (value == usual && !(sizes && size))
            continue;
        parts << Words::tr("%1: %2", "a parameter, its value").arg(ofCore(spec->label), valueText(*spec, value));
    }
    return parts;
}

QString oneSettingText(const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    const std::string id = setting.substr(0, equals);
    const ValueSpec* spec = findTrainingParameter(id);
    if (spec == nullptr)
        spec = findParameter(id);
    if (spec == nullptr || equals == std::string::npos)
        return text(setting);
    QStringList values;
    for (const QString& value : text(setting.substr(equals + 1)).split(u','))
        values << valueText(*spec, value.toStdString());
    // A colon with a no-break space, so that a narrow header is not cut there.
    return Words::tr("%1:\u00a0%2", "a parameter, its value")
        .arg(ofCore(spec->label), values.join(QStringLiteral(", ")));
}

} // namespace

QString valueText(const ValueSpec& spec, const ParameterValue& value)
{
    const auto* id = std::get_if<std::string>(&value);
    if (id != nullptr && spec.choices != nullptr) {
        for (const ParameterChoice& choice : spec.choices()) {
            if (choice.id == *id)
                return ofCore(choice.label);
        }
    }
    return words::text(printValue(value));
}

QString initializerText(std::string_view id)
{
    return valueText(*findParameter("embedding"), std::string(id));
}

QString settingText(const std::string& settings)
{
    QStringList texts;
    for (const QString& setting : text(settings).split(QStringLiteral(", ")))
        texts << oneSettingText(setting.toStdString());
    return texts.join(QStringLiteral(", "));
}

QString parametersText(const Scene& scene)
{
    const QString dot = QStringLiteral(" · ");
    const QString a = differences(scene.a, Parameters(), true).join(dot);
    if (!scene.b)
        return a;
    return Words::tr("%1\n%2", "two setups")
        .arg(ofSide(Side::A, a), ofSide(Side::B, differences(*scene.b, scene.a, false).join(dot)));
}

} // namespace phasor::words
