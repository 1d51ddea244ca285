// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "plots/plot.h"
#include "session/snapshot.h"
#include "session/store.h"
#include "system/cancelscope.h"
#include "text/result.h"
#include "text/setting.h"
#include "views/viewstate.h"

#include <QByteArray>
#include <QSizeF>
#include <QString>

#include <memory>
#include <optional>
#include <string>

namespace phasor {

enum class FigureFormat { Png, Svg, Pdf };

struct FigureOptions
{
    QSizeF sizeInches{3.5, 2.6}; // each within (0, 200]
    double dpi = 150; // 1 … 10000; of bitmaps, in PDF and SVG of the heatmap's
    std::string theme = "light"; // whatever the screen has
    std::optional<std::string> title; // nothing: the plot's own
    bool noTitle = false;
    bool caption = false; // below the plot: the sentence of what it shows, and the parameters
    std::optional<std::string> font; // a family of this machine; nothing: DejaVu Sans, which is inside the program
    std::optional<int> fontSize; // points of labels, 4 … 72; nothing: the theme's
    bool metadata = true; // whether the file carries its session
};

// All but the size, which counts pixels by the resolution.
std::span<const Setting<FigureOptions>> figureSettings();

// "3.5x2.6in", in, mm, cm, pt or px (of 1/dpi inch). Errors: Usage SYNTAX, RANGE.
Result<QSizeF> parseFigureSize(const QString& text, double dpi);
// By the ending of the name: .png, .svg, .pdf. Error: Usage ENUM.
Result<FigureFormat> figureFormatOf(const QString& fileName);

// Whether there can be such a figure. Errors: Usage RANGE, ENUM; Resource SIZE.
Status checkFigure(const FigureOptions& options);

// A figure in the making, for those who compute on another thread: compute() its request() there, take() the snapshot,
// then paint(). GUI thread, needs a QApplication.
class FigureMaker
{
public:
    // Errors: Usage RANGE, ENUM; Resource SIZE.
    static Result<std::unique_ptr<FigureMaker>> make(const PlotSpec& spec, const Scene& scene, const ViewState& view,
                                                     const FigureOptions& options, FigureFormat format);
    ~FigureMaker();

    Request request() const;
    Status take(const Snapshot& snapshot); // of the request; the pipeline's errors
    Result<QByteArray> paint();

private:
    FigureMaker(const PlotSpec& spec, const Scene& scene, const ViewState& view, const FigureOptions& options,
                FigureFormat format, const Theme& theme);
    QByteArray session() const;

    Store m_store; // of its own: nothing of the window moves
    std::string m_plotId;
    FigureOptions m_options;
    FigureFormat m_format;
    QColor m_background;
    std::unique_ptr<Plot> m_plot;
    FigureFrame m_frame;
    std::optional<ViewRequest> m_request;
    bool m_ranShort = false; // of memory, at any time
};

using FigureMakerPtr = std::shared_ptr<FigureMaker>;

// Draws one plot into memory, by the same requests and the same drawing as the window; parts of the pipelines come from
// `cache`. The figure carries its session (session/document.h): PNG in the text "phasor-session", SVG in its
// description, PDF as the attachment session.json. With SOURCE_DATE_EPOCH in the environment equal arguments give equal
// bytes; a PDF in another process only if both set QHashSeed::setDeterministicGlobalSeed(). GUI thread, needs a
// QApplication. Errors: Usage RANGE, ENUM; Resource SIZE; those of the pipeline; Cancelled.
Result<QByteArray> renderFigure(const PlotSpec& spec, const Scene& scene, const ViewState& view,
                                const FigureOptions& options, FigureFormat format, PipelineCache& cache,
                                const CancelToken& cancel = CancelToken());

} // namespace phasor
