// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/view.h"
#include "views/viewstate.h"

#include <optional>

namespace phasor {

// Everything about the cell under the cross-hair; a number that cannot be had is absent.
struct ReadoutData : ViewData
{
    ViewState::Cell cell;
    std::string token; // empty for rows beyond the sequence
    std::int64_t position = 0;
    std::int64_t pair = 0;
    double wavelength = 0; // positions
    std::string formula; // "PE[37,12] = sin(37 / 10000^(12/512)) = −0.482…"
    std::optional<double> embedding;
    std::optional<double> scaled;
    std::optional<double> encoding;
    std::optional<double> sum;
    std::optional<bool> kept; // what dropout acts on
    std::optional<bool> encodingKept; // placement `separate`: the encoding's part; `kept` is then the embedding's
    std::optional<double> output;
    // summary: the whole derivation on one line
};

ViewJob readoutJob(const ViewState::Cell& cell);

} // namespace phasor
