// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "text/result.h"

#include <span>
#include <string>
#include <string_view>

namespace phasor {

// What a preset is about: its place in a menu.
enum class PresetGroup { Sines, Embedding, Dropout, Rotations, OtherModels };

// A named set-up that makes one point, or a famous figure: resources/presets/<id>.json, a document with a title, a
// sentence, the parameters that differ from the defaults, and what to look at.
struct Preset
{
    std::string id;
    PresetGroup group = PresetGroup::Sines;
    Document document;
};

std::span<const std::string_view> presetIds(); // in the order of the menu

// Errors: an id that is none (usage, `where` is --preset). Needs the compiled resources (phasor_resources).
Result<Preset> loadPreset(std::string_view id);

} // namespace phasor
