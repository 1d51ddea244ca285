// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>

#include <utility>
#include <vector>

class QCPLayoutElement;
class QCustomPlot;

namespace phasor {

// Lets the margins of a plot's elements grow but not shrink: labels that need more room for one picture and less for
// the next, of other pixels, would else ask for both of them for ever.
class MarginKeeper
{
public:
    void keep(QCustomPlot& plot); // the present margins are the least from now on
    bool release(); // what they need again; whether that may be less

private:
    std::vector<std::pair<QCPLayoutElement*, QMargins>> m_least; // of those that keep() raised, as they were
};

} // namespace phasor
