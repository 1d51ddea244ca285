// SPDX-License-Identifier: GPL-3.0-or-later
// What the trained models have learned.
#include "words/coretexts.h"
#include "words/numbers.h"
#include "words/setups.h"
#include "words/summaries/summaries.h"

#include <cmath>

namespace phasor::words {

namespace {

QString model(const TrainingData& data)
{
    return data.heads == 1 ? Words::tr("%1 dimensions, one head").arg(data.width)
                           : Words::tr("%1 dimensions, %2 heads").arg(data.width).arg(data.heads);
}

QString seeds(const TrainingData& data)
{
    return data.choice.seeds == 1 ? Words::tr("one seed") : Words::tr("%1 seeds").arg(data.choice.seeds);
}

QString normsOf(const TrainedVariant& variant)
{
    if (!variant.before || !variant.now)
        return {};
    QString text = Words::tr("‖E‖ %1 → %2").arg(number(variant.before->embedding), number(variant.now->embedding));
    if (std::isfinite(variant.now->ratio))
        text += Words::tr(", R %1 → %2").arg(number(variant.before->ratio), number(variant.now->ratio));
    if (std::isfinite(variant.now->angle))
        text += Words::tr(", angle %1° → %2°").arg(number(variant.before->angle), number(variant.now->angle));
    return variant.name.empty() ? text : Words::tr("%1: %2").arg(settingText(variant.name), text);
}

} // namespace

QString taskName(const TrainingSettings& settings)
{
    for (const ParameterChoice& task : taskChoices()) {
        if (task.id == settings.task)
            return settings.task == "recall"
                ? Words::tr("%1, %n back", nullptr, static_cast<int>(settings.distance)).arg(ofCore(task.label))
                : ofCore(task.label);
    }
    return text(settings.task);
}

namespace {

// What is trained in place of a wide setup: ", with 32 dimensions (the setup: 512) and R 1.4 (31.9)".
QString smaller(const TrainingData& data)
{
    if (data.width == data.setUpWidth)
        return {};
    const auto& before = data.variants.front().before;
    const QString widths = Words::tr("; %1 dimensions, the setup has %2").arg(data.width).arg(count(data.setUpWidth));
    return before && std::isfinite(before->ratio) && std::isfinite(data.setUpRatio)
        ? Words::tr("%1; R %2, the setup has %3").arg(widths, number(before->ratio), number(data.setUpRatio))
        : widths;
}

QString finding(const TrainingData& data)
{
    if (!data.begun)
        return data.variants.size() > 1
            ? Words::tr("%1: press Start, and %2 variants of this set-up are trained, each with %3")
                  .arg(taskName(data.choice.settings))
                  .arg(data.variants.size())
                  .arg(seeds(data))
            : Words::tr("%1: press Start, and a small transformer is trained with this set-up, with %2")
                  .arg(taskName(data.choice.settings), seeds(data));
    if (!data.finished && data.verdict.kind != Verdict::Kind::Broken)
        return Words::tr("%1: %2 of %3 steps, %4")
            .arg(taskName(data.choice.settings), share(data.share, 2), count(data.choice.settings.steps), seeds(data));
    return Words::tr("%1: %2", "a task, what was found").arg(taskName(data.choice.settings), ofCore(data.said));
}

} // namespace

QString summary(const TrainingData& data)
{
    const QString text = finding(data) + smaller(data);
    return data.begun || data.others == 0
        ? text
        : Words::tr("%1; %n finished trainings of other setups are kept", nullptr, pluralOf(data.others)).arg(text);
}

QString detail(const TrainingData& data)
{
    QStringList paragraphs;
    paragraphs += data.width == data.setUpWidth
        ? Words::tr("Trained: %1.").arg(model(data))
        : Words::tr("Trained: %1, in place of the set-up's %2 dimensions, which would take too long.")
              .arg(model(data), count(data.setUpWidth));
    paragraphs
        += Words::tr("Bands: the 95 % interval of the mean over seeds (Student's t). Accuracy on fresh sequences, "
                     "without dropout. By chance: always the most frequent answer.");
    QStringList norms;
    for (const TrainedVariant& variant : data.variants) {
        if (const QString text = normsOf(variant); !text.isEmpty())
            norms += text;
    }
    if (data.begun && !norms.isEmpty())
        paragraphs += Words::tr("What training does to the sizes: %1.").arg(norms.join(QStringLiteral("; ")));
    return paragraphs.join(QStringLiteral("\n\n"));
}

} // namespace phasor::words
