// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <exception>
#include <type_traits>
#include <utility>

namespace phasor {

// What an exception means to the user: Resource MEMORY (no memory), Resource THREADS (no thread can be made), or
// Internal with its what(): a fault of ours.
Error errorOf(const std::exception_ptr& exception);

// What `work` returns, a Result or a Status, or the Error that its exception means. The one place where an exception
// becomes an Error; every thread, command and event of the program enters through it.
template <typename Work> std::invoke_result_t<Work> guarded(Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (...) {
        return errorOf(std::current_exception());
    }
}

} // namespace phasor
