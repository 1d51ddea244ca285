// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "views/questions/answers.h"

#include <array>
#include <optional>

namespace phasor {

// Of the experiments that were trained to their end with this set-up: the newest on each Question.
std::array<std::optional<AnswersData::Trained>, 5> trainedAnswers(SceneReader& scene, const Parameters& parameters);

} // namespace phasor
