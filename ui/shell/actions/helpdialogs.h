// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QWidget;

namespace phasor {

struct Action;

// What Phasor is, its licence and those of what it is made of.
void showAbout(QWidget* parent);

// Every shortcut of `menus`, and what keys and mouse do on plots and controls.
void showShortcuts(const std::vector<Action>& menus, QWidget* parent);

} // namespace phasor
