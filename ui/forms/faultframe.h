// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

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

} // namespace phasor
