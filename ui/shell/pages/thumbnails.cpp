// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages/thumbnails.h"

#include "export/figure.h"
#include "pipeline/parameters/parameterspec.h"
#include "session/document.h"
#include "ui/forms/text.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QStandardPaths>

namespace phasor {

constexpr double kScale = 2; // of the kept pictures, for dense screens
constexpr double kUnitsPerInch = 60; // logical pixels

std::optional<Subject> firstViewOf(const Document& document)
{
    ViewState view = document.viewOver(Board());
    const PlotSpec* spec = findPlot(view.board.cell(0).view);
    return spec != nullptr ? std::optional(Subject{spec, document.scene, std::move(view)}) : std::nullopt;
}

Subject exampleOf(const PlotSpec& spec)
{
    Subject what{&spec, {}, {}};
    if (const Result<Preset> preset = loadPreset("sentence"); preset.ok())
        what.scene = preset->document.scene;
    if (spec.id == "heads" || spec.id == "mosaic")
        setScheme(what.scene.a.encoding, spec.id == "heads" ? "alibi" : "grid-mae");
    if (spec.id == "precision")
        findParameter("precision")->set(what.scene.a, std::string("bfloat16"));
    return what;
}

Thumbnails::Thumbnails(QObject* parent)
    : QObject(parent)
{
    m_turn.setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, [this] {
        const Task task = std::move(m_tasks.front());
        m_tasks.pop_front();
        run(task);
        next();
    });
}

QString Thumbnails::fileOf(const Subject& what) const
{
    const std::string shown
        = std::string(what.spec->id) + writeDocument({.scene = what.scene, .view = what.view, .arranged = true});
    const QString name = QString::fromLatin1(
        QCryptographicHash::hash(QByteArray::fromStdString(shown), QCryptographicHash::Md5).toHex());
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/phasor/views-"_s
        + QCoreApplication::applicationVersion() + (m_dark ? u"/dark-"_s : u"/light-"_s) + name + u".png"_s;
}

void Thumbnails::setDark(bool dark)
{
    if (std::exchange(m_dark, dark) == dark)
        return;
    std::erase_if(m_tasks, [](const Task& task) { return task.cache == nullptr; });
    if (m_tasks.empty())
        m_turn.stop();
    m_pictures.clear();
}

void Thumbnails::draw(const QString& id, SubjectBy what)
{
    if (m_pictures.contains(id))
        return;
    m_tasks.push_back({id, std::move(what), nullptr});
    next();
}

void Thumbnails::check(const Subject& what, std::shared_ptr<PipelineCache> cache)
{
    m_tasks.push_front({qs(what.spec->id), [what] { return what; }, std::move(cache)});
    next();
}

void Thumbnails::stop()
{
    m_turn.stop();
    m_tasks.clear();
    m_runner.cancel();
}

void Thumbnails::next()
{
    if (!m_tasks.empty() && !m_runner.isRunning())
        m_turn.start();
}

void Thumbnails::run(const Task& task)
{
    std::optional<Subject> what = task.what();
    if (!what)
        return;
    const bool draws = task.cache == nullptr;
    if (draws) {
        if (const QImage kept(fileOf(*what)); !kept.isNull()) {
            m_pictures.insert(task.id, kept);
            return emit drawn(task.id);
        }
    }
    what->view.training.phase = {}; // trains nothing
    FigureOptions options;
    options.setInches(QSizeF(kSize) / kUnitsPerInch);
    options.dpi = kScale * kUnitsPerInch;
    options.thumbnail = true;
    options.theme = m_dark ? "dark" : "light";
    options.noTitle = true;
    options.metadata = false;
    Result<std::unique_ptr<FigureMaker>> made
        = FigureMaker::make(*what->spec, what->scene, what->view, options, FigureFormat::Png);
    if (!made.ok())
        return;
    const QString file = fileOf(*what);
    const FigureMakerPtr maker = std::move(*made);
    Request request = maker->request();
    request.refine = draws;
    m_runner.start<SnapshotPtr>(
        {.title = task.id,
         .work = [request, cache = draws ? std::make_shared<PipelineCache>() : task.cache](const Runner::Progress&)
             -> Result<SnapshotPtr> { return compute(request, nullptr, *cache, currentCancel()); },
         .done =
             [this, maker, draws, id = task.id, file, dark = m_dark](const Result<SnapshotPtr>& snapshot) {
                 if (draws && snapshot.ok() && dark == m_dark) {
                     if (const Result<QByteArray> png = maker->paint(**snapshot); png.ok()) {
                         m_pictures.insert(id, QImage::fromData(*png, "PNG"));
                         QDir().mkpath(QFileInfo(file).path());
                         m_pictures[id].save(file); // else it is drawn again next time
                         emit drawn(id);
                     }
                 } else if (!draws && snapshot.ok() && (*snapshot)->pipelines.ok()) {
                     const Result<ViewDataPtr>& data = (*snapshot)->views.at(utf8(id)).data;
                     const bool applies = data.ok() || data.error().code != "SCHEME";
                     emit tried(id, applies ? Error{} : data.error());
                 }
                 next();
             }});
}

} // namespace phasor
