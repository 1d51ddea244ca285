// SPDX-License-Identifier: GPL-3.0-or-later
#include "system/cancelscope.h"

#include <utility>

namespace phasor {

namespace {
thread_local const CancelToken* currentToken = nullptr;
} // namespace

CancelScope::CancelScope(const CancelToken* token)
    : m_before(std::exchange(currentToken, token))
{
}

CancelScope::~CancelScope()
{
    currentToken = m_before;
}

const CancelToken* CancelScope::current()
{
    return currentToken;
}

} // namespace phasor
