// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace phasor {

// A file that one program at a time can own, by its path in raw bytes. It is made if it is missing. The system drops
// the lock however the program ends, so what the file holds, its age and old process numbers don't matter. Systems
// other than Linux have no lock: the state is never OfOthers. One thread at a time.
class FileLock
{
public:
    enum class State { Owned, OfOthers, Impossible }; // Impossible: the file cannot be made or locked

    FileLock() = default; // of no file
    explicit FileLock(const std::string& path);

    State state() const { return m_state; }
    void remove(); // the file, if it is owned, and the lock

private:
    std::string m_path;
    State m_state = State::Impossible;
    std::shared_ptr<void> m_open; // the lock's end
};

} // namespace phasor
