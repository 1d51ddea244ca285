// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters.h"
#include "text/result.h"
#include "views/viewstate.h"

#include <QList>
#include <QRect>
#include <QString>
#include <QStringList>

#include <string>

namespace phasor {

// What the window remembers from one run to the next. A plain value.
struct Settings
{
    QRect window; // screen coordinates, empty: the standard size
    bool maximised = false;
    QList<int> columns; // widths of controls and plots
    QList<int> plotRows; // heights, and widths, of the grid of plots
    QList<int> plotColumns;
    QStringList plots; // ids of those that are shown; empty: the standard ones
    QString theme = QStringLiteral("system");
    Parameters parameters;
    ViewState view; // stage and dimensions; zoom and cross-hair are not kept

    bool operator==(const Settings&) const = default;
};

// The settings as a small JSON file of strings and numbers, written whole or not at all. Takes no lock: two windows at
// once leave the file of the one that closes last.
class SettingsFile
{
public:
    explicit SettingsFile(std::string path);

    static std::string standardPath(); // window.json in the user's state folder (XDG_STATE_HOME)

    struct Loaded
    {
        Settings settings;
        QString message; // why they are the standard ones; empty when all is well, or when there is no file yet
    };
    // A file that cannot be understood is moved aside (its name then ends in .corrupt-DATE), never overwritten.
    Loaded load() const;
    // Errors: of kind Output.
    [[nodiscard]] Status save(const Settings& settings) const;

    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

} // namespace phasor
