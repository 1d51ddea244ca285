// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lessons/lessons.h"

#include "export/figure.h"
#include "inputs/inputfile.h"
#include "plots/plot.h"
#include "text/valuespec.h"
#include "ui/forms/text.h"
#include "ui/panels/parameterpanel.h"
#include "ui/shell/lessons/guide.h"
#include "ui/shell/settings/history.h"
#include "ui/shell/workbench.h"

#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QLabel>
#include <QPainter>

#include <filesystem>

namespace phasor {

namespace {

constexpr const char* kDone = " done"; // in the progress, behind the id of a lesson

bool isOf(const std::string& progress, const std::string& id) // which may have blanks
{
    return progress.substr(0, progress.rfind(' ')) == id;
}

std::string fileOf(const Lesson& lesson) // empty: it is Phasor's
{
    return lesson.folder.empty() ? std::string()
                                 : (std::filesystem::path(lesson.folder) / (lesson.id + ".md")).string();
}

// A frame around a part of a window and its label, in the gap next to them. It takes no mouse.
class Highlight : public QWidget
{
public:
    Highlight(QWidget* part, QWidget* label)
        : m_part(part)
        , m_label(label)
    {
        setObjectName(u"frame-"_s + part->objectName());
        setAttribute(Qt::WA_TransparentForMouseEvents);
        join();
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::ParentChange)
            join();
        else if (event->type() != QEvent::Paint)
            fit();
        return false;
    }

    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        painter.drawRoundedRect(rect().adjusted(1, 1, -1, -1), 3, 3);
    }

private:
    void join() // the window, or what scrolls
    {
        QWidget* ground = m_part;
        for (; ground->parentWidget() != nullptr && !ground->parentWidget()->inherits("QAbstractScrollArea");
             ground = ground->parentWidget())
            ground->installEventFilter(this);
        setParent(ground == m_part ? nullptr : ground);
        fit();
        raise();
    }

    void fit()
    {
        if (parentWidget() == nullptr || m_part == nullptr)
            return hide();
        QRect around(m_part->mapTo(parentWidget(), QPoint()), m_part->size());
        if (m_label != nullptr)
            around |= QRect(m_label->mapTo(parentWidget(), QPoint()), m_label->size());
        setGeometry(around.adjusted(-kGap, -kGap, kGap, kGap));
        setVisible(m_part->isVisible());
    }

    static constexpr int kGap = 4;
    QPointer<QWidget> m_part;
    QPointer<QWidget> m_label; // null: none
};

} // namespace

