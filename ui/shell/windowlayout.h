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

// The window's theme, type size and the sizes of the window and its parts: saved, restored and reset. GUI thread only.
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
    void fit(); // fits the controls to the window's size
    void showControls(bool shown) { m_parts.controls.setVisible(shown); }
    bool areControlsShown() const { return !m_parts.controls.isHidden(); }

private:
    void followFont();

    Parts m_parts;
    bool m_narrow = false; // the window is narrow
    bool m_chosen = false; // the user chose the controls' width
};

} // namespace phasor
