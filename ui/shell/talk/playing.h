// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/play.h"

#include <QCoreApplication>

#include <map>

namespace phasor {

class ParameterPanel;
struct WindowContext;

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

} // namespace phasor
