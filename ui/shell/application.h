// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "text/result.h"

#include <QApplication>

#include <functional>

namespace phasor {

// The QApplication of the window: an exception that leaves an event handler becomes an Error here, since Qt would end
// the program. The event counts as not handled, and the window goes on.
class Application final : public QApplication
{
public:
    using QApplication::QApplication;

    // Called for such an Error, on the GUI thread; not again for one that is equal to the last (a view that cannot be
    // painted would say so with every frame).
    void onError(std::function<void(const Error& error)> say) { m_say = std::move(say); }

    bool notify(QObject* receiver, QEvent* event) override;

private:
    std::function<void(const Error& error)> m_say;
    Error m_last;
};

} // namespace phasor
