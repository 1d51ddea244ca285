// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "field/field.h"
#include "pipeline/parameters.h"
#include "pipeline/tokensequence.h"
#include "system/canceltoken.h"
#include "text/result.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

class Dropout;
class EmbeddingTable;
class Encoding;
struct Placement;

enum class StageId { Tokens, Embedding, Scaled, Position, Sum, Mask, Output };

struct StageInfo
{
    StageId id;
    std::string_view name; // on the command line: "scaled"
    std::string_view symbol; // on the strip: "s·E"
    std::string_view title; // on a plot: "Scaled embedding s·E"
};

std::span<const StageInfo> stageInfos(); // in the order of the pipeline
const StageInfo& stageInfo(StageId id);
const StageInfo* findStage(std::string_view name);

// The pipeline of one set of Parameters: a Field for every stage, each computed only where and when somebody asks.
// A stage that cannot be had (too many draws, a file that is gone) is an Error of its own; the others work.
// Immutable and thread-safe.
class Stages
{
public:
    // Reuses from `previous` every part whose inputs did not change: nothing is drawn or read again without need.
    // An Error if the parameters contradict each other or the text is refused, and Cancelled within 100 ms of `cancel`;
    // a later `cancel` stops what the stages still have to draw, whose cells are undefined from then on. Parts of
    // `previous` keep the token that they were made with.
    static Result<std::shared_ptr<const Stages>> make(const Parameters& parameters,
                                                      const std::shared_ptr<const Stages>& previous = {},
                                                      const CancelToken& cancel = {});

    const Parameters& parameters() const { return m_parameters; }
    const TokenSequence& sequence() const { return *m_sequence; }
    const std::shared_ptr<const Encoding>& encoding() const { return m_encoding; }
    double scale() const { return m_scale; } // s, in double; the pipeline multiplies by its float32
    double sigma() const; // per-element standard deviation of E: the initialiser's or the file's
    double dropProbability() const { return m_drop; } // p, or 0 in eval mode
    double dropoutScale() const { return m_dropoutScale; } // factor on kept elements, 1 where dropout does not act
    const Placement& placement() const;
    bool concatenates() const { return m_parameters.combine == "concat"; }
    StageInfo info(StageId id) const; // as stageInfo(), but a concatenation is not called a sum

    // [rows, cols] of each stage as in COMMANDS: tokens [seq_len, 1], position [max_len, d], the others [seq_len, d];
    // the mask has the shape of what dropout acts on: with placement `separate` the encoding's beside the embedding's.
    // Two Stages that return the same pointer have the same values in that stage.
    const Result<FieldPtr>& field(StageId id) const { return m_fields[static_cast<std::size_t>(id)]; }
    // Warnings of the text and of the embedding's file.
    std::vector<std::string> warnings() const;

private:
    Stages() = default;
    void addStagesBeforeDropout(const Stages* previous);
    void addDropout(const Stages* previous, const CancelToken& cancel);
    Result<FieldPtr> keepMask(const Dropout& dropout, const Result<FieldPtr>& operand, const CancelToken& cancel) const;
    Result<FieldPtr>& slot(StageId id) { return m_fields[static_cast<std::size_t>(id)]; }
    bool sameFields(const Stages* previous, std::initializer_list<StageId> ids) const;

    Parameters m_parameters;
    std::shared_ptr<const TokenSequence> m_sequence;
    std::shared_ptr<const Encoding> m_encoding;
    std::shared_ptr<const EmbeddingTable> m_embedding;
    double m_scale = 1;
    double m_drop = 0;
    double m_dropoutScale = 1;
    std::vector<Result<FieldPtr>> m_fields;
};

using StagesPtr = std::shared_ptr<const Stages>;

} // namespace phasor
