// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/play.h"
#include "ui/shell/lessons/lessonrun.h"
#include "ui/shell/palette/palette.h"

#include <map>

class QAbstractButton;
class QHBoxLayout;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace phasor {

class AnswersPage;
class History;
class Lessons;
class ParameterPanel;
class PlotGrid;
class Workbench;
class ZoomHistory;

// What the window shows, as a step whose title names its first views.
Document stepOf(const Store& store);
// A lesson of setups and views alone, a step for each document.
OpenedLesson lessonOf(const std::vector<Document>& documents);

// A side panel: the session's bookmarks in their order. Each is a setup with its views and their zoom, a step of a
// talk. They are renamed, moved by the mouse or keys, deleted and opened here. GUI thread only.
class Bookmarks : public QWidget
{
    Q_OBJECT

public:
    Bookmarks(Store& store, QWidget* parent);

    void add(); // of what the window shows; its name can be typed then
    void open(int index);
    void setOpen(bool open); // shows the panel, or hides it
    std::vector<Action> actions();
    std::vector<Entry> entries(); // of the palette, one for each

signals:
    void opened(); // a bookmark
    void changed(); // the panel was opened or closed

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeHead();
    void fill();
    void openCurrent();
    void rename();
    void move(int by);
    void remove();
    void takeOrder(); // of the list, after a drag

    Store& m_store;
    QLabel* m_none; // instead of an empty list
    QListWidget* m_list;
    std::vector<QPushButton*> m_buttons; // for the current one
    QPointer<QWidget> m_before; // had the focus before a name was typed
};

// Plays a setting of the edited setup: ▶ at its control. The views follow as after any edit; the next value waits until
// the last one is shown. A play is one step of undo. It pauses when the user changes the setting or begins a gesture.
// The space bar plays and pauses wherever the focus is, except in a text field. GUI thread only.
class Playing : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(Playing)

public:
    Playing(const WindowContext& context, QObject* parent);

    void serve(ParameterPanel& panel); // plays what is clicked there
    const Player& player() const { return m_player; }
    bool isBegun() const { return m_player.isPlaying() || m_player.isPaused(); }
    void toggle() { m_player.toggle(); }
    // What a play of this setting is like: the last one, or around its value.
    PlayOptions optionsOf(const ParameterSpec& spec) const;
    PlayOptions last() const; // of the setting that was played last

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Status start(const PlayOptions& options);
    void clicked(const ParameterSpec& spec);
    void ask(const ParameterSpec& spec, QWidget* window);
    void show(double share);

    const WindowContext& m_context;
    Player m_player;
    std::optional<Play> m_play;
    ParameterValue m_shown;
    int m_gesture = -1;
    std::map<std::string, PlayOptions, std::less<>> m_options; // by parameter
};

// Steps through the open lesson on a full screen, else through the session's bookmarks, else shows the present board.
// At its end the window has the setup, views, zoom, undo steps and focus that it had before.
//
// Shows of one step the title, the finding, one view or two, and the text that explains them; at the foot the progress
// and the keys. All sizes are those of a picture of 768 lines, enlarged. GUI thread only.
class Presenter : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(Presenter)

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
    explicit Presenter(const Parts& parts); // of the window, which owns it

    void begin(); // on the screen of the window
    void end();
    // The user's own setup and views while other ones are presented; null: they are in the store, or a lesson's aside.
    const Document* aside() const { return m_own != nullptr ? &m_before->document : nullptr; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override; // Tab: the next view of the step
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

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
    struct Slot // a place for a view
    {
        QWidget* box = nullptr;
        QLabel* finding = nullptr; // above one of two views
        std::map<std::string, Plot*> plots = {}; // made so far, by view
        Plot* plot = nullptr;
        int cell = -1; // of the board
    };

    static constexpr int kStageMargin = 56; // lines

    void build(); // at the first use
    void cover(); // the window's screen
    void uncover();
    void go(int by);
    void showStep(); // the present one, from its beginning
    void refresh(); // after LessonRun::changed
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

    Parts m_parts;
    Store& m_store;
    LessonRun* m_run = nullptr; // that is presented; null: none
    LessonRun* m_own = nullptr; // the same if it is of bookmarks or the board, not the open lesson's
    std::optional<Before> m_before; // while it presents
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

} // namespace phasor
