// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/figure.h"
#include "text/result.h"
#include "ui/shell/speaker.h"

#include <QByteArray>

#include <functional>
#include <memory>
#include <string_view>

class QWidget;

namespace phasor {

class PipelineCache;
class Runner;
class Store;

// Exports of the current plot with the store's present state: into a file by its ending, or to the clipboard as PNG and
// SVG at once. Figures are light, whatever the screen has, unless another theme is chosen. Computing and writing are
// long jobs, only the drawing is done on the GUI thread. GUI thread only.
class FigureExport : public Speaker
{
    Q_OBJECT

public:
    FigureExport(Store& store, std::shared_ptr<PipelineCache> cache, Runner& runner, QWidget* parent);

    void askAndSave(std::string_view plot); // asks how it shall be, and for a file
    void save(std::string_view plot, const QString& path); // as it was asked for the last time
    void setOptions(const FigureOptions& options) { m_options = options; }
    void copy(std::string_view plot);

signals:
    void commandWanted(const QString& plot, const phasor::FigureOptions& options);

private:
    using Maker = FigureMakerPtr;
    using End = std::function<void(const Result<QByteArray>& bytes)>;
    void make(std::string_view plot, const FigureOptions& options, FigureFormat format, const QString& title,
              const End& end);
    void saveAs(std::string_view plot);
    void compute(const Maker& maker, const QString& title, const End& end);
    void write(const QString& path, const QByteArray& bytes, const QString& title);
    void toClipboard(const QByteArray& png, const QByteArray& svg);
    void endWith(const Error& error);

    Store& m_store;
    std::shared_ptr<PipelineCache> m_cache; // shared with the window: nothing is drawn or read twice
    Runner& m_runner;
    QWidget* m_window;
    FigureOptions m_options; // of files
};

} // namespace phasor
