// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/marginkeeper_p.h"

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

void MarginKeeper::release()
{
    // Backwards: an element that was raised twice gets what it had first.
    for (auto raised = m_least.rbegin(); raised != m_least.rend(); ++raised)
        raised->first->setMinimumMargins(raised->second);
    m_least.clear();
}

} // namespace phasor
