// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"

#include <string_view>

namespace phasor {

struct WindowContext;

// Exports a plot as the store describes it now: into a file by its ending, or to the clipboard as PNG and SVG at once.
// Figures are light, whatever the screen has, unless another theme is chosen. Computing and writing are jobs; only the
// drawing is done on the GUI thread.
class FigureExport
{
public:
    explicit FigureExport(const WindowContext& context);

    void askAndSave(std::string_view plot); // asks for size and look, then for a file
    void save(std::string_view plot, const QString& path) const; // with the options of the last dialog
    void copy(std::string_view plot) const;
    void setOptions(const FigureOptions& options) { m_options = options; }

private:
    const WindowContext& m_context;
    FigureOptions m_options; // of files
};

// Copies the command that draws what the plot shows now.
void copyFigureCommand(const WindowContext& context, std::string_view plot, const FigureOptions& options = {});

} // namespace phasor
