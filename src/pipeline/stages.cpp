// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline/stages.h"

#include "encodings/schemes.h"
#include "inputs/importedmatrix.h"
#include "pipeline/dropout.h"
#include "pipeline/embeddingtable.h"
#include "pipeline/generatorsettings.h"
#include "pipeline/parameterspec.h"
#include "pipeline/placements.h"
#include "pipeline/stagefields.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace phasor {

namespace {

constexpr std::array<StageInfo, 7> kStages{{
    {StageId::Tokens, "tokens", "tokens", "Token ids"},
    {StageId::Embedding, "embedding", "E", "Embedding E"},
    {StageId::Scaled, "scaled", "s·E", "Scaled embedding s·E"},
    {StageId::Position, "position", "PE", "Positional encoding PE"},
    {StageId::Sum, "sum", "s·E + PE", "Sum s·E + PE"},
    {StageId::Mask, "mask", "mask", "Keep mask"},
    {StageId::Output, "output", "output", "Output after dropout"},
}};

EncodingSettings encodingSettings(const Parameters& p, std::int64_t width)
{
    return {.dModel = width,
            .maxLen = p.maxLen,
            .base = p.base,
            .layout = p.layout,
            .firstPosition = p.firstPosition,
            .precision = p.precision};
}

// Width of the encoding: all of d_model when added, position_dims when put beside the embedding.
std::int64_t positionWidth(const Parameters& p)
{
    if (p.combine != "concat")
        return p.dModel;
    return p.positionDims.value_or(std::max<std::int64_t>(1, p.dModel / 4));
}

std::int64_t embeddingWidth(const Parameters& p)
{
    return p.combine == "concat" ? p.dModel - positionWidth(p) : p.dModel;
}

double scaleOf(const Parameters& p)
{
    if (const double* number = std::get_if<double>(&p.scale))
        return *number;
    return std::get<std::string>(p.scale) == "none" ? 1.0 : std::sqrt(static_cast<double>(p.dModel));
}

// What the sequence depends on.
auto sequenceKey(const Parameters& p)
{
    return std::tie(p.text, p.tokenizer, p.seqLen, p.vocab, p.maxLen, p.protect);
}

// What the mask's draws depend on besides its operand's shape and the point of the stream.
auto maskKey(const Parameters& p)
{
    return std::tie(p.dropout, p.placement, p.mode, p.dropoutSeed, p.generator, p.gpuMultiprocessors, p.gpuThreads);
}

bool same(const Result<FieldPtr>& a, const Result<FieldPtr>& b)
{
    return a.ok() && b.ok() && *a == *b;
}

} // namespace

std::span<const StageInfo> stageInfos()
{
    return kStages;
}

const StageInfo& stageInfo(StageId id)
{
    return kStages[static_cast<std::size_t>(id)];
}

const StageInfo* findStage(std::string_view name)
{
    const auto* found
        = std::find_if(kStages.begin(), kStages.end(), [&](const StageInfo& s) { return s.name == name; });
    return found == kStages.end() ? nullptr : found;
}

Result<std::shared_ptr<const Stages>> Stages::make(const Parameters& parameters, const StagesPtr& previous,
                                                   const CancelToken& cancel)
{
    if (Status status = validate(parameters); !status.ok())
        return status.error();

    std::shared_ptr<Stages> stages(new Stages);
    stages->m_parameters = parameters;
    stages->m_scale = scaleOf(parameters);
    stages->m_drop = parameters.mode == "eval" ? 0 : parameters.dropout;

    const EncodingSettings settings = encodingSettings(parameters, positionWidth(parameters));
    if (previous && previous->m_parameters.scheme == parameters.scheme
        && encodingSettings(previous->m_parameters, positionWidth(previous->m_parameters)) == settings) {
        stages->m_encoding = previous->m_encoding;
    } else {
        Result<std::shared_ptr<const Encoding>> encoding = findScheme(parameters.scheme)->make(settings);
        if (!encoding.ok())
            return encoding.error();
        stages->m_encoding = std::move(*encoding);
    }

    std::shared_ptr<const ImportedMatrix> file;
    if (previous && previous->m_parameters.embedding == parameters.embedding) {
        file = previous->m_embedding->file();
    } else {
        Result<std::shared_ptr<const ImportedMatrix>> read
            = EmbeddingTable::readFile(parameters.embedding, {cancel, {}});
        if (!read.ok())
            return read.error();
        file = std::move(*read);
    }

    const auto rows = file ? std::optional(file->values->rows()) : std::nullopt;
    if (previous && previous->m_embedding->file() == file
        && sequenceKey(previous->m_parameters) == sequenceKey(parameters)) {
        stages->m_sequence = previous->m_sequence;
    } else {
        Result<TokenSequence> sequence = TokenSequence::make(parameters, rows);
        if (!sequence.ok())
            return sequence.error();
        stages->m_sequence = std::make_shared<const TokenSequence>(std::move(*sequence));
    }

    const EmbeddingTable::Key key{.embedding = parameters.embedding,
                                  .sigma = parameters.embeddingStd,
                                  .generator = parameters.generator,
                                  .seed = parameters.seed,
                                  .grid = gridOf(parameters),
                                  .width = embeddingWidth(parameters),
                                  .vocab = file ? 0 : stages->m_sequence->vocab(),
                                  .paddingRow = file ? std::nullopt : parameters.paddingRow};
    if (key.paddingRow && *key.paddingRow >= key.vocab)
        return usageError("RANGE", "--padding-row",
                          "the table has no row " + std::to_string(*key.paddingRow) + ", its vocabulary is "
                              + std::to_string(key.vocab),
                          "give 0 … " + std::to_string(key.vocab - 1) + " or a larger --vocab");
    stages->m_embedding = previous && previous->m_embedding->key() == key && previous->m_embedding->file() == file
        ? previous->m_embedding
        : EmbeddingTable::make(key, file, cancel);

    stages->m_fields.assign(kStages.size(), Result<FieldPtr>(Error{}));
    stages->addStagesBeforeDropout(previous.get());
    stages->addDropout(previous.get(), cancel);
    if (cancel.cancelled())
        return cancelledError();
    return StagesPtr(std::move(stages));
}

