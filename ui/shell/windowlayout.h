// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"

#include <QWidget>

class QMainWindow;
class QSplitter;

namespace phasor {

class Appearance;
class ParameterPanel;
class PlotGrid;

// Sizes and places of the window and of what is in it, and its theme: kept, restored and reset. GUI thread only.
class WindowLayout : public QObject
{
public:
    struct Parts
    {
        QMainWindow& window;
        QSplitter& columns;
        QWidget& controls; // the left column
        ParameterPanel& panel;
        PlotGrid& plots;
        Appearance& appearance;
    };
    explicit WindowLayout(const Parts& parts);

    Layout layout() const;
    void restore(const Layout& layout);
    void reset();
    void fit(); // the controls to the window's size
    void showControls(bool shown) { m_parts.controls.setVisible(shown); }
    bool areControlsShown() const { return !m_parts.controls.isHidden(); }

private:
    void followFont();

    Parts m_parts;
    bool m_narrow = false; // the window
    bool m_chosen = false; // the user gave the controls a width
};

} // namespace phasor
