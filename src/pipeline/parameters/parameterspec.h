// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"
#include "text/setting.h"

#include <span>
#include <string_view>
#include <vector>

namespace phasor {

// Under which header a parameter's control and option stand.
enum class ParameterGroup { Sentence, Encoding, Embedding, ScaleAndSum, Dropout, Attention };

// One parameter, and where its control and option are.
struct ParameterSpec : Setting<Parameters>
{
    ParameterGroup group = ParameterGroup::Encoding;
    std::string_view scheme = {}; // whose own parameter it is; empty: of all schemes
    double (*number)(const Parameters&) = nullptr; // of a choice or number: the number that the choice means now
};

// Every parameter there is, those of all schemes too, in the order of controls and help. Two schemes may have a
// parameter with the same id.
std::span<const ParameterSpec> parameterSpecs();

// Those that the parameters have: of the schemes' own only those of the chosen one. The scheme's stands before them.
std::vector<const ParameterSpec*> specsOf(const Parameters& parameters);

// The parameter `id` of these parameters; null: they have none of that name.
const ParameterSpec* findParameter(std::string_view id, const Parameters& parameters = {});

// Values out of range, and contradictions between parameters that no single value shows: position_dims >= d_model when
// concatenating …
Status validate(const Parameters& parameters);

} // namespace phasor
