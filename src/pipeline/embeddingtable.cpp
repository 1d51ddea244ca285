// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/embeddingtable.h"

#include "inputs/initializers.h"
#include "inputs/matrix/matrixfile.h"
#include "pipeline/fields/stagefields.h"
#include "pipeline/parameters/generatorsettings.h"

#include <algorithm>

namespace phasor {

namespace {

constexpr std::string_view kFilePrefix = "file:";
constexpr SourceText kColumns = WORDS("%1 was asked for, but the embedding's file has %2 columns");

// `what` has places for both numbers.
Error differs(const std::string& option, SourceText what, std::int64_t given, std::int64_t inFile)
{
    return usageError("SHAPE", option, what.with(given, inFile),
                      WORDS("leave %1 out, or give %2").with(Message::option(option), inFile));
}

} // namespace

EmbeddingTable::EmbeddingTable(Key key)
    : m_key(std::move(key))
    , m_values(Error{})
    , m_after(Error{})
{
}

Result<std::shared_ptr<const MatrixFile>> EmbeddingTable::openFile(const std::string& embedding, FileCache& files)
{
    if (!isFile(embedding))
        return std::shared_ptr<const MatrixFile>();
    return MatrixFile::open(embedding.substr(kFilePrefix.size()), files);
}

std::shared_ptr<const EmbeddingTable> EmbeddingTable::make(const Key& key, std::shared_ptr<const MatrixFile> file)
{
    std::shared_ptr<EmbeddingTable> table(new EmbeddingTable(key));
    table->m_file = std::move(file);
    table->m_file ? table->adopt() : table->draw();
    return table;
}

// Behind what was drawn before a table of this shape.
Result<std::shared_ptr<const Generator>> EmbeddingTable::beginning(Shape shape) const
{
    TRY(const auto seeded, generatorOf(m_key.random, m_key.random.seed));
    TRY(const auto generator, seeded->skipped(static_cast<std::uint64_t>(m_key.settings.drawsBefore)));
    if (!m_key.settings.afterDefault || isFile(m_key.settings.source))
        return generator;
    TRY(const Drawn first, generator->normal(shape, 0, 1));
    return first.after;
}

void EmbeddingTable::draw()
{
    const Initializer* initializer = findInitializer(m_key.settings.source);
    const Shape shape{m_key.vocab, m_key.width};
    m_sigma = m_key.settings.sigma.value_or(initializer->sigma(shape));
    const Result<std::shared_ptr<const Generator>> generator = beginning(shape);
    if (!generator.ok()) {
        m_values = generator.error();
        m_after = generator.error();
        return;
    }
    Result<Drawn> drawn = initializer->draw(**generator, shape, m_sigma);
    if (!drawn.ok()) {
        m_values = drawn.error();
        m_after = drawn.error();
        return;
    }
    m_values = m_key.settings.paddingRow ? withZeroRow(drawn->values, *m_key.settings.paddingRow) : drawn->values;
    m_after = drawn->after;
}

void EmbeddingTable::adopt()
{
    // The generator draws nothing for a table that is read.
    m_after = beginning({});
    if (m_file->shape().cols != m_key.width) {
        m_values = differs("--d-model", kColumns, m_key.width, m_file->shape().cols);
        return;
    }
    const Result<std::shared_ptr<const ImportedMatrix>> matrix = m_file->read();
    if (!matrix.ok()) {
        m_values = matrix.error();
        return;
    }
    m_matrix = *matrix;
    m_sigma = m_matrix->statistics.sigma;
    m_values = m_matrix->values;
}

std::vector<Message> EmbeddingTable::warnings() const
{
    std::vector<Message> texts;
    if (m_matrix) {
        for (const Warning& warning : m_matrix->warnings)
            texts.push_back(warning.text);
    }
    return texts;
}

Status adoptFileShape(Parameters& parameters, bool dModelGiven, bool vocabGiven, FileCache& files)
{
    if (!EmbeddingTable::isFile(parameters.embedding.source))
        return Done{};
    TRY(const auto file, EmbeddingTable::openFile(parameters.embedding.source, files));
    const Shape shape = file->shape();
    constexpr std::int64_t kMostColumns = 65536;
    if (shape.cols > kMostColumns)
        return Error{.kind = ErrorKind::Input,
                     .code = "SIZE",
                     .where = quotedPlace(std::string_view(parameters.embedding.source).substr(kFilePrefix.size())),
                     .what
                     = WORDS("the matrix has %1 columns, an embedding has at most %2").with(shape.cols, kMostColumns),
                     .remedy = WORDS("save it as tokens × dimensions, for example with a.T"),
                     .field = "shape"};
    std::int64_t width = shape.cols;
    if (parameters.sum.combine == Combine::Concatenate) {
        // d_model is the file's width and the encoding's beside it; by default the encoding has a quarter of the whole.
        std::int64_t beside = parameters.sum.positionDims.value_or(1);
        while (!parameters.sum.positionDims && std::max<std::int64_t>(1, (shape.cols + beside) / 4) > beside)
            ++beside;
        width += beside;
    }
    if (dModelGiven && parameters.encoding.dModel != width)
        return differs("--d-model",
                       parameters.sum.combine == Combine::Concatenate
                           ? WORDS("%1 was asked for, but the embedding's file has %2 dimensions with the encoding's")
                           : kColumns,
                       parameters.encoding.dModel, width);
    if (vocabGiven && parameters.sentence.vocab && *parameters.sentence.vocab != shape.rows)
        return differs("--vocab", WORDS("%1 was asked for, but the embedding's file has %2 rows"),
                       *parameters.sentence.vocab, shape.rows);
    parameters.encoding.dModel = width;
    return Done{};
}

} // namespace phasor
