// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"

#include <string_view>

namespace phasor {

struct WindowContext;

// Exports a plot as the store describes it now: into a file whose ending gives the format, or to the clipboard as PNG
// and SVG. Figures have the light theme, whatever the screen has, unless another one is chosen. Jobs compute and write;
// only drawing is done on the GUI thread.
class FigureExport
{
public:
    explicit FigureExport(const WindowContext& context);

    void askAndSave(std::string_view plot); // asks for the options, then for a file
    void save(std::string_view plot, const QString& path) const; // with the options of the last dialog
    void copy(std::string_view plot) const;
    void setOptions(const FigureOptions& options) { m_options = options; }

private:
    const WindowContext& m_context;
    FigureOptions m_options; // used last, for files
};

// Copies the command that draws the plot as it is now.
void copyFigureCommand(const WindowContext& context, std::string_view plot, const FigureOptions& options = {});

} // namespace phasor
