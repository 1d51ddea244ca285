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
                variants.push_back(std::move(variant));
            }
        }
    }
    return variants;
}

} // namespace phasor
