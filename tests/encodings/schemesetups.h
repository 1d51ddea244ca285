// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/schemes.h"

#include <string>
#include <vector>

namespace phasor {

// A scheme with settings of its own, and what they are called in a test.
struct SchemeVariant
{
    const Scheme* scheme = nullptr;
    std::string name;
    SchemeSettings own = {};
};

// What a scaling of frequencies needs beside its name: heads of 64 columns have the lists' 32 pairs.
inline void addNumbers(SchemeVariant& variant)
{
    for (const SchemeParameter& parameter : variant.scheme->own) {
        if (parameter.spec.id == "rope-factor")
            parameter.assign(variant.own, 3.5);
        if (parameter.spec.id == "rope-original")
            parameter.assign(variant.own, std::int64_t{128});
        if (parameter.spec.id == "rope-factors")
            parameter.assign(variant.own, std::string(PHASOR_GOLDEN "/encodings/longrope.json"));
    }
}

// The table of a scheme by position, or the cosines and sines of its rotation; null: it has neither.
inline std::shared_ptr<const PositionTable> tableOf(const PositionModel& model)
{
    return model.turns() != nullptr ? model.turns()->table : model.table;
}

// All schemes as they are, and with each word that one of their parameters can be: new schemes and new words are
// tested because they are listed.
inline std::vector<SchemeVariant> schemeVariants()
{
    std::vector<SchemeVariant> variants;
    for (const Scheme& scheme : schemes()) {
        variants.push_back({&scheme, std::string(scheme.id)});
        for (const SchemeParameter& parameter : scheme.own) {
            if (parameter.spec.choices == nullptr)
                continue;
            for (const ParameterChoice& choice : parameter.spec.choices()) {
                SchemeVariant variant{&scheme, std::string(scheme.id) + " " + std::string(choice.id)};
                parameter.assign(variant.own, std::string(choice.id));
                if (parameter.spec.id == "rope-scaling")
                    addNumbers(variant);
                variants.push_back(std::move(variant));
            }
        }
    }
    return variants;
}

} // namespace phasor
