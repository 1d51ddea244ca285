// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding of the tokens, and the same times s.
#include "pipeline/build/builder.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/fields/stagefields.h"
#include "pipeline/parameters/generatorsettings.h"

namespace phasor {

namespace {

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
                          WORDS("the table has no row %1, its vocabulary is %2").with(*padding, key.vocab),
                          WORDS("give 0 … %1 or a larger %2").with(key.vocab - 1, Message::option("--vocab")));
    if (padding && builder.file)
        builder.warn(WORDS("%1 changes no table from a file, as in nn.Embedding.from_pretrained")
                         .with(Message::option("--padding-row")));
    using TablePtr = std::shared_ptr<const EmbeddingTable>;
    TablePtr unread; // its file failed: not kept, so that the next pipeline tries again
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
                    .facts = EmbeddingFacts{builder.table->sigma},
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
