// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/notebookcode.h"
#include "inputs/initializers.h"
#include "pipeline/pipeline.h"

namespace phasor {

// The library of a word of `--for`: torch, numpy. Usage error ENUM.
Result<NotebookLibrary> notebookLibrary(std::string_view word);

// A short self-contained Python script that computes the pipeline's nodes and prints a corner of every stage. It leaves
// a dict `stages` from the nodes' names to arrays (without tokens, which is `ids`).
//
// The arrays have the bits of the nodes with PyTorch 1.13 on a CPU without MKL and generator `torch`, and with NumPy
// and the generators `numpy` and `numpy-legacy` (exact encoding: except ties too near for float64). A comment at the
// top says what the library cannot do. Errors: those of the nodes; EMPTY if there is no token.
Result<std::string> notebookScript(const Pipeline& pipeline, NotebookLibrary library);

// Facts for the parts of a script, computed once; Python names and expressions; lines of code.
class NotebookFacts
{
public:
    NotebookFacts(const Pipeline& pipeline, NotebookLibrary library);

    const Pipeline& pipeline;
    const Parameters& p;
    const Placement& placement;
    const Initializer* initializer; // null: the embedding is a file's
    ReadingCode reading; // of that file
    SchemeCode scheme; // contains WIDTH for the number of the table's columns
    bool hasTable;
    bool drops; // dropout acts
    bool hasProtectedRows = false;
    std::string probability; // p as Python reads it
    std::string vocabulary;
    std::string embeddingWidth; // "d_model" or "d_model - position_dims"
    bool fillsPadding() const { return placement.fillsPadding && pipeline.sequence().hasPadding(); }
    std::string lawParameter() const; // parameter of the initializer's distribution

    std::string combined(std::string_view e, std::string_view pe) const; // "e + pe" or the concatenation
    // Output of dropout on `filled` (the sum), or on scaled, position or both; drop(array) -> expression.
    template <typename Drop> std::string output(std::string_view filled, Drop drop) const
    {
        if (placement.operand == Placement::Operand::Sum)
            return drop(std::string(filled));
        const std::string e = "scaled";
        const std::string pe = "position";
        return combined(placement.onEmbedding() ? drop(e) : e, placement.onPosition() ? drop(pe) : pe);
    }
    std::string_view maskedArray() const; // what the mask has the shape of: "total", "scaled", "position"

    std::string beginning(const std::string& notes) const; // the command line, notes, imports: math, the scheme's
    std::string constants() const; // d_model = 512 …, and `pe`
    std::string ids() const;
    std::string rowMasks() const; // `padding`, `protected`, [n, 1] each, if needed
    std::string sums() const; // scaled, position, total
    // Code that changes the rows of mask and output after dropout; `where`: np.where or torch.where.
    std::string maskedRows(std::string_view where) const;
    // Code for queries, keys, bias, scores and attention, if the scheme enters there, after `drawn`, lines that make
    // W_q and W_k; then it prints a corner of each stage.
    std::string ending(std::string_view drawn) const;

private:
    std::string memoryNote() const;
    std::string encodingCode() const; // the lines that compute `pe` or `bias`
    std::string attention(std::string_view drawn) const;
    std::string spelled(std::string code) const { return phasor::spelled(std::move(code), m_library); }

    NotebookLibrary m_library;
    std::vector<std::int64_t> m_protected; // rows of the text
    bool m_protectsPadding = false;
};

// The complete script of each library.
std::string torchScript(const NotebookFacts& facts);
std::string numpyScript(const NotebookFacts& facts);

} // namespace phasor
