// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/setting.h"

#include <QSizeF>

#include <span>

namespace phasor {

enum class FigureFormat { Png, Svg, Pdf };

struct FigureOptions
{
    std::string size = "3.5x2.6in"; // in, mm, cm, pt, or px of the resolution; each side within (0, 200] inches
    std::optional<double> dpi = {}; // 1 … 30,000, of a bitmap and of maps in PDF and SVG; nullopt: 150, there 600
    std::string theme = "light"; // the same for every theme of the screen
    std::optional<std::string> title = {}; // nullopt: the finding, and the view's question
    bool noTitle = false;
    bool caption = false; // below the plot: its summary and the parameters
    std::string panels = {}; // ids of the panels to show, with commas; empty: all
    std::optional<std::string> font = {}; // a family of this machine; nullopt: DejaVu Sans, which is inside the program
    std::optional<int> fontSize = {}; // points of labels, 4 … 72; nullopt: the theme's
    bool thumbnail = false; // its type has a size of 1 point, so that there is room for the data
    bool metadata = true; // the file contains its session

    double dpiOf(FigureFormat format) const { return dpi.value_or(format == FigureFormat::Png ? 150 : 600); }
    Result<QSizeF> inches() const; // the size. Errors: Usage SYNTAX, RANGE
    void setInches(const QSizeF& inches) { size = printReal(inches.width()) + "x" + printReal(inches.height()) + "in"; }
};

std::span<const Setting<FigureOptions>> figureSettings(); // a size is checked by inches(): pixels need the resolution
std::vector<ParameterChoice> themeChoices(); // of figures and of the window

} // namespace phasor
