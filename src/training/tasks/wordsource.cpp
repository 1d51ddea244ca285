// SPDX-License-Identifier: GPL-3.0-or-later
#include "training/tasks/wordsource.h"

#include "kernels/philox.h"

namespace phasor {

void WordSource::draw()
{
    philoxWords(m_key, m_offset, m_counter, m_words.size() / 4, m_words.data());
    m_counter += m_words.size() / 4;
    m_used = 0;
}

} // namespace phasor
