// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>

namespace phasor {

// A shared wish to stop. Copies share it; any thread may ask and test. Work tests it at least every 100 ms.
// Who starts a job makes its token and opens a CancelScope; what works in the job polls cancelled() (cancelscope.h).
class CancelToken
{
public:
    void cancel() const { m_cancelled->store(true, std::memory_order_relaxed); }
    bool cancelled() const { return m_cancelled->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_cancelled = std::make_shared<std::atomic<bool>>(false);
};

} // namespace phasor
