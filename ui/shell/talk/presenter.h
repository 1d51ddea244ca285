// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/lessonrun.h"

#include <QPointer>

namespace phasor {

class History;
class Lessons;
class PlotGrid;
class Playing;
class Stage;
class Workbench;
class ZoomHistory;
struct WindowContext;

// Steps through the open lesson on a full screen, else through the session's bookmarks, else shows the present board.
// At its end the window has the setup, views, zoom, undo steps and focus that it had before. GUI thread only.
class Presenter : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        const WindowContext& context;
        Workbench& workbench;
        History& history;
        ZoomHistory& zooms;
        Lessons& lessons;
        PlotGrid& plots;
        Playing& playing;
    };
    Presenter(const Parts& parts, QObject* parent);
    ~Presenter() override;

    void begin();
    void end();
    // The user's own setup and views while other ones are presented; null: they are in the store, or a lesson's aside.
    const Document* aside() const { return m_own != nullptr ? &m_before->document : nullptr; }

private:
    struct Before
    {
        Document document; // setup and views
        Scene opened;
        Side edited = Side::A;
        QPointer<QWidget> focus;
        std::vector<std::string> lessons; // progress in all of them
        LessonRun::Progress progress; // in the open one
    };

    void go(int by);
    LessonRun* run() const;

    Parts m_parts;
    Stage* m_stage = nullptr; // made at the first use
    LessonRun* m_own = nullptr; // of bookmarks or the board; null: the open lesson's
    std::optional<Before> m_before; // while it presents
};

} // namespace phasor
