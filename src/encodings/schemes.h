// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "encodings/positionmodel.h"
#include "random/generator.h"
#include "text/result.h"
#include "text/setting.h"

namespace phasor {

// A scheme's own settings, in addition to length and width: a value of the scheme's struct (SinusoidalSettings,
// LearnedSettings …). Other code does not know its type.
using SchemeSettings = AnySettings;
using SchemeParameter = Setting<SchemeSettings>;

// schemeParameter(real("base", …), &SinusoidalSettings::base)
template <typename Settings, typename T> SchemeParameter schemeParameter(const ValueSpec& spec, T Settings::*member)
{
    return erased(setting(spec, member));
}

// Seed of the scheme's random numbers.
template <typename Settings> SchemeParameter tableSeed(SourceText says, Seed Settings::*member)
{
    return schemeParameter(seed("table-seed", WORDS("Table seed")).says(says), member);
}

// Input of a scheme that makes its model. A plain value: equal setups make equal models.
struct PositionSetup
{
    std::int64_t maxLen = 5000; // positions, 1 … 2147483647
    std::int64_t width = 512; // columns of a table, 1 … 65536, odd allowed
    std::int64_t heads = 8; // heads that have biases
    std::string generator = "torch"; // random-number generator of schemes that sample
    GpuGrid grid = {};
    SchemeSettings own = {}; // the defaults
    std::int64_t headWidth = 64; // head dimension for a rotation; 0: d_model is not a multiple of the heads
    bool operator==(const PositionSetup&) const = default;
};

// One kind of encoding that a user may choose. A new scheme is one file, and one line in
// schemes.def.
struct Scheme
{
    std::string_view id; // the word of `--scheme`
    SourceText label; // for users
    SchemeKind kind = SchemeKind::Table;
    SourceText formula; // one line
    SourceText source; // paper and equation
    bool draws = false; // whether make() uses generator and grid

    std::vector<SchemeParameter> own = {}; // the scheme's own parameters, in the order of their controls

    // Number of positions that the settings fix, so that max_len cannot be chosen; 0 if they are invalid. May be null.
    std::int64_t (*positions)(const SchemeSettings& own) = nullptr;
    // Checks the values of `own` against each other; errors of kind Usage. May be null.
    Status (*check)(const PositionSetup& setup) = nullptr;
    // Makes the model from checked settings. Errors: those of the files and random numbers that it needs.
    Result<PositionModel> (*make)(const PositionSetup& setup);
    // Code that computes the same in a notebook. WIDTH in the code means the number of the table's columns.
    SchemeCode (*notebook)(NotebookLibrary library, const PositionSetup& setup);
};

// All schemes, in the order in which a list shows them; the first is the default.
std::span<const Scheme> schemes();

// Null: unknown id.
const Scheme* findScheme(std::string_view id);

} // namespace phasor
