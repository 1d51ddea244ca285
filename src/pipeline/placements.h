// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/valuespec.h"

#include <span>
#include <string_view>

namespace phasor {

enum class PlacementId { Sum, Embedding, Position, Separate, Tokens, Dimensions, MaskedFill };

// Dropout target, and the unit that is dropped together.
struct Placement
{
    enum class Operand { Sum, Embedding, Position, Each }; // Each: embedding and encoding, each with its own mask
    enum class Unit { Element, Token, Dimension };

    EnumChoice<PlacementId> choice; // its explanation describes the stage `mask` if that is not obvious
    // Formulas for an encoding that is added, for one that is concatenated, and without any.
    std::string_view formula;
    std::string_view formulaBeside;
    std::string_view formulaAlone = {};
    Operand operand = Operand::Sum;
    Unit unit = Unit::Element;
    bool fillsPadding = false; // rows after the end of the text are set to zero, in training and in evaluation

    bool onEmbedding() const { return operand == Operand::Embedding || operand == Operand::Each; }
    bool onPosition() const { return operand == Operand::Position || operand == Operand::Each; }
};

// The explicit list, the default first.
std::span<const Placement> placements();
const Placement& placementOf(PlacementId id);
std::span<const EnumChoice<PlacementId>> choicesOf(PlacementId);

} // namespace phasor
