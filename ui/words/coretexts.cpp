// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coretexts.h"

#include "pipeline/parameters/parameterspec.h"
#include "random/generator.h"
#include "training/task.h"
#include "views/viewstate.h"
#include "words/numbers.h"

#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace phasor::words {

namespace {

bool install(QCoreApplication& application, const QLocale& locale, const QString& name, const QString& folder)
{
    auto* translator = new QTranslator(&application);
    if (translator->load(locale, name, QStringLiteral("_"), folder))
        return QCoreApplication::installTranslator(translator);
    delete translator;
    return false;
}

class WindowLanguage : public Language
{
public:
    std::string words(SourceText text) const override { return ofCore(text).toStdString(); }

    std::string option(const std::string& name) const override
    {
        if (name == "--only-rows" || name == "--only-cols") // in a window the user selects with the mouse
            return QCoreApplication::translate("Core", "Selection").toStdString();
        SourceText label;
        const auto lookIn = [&](const auto& settings) {
            for (const auto& setting : settings) {
                if (label.empty() && setting.option() == name)
                    label = setting.label;
            }
        };
        lookIn(parameterSpecs()); // of any scheme
        lookIn(trainingParameters());
        lookIn(viewSettings());
        lookIn(viewOptions());
        return label.empty() ? name : words(label);
    }

    std::string setting(const std::string& settings) const override { return settingText(settings).toStdString(); }
};

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

QString errorText(const Error& error)
{
    return ofCore(lineOf(error));
}

QString faultText(const Error& error)
{
    return ofCore(lineOf(Error{.what = error.what, .remedy = error.remedy}));
}

QString reasonText(const Error& error)
{
    QStringList sentences;
    for (const Message* part : {&error.what, &error.remedy}) {
        if (const QString text = ofCore(*part); !text.isEmpty())
            sentences << text.front().toUpper() + text.mid(1) + u'.';
    }
    return sentences.join(u' ');
}

void speak(QCoreApplication& application, const QLocale& locale)
{
    // Qt's own texts only together with Phasor's, so that a window has one language.
    if (install(application, locale, QStringLiteral("phasor"), QStringLiteral(":/translations")))
        install(application, locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
}

QString ofCore(SourceText text)
{
    return text.empty() ? QString() : QCoreApplication::translate("Core", text.key());
}

QString ofCore(const Message& message)
{
    return text(spoken(message, WindowLanguage()));
}

QString ofPreset(const std::string& text)
{
    return text.empty() ? QString() : QCoreApplication::translate("Presets", text.c_str());
}

QString sourceOfPreset(const std::string& source)
{
    return source.empty() ? QString() : Words::tr("Source: %1").arg(ofPreset(source));
}

QString generator(std::string_view id)
{
    for (const GeneratorInfo& info : generators()) {
        if (info.id == id)
            return QCoreApplication::translate("Core", "%1: %2", "a generator, what it is")
                .arg(ofCore(info.label), ofCore(info.explanation));
    }
    return {};
}

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
