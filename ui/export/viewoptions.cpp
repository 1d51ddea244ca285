// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/viewoptions.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace phasor {

namespace {

struct Taken
{
    std::string_view option;
    std::array<std::string_view, 12> views; // and empty ones
};

constexpr Taken kTaken[] = {
    {"stage", {"heatmap", "similarity", "spectrum"}},
    {"colormap", {"heatmap", "similarity", "shift", "training"}},
    {"range", {"heatmap", "similarity", "shift"}},
    {"reduction", {"heatmap", "similarity", "shift"}},
    {"rows",
     {"heatmap", "curves", "ratio", "dropout", "precision", "builds", "similarity", "scores", "phasors", "score-terms",
      "heads"}},
    {"cols", {"heatmap", "dropout", "precision", "builds", "scores", "energy", "shift", "score-terms", "heads"}},
    {"dims", {"curves"}},
    {"at", {"phasors", "similarity"}},
    {"only-rows", {"ratio", "energy", "spectrum", "similarity", "overlap", "score-terms"}},
    {"only-cols", {"ratio", "energy", "spectrum", "similarity", "overlap"}},
};

} // namespace

std::span<const std::string_view> sharedOptions()
{
    static constexpr auto kOptions = [] {
        std::array<std::string_view, std::size(kTaken)> options;
        std::transform(std::begin(kTaken), std::end(kTaken), options.begin(),
                       [](const Taken& row) { return row.option; });
        return options;
    }();
    return kOptions;
}

bool takesShared(std::string_view view, std::string_view option)
{
    return std::any_of(std::begin(kTaken), std::end(kTaken), [&](const Taken& row) {
        return row.option == option && std::find(row.views.begin(), row.views.end(), view) != row.views.end();
    });
}

} // namespace phasor
