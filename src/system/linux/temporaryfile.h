// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace phasor {

// A file that shall not be left behind: it is removed when this object goes, or by removeTemporaryFiles(), unless it
// was renamed. Functions that return false or -1 leave errno. One thread at a time.
class TemporaryFile
{
public:
    TemporaryFile() = default;
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    // Creates `name`, which must not exist, in the folder open as `directory`, which must stay open as long as the file
    // is there; returns the file's descriptor for writing, or -1.
    int create(int directory, const std::string& name, unsigned mode);
    bool renameTo(const std::string& name); // in the same folder; replaces what is there
    void remove();
    bool exists() const { return m_directory >= 0; }

private:
    friend void removeTemporaryFiles();

    int m_directory = -1; // -1: there is none
    std::string m_name;
};

// For who ends the program in the middle of its work: removes every TemporaryFile, and from then on none can be created
// or renamed, because the thread that tries waits for ever. Any thread, but no signal handler. Where another thread
// hangs in the file system, it gives up after 30 ms.
void removeTemporaryFiles();

} // namespace phasor
