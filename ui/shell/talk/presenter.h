// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/lessons/lessonrun.h"

#include <QPointer>
#include <QTimer>

#include <map>

class QAbstractButton;
class QHBoxLayout;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace phasor {

class AnswersPage;
class History;
class Lessons;
class ParameterPanel;
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

// The presenter's full screen: of one step the title, the finding, one view or two, and the text that explains them; at
// the foot the progress and the keys. All sizes are those of a picture of 768 lines, enlarged. GUI thread only.
class Stage : public QWidget
{
    Q_OBJECT

public:
    Stage(Store& store, Workbench& workbench, Playing& playing, QWidget* window);

    void begin(LessonRun& run); // on the screen of the window
    void end();
    void showStep(); // the present one, from its beginning
    void refresh(); // after LessonRun::changed

signals:
    void stepRequested(int by);
    void ended();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override; // Tab: the next view of the step
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    struct Slot // a place for a view
    {
        QWidget* box = nullptr;
        QLabel* finding = nullptr; // above one of two views
        std::map<std::string, Plot*> plots = {}; // made so far, by view
        Plot* plot = nullptr;
        int cell = -1; // of the board
    };

    static constexpr int kStageMargin = 56; // lines

    void build();
    void fit();
    QFont fontOf(double lines, bool bold = false) const;
    int pixels(double lines) const { return qRound(m_unit * lines); }
    void showViews();
    void put(Slot& slot, int cell);
    void makePlot(Slot& slot, const std::string& view);
    void showTexts();
    void showSide();
    void widenSide();
    void showFoot();
    void showPointed();
    int roomInFoot() const; // pixels, next to the progress
    QString explanation() const;
    bool asks() const; // the step has more text than a line, or something to do
    bool reveal(); // gives the guess, or the right answer; false: all is revealed
    bool turnPage(int by);
    bool trains() const;
    QAbstractButton* playButton() const; // of a view; null: none plays
    void toggleControls();

    Store& m_store;
    Workbench& m_workbench;
    Playing& m_playing;
    LessonRun* m_run = nullptr;
    double m_unit = 1; // pixels of a line
    int m_first = 0; // cell of the first view
    QTimer m_still; // since the pointer moved
    bool m_moved = false; // the keys are known
    bool m_leaves = false; // the next key ends the training
    std::array<Slot, 2> m_slots;

    QVBoxLayout* m_rows = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_finding = nullptr;
    QHBoxLayout* m_middle = nullptr;
    QScrollArea* m_side = nullptr; // what explains the view
    ParameterPanel* m_controls = nullptr; // instead of it
    AnswersPage* m_answers = nullptr; // the same
    QLabel* m_notes = nullptr; // of the teacher
    QWidget* m_foot = nullptr;
    QHBoxLayout* m_progress = nullptr;
    QLabel* m_place = nullptr;
    QLabel* m_keys = nullptr;
    QLabel* m_pointed = nullptr; // read-out
    QStringList m_read = {}; // its lines
    QWidget* m_blank = nullptr; // over all
};

QLabel* stageLabel(const QString& name, QWidget* parent); // no text is markup; it wraps

} // namespace phasor
