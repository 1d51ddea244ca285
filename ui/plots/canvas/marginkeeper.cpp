// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas/marginkeeper_p.h"

#include <qcustomplot.h>

namespace phasor {

void MarginKeeper::keep(QCustomPlot& plot)
{
    for (QCPLayoutElement* element : plot.plotLayout()->elements(true)) {
        if (element == nullptr || element->autoMargins() == QCP::msNone)
            continue;
        const QMargins least = element->minimumMargins();
        const QMargins present = least | element->margins();
        if (present == least)
            continue;
        m_least.emplace_back(element, least);
        element->setMinimumMargins(present);
    }
}

bool MarginKeeper::release()
{
    const bool raised = !m_least.empty();
    // Backwards: an element that was raised twice gets what it had first.
    for (auto element = m_least.rbegin(); element != m_least.rend(); ++element)
        element->first->setMinimumMargins(element->second);
    m_least.clear();
    return raised;
}

} // namespace phasor
