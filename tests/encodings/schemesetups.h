// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"

#include <string>
#include <vector>

namespace phasor {

// A scheme with settings, and its name in tests.
struct SchemeVariant
{
    const Scheme* scheme = nullptr;
    std::string name;
    SchemeSettings own = {};
};

// Adds the numbers that a frequency scaling needs: heads of 64 columns have the lists' 32 pairs.
inline void addNumbers(SchemeVariant& variant)
{
    for (const SchemeParameter& parameter : variant.scheme->own) {
        if (parameter.id == "rope-factor")
            parameter.set(variant.own, 3.5);
        if (parameter.id == "rope-original")
            parameter.set(variant.own, std::int64_t{128});
        if (parameter.id == "rope-factors")
            parameter.set(variant.own, std::string(PHASOR_GOLDEN "/encodings/longrope.json"));
    }
}

// A scheme's table by position, or its rotation's cosines and sines; null: neither.
inline std::shared_ptr<const PositionTable> tableOf(const PositionModel& model)
{
    return model.turns() != nullptr ? model.turns()->table : model.table;
}

// All schemes with defaults, and with each choice of their parameters. A new scheme or choice is tested as soon as it
// is listed.
inline std::vector<SchemeVariant> schemeVariants()
{
    std::vector<SchemeVariant> variants;
    for (const Scheme& scheme : schemes()) {
        variants.push_back({&scheme, std::string(scheme.id)});
        for (const SchemeParameter& parameter : scheme.own) {
            if (parameter.choices == nullptr)
                continue;
            for (const ParameterChoice& choice : parameter.choices()) {
                SchemeVariant variant{&scheme, std::string(scheme.id) + " " + std::string(choice.id)};
                parameter.set(variant.own, std::string(choice.id));
                if (parameter.id == "rope-scaling")
                    addNumbers(variant);
                variants.push_back(std::move(variant));
            }
        }
    }
    const struct
    {
        const char* scheme;
        const char* parameter;
        const char* value;
    } texts[] = {{"grid-mae", "grid", "5x37"}, {"grid-mae", "grid", "37x5"},      {"grid-detr", "grid", "40x7"},
                 {"grid-detr", "grid", "1x1"}, {"fourier", "octaves", "1"},       {"fourier", "octaves", "6"},
                 {"t5", "t5-buckets", "7"},    {"kerple-log", "kerple-a", "0.01"}};
    for (const auto& [id, name, value] : texts) {
        SchemeVariant variant{findScheme(id), std::string(id) + " " + value};
        for (const SchemeParameter& parameter : variant.scheme->own) {
            if (parameter.id == name)
                parameter.set(variant.own, parseValue(parameter, value).value());
        }
        variants.push_back(std::move(variant));
    }
    return variants;
}

// `setup` with the variant's settings, and the number of positions that they require.
inline PositionSetup setupOf(const SchemeVariant& variant, PositionSetup setup)
{
    setup.own = variant.own;
    if (variant.scheme->positions != nullptr)
        setup.maxLen = variant.scheme->positions(variant.own);
    return setup;
}

inline bool isAllowed(const SchemeVariant& variant, const PositionSetup& setup)
{
    return variant.scheme->check == nullptr || variant.scheme->check(setup).ok();
}

} // namespace phasor
