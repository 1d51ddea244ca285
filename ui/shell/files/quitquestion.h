// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace phasor {

class Runner;

// Asks whether an export that is being written shall be stopped, where there is one. True: quit; the question goes with
// its cause, when the export has ended. GUI thread only.
bool mayQuit(Runner& runner, QWidget* window);

} // namespace phasor
