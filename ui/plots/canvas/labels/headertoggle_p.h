// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include <functional>

namespace phasor {

// A small button in the header of a plot that is on or off; `toggled` is called when the user turns it.
class HeaderToggle : public QToolButton
{

public:
    HeaderToggle(const QString& id, const QString& text, const QString& tip, std::function<void(bool)> toggled,
                 QWidget* parent);
    void showState(bool on); // calls nobody
};

} // namespace phasor
