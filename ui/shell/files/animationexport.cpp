// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/files/animationexport.h"

#include "export/animation.h"
#include "pipeline/parameters/parameterspec.h"
#include "ui/forms/text.h"
#include "ui/shell/windowcontext.h"

#include <QFile>
#include <QFileInfo>

#include <type_traits>

namespace phasor {

namespace {

// One export; lives as long as one of its jobs.
class AnimationRun : public std::enable_shared_from_this<AnimationRun>
{
public:
    AnimationRun(const WindowContext& context, AnimatedPlot plot, const Play& play,
                 std::unique_ptr<Animation> animation, QString path)
        : m_context(context)
        , m_plot(std::move(plot))
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
        Scene scene = m_plot.scene;
        if (const ParameterSpec* spec = findParameter(m_play.spec().id, scene.a))
            spec->set(scene.a, value);
        ViewState view = m_plot.view;
        view.training.phase = TrainingChoice::Phase::Running;
        if (const Setting<ViewState>* seen = findSetting(playedInViews(), m_play.spec().id))
            seen->set(view, value);
        Result<std::unique_ptr<FigureMaker>> made
            = FigureMaker::make(m_plot.spec, scene, view, m_plot.figure, FigureFormat::Png);
        if (!made.ok())
            return m_context.fail(made.error());
        const FigureMakerPtr maker = std::move(*made);
        run<SnapshotPtr>(
            [request = maker->request(), cache = m_context.cache(),
             share = m_animation->done()](const Runner::Progress& progress) -> Result<SnapshotPtr> {
                progress(share);
                SnapshotPtr snapshot = compute(request, nullptr, *cache, currentCancel());
                if (cancelled())
                    return cancelledError();
                return snapshot;
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
    AnimatedPlot m_plot;
    Play m_play;
    std::unique_ptr<Animation> m_animation;
    QString m_path;
    QString m_title;
    std::optional<ParameterValue> m_drawn; // value of the frame
    Animation::Frame m_frame;
};

} // namespace

QString cancelledText()
{
    return Shell::tr("Canceled. Nothing was changed.");
}

void exportAnimation(const WindowContext& context, const AnimatedPlot& plot, const PlayOptions& play, QString path)
{
    if (context.runner.isRunning())
        return context.fail(otherJobText());
    const std::optional<AnimationFormat> format = animationFormatOf(path);
    if (!format)
        return context.fail(Shell::tr("%1 has no ending of an animation. Use .gif, .mp4 or .png.").arg(path));
    if (*format == AnimationFormat::Frames && !path.contains(u"{frame}"_s))
        path.insert(path.size() - 4, u"-{frame}"_s);
    const Result<Play> read = Play::read(play.play, plot.scene.a);
    if (!read.ok())
        return context.fail(read.error());
    Result<std::unique_ptr<Animation>> made = Animation::make(QFile::encodeName(path).toStdString(), *format, play);
    if (!made.ok())
        return context.fail(made.error());
    std::make_shared<AnimationRun>(context, plot, *read, std::move(*made), path)->goOn();
}

} // namespace phasor
