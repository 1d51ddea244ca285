// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/embeddingtable.h"

#include "inputs/initializers.h"
#include "inputs/matrix/matrixfile.h"
#include "pipeline/fields/stagefields.h"

namespace phasor {

constexpr std::string_view kFilePrefix = "file:";
constexpr SourceText kColumns = WORDS("must be %2, the columns of the embedding's file, but is %1");

// `what` has places for both numbers.
static Error differs(const std::string& option, SourceText what, std::int64_t given, std::int64_t inFile)
{
    return usageError("SHAPE", option, what.with(given, inFile),
                      WORDS("leave %1 out, or use %2").with(Message::option(option), inFile));
}

// The generator after everything that is sampled before a table of this shape.
static Result<std::shared_ptr<const Generator>> beginning(const EmbeddingTable::Key& key, Shape shape)
{
    TRY(const auto seeded, generatorOf(key.random, key.random.seed));
    TRY(const auto generator, seeded->skipped(static_cast<std::uint64_t>(key.settings.drawsBefore)));
    if (!key.settings.afterDefault || EmbeddingTable::isFile(key.settings.source))
        return generator;
    TRY(const Drawn first, generator->normal(shape, 0, 1));
    return first.after;
}

static EmbeddingTable drawn(const EmbeddingTable::Key& key)
{
    const Initializer& initializer = *findInitializer(key.settings.source);
    const Shape shape{key.vocab, key.width};
    const double sigma = key.settings.sigma.value_or(initializer.sigma(shape));
    const auto drawing = [&]() -> Result<Drawn> {
        TRY(const auto generator, beginning(key, shape));
        return initializer.draw(*generator, shape, sigma);
    };
    const Result<Drawn> drawn = drawing();
    if (!drawn.ok())
        return {drawn.error(), drawn.error(), {sigma, sigma}};
    const std::optional<std::int64_t>& padding = key.settings.paddingRow;
    return {padding ? withZeroRow(drawn->values, *padding) : drawn->values, drawn->after, {sigma, sigma}};
}

// A table from a file uses no random numbers.
static EmbeddingTable readTable(const EmbeddingTable::Key& key, const MatrixFile& file)
{
    const std::int64_t columns = file.shape().cols;
    EmbeddingTable table{Error{}, beginning(key, {})};
    if (columns != key.width) {
        table.values = differs("--d-model", kColumns, key.width, columns);
    } else if (const auto matrix = file.read(); !matrix.ok()) {
        table.values = matrix.error();
    } else {
        table.values = (*matrix)->values;
        const MatrixStatistics& of = (*matrix)->statistics;
        table.facts = {of.sigma, of.size, of.nan + of.inf == 0};
        for (const Warning& warning : (*matrix)->warnings)
            table.warnings.push_back(warning.text);
    }
    return table;
}

Result<std::shared_ptr<const MatrixFile>> EmbeddingTable::openFile(const std::string& embedding, FileCache& files)
{
    return MatrixFile::open(embedding.substr(kFilePrefix.size()), files);
}

EmbeddingTable EmbeddingTable::make(const Key& key, const std::shared_ptr<const MatrixFile>& file)
{
    return file ? readTable(key, *file) : drawn(key);
}

Status adoptFileShape(Parameters& parameters, bool dModelGiven, bool vocabGiven, FileCache& files)
{
    if (!EmbeddingTable::isFile(parameters.embedding.source))
        return Done{};
    TRY(const auto file, EmbeddingTable::openFile(parameters.embedding.source, files));
    const Shape shape = file->shape();
    constexpr std::int64_t kMostColumns = 65536;
    if (shape.cols > kMostColumns)
        return inFile(
            parameters.embedding.source.substr(kFilePrefix.size()),
            inputError("SIZE", {}, "shape",
                       WORDS("the matrix has %1 columns, an embedding has at most %2").with(shape.cols, kMostColumns),
                       WORDS("save it as tokens × dimensions, for example with a.T")));
    std::int64_t width = shape.cols;
    if (parameters.sum.combine == Combine::Concatenate) {
        // d_model is the sum of the file's width and the encoding's; by default the encoding has a quarter of it.
        std::int64_t beside = parameters.sum.positionDims.value_or(1);
        while (!parameters.sum.positionDims && std::max<std::int64_t>(1, (shape.cols + beside) / 4) > beside)
            ++beside;
        width += beside;
    }
    if (dModelGiven && parameters.encoding.dModel != width)
        return differs("--d-model",
                       parameters.sum.combine == Combine::Concatenate
                           ? WORDS("must be %2, the file's dimensions and the encoding's, but is %1")
                           : kColumns,
                       parameters.encoding.dModel, width);
    if (vocabGiven && parameters.sentence.vocab && *parameters.sentence.vocab != shape.rows)
        return differs("--vocab", WORDS("must be %2, the rows of the embedding's file, but is %1"),
                       *parameters.sentence.vocab, shape.rows);
    parameters.encoding.dModel = width;
    return Done{};
}

} // namespace phasor
