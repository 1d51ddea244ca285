// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: a disk that takes a second to flush a file.
#include <chrono>
#include <thread>

extern "C" int fsync(int)
{
    std::this_thread::sleep_for(std::chrono::seconds(1));
    return 0;
}
