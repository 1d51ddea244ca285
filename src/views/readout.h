// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"
#include "views/waves/wavefacts.h"

namespace phasor {

// Everything about the cell under the cross-hair.
struct ReadoutRequest
{
    static constexpr std::string_view kView = "readout";
    Cursor cursor;
    bool operator==(const ReadoutRequest&) const = default;
};

struct ReadoutData : ViewData
{
    // One node at the cursor, in the order of the pipeline; nodes that do not reach there are left out.
    struct Step
    {
        NodePtr node;
        std::int64_t row = 0; // indices
        std::int64_t column = 0;
        std::optional<double> value = {}; // nothing: the node is an Error
        CellNote note = {};
        // If the node has two cells for one coordinate (two concatenated masks): the note of the second.
        std::optional<CellNote> second = {};
        std::shared_ptr<const Step> ofB = {}; // the same coordinates in B, if their value is known
    };
    // The wave of the dimension under the cursor, which a view of dimensions alone points at, too.
    std::optional<WaveOfColumn> wave; // nothing: the column is not a wave
    std::optional<WaveOfColumn> waveOfB; // the same dimension in B
    std::int64_t rows = 0; // of the sequence
    std::string token; // empty for rows beyond the sequence, and without a sentence
    Cursor cursor; // as shown: clamped to the table of the first node with such axes
    std::vector<Step> steps;
};

Result<ViewDataPtr> compute(const ReadoutRequest& request, SceneReader& scene, Effort effort);

} // namespace phasor
