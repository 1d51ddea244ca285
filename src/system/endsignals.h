// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace phasor {

// While it lives, the first SIGHUP, SIGINT or SIGTERM does not end the program but is kept for an event loop; a second
// one ends it at once. Signals that the program was told to ignore (nohup) stay ignored. One at a time; an Interrupt
// must not live beside it. On systems where this is not offered, signals end the program as they always did.
class EndSignals
{
public:
    EndSignals();
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    int descriptor() const { return m_reading; } // readable once a signal has come; -1 where there is none
    int take() const; // the number of the signal that came; 0 if none

private:
    int m_reading = -1;
    int m_writing = -1;
};

} // namespace phasor
