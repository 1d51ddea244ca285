// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions/actionset.h"

#include <QCoreApplication>

#include <string>
#include <vector>

namespace phasor {

// The files opened or saved last, and their menu. GUI thread only.
class RecentFiles : public QObject
{
    Q_OBJECT

public:
    explicit RecentFiles(QObject* parent);

    const std::vector<std::string>& paths() const { return m_paths; } // the last one first; raw bytes
    void setPaths(std::vector<std::string> paths);
    void note(const std::string& path); // was opened or saved
    Action menu();

signals:
    void changed();
    void chosen(const std::string& path);

private:
    void show();

    std::vector<std::string> m_paths;
    std::vector<QAction*> m_actions;
};

} // namespace phasor
