// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "inputs/initializers.h"
#include "pipeline/pipeline.h"
#include "pipeline/placements.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

// What the parts of a script need to know, worked out once.
class NotebookFacts
{
public:
    NotebookFacts(const Pipeline& pipeline, NotebookLibrary library);

    const Parameters& p() const { return m_pipeline.parameters(); }
    const Pipeline& pipeline() const { return m_pipeline; }
    const SchemeCode& schemeCode() const { return m_schemeCode; } // WIDTH still stands for the table's columns
    const Initializer* initializer() const { return m_initializer; } // null: the embedding is a file's
    double lawParameter() const; // of the initialiser's law
    bool ownSigma() const { return !p().embedding.sigma.has_value(); } // the initialiser's, not one that was given
    Placement::Operand operand() const { return placement().operand; }
    Placement::Unit unit() const { return placement().unit; }
    bool fillsPadding() const { return placement().fillsPadding && m_pipeline.sequence().hasPadding(); }
    bool drops() const { return dropProbabilityOf(p().dropout) > 0; }
    bool hasTable() const { return m_pipeline.model().table != nullptr; }
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
    std::string imports() const; // math, and what the scheme needs
    std::string constants() const; // d_model = 512 …
    std::string ids() const;
    std::string encodingCode() const; // the lines that compute `pe` or `bias`
    std::string rowMasks() const; // `padding`, `protected`, [n, 1] each, where they are needed
    std::string sums() const; // scaled, position, total
    // queries, keys, bias, scores, attention, where the scheme enters there; `drawn`: lines that make W_q and W_k.
    std::string attention(std::string_view drawn) const;
    std::string printing() const;
    bool hasProtectedRows() const { return !m_protected.empty() || m_protectsPadding; }

private:
    std::string memoryNote() const;
    std::string spelled(std::string code) const { return phasor::spelled(std::move(code), m_library); }
    const Placement& placement() const { return placementOf(p().dropout.placement); }

    const Pipeline& m_pipeline;
    NotebookLibrary m_library;
    SchemeCode m_schemeCode;
    const Initializer* m_initializer;
    std::vector<std::int64_t> m_protected; // rows of the text
    bool m_protectsPadding = false;
};

// The whole script of each library.
std::string torchScript(const NotebookFacts& facts);
std::string numpyScript(const NotebookFacts& facts);

} // namespace phasor
