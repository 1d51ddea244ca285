// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "plots/plot.h"
#include "session/figureoptions.h"
#include "session/play.h"
#include "session/snapshot.h"
#include "session/store.h"
#include "system/cancelscope.h"
#include "text/result.h"
#include "views/viewstate.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace phasor {

struct ColorMap;
struct Painting;

// Format by the ending of the name: .png, .svg, .pdf. Error: Usage ENUM.
Result<FigureFormat> figureFormatOf(const QString& fileName);

// Whether such a figure is possible. Errors: Usage RANGE, ENUM; Resource SIZE: a PNG has too many pixels. The maps of
// PDF and SVG may be refused later, for want of memory.
Status checkFigure(const FigureOptions& options, FigureFormat format = FigureFormat::Png);

struct FigurePicture
{
    QImage image; // its text kSessionText is the session
    std::vector<const ColorMap*> maps; // that it is drawn with
};

// Makes a figure with computing on another thread: compute() its request() there, then call paint() with the
// snapshot. GUI thread, needs a QApplication.
class FigureMaker
{
public:
    // Errors: Usage RANGE, ENUM (a panel that the view does not have); Resource SIZE.
    static Result<std::unique_ptr<FigureMaker>> make(const PlotSpec& spec, const Scene& scene, const ViewState& view,
                                                     const FigureOptions& options, FigureFormat format);
    ~FigureMaker();

    Request request() const { return {.scene = m_store.scene(), .views = {*m_request}, .refine = true}; }
    QStringList leftOut() const { return m_plot->leftOut(); } // panels for which it has no room: "loss", "A − B"
    Result<QByteArray> paint(const Snapshot& snapshot); // the request's snapshot; errors of the pipeline
    Result<FigurePicture> paintPicture(const Snapshot& snapshot); // of a PNG

private:
    FigureMaker(const PlotSpec& spec, const Scene& scene, const ViewState& view, const FigureOptions& options,
                FigureFormat format, const Theme& theme);
    QByteArray session() const;
    Result<Painting> painting(const Snapshot& snapshot);
    template <typename Picture> Result<Picture> painted(const Snapshot& snapshot, Picture (*draw)(const Painting&));

    Store m_store; // its own, so that nothing in the window changes
    std::string m_plotId;
    FigureOptions m_options;
    FigureFormat m_format;
    QColor m_background;
    std::unique_ptr<Plot> m_plot;
    FigureFrame m_frame;
    std::optional<ViewRequest> m_request;
    bool m_ranShort = false; // an allocation failed
};

inline constexpr QLatin1String kSessionText("phasor-session");
QByteArray pngOf(const QImage& image); // the file of a painted picture; empty: there is not enough memory

using FigureMakerPtr = std::shared_ptr<FigureMaker>;

// Draws one plot into memory, with the window's requests and drawing; `cache` has parts of the pipelines. The figure
// contains its session (session/document.h): PNG in the text "phasor-session", SVG in its description, PDF as the
// attachment session.json. With SOURCE_DATE_EPOCH in the environment equal arguments give equal bytes; a PDF in another
// process only if both set QHashSeed::setDeterministicGlobalSeed(). GUI thread, needs a QApplication. Errors: Usage
// RANGE, ENUM; Resource SIZE; the pipeline's; Cancelled.
Result<QByteArray> renderFigure(const PlotSpec& spec, const Scene& scene, const ViewState& view,
                                const FigureOptions& options, FigureFormat format, PipelineCache& cache,
                                const CancelToken& cancel = CancelToken());
Result<QByteArray> renderFigure(FigureMaker& maker, PipelineCache& cache, const CancelToken& cancel);

// Options of `phasor figure` that several views share, without "--": "rows", "dims" … Options of single views are in
// views/viewstate.h.
inline constexpr std::string_view kSharedOptions[]
    = {"stage", "colormap", "range", "reduction", "rows", "cols", "dims", "at", "only-rows", "only-cols"};

// The positions of a selection: of their table, or of the sequence without one. Its dimensions are the sum's columns.
Axis selectableRows(const Pipeline& pipeline);

// The options of the setups, " --d-model 64": those that differ from the defaults.
std::string setupOptions(const Scene& scene);
// The options of a plot as shown, without --view: those in which `view` differs from `known`, which is changed as they
// do, the board excepted. A restriction to the selection is known by its selection.
std::string optionsAsShown(const PlotSpec& plot, const Scene& scene, const ViewState& view, const Pipeline& a,
                           ViewState& known);
// The options of the selection in the window, which figures don't show; as above.
std::string selectionOptions(const ViewState& view, const Pipeline& a, ViewState& known);

// The command line that draws a plot as shown, quoted for a shell: `phasor figure --view … --out heatmap.png` with
// setups, stage, window, dimensions, colors. `a`: pipeline of the scene's A, which has the rows and columns; the zoom
// is widened to whole cells. `options`, `play`: those that differ from the default are added.
std::string figureCommand(const PlotSpec& plot, const Scene& scene, const ViewState& view, const Pipeline& a,
                          const FigureOptions& options = {}, const PlayOptions& play = {});

} // namespace phasor
