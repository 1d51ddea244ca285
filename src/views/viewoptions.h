// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/setting.h"

namespace phasor {

// One option of one view. What a view has of its own is a struct in the view's header, with a list of such options
// beside it:
//     struct RatioOptions { static constexpr std::string_view kView = "ratio"; bool divided = false; … == … };
//     std::vector<ViewOption> ratioOptions();
struct ViewOption : Setting<AnySettings>
{
    std::string_view view; // "ratio"
    bool onlyComparing = false; // means nothing while there is one setup

    template <typename O>
    ViewOption(const Setting<O>& setting, bool comparing = false) // NOLINT(google-explicit-constructor): lists of them
        : Setting<AnySettings>(erased(setting))
        , view(O::kView)
        , onlyComparing(comparing)
    {
    }
};

// Those of all views, in the order of the help and of JSON. No two have the same id, none that of what views share.
std::span<const ViewOption> viewOptions();
std::vector<const ViewOption*> optionsOfView(std::string_view view);

} // namespace phasor
