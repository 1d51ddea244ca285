// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/trainingsettings.h"

#include <algorithm>

namespace phasor {

std::span<const TrainingParameter> trainingParameters()
{
    using S = TrainingSettings;
    static const TrainingParameter kParameters[] = {
        setting(choiceOrFile("task", WORDS("Task"), taskChoices, kTextPrefix)
                    .says(WORDS("What the model learns: a generated task, or the next character of a text.")),
                &S::task),
        setting(integer("distance", WORDS("Recall distance"), 1, 4095)
                    .inUnit(WORDS("tokens"))
                    .says(WORDS("How many tokens back the task `recall` asks for.")),
                &S::distance),
        setting(
            integer("steps", WORDS("Steps"), 1, 1000000).logarithmic().says(WORDS("Number of training steps (Adam).")),
            &S::steps),
        setting(
            integer("length", WORDS("Training length"), 2, 4096)
                .logarithmic()
                .inUnit(WORDS("tokens"))
                .says(WORDS(
                    "Sequence length in training. The model is also evaluated at twice and four times the length.")),
            &S::length),
        setting(integer("tokens", WORDS("Symbols"), 2, 65536)
                    .logarithmic()
                    .says(WORDS("Number of different tokens in the generated tasks.")),
                &S::tokens),
        setting(integer("batch", WORDS("Batch size"), 1, 4096)
                    .powersOfTwo()
                    .inUnit(WORDS("sequences"))
                    .says(WORDS("Number of sequences in a step.")),
                &S::batch),
        setting(integer("layers", WORDS("Layers"), 1, 4).says(WORDS("Number of transformer layers.")), &S::layers),
        setting(real("learning-rate", WORDS("Learning rate"), 1e-9, 1e9)
                    .logarithmic()
                    .says(WORDS("Largest learning rate of Adam.")),
                &S::learningRate),
        setting(integer("warmup", WORDS("Warm-up"), 0, 1000000)
                    .logarithmic()
                    .inUnit(WORDS("steps"))
                    .says(WORDS("Number of steps over which the learning rate rises from 0.")),
                &S::warmup),
        setting(choice("tied", WORDS("Tied weights"), onOffChoices)
                    .says(WORDS("Whether the output layer uses the weights of the embedding.")),
                &S::tied),
    };
    return kParameters;
}

const TrainingParameter* findTrainingParameter(std::string_view id)
{
    return findSetting(trainingParameters(), id);
}

Parameters smallModel(Parameters parameters)
{
    constexpr std::int64_t kWidest = 64;
    constexpr std::int64_t kWidth = 32;
    constexpr std::int64_t kHeads = 4;
    if (parameters.encoding.dModel <= kWidest)
        return parameters;
    parameters.encoding.dModel = kWidth;
    parameters.attention.heads = std::min(parameters.attention.heads, kHeads);
    parameters.attention.head = std::min(parameters.attention.head, parameters.attention.heads - 1);
    if (parameters.sum.positionDims.value_or(0) >= kWidth)
        parameters.sum.positionDims.reset();
    return parameters;
}

} // namespace phasor
