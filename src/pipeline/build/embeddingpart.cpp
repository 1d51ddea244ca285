// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding of the tokens, and the same times s.
#include "inputs/matrix/matrixfile.h"
#include "pipeline/build/builder.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/fields/stagefields.h"
#include "pipeline/parameters/generatorsettings.h"

namespace phasor {

namespace {

struct EmbeddingKey
{
    EmbeddingTable::Key key;
    std::shared_ptr<const MatrixFile> file;
    bool operator==(const EmbeddingKey&) const = default;
};

struct RowsKey
{
    std::shared_ptr<const EmbeddingTable> table;
    std::shared_ptr<const TokenSequence> sequence;
    Axis rows;
    Axis columns;
    bool operator==(const RowsKey&) const = default;
};

struct ScaledKey
{
    NodePtr embedding;
    ScaleFacts scale;
    bool operator==(const ScaledKey&) const = default;
};

Status addTable(PipelineBuilder& builder)
{
    const Parameters& p = builder.p();
    const EmbeddingKey key{{.settings = p.embedding,
                            .random = comparable(p.random),
                            .width = builder.widths().embedding,
                            .vocab = builder.file() ? 0 : builder.sequence()->vocab()},
                           builder.file()};
    const std::optional<std::int64_t>& padding = p.embedding.paddingRow;
    if (padding && !builder.file() && *padding >= key.key.vocab)
        return usageError("RANGE", "--padding-row",
                          WORDS("the table has no row %1, its vocabulary is %2").with(*padding, key.key.vocab),
                          WORDS("give 0 … %1 or a larger %2").with(key.key.vocab - 1, Message::option("--vocab")));
    if (padding && builder.file())
        builder.warn(WORDS("%1 changes no table from a file, as in nn.Embedding.from_pretrained")
                         .with(Message::option("--padding-row")));
    using TablePtr = std::shared_ptr<const EmbeddingTable>;
    TablePtr unread; // its file failed: not kept, so that the next pipeline tries again
    Result<TablePtr> kept = builder.cache().part<EmbeddingTable>(key, [&]() -> Result<TablePtr> {
        TablePtr made = EmbeddingTable::make(key.key, key.file);
        if (made->values().ok())
            return made;
        const Error& error = made->values().error();
        if (error.kind != ErrorKind::Cancelled)
            unread = std::move(made);
        return error;
    });
    if (!kept.ok() && !unread)
        return kept.error();
    builder.table = unread ? unread : *kept;
    for (Message& warning : builder.table->warnings())
        builder.warn(std::move(warning));
    return Done{};
}

} // namespace

Status addEmbedding(PipelineBuilder& builder)
{
    TRY_DONE(addTable(builder));
    const RowsKey rows{builder.table, builder.sequence(), builder.tokenRows(),
                       PipelineBuilder::dimensions(builder.widths().embedding)};
    TRY_DONE(builder.add(rows, [&] {
        return Node{.id = "embedding",
                    .quantity = {WORDS("E"), WORDS("Embedding E"), QuantityFamily::Signed, Hue::Embedding},
                    .operation = Operation::LookUp,
                    .inputs = {"tokens"},
                    .rows = rows.rows,
                    .columns = rows.columns,
                    .facts = EmbeddingFacts{rows.table->sigma()},
                    .field = mapped(rows.table->values(),
                                    [&](const FieldPtr& table) { return gatheredRows(table, rows.sequence); })};
    }));
    const ScaledKey scale{builder.node("embedding"),
                          {scaleOf(builder.p()), builder.p().sum.scale, builder.p().encoding.dModel}};
    return builder.add(scale, [&] {
        const auto s = static_cast<float>(scale.scale.factor);
        return Node{.id = "scaled",
                    .quantity = {WORDS("s·E"), WORDS("Scaled embedding s·E"), QuantityFamily::Signed, Hue::Embedding},
                    .operation = Operation::Scale,
                    .inputs = {"embedding"},
                    .rows = scale.embedding->rows,
                    .columns = scale.embedding->columns,
                    .facts = scale.scale,
                    .field = mapped(scale.embedding->field, [&](const FieldPtr& e) { return scaled(e, s); })};
    });
}

} // namespace phasor
