// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace phasor {

class Autosave;
class SessionFiles;

// A line at the top of the window while there is work that a crash left: *Keep* shows it, *Discard* removes it. Object
// names: recovery, recovery-text, -keep, -discard.
void offerRecovery(Autosave& autosave, SessionFiles& sessions, QMainWindow& window);

} // namespace phasor
