// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

// Sizes and switches of the transformer that is trained: pre-norm blocks of attention and an MLP with ReLU, a final
// norm, an output layer without bias. A plain value.
struct ModelShape
{
    std::int64_t vocabulary = 24;
    std::int64_t width = 32; // d_model
    std::int64_t embeddingWidth = 32; // less than width: the encoding stands beside the embedding
    std::int64_t heads = 4; // divide the width
    std::int64_t layers = 1;
    std::int64_t learnedRows = 0; // of the encoding's table, where it is trained as the other weights are
    std::int64_t learnedBiases = 0; // numbers of each head that are added to scores and trained
    bool tied = false; // the output layer's weights are the embedding's
    bool causal = true;
    bool scoresAreDivided = true; // by the root of a head's width
    double scale = 1; // s of s·E

    std::int64_t hidden() const { return 4 * width; } // of the MLP
    std::int64_t headWidth() const { return width / heads; }
    bool concatenates() const { return embeddingWidth < width; }
    std::int64_t positionWidth() const { return concatenates() ? width - embeddingWidth : width; }

    bool operator==(const ModelShape&) const = default;
};

} // namespace phasor
