// SPDX-License-Identifier: GPL-3.0-or-later
// What a step's conditions say, and which settings were changed unasked.
#include "pipeline/parameters/parameterspec.h"
#include "session/differences.h"
#include "session/store.h"
#include "text/numbers.h"
#include "ui/forms/text.h"
#include "ui/shell/lessons/lessonrun.h"
#include "words/coretexts.h"
#include "words/setups.h"

#include <algorithm>

namespace phasor {

QString LessonRun::conditionText(const Condition& condition) const
{
    using Test = Condition::Test;
    const std::optional<NamedSetting> setting = settingOf(condition.name, valuesNow());
    QString name = qs(condition.name);
    QString value = qs(condition.value);
    if (setting) {
        name = words::ofCore(setting->spec->label);
        if (const Result<ParameterValue> parsed = parseValue(*setting->spec, condition.value); parsed.ok())
            value = words::valueText(*setting->spec, *parsed);
    } else if (condition.name == kTrained) {
        return tr("Training has ended");
    } else {
        name = words::ofCore(measureName(condition.name));
        if (name.endsWith(u'.'))
            name.chop(1); // it is a sentence of its own elsewhere
    }
    if (condition.test == Test::Changed)
        return tr("You changed %1").arg(name);
    const std::map<Test, QString> forms{
        {Test::Less, tr("%1 is less than %2")}, {Test::More, tr("%1 is more than %2")},
        {Test::AtMost, tr("%1 is at most %2")}, {Test::AtLeast, tr("%1 is at least %2")},
        {Test::Equal, tr("%1 is %2")},          {Test::Unequal, tr("%1 is not %2")}};
    return forms.at(condition.test).arg(name, value);
}

QString LessonRun::nowText(const Condition& condition) const
{
    const LessonValues now = valuesNow();
    if (const std::optional<NamedSetting> setting = settingOf(condition.name, now)) {
        const QString value = words::valueText(*setting->spec, setting->value);
        return value.isEmpty() ? tr("now empty") : tr("now %1").arg(value);
    }
    if (condition.name == kTrained)
        return m_trained && isTrainingAskedFor() ? tr("%1 done").arg(qs(percent(m_trained->share))) : QString();
    const std::optional<double> number = now.number(condition.name);
    return number ? tr("now %1").arg(qs(shortNumber(*number))) : QString();
}

QStringList LessonRun::strayed() const
{
    QStringList labels;
    for (const ParameterDifference& difference : differences(m_at.scene.a, m_store.scene().a)) {
        const std::string_view id = difference.spec->id;
        const bool asked = std::ranges::any_of(step().until, [id](const Condition& one) { return one.name == id; })
            || std::ranges::find(setups().changed, "--" + std::string(id)) != setups().changed.end();
        if (!asked)
            labels += words::ofCore(difference.spec->label);
    }
    return labels;
}

} // namespace phasor
