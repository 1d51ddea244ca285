// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/matrixfile.h"
#include "inputs/tokenizers/tokenizer.h"
#include "pipeline/build/builder.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/fields/stagefields.h"

namespace phasor {

// Nodes of the tokens and of the embedding. The embedding's file may fix the number of tokens.

namespace {

// Cache of one file's content: the file of this name that was opened last.
template <typename Content> struct LastFile
{
    mutable std::mutex mutex;
    mutable std::shared_ptr<const Content> content; // guarded by `mutex`
};

// Calls `open(source, files)` each time, so that a changed file is read again. If the file is missing or being written,
// the previous content stays.
template <typename Content, typename Open>
Result<std::shared_ptr<const Content>> opened(PipelineCache& cache, const std::string& source, Open&& open)
{
    using Last = LastFile<Content>;
    TRY(const auto last, cache.part<Last>(source, []() -> Result<std::shared_ptr<const Last>> {
        return std::make_shared<const Last>();
    }));
    Result<std::shared_ptr<const Content>> content = open(source, cache.files());
    const std::lock_guard lock(last->mutex);
    if (content.ok())
        last->content = *content;
    else if (last->content)
        return last->content;
    return content;
}

Status addTable(PipelineBuilder& builder)
{
    const Parameters& p = builder.p();
    const EmbeddingTable::Key key{.settings = p.embedding,
                                  .random = comparable(p.random),
                                  .width = builder.widths().embedding,
                                  .vocab = builder.file ? 0 : builder.sequence->vocab()};
    const std::optional<std::int64_t>& padding = p.embedding.paddingRow;
    if (padding && !builder.file && *padding >= key.vocab)
        return usageError("RANGE", "--padding-row",
                          WORDS("must be a token id below %2, but is %1").with(*padding, key.vocab),
                          WORDS("use %1 or less, or a larger %2").with(key.vocab - 1, Message::option("--vocab")));
    if (padding && builder.file)
        builder.warn(WORDS("%1 has no effect on a table from a file, as in nn.Embedding.from_pretrained")
                         .with(Message::option("--padding-row")));
    using TablePtr = std::shared_ptr<const EmbeddingTable>;
    TablePtr unread; // table whose file failed: not kept, so that the next pipeline tries again
    Result<TablePtr> kept
        = builder.cache().part<EmbeddingTable>(std::pair(key, builder.file), [&]() -> Result<TablePtr> {
              auto made = std::make_shared<const EmbeddingTable>(EmbeddingTable::make(key, builder.file));
              if (made->values.ok())
                  return made;
              unread = made;
              return made->values.error();
          });
    if (!kept.ok() && (!unread || kept.error().kind == ErrorKind::Cancelled))
        return kept.error();
    builder.table = kept.ok() ? *kept : unread;
    for (const Message& warning : builder.table->warnings)
        builder.warn(warning);
    return Done{};
}

} // namespace

Status addTokens(PipelineBuilder& builder)
{
    const Parameters& p = builder.p();
    TokenSequence::Setup setup{p.sentence, p.encoding.maxLen, p.dropout.protect};
    if (EmbeddingTable::isFile(p.embedding.source)) {
        TRY(builder.file, opened<MatrixFile>(builder.cache(), p.embedding.source, EmbeddingTable::openFile));
        setup.tableRows = builder.file->shape().rows;
        setup.rowNames = builder.file->rowNames();
    }
    if (p.sentence.text) {
        TRY(setup.tokenizer, opened<Tokenizer>(builder.cache(), p.sentence.tokenizer, makeTokenizer));
    }
    TRY(builder.sequence, builder.cache().part<TokenSequence>(setup, [&] { return TokenSequence::make(setup); }));
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

// Combines embedding and encoding. Without a table nothing is added: the sum is s·E.

Status addSum(PipelineBuilder& builder)
{
    const NodePtr scaled = builder.node("scaled");
    const NodePtr position = builder.node("position");
    const bool beside = builder.p().sum.combine == Combine::Concatenate;
    const std::int64_t width = builder.widths().whole;
    return builder.add(std::tuple(NodeId("sum"), scaled, position, beside, width), [&] {
        Node node{.id = "sum",
                  .quantity = {WORDS("s·E"), WORDS("Scaled embedding s·E (no position is added)"),
                               QuantityFamily::Signed, Hue::Sum},
                  .operation = Operation::Same,
                  .inputs = {"scaled"},
                  .rows = scaled->rows,
                  .columns = scaled->columns,
                  .field = scaled->field};
        if (!position)
            return node;
        node.quantity.symbol = beside ? WORDS("[s·E, PE]") : WORDS("s·E + PE");
        node.quantity.title = beside ? WORDS("Concatenation [s·E, PE]") : WORDS("Sum s·E + PE");
        node.operation = beside ? Operation::Concatenate : Operation::Add;
        node.inputs = {"scaled", "position"};
        node.columns = PipelineBuilder::dimensions(width);
        node.positionEnters = true;
        node.field = both(scaled->field, position->field, [&](const FieldPtr& e, const FieldPtr& table) {
            const FieldPtr pe = firstRows(table, scaled->rows.count);
            return beside ? concatenated(e, pe) : sum(e, pe);
        });
        return node;
    });
}

// Embeddings of the tokens, and these times s.

Status addEmbedding(PipelineBuilder& builder)
{
    TRY_DONE(addTable(builder));
    const Axis rows = builder.tokenRows();
    const Axis columns = PipelineBuilder::dimensions(builder.widths().embedding);
    TRY_DONE(builder.add(std::tuple(NodeId("embedding"), builder.table, builder.sequence, rows, columns), [&] {
        return Node{.id = "embedding",
                    .quantity = {WORDS("E"), WORDS("Embedding E"), QuantityFamily::Signed, Hue::Embedding},
                    .operation = Operation::LookUp,
                    .inputs = {"tokens"},
                    .rows = rows,
                    .columns = columns,
                    .facts = builder.table->facts,
                    .field = mapped(builder.table->values,
                                    [&](const FieldPtr& table) { return gatheredRows(table, builder.sequence); })};
    }));
    const NodePtr embedding = builder.node("embedding");
    const ScaleFacts scale{scaleOf(builder.p()), builder.p().sum.scale, builder.p().encoding.dModel};
    return builder.add(std::tuple(NodeId("scaled"), embedding, scale), [&] {
        const auto s = static_cast<float>(scale.factor);
        return Node{.id = "scaled",
                    .quantity = {WORDS("s·E"), WORDS("Scaled embedding s·E"), QuantityFamily::Signed, Hue::Embedding},
                    .operation = Operation::Scale,
                    .inputs = {"embedding"},
                    .rows = embedding->rows,
                    .columns = embedding->columns,
                    .facts = scale,
                    .field = mapped(embedding->field, [&](const FieldPtr& e) { return scaled(e, s); })};
    });
}

} // namespace phasor
