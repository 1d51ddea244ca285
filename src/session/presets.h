// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters.h"
#include "text/result.h"
#include "views/viewstate.h"

#include <span>
#include <string>
#include <string_view>

namespace phasor {

// A named set-up that makes one point, or a famous figure: resources/presets/<id>.json with the parameters that differ
// from the defaults, and what to look at.
struct Preset
{
    std::string id;
    std::string title; // in the menu
    std::string says; // one sentence: what there is to see
    Parameters parameters;
    ViewState view; // stage and dimensions
};

std::span<const std::string_view> presetIds(); // in the order of the menu

// Errors: an id that is none (usage, `where` is --preset). Needs the compiled resources (phasor_resources).
Result<Preset> loadPreset(std::string_view id);

} // namespace phasor
