// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actions.h"
#include "ui/shell/lessons/openedlesson.h"

#include <QPointer>
#include <QWidget>

namespace phasor {

class FileWatch;
class Guide;
class History;
class LessonRun;
class ParameterPanel;
class Plot;
class Workbench;
struct WindowContext;

// Lessons of a window. Opening one sets the user's setup, views and undo steps aside; leaving it brings them back. GUI
// thread only.
class Lessons : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        const WindowContext& context;
        Workbench& workbench;
        History& history;
        Guide& guide;
        ParameterPanel& controls;
        std::function<Document()> current; // the user's own work
        std::function<void(const Document&)> show; // sets setup and views
    };
    Lessons(LessonShelf shelf, Parts parts, QObject* parent);

    // An id, or a file that ends in ".md", raw bytes. `step` from 0; nothing: where the user left it.
    void open(const std::string& lesson, std::optional<std::size_t> step = {});
    void leave();
    LessonRun* run() const { return m_run; } // null: no lesson is open
    // Raw bytes of the file of the user's own lesson that was opened last; empty: none.
    const std::string& ownFile() const { return m_ownFile; }
    void showAdded(const std::string& file); // the step at its end, if that lesson is open
    const Document& aside() const { return m_aside; } // the user's own work while a lesson is open
    const LessonShelf& shelf() const { return m_shelf; }
    std::vector<Lesson> all() const; // those of the shelf that can be read
    std::size_t reached(const std::string& id) const; // step from 0
    bool isDone(const std::string& id) const; // it was finished once

    // The step that each lesson has reached, "ID STEP", from 1, and "ID done": kept in the window's settings.
    const std::vector<std::string>& progress() const { return m_progress; }
    void setProgress(const std::vector<std::string>& progress) { m_progress = progress; }

    std::vector<Action> actions();

signals:
    void changed(); // another lesson or step, or none
    void fileOpened(const std::string& file); // of the user's own lesson
    void finished(); // after changed(): the lesson that was left is done

private:
    void end();
    void reread(); // the open lesson's file
    void frame();
    void note(std::size_t step);

    LessonShelf m_shelf;
    Parts m_parts;
    FileWatch* m_watch; // of the open lesson, if it is the user's own
    std::string m_ownFile;
    LessonRun* m_run = nullptr;
    std::vector<QPointer<QWidget>> m_frames; // around what the step speaks of
    std::vector<QPointer<Plot>> m_cut; // show some of their panels
    Document m_aside;
    Scene m_openedAside;
    std::vector<std::string> m_progress;
};

// Lessons written by the window, as files that any editor can change. Jobs; `context` and `lessons` outlive them.

// Writes a lesson with a step for each bookmark, else one for what is shown, and opens it.
void writeLesson(const WindowContext& context, Lessons& lessons, const QString& path);
// Appends a step to the user's own lesson as it is on the disk now. `sentence` is Markdown.
void addStep(const WindowContext& context, Lessons& lessons, const Document& step, const QString& sentence);

Action newLessonAction(const WindowContext& context, Lessons& lessons);
Action addStepAction(const WindowContext& context, Lessons& lessons);

// A handout of the open lesson, else of the bookmarks: for students without answers, for teachers with all. A job; only
// drawing is done on the GUI thread. `context` and `lessons` outlive it.
void writeHandout(const WindowContext& context, const Lessons& lessons, bool teacher, const QString& path);
std::vector<Action> handoutActions(const WindowContext& context, const Lessons& lessons);

} // namespace phasor
