// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QWidget;

namespace phasor {

struct Action;

// About Phasor: its license and those of its components.
void showAbout(QWidget* parent);

// All shortcuts of `menus`, and what keys and mouse do on plots and controls.
void showShortcuts(const std::vector<Action>& menus, QWidget* parent);

} // namespace phasor
