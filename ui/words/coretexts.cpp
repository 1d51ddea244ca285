// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coretexts.h"

#include "pipeline/parameters/parameterspec.h"
#include "random/generator.h"
#include "views/viewstate.h"
#include "words/numbers.h"
#include "words/setups.h"

#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace phasor::words {

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

} // namespace

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

} // namespace phasor::words
