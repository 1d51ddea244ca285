// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "text/result.h"

#include <span>
#include <string>
#include <string_view>

namespace phasor {

// A named set-up that makes one point, or a famous figure: resources/presets/<id>.json, a document with a title, a
// sentence, the parameters that differ from the defaults, and what to look at.
struct Preset
{
    std::string id;
    Document document;
};

std::span<const std::string_view> presetIds(); // in the order of the menu

// Errors: an id that is none (usage, `where` is --preset). Needs the compiled resources (phasor_resources).
Result<Preset> loadPreset(std::string_view id);

} // namespace phasor
