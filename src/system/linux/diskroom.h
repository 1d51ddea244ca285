// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace phasor {

struct DiskRoom
{
    std::int64_t bytes = 0; // for one more file; the greatest number where nothing says
    int code = 0; // the errno of a file that has one byte more: ENOSPC, EDQUOT, EFBIG
};

// In the open folder: what the file system has free for this user, what the quotas of user and group leave (where the
// kernel tells), and the largest file that this process may write (RLIMIT_FSIZE); the least of them.
DiskRoom roomFor(int directory);

} // namespace phasor
