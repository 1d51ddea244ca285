// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "encodings/positionmodel.h"
#include "random/generator.h"
#include "text/result.h"
#include "text/setting.h"

#include <span>
#include <string_view>
#include <vector>

namespace phasor {

// What one scheme depends on beside length and width: a value of a struct of the scheme's own (SinusoidalSettings,
// LearnedSettings …), whose type nobody else needs to know.
using SchemeSettings = AnySettings;
using SchemeParameter = Setting<SchemeSettings>;

// schemeParameter(real("base", …), &SinusoidalSettings::base)
template <typename Settings, typename T> SchemeParameter schemeParameter(const ValueSpec& spec, T Settings::*member)
{
    return erased(setting(spec, member));
}

// The seed of what a scheme draws.
template <typename Settings> SchemeParameter tableSeed(SourceText says, Seed Settings::*member)
{
    return schemeParameter(seed("table-seed", WORDS("Table's seed")).says(says), member);
}

// What a scheme needs to know to make its model. A plain value: equal ones make equal models.
struct PositionSetup
{
    std::int64_t maxLen = 5000; // positions, 1 … 2147483647
    std::int64_t width = 512; // columns of a table, 1 … 65536, odd allowed
    std::int64_t heads = 8; // of biases
    std::string generator = "torch"; // whose numbers a scheme draws that draws
    GpuGrid grid = {};
    SchemeSettings own = {}; // the standard ones
    std::int64_t headWidth = 64; // columns of a head that is rotated; 0: d_model is no multiple of the heads
    bool operator==(const PositionSetup&) const = default;
};

// One kind of encoding that a user may choose. A new scheme is one file, and one line in
// schemes.def.
struct Scheme
{
    std::string_view id; // the word of `--scheme`
    SourceText label; // for people
    SchemeKind kind = SchemeKind::Table;
    SourceText formula; // one line
    SourceText source; // paper and equation
    bool draws = false; // whether make() looks at generator and grid

    std::vector<SchemeParameter> own = {}; // its parameters, in the order of their controls

    // How many positions settings have that decide it, so that max_len is nothing to choose; 0 where they are wrong.
    // May be null.
    std::int64_t (*positions)(const SchemeSettings& own) = nullptr;
    // What the values of `own` do not show one by one; errors of kind Usage. May be null.
    Status (*check)(const PositionSetup& setup) = nullptr;
    // Of settings that were checked. Errors: those of the files and draws that it needs.
    Result<PositionModel> (*make)(const PositionSetup& setup);
    // What it takes to compute the same in a notebook. WIDTH in the code stands for the table's columns.
    SchemeCode (*notebook)(NotebookLibrary library, const PositionSetup& setup);
};

// All schemes, in the order in which a list shows them; the first is the default.
std::span<const Scheme> schemes();

// Null where no scheme has this id.
const Scheme* findScheme(std::string_view id);

} // namespace phasor
