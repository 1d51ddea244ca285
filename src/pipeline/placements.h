// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace phasor {

// What dropout acts on, and what one random number decides for.
struct Placement
{
    enum class Operand { Sum, Embedding, Position, Each }; // Each: embedding and encoding, with a mask of its own each
    enum class Unit { Element, Token, Dimension };

    std::string_view id;
    std::string_view label;
    std::string_view formula;
    std::string_view explanation; // one or two sentences, with what the stage `mask` then shows if that is not obvious
    Operand operand = Operand::Sum;
    Unit unit = Unit::Element;
    bool fillsPadding = false; // rows behind the end of the text are set to zero, in training and in evaluation
};

// The explicit list, the default first.
std::span<const Placement> placements();
const Placement* findPlacement(std::string_view id);

} // namespace phasor
