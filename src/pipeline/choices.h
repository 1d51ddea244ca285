// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameterspec.h"

namespace phasor {

// What each choice parameter may be. Those that other layers register come from their lists.
std::vector<ParameterChoice> tokenizerChoices();
std::vector<ParameterChoice> schemeChoices();
std::vector<ParameterChoice> layoutChoices();
std::vector<ParameterChoice> precisionChoices();
std::vector<ParameterChoice> initializerChoices();
std::vector<ParameterChoice> generatorChoices();
std::vector<ParameterChoice> gpuThreadsChoices();
std::vector<ParameterChoice> scaleChoices();
std::vector<ParameterChoice> combineChoices();
std::vector<ParameterChoice> placementChoices();
std::vector<ParameterChoice> dropoutScaleChoices();
std::vector<ParameterChoice> modeChoices();

} // namespace phasor
