// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/linux/descriptor.h"

#include <string>

namespace phasor {

// A new file that is not left behind. It is removed with this object, and with the program, unless it has taken its
// place. Until then it has no name on the disk, or a temporary one where the file system or /proc offers no files
// without a name. Functions that return false leave errno. One thread at a time.
class UnfinishedFile
{
public:
    UnfinishedFile() = default;
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    // In the folder open as `directory`, which must stay open as long as this file is unfinished. Removes what programs
    // that ended in the middle have left there. With `named` it always has a temporary name.
    bool create(int directory, unsigned mode, bool named = false);
    bool takePlace(const std::string& name); // of that name in the same folder; replaces what is there
    void remove(); // if it exists(); closing frees the blocks, 2 GB on ext4 in 1 s
    bool exists() const { return m_directory >= 0; } // and has not taken its place
    int descriptor() const { return m_file.get(); } // for writing

private:
    friend bool endUnfinishedFiles();

    template <typename Make> bool nameIt(const Make& make);
    void forget();

    int m_directory = -1; // -1: there is none
    std::string m_name; // the temporary one; empty: it has none
    Descriptor m_file;
};

// The end of the program in the middle of its work: removes every UnfinishedFile. From then on none can be created or
// take its place, as a thread that tries waits until the program has ended. Any thread, but no signal handler. A thread
// that gives a file its name right now is waited for, at most 2 s (the disk may be in a network that is away).
//
// Returns whether the work was done: nothing was unfinished, and something has taken its place.
bool endUnfinishedFiles();

// Removes the files with temporary names in an open folder whose programs have ended. Their names hold the program's
// number, and a running one holds a lock on its file, which is seen from other containers and machines too.
void removeLeftFiles(int directory);

} // namespace phasor
