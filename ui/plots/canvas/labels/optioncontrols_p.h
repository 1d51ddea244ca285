// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

#include <functional>
#include <vector>

class QWidget;

namespace phasor {

class Store;

// Which head is looked at, in the header of a plot of attention: of the setup that the controls edit.
QWidget* makeHeadSelector(Store& store, QWidget* parent);

class Store;

// The control of one of a view's own options; its object name is the option's id.
struct OptionControl
{
    const ViewOption* option;
    QWidget* widget;
    std::function<void(const ParameterValue&)> show; // may emit: block the signals of the widget
};

// One for each option: a button for on and off, one that goes round a choice, a menu of several, a field for a number.
std::vector<OptionControl> makeOptionControls(std::string_view view, Store& store, QWidget* parent);

} // namespace phasor
