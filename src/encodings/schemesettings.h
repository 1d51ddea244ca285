// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/setting.h"

namespace phasor {

// What one scheme depends on beside length and width: a value of a struct of the scheme's own (SinusoidalSettings,
// LearnedSettings …), whose type nobody else needs to know.
using SchemeSettings = AnySettings;
using SchemeParameter = Setting<SchemeSettings>;

// schemeParameter(real("base", …), &SinusoidalSettings::base)
template <typename Settings, typename T> SchemeParameter schemeParameter(const ValueSpec& spec, T Settings::*member)
{
    return erased(setting(spec, member));
}

// The seed of what a scheme draws.
template <typename Settings> SchemeParameter tableSeed(SourceText says, Seed Settings::*member)
{
    return schemeParameter(seed("table-seed", WORDS("Table's seed")).says(says), member);
}

} // namespace phasor
