// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/embeddingtable.h"

#include "field/matrixfield.h"
#include "inputs/importedmatrix.h"
#include "inputs/initializers.h"
#include "pipeline/generatorsettings.h"
#include "pipeline/stagefields.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr std::string_view kFilePrefix = "file:";

Error differs(std::string option, const char* what, std::int64_t given, std::int64_t inFile)
{
    return Error{.kind = ErrorKind::Usage,
                 .code = "SHAPE",
                 .where = option,
                 .what = std::to_string(given) + " was asked for, but the embedding's file has "
                     + std::to_string(inFile) + " " + what,
                 .remedy = "leave " + option + " out, or give " + std::to_string(inFile)};
}

} // namespace

EmbeddingTable::EmbeddingTable(Key key)
    : m_key(std::move(key))
    , m_values(Error{})
    , m_after(Error{})
{
}

Result<std::shared_ptr<const ImportedMatrix>> EmbeddingTable::readFile(const std::string& embedding,
                                                                       const ReadControl& control)
{
    if (!isFile(embedding))
        return std::shared_ptr<const ImportedMatrix>();
    Result<ImportedMatrix> matrix = readMatrix(embedding.substr(kFilePrefix.size()), control);
    if (!matrix.ok())
        return matrix.error();
    return std::make_shared<const ImportedMatrix>(std::move(*matrix));
}

std::shared_ptr<const EmbeddingTable> EmbeddingTable::make(const Key& key, std::shared_ptr<const ImportedMatrix> file)
{
    std::shared_ptr<EmbeddingTable> table(new EmbeddingTable(key));
    table->m_file = std::move(file);
    table->m_file ? table->adopt() : table->draw();
    return table;
}

void EmbeddingTable::draw()
{
    const Initializer* initializer = findInitializer(m_key.settings.source);
    const Shape shape{m_key.vocab, m_key.width};
    m_sigma = m_key.settings.sigma.value_or(initializer->sigma(shape));
    Result<std::shared_ptr<const Generator>> generator = generatorOf(m_key.random, m_key.random.seed);
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
    m_sigma = m_file->sigma;
    // The generator draws nothing for a table that is read: the mask is the first thing drawn after manual_seed.
    m_after = generatorOf(m_key.random, m_key.random.seed);
    if (m_file->values->cols() != m_key.width) {
        m_values = differs("--d-model", "columns", m_key.width, m_file->values->cols());
        return;
    }
    const double reach = std::max(std::abs(m_file->low), std::abs(m_file->high));
    const Interval bounds = m_file->low < 0 ? Interval{-reach, reach} : Interval{0, reach};
    m_values = FieldPtr(std::make_shared<MatrixField>(m_file->values, bounds));
}

Status adoptFileShape(Parameters& parameters, bool dModelGiven, bool vocabGiven, const ReadControl& control)
{
    if (!EmbeddingTable::isFile(parameters.embedding.source))
        return Done{};
    const Result<std::shared_ptr<const ImportedMatrix>> file
        = EmbeddingTable::readFile(parameters.embedding.source, control);
    if (!file.ok())
        return file.error();
    const Shape shape = (*file)->values->shape();
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
                       parameters.sum.combine == Combine::Concatenate ? "dimensions with the encoding's" : "columns",
                       parameters.encoding.dModel, width);
    if (vocabGiven && parameters.sentence.vocab && *parameters.sentence.vocab != shape.rows)
        return differs("--vocab", "rows", *parameters.sentence.vocab, shape.rows);
    parameters.encoding.dModel = width;
    return Done{};
}

} // namespace phasor
