// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/figure.h"

#include "export/painting_p.h"
#include "plots/drawings.h"
#include "session/document.h"
#include "words/coretexts.h"

#include <QScopeGuard>

#include <cerrno>
#include <cmath>

namespace phasor {

constexpr double kUnitsPerInch = 72; // units of FigureFrame
constexpr double kMostPixels = 32767; // in each direction: the raster painter's largest coordinate
constexpr double kMostCells = 4e8; // pixels, 1.6 GB
constexpr double kMostDpiOfLines = 10000; // points of a curve per inch of PDF and SVG

// Error: Resource.
static Error tooLarge(std::string code, Message what)
{
    return {ErrorKind::Resource, std::move(code), Message::option("--size"), std::move(what),
            WORDS("use fewer dots per inch or a smaller size")};
}

// Checks SOURCE_DATE_EPOCH: a mistyped date would give other bytes every second.
static Status checkDate()
{
    constexpr qint64 kLatest = 253402300799; // the end of the year 9999
    const QString text = qEnvironmentVariable("SOURCE_DATE_EPOCH");
    bool number = false;
    const qint64 seconds = text.toLongLong(&number);
    if (text.isEmpty() || (number && seconds >= 0 && seconds <= kLatest))
        return Done{};
    return usageError("TYPE", Message::verbatim("SOURCE_DATE_EPOCH"),
                      WORDS("%1 is not a time").with(inQuotes(text.toStdString())),
                      WORDS("set it to whole seconds since 1970, from 0 to %1, or unset it").with(kLatest));
}

static std::vector<std::string> panelsOf(const FigureOptions& options)
{
    std::vector<std::string> panels;
    for (const QString& id : QString::fromStdString(options.panels).split(u',', Qt::SkipEmptyParts))
        panels.push_back(id.trimmed().toStdString());
    return panels;
}

// Error: Usage ENUM, with the panels that the view has.
static Status checkPanels(const std::vector<std::string>& wanted, const Plot& plot)
{
    std::vector<std::string_view> ids;
    for (const Panel& panel : plot.drawing()->panels) {
        if (!panel.id.empty() && std::ranges::find(ids, panel.id) == ids.end())
            ids.push_back(panel.id);
    }
    for (const std::string& id : wanted) {
        if (std::ranges::find(ids, id) != ids.end())
            continue;
        const Message remedy = ids.size() < 2 ? WORDS("leave the option out; this view has one panel")
                                              : WORDS("use one or more of %1").with(listed(ids, std::identity()));
        return usageError("ENUM", "--panels", WORDS("the view has no panel %1").with(inQuotes(id)), remedy);
    }
    return Done{};
}

// Notes failed allocations in `ranShort` while the result lives. Libraries that shape and draw text continue after one,
// say with a label at another place; only the C library has noted it.
static auto noteShortage(bool& ranShort)
{
    errno = 0;
    return qScopeGuard([&ranShort] { ranShort = ranShort || errno == ENOMEM; });
}

Result<FigureFormat> figureFormatOf(const QString& fileName)
{
    constexpr std::array<std::pair<const char*, FigureFormat>, 3> kFormats{
        {{".png", FigureFormat::Png}, {".svg", FigureFormat::Svg}, {".pdf", FigureFormat::Pdf}}};
    const QString name = fileName.toLower();
    for (const auto& [ending, format] : kFormats) {
        if (name.endsWith(QLatin1String(ending)))
            return format;
    }
    return usageError("ENUM", "--out",
                      WORDS("%1 has no ending that says the format of a figure").with(inQuotes(fileName.toStdString())),
                      WORDS("use .png, .svg or .pdf"));
}

Status checkFigure(const FigureOptions& options, FigureFormat format)
{
    for (const Setting<FigureOptions>& setting : figureSettings())
        TRY_DONE(checkValue(setting, setting.get(options)));
    TRY(const QSizeF inches, options.inches());
    const double across = inches.width() * options.dpiOf(format);
    const double down = inches.height() * options.dpiOf(format);
    const bool large = across > kMostPixels || down > kMostPixels || across * down > kMostCells;
    if (format == FigureFormat::Png && large)
        return tooLarge("SIZE",
                        WORDS("the figure would have %1 × %2 pixels, %3 bytes")
                            .with(std::llround(across), std::llround(down), std::llround(4 * across * down)));
    return checkDate();
}

Result<std::unique_ptr<FigureMaker>> FigureMaker::make(const PlotSpec& spec, const Scene& scene, const ViewState& view,
                                                       const FigureOptions& options, FigureFormat format)
{
    TRY_DONE(checkFigure(options, format));
    TRY(Theme theme,
        withFigureFont(Theme::named(QString::fromStdString(options.theme)).forFigure(), options.font,
                       options.fontSize));
    if (options.thumbnail) {
        theme.font.setPixelSize(1);
        theme.smallFont.setPixelSize(1);
    }
    std::unique_ptr<FigureMaker> maker(new FigureMaker(spec, scene, view, options, format, theme));
    TRY_DONE(checkPanels(maker->m_frame.panels, *maker->m_plot));
    return maker;
}

FigureMaker::FigureMaker(const PlotSpec& spec, const Scene& scene, const ViewState& view, const FigureOptions& options,
                         FigureFormat format, const Theme& theme)
    : m_plotId(spec.id)
    , m_options(options)
    , m_format(format)
    , m_background(theme.background)
{
    const auto watch = noteShortage(m_ranShort);
    m_store.setScene(scene);
    m_store.setView(view);
    m_plot = spec.make(m_store, nullptr);
    m_plot->setTheme(theme);
    m_plot->showView(view);
    const auto units = [](double length) {
        return std::max(1, static_cast<int>(std::lround(length * kUnitsPerInch)));
    };
    const bool vector = format != FigureFormat::Png;
    const double dpi = options.dpiOf(FigureFormat::Png);
    const QSizeF inches = *options.inches();
    m_frame = {.size = {units(inches.width()), units(inches.height())},
               .scale = (vector ? std::min(dpi, kMostDpiOfLines) : dpi) / kUnitsPerInch,
               .mapScale = options.dpiOf(format) / kUnitsPerInch,
               .vector = vector,
               .panels = panelsOf(options),
               .titled = !options.noTitle && !(options.title && options.title->empty()),
               .caption = options.caption ? words::parametersText(scene) : QString()};
    m_request = m_plot->exportRequest(scene, view, m_frame);
}

FigureMaker::~FigureMaker() = default;

QByteArray FigureMaker::session() const
{
    ViewState view = m_store.view();
    if (!findPlot(m_plotId)->takesOption("at"))
        view.cursor = {}; // it shows no position
    view.board.showOnly(std::span(&m_plotId, 1));
    return QByteArray::fromStdString(writeDocument({.scene = m_store.scene(), .view = view, .arranged = true}));
}

Result<Painting> FigureMaker::painting(const Snapshot& snapshot)
{
    TRY_DONE(snapshot.pipelines);
    const auto part = snapshot.views.find(m_request->id());
    TRY(const ViewDataPtr data, part->second.data);
    TRY_DONE(snapshot.pipelines->inputs());
    {
        const auto watch = noteShortage(m_ranShort);
        m_plot->show(data);
    }
    // The finding with the view's question, or the title that was asked for.
    const QString finding = m_plot->summary().isEmpty() ? m_plot->title() : m_plot->summary();
    m_frame.title = m_options.title ? QString::fromStdString(*m_options.title) : finding;
    m_frame.question = m_options.title ? QString() : m_plot->question();
    return Painting{*m_plot,
                    m_frame,
                    *m_options.inches(),
                    m_options.dpiOf(m_format),
                    m_background,
                    m_options.metadata ? session() : QByteArray()};
}

template <typename Picture>
Result<Picture> FigureMaker::painted(const Snapshot& snapshot, Picture (*draw)(const Painting&))
{
    TRY(const Painting whole, painting(snapshot));
    Picture picture;
    {
        const auto watch = noteShortage(m_ranShort);
        picture = draw(whole);
    }
    if (picture == Picture() || m_ranShort)
        return tooLarge("MEMORY", WORDS("there is not enough memory for the picture"));
    return picture;
}

Result<QByteArray> FigureMaker::paint(const Snapshot& snapshot)
{
    return painted(snapshot,
                   m_format == FigureFormat::Png       ? paintPng
                       : m_format == FigureFormat::Svg ? paintSvg
                                                       : paintPdf);
}

Result<FigurePicture> FigureMaker::paintPicture(const Snapshot& snapshot)
{
    TRY(QImage image, painted(snapshot, paintImage));
    FigurePicture picture{std::move(image), {}};
    for (const Panel& panel : m_plot->drawing()->panels) {
        if (panel.map && panel.map->picture && panel.map->picture->colorMap != nullptr)
            picture.maps.push_back(panel.map->picture->colorMap);
    }
    return picture;
}

Result<QByteArray> renderFigure(FigureMaker& maker, PipelineCache& cache, const CancelToken& cancel)
{
    const SnapshotPtr snapshot = compute(maker.request(), nullptr, cache, cancel);
    if (cancel.cancelled())
        return cancelledError(); // its picture is incomplete
    return maker.paint(*snapshot);
}

Result<QByteArray> renderFigure(const PlotSpec& spec, const Scene& scene, const ViewState& view,
                                const FigureOptions& options, FigureFormat format, PipelineCache& cache,
                                const CancelToken& cancel)
{
    TRY(const std::unique_ptr<FigureMaker> maker, FigureMaker::make(spec, scene, view, options, format));
    return renderFigure(*maker, cache, cancel);
}

} // namespace phasor
