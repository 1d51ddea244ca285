// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/coretexts.h"

#include "pipeline/parameters/parameterspec.h"
#include "random/generator.h"
#include "session/figureoptions.h"
#include "session/play.h"
#include "text/numbers.h"
#include "training/task.h"
#include "views/viewstate.h"

#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <cmath>

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
        lookIn(std::span(&seedsSetting(), 1));
        lookIn(viewSettings());
        lookIn(viewOptions());
        lookIn(figureSettings());
        lookIn(playSettings());
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

// With a no-break space, so that a narrow header is not cut there.
constexpr QStringView kColon(u":\u00a0");

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
    return ofCore(spec->label) + kColon.toString() + values.join(QStringLiteral(", "));
}

constexpr QChar kMinus(0x2212);

QString changedText(const QString& what, const QString& a, const QString& b, bool rises)
{
    if (a == b)
        return Words::tr("%1 is %2 in A and B", "a quantity, its value").arg(what, a);
    return (rises ? Words::tr("%1 rises from %2 to %3 in B", "a quantity, its values")
                  : Words::tr("%1 falls from %2 to %3 in B", "a quantity, its values"))
        .arg(what, a, b);
}

} // namespace

QString sideName(Side side)
{
    return side == Side::A ? Words::tr("A", "the first setup") : Words::tr("B", "the second setup");
}

QString differenceName()
{
    return Words::tr("A − B");
}

QString ofSide(Side side, const QString& what)
{
    return Words::tr("%1 · %2", "a setup, what of it").arg(sideName(side), what);
}

QString bothSides(const QString& a, const QString& b)
{
    return a == b ? Words::tr("%1 in A and B", "a sentence that is true for both setups").arg(a)
                  : Words::tr("A: %1 · B: %2", "what is said of each setup").arg(a, b);
}

QString compared(double a, double b, int significantDigits)
{
    const QString both = Words::tr("A %1 · B %2").arg(number(a, significantDigits), number(b, significantDigits));
    return std::isfinite(a - b) ? Words::tr("%1 · A − B %2").arg(both, number(a - b, significantDigits)) : both;
}

QString number(const Estimate& value, int significantDigits)
{
    const QString mark = value.error == 0 ? QString() : QStringLiteral("≈ ");
    if (value.error == 0 || !std::isfinite(value.value) || value.value == 0)
        return mark + text(shortNumber(value.value, significantDigits));
    // The unit of the last digit is at least the error, so it may be off by one. A known whole number below a million
    // has all of its digits; 5231 from a sample is 5200.
    const double first = std::floor(std::log10(std::abs(value.value)));
    const double sure = std::isfinite(value.error) ? first - std::ceil(std::log10(value.error)) + 1 : 1;
    const int digits = static_cast<int>(std::clamp(sure, 1.0, static_cast<double>(significantDigits)));
    const double unit = std::pow(10, first - digits + 1);
    return mark + text(shortNumber(std::round(value.value / unit) * unit, digits));
}

QString grouped(double value, int significantDigits)
{
    return text(withCommas(number(value, significantDigits).toStdString()));
}

QString orUndefined(double value, int significantDigits)
{
    return std::isfinite(value) ? number(value, significantDigits) : Words::tr("undefined");
}

QString share(const Estimate& of, int significantDigits)
{
    return number({100 * of.value, 100 * of.error}, significantDigits) + QStringLiteral(" %");
}

QString inPoints(QString share)
{
    return share.replace(QStringLiteral(" %"), Words::tr(" points", "percentage points, after a number"));
}

QString likelihood(double log10)
{
    constexpr double kPractically = -6;
    if (std::isinf(log10))
        return Words::tr("never");
    if (log10 >= 0)
        return Words::tr("always");
    return log10 < kPractically ? Words::tr("practically never")
                                : Words::tr("with probability %1").arg(text(powerOfTen(log10)));
}

QString count(std::int64_t value)
{
    return text(withCommas(std::to_string(value))).replace(u'-', kMinus);
}

