// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/document.h"
#include "text/result.h"

#include <QString>

#include <string>

namespace phasor {

// What the window remembers from one run to the next, a Document, in a small file that is written whole or not at all.
// Takes no lock: two windows at once leave the file of the one that closes last.
class SettingsFile
{
public:
    explicit SettingsFile(std::string path);

    static std::string standardPath(); // window.json in the user's state folder (XDG_STATE_HOME)

    struct Loaded
    {
        Document document;
        QString message; // why something is standard; empty when all is well, or when there is no file yet
    };
    // A file that cannot be understood is moved aside (its name then ends in .corrupt-DATE), never overwritten.
    Loaded load() const;
    // Errors: of kind Output.
    [[nodiscard]] Status save(const Document& document) const;

    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

} // namespace phasor
