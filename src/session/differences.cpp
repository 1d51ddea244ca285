// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/differences.h"

namespace phasor {

std::vector<ParameterDifference> differences(const Parameters& a, const Parameters& b)
{
    std::vector<ParameterDifference> list;
    const auto valueOf = [](const ParameterSpec* spec, const Parameters& parameters) {
        return spec != nullptr ? std::optional(spec->get(parameters)) : std::nullopt;
    };
    const auto compare = [&](const ParameterSpec* ofA, const ParameterSpec* ofB) {
        const std::optional<ParameterValue> valueA = valueOf(ofA, a);
        const std::optional<ParameterValue> valueB = valueOf(ofB, b);
        if (valueA != valueB)
            list.push_back({ofA != nullptr ? ofA : ofB, valueA, valueB});
    };
    // Parameters of two schemes may share an id. Looked up by id only then: the history of edits asks thousands of
    // times while a slider moves.
    const std::vector<const ParameterSpec*> specsOfA = specsOf(a);
    const std::vector<const ParameterSpec*> specsOfB = specsOf(b);
    auto nextOfA = specsOfA.begin();
    auto nextOfB = specsOfB.begin();
    for (const ParameterSpec& spec : parameterSpecs()) {
        const bool isOfA = nextOfA != specsOfA.end() && *nextOfA == &spec;
        const bool isOfB = nextOfB != specsOfB.end() && *nextOfB == &spec;
        nextOfA += isOfA ? 1 : 0;
        nextOfB += isOfB ? 1 : 0;
        if (isOfA)
            compare(&spec, isOfB ? &spec : findParameter(spec.id, b));
        else if (isOfB && findParameter(spec.id, a) == nullptr)
            compare(nullptr, &spec);
    }
    return list;
}

std::vector<const ValueSpec*> differences(const ViewState& a, const ViewState& b)
{
    std::vector<const ValueSpec*> list;
    const auto compare = [&list](const auto& setting, const auto& ofA, const auto& ofB) {
        if (setting.get(ofA) != setting.get(ofB))
            list.push_back(&setting);
    };
    for (const Setting<ViewState>& setting : viewSettings())
        compare(setting, a, b);
    const int cells = a.board.isArrangedAs(b.board) ? a.board.size() : 0;
    for (const ViewOption& option : viewOptions()) {
        const auto differ = [&option](const AnySettings& ofA, const AnySettings& ofB) {
            return option.get(ofA) != option.get(ofB);
        };
        bool changed = differ(a.board.of(option.view), b.board.of(option.view));
        for (int cell = 0; cell < cells; ++cell) // also of a view's second cell
            changed = changed
                || (a.board.cell(cell).view == option.view
                    && differ(a.board.cell(cell).options, b.board.cell(cell).options));
        if (changed)
            list.push_back(&option);
    }
    compare(analyseSetting(), a, b);
    for (const TrainingParameter& parameter : trainingParameters())
        compare(parameter, a.training.settings, b.training.settings);
    compare(seedsSetting(), a.training, b.training);
    return list;
}

} // namespace phasor
