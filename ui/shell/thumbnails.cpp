// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/thumbnails.h"

#include "pipeline/parameters/parameterspec.h"
#include "session/presets.h"
#include "ui/forms/text.h"
#include "words/coretexts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <utility>

namespace phasor {

namespace {

constexpr QSize kSize(126, 80);
constexpr double kScale = 2; // of the kept pictures, for dense screens
constexpr double kUnitsPerInch = 60; // logical pixels: so that the least type is a texture

// The sentence, or a setup that the view applies to.
Scene sceneOf(std::string_view view)
{
    Scene scene;
    if (const Result<Preset> preset = loadPreset("sentence"); preset.ok())
        scene = preset->document.scene;
    if (view == "heads" || view == "mosaic")
        setScheme(scene.a.encoding, view == "heads" ? "alibi" : "grid-mae");
    if (view == "precision")
        findParameter("precision")->set(scene.a, std::string("bfloat16"));
    return scene;
}

// Why a view does not apply, and what to do instead: two sentences.
QString reasonOf(const Error& error)
{
    QString text;
    for (const Message* part : {&error.what, &error.remedy}) {
        QString sentence = words::ofCore(*part);
        if (!sentence.isEmpty())
            text += (text.isEmpty() ? u""_s : u" "_s) + sentence.replace(0, 1, sentence.front().toUpper()) + u'.';
    }
    return text;
}

} // namespace

Thumbnails::Thumbnails(QObject* parent)
    : QObject(parent)
    , m_ownCache(std::make_shared<PipelineCache>())
{
}

QSize Thumbnails::size()
{
    return kSize;
}

QString Thumbnails::fileOf(const QString& view) const
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/phasor/views-"_s
        + QCoreApplication::applicationVersion() + (m_dark ? u"/dark-"_s : u"/light-"_s) + view + u".png"_s;
}

void Thumbnails::start(const Scene& scene, const ViewState& view, std::shared_ptr<PipelineCache> cache, bool dark)
{
    stop();
    if (m_dark != dark)
        m_pictures.clear();
    m_scene = scene;
    m_view = view;
    m_view.training.phase = {}; // trains nothing
    m_cache = std::move(cache);
    m_dark = dark;
    for (const PlotSpec& spec : plotSpecs()) {
        const QString id = qs(spec.id);
        if (!m_pictures.contains(id)) {
            if (const QImage kept(fileOf(id)); !kept.isNull())
                m_pictures.insert(id, kept);
            else
                m_tasks.push_back({&spec, true});
        }
        m_tasks.push_front({&spec, false});
    }
    next();
}

void Thumbnails::stop()
{
    m_tasks.clear();
    m_runner.cancel();
}

void Thumbnails::next()
{
    if (m_tasks.empty() || m_runner.isRunning())
        return;
    const Task task = m_tasks.front();
    m_tasks.pop_front();
    if (task.draws)
        run(task, sceneOf(task.spec->id), {});
    else
        run(task, m_scene, m_view);
}

void Thumbnails::run(const Task& task, const Scene& scene, const ViewState& view)
{
    FigureOptions options;
    options.sizeInches = QSizeF(kSize) / kUnitsPerInch;
    options.dpi = kScale * kUnitsPerInch;
    options.fontSize = 4;
    options.theme = m_dark ? "dark" : "light";
    options.noTitle = true;
    options.metadata = false;
    Result<std::unique_ptr<FigureMaker>> made = FigureMaker::make(*task.spec, scene, view, options, FigureFormat::Png);
    if (!made.ok())
        return next();
    const FigureMakerPtr maker = std::move(*made);
    Request request = maker->request();
    request.refine = task.draws;
    const QString id = qs(task.spec->id);
    m_runner.start<SnapshotPtr>(
        {.title = id,
         .work = [request, cache = task.draws ? m_ownCache : m_cache](const Runner::Progress&) -> Result<SnapshotPtr> {
             return compute(request, nullptr, *cache, currentCancel());
         },
         .done =
             [this, maker, id, draws = task.draws](const Result<SnapshotPtr>& snapshot) {
                 if (draws && snapshot.ok()) {
                     if (const Result<QByteArray> png = maker->paint(**snapshot); png.ok()) {
                         m_pictures.insert(id, QImage::fromData(*png, "PNG"));
                         QDir().mkpath(QFileInfo(fileOf(id)).path());
                         m_pictures[id].save(fileOf(id)); // else it is drawn again next time
                         emit drawn(id);
                     }
                 } else if (snapshot.ok() && (*snapshot)->pipelines.ok()) {
                     const Result<ViewDataPtr>& data = (*snapshot)->views.at(utf8(id)).data;
                     const bool applies = data.ok() || data.error().code != "SCHEME";
                     emit tried(id, applies ? QString() : reasonOf(data.error()));
                 }
                 next();
             }});
}

} // namespace phasor
