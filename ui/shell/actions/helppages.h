// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actionset.h"

namespace phasor {

// About Phasor: its license and those of its components.
void showAbout(QWidget* parent);
// All shortcuts of `menus`, and what keys and mouse do on plots and controls.
void showShortcuts(const std::vector<Action>& menus, QWidget* parent);

} // namespace phasor
