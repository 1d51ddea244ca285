// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/parameters/parameters.h"

#include "inputs/initializers.h"
#include "inputs/tokenizers/tokenizer.h"

namespace phasor {

namespace {

using Operand = Placement::Operand;
using Unit = Placement::Unit;

constexpr Placement kPlacements[] = {
    {{PlacementId::Sum,
      {"sum", WORDS("the sum"),
       WORDS("Dropout zeroes values of the sum, so one mask hides token and position together. The paper, PyTorch and "
             "Hugging Face do this.")}},
     "drop(s·E + PE)",
     "drop([s·E, PE])",
     "drop(s·E)"},
    {{PlacementId::Embedding,
      {"embedding", WORDS("the embedding only"),
       WORDS("Dropout zeroes values of the token embedding only. PE stays complete.")}},
     "drop(s·E) + PE",
     "[drop(s·E), PE]",
     "drop(s·E)",
     Operand::Embedding},
    {{PlacementId::Position,
      {"position", WORDS("the encoding only"),
       WORDS("Dropout zeroes values of PE only. The token embedding stays complete.")}},
     "s·E + drop(PE)",
     "[s·E, drop(PE)]",
     "s·E",
     Operand::Position},
    {{PlacementId::Separate,
      {"separate", WORDS("both, separately"),
       WORDS("Two independent masks hide token and position separately. The stage mask shows that of s·E, then that of "
             "PE.")}},
     "drop(s·E) + drop(PE)",
     "[drop(s·E), drop(PE)]",
     "drop(s·E)",
     Operand::Each},
    {{PlacementId::Tokens,
      {"tokens", WORDS("whole tokens"),
       WORDS("Dropout zeroes complete tokens with probability p: nn.Dropout1d on [batch, tokens, d_model] takes tokens "
             "for channels.")}},
     "Dropout1d(s·E + PE)",
     "Dropout1d([s·E, PE])",
     "Dropout1d(s·E)",
     Operand::Sum,
     Unit::Token},
    {{PlacementId::Dimensions,
      {"dimensions", WORDS("whole dimensions"),
       WORDS("Dropout zeroes a dimension at every position (spatial dropout, as in Keras' SpatialDropout1D).")}},
     "Dropout1d((s·E + PE)ᵀ)ᵀ",
     "Dropout1d([s·E, PE]ᵀ)ᵀ",
     "Dropout1d((s·E)ᵀ)ᵀ",
     Operand::Sum,
     Unit::Dimension},
    {{PlacementId::MaskedFill,
      {"masked-fill", WORDS("the sum and masked_fill"),
       WORDS("Published as protection of [CLS] and [SEP], but it protects no token. It zeroes the padding, in eval "
             "mode too; dropout then acts on the sum. The mask shows the padding as dropped.")}},
     "drop(masked_fill(s·E + PE, attention_mask == 0, 0))",
     "drop(masked_fill([s·E, PE], attention_mask == 0, 0))",
     "drop(masked_fill(s·E, attention_mask == 0, 0))",
     Operand::Sum,
     Unit::Element,
     true},
};

template <typename Registry, typename Entry>
std::vector<ParameterChoice> choicesFrom(const Registry& registry, SourceText Entry::*explanation)
{
    std::vector<ParameterChoice> choices;
    for (const auto& entry : registry)
        choices.push_back({entry.id, entry.label, entry.*explanation});
    return choices;
}

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
    static const std::vector<EnumChoice<PlacementId>> kOfPlacements = [] {
        std::vector<EnumChoice<PlacementId>> choices;
        for (const Placement& placement : kPlacements)
            choices.push_back(placement.choice);
        return choices;
    }();
    return kOfPlacements;
}

std::vector<ParameterChoice> tokenizerChoices()
{
    std::vector<ParameterChoice> choices; // tokenizers that need no file
    for (const TokenizerInfo& info : tokenizers()) {
        if (info.make != nullptr)
            choices.push_back({info.id, info.label, info.explanation});
    }
    return choices;
}

std::vector<ParameterChoice> schemeChoices()
{
    return choicesFrom(schemes(), &Scheme::formula);
}

std::vector<ParameterChoice> initializerChoices()
{
    return choicesFrom(initializers(), &Initializer::explanation);
}

std::vector<ParameterChoice> generatorChoices()
{
    return choicesFrom(generators(), &GeneratorInfo::explanation);
}

} // namespace phasor
