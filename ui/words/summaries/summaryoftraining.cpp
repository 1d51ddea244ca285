// SPDX-License-Identifier: GPL-3.0-or-later
// What the trained models have learned.
#include "words/summaries/summaries.h"

namespace phasor::words {

constexpr double kLearned = 0.9; // accuracy from which on a task counts as learned

QString variantName(const std::string& settings)
{
    const QString text = settingText(settings);
    return settings.starts_with("scheme=") ? withoutLabel(text) : text;
}

static QString model(const TrainingData& data)
{
    return data.heads == 1 ? Words::tr("%1 dimensions, one head").arg(data.width)
                           : Words::tr("%1 dimensions, %2 heads").arg(data.width).arg(data.heads);
}

static QString normsOf(const TrainedVariant& variant)
{
    if (!variant.before || !variant.now)
        return {};
    QStringList parts;
    const auto add = [&parts](const QString& pattern, double before, double now) {
        if (std::isfinite(now) && rounded(before) != rounded(now))
            parts += pattern.arg(rounded(before), rounded(now));
    };
    add(Words::tr("‖E‖ from %1 to %2"), variant.before->embedding, variant.now->embedding);
    add(Words::tr("R from %1 to %2"), variant.before->ratio, variant.now->ratio);
    add(Words::tr("the angle from %1° to %2°"), variant.before->angle, variant.now->angle);
    if (parts.isEmpty())
        return {};
    const QString text = parts.join(QStringLiteral(", "));
    return variant.name.empty() ? Words::tr("Training changes %1.").arg(text)
                                : Words::tr("%1: training changes %2.").arg(variantName(variant.name), text);
}

// What the model is to learn: "look 3 tokens back".
static QString goalOf(const TrainingSettings& settings)
{
    if (settings.task == "recall")
        return settings.distance == 1 ? Words::tr("look one token back")
                                      : Words::tr("look %1 tokens back").arg(count(settings.distance));
    if (settings.task == "reverse")
        return Words::tr("reverse a sequence");
    if (settings.task == "copy")
        return Words::tr("copy a sequence");
    if (settings.task == "order")
        return Words::tr("tell which of two marks comes first");
    return settings.task == "induction" ? Words::tr("continue a repeated sequence")
                                        : Words::tr("predict the next character");
}

// What differs between the variants: schemes, or anything.
static bool areSchemes(const TrainingData& data)
{
    return std::ranges::all_of(data.variants, [](const TrainedVariant& variant) {
        return variant.name.starts_with("scheme=") && variant.name.find(',') == std::string::npos;
    });
}

static QString notBegun(const TrainingData& data)
{
    const QString goal = goalOf(data.choice.settings);
    if (data.variants.size() == 1)
        return Words::tr("Train a small transformer to %1").arg(goal);
    return (areSchemes(data) ? Words::tr("Train %1 schemes to %2") : Words::tr("Train %1 variants to %2"))
        .arg(QString::number(data.variants.size()), goal);
}

static QString broken(const TrainingData& data)
{
    const std::string& name = data.variants[data.verdict.broken].name;
    const QString step = count(data.verdict.brokenAt);
    return name.empty() ? Words::tr("Training fails at step %1, where the loss is not a number").arg(step)
                        : Words::tr("%1 fails at step %2, where the loss is not a number").arg(variantName(name), step);
}

static QString ofOne(const TrainingData& data)
{
    const QString goal = goalOf(data.choice.settings);
    const Band& band = data.verdict.finals.front();
    const double chance = data.variants.front().chance;
    const QString accuracy = roundedShare(band.mean);
    if (band.mean >= kLearned)
        return Words::tr("The model learns to %1 with %2 accuracy").arg(goal, accuracy);
    if (!((std::isnan(band.low) ? band.mean : band.low) > chance))
        return Words::tr("The model doesn't learn to %1: %2 accuracy, no better than chance").arg(goal, accuracy);
    constexpr double kHardly = 0.1; // of the way from chance to 1
    return (band.mean < chance + kHardly * (1 - chance)
                ? Words::tr("The model hardly learns to %1, with %2 accuracy (chance %3)")
                : Words::tr("The model only partly learns to %1, with %2 accuracy (chance %3)"))
        .arg(goal, accuracy, roundedShare(chance));
}

// Both variants of a finished training.
static QString ofTwo(const TrainingData& data)
{
    const Verdict& verdict = data.verdict;
    const auto name = [&](std::size_t place) { // the second one without the label, which is the first one's
        const QString text = variantName(data.variants[verdict.order[place]].name);
        return place == 0 ? text : withoutLabel(text);
    };
    const auto accuracy = [&](std::size_t place) {
        return roundedShare(verdict.finals[verdict.order[place]].mean);
    };
    if (verdict.kind == Verdict::Kind::Differ)
        return Words::tr("%1 reaches %2 accuracy, %3 only %4: more than noise")
            .arg(name(0), accuracy(0), name(1), accuracy(1));
    if (verdict.kind == Verdict::Kind::OneSeed)
        return Words::tr("%1 reaches %2 accuracy, %3 %4, but one seed proves nothing")
            .arg(name(0), accuracy(0), name(1), accuracy(1));
    return accuracy(0) == accuracy(1)
        ? Words::tr("Both variants reach %1 accuracy").arg(accuracy(0))
        : Words::tr("%1 reaches %2 accuracy, %3 %4: within the noise").arg(name(0), accuracy(0), name(1), accuracy(1));
}

static QString ofMany(const TrainingData& data)
{
    const Verdict& verdict = data.verdict;
    const std::size_t all = verdict.finals.size();
    const auto learned = static_cast<std::size_t>(
        std::ranges::count_if(verdict.finals, [](const Band& band) { return band.mean >= kLearned; }));
    const QString goal = goalOf(data.choice.settings);
    const bool schemes = areSchemes(data);
    if (learned == all)
        return (schemes ? Words::tr("All %1 schemes learn to %2") : Words::tr("All %1 variants learn to %2"))
            .arg(QString::number(all), goal);
    if (learned == 1)
        return Words::tr("Only %1 learns to %2").arg(variantName(data.variants[verdict.order.front()].name), goal);
    if (learned > 0)
        return (schemes ? Words::tr("Of %1 schemes, %2 learn to %3") : Words::tr("Of %1 variants, %2 learn to %3"))
            .arg(QString::number(all), QString::number(learned), goal);
    const QString best = roundedShare(verdict.finals[verdict.order.front()].mean);
    return (schemes ? Words::tr("None of %1 schemes learns to %2, the best reaches %3 accuracy")
                    : Words::tr("None of %1 variants learns to %2, the best reaches %3 accuracy"))
        .arg(QString::number(all), goal, best);
}

// What is trained in place of a wide setup.
static QString smaller(const TrainingData& data)
{
    const QString text = Words::tr("Trained: %1, in place of the setup's %2 dimensions, which would take too long.")
                             .arg(model(data), count(data.setUpWidth));
    const auto& before = data.variants.front().before;
    return before && std::isfinite(before->ratio) && std::isfinite(data.setUpRatio)
        ? Words::tr("%1 R is %2 at the start, in the setup %3.")
              .arg(text, rounded(before->ratio), rounded(data.setUpRatio))
        : text;
}

QString taskName(const TrainingSettings& settings)
{
    const QString task = valueText(*findTrainingParameter("task"), settings.task);
    return settings.task == "recall" ? Words::tr("%1, %n back", nullptr, static_cast<int>(settings.distance)).arg(task)
                                     : task;
}

QString summary(const TrainingData& data)
{
    if (!data.begun)
        return notBegun(data);
    if (data.verdict.kind == Verdict::Kind::Broken)
        return broken(data);
    const auto isTrained = [&data](const TrainedVariant& variant) {
        return !variant.steps.empty() && variant.steps.back() >= static_cast<double>(data.choice.settings.steps);
    };
    const auto trained = std::ranges::count_if(data.variants, isTrained);
    if (!data.finished && trained > 0 && data.choice.phase == TrainingChoice::Phase::Waiting && !data.choice.upTo)
        return Words::tr("Trained so far: %1 of %2 variants").arg(trained).arg(data.variants.size());
    if (!data.finished)
        return Words::tr("Training to %1 has done %2 of %3 steps")
            .arg(goalOf(data.choice.settings), share(data.share, 2), count(data.choice.settings.steps));
    return data.variants.size() == 1 ? ofOne(data) : data.variants.size() == 2 ? ofTwo(data) : ofMany(data);
}

QString detail(const TrainingData& data)
{
    QStringList parts;
    if (data.begun)
        parts += Words::tr("%1: %2.", "a task, what was found").arg(taskName(data.choice.settings), ofCore(data.said));
    parts += data.width == data.setUpWidth ? Words::tr("Trained: %1.").arg(model(data)) : smaller(data);
    const QString seeds = data.choice.seeds == 1 ? Words::tr("one seed") : Words::tr("%1 seeds").arg(data.choice.seeds);
    parts.last() += u' ' + Words::tr("%1 of each variant.", "how many seeds").arg(seeds) + u' '
        + Words::tr("By chance the accuracy is %1: always the most frequent answer.")
              .arg(roundedShare(data.variants.front().chance));
    parts += Words::tr("Bands: the 95 % interval of the mean over seeds (Student's t). Accuracy on fresh sequences, "
                       "without dropout.");
    QStringList norms;
    for (const TrainedVariant& variant : data.variants)
        norms += data.begun ? normsOf(variant) : QString();
    norms.removeAll(QString());
    if (!norms.isEmpty())
        parts += norms.join(u' ');
    if (data.others > 0)
        parts += Words::tr("%n finished trainings of other setups are kept.", nullptr, pluralOf(data.others));
    return paragraphs(parts);
}

} // namespace phasor::words
