// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "plots/canvas/labels/keyrow_p.h"
#include "plots/theme.h"
#include "views/measures/ratio.h"

#include <QPen>

#include <array>
#include <vector>

class QCPAxisRect;
class QCPGraph;

namespace phasor {

// The lines of one set-up in the plot of the scale: lengths in one axis rect, R in another. The graphs are the plot's.
class RatioLines
{
public:
    RatioLines(QCPAxisRect& norms, QCPAxisRect& ratios, Side side);

    // Null: nothing. divided: the lengths of E + PE/s.
    void show(const RatioCurves* curves, const Axis& rows, bool divided);
    void setTheme(const Theme& theme);
    // Samples of those that show something; comparing: with the name of the set-up.
    void addTo(std::vector<KeyRow::Entry>& entries, const RatioCurves& curves, bool comparing) const;
    QPen ratioPen() const;

private:
    std::array<QCPGraph*, 7> all() const
    {
        return {m_embedding, m_scaled, m_encoding, m_sum, m_output, m_ratio, m_expected};
    }
    void setPens();

    Side m_side;
    Theme m_theme = Theme::light();
    QCPGraph* m_embedding;
    QCPGraph* m_scaled;
    QCPGraph* m_encoding;
    QCPGraph* m_sum;
    QCPGraph* m_output;
    QCPGraph* m_ratio;
    QCPGraph* m_expected;
    bool m_divided = false;
};

} // namespace phasor
