// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens, and the embedding's file, which may say how many there are.
#include "inputs/matrix/matrixfile.h"
#include "inputs/tokenizers/tokenizer.h"
#include "pipeline/build/builder.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/fields/stagefields.h"

#include <mutex>

namespace phasor {

namespace {

template <typename Content> struct FileKey
{
    std::string source;
    bool operator==(const FileKey&) const = default;
};

// What was made of the file of a name when it was opened last.
template <typename Content> class LastFile
{
public:
    using Ptr = std::shared_ptr<const Content>;

    void set(Ptr content) const
    {
        const std::lock_guard lock(m_mutex);
        m_content = std::move(content);
    }
    Ptr get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_content;
    }

private:
    mutable std::mutex m_mutex;
    mutable Ptr m_content;
};

// `open(source, files)`, each time, so that a file that was written anew is read anew. One that is gone, or is being
// written, is shown on as it was.
template <typename Content, typename Open>
Result<std::shared_ptr<const Content>> opened(PipelineCache& cache, const std::string& source, Open&& open)
{
    using Last = LastFile<Content>;
    TRY(const auto last, cache.part<Last>(FileKey<Content>{source}, []() -> Result<std::shared_ptr<const Last>> {
        return std::make_shared<const Last>();
    }));
    Result<std::shared_ptr<const Content>> content = open(source, cache.files());
    if (content.ok()) {
        last->set(*content);
    } else if (auto before = last->get()) {
        return before;
    }
    return content;
}

} // namespace

Status addTokens(PipelineBuilder& builder)
{
    const Parameters& p = builder.p();
    TokenSequence::Setup setup{p.sentence, p.encoding.maxLen, p.dropout.protect};
    if (EmbeddingTable::isFile(p.embedding.source)) {
        TRY(builder.file, opened<MatrixFile>(builder.cache(), p.embedding.source, EmbeddingTable::openFile));
        setup.tableRows = builder.file->shape().rows;
    }
    if (p.sentence.text) {
        TRY(setup.tokenizer, opened<Tokenizer>(builder.cache(), p.sentence.tokenizer, makeTokenizer));
    }
    using SequencePtr = std::shared_ptr<const TokenSequence>;
    TRY(builder.sequence, builder.cache().part<TokenSequence>(setup, [&]() -> Result<SequencePtr> {
        TRY(TokenSequence made, TokenSequence::make(setup));
        return std::make_shared<const TokenSequence>(std::move(made));
    }));
    for (const Message& warning : builder.sequence->warnings())
        builder.warn(warning);

    const Axis rows = builder.tokenRows();
    return builder.add(std::tuple(NodeId("tokens"), builder.sequence, rows), [&] {
        return Node{.id = "tokens",
                    .quantity = {WORDS("tokens"), WORDS("Token ids"), QuantityFamily::Id, Hue::Embedding},
                    .operation = Operation::Input,
                    .rows = rows,
                    .columns = {.kind = AxisKind::Id, .count = 1},
                    .field = tokenColumn(builder.sequence)};
    });
}

} // namespace phasor
