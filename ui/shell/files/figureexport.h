// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "session/play.h"

namespace phasor {

struct WindowContext;

// Exports the plot in a cell of the board, given by its name, as the store describes it now: into a file whose ending
// gives the format, or to the clipboard as PNG and SVG. Figures have the light theme, whatever the screen has, unless
// another one is chosen. Jobs compute and write; only drawing is done on the GUI thread.
class FigureExport
{
public:
    explicit FigureExport(const WindowContext& context);

    void askAndSave(const std::string& cell); // asks for the options, then for a file
    void save(const std::string& cell, const QString& path) const; // with the options of the last dialog
    void askAndAnimate(const std::string& cell, const PlayOptions& play); // the same for an animation
    // Writes an animation of setup A, like `phasor figure --play`: jobs compute its frames one after the other, the GUI
    // thread draws them. {frame} is added to the name of PNGs. A message tells the end; a canceled one leaves no file.
    void animate(const std::string& cell, const PlayOptions& play, QString path) const;
    void copy(const std::string& cell) const;
    void setOptions(const FigureOptions& options) { m_options = options; }

private:
    void ask(const std::string& cell, const PlayOptions& play, const QString& filters,
             std::function<void(const PlayOptions& play, const QString& path)> write);

    const WindowContext& m_context;
    FigureOptions m_options; // used last, for files
};

// Copies the command that draws the plot in a cell as it is now.
void copyFigureCommand(const WindowContext& context, const std::string& cell, const FigureOptions& options = {},
                       const PlayOptions& play = {});

} // namespace phasor
