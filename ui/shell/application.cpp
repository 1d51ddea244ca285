// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/application.h"

#include "text/result.h"

#include <utility>

namespace phasor {

bool Application::notify(QObject* receiver, QEvent* event)
{
    const Result<bool> handled = guarded([&]() -> Result<bool> { return QApplication::notify(receiver, event); });
    if (handled.ok())
        return *handled;
    if (m_say && std::exchange(m_last, handled.error()) != handled.error())
        m_say(handled.error());
    return false;
}

} // namespace phasor
