// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: a disk that takes PHASOR_FLUSH milliseconds to flush a file, a second if it is not set.
#include <chrono>
#include <cstdlib>
#include <thread>

extern "C" int fsync(int)
{
    const char* const time = std::getenv("PHASOR_FLUSH");
    std::this_thread::sleep_for(std::chrono::milliseconds(time != nullptr ? std::atoi(time) : 1000));
    return 0;
}
