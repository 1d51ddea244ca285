// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "system/linux/descriptor.h"
#include "system/outputfile.h"

#include <sys/stat.h>

namespace phasor {

// Destination of the bytes for a path. Part of OutputFile.
struct OutputTarget
{
    bool device = false; // a character device or a pipe, written directly; the rest is empty
    std::string path; // the file itself, symbolic links followed
    std::string folder; // its folder
    std::string name; // in that folder
    std::optional<struct stat> old; // the existing file
};

// Refuses paths that can be neither replaced nor written: folders, sockets, block devices, files without permission.
Result<OutputTarget> findOutputTarget(const std::string& path);

// Gives the open file `to` the mode, group and extended attributes of the old file, as far as allowed.
void keepPermissions(const OutputTarget& target, int to);

bool sameFile(const struct stat& a, const struct stat& b);

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

// Removes files with temporary names from an open folder if their programs have ended. The name contains the process
// number; a running program also locks its file, which other containers and machines can see.
void removeLeftFiles(int directory);

} // namespace phasor
