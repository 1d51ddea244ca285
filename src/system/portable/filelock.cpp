// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/filelock.h"

namespace phasor {

FileLock::FileLock(const std::string& path)
    : m_path(path)
{
}

void FileLock::remove()
{
    *this = FileLock();
}

} // namespace phasor
