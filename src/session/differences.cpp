// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/differences.h"

namespace phasor {

std::vector<ParameterDifference> differences(const Parameters& a, const Parameters& b)
{
    std::vector<ParameterDifference> list;
    const auto valueOf = [](const ParameterSpec* spec, const Parameters& parameters) {
        return spec != nullptr ? std::optional(spec->value(parameters)) : std::nullopt;
    };
    const auto compare = [&](const ParameterSpec* ofA, const ParameterSpec* ofB) {
        const std::optional<ParameterValue> valueA = valueOf(ofA, a);
        const std::optional<ParameterValue> valueB = valueOf(ofB, b);
        if (valueA != valueB)
            list.push_back({ofA != nullptr ? ofA : ofB, valueA, valueB});
    };
    for (const ParameterSpec& spec : parameterSpecs()) {
        const ParameterSpec* ofA = findParameter(spec.id, a);
        const ParameterSpec* ofB = findParameter(spec.id, b);
        if (ofA == &spec || (ofA == nullptr && ofB == &spec))
            compare(ofA, ofB);
    }
    return list;
}

} // namespace phasor
