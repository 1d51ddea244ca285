// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/linux/descriptor.h"

#include <string>

namespace phasor {

// A new file that is removed unless it is completed. Life of a file:
//
//     create() ──> write to descriptor() ──> takePlace(name)      it replaces the file `name`
//                                       └──> destructor, remove() or end of the program: it is removed
//
// Before takePlace() it has no name on the disk (O_TMPFILE), or a temporary one if the file system or /proc does not
// support files without a name. Functions that return false set errno. One thread at a time.
class UnfinishedFile
{
public:
    UnfinishedFile() = default;
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    // Makes the file in the open folder `directory`, which must stay open until it is finished. Also removes files that
    // crashed programs left there. With `named` it always has a temporary name.
    bool create(int directory, unsigned mode, bool named = false);
    bool takePlace(const std::string& name); // gets this name in the folder; replaces a file of the same name
    void remove(); // does nothing unless exists(); frees 2 GB on ext4 in 1 s
    bool exists() const { return m_directory >= 0; } // created, and neither removed nor finished
    int descriptor() const { return m_file.get(); } // for writing

private:
    friend bool endUnfinishedFiles();

    template <typename Make> bool nameIt(const Make& make);
    void forget();

    int m_directory = -1; // -1: no file
    std::string m_name; // temporary name; empty: the file has no name
    Descriptor m_file;
};

// Removes every UnfinishedFile, as the program ends early. A thread that then calls create() or takePlace() is blocked
// until the program has ended. Call it from any thread, but not from a signal handler. It waits at most 2 s for a
// thread that is naming a file right now (the disk may be a network disk that does not answer).
//
// Returns true if the work was complete: no file was unfinished, and at least one has taken its place.
bool endUnfinishedFiles();

// Removes files with temporary names from an open folder if their programs have ended. The name contains the process
// number; a running program also locks its file, which other containers and machines can see.
void removeLeftFiles(int directory);

} // namespace phasor
