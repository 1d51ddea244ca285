// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/node.h"
#include "pipeline/parameters/parameters.h"
#include "pipeline/pipelinecache.h"
#include "pipeline/tokensequence.h"
#include "system/canceltoken.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace phasor {

struct EmbeddingTable;
class MatrixFile;
class Pipeline;
using PipelinePtr = std::shared_ptr<const Pipeline>;

// One set-up: a Node for every step from the tokens to the attention, in order, each computed only where and when
// somebody asks. A node that cannot be had (too many draws, a file that is gone) says why; the others work. Immutable,
// any thread.
class Pipeline
{
public:
    // Parts that `cache` has from another set-up are used again: nothing is drawn or read without need.
    // An Error if the parameters contradict each other or the text is refused, and Cancelled within 100 ms of `cancel`.
    static Result<PipelinePtr> make(const Parameters& parameters, PipelineCache& cache, const CancelToken& cancel = {});

    const Parameters& parameters() const { return m_parameters; }
    const TokenSequence& sequence() const { return *m_sequence; }
    const PositionModel& model() const { return *m_model; } // of the scheme
    const EmbeddingTable& table() const { return *m_table; } // of the embedding: a row for each token of the vocabulary
    std::span<const NodePtr> nodes() const { return m_nodes; }
    NodePtr find(std::string_view id) const; // null: this set-up has none of that name
    // Usage ENUM, which names the nodes that there are.
    Result<NodePtr> node(std::string_view id) const;
    // Warnings of the text, of the embedding's file and of settings that do nothing here.
    const std::vector<Message>& warnings() const { return m_warnings; }
    // A file that could not be read, or was written to, while values were computed from it. Whoever hands on such
    // values asks afterwards.
    Status inputs() const;

private:
    friend class PipelineBuilder;
    Pipeline() = default;

    Parameters m_parameters;
    std::shared_ptr<const TokenSequence> m_sequence;
    std::shared_ptr<const PositionModel> m_model;
    std::shared_ptr<const EmbeddingTable> m_table;
    std::shared_ptr<const MatrixFile> m_file; // of the embedding; null: it is drawn
    std::vector<NodePtr> m_nodes;
    std::vector<Message> m_warnings;
};

// What can be known of the nodes without a set-up: every node that the pipeline of any scheme has, in order.
struct NodeInfo
{
    NodeId id;
    Quantity quantity;
};
std::span<const NodeInfo> nodeInfos();
bool isNode(std::string_view id);

} // namespace phasor
