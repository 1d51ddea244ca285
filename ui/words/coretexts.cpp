// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coretexts.h"

#include "pipeline/parameters/parameterspec.h"
#include "random/generator.h"
#include "words/numbers.h"
#include "words/setups.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace phasor::words {

namespace {

class WindowLanguage : public Language
{
public:
    std::string words(SourceText text) const override { return ofCore(text).toStdString(); }

    std::string option(const std::string& name) const override
    {
        if (name == "--only-rows" || name == "--only-cols") // in a window the mouse selects them
            return QCoreApplication::translate("Core", "Selection").toStdString();
        const std::span<const ParameterSpec> specs = parameterSpecs(); // of whatever scheme
        const auto spec
            = std::find_if(specs.begin(), specs.end(), [&](const ParameterSpec& s) { return s.option() == name; });
        return spec != specs.end() ? words(spec->label) : name;
    }

    std::string setting(const std::string& settings) const override { return settingText(settings).toStdString(); }
};

} // namespace

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
