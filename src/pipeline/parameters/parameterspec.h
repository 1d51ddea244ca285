// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"
#include "text/setting.h"

namespace phasor {

// Header above a parameter's control and option.
enum class ParameterGroup { Sentence, Encoding, Embedding, ScaleAndSum, Dropout, Attention };

// One parameter, with the group of its control and option.
struct ParameterSpec : Setting<Parameters>
{
    ParameterGroup group = ParameterGroup::Encoding;
    std::string_view scheme = {}; // the only scheme that has it; empty: all have it
    double (*number)(const Parameters&) = nullptr; // for a choice or number: the number that the choice means now
};

// All parameters, also those of every scheme, in the order of controls and help. Parameters of two schemes may have the
// same id.
std::span<const ParameterSpec> parameterSpecs();

// Parameters of the chosen scheme and those of all schemes. The parameter "scheme" comes before its own ones.
std::vector<const ParameterSpec*> specsOf(const Parameters& parameters);

// The parameter `id` in specsOf(parameters), or null.
const ParameterSpec* findParameter(std::string_view id, const Parameters& parameters = {});

// Error for a value out of range or for parameters that contradict each other, such as position_dims >= d_model in a
// concatenation.
Status validate(const Parameters& parameters);

} // namespace phasor
