// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/exports.h"

#include "export/animation.h"
#include "ui/forms/text.h"
#include "ui/shell/files/figuredialog.h"
#include "ui/shell/files/questions.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

#include <type_traits>

namespace phasor {

namespace {

QString cancelledText()
{
    return Shell::tr("Canceled. Nothing was changed.");
}

FigureOptions fileOptions()
{
    FigureOptions options;
    options.dpi = 300;
    return options;
}

// The view in a cell of that name, and the view state that it shows. A view that is not on the board: the window's.
struct CellView
{
    const PlotSpec* spec;
    ViewState view;
};

CellView viewIn(const std::string& cell, const Store& store)
{
    const ViewState& view = store.view();
    const int index = view.board.find(cell);
    return {findPlot(cell.substr(0, cell.find('@'))), index >= 0 ? view.seenFrom(index) : view};
}

// Draws the plot; `end` gets the figure's bytes. The job's thread computes the snapshot, this one draws it.
void render(const WindowContext& context, const std::string& cell, const FigureOptions& options, FigureFormat format,
            const QString& title, std::function<void(const QByteArray& bytes)> end)
{
    const auto [spec, view] = viewIn(cell, context.store);
    if (spec == nullptr)
        return context.fail(Shell::tr("This plot is not shown."));
    if (context.runner.isRunning())
        return context.fail(otherJobText());
    Result<std::unique_ptr<FigureMaker>> made = FigureMaker::make(*spec, context.store.scene(), view, options, format);
    if (!made.ok())
        return context.fail(made.error());
    const FigureMakerPtr maker = std::move(*made);
    runJob<SnapshotPtr>(context,
                        {.title = title,
                         .writes = true,
                         .isStep = true,
                         .work = [request = maker->request(), cache = context.cache()](
                                     const Runner::Progress&) { return computed(request, *cache); },
                         .done =
                             [&context, maker, end = std::move(end)](const SnapshotPtr& snapshot) {
                                 if (const Result<QByteArray> bytes = maker->paint(*snapshot); bytes.ok())
                                     end(*bytes);
                                 else
                                     context.fail(bytes.error(), cancelledText());
                             },
                         .cancelled = cancelledText()});
}

// The export of an animation; lives as long as one of its jobs.
class AnimationRun : public std::enable_shared_from_this<AnimationRun>
{
public:
    AnimationRun(const WindowContext& context, CellView plot, const FigureOptions& figure, const Play& play,
                 std::unique_ptr<Animation> animation, QString path)
        : m_context(context)
        , m_plot(std::move(plot))
        , m_scene(context.store.scene())
        , m_figure(figure)
        , m_play(play)
        , m_animation(std::move(animation))
        , m_path(std::move(path))
        , m_title(Shell::tr("writing %1").arg(QFileInfo(m_path).fileName()))
    {
    }

    void goOn()
    {
        while (const std::optional<double> share = m_animation->next()) {
            const ParameterValue value = m_play.value(*share);
            if (m_drawn != value)
                return draw(value);
            if (const Status taken = m_animation->take(m_frame); !taken.ok())
                return m_context.fail(taken.error(), cancelledText());
        }
        run<Done>([self = shared_from_this()](const Runner::Progress&) { return self->m_animation->commit(); },
                  [self = shared_from_this()](const Done&) {
                      self->m_context.inform(Shell::tr("exported %1").arg(self->m_path));
                  });
    }

private:
    template <typename T>
    void run(std::function<Result<T>(const Runner::Progress&)> work, std::function<void(const T&)> done)
    {
        runJob<T>(m_context,
                  {.title = m_title,
                   .writes = true,
                   .isStep = std::is_same_v<T, SnapshotPtr>, // not the commit
                   .work = std::move(work),
                   .done = std::move(done),
                   .cancelled = cancelledText()});
    }

    void draw(const ParameterValue& value)
    {
        Scene scene = m_scene;
        if (const ParameterSpec* spec = findParameter(m_play.spec.id, scene.a))
            spec->set(scene.a, value);
        ViewState view = m_plot.view;
        view.training.phase = TrainingChoice::Phase::Running;
        if (const Setting<ViewState>* seen = findSetting(playedInViews(), m_play.spec.id))
            seen->set(view, value);
        Result<std::unique_ptr<FigureMaker>> made
            = FigureMaker::make(*m_plot.spec, scene, view, m_figure, FigureFormat::Png);
        if (!made.ok())
            return m_context.fail(made.error());
        const FigureMakerPtr maker = std::move(*made);
        run<SnapshotPtr>(
            [request = maker->request(), cache = m_context.cache(),
             share = m_animation->done()](const Runner::Progress& progress) {
                progress(share);
                return computed(request, *cache);
            },
            [self = shared_from_this(), maker, value](const SnapshotPtr& snapshot) {
                Result<QImage> image = maker->paintImage(*snapshot);
                if (!image.ok())
                    return self->m_context.fail(image.error(), cancelledText());
                self->m_frame = {std::move(*image), maker->colorMaps()};
                self->m_drawn = value;
                self->m_context.cache()->forgetUnshown();
                self->goOn();
            });
    }

