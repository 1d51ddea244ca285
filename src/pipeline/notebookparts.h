// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inputs/initializers.h"
#include "pipeline/placements.h"
#include "pipeline/stages.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// How a library spells what both can do. Shared code is written with the words on the left.
struct NotebookDialect
{
    std::string_view module; // LIB
    std::string_view array; // ARRAY(list)
    std::string_view join; // JOIN([a, b], axis)
    std::string_view cast; // .CAST(type)
    std::string_view boolean; // a dtype
};

extern const NotebookDialect kTorchDialect;
extern const NotebookDialect kNumpyDialect;

// What the parts of a script need to know, worked out once.
class NotebookFacts
{
public:
    NotebookFacts(const Stages& stages, const NotebookDialect& dialect);

    const NotebookDialect& dialect() const { return m_dialect; }
    // The shared words of `code` in the library's spelling. Not for text of the user's.
    std::string spelled(std::string code) const;

    const Parameters& p() const { return m_stages.parameters(); }
    const Stages& stages() const { return m_stages; }
    const Initializer* initializer() const { return m_initializer; } // null: the embedding is a file's
    double lawParameter() const; // of the initialiser's law
    bool ownSigma() const { return !p().embeddingStd.has_value(); } // the initialiser's, not one that was given
    Placement::Operand operand() const { return m_stages.placement().operand; }
    Placement::Unit unit() const { return m_stages.placement().unit; }
    bool fillsPadding() const { return m_stages.placement().fillsPadding && m_stages.sequence().hasPadding(); }
    bool drops() const { return m_stages.dropProbability() > 0; }
    std::string probability() const; // p as Python reads it
    std::string vocabulary() const;

    // Python names and expressions.
    std::string_view positionWidth() const; // "d_model" or "position_dims"
    std::string embeddingWidth() const; // "d_model" or "d_model - position_dims"
    std::string scaledExpression() const; // "E * math.sqrt(d_model)"
    std::string combined(std::string_view e, std::string_view pe) const; // "e + pe" or the concatenation
    std::string_view maskedArray() const; // what the mask has the shape of: "total", "scaled", "position"

    // Lines of code.
    std::string title() const; // the command line
    std::string constants() const; // d_model = 512 …
    std::string ids() const;
    std::string rowMasks() const; // `padding`, `protected`, [n, 1] each, where they are needed
    std::string sums() const; // scaled, position, total
    std::string printing() const;
    bool hasProtectedRows() const { return !m_protected.empty() || m_protectsPadding; }

private:
    std::string memoryNote() const;

    const Stages& m_stages;
    const NotebookDialect& m_dialect;
    const Initializer* m_initializer;
    std::vector<std::int64_t> m_protected; // rows of the text
    bool m_protectsPadding = false;
};

// The lines that compute `pe`, float32 [max_len, positionWidth()], and the imports that they need.
std::string encodingCode(const NotebookFacts& facts);
std::string encodingImports(const NotebookFacts& facts);

// The whole script of each library.
std::string torchScript(const NotebookFacts& facts);
std::string numpyScript(const NotebookFacts& facts);

} // namespace phasor