QString rounded(const Estimate& of)
{
    const double value = of.value;
    const double size = std::abs(value);
    if (of.error != 0)
        return number(of);
    if (size >= 999.5 && size < 999.5e3) {
        const double unit = std::pow(10, std::floor(std::log10(size)) - 2);
        return count(std::llround(std::round(value / unit) * unit));
    }
    if (size >= 999.5e3 && size < 999.5e6)
        return Words::tr("%1 million").arg(number(value / 1e6));
    if (size >= 999.5e6 && size < 999.5e9)
        return Words::tr("%1 billion").arg(number(value / 1e9));
    if (size >= 1e-4 && size < 9.995e-4)
        return Words::tr("%1·10⁻⁴").arg(number(value * 1e4));
    return number(value);
}

QString endNumber(const Estimate& of)
{
    const double size = std::abs(of.value);
    return size >= 1 && size < 999.5e3 ? rounded(of) : number(of);
}

QString roundedShare(const Estimate& of)
{
    constexpr double kLeast = 0.001;
    constexpr double kExact = 1e-9; // a mean of ones may be a little less
    if (of.value > 0 && of.value < kLeast)
        return Words::tr("less than 0.1 %");
    if (of.value < 1 - kExact && of.value > 1 - kLeast)
        return Words::tr("more than 99.9 %");
    return share(of);
}

QString changed(const QString& what, const Estimate& a, const Estimate& b, bool sampled)
{
    const QString mark = sampled ? QStringLiteral("≈ ") : QString();
    const QString before = rounded(a);
    const QString after = rounded(b);
    bool areNumbers[2] = {}; // not "2 million"
    const double from = QString(before).remove(u'≈').remove(u',').toDouble(&areNumbers[0]);
    const double to = QString(after).remove(u'≈').remove(u',').toDouble(&areNumbers[1]);
    const bool differ = areNumbers[0] && areNumbers[1] && from != to; // of an estimate there may be one digit
    const bool rises = differ ? to > from : b.value > a.value;
    return changedText(what, mark + before, mark + after, rises);
}

QString changedCount(const QString& what, std::int64_t a, std::int64_t b)
{
    return changedText(what, count(a), count(b), b > a);
}

int pluralOf(std::int64_t value)
{
    // Keeps the last digits, which plural rules use.
    constexpr std::int64_t kDigits = 1'000'000'000;
    return static_cast<int>(value < kDigits ? value : kDigits + value % kDigits);
}

QString fromTo(const QString& low, const QString& high, const QString& pattern)
{
    return low == high ? low : pattern.arg(low, high);
}

QString paragraphs(const QStringList& sentences)
{
    return sentences.join(QStringLiteral("\n\n"));
}

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
    const GeneratorInfo* info = findSetting(generators(), id);
    return info == nullptr ? QString()
                           : QCoreApplication::translate("Core", "%1: %2", "a generator, what it is")
                                 .arg(ofCore(info->label), ofCore(info->explanation));
}

QString valueText(const ValueSpec& spec, const ParameterValue& value)
{
    for (const ParameterChoice& choice : spec.choices != nullptr ? spec.choices() : std::vector<ParameterChoice>()) {
        if (value == ParameterValue(std::string(choice.id)))
            return ofCore(choice.label);
    }
    const QString printed = words::text(printValue(value));
    const auto* real = std::get_if<double>(&value);
    return real != nullptr && printed.contains(u"e+0") ? QString::number(*real, 'f', 0) : printed; // 500000, not 5e+05
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

QString withoutLabel(const QString& setting)
{
    return setting.count(kColon) == 1 ? setting.section(kColon.toString(), 1) : setting;
}

QString parametersText(const Scene& scene)
{
    const QString dot = QStringLiteral(" · ");
    QString a = differences(scene.a, Parameters(), true).join(dot);
    if (!scene.b)
        return a;
    return Words::tr("%1\n%2", "two setups")
        .arg(ofSide(Side::A, a), ofSide(Side::B, differences(*scene.b, scene.a, false).join(dot)));
}

} // namespace phasor::words
