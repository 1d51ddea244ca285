// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <QApplication>

#include <functional>

namespace phasor {

// The window's QApplication: turns an exception that leaves an event handler into an Error, since Qt would end the
// program. The event then counts as not handled.
class Application final : public QApplication
{
public:
    using QApplication::QApplication;

    // Sets the receiver of these Errors, called on the GUI thread. An error equal to the previous one is not reported,
    // because a view that fails to paint does so in every frame.
    void onError(std::function<void(const Error& error)> say) { m_say = std::move(say); }

    bool notify(QObject* receiver, QEvent* event) override
    {
        const Result<bool> handled = guarded([&]() -> Result<bool> { return QApplication::notify(receiver, event); });
        if (handled.ok())
            return *handled;
        if (m_say && std::exchange(m_last, handled.error()) != handled.error())
            m_say(handled.error());
        return false;
    }

private:
    std::function<void(const Error& error)> m_say;
    Error m_last;
};

} // namespace phasor
