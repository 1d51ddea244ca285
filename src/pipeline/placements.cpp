// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/placements.h"

#include <vector>

namespace phasor {

namespace {

using Operand = Placement::Operand;
using Unit = Placement::Unit;

constexpr Placement kPlacements[] = {
    {{PlacementId::Sum,
      {"sum", WORDS("the sum"),
       WORDS("The paper, PyTorch and Hugging Face: each element of the sum is dropped on its own, word and position "
             "together.")}},
     "drop(s·E + PE)",
     "drop([s·E, PE])",
     "drop(s·E)"},
    {{PlacementId::Embedding,
      {"embedding", WORDS("the embedding only"),
       WORDS("The encoding stays whole; only what the word says is dropped.")}},
     "drop(s·E) + PE",
     "[drop(s·E), PE]",
     "drop(s·E)",
     Operand::Embedding},
    {{PlacementId::Position,
      {"position", WORDS("the encoding only"), WORDS("The word stays whole; only where it stands is dropped.")}},
     "s·E + drop(PE)",
     "[s·E, drop(PE)]",
     "s·E",
     Operand::Position},
    {{PlacementId::Separate,
      {"separate", WORDS("both, separately"),
       WORDS("Two masks, drawn one after the other: an element loses word and position independently. The mask shows "
             "that of "
             "s·E and, to its right, that of PE.")}},
     "drop(s·E) + drop(PE)",
     "[drop(s·E), drop(PE)]",
     "drop(s·E)",
     Operand::Each},
    {{PlacementId::Tokens,
      {"tokens", WORDS("whole tokens"),
       WORDS("nn.Dropout1d on [batch, tokens, d_model] takes tokens for channels: one number for each token, which is "
             "kept "
             "or lost whole with probability p.")}},
     "Dropout1d(s·E + PE)",
     "Dropout1d([s·E, PE])",
     "Dropout1d(s·E)",
     Operand::Sum,
     Unit::Token},
    {{PlacementId::Dimensions,
      {"dimensions", WORDS("whole dimensions"),
       WORDS(
           "Spatial dropout, as Keras' SpatialDropout1D: one number for each dimension, which is kept or lost at every "
           "position.")}},
     "Dropout1d((s·E + PE)ᵀ)ᵀ",
     "Dropout1d([s·E, PE]ᵀ)ᵀ",
     "Dropout1d((s·E)ᵀ)ᵀ",
     Operand::Sum,
     Unit::Dimension},
    {{PlacementId::MaskedFill,
      {"masked-fill", WORDS("the sum, masked_fill"),
       WORDS("Published as protection of [CLS] and [SEP], but it protects no token: the padding is set to zero, in "
             "eval too, "
             "and everything else is dropped as on the sum. The mask shows the padding as dropped.")}},
     "drop(masked_fill(s·E + PE, attention_mask == 0, 0))",
     "drop(masked_fill([s·E, PE], attention_mask == 0, 0))",
     "drop(masked_fill(s·E, attention_mask == 0, 0))",
     Operand::Sum,
     Unit::Element,
     true},
};

} // namespace

std::span<const Placement> placements()
{
    return kPlacements;
}

const Placement& placementOf(PlacementId id)
{
    return kPlacements[static_cast<std::size_t>(id)]; // in the order of the enumeration
}

std::span<const EnumChoice<PlacementId>> choicesOf(PlacementId)
{
    static const std::vector<EnumChoice<PlacementId>> kChoices = [] {
        std::vector<EnumChoice<PlacementId>> choices;
        for (const Placement& placement : kPlacements)
            choices.push_back(placement.choice);
        return choices;
    }();
    return kChoices;
}

} // namespace phasor
