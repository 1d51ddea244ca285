// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace phasor {

class Store;

// Which head is looked at, in the header of a plot of attention: of the setup that the controls edit.
QWidget* makeHeadSelector(Store& store, QWidget* parent);

} // namespace phasor