    const WindowContext& m_context;
    CellView m_plot;
    Scene m_scene;
    FigureOptions m_figure;
    Play m_play;
    std::unique_ptr<Animation> m_animation;
    QString m_path;
    QString m_title;
    std::optional<ParameterValue> m_drawn; // value of the frame
    Animation::Frame m_frame;
};

} // namespace

FigureExport::FigureExport(const WindowContext& context)
    : m_context(context)
    , m_options(fileOptions())
{
}

void FigureExport::ask(const std::string& cell, const PlayOptions& play, const QString& filters,
                       std::function<void(const PlayOptions& play, const QString& path)> write)
{
    const auto [spec, view] = viewIn(cell, m_context.store);
    if (spec == nullptr)
        return;
    auto* dialog
        = new FigureDialog(*spec, m_context.store.scene(), view, m_context.cache(), m_options, play, m_context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &FigureDialog::commandWanted, dialog,
                     [this, cell](const FigureOptions& options, const PlayOptions& animated) {
                         copyFigureCommand(m_context, cell, options, animated);
                     });
    const QString name = qs(spec->id) + (play.play.empty() ? u".png"_s : u".gif"_s);
    QObject::connect(dialog, &QDialog::accepted, dialog, [this, dialog, filters, name, write = std::move(write)] {
        const Result<FigureOptions> wanted = dialog->options();
        const Result<PlayOptions> animated = dialog->play();
        if (!wanted.ok() || !animated.ok())
            return;
        m_options = *wanted;
        const QString path = askWhereToSave(
            m_context.window, animated->play.empty() ? Shell::tr("Export plot") : Shell::tr("Export animation"), name,
            filters);
        if (!path.isEmpty())
            write(*animated, path);
    });
    dialog->open();
}

void FigureExport::askAndSave(const std::string& cell)
{
    ask(cell, {}, Shell::tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"),
        [this, cell](const PlayOptions&, const QString& path) { save(cell, path); });
}

void FigureExport::askAndAnimate(const std::string& cell, const PlayOptions& play)
{
    ask(cell, play, Shell::tr("GIF (*.gif);;MP4 (*.mp4);;Numbered PNGs (*.png)"),
        [this, cell](const PlayOptions& wanted, const QString& path) { animate(cell, wanted, path); });
}

void FigureExport::animate(const std::string& cell, const PlayOptions& play, QString path) const
{
    const CellView plot = viewIn(cell, m_context.store);
    if (plot.spec == nullptr)
        return m_context.fail(Shell::tr("This plot is not shown."));
    if (m_context.runner.isRunning())
        return m_context.fail(otherJobText());
    const std::optional<AnimationFormat> format = animationFormatOf(path);
    if (!format)
        return m_context.fail(Shell::tr("%1 has no ending of an animation. Use .gif, .mp4 or .png.").arg(path));
    if (*format == AnimationFormat::Frames && !path.contains(u"{frame}"_s))
        path.insert(path.size() - 4, u"-{frame}"_s);
    const Result<Play> read = Play::read(play.play, m_context.store.scene().a);
    if (!read.ok())
        return m_context.fail(read.error());
    Result<std::unique_ptr<Animation>> made = Animation::make(QFile::encodeName(path).toStdString(), *format, play);
    if (!made.ok())
        return m_context.fail(made.error());
    std::make_shared<AnimationRun>(m_context, plot, m_options, *read, std::move(*made), path)->goOn();
}

void FigureExport::save(const std::string& cell, const QString& path) const
{
    const Result<FigureFormat> format = figureFormatOf(path);
    if (!format.ok())
        return m_context.fail(format.error());
    const QString title = Shell::tr("writing %1").arg(QFileInfo(path).fileName());
    render(m_context, cell, m_options, *format, title, [&context = m_context, path, title](const QByteArray& bytes) {
        runJob<Done>(context,
                     {.title = title,
                      .writes = true,
                      .work =
                          [path, bytes](const Runner::Progress&) {
                              return writeFile(QFile::encodeName(path).toStdString(),
                                               {bytes.data(), static_cast<std::size_t>(bytes.size())});
                          },
                      .done = [&context, path](const Done&) { context.inform(Shell::tr("exported %1").arg(path)); },
                      .cancelled = cancelledText()});
    });
}

void FigureExport::copy(const std::string& cell) const
{
    const QString title = Shell::tr("copying the figure");
    const auto make = [&context = m_context, cell, title](FigureFormat format, const auto& end) {
        render(context, cell, fileOptions(), format, title, end);
    };
    make(FigureFormat::Png, [&context = m_context, make](const QByteArray& png) {
        make(FigureFormat::Svg, [&context, png](const QByteArray& svg) {
            auto* data = new QMimeData; // owned by the clipboard
            data->setData(u"image/png"_s, png);
            data->setData(u"image/svg+xml"_s, svg);
            data->setImageData(QImage::fromData(png, "PNG"));
            QGuiApplication::clipboard()->setMimeData(data);
            context.inform(Shell::tr("copied the figure as PNG and SVG"));
        });
    });
}

void copyFigureCommand(const WindowContext& context, const std::string& cell, const FigureOptions& options,
                       const PlayOptions& play)
{
    const SnapshotPtr snapshot = context.queue.latest();
    const auto [spec, view] = viewIn(cell, context.store);
    if (!snapshot || !snapshot->pipelines.ok() || spec == nullptr)
        return context.warn(Shell::tr("There is no picture to copy a command of."));
    const QString command
        = qs(figureCommand(*spec, context.store.scene(), view, *snapshot->pipelines->a, options, play));
    QGuiApplication::clipboard()->setText(command);
    context.inform(Shell::tr("copied: %1").arg(command));
}

} // namespace phasor
