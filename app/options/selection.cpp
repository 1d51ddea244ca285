// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/selection.h"

#include "options/options.h"

namespace phasor {

namespace {

Result<std::optional<Span>> windowOn(const Options& options, const char* name, const Axis& axis)
{
    if (!options.given(name))
        return std::optional<Span>();
    TRY(const Span cells, options.window(name, axis.count));
    return std::optional(Span{axis.first + cells.begin, axis.first + cells.end});
}

} // namespace

void addSelection(Options& options)
{
    options.add("--only-rows", "A:B", "Analyses look at the positions A:B only, half-open.");
    options.add("--only-cols", "A:B", "Analyses look at the dimensions A:B only, half-open.");
}

Result<Restriction> selectionOf(const Options& options, const Pipeline& pipeline)
{
    const NodePtr sum = pipeline.find("sum");
    const NodePtr position = pipeline.find("position");
    Restriction only;
    TRY(only.positions, windowOn(options, "--only-rows", position ? position->rows : sum->rows));
    TRY(only.dimensions, windowOn(options, "--only-cols", sum->columns));
    return only;
}

} // namespace phasor
