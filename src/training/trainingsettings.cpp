// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/trainingsettings.h"

#include <algorithm>

namespace phasor {

std::span<const TrainingParameter> trainingParameters()
{
    using S = TrainingSettings;
    static const TrainingParameter kParameters[] = {
        setting(choiceOrFile("task", WORDS("Task"), taskChoices, kTextPrefix)
                    .says(WORDS("What is learned: generated sequences, or a text by character.")),
                &S::task),
        setting(integer("distance", WORDS("Distance"), 1, 4095)
                    .inUnit(WORDS("tokens"))
                    .says(WORDS("How many tokens back `recall` asks for.")),
                &S::distance),
        setting(integer("steps", WORDS("Steps"), 1, 1000000).logarithmic().says(WORDS("Steps of Adam.")), &S::steps),
        setting(integer("length", WORDS("Length"), 2, 4096)
                    .logarithmic()
                    .inUnit(WORDS("tokens"))
                    .says(WORDS("Tokens of a sequence in training; evaluated at twice and four times as many, "
                                "too.")),
                &S::length),
        setting(
            integer("tokens", WORDS("Tokens"), 2, 65536).logarithmic().says(WORDS("Symbols of the generated tasks.")),
            &S::tokens),
        setting(integer("batch", WORDS("Batch"), 1, 4096)
                    .powersOfTwo()
                    .inUnit(WORDS("sequences"))
                    .says(WORDS("Sequences of a step.")),
                &S::batch),
        setting(integer("layers", WORDS("Layers"), 1, 4).says(WORDS("Layers of the transformer.")), &S::layers),
        setting(real("learning-rate", WORDS("Learning rate"), 1e-9, 1e9).logarithmic().says(WORDS("Adam's.")),
                &S::learningRate),
        setting(integer("warmup", WORDS("Warm-up"), 0, 1000000)
                    .logarithmic()
                    .inUnit(WORDS("steps"))
                    .says(WORDS("Steps over which the learning rate rises from 0.")),
                &S::warmup),
        setting(choice("tied", WORDS("Tied"), onOffChoices)
                    .says(WORDS("Whether the output layer's weights are the embedding's.")),
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
