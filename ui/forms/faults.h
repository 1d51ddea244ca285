// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/scene.h"
#include "text/result.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace phasor {

// The outline of what is at fault, in the colour of what is dropped: 3:1 on light and dark ground. It is as large as
// what it frames, and the mouse goes through it to that.
class FaultFrame : public QWidget
{
public:
    static constexpr QColor kColour = QColor(0xd5, 0x5e, 0x00);

    explicit FaultFrame(QWidget* framed);
    static void paintAround(QWidget& widget);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent*) override { paintAround(*this); }
};

// A parameter whose value cannot be, or leads to something that cannot be.
struct Fault
{
    Side side = Side::A;
    QString parameter; // its id
    QString text; // what is wrong, and what to do
    bool operator==(const Fault&) const = default;
};

// The parameters of `scene` that `error` gives as its place: by their options, or as the file that they name. Empty
// where it has another place. GUI thread only: the text is in the window's language.
std::vector<Fault> faultsOf(const Error& error, const Scene& scene);

} // namespace phasor
