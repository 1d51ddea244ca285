// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"

#include <span>
#include <string_view>

namespace phasor {

enum class PlacementId { Sum, Embedding, Position, Separate, Tokens, Dimensions, MaskedFill };

// What dropout acts on, and what one random number decides for.
struct Placement
{
    enum class Operand { Sum, Embedding, Position, Each }; // Each: embedding and encoding, with a mask of its own each
    enum class Unit { Element, Token, Dimension };

    EnumChoice<PlacementId> choice; // its explanation says what the stage `mask` then shows if that is not obvious
    // What is computed where the encoding is added, where it is put beside the embedding, and where there is none.
    std::string_view formula;
    std::string_view formulaBeside;
    std::string_view formulaAlone = {};
    Operand operand = Operand::Sum;
    Unit unit = Unit::Element;
    bool fillsPadding = false; // rows behind the end of the text are set to zero, in training and in evaluation

    bool onEmbedding() const { return operand == Operand::Embedding || operand == Operand::Each; }
    bool onPosition() const { return operand == Operand::Position || operand == Operand::Each; }
};

// The explicit list, the default first.
std::span<const Placement> placements();
const Placement& placementOf(PlacementId id);
std::span<const EnumChoice<PlacementId>> choicesOf(PlacementId);

} // namespace phasor
