// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/pipeline.h"

#include <memory>
#include <string>

namespace phasor {

class EmbeddingTable;

// A pipeline in the making, handed from the builder of one part to that of the next, in the order below. Each builder
// is a file; it adds the nodes of its part, keeps them in the cache by what they are made from, and leaves here what
// later ones need. One thread.
class PipelineBuilder
{
public:
    PipelineBuilder(const Parameters& parameters, PipelineCache& cache, const CancelToken& cancel);

    Result<PipelinePtr> build();

    const Parameters& p() const { return m_pipeline->m_parameters; }
    const Widths& widths() const { return m_widths; }
    PipelineCache& cache() const { return m_cache; }
    const CancelToken& cancel() const { return m_cancel; }

    // A node that was added before, by its id; null: there is none.
    NodePtr node(std::string_view id) const { return m_pipeline->find(id); }
    void warn(Message warning) { m_pipeline->m_warnings.push_back(std::move(warning)); }

    // Adds the node of `key`, made by `make() -> Node` if the cache has none. A node that was cancelled is an Error and
    // is not kept.
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

    // The positions of the sequence's rows: those of every node but the encoding itself.
    Axis tokenRows() const;
    // The dimensions of the sum, or `count` of them from `first` on.
    static Axis dimensions(std::int64_t count, std::int64_t first = 0);

    std::shared_ptr<const EmbeddingTable> table; // of the embedding
    void setFile(std::shared_ptr<const MatrixFile> file) { m_pipeline->m_file = std::move(file); }
    const std::shared_ptr<const MatrixFile>& file() const { return m_pipeline->m_file; } // of the embedding, or null
    void setModel(std::shared_ptr<const PositionModel> model) { m_pipeline->m_model = std::move(model); }
    const std::shared_ptr<const PositionModel>& model() const { return m_pipeline->m_model; } // of the scheme
    void setSequence(std::shared_ptr<const TokenSequence> sequence) { m_pipeline->m_sequence = std::move(sequence); }
    const std::shared_ptr<const TokenSequence>& sequence() const { return m_pipeline->m_sequence; }

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
Status addPosition(PipelineBuilder& builder); // position, where the scheme has a table
Status addSum(PipelineBuilder& builder); // sum
Status addDropout(PipelineBuilder& builder); // mask, output
Status addRotation(PipelineBuilder& builder); // position, where the scheme turns queries and keys by it
Status addAttention(PipelineBuilder& builder); // queries, keys, bias, scores, attention

} // namespace phasor