// Watches the file of a lesson, which other programs write, in place or by putting another file there.
class FileWatch : public QObject
{
public:
    // Calls `changed` when the file has other bytes, after a pause in writing, or is gone.
    FileWatch(std::function<void()> changed, QObject* parent)
        : QObject(parent)
        , m_changed(std::move(changed))
    {
        m_pause.setSingleShot(true);
        connect(&m_pause, &QTimer::timeout, this, &FileWatch::look);
        for (const auto signal : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
            connect(&m_watcher, signal, this, [this] { m_pause.start(std::chrono::milliseconds(150)); });
    }

    void watch(const QString& path) // as it is now; empty: none
    {
        if (const QStringList before = m_watcher.files() + m_watcher.directories(); !before.isEmpty())
            m_watcher.removePaths(before);
        m_pause.stop();
        m_path = path;
        if (path.isEmpty())
            return;
        m_watcher.addPaths({path, QFileInfo(path).absolutePath()});
        m_bytes = bytes();
    }

private:
    // Nothing if the file is missing, a pipe, or larger than 1 MB, as a lesson never is. Never waits.
    std::optional<std::string> bytes() const
    {
        const Result<std::string> read = contentsOf(QFile::encodeName(m_path).toStdString(), kLargestLesson);
        return read.ok() ? std::optional(*read) : std::nullopt;
    }

    void look()
    {
        m_watcher.addPaths({m_path, QFileInfo(m_path).absolutePath()}); // another file has no watch yet
        std::optional<std::string> now = bytes();
        if (!now)
            m_pause.start(std::chrono::seconds(1)); // its folder may be gone, too, which can't be watched then
        if (now != std::exchange(m_bytes, now))
            m_changed();
    }

    std::function<void()> m_changed;
    QFileSystemWatcher m_watcher;
    QTimer m_pause;
    QString m_path;
    std::optional<std::string> m_bytes; // nothing: it is gone
};

Lessons::Lessons(LessonShelf shelf, Parts parts, QObject* parent)
    : QObject(parent)
    , m_shelf(std::move(shelf))
    , m_parts(std::move(parts))
    , m_watch(new FileWatch([this] { reread(); }, this))
{
    m_parts.workbench.add(
        {.title = tr("lesson"),
         .request
         = [this](const Scene&, const ViewState&) { return m_run != nullptr ? m_run->request() : std::nullopt; },
         .show = [](const ViewDataPtr&) {},
         .place = ViewPlace::Both});
    const auto take = [this](const SnapshotPtr& snapshot) {
        if (m_run != nullptr)
            m_run->show(snapshot);
    };
    connect(&m_parts.context.queue, &ComputeQueue::snapshotReady, this, take);
    connect(&m_parts.context.queue, &ComputeQueue::partReady, this, take);
    connect(&m_parts.guide, &Guide::closed, this, &Lessons::leave);
}

void Lessons::open(const std::string& lesson, std::optional<std::size_t> step)
{
    if (!m_shelf.open)
        return;
    Result<OpenedLesson> opened = guarded([&] { return m_shelf.open(lesson); });
    if (!opened.ok())
        return m_parts.context.fail(opened.error());
    if (opened->steps.empty()) {
        Error first = opened->faults.front();
        first.where = quotedPlace(lesson);
        return m_parts.context.fail(first);
    }
    if (m_run == nullptr) {
        m_aside = m_parts.current();
        m_openedAside = m_parts.context.store.openedScene();
        m_parts.history.setAside();
    } else {
        end();
    }
    const std::size_t first = step.value_or(reached(opened->lesson.id));
    m_run = new LessonRun(m_parts.context.store, std::move(*opened), this);
    const auto show = [this] {
        frame();
        m_parts.workbench.refresh();
        emit changed();
    };
    connect(m_run, &LessonRun::stepBegun, this, [this, show] {
        m_parts.history.forget();
        note(m_run->index());
        show();
    });
    connect(m_run, &LessonRun::retold, this, show);
    const std::string file = fileOf(m_run->lesson());
    m_ownFile = file.empty() ? m_ownFile : file;
    m_watch->watch(QFile::decodeName(file.c_str()));
    m_run->begin(first);
    m_parts.guide.show(m_run);
    frame();
    if (!file.empty())
        emit fileOpened(file);
}

void Lessons::reread()
{
    Result<OpenedLesson> opened = guarded([this] { return m_shelf.open(fileOf(m_run->lesson())); });
    if (!opened.ok()) {
        Error gone = opened.error();
        gone.remedy = WORDS("you see what it was");
        opened = OpenedLesson{.lesson = {}, .steps = {}, .faults = {gone}};
    }
    m_run->replace(std::move(*opened));
}

void Lessons::showAdded(const std::string& file)
{
    if (m_run == nullptr || fileOf(m_run->lesson()) != file)
        return;
    reread();
    m_run->begin(m_run->lesson().steps.size() - 1);
}

// Ends the run; the store no longer reaches it.
void Lessons::end()
{
    m_parts.guide.show(nullptr);
    m_watch->watch({});
    m_parts.context.store.disconnect(m_run);
    std::exchange(m_run, nullptr)->deleteLater();
}

void Lessons::leave()
{
    if (m_run == nullptr)
        return;
    const bool isDone = m_run->isLast() && m_run->isDone();
    if (isDone) {
        note(0); // from its beginning the next time
        if (!this->isDone(m_run->lesson().id))
            m_progress.push_back(m_run->lesson().id + kDone);
    }
    end();
    frame();
    m_aside.bookmarks = *m_parts.context.store.bookmarks();
    m_parts.show(m_aside);
    m_parts.context.store.setOpened(m_openedAside);
    m_parts.history.bringBack();
    emit changed();
    if (isDone)
        emit finished();
}

// The plot and the controls that the step speaks of. Of the folds, those of these controls and the user's are open.
void Lessons::frame()
{
    for (const QPointer<QWidget>& old : std::exchange(m_frames, {}))
        delete old;
    for (const QPointer<Plot>& old : std::exchange(m_cut, {})) {
        if (old != nullptr)
            old->setPanels({}); // all
    }
    const QWidget& window = *m_parts.context.window;
    const auto add = [this](QWidget* part, QWidget* label = nullptr) {
        if (part != nullptr)
            m_frames.emplace_back(new Highlight(part, label));
    };
    const auto setup = m_run != nullptr ? m_run->opened().steps[m_run->index()].before : std::nullopt;
    for (std::size_t i = 0; setup && i < setup->views.size(); ++i) {
        const QString cell = qs(setup->document.view.board.nameOf(static_cast<int>(i)));
        if (auto* plot = window.findChild<Plot*>(cell)) {
            m_cut.emplace_back(plot)->setPanels(partsOf(setup->views[i].figure->panels));
            add(i == 0 ? plot : nullptr);
        }
    }
    m_parts.controls.openFolds(m_parts.controls.openedFolds());
    const std::vector<std::string> controls = m_run != nullptr ? m_run->framedControls() : std::vector<std::string>();
    if (!controls.empty())
        add(window.findChild<QWidget*>(u"controls-rail"_s)); // is seen while they are folded
    for (const std::string& id : controls)
        add(m_parts.controls.reveal(qs(id)), window.findChild<QLabel*>(u"label-"_s + qs(id)));
}

void Lessons::note(std::size_t step)
{
    const std::string id = m_run->lesson().id;
    std::erase_if(m_progress, [&](const std::string& one) { return isOf(one, id) && !one.ends_with(kDone); });
    m_progress.push_back(id + ' ' + std::to_string(step + 1));
}

std::size_t Lessons::reached(const std::string& id) const
{
    for (const std::string& one : m_progress) {
        const std::string_view number = isOf(one, id) ? std::string_view(one).substr(id.size() + 1) : "";
        if (const Result<std::int64_t> step = parseInteger(number); step.ok() && *step > 0)
            return static_cast<std::size_t>(*step - 1);
    }
    return 0;
}

bool Lessons::isDone(const std::string& id) const
{
    return std::ranges::find(m_progress, id + kDone) != m_progress.end();
}

std::vector<Lesson> Lessons::all() const
{
    std::vector<Lesson> lessons;
    for (const std::string& id : m_shelf.ids ? m_shelf.ids() : std::vector<std::string>()) {
        if (Result<Lesson> lesson = m_shelf.read(id); lesson.ok())
            lessons.push_back(std::move(*lesson));
    }
    return lessons;
}

std::vector<Action> Lessons::actions()
{
    std::vector<Action> actions;
    for (const Lesson& lesson : all()) {
        const QString minutes = lesson.minutes > 0 ? tr("%1 min").arg(lesson.minutes) : QString();
        const QString title = qs(lesson.title).replace(u'&', u"&&"_s);
        actions.push_back(command(u"lesson-"_s + qs(lesson.id), isDone(lesson.id) ? tr("%1 (done)").arg(title) : title,
                                  [this, id = lesson.id] { open(id); },
                                  {.statusTip = qs(lesson.question), .toolTip = minutes, .topic = Topic::Lesson}));
    }
    const auto isOpen = [this] {
        return m_run != nullptr;
    };
    const QString none = tr("No lesson is open.");
    actions.push_back(
        command(u"lesson-next"_s, tr("&Next step"), [this] { m_parts.guide.goOn(1); },
                {.shortcut = Qt::ALT | Qt::Key_Right, .lineAbove = true, .enabled = isOpen, .otherwise = none}));
    actions.push_back(command(u"lesson-back"_s, tr("&Previous step"), [this] { m_parts.guide.goOn(-1); },
                              {.shortcut = Qt::ALT | Qt::Key_Left, .enabled = isOpen, .otherwise = none}));
    actions.push_back(command(u"lesson-leave"_s, tr("&Leave the lesson"), [this] { leave(); },
                              {.enabled = isOpen, .otherwise = none}));
    return actions;
}

} // namespace phasor
