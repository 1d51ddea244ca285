// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/wholelines_p.h"

#include <algorithm>

namespace phasor {

void WholeLines::draw(QCPPainter* painter)
{
    const QString all = text();
    const auto fitting = std::max<qsizetype>(0, rect().height() / QFontMetrics(font()).lineSpacing());
    mText = all.section(u'\n', 0, fitting - 1);
    if (fitting > 0)
        QCPTextElement::draw(painter);
    mText = all;
}

} // namespace phasor
