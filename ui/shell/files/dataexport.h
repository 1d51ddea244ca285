// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"
#include "ui/shell/speaker.h"
#include "views/view.h"

class QWidget;

namespace phasor {

class Runner;

// The numbers that a plot draws, as CSV: to the clipboard, or into a file as a long job. GUI thread only.
class DataExport : public Speaker
{
    Q_OBJECT

public:
    DataExport(Runner& runner, QWidget* parent);

    void copy(const ViewDataPtr& data); // null: there are none
    void askAndSave(const QString& plot, const ViewDataPtr& data); // asks for a file
    void save(const ViewDataPtr& data, const QString& path);

private:
    bool hasNumbers(const ViewDataPtr& data);

    Runner& m_runner;
    QWidget* m_window;
};

} // namespace phasor
