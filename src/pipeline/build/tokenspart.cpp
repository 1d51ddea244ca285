// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens, and the embedding's file, which may say how many there are.
#include "inputs/importedmatrix.h"
#include "pipeline/build/builder.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/stagefields.h"

namespace phasor {

namespace {

struct TokensKey
{
    std::shared_ptr<const TokenSequence> sequence;
    Axis rows;
    bool operator==(const TokensKey&) const = default;
};

struct FileKey
{
    std::string source;
    bool operator==(const FileKey&) const = default;
};

} // namespace

Status addTokens(PipelineBuilder& builder)
{
    const Parameters& p = builder.p();
    TokenSequence::Setup setup{p.sentence, p.encoding.maxLen, p.dropout.protect, {}};
    if (EmbeddingTable::isFile(p.embedding.source)) {
        TRY(builder.file, builder.cache().part<ImportedMatrix>(FileKey{p.embedding.source}, [&] {
            return EmbeddingTable::readFile(p.embedding.source, {builder.cancel(), {}});
        }));
        setup.tableRows = builder.file->values->rows();
    }
    TRY(const auto sequence,
        builder.cache().part<TokenSequence>(setup, [&]() -> Result<std::shared_ptr<const TokenSequence>> {
            TRY(TokenSequence made, TokenSequence::make(setup));
            return std::make_shared<const TokenSequence>(std::move(made));
        }));
    builder.setSequence(sequence);
    for (const std::string& warning : sequence->warnings())
        builder.warn(warning);

    const TokensKey key{sequence, builder.tokenRows()};
    return builder.add(key, [&] {
        return Node{.id = "tokens",
                    .quantity = {"tokens", "Token ids", QuantityFamily::Id, Hue::Embedding},
                    .operation = Operation::Input,
                    .rows = key.rows,
                    .columns = {.kind = AxisKind::Id, .count = 1},
                    .field = tokenColumn(key.sequence)};
    });
}

} // namespace phasor