StageInfo Stages::info(StageId id) const
{
    StageInfo info = stageInfo(id);
    if (id == StageId::Sum && concatenates()) {
        info.symbol = "[s·E, PE]";
        info.title = "Concatenation [s·E, PE]";
    }
    return info;
}

double Stages::sigma() const
{
    return m_embedding->sigma();
}

bool Stages::sameFields(const Stages* previous, std::initializer_list<StageId> ids) const
{
    return previous != nullptr
        && std::all_of(ids.begin(), ids.end(), [&](StageId id) { return same(field(id), previous->field(id)); });
}

void Stages::addStagesBeforeDropout(const Stages* previous)
{
    const bool sameSequence = previous != nullptr && previous->m_sequence == m_sequence;

    slot(StageId::Tokens) = sameSequence ? previous->field(StageId::Tokens) : tokenColumn(m_sequence);

    slot(StageId::Embedding) = sameSequence && previous->m_embedding == m_embedding
        ? previous->field(StageId::Embedding)
        : mapped(m_embedding->values(), [&](const FieldPtr& table) { return gatheredRows(table, m_sequence); });

    const auto s = static_cast<float>(m_scale);
    slot(StageId::Scaled) = sameFields(previous, {StageId::Embedding}) && previous->m_scale == m_scale
        ? previous->field(StageId::Scaled)
        : mapped(field(StageId::Embedding), [&](const FieldPtr& e) { return scaled(e, s); });

    slot(StageId::Position) = FieldPtr(m_encoding);

    const bool sameParts = sameFields(previous, {StageId::Scaled, StageId::Position})
        && previous->m_parameters.combine == m_parameters.combine;
    slot(StageId::Sum) = sameParts ? previous->field(StageId::Sum)
                                   : both(field(StageId::Scaled), firstRows(m_encoding, m_sequence->length()),
                                          [&](const FieldPtr& e, const FieldPtr& pe) {
                                              return concatenates() ? concatenated(e, pe) : sum(e, pe);
                                          });
}

Result<FieldPtr> Stages::keepMask(const Dropout& dropout, const Result<FieldPtr>& operand,
                                  const CancelToken& cancel) const
{
    if (!operand.ok())
        return operand.error();
    if (m_drop == 0)
        return dropout.keepAll();
    const Result<std::shared_ptr<const Generator>> generator
        = m_parameters.dropoutSeed ? generatorOf(m_parameters, *m_parameters.dropoutSeed) : m_embedding->after();
    if (!generator.ok())
        return generator.error();
    return dropout.keepMask(*(*generator)->stoppedBy(cancel), m_drop);
}

void Stages::addDropout(const Stages* previous, const CancelToken& cancel)
{
    if (m_drop > 0) {
        const auto generator = generatorOf(m_parameters, m_parameters.seed);
        const auto by = m_parameters.dropoutScale == "native" ? DropoutOperator::Native : DropoutOperator::Module;
        m_dropoutScale = generator.ok() ? (*generator)->dropoutScale(m_drop, by) : 1;
    }
    const Dropout dropout(placement(), concatenates(), m_encoding, m_sequence, embeddingWidth(m_parameters));
    const Result<FieldPtr> operand = dropout.operand(field(StageId::Scaled), field(StageId::Sum));

    const bool sameStream = previous != nullptr && previous->m_embedding == m_embedding
        && previous->m_sequence == m_sequence && maskKey(previous->m_parameters) == maskKey(m_parameters);
    const Result<FieldPtr>* oldMask = sameStream ? &previous->field(StageId::Mask) : nullptr;
    const bool reusable
        = oldMask != nullptr && oldMask->ok() && operand.ok() && (**oldMask)->shape() == (*operand)->shape();
    slot(StageId::Mask) = reusable ? *oldMask : keepMask(dropout, operand, cancel);

    if (sameFields(previous, {StageId::Sum, StageId::Mask}) && maskKey(previous->m_parameters) == maskKey(m_parameters)
        && previous->m_dropoutScale == m_dropoutScale)
        slot(StageId::Output) = previous->field(StageId::Output);
    else if (m_drop == 0)
        slot(StageId::Output) = placement().fillsPadding ? operand : field(StageId::Sum);
    else
        slot(StageId::Output)
            = dropout.output(field(StageId::Scaled), operand, field(StageId::Mask), static_cast<float>(m_dropoutScale));
}

const Placement& Stages::placement() const
{
    return *findPlacement(m_parameters.placement);
}

std::vector<std::string> Stages::warnings() const
{
    std::vector<std::string> warnings = m_sequence->warnings();
    if (placement().fillsPadding && !m_sequence->hasPadding())
        warnings.push_back("there is no padding to be filled: the placement " + m_parameters.placement
                           + " is the same as sum; give --text and a longer --seq-len");
    if (m_embedding->file() && m_parameters.paddingRow)
        warnings.push_back("--padding-row changes no table from a file, as in nn.Embedding.from_pretrained");
    if (m_embedding->file()) {
        for (const Warning& warning : m_embedding->file()->warnings)
            warnings.push_back(warning.text);
    }
    return warnings;
}

} // namespace phasor
