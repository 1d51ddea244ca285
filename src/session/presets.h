// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"

#include <span>

namespace phasor {

// Topic of a preset: its place in the menu.
// The first five are questions: dropout on the sum, special tokens, add or concatenate, √d_model, nn.Dropout.
enum class PresetGroup {
    Sum,
    SpecialTokens,
    Concatenation,
    Scale,
    Dropout,
    Table,
    Mistakes,
    Figures,
    Rotations,
    OtherModels
};

// A named setup that makes one point, or a famous figure: resources/presets/<id>.json, a document with a title, a
// sentence, the parameters that differ from the defaults, and its views.
struct Preset
{
    std::string id;
    PresetGroup group = PresetGroup::Sum;
    Document document;
};

std::span<const std::string_view> presetIds(); // in the order of the menu

// Loads a preset. Error: unknown id (usage, `where` is --preset). Needs the compiled resources (phasor_resources).
Result<Preset> loadPreset(std::string_view id);

} // namespace phasor
