// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/placements.h"

#include <algorithm>
#include <iterator>

namespace phasor {

namespace {

using Operand = Placement::Operand;
using Unit = Placement::Unit;

constexpr Placement kPlacements[] = {
    {"sum", "the sum", "drop(s·E + PE)",
     "The paper, PyTorch and Hugging Face: each element of the sum is dropped on its own, word and position together."},
    {"embedding", "the embedding only", "drop(s·E) + PE",
     "The encoding stays whole; only what the word says is dropped.", Operand::Embedding},
    {"position", "the encoding only", "s·E + drop(PE)", "The word stays whole; only where it stands is dropped.",
     Operand::Position},
    {"separate", "both, separately", "drop(s·E) + drop(PE)",
     "Two masks, drawn one after the other: an element loses word and position independently. The mask shows that of "
     "s·E and, to its right, that of PE.",
     Operand::Each},
    {"tokens", "whole tokens", "Dropout1d(s·E + PE)",
     "nn.Dropout1d on [batch, tokens, d_model] takes tokens for channels: one number for each token, which is kept or "
     "lost whole with probability p.",
     Operand::Sum, Unit::Token},
    {"dimensions", "whole dimensions", "Dropout1d((s·E + PE)ᵀ)ᵀ",
     "Spatial dropout, as Keras' SpatialDropout1D: one number for each dimension, which is kept or lost at every "
     "position.",
     Operand::Sum, Unit::Dimension},
    {"masked-fill", "the sum, masked_fill", "drop(masked_fill(s·E + PE, attention_mask == 0, 0))",
     "Published as protection of [CLS] and [SEP], but it protects no token: the padding is set to zero, in eval too, "
     "and "
     "everything else is dropped as on the sum. The mask shows the padding as dropped.",
     Operand::Sum, Unit::Element, true},
};

} // namespace

std::span<const Placement> placements()
{
    return kPlacements;
}

const Placement* findPlacement(std::string_view id)
{
    const auto* found = std::find_if(std::begin(kPlacements), std::end(kPlacements),
                                     [&](const Placement& placement) { return placement.id == id; });
    return found == std::end(kPlacements) ? nullptr : found;
}

} // namespace phasor
