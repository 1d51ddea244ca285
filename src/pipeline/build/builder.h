// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"

namespace phasor {

// Pipeline under construction, passed from one part's builder to the next in the order below. Each builder is a file.
// It adds the nodes of its part, caches them under what they are made from, and leaves results here for later ones. One
// thread.
class PipelineBuilder
{
public:
    PipelineBuilder(const Parameters& parameters, PipelineCache& cache, const CancelToken& cancel);

    Result<PipelinePtr> build();

    const Parameters& p() const { return m_pipeline->m_parameters; }
    const Widths& widths() const { return m_widths; }
    PipelineCache& cache() const { return m_cache; }

    // The node that was added under this id, or null.
    NodePtr node(std::string_view id) const { return m_pipeline->find(id); }
    void warn(Message warning) { m_pipeline->m_warnings.push_back(std::move(warning)); }

    // Adds the node of `key`, all that it is made from, made by `make() -> Node` if the cache has none. A node that was
    // canceled is an Error and is not kept.
    template <typename Key, typename Make> Status add(const Key& key, Make&& make)
    {
        TRY(NodePtr node, m_cache.part<Node>(key, [&]() -> Result<NodePtr> {
            auto made = std::make_shared<const Node>(std::forward<Make>(make)());
            if (!made->field.ok() && made->field.error().kind == ErrorKind::Cancelled)
                return cancelledError();
            return NodePtr(std::move(made));
        }));
        m_pipeline->m_nodes.push_back(std::move(node));
        return Done{};
    }

    // Positions of the sequence's rows: the rows of every node except the encoding itself.
    Axis tokenRows() const;
    // The dimensions of the sum, or `count` of them from `first` on.
    static Axis dimensions(std::int64_t count, std::int64_t first = 0)
    {
        return {.kind = AxisKind::Dimension, .count = count, .first = first};
    }

    // Results of earlier parts for later ones.
    std::shared_ptr<const EmbeddingTable> table;
    std::shared_ptr<const MatrixFile> file; // embedding file; null: the embedding is sampled
    std::shared_ptr<const PositionModel> model; // of the scheme
    std::shared_ptr<const TokenSequence> sequence;

private:
    std::shared_ptr<Pipeline> m_pipeline;
    Widths m_widths;
    PipelineCache& m_cache;
    CancelToken m_cancel;
};

// The builders, in order.
Status addPositionModel(PipelineBuilder& builder); // no node yet: model()
Status addTokens(PipelineBuilder& builder); // tokens
Status addEmbedding(PipelineBuilder& builder); // embedding, scaled
Status addPosition(PipelineBuilder& builder); // adds "position" if the scheme has a table
Status addSum(PipelineBuilder& builder); // sum
Status addDropout(PipelineBuilder& builder); // mask, output
Status addRotation(PipelineBuilder& builder); // adds "position" if the scheme rotates queries and keys
Status addAttention(PipelineBuilder& builder); // queries, keys, bias, scores, attention

} // namespace phasor
