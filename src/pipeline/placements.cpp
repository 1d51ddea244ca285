// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/placements.h"

namespace phasor {

namespace {
constexpr Placement kPlacements[] = {
    {"sum", "the sum", "drop(s·E + PE)",
     "The paper, PyTorch and Hugging Face: each element of the sum is dropped on its own, word and position together."},
    {"embedding", "the embedding only", "drop(s·E) + PE", "The encoding stays whole; only what the word says is dropped."},
    {"position", "the encoding only", "s·E + drop(PE)", "The word stays whole; only where it stands is dropped."},
};
} // namespace

std::span<const Placement> placements()
{
    return kPlacements;
}

} // namespace phasor
