// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/tasks/batch.h"

#include "kernels/philox.h"

#include <algorithm>

namespace phasor {

void WordSource::draw()
{
    philoxWords(m_key, m_offset, m_counter, m_words.size() / 4, m_words.data());
    m_counter += m_words.size() / 4;
    m_used = 0;
}

namespace {

std::int64_t sequencesOfPart(const Batch& batch)
{
    return std::max<std::int64_t>(1, (batch.sequences + kParts - 1) / kParts);
}

} // namespace

void Batch::resize(std::int64_t count, std::int64_t positions)
{
    sequences = count;
    length = positions;
    tokens.assign(static_cast<std::size_t>(count * positions), 0);
    targets.assign(tokens.size(), kNotAsked);
}

std::int64_t Batch::asked() const
{
    return std::count_if(targets.begin(), targets.end(), [](std::int32_t target) { return target != kNotAsked; });
}

std::int64_t partCount(const Batch& batch)
{
    const std::int64_t each = sequencesOfPart(batch);
    return (batch.sequences + each - 1) / each;
}

BatchPart partOf(const Batch& batch, std::int64_t part)
{
    const std::int64_t each = sequencesOfPart(batch);
    const std::int64_t first = part * each;
    return {first, std::min(each, batch.sequences - first), batch.length, batch.tokens.data() + first * batch.length,
            batch.targets.data() + first * batch.length};
}

} // namespace phasor
