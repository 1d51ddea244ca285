// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameterspec.h"
#include "views/viewstate.h"

#include <optional>
#include <vector>

namespace phasor {

// One parameter in which two setups differ.
struct ParameterDifference
{
    const ParameterSpec* spec = nullptr; // of A, or of B if only B has it
    std::optional<ParameterValue> a; // nothing: A's scheme has no such parameter
    std::optional<ParameterValue> b;
};

// In the order of the controls; parameters of two schemes with the same name count as one.
std::vector<ParameterDifference> differences(const Parameters& a, const Parameters& b);

// Settings in which two views differ: shared ones, their own options, and training's. Zoom, selection and cursor don't
// count.
std::vector<const ValueSpec*> differences(const ViewState& a, const ViewState& b);

} // namespace phasor
