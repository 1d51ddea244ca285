// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenuBar;
class QWidget;

namespace phasor {

// What Phasor is, its licence and those of what it is made of.
void showAbout(QWidget* parent);

// Every shortcut of the menu bar, and what keys and mouse do on plots and controls.
void showShortcuts(const QMenuBar& menu, QWidget* parent);

} // namespace phasor
