// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/figure.h"

#include "export/figuresession.h"
#include "export/painting_p.h"
#include "session/store.h"

#include <algorithm>
#include <cmath>

namespace phasor {

namespace {

constexpr double kUnitsPerInch = 72; // FigureFrame
constexpr double kMostPixels = 32767; // each way: the raster painter's coordinates end there
constexpr double kMostCells = 4e8; // 1.6 GB of pixels
constexpr int kPasses = 4; // labels settle in two

Error fault(ErrorKind kind, std::string code, std::string where, std::string what, std::string remedy)
{
    Error error;
    error.kind = kind;
    error.code = std::move(code);
    error.where = std::move(where);
    error.what = std::move(what);
    error.remedy = std::move(remedy);
    return error;
}

Status check(const FigureOptions& options)
{
    if (!(options.dpi >= 1) || !(options.dpi <= 10000))
        return fault(ErrorKind::Usage, "RANGE", "--dpi", "the resolution is not between 1 and 10000 dots per inch",
                     "150 is usual on a screen, 300 or 600 in print");
    if (!Theme::isKnown(options.theme))
        return fault(ErrorKind::Usage, "ENUM", "--theme", phasor::quoted(options.theme.toStdString()) + " is no theme",
                     "use light, dark or projector");
    const double width = options.sizeInches.width();
    const double height = options.sizeInches.height();
    if (!(width > 0) || !(height > 0) || width > 200 || height > 200)
        return fault(ErrorKind::Usage, "RANGE", "--size", "the size is not between 0 and 200 inches each way",
                     "3.5x2.6in fits a column of a paper");
    const double across = width * options.dpi;
    const double down = height * options.dpi;
    if (across > kMostPixels || down > kMostPixels || across * down > kMostCells)
        return fault(ErrorKind::Resource, "SIZE", "--size",
                     "the figure would have " + std::to_string(std::llround(across)) + " × "
                         + std::to_string(std::llround(down)) + " pixels, "
                         + std::to_string(std::llround(4 * across * down)) + " bytes",
                     "use fewer dots per inch or a smaller size");
    return Done{};
}

// The plot with the data of the figure: labels need room that is known when the data is, so the job is asked for again.
Status fill(Plot& plot, const Parameters& parameters, const ViewState& view, const FigureFrame& frame,
            const CancelToken& cancel)
{
    SnapshotPtr previous;
    std::string key;
    for (int pass = 0; pass < kPasses; ++pass) {
        const ViewJob job = plot.exportJob(parameters, view, frame);
        if (pass > 0 && job.key == key)
            break;
        key = job.key;
        Request request;
        request.parameters = parameters;
        request.jobs = {job};
        request.refine = true;
        const SnapshotPtr snapshot = compute(request, previous, cancel);
        if (!snapshot->stages.ok())
            return snapshot->stages.error();
        const Result<ViewDataPtr>& data = snapshot->views.at(job.view).data;
        if (!data.ok())
            return data.error();
        plot.show(*data);
        previous = snapshot;
    }
    return Done{};
}

QByteArray paint(const Painting& painting, FigureFormat format)
{
    switch (format) {
    case FigureFormat::Png:
        return paintPng(painting);
    case FigureFormat::Svg:
        return paintSvg(painting);
    case FigureFormat::Pdf:
        return paintPdf(painting);
    }
    return {};
}

} // namespace

Result<QByteArray> renderFigure(const PlotSpec& spec, const Parameters& parameters, const ViewState& view,
                                const FigureOptions& options, FigureFormat format, const CancelToken& cancel)
{
    if (const Status status = check(options); !status.ok())
        return status.error();
    // A store of its own: nothing of the window moves.
    Store store;
    store.setParameters(parameters);
    store.setView(view);
    const std::unique_ptr<Plot> plot = spec.make(store, nullptr);
    const Theme theme = Theme::named(options.theme).forFigure();
    plot->setTheme(theme);
    plot->showView(view);

    FigureFrame frame;
    const auto units = [](double inches) {
        return std::max(1, static_cast<int>(std::lround(inches * kUnitsPerInch)));
    };
    frame.size = {units(options.sizeInches.width()), units(options.sizeInches.height())};
    frame.scale = options.dpi / kUnitsPerInch;
    frame.vector = format != FigureFormat::Png;
    frame.title = options.noTitle ? QString() : options.title.value_or(plot->title());
    if (const Status status = fill(*plot, parameters, view, frame, cancel); !status.ok())
        return status.error();
    if (!options.noTitle)
        frame.title = options.title.value_or(plot->title());

    const QByteArray bytes = paint(
        {*plot, frame, options.sizeInches, options.dpi, theme.background, figureSession(parameters, view, spec.id)},
        format);
    if (bytes.isEmpty())
        return fault(ErrorKind::Resource, "MEMORY", "--size", "there is no memory for the picture",
                     "use fewer dots per inch or a smaller size");
    return bytes;
}

} // namespace phasor
